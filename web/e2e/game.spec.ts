import { expect, test } from 'vitest';
import { inBothSizes, station } from './browser';
import { pressPass } from './table';

inBothSizes((browser) => {
  const { desktopTest, size } = browser;
  const at = (name: string) => browser.page.locator(`[data-square='${name}']`);
  const rack = () => browser.page.getByRole('list', { name: 'Rack' });
  const turns = () => browser.page.locator('ol li');

  /** A game against the computer, from the first page, with one click. */
  async function start() {
    await browser.open('/');
    await browser.page.getByRole('button', { name: 'Play the computer' }).click();
    await rack().waitFor();
  }

  /** What the page itself would ask of the server. */
  async function ask(path: string, data: unknown): Promise<{ id: string }> {
    await browser.page.request.post('/api/me', { data: { name: 'Ann' } });
    const answer = await browser.page.request.post(path, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as { id: string };
  }

  interface Tile {
    square: string;
    letter: string;
    blank: boolean;
  }

  /** The new tiles of a good move, from a solver without a session. */
  async function bestPlay(): Promise<
    { tiles: Tile[]; start: string; across: boolean } | undefined
  > {
    const id = browser.page.url().split('/').pop()!;
    const position = (await (await browser.page.request.get(`/api/games/${id}/cgp`)).text()).trim();
    const answer = await fetch(`${station().address}/api/solve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ position, ruleset: 'english', top: 200 }),
    });
    const { lines } = (await answer.json()) as { lines: { move: string }[] };
    const move = lines.map(({ move }) => move).find((move) => /^[0-9A-Z]+ /.test(move));
    if (!move) return undefined;
    const [place, word] = move.split(' ') as [string, string];
    const across = /^\d/.test(place);
    const row = Number(/\d+/.exec(place)![0]);
    const col = /[A-Z]/.exec(place)![0].charCodeAt(0);
    const squares = [...word].map((letter, n) => ({
      square: `${String.fromCharCode(across ? col + n : col)}${across ? row : row + n}`,
      letter: letter.toUpperCase(),
      blank: letter !== letter.toUpperCase(),
    }));
    const taken = await browser.page.evaluate(() =>
      [...document.querySelectorAll('.square:has(.tile)')].map((square) =>
        square.getAttribute('data-square'),
      ),
    );
    const tiles = squares.filter(({ square }) => !taken.includes(square));
    return { tiles, start: tiles[0]!.square, across };
  }

  /** Plays to the end, laying tiles in one way or another. */
  async function playOut(
    lay: (play: NonNullable<Awaited<ReturnType<typeof bestPlay>>>) => Promise<void>,
  ) {
    for (let turn = 0; turn < 40 && (await waitForTurn()); turn++) {
      const before = await turns().count();
      const play = await bestPlay();
      if (play) await lay(play);
      else await pressPass(browser.page);
      await turns().nth(before).waitFor();
    }
    await browser.page.locator('#result').waitFor();
  }

  const tileOf = ({ letter, blank }: Tile) =>
    rack()
      .getByRole('button', { name: blank ? 'blank' : new RegExp(`^${letter},`) })
      .first();
  const nameBlank = (letter: string) =>
    browser.page.getByRole('dialog').getByRole('button', { name: letter, exact: true }).click();

  /** Whether it is the player’s turn; if not, the game is over. */
  async function waitForTurn(): Promise<boolean> {
    const mine = browser.page.locator('.says').getByText('Your turn');
    const accept = browser.page.getByRole('button', { name: 'Accept' });
    const over = browser.page.locator('#result');
    await mine.or(accept).or(over).first().waitFor({ timeout: 25_000 });
    if (await accept.count()) {
      await accept.click();
      await over.waitFor();
    }
    return (await over.count()) === 0;
  }

  test('one click starts a game against the computer, and its page is in order', async () => {
    await start();
    await waitForTurn();
    expect(await rack().getByRole('listitem').count()).toBe(7);
    await browser.inspect('game');
    await browser.page.reload();
    await rack().waitFor();
    expect(await rack().getByRole('listitem').count()).toBe(7);
  });

  test('tiles are tapped onto the board, scored, taken back and shuffled', async () => {
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

  test('all that is needed to move is in sight', async () => {
    const upright = browser.page.viewportSize()!;
    const sideways = { width: upright.height, height: upright.width };
    for (const ruleset of ['english', 'english-super']) {
      await browser.page.setViewportSize(upright);
      await browser.open('/');
      const clock = { kind: 'game', initial: 900_000, increment: 0, overtime: null };
      const game = { ruleset, bots: ['beginner', 'beginner', 'beginner'], seats: 4, clock };
      const { id } = await ask('/api/games', game);
      await ask(`/api/games/${id}/actions`, { action: { kind: 'start' } });
      await browser.page.goto(`/games/${id}`);
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
    'a turn is played on a phone held sideways, and nothing is scrolled',
    async () => {
      const { page } = browser;
      await page.setViewportSize({ width: 844, height: 390 });
      // A rack may have no play at all: then another game is begun.
      let play: Awaited<ReturnType<typeof bestPlay>>;
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
    'the largest board can be shown larger, and tiles are laid there',
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

  desktopTest(
    'tiles that are laid are still there after a reload, and typing goes to the board again',
    async () => {
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
    },
  );
});
