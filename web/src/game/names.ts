/** Players’ names and labels on this page. */
import { ApiError } from '../api';
import { t } from '../i18n';
import { botName } from '../lobby/words';
import type { GameView, OccupantView, RoomView } from '../protocol';

/** Whether this is an offline game, which has no address. */
export const isPractice = ({ id }: Pick<RoomView, 'id'>): boolean => id === '';

/** The game with translated names of computers, and “You” in an offline game. */
export function named(room: RoomView): GameView {
  const { game, occupants } = room;
  const seats = game.seats.map((seat, at) => {
    if (isPractice(room) && at === game.you) return { ...seat, name: t('practice.you') };
    return occupants[at]?.bot ? { ...seat, name: botName(seat.name) } : seat;
  });
  return { ...game, seats };
}

/** The label of a player without an account: a guest, or somebody whose account was deleted. */
export function labelOf(occupant: (OccupantView & { deleted?: boolean }) | undefined): string {
  if (occupant?.deleted) return t('seat.deleted');
  return occupant?.player !== undefined && !occupant.account ? t('seat.guest') : '';
}

/** The computers’ names. */
export function botsOf({ game, occupants }: RoomView): Set<string> {
  return new Set(game.seats.filter((_, at) => occupants[at]?.bot).map(({ name }) => name));
}

/** An error with names as on this page, and with words in capitals. */
export function inOwnWords(
  { code, values, message }: ApiError,
  room: RoomView,
  locale?: string,
): ApiError {
  const { name, words } = values;
  const seat = room.game.seats.findIndex((seat) => seat.name === name);
  return new ApiError({
    code,
    error: message,
    values: {
      ...(values as Record<string, string>),
      ...(seat >= 0 && { name: named(room).seats[seat]!.name }),
      ...(words !== undefined && { words: words.toLocaleUpperCase(locale) }),
    },
  });
}
