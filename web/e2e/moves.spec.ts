/** The moves of an analysed position. */
import { expect, test } from 'vitest';
import { onDesktop } from './browser';
import { analysisPage, EXIST, SEVEN } from './position';
import { longestTask } from './tasks';

/** Two tiles in the bag, and none. */
const LATE =
  '15/15/15/2LOCALE6D/4AN8I/1M2FY2HOUDANS/JO1AT1KOA1GOX1M/O2PATIBLE4A/WIZEN1PITH4L/3R9Q1/1VICENARY4I1/3U2VOUdOUNS1/1DESIRER7/6REEFING2/15 ABDEITW/ 369/447 0';
const LAST =
  '11JIAO/10GONEF/2C8I3/2I2O4IN3/2M1OP4O4/1WEBFED1HIND3/LEX2RAPID1I3/E2BUCKET2S3/E1VATUS3AG3/1Z1T1L4MU3/1O1TRANQ2Os3/GORY1R4UT3/1I6HARSLET/1D2WEAN7/1ScLERAE7 EIN/AVY 435/419 0';

onDesktop((browser) => {
  const { at, firstMove, open } = analysisPage(browser);

  test('moves are filtered by word and by square', async () => {
    await open(SEVEN);
    await firstMove().waitFor();
    await browser.page.getByRole('searchbox').fill('atherine');
    await browser.page.waitForFunction(() => document.querySelectorAll('tbody tr').length < 20);
    for (const text of await browser.page.locator('tbody tr button').allTextContents())
      expect(text.replace(/[()]/g, '').toUpperCase()).toContain('ATHERINE');
    await browser.page.getByRole('searchbox').fill('');
    await at('I9').click();
    await browser.page.getByRole('button', { name: 'only moves covering I9' }).click();
    await browser.page.waitForFunction(() =>
      [...document.querySelectorAll('tbody .place')].every(({ textContent }) =>
        /^(9|I)/.test(textContent!),
      ),
    );
  });

  test('a simulation shows win %, spread and replies, and compares a typed move', async () => {
    await open(`${EXIST} AEINRTU/ 0/32 0`);
    await firstMove().waitFor();
    const { page } = browser;
    await page.getByText('Compare your own move').click();
    const own = page.getByRole('textbox', { name: 'Your move' });
    await own.fill('pass');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByText(/pass, 0 points: not among the listed moves\. Costs/).waitFor();
    await page.getByRole('button', { name: 'Simulate' }).click();
    await page.getByRole('columnheader', { name: 'Win %' }).waitFor();
    await page.getByRole('columnheader', { name: 'Spread' }).waitFor();
    await page.getByRole('checkbox', { name: 'show replies on the board' }).check();
    await page.locator('.hot').first().waitFor();
    // Of the best move, which is drawn and named.
    await page.getByText(/^Replies to H1 \w+\(S\):/).waitFor();
    await page.locator('.laid').first().waitFor();
    // Drawing intermediate results doesn’t block the page.
    const eliminated = () => page.getByText(/\* Eliminated early/).waitFor();
    expect(await longestTask(page, eliminated)).toBeLessThanOrEqual(50);
    expect(await page.getByRole('cell', { name: 'eliminated early' }).count()).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Stop' }).click();
    // Compared moves stay, with their latest values.
    expect(await own.inputValue()).toBe('pass');
    await page.getByText(/Costs .*% win chance/).waitFor();
    await browser.inspect('analysis-ahead');
    // So do the values of moves, whichever are filtered.
    const best = (await firstMove().getByRole('button').textContent())!;
    await page.getByRole('searchbox').fill('e');
    await page.getByText('Moves without numbers weren’t simulated.').waitFor();
    expect(await firstMove().locator('.win').textContent()).toMatch(/±/);
    await page.getByRole('searchbox').fill('');
    await page.getByText('Moves without numbers weren’t simulated.').waitFor({ state: 'detached' });
    expect(await firstMove().getByRole('button').textContent()).toBe(best);
    expect(await firstMove().locator('.win').textContent()).toMatch(/±/);
  });

  test('switching games keeps a board that fits and restores one that didn’t', async () => {
    await open(SEVEN);
    await firstMove().waitFor();
    const { page } = browser;
    const game = page.getByRole('combobox', { name: 'Game' });
    const rack = page.getByRole('textbox', { name: 'Rack' });
    await game.selectOption('english-plain');
    await page.waitForURL(/ruleset=english-plain.*4EXIST6/);
    expect(await rack.inputValue()).toBe('AEINRT?');
    await game.selectOption('erudit');
    await page.getByText('To get it back, choose').waitFor();
    expect(await rack.inputValue()).toBe('');
    await browser.inspect('analysis-left');
    await game.selectOption('english-plain');
    await at('E8').getByText('E').waitFor();
    expect(await rack.inputValue()).toBe('AEINRT?');
  });

  test('operations of a CGP apply and stay in the address', async () => {
    const end = '15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AEINRT?/ 0/32 0 bb 0;';
    await open(end);
    await firstMove().waitFor();
    await browser.page.getByText('Custom rules: bb 0').waitFor();
    // Without the bonus another play is the best.
    expect(Number(await firstMove().locator('td').nth(3).textContent())).toBe(54);
    await browser.page.waitForURL(/bb\+0|bb%200/);
  });

  test('pre-endgames and endgames say what is proven', async () => {
    const { page } = browser;
    await open(LATE);
    await firstMove().waitFor();
    await page.getByRole('button', { name: 'Simulate' }).click();
    await page.getByText(/Pre-endgame: checking \d+ tile orders/).waitFor();
    await page.getByRole('columnheader', { name: 'Win %' }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText(/stopped before all \d+ tile orders were checked/).waitFor();
    await open(LAST);
    await firstMove().waitFor();
    await page.getByRole('button', { name: 'Simulate' }).click();
    await page.getByText('Endgame solved').waitFor();
    expect(await firstMove().locator('.spread').textContent()).toMatch(/^[≤≥ ]*[+−]\d+\.0$/);
    // Nothing is drawn any more, so the page shows what follows.
    await page.getByText('Compare your own move').click();
    await page.getByRole('textbox', { name: 'Your move' }).fill('pass');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByText(/the rest of the game/).waitFor();
    expect(await page.getByText(/^keeps/).count()).toBe(0);
    await browser.inspect('analysis-last');
  });

  test('the opponent’s rack is inferred from a pasted game', async () => {
    await open();
    await browser.page.getByRole('button', { name: 'Paste position' }).click();
    const game = '#player1 a Ann\n#player2 b Bob\n>a: AEINRST 8G TEN +6 6\n#rack2 AEIOUST\n';
    await browser.page.getByRole('textbox', { name: 'A position as text' }).fill(game);
    await browser.page.getByRole('button', { name: 'Open' }).click();
    await firstMove().waitFor();
    await browser.page.getByRole('checkbox', { name: /infer opponent’s rack/ }).check();
    await browser.page.getByRole('button', { name: 'Simulate' }).click();
    await browser.page.getByText('Opponent’s likely leave:').waitFor();
  });

  test('the page stays responsive while the engine works', async () => {
    await open();
    await browser.page.getByRole('textbox', { name: 'Rack' }).fill('A');
    await firstMove().waitFor();
    const longest = await longestTask(browser.page, async () => {
      await browser.page.getByRole('textbox', { name: 'Rack' }).fill('AEINR??');
      await browser.page.waitForFunction(() => /\d{2},\d{3} plays/.test(document.body.innerText));
    });
    expect(longest).toBeLessThanOrEqual(50);
  });
});
