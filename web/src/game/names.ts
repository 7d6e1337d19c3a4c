/** What those at the table are called on this page. */
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
