/** The player’s tiles: selecting, placing and taking them back before the move is played. */
import { announce } from '../announce';
import { drawn, squareName, type Placed } from '../board/board';
import type { Target } from '../board/drag.svelte';
import { t } from '../i18n';
import type { SquareView } from '../protocol';
import {
  begins,
  EMPTY,
  holding,
  isBlank,
  lay,
  layAtCursor,
  lift,
  placements,
  pointed,
  recall,
  reorder,
  restored,
  tileOf,
  toggled,
  type Hand,
  type RackTile,
} from '../rack/hand';
import { ordered } from '../rack/order';
import { settings } from '../settings.svelte';
import { keepHand, keptHand } from './hands';
import type { Table } from './table.svelte';

/** How long a hint replaces the line that says whose turn it is. */
export const HINT_MS = 6000;

export class Tiles {
  hand: Hand = $state.raw(EMPTY);
  /** A blank waits for its letter. */
  naming: { id: number; square: SquareView | undefined } | undefined = $state.raw();
  /** The first letters of a tile with several were typed. */
  begun = $state('');
  /** The player types without having chosen a square; a hint says how, for a while. */
  seeksArrow = $state(false);

  readonly laid = $derived.by(() =>
    this.#table.isBack
      ? new Map<string, Placed>()
      : drawn(placements(this.hand), this.#table.ruleset),
  );

  #hint: ReturnType<typeof setTimeout> | undefined;
  readonly #table: Table;
  readonly #onmoved: () => void;

  /** `onmoved` is called after tiles on the board have changed. */
  constructor(table: Table, onmoved: () => void) {
    this.#table = table;
    this.#onmoved = onmoved;
  }

  /** Every change of the hand comes through here. */
  change(hand: Hand): void {
    const moved = hand.laid !== this.hand.laid;
    this.hand = hand;
    this.seeksArrow = false;
    this.begun = '';
    if (this.#table.room && this.#table.ruleset) keepHand(this.#table.room.id, hand);
    if (moved) this.#onmoved();
  }

  /** A tile of the rack was tapped: it goes to the arrow, or is selected for the next square. */
  tap(tile: RackTile): void {
    this.#table.look(Infinity);
    const { cursor } = this.hand;
    const { rows, cols } = this.#table.ground;
    if (cursor && cursor.row < rows && cursor.col < cols) this.put(tile, undefined);
    else this.change(toggled(this.hand, tile.id));
  }

  /** A square was tapped: the first selected tile goes there; if none is, the arrow does. */
  pick(square: SquareView): void {
    this.#table.look(Infinity);
    const [first] = this.hand.picked;
    const tile = first === undefined ? undefined : tileOf(this.hand, first);
    if (tile && !this.#table.ground.isTaken(square)) this.put(tile, square);
    else this.change(pointed(this.hand, square));
  }

  /**
   * Makes sure there is an arrow for typing: at the focus, or on an empty board at the start.
   * Otherwise a hint says how to choose a square. Returns whether there is an arrow.
   */
  aim(focused?: SquareView): boolean {
    if (this.hand.cursor) return true;
    const isEmpty = this.#table.game?.board.length === 0 && this.hand.laid.size === 0;
    const square = focused ?? (isEmpty ? this.#table.ruleset?.layout.starts[0] : undefined);
    if (square) this.change(pointed(this.hand, square));
    else {
      this.seeksArrow = true;
      clearTimeout(this.#hint);
      this.#hint = setTimeout(() => (this.seeksArrow = false), HINT_MS);
      announce(t('game.where'));
    }
    return this.hand.cursor !== undefined;
  }

  /** Places a tile on a square, or at the arrow. A blank is asked for its letter first. */
  put(tile: RackTile, square: SquareView | undefined, face?: string): void {
    if (!this.#table.takesPart) return;
    if (isBlank(tile) && face === undefined) {
      this.naming = { id: tile.id, square };
      return;
    }
    const letter = face ?? tile.face;
    const { ground } = this.#table;
    this.change(
      square
        ? lay(this.hand, ground, tile.id, square, letter)
        : layAtCursor(this.hand, ground, tile.id, letter),
    );
  }

  /** A letter was typed for the blank. Returns whether a tile has it, or begins with it. */
  nameTyped(letter: string): boolean {
    const { faces } = this.#table;
    const face =
      faces.find((face) => face === letter) ?? faces.find((face) => begins(face, letter));
    if (face !== undefined) this.name(face);
    return face !== undefined;
  }

  /** The blank’s letter was chosen. */
  name(face: string): void {
    const tile = this.naming && tileOf(this.hand, this.naming.id);
    if (tile) this.put(tile, this.naming!.square, face);
    this.naming = undefined;
  }

  dropFromRack(tile: RackTile, target: Target): void {
    this.#table.look(Infinity);
    if (!target) return;
    if ('rack' in target) this.change(reorder(this.hand, tile.id, target.rack));
    else if (!this.#table.ground.isTaken(target.square)) this.put(tile, target.square);
  }

  dropFromBoard(from: SquareView, target: Target): void {
    const laid = this.hand.laid.get(squareName(from));
    if (!laid || !this.#table.takesPart) return;
    if (!target) this.change(lift(this.hand, from));
    else if ('rack' in target) this.change(lift(this.hand, from, target.rack));
    else this.change(lay(this.hand, this.#table.ground, laid.tile.id, target.square, laid.face));
  }

  /** Takes all tiles back. The arrow stays for typing; after a tap it would be in the way. */
  recall(types: boolean): void {
    const hand = recall(this.hand);
    this.change(types ? hand : { ...hand, cursor: undefined });
  }

  /**
   * The game has changed. Tiles whose square is taken now go back to the rack, and all tiles when
   * the player is out of the game. Returns whether the hand has changed.
   */
  update(faces: readonly string[]): boolean {
    const hand = this.#hold(this.hand, faces);
    const isOver = !this.#table.takesPart;
    const lost = [...hand.laid.values()].filter(
      (laid) => isOver || this.#table.ground.isTaken(laid),
    );
    const left = lost.reduce((hand, laid) => lift(hand, laid), hand);
    const isMarked = left.cursor !== undefined || left.picked.length > 0;
    const now = isOver && isMarked ? { ...left, cursor: undefined, picked: [] } : left;
    if (this.naming && (isOver || !tileOf(now, this.naming.id))) this.naming = undefined;
    if (now === this.hand) return false;
    this.change(now);
    return true;
  }

  /** The hand when the page opens: as it was stored, if the player is in the game. */
  open(game: string, faces: readonly string[]): void {
    const hand = this.#hold(EMPTY, faces);
    const kept = keptHand(game);
    const { takesPart, ground } = this.#table;
    this.change(kept && takesPart ? restored(hand, ground, kept) : hand);
  }

  /** The hand with these tiles, sorted as the settings say if there are new ones. */
  #hold(hand: Hand, faces: readonly string[]): Hand {
    const letters = this.#table.ruleset?.letters ?? [];
    const values = new Map(letters.map(({ face, value }) => [face, value]));
    const held = holding(hand, faces, (face) => values.get(face) ?? 0);
    const had = [...hand.rack, ...[...hand.laid.values()].map(({ tile }) => tile)].map(
      ({ face }) => face,
    );
    const isSame = had.sort().join() === [...faces].sort().join();
    return isSame ? held : { ...held, rack: ordered(held.rack, { letters }, settings.order) };
  }
}
