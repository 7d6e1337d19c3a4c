/** Tiles on their way from the rack to the board: typed, dragged, and what they would count. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inBothSizes } from './browser';
import { ask, myTurn, rack, turns } from './table';

interface Room {
  id: string;
  game: { you: number; on_turn?: number; seats: { rack?: string[] }[] };
}

inBothSizes((browser) => {
  const { desktopTest, size } = browser;
  const at = (name: string) => browser.page.locator(`[data-square='${name}']`);

  /** Ann, on this page, moves first or second. No blanks on the racks. */
  async function table(first: boolean): Promise<{ id: string; ben: Page; racks: string[][] }> {
    const { page } = browser;
    await browser.open('/');
    const ben = await browser.somebodyElse();
    await ask(page, '/api/me', { name: 'Ann' });
    await ask(ben, '/api/me', { name: 'Ben' });
    for (;;) {
      const { id } = await ask<Room>(page, '/api/games', { ruleset: 'english', seats: 2 });
      await ask(ben, `/api/games/${id}/join`, {});
      const { game } = await ask<Room>(page, `/api/games/${id}/actions`, {
        action: { kind: 'start' },
      });
      const other = (await (await ben.request.get(`/api/games/${id}`)).json()) as Room;
      const racks = [game.seats[0]!.rack!, other.game.seats[1]!.rack!];
      if ((game.on_turn === 0) === first && !racks.flat().includes('?')) return { id, ben, racks };
    }
  }

  test('the score badge stays inside the board at every edge', async () => {
    const { page } = browser;
    const { id, ben, racks } = await table(false);
    // Whatever it is: nobody challenges it.
    await ask(ben, `/api/games/${id}/actions`, {
      action: { kind: 'move', text: `8E ${racks[1]!.join('')}` },
    });
    await page.goto(`/games/${id}`);
    await myTurn(page);
    const place = () => rack(page).boundingBox();
    const before = await place();
    await at('L8').click();
    for (let n = 0; n < 4; n++) await rack(page).getByRole('button').first().click();
    const badge = page.locator('.badge');
    await badge.waitFor();
    expect(await at('O8').locator('.badge').count()).toBe(1);
    // Screen readers announce it, too.
    const points = `${await badge.getAttribute('data-text')} points`;
    await page.getByRole('status').getByText(points).waitFor({ state: 'attached' });
    await browser.inspect('badge-at-the-edge');
    expect(await place(), 'nothing moves when Play can be pressed').toEqual(before);
    await page.keyboard.press(',');
    await page.locator('.says').getByText('Before the first turn.').waitFor();
    await browser.inspect('looking-back');
    expect(await place(), 'nor when looking back').toEqual(before);
    await page.getByRole('button', { name: 'Back to now' }).click();
    await badge.waitFor();
    const board = (await page.getByRole('grid').boundingBox())!;
    const dirs = ['ltr', 'rtl'].flatMap((dir) => ['4', '48', '148'].map((text) => ({ dir, text })));
    for (const square of ['O8', 'A1', 'O1', 'A15', 'O15', 'H1', 'H15'])
      for (const { dir, text } of dirs) {
        const box = await badge.evaluate(
          (badge, { square, dir, text }) => {
            badge.setAttribute('data-text', text);
            badge.closest('[role=grid]')!.setAttribute('dir', dir);
            document.querySelector(`[data-square='${square}']`)!.append(badge);
            return badge.getBoundingClientRect().toJSON() as DOMRect;
          },
          { square, dir, text },
        );
        const isInside =
          box.left >= board.x &&
          box.right <= board.x + board.width &&
          box.top >= board.y &&
          box.bottom <= board.y + board.height;
        expect([square, dir, text, isInside]).toEqual([square, dir, text, true]);
      }
  });

  desktopTest(
    'typing sets the arrow on an empty board, and otherwise asks for a square',
    async () => {
      const { page } = browser;
      const { id, racks } = await table(true);
      await page.goto(`/games/${id}`);
      await myTurn(page);
      await page.keyboard.press('ArrowRight');
      expect(await at('H8').getAttribute('aria-label')).toContain('typing across');
      await page.keyboard.press('Escape');
      await page.keyboard.press(racks[0]![0]!.toLowerCase());
      expect(await page.locator("[data-square='H8'].laid").count()).toBe(1);
      await page.keyboard.press('ArrowDown');

      const again = await table(false);
      await ask(again.ben, `/api/games/${again.id}/actions`, {
        action: { kind: 'move', text: `8E ${again.racks[1]!.join('')}` },
      });
      await page.goto(`/games/${again.id}`);
      await myTurn(page);
      for (const key of [again.racks[0]![0]!.toLowerCase(), 'ArrowRight']) {
        await page.keyboard.press(key);
        await page
          .locator('.says')
          .getByText('Click a square, or press Tab, to choose where to type')
          .waitFor();
        await page
          .getByRole('status')
          .getByText('Click a square, or press Tab')
          .first()
          .waitFor({ state: 'attached' });
        await browser.inspect('where-to-type');
        await at('L8').click();
        await myTurn(page);
        await page.keyboard.press('Escape');
      }
    },
  );

  test.runIf(size === 'phone')('a tap right after a quick drag is not lost', async () => {
    const { page } = browser;
    const { id } = await table(true);
    await page.goto(`/games/${id}`);
    await myTurn(page);
    const session = await page.context().newCDPSession(page);
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...touchPoints: { x: number; y: number }[]
    ) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
    const middle = async (part: Locator) => {
      const { x, y, width, height } = (await part.boundingBox())!;
      return { x: x + width / 2, y: y + height / 2 };
    };
    const from = await middle(rack(page).getByRole('button').first());
    const to = await middle(at('H8'));
    await touch('touchStart', from);
    // Lifted while it moves, as quickly as a finger flicks.
    for (const part of [0.2, 0.4, 0.6, 0.8, 1])
      await touch('touchMove', {
        x: from.x + (to.x - from.x) * part,
        y: from.y + (to.y - from.y) * part,
      });
    await touch('touchEnd');
    await page.locator("[data-square='H8'].laid").waitFor();
    await page.waitForTimeout(250); // the browser’s own click after the drag is over
    await touch('touchStart', await middle(page.getByRole('button', { name: 'More' })));
    await touch('touchEnd');
    await page.getByRole('dialog', { name: 'More' }).waitFor();
  });

  test('several selected tiles go to several squares, in order', async () => {
    const { page } = browser;
    const { id, racks } = await table(true);
    await page.goto(`/games/${id}`);
    await myTurn(page);
    const press = (part: Locator) => (size === 'phone' ? part.tap() : part.click());
    const tile = (n: number) => rack(page).getByRole('button').nth(n);
    const faces = await rack(page)
      .getByRole('button')
      .evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('aria-label')!.split(',')[0]!));
    expect([...faces].sort()).toEqual([...racks[0]!].sort());
    for (const n of [4, 0, 2, 6]) await press(tile(n));
    await press(tile(6)); // deselected
    const picked = page.locator('[data-order]');
    await expect.poll(() => picked.count()).toBe(3);
    await browser.inspect('selected-tiles');
    for (const square of ['H8', 'G8', 'I8']) await press(at(square));
    await expect.poll(() => page.locator('.square.laid').count()).toBe(3);
    const placed = await Promise.all(
      ['H8', 'G8', 'I8'].map(async (square) => (await at(square).getAttribute('aria-label'))!),
    );
    expect(placed.map((label) => /played yet, (.+?),/.exec(label)?.[1])).toEqual([
      faces[4],
      faces[0],
      faces[2],
    ]);
    expect(await rack(page).getByRole('button', { pressed: true }).count()).toBe(0);
  });

  desktopTest('Enter plays the typed tiles, whatever was clicked before', async () => {
    const { page } = browser;
    const { id, ben, racks } = await table(true);
    const word = racks[0]!.slice(0, 2).join('').toLowerCase();
    await page.goto(`/games/${id}`);
    await myTurn(page);
    await page.getByRole('button', { name: 'Shuffle' }).click();
    await at('H8').click();
    await page.keyboard.type(word);
    await page.getByRole('button', { name: 'Shuffle' }).click();
    await page.keyboard.press('Enter');
    await turns(page).nth(0).waitFor();
    await ask(ben, `/api/games/${id}/actions`, { action: { kind: 'pass' } });
    await myTurn(page);
    await turns(page).nth(0).getByRole('button').click();
    await page.keyboard.press('Escape');
    const view = (await (await page.request.get(`/api/games/${id}`)).json()) as Room;
    const letter = view.game.seats[0]!.rack!.find((face) => face !== '?')!;
    await at('H9').click();
    await page.keyboard.type(letter.toLowerCase());
    await page.keyboard.press('Enter');
    await turns(page).nth(2).waitFor();
  });

  test('looking back at a turn shows the board until a tile is moved or the game ends', async () => {
    const { page } = browser;
    const { id, ben, racks } = await table(false);
    const act = (who: Page, action: unknown) =>
      ask<Room>(who, `/api/games/${id}/actions`, { action });
    let { game } = await act(ben, { kind: 'move', text: `8E ${racks[1]!.join('')}` });
    // Up from both ends of that, tile by tile: whatever it is, nobody challenges it.
    for (let n = 0; n < 12; n++) {
      const who = game.on_turn === 0 ? page : ben;
      const view = (await (await who.request.get(`/api/games/${id}`)).json()) as Room;
      const tile = view.game.seats[view.game.you]!.rack!.find((face) => face !== '?');
      const square = { row: 6 - (n >> 1), col: n % 2 ? 10 : 4 };
      ({ game } = await act(who, { kind: 'place', tiles: [{ ...square, tile, blank: false }] }));
    }
    if (game.on_turn !== 0) await act(ben, { kind: 'pass' });
    await page.goto(`/games/${id}`);
    await myTurn(page);

    const list = page.getByRole('group', { name: 'Turns' });
    /** The newest turn is in sight, and what goes on above fades. */
    const seen = () =>
      list.evaluate((list) => {
        const last = [...list.querySelectorAll('li')].at(-1)!.getBoundingClientRect();
        const isLastSeen = last.bottom <= list.getBoundingClientRect().bottom + 0.5;
        return [isLastSeen, getComputedStyle(list, '::before').content !== 'none'];
      });
    expect(await list.evaluate((list) => list.scrollHeight > list.clientHeight)).toBe(true);
    await expect.poll(seen).toEqual([true, true]);
    await list.evaluate((list) => (list.scrollTop = 0));
    await expect.poll(seen).toEqual([false, false]);
    await list.evaluate((list) => (list.scrollTop = list.scrollHeight));
    await browser.inspect('turns');

    const isBoardSeen = () =>
      page.getByRole('grid').evaluate((board) => {
        const { top, bottom } = board.getBoundingClientRect();
        return top > -1 && bottom < innerHeight + 1; // pages are scrolled by whole pixels
      });
    const back = page.getByRole('button', { name: 'Back to now' });
    const lookBack = async () => {
      await turns(page).nth(8).getByRole('button').click();
      await back.waitFor();
      await expect.poll(isBoardSeen).toBe(true);
    };
    await lookBack();
    await browser.inspect('looking-back-at-a-turn');
    await at('A15').click();
    await back.waitFor({ state: 'detached' });
    expect(await at('A15').locator('.arrow').count()).toBe(1);
    await lookBack();
    const tile = rack(page).getByRole('button').first();
    await tile.click();
    await back.waitFor({ state: 'detached' });
    if (size === 'desktop') {
      await lookBack();
      const [from, to] = [(await tile.boundingBox())!, (await at('C12').boundingBox())!];
      await page.mouse.move(from.x + 9, from.y + 9);
      await page.mouse.down();
      await page.mouse.move(to.x + 9, to.y + 9, { steps: 4 });
      await back.waitFor({ state: 'detached' });
      expect(await at('C12').getAttribute('class')).toContain('over');
      await page.keyboard.press('Escape');
      await page.mouse.up();
    }
    await lookBack();
    await act(ben, { kind: 'resign' });
    await page.locator('#result').waitFor();
    expect(await back.count()).toBe(0);
  });

  desktopTest('button labels stay centred when their key hints are hidden', async () => {
    const { page } = browser;
    const { id } = await table(true);
    await page.goto(`/games/${id}`);
    await myTurn(page);
    const shuffle = page.getByRole('button', { name: /^Shuffle/ });
    const before = await shuffle.boundingBox();
    expect(await shuffle.locator('kbd').isVisible()).toBe(true);
    await at('H8').focus();
    expect(await shuffle.locator('kbd').isVisible()).toBe(false);
    expect(await shuffle.boundingBox()).toEqual(before);
    const word = (await shuffle.getByText('Shuffle', { exact: true }).boundingBox())!;
    expect(Math.abs(word.x + word.width / 2 - (before!.x + before!.width / 2))).toBeLessThan(1);
    await browser.inspect('on-the-board');
  });

  desktopTest('dialogs return the focus', async () => {
    const { page } = browser;
    const { id } = await table(true);
    await page.goto(`/games/${id}`);
    await myTurn(page);
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
    await page.getByRole('button', { name: 'More' }).press('Enter');
    await expect.poll(focused).toBe('More');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
    // Another dialog takes the place of this one.
    await page.getByRole('dialog').getByRole('button', { name: 'Keys' }).press('Enter');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON');
    expect(await focused()).toBe('More');
    // What is asked is answered, and the dialog is gone without having been closed.
    await page.keyboard.press('2');
    await page.getByRole('dialog').getByText('Pass this turn?').waitFor();
    await page.keyboard.press('Control+2');
    await page.getByRole('dialog').getByText('Pass this turn?').waitFor();
    await page.keyboard.press('2');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(focused).toBe('More');
  });

  desktopTest('a dragged tile is faint at its origin', async () => {
    const { page } = browser;
    const { id } = await table(true);
    await page.goto(`/games/${id}`);
    await myTurn(page);
    const tile = rack(page).getByRole('button').first();
    const opacity = () => tile.evaluate((tile) => Number(getComputedStyle(tile).opacity));
    const from = (await tile.boundingBox())!;
    const to = (await at('H8').boundingBox())!;
    await page.mouse.move(from.x + 20, from.y + 20);
    await page.mouse.down();
    expect(await opacity()).toBe(1);
    await page.mouse.move(to.x + 10, to.y + 10, { steps: 4 });
    expect(await opacity()).toBeLessThan(0.5);
    await browser.inspect('dragged');
    await page.mouse.move(from.x + 20, from.y + 20, { steps: 4 });
    await page.mouse.up();
    expect(await opacity()).toBe(1);
    expect(await page.locator('[data-dragged]').count()).toBe(0);
  });
});
