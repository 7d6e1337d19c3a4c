/** A game as this page knows it, now or after an earlier turn. Changes nothing in the game. */
import { drawn, squareName, type Placed } from '../board/board';
import type { Ground } from '../board/cursor';
import { speller, type Spell } from '../keyboard';
import type { GameView, RoomView, RulesetView, SquareView } from '../protocol';
import { settings } from '../settings.svelte';
import { boardAfter, laidBy, lastPlay } from './history';
import { named } from './names';

export class Table {
  room: RoomView | undefined = $state.raw();
  ruleset: RulesetView | undefined = $state.raw();
  /** When the last update came, by this browser’s clock. */
  updatedAt = $state(0);
  /** While looking back: the number of turns on the board. */
  at: number | undefined = $state();

  readonly game: GameView | undefined = $derived(this.room && named(this.room));
  readonly you = $derived(this.game?.you);
  readonly isPlaying = $derived(
    this.game?.phase === 'playing' || this.game?.phase === 'last_challenge',
  );
  /** Whether the player is in the game, whoever’s turn it is. */
  readonly takesPart = $derived(
    this.isPlaying && this.you !== undefined && this.game?.seats[this.you]?.lost === undefined,
  );
  readonly isMyTurn = $derived(
    this.game?.phase === 'playing' && this.you !== undefined && this.game.on_turn === this.you,
  );
  readonly mayChallenge = $derived(
    (this.game?.challengeable.length ?? 0) > 0 && this.game?.challenge.rule !== 'void',
  );
  /** The host’s seat: the first person’s. */
  readonly host = $derived(this.room?.occupants.findIndex(({ bot }) => !bot) ?? 0);
  /** All players wait for this one to start the game. Public games start by themselves. */
  readonly isAwaited = $derived(
    this.game?.phase === 'lobby' &&
      !this.room?.public &&
      this.you === this.host &&
      this.game.seats.length === this.game.most_seats,
  );
  /** The name of the person to move, if that is another one. */
  readonly waitsFor = $derived.by(() => {
    const seat =
      this.game?.phase === 'playing' && this.takesPart && !this.isMyTurn
        ? this.game.on_turn
        : undefined;
    return seat === undefined || this.room?.occupants[seat]?.bot
      ? undefined
      : this.game!.seats[seat]!.name;
  });

  readonly turns = $derived(this.at ?? this.game?.turns.length ?? 0);
  readonly isBack = $derived(this.at !== undefined);
  /** There is nothing to play now, or the player looks back. */
  readonly isExamined = $derived.by(() => !this.takesPart || this.isBack);
  readonly board = $derived(
    this.game ? drawn(boardAfter(this.game, this.turns), this.ruleset) : new Map<string, Placed>(),
  );
  readonly marked = $derived(this.game ? lastPlay(this.game, this.turns) : new Set<string>());
  readonly laidBy = $derived(
    this.game && settings.seatColours ? laidBy(this.game, this.turns) : undefined,
  );
  readonly unseen = $derived(counted(this.game?.unseen ?? []));

  readonly spell: Spell = $derived(
    this.ruleset
      ? speller(this.ruleset.letters, this.ruleset.folds, this.ruleset.locale)
      : () => undefined,
  );
  readonly faces = $derived(this.ruleset?.letters.map(({ face }) => face) ?? []);
  /** Where tiles can be placed. */
  readonly ground: Ground = $derived.by(() => {
    const { rows = 0, cols = 0 } = this.ruleset ?? {};
    const taken = new Set(this.game?.board.map(squareName));
    return { rows, cols, isTaken: (square: SquareView) => taken.has(squareName(square)) };
  });

  /** Looks back to the board after some turns; after the last one is now. */
  look(turns: number): void {
    const last = this.game?.turns.length ?? 0;
    this.at = turns >= last ? undefined : Math.max(0, turns);
  }
}

/** How many of each. */
function counted(faces: readonly string[]): { tile: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const face of faces) counts.set(face, (counts.get(face) ?? 0) + 1);
  return [...counts].map(([tile, count]) => ({ tile, count }));
}
