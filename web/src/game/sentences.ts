/** Events of a game in sentences. */
import { capitalised, count, detailText, list, t } from '../i18n';
import { challengeText } from '../lobby/words';
import type {
  DropoutView,
  GameView,
  LossView,
  OutcomeView,
  RoomView,
  ScoreView,
  SeatState,
  TurnView,
} from '../protocol';
import { tilesText } from '../rack/text';

/** `Ann plays 8D RETAINS for 66 points.` */
export function turnSentence(turn: TurnView, game: Pick<GameView, 'seats' | 'you'>): string {
  return [taken(turn, game), challengeSentence(turn, game)].filter(Boolean).join(' ');
}

function taken(
  { seat, taken, move, score }: TurnView,
  game: Pick<GameView, 'seats' | 'you'>,
): string {
  const values = {
    name: nameOf(game, seat),
    move,
    tiles: tilesText(move.replace(/^-/, '')),
    points: count('count.points', score),
  };
  return t(seat === game.you ? `turn.you_${taken}` : `turn.${taken}`, values);
}

/** The result of a challenge, if there was one. */
export function challengeSentence(
  { challenge }: TurnView,
  game: Pick<GameView, 'seats' | 'you'>,
): string {
  if (!challenge) return '';
  const { by, stands } = challenge;
  const verdict = stands ? 'wrongly' : 'rightly';
  return t(by === game.you ? `turn.you_challenged_${verdict}` : `turn.challenged_${verdict}`, {
    name: nameOf(game, by),
  });
}

/** The score of tiles, or why they are illegal. */
export function scoreText({ invalid, score, words, misfit }: ScoreView, locale: string): string {
  if (invalid.length)
    return t('error.not_words', { words: invalid.join(', ').toLocaleUpperCase(locale) });
  if (score != null && words.length)
    return `${list(words.map(({ word }) => word))}: ${count('count.points', score)}`;
  return misfit ? capitalised(detailText(misfit) ?? '') : '';
}

/** `Ann resigned`: why a seat takes no more part, if it does not. */
export function lossText({ seats, you }: Table, seat: number): string {
  const { lost, name = '' } = seats[seat] ?? {};
  return lost ? t(seat === you ? `lost.you_${lost}` : `lost.${lost}`, { name }) : '';
}

/** What the sentences about the end need; also from a score sheet. */
interface Table {
  seats: readonly Pick<SeatState, 'name' | 'lost'>[];
  /** The first first. */
  dropouts?: readonly DropoutView[] | undefined;
  you?: number | null | undefined;
}

export function nameOf({ seats }: Pick<Table, 'seats'>, seat: number): string {
  return seats[seat]?.name ?? '';
}

/** Dropouts, in order. */
const gone = ({ seats, dropouts = [] }: Table) => dropouts.map(({ seat }) => seats[seat]!);

function losers(game: Table, loss: LossView): string[] {
  return gone(game)
    .filter(({ lost }) => lost === loss)
    .map(({ name }) => name);
}

/** The players who still have to accept or challenge the last play. */
export function toAccept({
  seats,
  to_accept = [],
}: Pick<GameView, 'seats' | 'to_accept'>): string[] {
  return to_accept.map((seat) => nameOf({ seats }, seat));
}

/** The question before a challenge: the words, and both outcomes. */
export function challengeQuestion(game: GameView): string {
  const name = nameOf(game, game.turns.findLast(({ taken }) => taken === 'played')?.seat ?? -1);
  const sentences = [t('challenge.ask', { words: list(game.challengeable) }), price(game, name)];
  if (game.challenge.rule !== 'triple') sentences.push(t('challenge.right', { name }));
  return sentences.join(' ');
}

/** The cost of a wrong challenge. */
function price({ challenge, phase, on_turn, you }: GameView, name: string): string {
  switch (challenge.rule) {
    case 'points':
      return t(`price.points_${challenge.per}`, {
        name,
        points: count('count.points', challenge.points),
      });
    case 'double':
      if (phase === 'last_challenge') return t('price.double_end');
      return t(on_turn === you ? 'price.double_now' : 'price.double_later');
    case 'triple':
      return t('price.triple', { name });
    case 'single':
      return t('price.single');
    case 'void':
      return challengeText(challenge);
  }
}

/** Says that an administrator closed the game, and why. */
export function closedSentences({ closed }: { closed?: string }): string[] | undefined {
  return closed === undefined ? undefined : [t('result.closed'), closed].filter(Boolean);
}

/** Who won, why the game is over, and who left before the end. */
export function outcomeSentences(
  outcome: Pick<OutcomeView, 'winners' | 'reason'>,
  game: Table,
): string[] {
  const { reason } = outcome;
  const stated = reason.kind === 'lost' ? reason.loss : undefined;
  const others = new Set(gone(game).flatMap(({ lost }) => (lost && lost !== stated ? [lost] : [])));
  return [...endSentences(outcome, game), ...[...others].map((loss) => goneSentence(game, loss))];
}

/** Dropouts before the end of the game. */
function goneSentence(game: Table, loss: LossView): string {
  const names = list(losers(game, loss));
  return loss === 'challenge' ? t('reason.gone_challenge', { names }) : lossSentence(game, loss);
}

function lossSentence(game: Table, loss: LossView): string {
  return t(`reason.lost_${loss}`, { names: list(losers(game, loss)) });
}

function endSentences(
  { winners, reason }: Pick<OutcomeView, 'winners' | 'reason'>,
  game: Table,
): string[] {
  const names = list(winners.map((seat) => nameOf(game, seat)));
  const result =
    reason.kind === 'aborted'
      ? t('result.aborted')
      : winners.length > 1
        ? t('result.tie', { names })
        : winners[0] === game.you
          ? t('result.you_won')
          : t('result.won', { name: names });
  switch (reason.kind) {
    case 'aborted':
      return [result];
    case 'out':
      return [
        result,
        reason.seat === game.you
          ? t('reason.you_out')
          : t('reason.out', { name: nameOf(game, reason.seat) }),
      ];
    case 'lost':
      return [result, lossSentence(game, reason.loss)];
    default:
      return [result, t(`reason.${reason.kind}`)];
  }
}

/** How many people are still in the game. */
export function peopleLeft(
  { seats }: Pick<GameView, 'seats'>,
  { occupants }: Pick<RoomView, 'occupants'>,
): number {
  return seats.filter(({ lost }, seat) => !lost && !occupants[seat]?.bot).length;
}

/** The abort button’s label. Against computers nobody has to agree. */
export function abortName(
  game: Pick<GameView, 'seats'>,
  room: Pick<RoomView, 'occupants'>,
): string {
  return t(peopleLeft(game, room) > 1 ? 'game.abort' : 'game.abort_alone');
}

/** The state of an offer to abort. */
export function abortText(
  { abort = [], seats, you }: Pick<GameView, 'abort' | 'seats' | 'you'>,
  { occupants }: Pick<RoomView, 'occupants'>,
): string {
  // Computers agree to everything.
  const isPerson = (seat: number) => !occupants[seat]?.bot;
  const names = (agrees: boolean) =>
    list(
      seats
        .filter(({ lost }, n) => !lost && isPerson(n) && abort[n] === agrees)
        .map(({ name }) => name),
    );
  const isAnswered = abort[you ?? -1] === true;
  return isAnswered
    ? t('abort.waiting', { names: names(false) })
    : t('abort.offered', { names: names(true) });
}

/** Why a question was dropped. */
export const lateText = (late: 'challenge' | 'other'): string =>
  t(late === 'challenge' ? 'dialog.late_challenge' : 'dialog.late');
