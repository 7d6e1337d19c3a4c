/** Run before each file of tests, so that files that share a window don’t notice each other. */
import { vi } from 'vitest';

vi.restoreAllMocks();
vi.unstubAllGlobals();
vi.useRealTimers();
vi.resetModules();
if (typeof window !== 'undefined') {
  localStorage.clear();
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
}
