/** A game’s board, rack and buttons on screens of all sizes. */
import { expect, test } from 'vitest';
import { inBothSizes } from './browser';
import { player, type Play, type Room } from './player';

inBothSizes((browser) => {
  const { desktopTest, size } = browser;
  const { at, rack, turns, start, ask, bestPlay, tileOf, nameBlank, waitForTurn } = player(browser);

  desktopTest('the actions stay in sight below an announcement', async () => {
    const announcement = { id: Date.now(), text: 'Maintenance at nine', at: Date.now() };
    await browser.page.route('**/api/announcement', (route) =>
      route.fulfill({ json: { announcement } }),
    );
    await start();
    await browser.page.getByText('Maintenance at nine').waitFor();
    const { y, height } = (await browser.page.getByRole('button', { name: 'More' }).boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(browser.page.viewportSize()!.height);
    await browser.inspect('game-announcement');
  });

  test('everything needed to move is in sight', async () => {
    const upright = browser.page.viewportSize()!;
    const sideways = { width: upright.height, height: upright.width };
    for (const ruleset of ['english', 'english-super']) {
      await browser.page.setViewportSize(upright);
      await browser.open('/');
      const clock = { kind: 'game', initial: 900_000, increment: 0, overtime: null };
      const game = { ruleset, bots: ['beginner', 'beginner', 'beginner'], seats: 4, clock };
      // The player begins: bots would leave each other time for challenges.
      let begun: Room;
      do {
        const { id } = await ask('/api/games', game);
        begun = await ask(`/api/games/${id}/actions`, { action: { kind: 'start' } });
      } while (begun.game.on_turn !== 0);
      await browser.page.goto(`/games/${begun.id}`);
      await rack().waitFor();
      await waitForTurn();
      const tools = ['Shuffle', 'Recall', 'Exchange', 'Pass', 'Challenge', 'More'].map((name) =>
        browser.page.getByRole('button', { name: new RegExp(`^${name}`) }),
      );
      const play = browser.page.getByRole('button', { name: /^Play\b/ });
      const needed = [browser.page.getByRole('grid'), rack(), play, ...tools];
      // As high as browsers leave it on phones, large and small; and a small window.
      const low = [
        [412, 732],
        [390, 664],
        [360, 640],
        [375, 553],
        [320, 568],
      ].map(([width, height]) => ({ width: width!, height: height! }));
      const phones = [upright, ...low, sideways, { width: 667, height: 375 }];
      for (const held of size === 'phone' ? phones : [upright, { width: 900, height: 600 }]) {
        await browser.page.setViewportSize(held);
        for (const part of needed) {
          const box = (await part.boundingBox())!;
          const what = `${ruleset}, ${held.width}×${held.height}: ${await part.getAttribute('class')}`;
          expect([what, box.x >= 0 && box.x + box.width <= held.width]).toEqual([what, true]);
          expect(box.y, what).toBeGreaterThanOrEqual(0);
          expect(box.y + box.height, what).toBeLessThanOrEqual(held.height);
        }
        await browser.inspect(`game-${ruleset}-four-${held.width}`);
      }
    }
  });

  test.runIf(size === 'phone')(
    'a turn is played on a phone held sideways without scrolling',
    async () => {
      const { page } = browser;
      await page.setViewportSize({ width: 844, height: 390 });
      // A rack may have no play at all: then another game is begun.
      let play: Play | undefined;
      do {
        await start();
        await waitForTurn();
        play = await bestPlay();
      } while (!play);
      const before = await turns().count();
      const { tiles, start: first, across } = play;
      await at(first).tap();
      if (!across) await at(first).tap();
      for (const tile of tiles) {
        await tileOf(tile).tap();
        if (tile.blank) await nameBlank(tile.letter);
      }
      await page.getByRole('button', { name: /^Play\b/ }).tap();
      await turns().nth(before).waitFor();
      expect(await page.evaluate(() => scrollY)).toBe(0);
    },
  );

  test.runIf(size === 'phone')(
    'the largest board can be zoomed, and tiles are laid on it',
    async () => {
      const { page } = browser;
      await browser.open('/rulesets/english-super');
      await page.getByRole('button', { name: 'Play the computer' }).click();
      await rack().waitFor();
      await waitForTurn();
      const side = async () => (await at('K11').boundingBox())!.width;
      const playAt = async () =>
        (await page.getByRole('button', { name: /^Play\b/ }).boundingBox())!.y;
      const [before, there] = [await side(), await playAt()];
      await page.getByRole('button', { name: 'Zoom' }).tap();
      await expect.poll(side).toBeGreaterThan(before * 1.5);
      expect(Math.abs((await playAt()) - there), 'nothing else moves').toBeLessThan(2);
      const middle = (await at('K11').boundingBox())!;
      expect(middle.x).toBeGreaterThan(0);
      expect(middle.x + middle.width).toBeLessThan(page.viewportSize()!.width);
      const frame = (await page.locator('.frame').boundingBox())!;
      const [names, number] = [page.locator('.names'), page.getByRole('rowheader', { name: '11' })];
      expect((await names.boundingBox())!.y, 'letters stay in sight').toBeGreaterThanOrEqual(
        frame.y,
      );
      expect((await number.boundingBox())!.x, 'numbers stay in sight').toBeGreaterThanOrEqual(
        frame.x,
      );
      await browser.inspect('game-super-larger');
      await at('J14').tap();
      await rack().getByRole('button', { name: /point/ }).first().tap();
      expect(await page.locator("[data-square='J14'].laid").count()).toBe(1);
      await page.getByRole('button', { name: 'Zoom' }).tap();
      await expect.poll(side).toBe(before);
    },
  );
});
