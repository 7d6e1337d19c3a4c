import { expect, test } from 'vitest';
import { onDesktop } from './browser';
import { myTurn, pressPass, rack, turns } from './table';

onDesktop((browser) => {
  test('a position solved before is solved offline', async () => {
    const { page } = browser;
    const position = '15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AEINRT?/ 0/0 0';
    const path = `/analysis?${new URLSearchParams({ ruleset: 'english', position })}`;
    const solved = () =>
      page.locator('tbody tr').first().getByText('78', { exact: true }).waitFor();
    await browser.open(path);
    await solved();
    // The first visit went past the service worker, which was not there yet; it keeps the files all
    // the same.
    const kept = () =>
      page.evaluate(async () =>
        (await (await caches.open('tisane-1')).keys()).map(({ url }) => url).join('\n'),
      );
    for (const part of [
      '/assets/index',
      '/api/engine?',
      '/api/rulesets/english',
      'words?',
      'model?',
    ])
      await expect.poll(kept, { timeout: 20_000 }).toContain(part);
    try {
      await page.context().setOffline(true);
      await page.goto(path);
      await solved();
    } finally {
      await page.context().setOffline(false);
    }
    expect(await page.getByRole('main').getByText('18,363 plays').count()).toBe(1);
  });

  test('offline play starts without the server after one visit', async () => {
    // A browser that has never been here.
    const page = await browser.somebodyElse();
    const practise = page.getByRole('button', { name: 'Play offline' });
    await page.goto('/');
    const kept = () =>
      page.evaluate(async () =>
        (await (await caches.open('tisane-1')).keys()).map(({ url }) => url).join('\n'),
      );
    for (const part of [
      '/assets/worker',
      '/engine.wasm',
      '/api/bots',
      '/api/rulesets/english',
      'words?',
      'model?',
    ])
      await expect.poll(kept, { timeout: 20_000 }).toContain(part);
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText('The server doesn’t answer. You can play offline.').waitFor();
    expect(await page.getByRole('button', { name: 'Play the computer' }).count()).toBe(0);
    await practise.click();
    await rack(page).waitFor();
    await myTurn(page);
    const before = await turns(page).count();
    await pressPass(page);
    await turns(page)
      .nth(before + 1)
      .waitFor();
    await page.reload();
    await rack(page).waitFor();
    await myTurn(page);
    expect(await turns(page).count()).toBe(before + 2);
    // The engine of the table is here, too.
    await page.locator('[data-square="A1"]').click();
    await rack(page).getByRole('button', { name: /point/ }).first().click();
    await page
      .locator('.says')
      .getByText('The first play')
      .or(page.locator('.says').getByText('must'))
      .first()
      .waitFor();

    // It goes on, whatever else is tried, and no more is promised than is there.
    await page.goto('/');
    await practise.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('You have an unfinished game: English (standard), Casual.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'New game…' }).click();
    expect(
      await dialog.getByRole('combobox', { name: 'Game' }).getByRole('option').allTextContents(),
    ).toEqual(['English (standard)']);
    await page.evaluate(() => {
      const choice = JSON.parse(localStorage.getItem('tisane.choice') ?? '{}') as object;
      localStorage.setItem(
        'tisane.choice',
        JSON.stringify({ ...choice, ruleset: 'spanish', lexicon: '' }),
      );
    });
    await page.reload();
    await page.getByText('Spanish isn’t saved in this browser').waitFor();
    expect(await practise.count()).toBe(0);
    await page.getByRole('link', { name: 'Continue offline game' }).click();
    await rack(page).waitFor();
    expect(await turns(page).count()).toBe(before + 2);
  });

  test('a game opened offline says so and opens after reconnecting', async () => {
    const { page } = browser;
    await browser.open('/');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await browser.open('/');
    await page.getByRole('button', { name: 'Play the computer' }).click();
    await rack(page).waitFor();
    try {
      await page.context().setOffline(true);
      await page.reload();
      await page.getByText('The game opens as soon as the server answers.').waitFor();
      await browser.inspect('game-offline');
    } finally {
      await page.context().setOffline(false);
    }
    await rack(page).waitFor();
  });
});
