import { expect, test } from 'vitest';
import { inBothSizes } from './browser';

inBothSizes((browser) => {
  const rack = () => browser.page.getByRole('list', { name: 'Rack' });
  const turns = () => browser.page.locator('ol li');
  const myTurn = () => browser.page.locator('.says').getByText('Your turn').waitFor();

  test('practice needs no server: the computer answers, and the game is still there after a reload', async () => {
    await browser.open('/');
    await browser.page.getByRole('button', { name: 'Practise in this browser' }).click();
    await rack().waitFor();
    await myTurn();
    const before = await turns().count();
    await browser.page.keyboard.press('2');
    await browser.page.getByRole('dialog').getByText('Pass this turn?').waitFor();
    await browser.page.keyboard.press('2');
    await turns()
      .nth(before + 1)
      .waitFor();
    await myTurn();
    const tiles = await rack().getByRole('button').allTextContents();
    await browser.page.reload();
    await rack().waitFor();
    await myTurn();
    expect(await turns().count()).toBe(before + 2);
    expect((await rack().getByRole('button').allTextContents()).sort()).toEqual(tiles.sort());
    await browser.inspect('practice');
  });
});
