/** The player’s games that can be reviewed: on the server, and the offline one. */
import { isPractice } from '../game/names';
import type { SavedGame } from '../game/practice';
import { t } from '../i18n';
import { botNames } from '../lobby/words';
import type { RoomSummary, RoomView } from '../protocol';

/** Older ones are found on the page where games begin. */
const SHOWN = 10;

/** The address of a game’s review. */
export const reviewAddress = (room: Pick<RoomView, 'id'>): string =>
  `/review/${isPractice(room) ? 'practice' : room.id}`;

/** The latest finished games, newest first, without those that ended before anybody scored. */
export function endedGames(
  rooms: readonly RoomSummary[],
  practice: SavedGame | undefined,
): RoomSummary[] {
  const practised = practice && summary(practice);
  return [...rooms, ...(practised ? [practised] : [])]
    .filter(({ phase, scores }) => phase === 'ended' && scores.some((score) => score !== 0))
    .toSorted((a, b) => b.changed - a.changed)
    .slice(0, SHOWN);
}

/** The offline game as a list entry, once it has ended. */
function summary({ game, bots, stage, result }: SavedGame): RoomSummary | undefined {
  if (stage !== 'ended' || !result) return undefined;
  const names = [t('practice.you'), ...botNames(bots)];
  return {
    ...game,
    id: '',
    clock: { kind: 'none' },
    phase: 'ended',
    names,
    players: names.map(() => null),
    scores: result.scores,
    most_seats: names.length,
    rated: false,
    changed: result.at,
  };
}
