/** The analysis page without the engine, the words or a connection. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { onDesktop, station } from './browser';
import { address, EXIST, SEVEN } from './position';

onDesktop((browser) => {
  /** A visitor whose browser has kept nothing, and no service worker stands between. */
  const newcomer = async () => {
    const page = await browser.somebodyElse();
    const open = () => page.goto(address(SEVEN));
    return {
      page,
      open,
      solved: () => page.locator('tbody tr').first().getByText('78', { exact: true }).waitFor(),
    };
  };

  test('without an engine in the browser the server answers, with a notice', async () => {
    const { page, open, solved } = await newcomer();
    await page.route('**/engine.wasm', (route) => route.fulfill({ status: 200, body: 'nothing' }));
    await open();
    await solved();
    await page.getByText('The engine can’t run in this browser.').waitFor();
  });

  test('the server answers if the worker can’t be fetched', async () => {
    const { page, open, solved } = await newcomer();
    await page.route('**/assets/worker*', (route) => route.fulfill({ status: 404 }));
    await open();
    await solved();
    await page.getByRole('button', { name: 'Simulate' }).click();
    await page.getByText(/[\d,]+ iterations/).waitFor();
  });

  test('of games passed over with arrow keys only the last is opened', async () => {
    const { page, open, solved } = await newcomer();
    // At a first visit, what was opened before is fetched once more for the service worker.
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'serviceWorker', { value: undefined }),
    );
    const words = new Set<string>();
    page.context().on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname === '/api/engine/words') words.add(url.searchParams.get('ruleset')!);
    });
    await open();
    await solved();
    const game = page.getByRole('combobox', { name: 'Game' });
    const names = await game
      .locator('option')
      .evaluateAll((all) => all.map((it) => (it as HTMLOptionElement).value));
    words.clear();
    // Faster than anything can be fetched.
    await game.evaluate(
      (select: HTMLSelectElement, names) => {
        for (const name of names) {
          select.value = name;
          select.dispatchEvent(new Event('change', { bubbles: true }));
        }
      },
      [...names.slice(0, 8), 'spanish', 'english-super'],
    );
    await page.getByRole('grid', { name: /Super/ }).waitFor();
    expect(await game.inputValue()).toBe('english-super');
    expect([...words]).toEqual(['english-super']);
    expect(await page.getByRole('textbox', { name: 'Rack' }).inputValue()).toBe('AEINRT?');
  });

  test('a position is copied and pasted on a page served by plain HTTP', async () => {
    const page = await browser.somebodyElse();
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'clipboard', { value: undefined }),
    );
    await page.goto(address(SEVEN));
    await page.getByRole('button', { name: 'Copy as CGP' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    await page.getByRole('button', { name: 'Paste' }).click();
    const pasted = page.getByRole('dialog').getByRole('textbox');
    await pasted.press('Control+v');
    expect(await pasted.inputValue()).toContain(EXIST);
    // Wherever it is read, it is the same game with the same words.
    expect(await pasted.inputValue()).toMatch(/ ld english; lex english;$/);
  });

  test('the board is shown while the engine downloads', async () => {
    const { page, open, solved } = await newcomer();
    let bring = () => {};
    const brought = new Promise<void>((resolve) => (bring = resolve));
    await page.route('**/engine.wasm', (route) => brought.then(() => route.continue()));
    await open();
    await page.getByRole('grid').waitFor();
    await page.getByText('Downloading the engine').waitFor();
    bring();
    await solved();
  });

  test('offline, a game that was never opened is refused and the open one stays', async () => {
    const { page, open, solved } = await newcomer();
    await open();
    await solved();
    const game = page.getByRole('combobox', { name: 'Game' });
    const refused = page.getByRole('alert').getByText('No connection, and this game isn’t saved');
    await page.context().setOffline(true);
    await game.selectOption('polish');
    await refused.waitFor();
    expect(await game.inputValue()).toBe('english');
    await page.context().setOffline(false);
    await game.selectOption('polish');
    await page.getByRole('grid', { name: /Polish/ }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('a failed download of the engine can be retried', async () => {
    const { page, open, solved } = await newcomer();
    for (const lost of ['**/engine.wasm', '**/api/questions'])
      await page.route(lost, (route) => route.abort());
    await open();
    await page.getByRole('alert').getByText('No connection, and this game isn’t saved').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await solved();
  });

  test('the engine in the browser is small', async () => {
    const response = await fetch(`${station().address}/engine.wasm`);
    expect(response.headers.get('content-type')).toBe('application/wasm');
    expect(gzipSync(await response.arrayBuffer()).length).toBeLessThan(1_500_000);
  });
});
