/** What happened since the player’s last turn, briefly. */
import { t } from '../i18n';
import type { GameView, TurnView } from '../protocol';
import { wordOf } from './played';
import { lostAfter } from './history';
import { lossText, nameOf } from './sentences';

export function sinceMyTurn(
  game: Pick<GameView, 'turns' | 'seats' | 'you' | 'dropouts'>,
  locale?: string,
): string[] {
  const { turns, you } = game;
  const last = turns.findLastIndex(({ seat }) => seat === you);
  // What became of the own turn is news, too, where others or the clock decided it.
  const isNews =
    last >= 0 &&
    (turns[last]!.challenge || turns[last]!.taken === 'skipped' || turns[last]!.taken === 'lost');
  const from = isNews ? last : last + 1;
  const news = Array.from({ length: turns.length - from + 1 }, (_, n) => from + n).flatMap((n) => [
    ...(n > last ? lostAfter(game, n).map((seat) => lossText(game, seat)) : []),
    ...(turns[n] ? newsOf(turns[n], game, locale) : []),
  ]);
  return [...whyLost(turns.slice(0, last + 1), you, locale), ...news];
}

/** The last challenge that cost this player a turn; others may have moved since. */
function whyLost(
  turns: readonly TurnView[],
  you: number | undefined,
  locale: string | undefined,
): string[] {
  if (turns.at(-1)?.taken !== 'lost') return [];
  const doubted = turns.findLast(
    ({ challenge }) => challenge?.by === you && challenge?.price.kind === 'turn',
  );
  return doubted ? [t('since.you_challenged_wrongly', { word: wordOf(doubted.move, locale) })] : [];
}

function newsOf(
  turn: TurnView,
  game: Pick<GameView, 'seats' | 'you'>,
  locale: string | undefined,
): string[] {
  const { seat, taken, move, score, challenge } = turn;
  const own = seat === game.you;
  const name = nameOf(game, seat);
  const word = wordOf(move, locale);
  const by = challenge ? nameOf(game, challenge.by) : '';
  switch (taken) {
    case 'played': {
      const doubted = challenge
        ? [
            challenge.by === game.you
              ? t('since.you_challenged_wrongly', { word })
              : t('since.challenged_wrongly', { by, word }),
          ]
        : [];
      return own ? doubted : [t('since.played', { name, word, n: score }), ...doubted];
    }
    case 'withdrawn':
      if (challenge?.by === game.you && game.you !== undefined)
        return [t('since.you_challenged_rightly', { name, word })];
      return [
        own ? t('since.you_withdrawn', { word, by }) : t('since.withdrawn', { name, word, by }),
      ];
    case 'exchanged':
      return [t('since.exchanged', { name, n: move.replace(/^-/, '') })];
    case 'passed':
      return [t('since.passed', { name })];
    case 'skipped':
    case 'lost':
      return [own ? t(`since.you_${taken}`) : t(`since.${taken}`, { name })];
  }
}
