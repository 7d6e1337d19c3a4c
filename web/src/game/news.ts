/** What has changed in a game since the last update. */
import { t } from '../i18n';
import type { GameView, TurnView } from '../protocol';
import type { Sound } from '../sounds';
import { lead } from './history';
import { lossText, outcomeSentences, turnSentence } from './sentences';

export interface News {
  /** In whole sentences, the oldest first. */
  said: string[];
  sound: Sound | undefined;
  /** What this player has to do now. */
  due: string | undefined;
  /** The board has changed or the game is over: looking back ends. */
  isNow: boolean;
}

export function news(before: GameView, now: GameView): News {
  const said = now.turns
    .filter((turn, n) => isNew(before, turn, n))
    .map((turn) => turnSentence(turn, now))
    .concat(losses(before, now));
  const hasEnded = now.outcome !== undefined && before.outcome === undefined;
  const isNow = hasEnded || now.turns.some((turn, n) => isNew(before, turn, n));
  if (hasEnded)
    return {
      said: [...said, ...outcomeSentences(now.outcome!, now)],
      sound: 'end',
      due: undefined,
      isNow,
    };
  if (isNow && now.phase === 'playing') said.push(...standing(now));
  const due = dueNow(before, now);
  const hasBegun = before.phase === 'lobby' && now.phase === 'playing';
  const sound = hasBegun ? 'begin' : due ? 'yours' : said.length ? 'theirs' : undefined;
  return { said, sound, due, isNow };
}

/** A challenge concerns a turn that was announced before. */
const isNew = (before: GameView, { challenge }: TurnView, n: number): boolean =>
  n >= before.turns.length || (challenge !== undefined && before.turns[n]!.challenge === undefined);

/** Dropouts, unless the game is over. */
function losses(before: GameView, now: GameView): string[] {
  if (now.outcome) return [];
  const fresh = now.dropouts?.filter(({ seat }) => before.seats[seat]?.lost === undefined) ?? [];
  return fresh.map(({ seat }) => `${lossText(now, seat)}.`);
}

/** The player’s lead, which others read beside the names. */
function standing({ seats, you }: GameView): string[] {
  if (you === undefined || seats[you]?.lost) return [];
  const ahead = lead(
    seats.map(({ score }) => score),
    you,
    (seat) => seats[seat]?.lost !== undefined,
  );
  return [
    ahead
      ? t(ahead > 0 ? 'standing.ahead' : 'standing.behind', { n: Math.abs(ahead) })
      : t('standing.level'),
  ];
}

function dueNow(before: GameView, now: GameView): string | undefined {
  if (now.you === undefined) return undefined;
  if (now.may_accept && !before.may_accept) return t('game.last_challenge');
  const isTurn = now.on_turn === now.you && before.on_turn !== now.you && now.phase === 'playing';
  return isTurn ? t('turn.yours') : undefined;
}
