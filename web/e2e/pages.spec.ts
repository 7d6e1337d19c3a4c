import { expect, test } from 'vitest';
import { inBothSizes } from './browser';
import { myTurn, rack, turns } from './table';

/** Of two turns, the second is a mistake. */
const GAME = `#player1 ann Ann
#player2 bob Bob
>ann: AEINRST 8D RETAINS +66 66
>bob: AEIOQUT G7 Q.T +23 23
`;

inBothSizes((browser) => {
  const { desktopTest } = browser;
  /** Lays two tiles, whatever they spell. */
  const lay = async () => {
    const { page } = browser;
    await rack(page).waitFor();
    await myTurn(page);
    const free = (await turns(page).count()) === 0 ? 'H8' : 'A1';
    await page.locator(`[data-square='${free}']`).click();
    for (let n = 0; n < 2; n++) await rack(page).getByRole('button').first().click();
    await page.keyboard.press('Escape');
  };

  test('home shows the English board and every game', async () => {
    await browser.open('/');
    expect(await browser.page.getByRole('grid').getAttribute('aria-label')).toContain('TISANE');
    expect(await browser.page.getByRole('gridcell', { name: 'F8, T, 1 point' }).count()).toBe(1);
    expect(await browser.page.getByRole('main').getByRole('listitem').count()).toBeGreaterThan(50);
    await browser.inspect('home');
  });

  desktopTest('games are found while typing, and opened', async () => {
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

  test('an unknown address is reported', async () => {
    await browser.open('/nowhere');
    expect(await browser.page.getByRole('heading', { level: 1 }).textContent()).toBe(
      'Page not found',
    );
    await browser.inspect('nowhere');
  });

  test('the about page credits the word lists', async () => {
    await browser.open('/about');
    await browser.page.getByRole('heading', { name: 'Word lists and credits' }).waitFor();
    for (const summary of await browser.page.locator('summary').all()) await summary.click();
    await browser.inspect('about');
  });

  desktopTest('the whole app can be in Russian', async () => {
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
    await browser.page.getByText('Скобка в позиции 1').waitFor();
    await browser.inspect('words-error-ru');
  });

  test.runIf(browser.size === 'desktop').each(['light', 'dark', 'contrast', 'wood'])(
    'the %s theme is chosen in the settings',
    async (theme) => {
      const { page } = browser;
      await browser.open('/rulesets/english');
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('dialog').getByLabel('Theme').selectOption(theme);
      expect(await page.locator('html').getAttribute('data-theme')).toBe(theme);
      await browser.inspect(`theme-${theme}-settings`);
      await page.reload();
      await page.getByRole('grid').waitFor();
      expect(await page.locator('html').getAttribute('data-theme')).toBe(theme);
    },
  );

  test.each([
    '/',
    '/rulesets/english',
    '/account',
    '/analysis',
    '/words?q=qi+foo&lexicon=little',
    '/about',
    '/nowhere',
  ])('%s is accessible in every theme', async (path) => {
    await browser.open(path);
    if (path.startsWith('/words'))
      await browser.page.getByText('not a word', { exact: true }).waitFor();
    await browser.inspectThemes(`page-${/\w+/.exec(path)?.[0] ?? 'home'}`);
  });

  test('a game and its lobby are accessible in every theme', async () => {
    const { page } = browser;
    await browser.open('/');
    await page.getByRole('button', { name: 'New game…' }).click();
    await browser.inspectThemes('page-new');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Play the computer' }).click();
    await lay();
    await browser.inspectThemes('page-game');
  });

  test('an offline game and its result are accessible in every theme', async () => {
    const { page } = browser;
    await browser.open('/');
    await page.getByRole('button', { name: 'Play offline' }).click();
    await lay();
    await browser.inspectThemes('page-practice');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    for (let n = 0; n < 2; n++)
      await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    // Who resigns before anybody has moved has nothing to review.
    await page.locator('#result').waitFor();
    await browser.inspectThemes('page-result');
  });

  test('a review and its shared copy are accessible in every theme', async () => {
    const { page } = browser;
    await browser.open('/review');
    await browser.inspectThemes('page-review-begin');
    await page.getByRole('textbox', { name: 'GCG' }).fill(GAME);
    await page.getByRole('button', { name: 'Review game' }).click();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('combobox', { name: 'Depth' }).selectOption('quick');
    await page.getByRole('button', { name: /Continue|Review game/ }).click();
    await page.getByRole('button', { name: 'Review again' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText(/(mistake|blunder)\. Costs/i).waitFor();
    await browser.inspectThemes('page-review');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const link = await page.getByRole('textbox', { name: 'Link for others' }).inputValue();
    await browser.open(link);
    await page.getByRole('heading', { name: 'Summary' }).waitFor();
    await browser.inspectThemes('page-shared');
  });

  test('a tracked game is accessible in every theme', async () => {
    const { page } = browser;
    await browser.open('/follow');
    await browser.inspectThemes('page-follow-begin');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('textbox', { name: 'Your rack' }).fill('aeinrst');
    await page.locator('tbody tr button').first().click();
    await browser.inspectThemes('page-follow');
  });

  test('a quiz is accessible in every theme', async () => {
    const { page } = browser;
    await browser.open('/quiz');
    await page.getByRole('combobox', { name: 'Word list' }).selectOption('little');
    await page.getByRole('button', { name: 'all words of 2 letters' }).click();
    await page.getByRole('textbox', { name: 'The word' }).fill('no');
    await page.keyboard.press('Enter');
    await page.getByText('Not quite.').waitFor();
    await browser.inspectThemes('page-quiz');
  });

  desktopTest('the system decides between light and dark', async () => {
    await browser.page.emulateMedia({ colorScheme: 'dark' });
    await browser.open('/about');
    expect(await browser.page.locator('html').getAttribute('data-theme')).toBe('dark');
    await browser.page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => browser.page.locator('html').getAttribute('data-theme')).toBe('light');
    await browser.page.emulateMedia({ colorScheme: null });
  });
});
