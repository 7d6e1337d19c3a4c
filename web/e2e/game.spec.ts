import { expect, inject, test } from 'vitest';
import { inBothSizes } from './browser';

inBothSizes((browser) => {
  const { size } = browser;
  const at = (name: string) => browser.page.locator(`[data-square='${name}']`);
  const rack = () => browser.page.getByRole('list', { name: 'Rack' });
  const turns = () => browser.page.locator('ol li');

  /** A game against the computer, from the first page, with one click. */
  async function start() {
    await browser.open('/');
    await browser.page.getByRole('button', { name: 'Play the computer' }).click();
    await rack().waitFor();
  }

  interface Tile {
    square: string;
    letter: string;
    blank: boolean;
  }

  /** A good move, from a solver that does not know who asks: its new tiles, or nothing where there is no play. */
  async function bestPlay(): Promise<{ tiles: Tile[]; start: string; across: boolean } | undefined> {
    const id = browser.page.url().split('/').pop()!;
    const position = (await (await browser.page.request.get(`/api/games/${id}/cgp`)).text()).trim();
    const answer = await fetch(`${inject('address')}/api/solve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ position, ruleset: 'english', top: 5 }),
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
      [...document.querySelectorAll('.square:has(.tile)')].map((square) => square.getAttribute('data-square')),
    );
    const tiles = squares.filter(({ square }) => !taken.includes(square));
    return { tiles, start: tiles[0]!.square, across };
  }

  /** Plays to the end, laying tiles in one way or another. */
  async function playOut(lay: (play: NonNullable<Awaited<ReturnType<typeof bestPlay>>>) => Promise<void>) {
    for (let turn = 0; turn < 40 && (await waitForTurn()); turn++) {
      const before = await turns().count();
      const play = await bestPlay();
      if (play) await lay(play);
      else {
        await browser.page.keyboard.press('2');
        await browser.page.getByRole('dialog').getByText('Pass this turn?').waitFor();
        await browser.page.keyboard.press('2');
      }
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

  /** Whether it is the player's turn; otherwise the game is over. The last play of the computer is accepted. */
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
    const point = size === 'phone' ? (name: string) => at(name).tap() : (name: string) => at(name).click();
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

  test('an exchange and a pass are turns, and the computer answers them', async () => {
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
    await browser.page.keyboard.press('2');
    await dialog.getByText('Pass this turn?').waitFor();
    await browser.page.keyboard.press('2');
    await turns()
      .nth(before + 2)
      .waitFor();
    await waitForTurn();
  });

  test('a whole game is played by keyboard alone', async () => {
    await start();
    await playOut(async ({ tiles, start, across }) => {
      // The arrow comes along with arrow keys.
      const [col, row] = [start.charCodeAt(0), start.slice(1)];
      await at(`${String.fromCharCode(start.startsWith('A') ? col + 1 : col - 1)}${row}`).focus();
      await browser.page.keyboard.press(start.startsWith('A') ? 'ArrowLeft' : 'ArrowRight');
      const label = await at(start).getAttribute('aria-label');
      if (label!.includes('typing across') !== across) await browser.page.keyboard.press('Enter');
      for (const { letter, blank } of tiles)
        await browser.page.keyboard.press(blank ? `Shift+${letter}` : letter.toLowerCase());
      await browser.page.keyboard.press('Enter');
    });
    await browser.inspect('result');
    await turns().first().getByRole('button').click();
    await browser.page.getByText('The board after turn 1').waitFor();
    await browser.page.getByRole('button', { name: 'Rematch' }).click();
    await rack().waitFor();
  }, 240_000);

  test.runIf(size === 'desktop')(
    'a whole game is played by mouse: every tile is dragged',
    async () => {
      await start();
      const { mouse } = browser.page;
      await playOut(async ({ tiles }) => {
        for (const tile of tiles) {
          const centre = async (box: { x: number; y: number; width: number; height: number } | null) =>
            [box!.x + box!.width / 2, box!.y + box!.height / 2] as const;
          await at(tile.square).scrollIntoViewIfNeeded();
          const from = await centre(await tileOf(tile).boundingBox());
          const to = await centre(await at(tile.square).boundingBox());
          await mouse.move(...from);
          await mouse.down();
          await mouse.move(...to, { steps: 4 });
          await mouse.up();
          if (tile.blank) await nameBlank(tile.letter);
        }
        await browser.page.getByRole('button', { name: /^Play/ }).first().click();
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
        await browser.page.getByRole('button', { name: /^Play/ }).first().tap();
        // The arrow is turned off for the next turn.
        await browser.page.keyboard.press('Escape');
      });
      await browser.inspect('result-touch');
    },
    240_000,
  );

  test('two people play through a link, and one of them comes back in the middle', async () => {
    const { page } = browser;
    await browser.open('/');
    await page.getByRole('button', { name: 'Play with friends' }).click();
    const link = await page.getByRole('textbox', { name: 'Link to this game' }).inputValue();
    const other = await browser.somebodyElse();
    await other.goto(link);
    await other.getByRole('button', { name: 'Take a seat' }).click();
    await browser.inspect('waiting');
    await page.getByRole('button', { name: 'Start' }).click();
    await rack().waitFor();
    await other.getByRole('list', { name: 'Rack' }).waitFor();

    const pass = async (whose: typeof page) => {
      await whose.locator('.says').getByText('Your turn').waitFor();
      await whose.getByRole('button', { name: /^Pass/ }).click();
      await whose.getByRole('dialog').getByRole('button', { name: /^Pass/ }).click();
    };
    const isMine = (await page.locator('.says').getByText('Your turn').count()) > 0;
    const [first, second] = isMine ? [page, other] : [other, page];
    await pass(first);
    await other.reload();
    await pass(second);
    for (const one of [page, other]) await one.locator('ol li').nth(1).waitFor();

    await page.getByRole('textbox', { name: 'Say something' }).fill('good game');
    await page.getByRole('button', { name: 'Say', exact: true }).click();
    await other.getByText('good game').waitFor();
    await other.getByRole('button', { name: 'Resign' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('heading', { name: 'You have won.' }).waitFor();
  }, 60_000);
});
