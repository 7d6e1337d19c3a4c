import { expect, test } from 'vitest';
import { inBothSizes } from './browser';

inBothSizes((browser) => {
  test('what was solved once is solved without the server, too', async () => {
    const { page } = browser;
    const position = '15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AEINRT?/ 0/0 0';
    const path = `/analysis?${new URLSearchParams({ ruleset: 'english', position })}`;
    const solved = () => page.locator('tbody tr').first().getByText('78', { exact: true }).waitFor();
    await browser.open(path);
    await solved();
    await page.evaluate(() => navigator.serviceWorker.ready);
    // The first visit went past the service worker, which was not there yet.
    await browser.open(path);
    await solved();
    try {
      await page.context().setOffline(true);
      await page.goto(path);
      await solved();
    } finally {
      await page.context().setOffline(false);
    }
    expect(await page.getByRole('main').getByText('18,363 plays').count()).toBe(1);
  });
});
