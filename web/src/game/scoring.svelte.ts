/** What the tiles on the board, or a typed move, would score. */
import { ApiError } from '../api';
import { squareName } from '../board/board';
import type { Engine } from '../engine/engine';
import type { GameView, ScoreView } from '../protocol';
import { placements } from '../rack/hand';
import { inOwnWords } from './names';
import type { Table } from './table.svelte';
import type { Tiles } from './tiles.svelte';

export class Scoring {
  /** The score of the placed tiles. */
  scored: ScoreView | undefined = $state.raw();
  /** The score of these tiles isn’t known yet; `scored` is about other ones. */
  scoring = $state(false);

  /** The score and the square it is shown at. */
  readonly badge = $derived.by(() => {
    const { game, isBack } = this.#table;
    const last = this.scored?.words[0]?.tiles.at(-1);
    if (this.scored?.score == null || !this.scored.legal || !last || isBack) return undefined;
    if (game?.phase === 'last_challenge') return undefined;
    const isLast = (tile: { row: number; col: number }) => squareName(tile) === last.square;
    const square = [...this.#tiles.hand.laid.values()].find(isLast) ?? game!.board.find(isLast);
    return (
      square && { square: { row: square.row, col: square.col }, text: String(this.scored.score) }
    );
  });

  #request: AbortController | undefined;
  readonly #table: Table;
  readonly #tiles: Tiles;
  readonly #engine: Engine | undefined;

  constructor(table: Table, tiles: Tiles, engine: Engine | undefined) {
    this.#table = table;
    this.#tiles = tiles;
    this.#engine = engine;
  }

  /** Scores the placed tiles. Without an engine nothing is shown before the move. */
  async update(): Promise<void> {
    this.#request?.abort();
    const { game } = this.#table;
    const tiles = placements(this.#tiles.hand);
    this.scoring = tiles.length > 0 && game !== undefined && this.#engine !== undefined;
    if (!this.scoring || !game || !this.#engine) {
      this.scored = undefined;
      return;
    }
    const { signal } = (this.#request = new AbortController());
    try {
      const scored = await this.#engine.ask(
        { ask: 'score', ...this.#position(game), tiles },
        signal,
      );
      if (!signal.aborted) this.scored = scored;
    } catch {
      if (!signal.aborted) this.scored = undefined;
    } finally {
      if (!signal.aborted) this.scoring = false;
    }
  }

  /** The score of a typed move, or why it is illegal; nothing if that can’t be said. */
  async typed(text: string, signal: AbortSignal): Promise<ScoreView | ApiError | undefined> {
    const { game, takesPart, room, ruleset } = this.#table;
    if (!text.trim() || !game || !this.#engine || !takesPart) return undefined;
    try {
      return await this.#engine.ask({ ask: 'typed', ...this.#position(game), text }, signal);
    } catch (error) {
      return error instanceof ApiError ? inOwnWords(error, room!, ruleset?.locale) : undefined;
    }
  }

  /** Words are checked only where invalid ones can’t be played: elsewhere that would be help. */
  #position({ board, seats, challenge }: GameView) {
    const rack = seats[this.#table.you ?? 0]?.rack ?? [];
    const position = { tiles: board, rack, others: [], scores: [], scoreless_turns: 0 };
    return { position, words: challenge.rule === 'void' };
  }
}
