/** A player at the keyboard, the mouse or a touch screen, in a game against the computer. */
import { expect } from 'vitest';
import { station, type Session } from './browser';
import { pressPass } from './table';

export interface Room {
  id: string;
  game: { on_turn?: number };
}

export interface Tile {
  square: string;
  letter: string;
  blank: boolean;
}

/** The new tiles of a play. */
export interface Play {
  tiles: Tile[];
  start: string;
  across: boolean;
}

export function player(browser: Session) {
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
  async function ask(path: string, data: unknown): Promise<Room> {
    await browser.page.request.post('/api/me', { data: { name: 'Ann' } });
    const answer = await browser.page.request.post(path, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as Room;
  }

  /** The new tiles of a good move, from a solver without a session. */
  async function bestPlay(): Promise<Play | undefined> {
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
  async function playOut(lay: (play: Play) => Promise<void>) {
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

  return { at, rack, turns, start, ask, bestPlay, playOut, tileOf, nameBlank, waitForTurn };
}
