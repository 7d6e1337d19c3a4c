/** Games against the computer: whole ones, and every kind of turn. */
import { expect, test } from 'vitest';
import { inBothSizes } from './browser';
import { player } from './player';
import { pressPass } from './table';

inBothSizes((browser) => {
  const { desktopTest, size } = browser;
  const { at, rack, turns, start, playOut, tileOf, nameBlank, waitForTurn } = player(browser);

  test('one click starts a game against the computer', async () => {
    await start();
    await waitForTurn();
    expect(await rack().getByRole('listitem').count()).toBe(7);
    await browser.inspect('game');
    await browser.page.reload();
    await rack().waitFor();
    expect(await rack().getByRole('listitem').count()).toBe(7);
  });

  test('tiles are tapped onto the board, scored, recalled and shuffled', async () => {
    await start();
    await waitForTurn();
    const free = (await turns().count()) === 0 ? 'H8' : 'A1';
    const point =
      size === 'phone' ? (name: string) => at(name).tap() : (name: string) => at(name).click();
    await point(free);
    const tiles = rack().getByRole('button');
    for (let n = 0; n < 2; n++) {
      const tile = tiles.filter({ hasNotText: /^$/ }).first();
      if (size === 'phone') await tile.tap();
      else await tile.click();
    }
    expect(await browser.page.locator('.square.laid').count()).toBe(2);
    await browser.page.locator('.says strong, .says .quiet').first().waitFor();
    await browser.page.getByRole('button', { name: 'Recall' }).click();
    expect(await browser.page.locator('.square.laid').count()).toBe(0);
    expect(await rack().getByRole('listitem').count()).toBe(7);
    await browser.page.getByRole('button', { name: 'Shuffle' }).click();
    expect(await rack().getByRole('listitem').count()).toBe(7);
  });

  desktopTest('an exchange and a pass are turns, and the computer answers them', async () => {
    await start();
    await waitForTurn();
    const before = await turns().count();
    await browser.page.keyboard.press('4');
    const dialog = browser.page.getByRole('dialog');
    await dialog.getByRole('group', { name: 'Rack' }).getByRole('button').first().click();
    await browser.inspect('exchange');
    await dialog.getByRole('button', { name: /Exchange: 1 tile/ }).click();
    await turns().nth(before).waitFor();
    await waitForTurn();
    await browser.page.getByRole('button', { name: /^Exchange/ }).click();
    await dialog.getByRole('heading', { name: 'Exchange' }).waitFor();
    await browser.page.keyboard.press('-');
    await dialog.getByRole('button', { name: /Exchange: 7 tiles/ }).waitFor();
    await browser.page.keyboard.press('Escape');
    // A dialog is out of sight a moment before the page hears of it and takes keys again.
    await browser.page.locator('dialog').waitFor({ state: 'detached' });
    await browser.page.keyboard.press('$');
    await dialog.getByRole('button', { name: /Exchange: 7 tiles/ }).waitFor();
    await dialog.getByRole('group', { name: 'Rack' }).getByRole('button').first().click();
    await browser.page.keyboard.press('Enter');
    await turns()
      .nth(before + 2)
      .waitFor();
    expect(
      await turns()
        .nth(before + 2)
        .textContent(),
    ).toContain('exchange');
    await waitForTurn();
    await pressPass(browser.page);
    await turns()
      .nth(before + 4)
      .waitFor();
    await waitForTurn();
  });

  desktopTest(
    'a whole game is played by keyboard alone',
    async () => {
      await start();
      await playOut(async ({ tiles, start, across }) => {
        // The arrow comes along with arrow keys.
        const [col, row] = [start.charCodeAt(0), start.slice(1)];
        await at(`${String.fromCharCode(start.startsWith('A') ? col + 1 : col - 1)}${row}`).focus();
        await browser.page.keyboard.press(start.startsWith('A') ? 'ArrowLeft' : 'ArrowRight');
        // There the keys of these buttons lead from square to square.
        const keys = browser.page.getByRole('button', { name: /^(Shuffle|Recall)/ }).locator('kbd');
        for (const key of await keys.all()) expect(await key.isVisible()).toBe(false);
        const label = await at(start).getAttribute('aria-label');
        if (label!.includes('typing across') !== across) await browser.page.keyboard.press('Enter');
        for (const { letter, blank } of tiles)
          await browser.page.keyboard.press(blank ? `Shift+${letter}` : letter.toLowerCase());
        await browser.page.keyboard.press('Enter');
      });
      await browser.inspect('result');
      expect(await turns().locator('small').count(), 'every rack, my own too').toBe(
        await turns().count(),
      );
      await turns().first().getByRole('button').click();
      await browser.page.getByText('After turn 1.').waitFor();
      await browser.page.getByText('Words played').click();
      expect(await browser.page.locator('details li strong').first().textContent()).toMatch(
        /^[A-Z]+$/,
      );
      await browser.inspect('result-words');
      const address = new URL(browser.page.url()).pathname;
      const review = browser.page.locator('#content').getByRole('link', { name: 'Review' });
      expect(await review.getAttribute('href')).toBe(address.replace('games', 'review'));
      await browser.page.getByRole('button', { name: 'Analyse position' }).click();
      await browser.page.waitForURL('**/analysis?**');
      await browser.page.goBack();
      await browser.page.getByRole('button', { name: 'Rematch' }).click();
      await rack().waitFor();
    },
    240_000,
  );

  desktopTest(
    'a whole game is played by mouse: every tile is dragged',
    async () => {
      await start();
      const { mouse } = browser.page;
      await playOut(async ({ tiles }) => {
        for (const tile of tiles) {
          const centre = async (
            box: { x: number; y: number; width: number; height: number } | null,
          ) => [box!.x + box!.width / 2, box!.y + box!.height / 2] as const;
          await at(tile.square).scrollIntoViewIfNeeded();
          const from = await centre(await tileOf(tile).boundingBox());
          const to = await centre(await at(tile.square).boundingBox());
          await mouse.move(...from);
          await mouse.down();
          await mouse.move(...to, { steps: 4 });
          await mouse.up();
          if (tile.blank) await nameBlank(tile.letter);
        }
        await browser.page
          .getByRole('button', { name: /^Play\b/ })
          .first()
          .click();
      });
      await browser.inspect('result-mouse');
    },
    240_000,
  );

  test.runIf(size === 'phone')(
    'a whole game is played by touch: square first, then tiles',
    async () => {
      await start();
      await playOut(async ({ tiles, start, across }) => {
        await at(start).tap();
        if (!across) await at(start).tap();
        for (const tile of tiles) {
          await tileOf(tile).tap();
          if (tile.blank) await nameBlank(tile.letter);
        }
        await browser.page
          .getByRole('button', { name: /^Play\b/ })
          .first()
          .tap();
      });
      await browser.inspect('result-touch');
    },
    240_000,
  );

  desktopTest('laid tiles survive a reload, and typing continues on the board', async () => {
    await start();
    await waitForTurn();
    const { page } = browser;
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Type a move' }).click();
    await page.getByRole('textbox', { name: '8D RETAINS' }).fill('8');
    const free = (await turns().count()) === 0 ? 'H8' : 'A1';
    await at(free).click();
    const face = (await rack().getByRole('button').first().getAttribute('aria-label'))!.split(
      ',',
    )[0]!;
    if (face !== 'blank') {
      await page.keyboard.press(face.toLowerCase());
      expect(await page.locator('.square.laid').count()).toBe(1);
      // One tile is not a word, so Play stays disabled once the engine has checked it.
      if (free === 'A1')
        await expect
          .poll(() => page.getByRole('button', { name: /^Play\b/ }).isDisabled())
          .toBe(true);
      await page.reload();
      await rack().waitFor();
      await expect.poll(() => page.locator('.square.laid').count()).toBe(1);
      expect(await rack().getByRole('listitem').count()).toBe(6);
    }
  });
});
