import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // The server's policy allows no inlined files, and gzip is its business.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8472', '/engine.wasm': 'http://127.0.0.1:8472' } }, // `npm run dev` beside `tisane serve`
  // Without it Svelte gives tests its server side, which cannot mount components.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  // A window for each file would take longer than the tests; `testing.ts` clears the one they share.
  test: {
    include: ['src/**/*.test.ts'],
    isolate: false,
    setupFiles: ['src/testing.ts'],
    testTimeout: 30_000,
  },
});
