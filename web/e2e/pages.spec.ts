import { expect, test } from 'vitest';
import { inBothSizes } from './browser';

inBothSizes((browser) => {
  test('home shows the English board and every game', async () => {
    await browser.open('/');
    expect(await browser.page.getByRole('grid').getAttribute('aria-label')).toContain('TISANE');
    expect(await browser.page.getByRole('gridcell', { name: 'F8, T, 1 point' }).count()).toBe(1);
    expect(await browser.page.getByRole('main').getByRole('listitem').count()).toBeGreaterThan(50);
    await browser.inspect('home');
  });

  test('games are found while typing, and opened', async () => {
    await browser.open('/');
    await browser.page.getByLabel('Find a game or language').fill('русск');
    expect(await browser.page.getByRole('main').getByRole('listitem').count()).toBe(0);
    await browser.page.getByLabel('Find a game or language').fill('super english');
    await browser.page.getByRole('link', { name: 'Super (21×21, English)' }).click();
    await browser.page.getByRole('heading', { level: 1, name: 'Super (21×21, English)' }).waitFor();
    expect(new URL(browser.page.url()).pathname).toBe('/rulesets/english-super');
    await browser.page.goBack();
    await browser.page.getByLabel('Find a game or language').waitFor();
  });

  test('an unknown address says so', async () => {
    await browser.open('/nowhere');
    expect(await browser.page.getByRole('heading', { level: 1 }).textContent()).toBe('Nothing here');
    await browser.inspect('nowhere');
  });

  test('about thanks for the words', async () => {
    await browser.open('/about');
    await browser.page.getByRole('heading', { name: 'Words and whom to thank' }).waitFor();
    for (const summary of await browser.page.locator('summary').all()) await summary.click();
    await browser.inspect('about');
  });

  test('the whole app is in Russian when asked', async () => {
    await browser.open('/');
    await browser.page.getByLabel('Language', { exact: true }).selectOption('ru');
    await browser.page.getByRole('heading', { level: 2, name: 'Игры' }).waitFor();
    await browser.page.getByRole('button', { name: 'Играть с компьютером' }).waitFor();
    expect(await browser.page.locator('html').getAttribute('lang')).toBe('ru');
    await browser.inspect('home-ru');
    await browser.page.reload();
    await browser.page.getByRole('heading', { level: 2, name: 'Игры' }).waitFor();
    await browser.page.getByRole('link', { name: 'Английский (обычный)' }).click();
    await browser.page.getByRole('heading', { level: 1, name: 'Английский (обычный)' }).waitFor();
    await browser.page.getByText('Обычная доска 15×15.').waitFor();
    await browser.inspect('ruleset-ru');
    await browser.page.goto('/words?tool=patterns&q=%5Bab&lexicon=little');
    await browser.page.getByText('Скобка, которая открывается знаком 1').waitFor();
    await browser.inspect('words-error-ru');
  });

  test.each(['light', 'dark', 'contrast', 'wood'])(
    'every page can be read in the %s theme',
    async (theme) => {
      const { page } = browser;
      await browser.open('/rulesets/english');
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('dialog').getByLabel('Colours').selectOption(theme);
      expect(await page.locator('html').getAttribute('data-theme')).toBe(theme);
      await browser.inspect(`theme-${theme}-settings`);
      for (const path of [
        '/',
        '/rulesets/english',
        '/account',
        '/analysis',
        '/words?q=qi+foo&lexicon=little',
        '/about',
        '/nowhere',
      ]) {
        await browser.open(path);
        if (path.startsWith('/words')) await page.getByText('not a word', { exact: true }).waitFor();
        await browser.inspect(`theme-${theme}-${/\w+/.exec(path)?.[0] ?? 'home'}`);
      }
      await browser.open('/');
      await page.getByRole('button', { name: 'New game …' }).click();
      await browser.inspect(`theme-${theme}-new`);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Play the computer' }).click();
      await page.getByRole('list', { name: 'Rack' }).waitFor();
      await page.locator('.says').getByText('Your turn').waitFor();
      const free = (await page.locator('ol li').count()) === 0 ? 'H8' : 'A1';
      await page.locator(`[data-square='${free}']`).click();
      for (let n = 0; n < 2; n++) await page.getByRole('list', { name: 'Rack' }).getByRole('button').first().click();
      await page.keyboard.press('Escape');
      await browser.inspect(`theme-${theme}-game`);
    },
    90_000,
  );

  test('the system decides between light and dark', async () => {
    await browser.page.emulateMedia({ colorScheme: 'dark' });
    await browser.open('/about');
    expect(await browser.page.locator('html').getAttribute('data-theme')).toBe('dark');
    await browser.page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => browser.page.locator('html').getAttribute('data-theme')).toBe('light');
    await browser.page.emulateMedia({ colorScheme: null });
  });
});
