import { expect, test } from 'vitest';
import { onDesktop } from './browser';
import { myTurn, pass, rack, turns } from './table';
import { longestTask } from './tasks';

onDesktop((browser) => {
  test('an offline game survives a reload', async () => {
    await browser.open('/');
    await browser.page.getByRole('button', { name: 'Play offline' }).click();
    await rack(browser.page).waitFor();
    await myTurn(browser.page);
    const before = await turns(browser.page).count();
    await pass(browser.page, 1);
    const tiles = await rack(browser.page).getByRole('button').allTextContents();
    await browser.page.reload();
    await rack(browser.page).waitFor();
    await myTurn(browser.page);
    expect(await turns(browser.page).count()).toBe(before + 2);
    expect((await rack(browser.page).getByRole('button').allTextContents()).sort()).toEqual(
      tiles.sort(),
    );
    await browser.inspect('practice');
  });

  test('an offline game continued in another tab is picked up', async () => {
    const { page } = browser;
    await browser.open('/');
    await page.getByRole('button', { name: 'Play offline' }).click();
    await rack(page).waitFor();
    await myTurn(page);
    const before = await turns(page).count();
    const other = await page.context().newPage();
    await other.goto('/practice');
    await pass(other, 1);
    await other.close();
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await turns(page)
      .nth(before + 1)
      .waitFor();
    await pass(page, 1);
    expect(await turns(page).count()).toBe(before + 4);
  });

  test('three computers play offline', async () => {
    const { page } = browser;
    await browser.open('/');
    await page.getByRole('button', { name: 'New game…' }).click();
    const dialog = page.getByRole('dialog', { name: 'New game' });
    for (const n of [3, 4]) {
      await dialog.getByRole('button', { name: 'Add player' }).click();
      await dialog.getByRole('combobox', { name: `Player ${n}` }).selectOption('Beginner');
    }
    await dialog.getByRole('button', { name: 'Play offline' }).click();
    await rack(browser.page).waitFor();
    await myTurn(browser.page);
    await pass(page, 3);
    const names = await page
      .getByRole('list', { name: 'Players' })
      .getByRole('listitem')
      .allTextContents();
    expect(names.map((text) => /You|Casual|Beginner 2|Beginner/.exec(text)?.[0])).toEqual([
      'You',
      'Casual',
      'Beginner',
      'Beginner 2',
    ]);
  });

  test('the page stays responsive while the computer thinks', async () => {
    const { page } = browser;
    await browser.open('/');
    await page.getByRole('button', { name: 'New game…' }).click();
    const dialog = page.getByRole('dialog', { name: 'New game' });
    await dialog.getByRole('combobox', { name: 'Player 2' }).selectOption('Champion');
    await dialog.getByRole('button', { name: 'Play offline' }).click();
    await rack(browser.page).waitFor();
    await myTurn(browser.page);
    for (let turn = 0; turn < 3; turn++)
      expect(await longestTask(page, () => pass(page, 1))).toBeLessThanOrEqual(50);
  }, 120_000);
});
