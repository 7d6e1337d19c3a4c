import { request } from 'node:http';
import { expect, test } from 'vitest';
import { onDesktop, station } from './browser';

/** The most bytes to transfer, compressed. */
const FIRST_LOAD = 250_000;
const ENGINE = 1_500_000;
/** A slow connection: bytes per second, and latency in milliseconds. */
const SLOW = {
  offline: false,
  latency: 40,
  downloadThroughput: 1_250_000,
  uploadThroughput: 400_000,
};
/** Generous: the slow connection alone takes a part of a second. */
const USABLE_MS = 5000;

/** The transfer size of a path, compressed as for a browser. */
function weight(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(
      station().address + path,
      { headers: { 'accept-encoding': 'gzip, br, zstd' } },
      (answer) => {
        let bytes = 0;
        answer.on('data', (part: Buffer) => (bytes += part.length));
        answer.on('end', () => resolve(bytes));
      },
    );
    asked.on('error', reject).end();
  });
}

onDesktop((browser) => {
  test('the home page is small and soon usable', async () => {
    const page = await browser.somebodyElse();
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    const session = await page.context().newCDPSession(page);
    await session.send('Network.emulateNetworkConditions', SLOW);
    const began = performance.now();
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Play the computer' }).click({ trial: true });
    const took = performance.now() - began;
    const loaded = paths.filter((path) => path !== '/engine.wasm');
    const bytes = (await Promise.all(loaded.map(weight))).reduce((sum, bytes) => sum + bytes, 0);
    console.log(
      `first load: ${loaded.length} files, ${bytes} bytes, usable after ${Math.round(took)} ms`,
    );
    expect(bytes).toBeLessThan(FIRST_LOAD);
    expect(took).toBeLessThan(USABLE_MS);
  });

  test('the engine is small', async () => {
    const bytes = await weight('/engine.wasm');
    console.log(`engine: ${bytes} bytes`);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(ENGINE);
  });
});
