/** How games begin: from their own pages, with the rules in sight; and how one gets out again. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { onDesktop } from './browser';
import { ask, rack } from './table';

interface Room {
  id: string;
  game: { challenge: { rule: string }; on_turn?: number };
}

onDesktop((browser) => {
  const room = async (page: Page) =>
    (await (await page.request.get(`/api${new URL(page.url()).pathname}`)).json()) as Room;

  test('a ruleset’s page starts a game against the computer or with friends', async () => {
    const { page } = browser;
    await browser.open('/rulesets/english-super');
    await page.getByRole('button', { name: 'Play the computer' }).click();
    await rack(page).waitFor();
    await page.getByRole('grid', { name: 'Board of Super (21×21, English)' }).waitFor();
    await page.goto('/');
    await page.getByText('Super (21×21, English), Casual, no clock').waitFor();
    await browser.open('/rulesets/spanish');
    await page.getByRole('button', { name: 'Play with friends' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Ann');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('textbox', { name: 'Link to this game' }).waitFor();
    await browser.open('/rulesets/hebrew');
    expect(await page.getByRole('button', { name: /^Play / }).count()).toBe(0);
  });

  test('against the computer an invalid word is refused, as the dialog said', async () => {
    const { page } = browser;
    await browser.open('/');
    await page.getByRole('button', { name: 'New game…' }).click();
    const dialog = page.getByRole('dialog', { name: 'New game' });
    await dialog.getByText('Invalid words can’t be played.').waitFor();
    await dialog.getByRole('combobox', { name: 'Player 2' }).selectOption('Person');
    await dialog.getByText('Double challenge:').waitFor();
    await dialog.getByRole('combobox', { name: 'Player 2' }).selectOption('Beginner');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await rack(page).waitFor();
    const { challenge } = (await room(page)).game;
    expect(challenge).toEqual({ rule: 'void' });
    expect(await page.getByRole('button', { name: /^Challenge/ }).count()).toBe(0);

    // The same again until the first turn is the player's.
    for (let first: number | undefined = 1; first !== 0;) {
      const { id } = await ask<Room>(page, '/api/games', {
        ruleset: 'english',
        bots: ['beginner'],
        challenge,
      });
      const { game } = await ask<Room>(page, `/api/games/${id}/actions`, {
        action: { kind: 'start' },
      });
      first = game.on_turn;
      if (first === 0) await page.goto(`/games/${id}`);
    }
    await page.locator('.says').getByText('Your turn').waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Type a move' }).click();
    const tiles = await rack(page)
      .getByRole('button', { name: /point/ })
      .evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('aria-label')!.split(',')[0]!));
    // Five consonants, or as many as there are, are no word.
    const isVowel = (face: string) => Number('AEIOU'.includes(face));
    const word = tiles
      .sort((a, b) => isVowel(a) - isVowel(b))
      .slice(0, 5)
      .join('');
    await page.getByRole('textbox', { name: '8D RETAINS' }).fill(`8F ${word}`);
    await page.getByRole('button', { name: 'Enter', exact: true }).click();
    await page.getByRole('alert').getByText(`Not in the word list: ${word}.`).waitFor();
    await page.getByRole('textbox', { name: '8D RETAINS' }).fill('pass');
    await page.getByRole('button', { name: 'Enter', exact: true }).click();
    await page.locator('ol li').first().waitFor();
  });

  test('a guest with a link sees the rules before joining, and leaving leads home', async () => {
    const { page } = browser;
    await browser.open('/');
    const host = await browser.somebodyElse();
    await ask(host, '/api/me', { name: 'Ann' });
    const clock = { kind: 'game', initial: 900_000, increment: 0, overtime: null };
    const { id } = await ask<Room>(host, '/api/games', {
      ruleset: 'english',
      lexicon: 'little',
      clock,
    });
    await page.goto(`/games/${id}`);
    await page.getByRole('button', { name: 'Join game' }).waitFor();
    const facts = page.locator('dl');
    await facts.getByText('15 minutes each').waitFor();
    await facts.getByText('Little English').waitFor();
    await facts.getByText('Double challenge:').waitFor();
    await browser.inspect('waiting-joiner');
    await page.getByRole('button', { name: 'Join game' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('button', { name: 'Play the computer' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    expect((await (await host.request.get(`/api/games/${id}`)).json()).game.seats.length).toBe(1);
  });

  test('public games can be watched from the home page', async () => {
    const { page } = browser;
    await browser.open('/');
    const [ann, ben] = [await browser.somebodyElse(), await browser.somebodyElse()];
    await ask(ann, '/api/me', { name: 'Annabel' });
    await ask(ben, '/api/me', { name: 'Benedict' });
    const { id } = await ask<Room>(ann, '/api/games', { ruleset: 'english', public: true });
    await ann.goto(`/games/${id}`);
    await ask(ben, `/api/games/${id}/join`, {}); // Starts by itself, as soon as Ann's page is there.
    await rack(ann).waitFor();
    await browser.open('/');
    const watch = page
      .locator('.card')
      .filter({ has: page.getByRole('heading', { name: 'Games to watch' }) });
    await watch.getByRole('link', { name: /Annabel \(guest\) and Benedict \(guest\)/ }).click();
    await page.getByText('You are watching.').waitFor();
  });

  test('in Russian, bots, errors and typed moves are Russian', async () => {
    const { page } = browser;
    await browser.open('/');
    await page.getByLabel('Language', { exact: true }).selectOption('ru');
    await page.getByRole('button', { name: 'Новая партия…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Новая партия' });
    const cutLists = () =>
      dialog.locator('select').evaluateAll((lists) =>
        lists
          .filter((list) => {
            const { style } = list as HTMLSelectElement;
            const room = list.getBoundingClientRect().width;
            style.cssText = 'width: max-content; field-sizing: content';
            const needed = list.getBoundingClientRect().width;
            style.cssText = '';
            return needed > room;
          })
          .map((list) => list.textContent),
      );
    await expect.poll(cutLists).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Играть с компьютером' }).click();
    await page.getByRole('list', { name: 'Фишки на руках' }).waitFor();
    await page.getByRole('list', { name: 'Игроки' }).getByText('Любитель').waitFor();
    await page.locator('.says').getByText('Ваш ход').waitFor({ timeout: 25_000 });
    const tiles = page
      .getByRole('list', { name: 'Фишки на руках' })
      .getByRole('button', { name: /очк/ });
    for (const square of ['A1', 'C3']) {
      await page.locator(`[data-square='${square}']`).click();
      await tiles.first().click();
    }
    await page.locator('.says').getByText('Выкладывайте фишки в один ряд или столбец').waitFor();
    await page.getByRole('button', { name: 'Вернуть' }).click();
    await browser.inspect('game-ru');
    const cut = await page
      .locator('nav a, .tool, .play, .says')
      .evaluateAll((parts) =>
        parts
          .filter(
            (part) =>
              part.scrollWidth > part.clientWidth ||
              part.getBoundingClientRect().right > innerWidth,
          )
          .map((part) => part.textContent),
      );
    expect(cut).toEqual([]);
    const turns = await page.locator('ol li').count();
    await page.getByRole('button', { name: 'Ещё' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ввести ход' }).click();
    const entry = page.getByRole('textbox', { name: '8D СЛОВО' });
    await entry.fill('привет');
    await page.getByRole('button', { name: 'Ввести', exact: true }).click();
    await page.getByRole('alert').getByText('«привет» — не ход').waitFor();
    await entry.fill('Пас');
    await page.getByRole('button', { name: 'Ввести', exact: true }).click();
    await page.locator('ol li').nth(turns).waitFor();
    await browser.inspect('game-ru-typed');
  });

  test('the spectators’ delay is in sight, and an invalid one is explained', async () => {
    const { page } = browser;
    await browser.open('/');
    await page.getByRole('button', { name: 'New game…' }).click();
    const dialog = page.getByRole('dialog', { name: 'New game' });
    await dialog.getByLabel('Spectators').selectOption('Anyone with the link (racks, delayed)');
    const delay = dialog.getByLabel('Delay in turns');
    const field = (await delay.boundingBox())!;
    const buttons = (await dialog.getByRole('button', { name: 'Start' }).boundingBox())!;
    expect(field.y + field.height).toBeLessThan(buttons.y);
    await delay.fill('50');
    await dialog.getByRole('alert').getByText('From 2 to 20').waitFor();
    await browser.inspect('new-game-delayed');
  });
});
