/** Error handling for pages with an engine. */
import { NoEngine, Superseded } from './engine';

export class Trying {
  error: unknown = $state.raw();
  /** The engine runs neither here nor on the server. */
  broken = $state(false);

  /** Runs something that may fail. Clears earlier errors. */
  protected async attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      this.error = undefined;
      await work();
      return true;
    } catch (error) {
      this.failed(error);
      return false;
    }
  }

  protected failed(error: unknown): void {
    // The newer choice reports its own result.
    if (error instanceof Superseded) return;
    if (error instanceof NoEngine) this.broken = true;
    this.error = error;
  }
}
