/** What happened, in words. */
import { count, list, t } from '../i18n';
import type { ChallengeView, GameView, LossView, OutcomeView, TurnView } from '../protocol';

/** `Ann plays 8D RETAINS for 66 points.` */
export function turnSentence(turn: TurnView, game: Pick<GameView, 'seats' | 'you'>): string {
  const name = nameOf(game, turn.seat);
  const verdict = turn.challenge && challengeSentence(turn, game);
  return [taken(turn, name), ...(verdict ? [verdict] : [])].join(' ');
}

function taken({ taken, move, score }: TurnView, name: string): string {
  switch (taken) {
    case 'played':
      return t('turn.played', { name, move, points: count('count.points', score) });
    case 'withdrawn':
      return t('turn.withdrawn', { name, move });
    case 'exchanged':
      return t('turn.exchanged', { name, tiles: move.replace(/^-/, '') });
    case 'passed':
      return t('turn.passed', { name });
    case 'skipped':
      return t('turn.skipped', { name });
    case 'lost':
      return t('turn.lost', { name });
  }
}

function challengeSentence({ challenge }: TurnView, game: Pick<GameView, 'seats' | 'you'>): string {
  const name = nameOf(game, challenge!.by);
  return t(challenge!.stands ? 'turn.challenged_wrongly' : 'turn.challenged_rightly', { name });
}

export function nameOf({ seats }: Pick<GameView, 'seats'>, seat: number): string {
  return seats[seat]?.name ?? '';
}

function losers({ seats }: Pick<GameView, 'seats'>, loss: LossView): string[] {
  return seats.filter(({ lost }) => lost === loss).map(({ name }) => name);
}

/** What a wrong challenge costs. */
export function challengePrice(challenge: ChallengeView): string {
  switch (challenge.rule) {
    case 'points':
      return t(`price.points_${challenge.per}`, { n: challenge.points });
    default:
      return t(`price.${challenge.rule}`);
  }
}

/** Who has won, and why the game is over. */
export function outcomeSentences({ winners, reason }: OutcomeView, game: Pick<GameView, 'seats' | 'you'>): string[] {
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
      return [result, t('reason.out', { name: nameOf(game, reason.seat) })];
    case 'lost':
      return [result, t(`reason.lost_${reason.loss}`, { names: list(losers(game, reason.loss)) })];
    default:
      return [result, t(`reason.${reason.kind}`)];
  }
}
