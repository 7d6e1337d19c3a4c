/** The situation being analysed, as it is typed. */
import type { LayoutView } from '../protocol';
import { empty, type Setup } from './setup';
import { seated, type Situation } from './situation';

/** A situation whose fields can be watched and changed. */
export class SituationState implements Situation {
  setup: Setup = $state.raw(empty({ rows: 15, cols: 15 }));
  rackText = $state('');
  otherTexts: string[] = $state(['']);
  scores: number[] = $state([0, 0]);
  /** Seats out of the game, until the number of players changes. */
  gone: Situation['gone'] = $state.raw([]);
  pasted: Situation['pasted'] = $state.raw();
  layout: Situation['layout'] = $state.raw();
  /** The rules and earlier turns that came with the position, until the board changes. */
  operations: Situation['operations'] = $state.raw([]);
  history: Situation['history'] = $state.raw([]);
  scoreless = 0;
  passes: number | undefined;

  /** One round: a turn per player still in the game. */
  readonly round = $derived(this.scores.length - this.gone.length);
  /** Opponents’ turns are known, so racks can be inferred. */
  readonly canInfer = $derived(this.history.length > 0);

  /** A copy that later changes don’t affect. */
  copy(): Situation {
    const { setup, rackText, gone, pasted, layout, operations, history, scoreless, passes } = this;
    const [otherTexts, scores] = [[...this.otherTexts], [...this.scores]];
    return {
      setup,
      rackText,
      otherTexts,
      scores,
      gone,
      pasted,
      layout,
      operations,
      history,
      scoreless,
      passes,
    };
  }

  /** Replaces everything. A game has at least this many players, and its own board. */
  set(situation: Situation, players: number, board: LayoutView): void {
    const it = seated(situation, Math.max(situation.scores.length, players));
    const { rows, cols } = it.layout ?? board;
    Object.assign(this, it, { setup: { ...it.setup, rows, cols } });
  }

  /** Changes the board. What came with the position no longer holds. */
  setBoard(setup: Setup): void {
    this.setup = setup;
    this.pasted = undefined;
    this.history = [];
    this.scoreless = 0;
    this.passes = undefined;
  }
}
