import { expect, test } from 'vitest';
import { inBothSizes } from './browser';

inBothSizes((browser) => {
  const { desktopTest } = browser;
  const at = (name: string) => browser.page.locator(`[data-square='${name}']`);
  const begin = async () => {
    await browser.open('/follow');
    await browser.page.getByRole('combobox', { name: 'Word list' }).selectOption('english');
    await browser.page.getByRole('button', { name: 'Start' }).click();
    await browser.page.getByRole('grid').waitFor();
  };

  test('a game is tracked with best moves, places, undo and storage', async () => {
    await begin();
    const { page } = browser;
    await page.getByRole('textbox', { name: 'Your rack' }).fill('aeinrst');
    await page.locator('tbody tr button').first().click();
    await page.getByRole('button', { name: /^Enter 8/ }).click();
    await page.getByRole('heading', { name: 'Opponent’s turn' }).waitFor();
    await page.getByRole('textbox', { name: 'Opponent’s move' }).fill('team');
    await page.getByRole('button', { name: 'Enter', exact: true }).click();
    await page.getByText('Where was it played?').waitFor();
    await browser.inspect('companion');
    const place = page.locator('.way').first();
    const score = await place.locator('strong').textContent();
    await place.click();
    await page.getByRole('heading', { name: 'Your turn' }).waitFor();
    await page.getByText(`${score} points`, { exact: true }).waitFor();
    // What was played last stands with what takes it back.
    const last = page.locator('.last', { has: page.getByRole('button', { name: 'Undo' }) });
    await last.getByText(`, ${score} points`).waitFor();
    await last.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'Opponent’s turn' }).waitFor();
    await page.getByRole('combobox', { name: 'Exchange' }).selectOption('3');
    await page.locator('.last').getByText('exchange 3').waitFor();
    await page.reload();
    await page.getByRole('button', { name: /^You 6\d – Opponent 0/ }).click();
    await page.locator('.turns').getByText('exchange 3').waitFor();
    // It is forgotten only by those who say so twice.
    await page.getByRole('button', { name: 'Other games' }).click();
    const forget = page.getByRole('main').getByRole('button', { name: /^Delete You/ });
    await forget.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await forget.click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete You/ })
      .click();
    await forget.waitFor({ state: 'detached' });
  });

  desktopTest('the bag count equals the analysis of the same board', async () => {
    await begin();
    const { page } = browser;
    await page.getByText('100 tiles, 86 in the bag').waitFor();
    await page.getByRole('textbox', { name: 'Your rack' }).fill('aeinrst');
    await page.getByText('93 tiles, 86 in the bag').waitFor();
    await browser.open('/analysis?ruleset=english');
    await page.getByText('100 tiles, 86 in the bag').waitFor();
    await page.getByRole('textbox', { name: 'Rack' }).fill('aeinrst');
    await page.getByText('93 tiles, 86 in the bag').waitFor();
  });

  desktopTest('impossible entries are refused, and a phony can be challenged off', async () => {
    await begin();
    const { page } = browser;
    await page.getByRole('textbox', { name: 'Your rack' }).fill('qqaa');
    await page.getByRole('alert').getByText('extra: Q').waitFor();
    await page.getByRole('textbox', { name: 'Your rack' }).fill('aeinrst');
    const enter = async (text: string) => {
      await page.getByRole('textbox', { name: 'Your move' }).fill(text);
      await page.getByRole('button', { name: 'Enter', exact: true }).click();
    };
    await enter('8d zzz');
    await page.getByRole('alert').waitFor();
    // What may be a word or a pass is not written down before it is clear.
    await enter('pass');
    await page.getByText('PASS is also a word. For a pass, press Pass.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await enter('8g tirn');
    await page.getByText('On the board but not in the word list: TIRN').waitFor();
    await page.getByRole('button', { name: 'Challenged off' }).click();
    await expect.poll(() => at('H8').getAttribute('aria-label')).toContain('empty');
    await page.getByRole('heading', { name: 'Opponent’s turn' }).waitFor();
  });

  desktopTest('remaining tiles are added after the game', async () => {
    await begin();
    const { page } = browser;
    for (let turn = 0; turn < 6; turn++) {
      await page.getByRole('button', { name: 'Pass', exact: true }).click();
      await page.locator('.turns li').nth(turn).waitFor();
    }
    await page.getByRole('heading', { name: 'Game over' }).waitFor();
    await page.getByRole('textbox', { name: 'Remaining tiles: You' }).fill('qz');
    await page.getByRole('textbox', { name: 'Remaining tiles: Opponent' }).fill('ee');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByText('Remaining tiles are included.').waitFor();
    expect(await page.locator('.scores li strong').allTextContents()).toEqual(['-20', '-2']);
    await browser.inspect('companion-over');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'Opponent’s turn' }).waitFor();
  });

  desktopTest('viewers with a link see later moves but no rack', async () => {
    await begin();
    const { page } = browser;
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const link = await page.getByRole('textbox', { name: 'Link for others' }).inputValue();
    await page.keyboard.press('Escape');
    const other = await browser.somebodyElse();
    await other.goto(link);
    await other.getByText('No turns yet.').waitFor();
    await page.getByRole('textbox', { name: 'Your rack' }).fill('teaqzjx');
    await page.getByText('93 tiles, 86 in the bag').waitFor();
    await page.getByRole('textbox', { name: 'Your move' }).fill('8g tea');
    await page.getByRole('button', { name: 'Enter', exact: true }).click();
    await page.getByRole('heading', { name: 'Opponent’s turn' }).waitFor();
    await other.getByText('8G TEA', { exact: true }).waitFor();
    await other.getByText('97 tiles, 83 in the bag').waitFor();
    expect(await other.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  });
});
