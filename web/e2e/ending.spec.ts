/** The last play waits for the opponents to accept or challenge it. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inBothSizes } from './browser';
import { bestMoves } from './solver';
import { ask, rack } from './table';

interface Room {
  id: string;
  game: { on_turn?: number; you: number; phase: string; turns: { seat: number }[] };
}

inBothSizes((browser) => {
  const { size } = browser;
  const NAMES = ['Ann', 'Benjamin', 'Dora'];

  /** A game of three that plays itself until somebody goes out; that player comes first. */
  async function played(): Promise<{ id: string; pages: Page[] }> {
    await browser.open('/');
    const people = [browser.page, await browser.somebodyElse(), await browser.somebodyElse()];
    for (const [seat, page] of people.entries()) await ask(page, '/api/me', { name: NAMES[seat] });
    for (;;) {
      const { id, game } = await playedBy(people);
      if (game.phase !== 'last_challenge') continue;
      const out = game.turns.at(-1)!.seat;
      return { id, pages: [people[out]!, ...people.filter((_, seat) => seat !== out)] };
    }
  }

  async function playedBy(people: Page[]): Promise<Room> {
    const { id } = await ask<Room>(people[0]!, '/api/games', { ruleset: 'english', seats: 3 });
    const address = `/api/games/${id}`;
    for (const page of people.slice(1)) await ask(page, `${address}/join`, {});
    let room = await ask<Room>(people[0]!, `${address}/actions`, { action: { kind: 'start' } });
    while (room.game.on_turn !== undefined) {
      const page = people[room.game.on_turn]!;
      const position = (await (await page.request.get(`${address}/cgp`)).text()).trim();
      const [text] = await bestMoves(position, 1);
      room = await ask<Room>(page, `${address}/actions`, { action: { kind: 'move', text } });
    }
    return room;
  }

  const says = (page: Page, text: string) => page.locator('.says').getByText(text);
  /** Nothing of it is cut off. */
  const isWhole = (page: Page) =>
    page.locator('.says').evaluate((line) => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = line;
      return scrollWidth <= clientWidth && scrollHeight <= clientHeight;
    });

  test('everyone sees who must accept the last play, and results fit one line', async () => {
    const { id, pages } = await played();
    const [out, first, second] = pages as [Page, Page, Page];
    for (const page of pages) {
      await page.goto(`/games/${id}`);
      await rack(page).waitFor();
    }
    const name = async (page: Page) =>
      NAMES[((await (await page.request.get(`/api/games/${id}`)).json()) as Room).game.you]!;
    const [one, other] = (await Promise.all([name(first), name(second)])).sort();
    await says(out, `Waiting for ${one} and ${other} to accept or challenge`).waitFor();
    expect(await isWhole(out)).toBe(true);
    expect(await out.locator('.mark').filter({ hasText: '▶' }).count()).toBe(2);

    const sentence = says(first, 'This play ends the game. Accept or challenge it.');
    await sentence.waitFor();
    expect(await isWhole(first)).toBe(true);
    // The own tile is still on the board, and Accept ignores it.
    const free = first.locator('.square.open').first();
    if (size === 'phone') await free.tap();
    else await free.click();
    const tile = rack(first).getByRole('button').first();
    const isBlank = (await tile.getAttribute('aria-label')) === 'blank';
    if (size === 'phone') await tile.tap();
    else await tile.click();
    if (isBlank)
      await first.getByRole('dialog').getByRole('button', { name: 'A', exact: true }).click();
    expect(await first.locator('.square.laid').count()).toBe(1);
    await sentence.waitFor();
    const accept = first.getByRole('button', { name: 'Accept' });
    const box = (await accept.boundingBox())!;
    expect(box.y + box.height, 'Accept is in sight').toBeLessThanOrEqual(
      first.viewportSize()!.height,
    );
    // It stands where no button was: Play stays in its place, and does nothing.
    const play = first.getByRole('button', { name: /^Play\b/ });
    const there = (await play.boundingBox())!;
    expect(await play.isDisabled()).toBe(true);
    const isBeside =
      box.y >= there.y + there.height ||
      there.y >= box.y + box.height ||
      box.x >= there.x + there.width ||
      there.x >= box.x + box.width;
    expect(isBeside, 'Accept is not where Play is').toBe(true);
    if (first === browser.page) await browser.inspect('last-play');
    await accept.click();
    await says(first, `Waiting for ${await name(second)} to accept or challenge`).waitFor();
    const after = (await play.boundingBox())!;
    expect([after.x, after.y].map(Math.round), 'nothing moves').toEqual(
      [there.x, there.y].map(Math.round),
    );
    await second.getByRole('button', { name: 'Accept' }).click();
    for (const page of pages) {
      await page.locator('#result').waitFor();
      const heights = await page
        // Not the row's: a long rack may take two lines on a phone.
        .locator('#result ~ table th bdi')
        .evaluateAll((names) => names.map((name) => name.getBoundingClientRect().height));
      for (const height of heights) expect(height, 'a name is one line').toBeLessThan(36);
    }
    await browser.inspect('last-play-result');
  }, 180_000);
});
