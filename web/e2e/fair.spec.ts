import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { onDesktop } from './browser';
import { ask, myTurn, pass } from './table';

onDesktop((browser) => {
  const { size } = browser;

  async function account(page: Page, name: string) {
    await ask(page, '/api/me', { name });
    await ask(page, '/api/me/account', { name, password: 'correct horse' });
    // The page asks who it is once it knows a name.
    await page.evaluate(
      (name) => (localStorage['tisane.name'] = localStorage['tisane.named'] = name),
      name,
    );
  }

  test('whether a game is rated is shown before it is created, before joining, and in the game', async () => {
    const { page } = browser;
    await browser.open('/');
    await account(page, `Nell ${size}`);
    await page.reload();
    await page.getByRole('button', { name: 'New game…' }).click();
    const dialog = page.getByRole('dialog', { name: 'New game' });
    // Against the computer words are checked at once, which is not this game's rule.
    await dialog.getByText('Not rated: custom challenge rule').waitFor();
    await dialog.getByRole('combobox', { name: 'Player 2' }).selectOption('Person');
    await dialog.getByText('Rated', { exact: true }).waitFor();
    await dialog.getByLabel('Who may join').selectOption('Anyone (listed under open games)');
    await dialog.getByLabel('Spectators').selectOption('Anyone with the link (racks, live)');
    await dialog.getByText('Not rated: open racks').waitFor();
    await browser.inspect('new-game-unrated');
    await dialog.getByRole('button', { name: 'Create table' }).click();
    await page.getByRole('definition').filter({ hasText: 'Not rated: open racks' }).waitFor();
    await browser.inspect('waiting-unrated');

    const other = await browser.somebodyElse();
    await other.goto('/');
    await other
      .getByRole('link', { name: `Nell ${size}` })
      .getByText('Not rated', { exact: true })
      .waitFor();
    await other.goto(new URL(page.url()).pathname);
    await other.getByRole('definition').filter({ hasText: 'Not rated: open racks' }).waitFor();

    const rated = await ask<{ id: string }>(page, '/api/games', { ruleset: 'english' });
    await other.goto(`/games/${rated.id}`);
    await other.getByRole('definition').filter({ hasText: 'Rated if you log in' }).waitFor();
    await ask(other, '/api/me', { name: 'Guest' });
    await ask(other, `/api/games/${rated.id}/join`, {});
    await ask(page, `/api/games/${rated.id}/actions`, { action: { kind: 'start' } });
    await other.reload();
    await other.getByText('Not rated: a player is a guest').waitFor();

    const seeded = await ask<{ id: string }>(page, '/api/games', { ruleset: 'english', seed: 7 });
    await other.goto(`/games/${seeded.id}`);
    await other.getByText('7 (anyone who knows it').waitFor();
  });

  test('against a computer, Abort becomes Resign once everybody has moved', async () => {
    const { page } = browser;
    await browser.open('/');
    await ask(page, '/api/me', { name: 'Nell' });
    const wishes = { ruleset: 'english', bots: ['greedy'], challenge: { rule: 'void' } };
    const { id } = await ask<{ id: string }>(page, '/api/games', wishes);
    await page.goto(`/games/${id}`);
    await page.getByRole('button', { name: 'Start game' }).click();
    await myTurn(page);
    const more = page.getByRole('dialog', { name: 'More' });
    await page.getByRole('button', { name: 'More' }).click();
    await more.getByRole('button', { name: 'Abort' }).waitFor();
    await browser.inspect('more-abort');
    await page.keyboard.press('Escape');
    await pass(page, 1);
    await page.getByRole('button', { name: 'More' }).click();
    await more.getByRole('button', { name: 'Resign' }).waitFor();
    expect(await more.getByRole('button', { name: 'Abort' }).count()).toBe(0);
    await more.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await page.getByText('Resigned: Nell.', { exact: true }).waitFor();
    await browser.inspect('resigned-not-rated');

    const another = await ask<{ id: string }>(page, '/api/games', wishes);
    await page.goto(`/games/${another.id}`);
    await page.getByRole('button', { name: 'Start game' }).click();
    await myTurn(page);
    await page.getByRole('button', { name: 'More' }).click();
    await more.getByRole('button', { name: 'Abort' }).click();
    await page
      .getByRole('dialog', { name: 'Abort' })
      .getByText('Abort this game? Nobody wins.')
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Abort' }).click();
    await page.getByRole('heading', { name: 'aborted' }).waitFor();
  });
});
