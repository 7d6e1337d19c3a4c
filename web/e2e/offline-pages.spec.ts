import { expect, test } from 'vitest';
import { onDesktop } from './browser';
import { ask, myTurn, pressPass, rack } from './table';

onDesktop((browser) => {
  /** The service worker keeps files with these in their addresses. */
  const kept = async (...parts: string[]) => {
    const addresses = () =>
      browser.page.evaluate(async () =>
        (await (await caches.open('tisane-1')).keys()).map(({ url }) => url).join('\n'),
      );
    for (const part of parts) await expect.poll(addresses, { timeout: 20_000 }).toContain(part);
  };
  const offline = async (work: () => Promise<void>) => {
    await browser.page.context().setOffline(true);
    try {
      await work();
    } finally {
      await browser.page.context().setOffline(false);
    }
  };

  test('saved word lists work offline, and others are reported as missing', async () => {
    const { page } = browser;
    await browser.open('/words?q=tisane&lexicon=english&ruleset=english');
    await browser.open('/quiz');
    await page.getByRole('button', { name: 'all words of 2 letters' }).waitFor();
    await kept('/assets/index', '/api/lexicons', '/api/engine?', 'words?', 'model?');
    await offline(async () => {
      await page.goto('/words?tool=hooks&q=retain&lexicon=english&ruleset=english');
      await page.getByText('RETAIN is a word.').first().waitFor();
      await page.getByText('using the saved word list').waitFor();
      await browser.inspect('words-offline');
      await page.goto('/words?q=team&lexicon=little&ruleset=english');
      await page
        .getByRole('alert')
        .getByText('No connection, and this word list isn’t saved')
        .waitFor();
      await page.goto('/quiz');
      await page.getByRole('button', { name: 'all words of 2 letters' }).click();
      await page.getByRole('button', { name: 'I don’t know' }).click();
      await page.getByText('Here’s the answer.').waitFor();
      await browser.inspect('quiz-offline');
    });
  });

  test('a reviewed game opens offline at its address', async () => {
    const { page } = browser;
    await browser.open('/');
    await page.getByRole('button', { name: 'Play the computer' }).click();
    await rack(page).waitFor();
    await myTurn(page);
    await pressPass(page);
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    await ask(page, `/api/games/${id}/actions`, { action: { kind: 'resign' } });
    await browser.open(`/review/${id}`);
    await page.getByRole('grid').waitFor();
    await kept(`/api/games/${id}/gcg`, '/api/engine?', 'words?', 'model?');
    await offline(async () => {
      await page.reload();
      await page.getByRole('grid').waitFor();
    });
  });
});
