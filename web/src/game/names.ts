/** What those at the table are called on this page. */
import { ApiError } from '../api';
import { t } from '../i18n';
import { botName } from '../lobby/words';
import type { GameView, RoomView } from '../protocol';

/** Whether the game is one in this browser, which has no address. */
export const isPractice = ({ id }: Pick<RoomView, 'id'>): boolean => id === '';

/** The game with computers called in the language of the page, and who practises called “you”. */
export function named(room: RoomView): GameView {
  const { game, occupants } = room;
  const seats = game.seats.map((seat, at) => {
    if (isPractice(room) && at === game.you) return { ...seat, name: t('practice.you') };
    return occupants[at]?.bot ? { ...seat, name: botName(seat.name) } : seat;
  });
  return { ...game, seats };
}

/** The names of those at the table who are computers. */
export function botsOf({ game, occupants }: RoomView): Set<string> {
  return new Set(game.seats.filter((_, at) => occupants[at]?.bot).map(({ name }) => name));
}

/** What the server refused, with players called as on this page, and words in capitals: blanks do not matter there. */
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
