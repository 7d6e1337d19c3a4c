import { defineConfig } from 'vitest/config';

/** Two files at a time, each with a server and a browser of its own; see `setup.ts`. */
const WORKERS = Number(process.env.WORKERS ?? 2);

/** Browser tests: real servers, real Chromium. `cargo xtask test browser` says where both are. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.spec.ts'],
    globalSetup: ['e2e/setup.ts'],
    provide: { workers: WORKERS },
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    maxWorkers: WORKERS,
    // Every file would load Playwright again.
    isolate: false,
  },
});

declare module 'vitest' {
  export interface ProvidedContext {
    workers: number;
  }
}
