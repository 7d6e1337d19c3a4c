/** News for players: recent turns, chat, a lost network, and their turn. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inBothSizes } from './browser';
import { ask, myTurn, pass, pressPass, rack, turns } from './table';

interface Room {
  id: string;
  game: { on_turn?: number; turn: number };
}

inBothSizes((browser) => {
  const { desktopTest, size } = browser;
  /** Three players: Ann on this page, then Ben and Cat. */
  async function table(): Promise<{ id: string; ben: Page; cat: Page }> {
    const { page } = browser;
    await browser.open('/');
    const [ben, cat] = [await browser.somebodyElse(), await browser.somebodyElse()];
    const people = { Ann: page, Ben: ben, Cat: cat };
    for (const [name, who] of Object.entries(people)) await ask(who, '/api/me', { name });
    for (;;) {
      const { id } = await ask<Room>(page, '/api/games', { ruleset: 'english', seats: 3 });
      await ask(ben, `/api/games/${id}/join`, {});
      await ask(cat, `/api/games/${id}/join`, {});
      const { game } = await ask<Room>(page, `/api/games/${id}/actions`, {
        action: { kind: 'start' },
      });
      if (game.on_turn === 0) return { id, ben, cat };
    }
  }

  const act = <T>(page: Page, id: string, action: unknown) =>
    ask<T>(page, `/api/games/${id}/actions`, { action });
  const rackOf = async (page: Page, id: string) => {
    const { game } = (await (await page.request.get(`/api/games/${id}`)).json()) as {
      game: { you: number; seats: { rack: string[] }[] };
    };
    return game.seats[game.you]!.rack;
  };

  test('recent turns are listed beside the rack and lead to the score sheet', async () => {
    const { page } = browser;
    const { id, ben, cat } = await table();
    await page.goto(`/games/${id}`);
    await myTurn(page);
    const news = page.locator('.news');
    const isShown = size === 'phone';
    expect(await news.isVisible()).toBe(isShown);
    expect(await news.textContent()).toContain('Double challenge:');
    await act(page, id, { kind: 'pass' });
    const tiles = await rackOf(ben, id);
    await act(ben, id, { kind: 'exchange', tiles: tiles.slice(0, 3) });
    await act(cat, id, { kind: 'pass' });
    await myTurn(page);
    await expect.poll(() => news.textContent()).toContain('Ben exchanged 3 · Cat passed');
    await browser.inspect('since');
    if (!isShown) return;
    await news.tap();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('sheet');
    await expect
      .poll(() =>
        page
          .locator('#sheet')
          .evaluate((heading) => heading.getBoundingClientRect().top < innerHeight),
      )
      .toBe(true);
  });

  test('a challenge against my word and new messages are reported', async () => {
    const { page } = browser;
    const { id, ben, cat } = await table();
    await page.goto(`/games/${id}`);
    await myTurn(page);
    const tiles = (await rackOf(page, id)).filter((face) => face !== '?');
    const vowel = (face: string) => Number('AEIOU'.includes(face));
    const word = tiles
      .sort((a, b) => vowel(a) - vowel(b))
      .slice(0, 5)
      .join('');
    await act(page, id, { kind: 'move', text: `8F ${word}` });
    await act(ben, id, { kind: 'challenge' });
    await act(ben, id, { kind: 'pass' });
    await ask(ben, `/api/games/${id}/chat`, { text: 'sorry' });
    await act(cat, id, { kind: 'pass' });
    await myTurn(page);
    await expect
      .poll(() => page.locator('.news').textContent())
      .toContain(`Your ${word} was challenged off by Ben · Ben passed`);
    if (size === 'desktop') return;
    const unread = page.getByRole('button', { name: '1 new message' });
    await unread.tap();
    await page.getByText('sorry').waitFor();
    await unread.waitFor({ state: 'detached' });
  });

  test.runIf(size === 'phone')(
    'the turns of three opponents fit beside a new message',
    async () => {
      const { page } = browser;
      await browser.open('/');
      const others = [
        await browser.somebodyElse(),
        await browser.somebodyElse(),
        await browser.somebodyElse(),
      ];
      const people = [page, ...others];
      for (const [seat, name] of ['Ann', 'Benjamin', 'Constance', 'Dorothea'].entries())
        await ask(people[seat]!, '/api/me', { name });
      const { id } = await ask<Room>(page, '/api/games', { ruleset: 'english', seats: 4 });
      for (const other of others) await ask(other, `/api/games/${id}/join`, {});
      let { game } = await ask<Room>(page, `/api/games/${id}/actions`, {
        action: { kind: 'start' },
      });
      await page.goto(`/games/${id}`);
      while (game.on_turn !== 0)
        ({ game } = await act<Room>(people[game.on_turn!]!, id, { kind: 'pass' }));
      await act(page, id, { kind: 'pass' });
      // Across the middle, down from there, and across again.
      const squares = [
        (n: number) => ({ row: 7, col: 7 + n }),
        (n: number) => ({ row: 8 + n, col: 7 }),
        (n: number) => ({ row: 12, col: 8 + n }),
      ];
      for (const [at, other] of others.entries()) {
        const faces = (await rackOf(other, id)).filter((face) => face !== '?').slice(0, 5);
        const tiles = faces.map((tile, n) => ({ ...squares[at]!(n), tile, blank: false }));
        await act(other, id, { kind: 'place', tiles });
      }
      await myTurn(page);
      const isWhole = () =>
        page.locator('.news').evaluate((news) => news.scrollHeight <= news.clientHeight + 1);
      await expect.poll(() => page.locator('.news').textContent()).toContain('Dorothea played');
      expect(await isWhole()).toBe(true);
      await ask(others[0]!, `/api/games/${id}/chat`, { text: 'well played' });
      await page.getByRole('button', { name: '1 new message' }).waitFor();
      expect(await isWhole()).toBe(true);
      await browser.inspect('since-four');
    },
  );

  desktopTest('a message written offline stays in its field with the reason', async () => {
    const { page } = browser;
    const { id, ben } = await table();
    await page.goto(`/games/${id}`);
    await ben.goto(`/games/${id}`);
    await myTurn(page);
    const field = page.getByRole('textbox', { name: 'Message' });
    const notice = page.locator('section').filter({ has: field }).getByRole('alert');
    try {
      await page.context().setOffline(true);
      await page.locator('.link').waitFor();
      await field.fill('are you there?');
      await page.keyboard.press('Enter');
      await notice.getByText('Send it again when it’s back').waitFor();
      expect(await field.inputValue()).toBe('are you there?');
      await browser.inspect('chat-offline');
    } finally {
      await page.context().setOffline(false);
    }
    await page.locator('.link').waitFor({ state: 'detached' });
    await field.press('Enter');
    await ben.getByText('are you there?').waitFor();
    await expect.poll(() => field.inputValue()).toBe('');
    expect(await notice.count()).toBe(0);
  });

  test('a lost connection is shown, and laid tiles stay', async () => {
    const { page } = browser;
    await browser.open('/');
    await page.getByRole('button', { name: 'Play the computer' }).click();
    await rack(page).waitFor();
    await myTurn(page);
    const free = (await page.locator('ol li').count()) === 0 ? 'H8' : 'A1';
    const notice = page.locator('.link');
    const top = () => rack(page).evaluate((rack) => rack.getBoundingClientRect().top);
    const before = await top();
    try {
      await page.context().setOffline(true);
      await notice.getByText('Connection lost. Reconnecting…').waitFor();
      await browser.inspect('offline');
      expect(await top(), 'nothing moves for it').toBe(before);
      const isFree = (parts: Element[]) =>
        parts.map((part) => {
          const { left, top, width, height } = part.getBoundingClientRect();
          return part.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        });
      expect(
        await page.locator('header a, header button, .tool, .play').evaluateAll(isFree),
      ).not.toContain(false);
      await page.locator(`[data-square='${free}']`).click();
      await rack(page).getByRole('button', { name: /point/ }).first().click();
      await notice.getByText('No connection').waitFor();
    } finally {
      await page.context().setOffline(false);
    }
    await notice.waitFor({ state: 'detached' });
    expect(await page.locator('.square.laid').count()).toBe(1);
    await page.getByRole('button', { name: 'Recall' }).click();
    await pass(page, 1);
  });

  desktopTest('a move made offline waits, can be cancelled, and is sent once', async () => {
    const { page } = browser;
    await browser.open('/');
    await page.getByRole('button', { name: 'Play the computer' }).click();
    await rack(page).waitFor();
    await myTurn(page);
    const before = await turns(page).count();
    const held = page.getByRole('status').getByText('Your move will be sent');
    try {
      await page.context().setOffline(true);
      await page.locator('.link').waitFor();
      await pressPass(page);
      await held.waitFor();
      await browser.inspect('held');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await held.waitFor({ state: 'detached' });
      await pressPass(page);
      await held.waitFor();
    } finally {
      await page.context().setOffline(false);
    }
    await held.waitFor({ state: 'detached' });
    await turns(page)
      .nth(before + 1)
      .waitFor();
    await myTurn(page);
    expect(await turns(page).count()).toBe(before + 2);
  });

  /** Notices and tones as the page asks the browser for them. */
  interface Heard {
    notices: { title: string; body: string }[];
    tones: number;
  }

  desktopTest('sounds and notices are off by default and report my turn once enabled', async () => {
    const page = await browser.somebodyElse();
    await page.addInitScript(() => {
      const heard: Heard = { notices: [], tones: 0 };
      Object.assign(window, { heard });
      class Quiet {
        static permission = 'default';
        static requestPermission = () => Promise.resolve((Quiet.permission = 'granted'));
        constructor(title: string, { body }: { body: string }) {
          heard.notices.push({ title, body });
        }
      }
      Object.assign(window, { Notification: Quiet });
      Object.defineProperty(navigator, 'serviceWorker', { value: undefined });
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (when) {
        heard.tones++;
        start.call(this, when);
      };
    });
    const heard = () => page.evaluate(() => (window as unknown as { heard: Heard }).heard);
    const hide = (hidden: boolean) =>
      page.evaluate(
        (hidden) =>
          Object.defineProperty(document, 'hidden', { value: hidden, configurable: true }),
        hidden,
      );

    await page.goto('/');
    await page.getByRole('button', { name: 'Play the computer' }).click();
    await rack(page).waitFor();
    await myTurn(page);
    await hide(true);
    await pass(page, 1);
    expect(await heard()).toEqual({ notices: [], tones: 0 });

    await hide(false);
    await page.getByRole('button', { name: 'Settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Settings' });
    expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(0);
    await dialog.getByLabel('Sounds in games').check();
    await dialog.getByLabel('Notify me of my turn').check();
    await page.keyboard.press('Escape');
    const { tones } = await heard();
    expect(tones, 'the choice is heard').toBeGreaterThan(0);
    await pass(page, 1);
    expect((await heard()).notices, 'who looks at the page needs no notice').toEqual([]);
    expect((await heard()).tones).toBeGreaterThan(tones);
    await hide(true);
    await pass(page, 1);
    expect((await heard()).notices).toEqual([
      { title: 'Your turn', body: expect.stringContaining('Casual') as string },
    ]);

    await hide(false);
    await page.getByRole('button', { name: 'Settings' }).click();
    for (const sound of ['Your turn', 'Opponent’s move']) await dialog.getByLabel(sound).uncheck();
    await dialog.getByLabel('Colour tiles by player').check();
    await page.keyboard.press('Escape');
    const before = await heard();
    await pass(page, 1);
    expect((await heard()).tones, 'these two are silent').toBe(before.tones);
    expect(
      await page.locator('[class*="of-seat-"] .tile').count(),
      'tiles say whose they are',
    ).toBeGreaterThan(1);
  });
});
