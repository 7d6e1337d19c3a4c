/** A simulation or a solved endgame, in a worker of its own that is terminated to stop. */
import { Closed, Engine } from '../engine/engine';
import type { AnalysisView, HeldView, PositionView } from '../protocol';
import { settings } from '../settings.svelte';

/** The limits of a simulation. */
export const LIMITS = { candidates: 15, rollouts: 60_000 };

export class Simulation {
  running = $state(false);
  /** The last one was not stopped before its end. */
  isFinished = $state(false);
  /** The number of turns to simulate, if chosen. */
  plies: number | undefined = $state();
  /** Whether to infer opponents’ racks, and the result by opponent. */
  infer = $state(false);
  inferred: HeldView[][] = $state.raw([]);

  #engine: Engine | undefined;

  get depth(): { plies?: number } {
    return this.plies === undefined ? {} : { plies: this.plies };
  }

  /** Runs to the end or until it is stopped. Results so far are shown. */
  async run(
    game: { ruleset: string; lexicon: string },
    position: PositionView,
    show: (ranked: AnalysisView) => void,
  ): Promise<void> {
    this.stop();
    const engine = (this.#engine = new Engine());
    const isCurrent = () => this.#engine === engine;
    const progress = (ranked: AnalysisView) => {
      if (isCurrent()) show(ranked);
    };
    this.running = true;
    this.isFinished = false;
    try {
      await engine.open({ ...game, family: settings.family });
      const { infer } = this;
      if (infer) this.inferred = await engine.ask({ ask: 'infer', position });
      const question = { ask: 'solve', position, ...LIMITS, ...this.depth, infer } as const;
      progress(await engine.ask(question, undefined, progress));
      this.isFinished = isCurrent();
    } catch (error) {
      if (!(error instanceof Closed)) throw error;
    } finally {
      if (isCurrent()) this.stop();
    }
  }

  /** Stops; results so far stay. */
  stop(): void {
    this.#engine?.close();
    this.#engine = undefined;
    this.running = false;
  }
}
