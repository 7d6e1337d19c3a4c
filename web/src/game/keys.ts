/** What the keys do in a game. */
import { announce } from '../announce';
import { t } from '../i18n';
import { letGo, pressed, type Pressed, type Stroke } from '../keyboard';
import type { SquareView } from '../protocol';
import { back, settled, shuffle, skip, typed } from '../rack/hand';
import type { GameCtrl } from './ctrl.svelte';

/**
 * What a key means: who looks at turns goes through them with the arrow keys, as in a review, and types as ever. Up and down scroll the page of who
 * has nothing to play.
 */
export function meant(ctrl: GameCtrl, stroke: Stroke): Pressed | undefined {
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
      ctrl.change({ ...ctrl.hand, cursor: undefined, picked: [] });
      return true;
    default:
      if (ctrl.takesPart) move(ctrl, key);
      return ctrl.takesPart;
  }
}

/** Keys for those who play. */
function move(ctrl: GameCtrl, key: Pressed): void {
  const { begun, isBack } = ctrl;
  // Tiles are laid on the board as it is now.
  if (['letter', 'blank', 'back', 'skip', 'direction', 'recall'].includes(key.command)) {
    ctrl.look(Infinity);
    letGo();
  }
  const { hand, ground } = ctrl;
  const turn = () =>
    ctrl.change({ ...hand, cursor: { ...hand.cursor!, across: !hand.cursor!.across } });
  switch (key.command) {
    case 'letter':
    case 'blank': {
      if (!ctrl.aim(focused())) break;
      const after = typed(
        ctrl.hand,
        ground,
        { face: key.face, blank: key.command === 'blank', begun },
        ctrl.faces,
      );
      if (after.hand !== ctrl.hand) ctrl.change(after.hand);
      ctrl.begun = after.begun;
      if (after.missing) announce(t('rack.none', { tile: after.missing }));
      else if (after.begun) announce(t('game.begun', { tile: after.begun }));
      break;
    }
    case 'back':
      if (begun) ctrl.begun = '';
      else ctrl.change(back(hand, ground));
      break;
    case 'play':
    case 'skip':
      if (begun) {
        const alone = settled(hand, ground, begun, ctrl.faces);
        if (alone) ctrl.change(alone);
        else announce(t('rack.none', { tile: begun }));
        ctrl.begun = '';
      } else if (key.command === 'skip') ctrl.change(skip(hand, ground));
      else if (isBack)
        ctrl.look(Infinity); // and shows first what would be played
      else if (hand.laid.size) void ctrl.play();
      else if (hand.cursor) turn();
      break;
    case 'direction':
      if (hand.cursor) turn();
      else ctrl.aim(focused());
      break;
    case 'shuffle':
      ctrl.change(shuffle(hand));
      break;
    case 'recall':
      ctrl.recall(true);
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
