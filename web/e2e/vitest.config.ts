import { defineConfig } from 'vitest/config';

/** Browser tests: a real server, a real Chromium. `cargo xtask test browser` says where both are. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.spec.ts'],
    globalSetup: ['e2e/server.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 1,
  },
});
