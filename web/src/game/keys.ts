/** Keyboard control of a game. */
import { announce } from '../announce';
import { t } from '../i18n';
import { letGo, pressed, type Pressed, type Stroke } from '../keyboard';
import type { SquareView } from '../protocol';
import { back, settled, shuffle, skip, typed } from '../rack/hand';
import type { GameCtrl } from './ctrl.svelte';

/**
 * What a key means. While looking back, arrow keys step through the turns as in a review. Without
 * tiles to play, up and down scroll the page.
 */
export function commandOf(ctrl: GameCtrl, stroke: Stroke): Pressed | undefined {
  const scrolls = !ctrl.takesPart && (stroke.key === 'ArrowUp' || stroke.key === 'ArrowDown');
  const looking =
    ctrl.isExamined && !scrolls ? pressed(stroke, 'review', () => undefined) : undefined;
  return looking ?? pressed(stroke, 'game', ctrl.spell);
}

/** The square that has the focus, if one has. */
export function focused(): SquareView | undefined {
  const square = document.activeElement?.closest<HTMLElement>('[data-square]');
  return square ? { row: Number(square.dataset.row), col: Number(square.dataset.col) } : undefined;
}

/** Whether the key was for the game. */
export function press(ctrl: GameCtrl, key: Pressed): boolean {
  switch (key.command) {
    case 'previous':
      ctrl.look(ctrl.turns - 1);
      return true;
    case 'next':
      ctrl.look(ctrl.turns + 1);
      return true;
    case 'first':
      ctrl.look(0);
      return true;
    case 'last':
      ctrl.look(Infinity);
      return true;
    case 'help':
      ctrl.dialog = 'keys';
      return true;
    case 'leave':
      ctrl.look(Infinity);
      ctrl.tiles.change({ ...ctrl.tiles.hand, cursor: undefined, picked: [] });
      return true;
    default:
      if (ctrl.takesPart) move(ctrl, key);
      return ctrl.takesPart;
  }
}

/** Keys for players in the game. */
function move(ctrl: GameCtrl, key: Pressed): void {
  const { isBack, tiles } = ctrl;
  const { begun } = tiles;
  // Tiles go to the current board.
  if (['letter', 'blank', 'back', 'skip', 'direction', 'recall'].includes(key.command)) {
    ctrl.look(Infinity);
    letGo();
  }
  const { ground } = ctrl;
  const { hand } = tiles;
  const turn = () =>
    tiles.change({ ...hand, cursor: { ...hand.cursor!, across: !hand.cursor!.across } });
  switch (key.command) {
    case 'letter':
    case 'blank': {
      if (!tiles.aim(focused())) break;
      const after = typed(
        tiles.hand,
        ground,
        { face: key.face, blank: key.command === 'blank', begun },
        ctrl.faces,
      );
      if (after.hand !== tiles.hand) tiles.change(after.hand);
      tiles.begun = after.begun;
      if (after.missing) announce(t('rack.none', { tile: after.missing }));
      else if (after.begun) announce(t('game.begun', { tile: after.begun }));
      break;
    }
    case 'back':
      if (begun) tiles.begun = '';
      else tiles.change(back(hand, ground));
      break;
    case 'play':
    case 'skip':
      if (begun) {
        const alone = settled(hand, ground, begun, ctrl.faces);
        if (alone) tiles.change(alone);
        else announce(t('rack.none', { tile: begun }));
        tiles.begun = '';
      } else if (key.command === 'skip') tiles.change(skip(hand, ground));
      else if (isBack)
        ctrl.look(Infinity); // shows what would be played
      else if (hand.laid.size) void ctrl.play();
      else if (hand.cursor) turn();
      break;
    case 'direction':
      if (hand.cursor) turn();
      else tiles.aim(focused());
      break;
    case 'shuffle':
      tiles.change(shuffle(hand));
      break;
    case 'recall':
      tiles.recall(true);
      break;
    case 'pass':
      if (ctrl.isMyTurn) ctrl.dialog = 'pass';
      break;
    case 'challenge':
      if (ctrl.mayChallenge) ctrl.dialog = 'challenge';
      break;
    case 'exchange':
    case 'exchange_all':
      ctrl.askExchange(key.command === 'exchange_all');
  }
}
