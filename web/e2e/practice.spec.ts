import { expect, test } from 'vitest';
import { inBothSizes } from './browser';
import { longestTask } from './tasks';

inBothSizes((browser) => {
  const rack = () => browser.page.getByRole('list', { name: 'Rack' });
  const turns = () => browser.page.locator('ol li');
  const myTurn = () => browser.page.locator('.says').getByText('Your turn').waitFor();

  async function pass() {
    const before = await turns().count();
    await browser.page.keyboard.press('2');
    await browser.page.getByRole('dialog').getByText('Pass this turn?').waitFor();
    await browser.page.keyboard.press('2');
    await turns()
      .nth(before + 1)
      .waitFor();
    await myTurn();
  }

  test('practice needs no server: the computer answers, and the game is still there after a reload', async () => {
    await browser.open('/');
    await browser.page.getByRole('button', { name: 'Practise in this browser' }).click();
    await rack().waitFor();
    await myTurn();
    const before = await turns().count();
    await pass();
    const tiles = await rack().getByRole('button').allTextContents();
    await browser.page.reload();
    await rack().waitFor();
    await myTurn();
    expect(await turns().count()).toBe(before + 2);
    expect((await rack().getByRole('button').allTextContents()).sort()).toEqual(tiles.sort());
    await browser.inspect('practice');
  });

  test('practice against three computers', async () => {
    const { page } = browser;
    await browser.open('/');
    await page.getByRole('button', { name: 'New game …' }).click();
    const dialog = page.getByRole('dialog', { name: 'New game' });
    for (const n of [3, 4]) {
      await dialog.getByRole('button', { name: 'One more player' }).click();
      await dialog.getByLabel(`Player ${n}`).selectOption('computer: beginner');
    }
    await dialog.getByRole('button', { name: 'Practise in this browser' }).click();
    await rack().waitFor();
    await myTurn();
    const before = await turns().count();
    await page.keyboard.press('2');
    await page.getByRole('dialog').getByText('Pass this turn?').waitFor();
    await page.keyboard.press('2');
    await turns()
      .nth(before + 3)
      .waitFor();
    await myTurn();
    const names = await page.getByRole('list', { name: 'Players' }).getByRole('listitem').allTextContents();
    expect(names.map((text) => /You|casual|beginner 2|beginner/.exec(text)?.[0])).toEqual([
      'You',
      'casual',
      'beginner',
      'beginner 2',
    ]);
  });

  test('no frame is late while the computer thinks', async () => {
    const { page } = browser;
    await browser.open('/');
    await page.getByRole('button', { name: 'New game …' }).click();
    const dialog = page.getByRole('dialog', { name: 'New game' });
    await dialog.getByLabel('Player 2').selectOption('computer: champion');
    await dialog.getByRole('button', { name: 'Practise in this browser' }).click();
    await rack().waitFor();
    await myTurn();
    for (let turn = 0; turn < 3; turn++) expect(await longestTask(page, pass)).toBeLessThanOrEqual(50);
  }, 120_000);
});
