/** What every page with an engine does when something goes wrong. */
import { NoEngine, Superseded } from './engine';

export class Trying {
  error: unknown = $state.raw();
  /** The engine runs neither here nor on the server. */
  broken = $state(false);

  /** Does something that may fail; what went wrong before is forgotten. */
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
    // Whatever was chosen instead tells how it went.
    if (error instanceof Superseded) return;
    if (error instanceof NoEngine) this.broken = true;
    this.error = error;
  }
}
