import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { onDesktop, station } from './browser';
import { way } from './proxy';
import { ask, pass, rack, turns } from './table';

onDesktop((browser) => {
  const says = (page: Page, text: string) => page.locator('.says').getByText(text);

  /** Says a name where it is asked for. */
  async function introduce(page: Page, name: string) {
    const dialog = page.getByRole('dialog', { name: 'Choose a display name' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('button', { name: 'Continue' }).click();
  }

  interface Room {
    id: string;
    game: { on_turn?: number; turns: unknown[] };
  }

  /** A game of Ann and Ben that has begun, and in which Ann is on turn if that is wished for. */
  async function begun(ann: Page, ben: Page, wishes: object, annFirst = false): Promise<Room> {
    await ask(ann, '/api/me', { name: 'Ann' });
    await ask(ben, '/api/me', { name: 'Ben' });
    for (;;) {
      const { id } = await ask<Room>(ann, '/api/games', { ruleset: 'english', ...wishes });
      await ask(ben, `/api/games/${id}/join`, { open_racks: true });
      const room = await ask<Room>(ann, `/api/games/${id}/actions`, { action: { kind: 'start' } });
      if (!annFirst || room.game.on_turn === 0) return room;
    }
  }

  test('two people play through a link, and one loses the connection', async () => {
    const { page } = browser;
    await browser.open('/');
    await page.getByRole('button', { name: 'Play with friends' }).click();
    await introduce(page, 'Ann');
    const link = await page.getByRole('textbox', { name: 'Link to this game' }).inputValue();
    const bensWay = await way(station().address);
    const other = await browser.somebodyElse(bensWay.address);
    await other.goto(new URL(link).pathname);
    await other.getByRole('button', { name: 'Join game' }).click();
    const asks = (await other.getByRole('dialog').elementHandle())!;
    await introduce(other, 'Ann');
    await other.getByRole('dialog').getByText('taken').waitFor(); // so another is asked for
    expect(await asks.evaluate((dialog) => dialog.isConnected), 'the dialog stays').toBe(true);
    expect(await other.locator('.problem').count(), 'it is said there only').toBe(1);
    await introduce(other, 'Ben');
    await page.getByText('Everyone is here.').waitFor();
    await other.getByText('Everyone is here. Ann starts the game.').waitFor();
    await browser.inspect('waiting');
    await page.getByRole('button', { name: 'Start game' }).click();
    await rack(page).waitFor();
    await rack(other).waitFor();

    await says(page, 'Your turn').or(says(page, 'Ben’s turn')).first().waitFor();
    if (await says(page, 'Ben’s turn').count()) await pass(other);
    await says(page, 'Your turn').waitFor();
    const before = await turns(page).count();
    bensWay.cut();
    await other.getByText('Connection lost').first().waitFor();
    await page.getByText('away').waitFor();
    await pass(page);
    await turns(page).nth(before).waitFor();
    expect(await turns(other).count()).toBe(before);
    bensWay.mend();
    await turns(other).nth(before).waitFor();
    await pass(other);
    await turns(page)
      .nth(before + 1)
      .waitFor();

    await page.getByRole('textbox', { name: 'Message' }).fill('good game');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await other.getByText('good game').waitFor();
    await other.getByRole('button', { name: 'More' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('heading', { name: 'You won!' }).waitFor();
    await page.getByText('Resigned: Ben.', { exact: true }).waitFor();
    await browser.inspect('result-people');

    // A rematch keeps seats for the same players and tells them on any page.
    await page.getByRole('button', { name: 'Rematch' }).click();
    await page.getByText('Seats are reserved for Ben.').waitFor();
    await browser.inspect('waiting-rematch');
    await other
      .getByText('Rematch offered. Your seat is reserved.', { exact: true })
      .first()
      .waitFor();
    expect(await other.title()).toContain('Rematch offered');
    const third = await browser.somebodyElse();
    await third.goto(new URL(page.url()).pathname);
    await third.getByText('The free seats are reserved for a rematch.').waitFor();
    expect(await third.getByRole('button', { name: 'Join game' }).count()).toBe(0);
    await other.getByRole('link', { name: 'Go to rematch' }).click();
    await other.getByText('Ann wants a rematch. Your seat is reserved.').waitFor();
    await other.getByRole('button', { name: 'Join game' }).click();
    await page.getByRole('button', { name: 'Start game' }).waitFor();
    await third.getByText('All seats are taken.').waitFor();
    bensWay.close();
  });

  test('a table of four is set up with people and computers', async () => {
    const { page } = browser;
    await browser.open('/');
    await page.getByRole('button', { name: 'New game…' }).click();
    const dialog = page.getByRole('dialog', { name: 'New game' });
    await dialog.getByRole('combobox', { name: 'Player 2' }).selectOption('Person');
    await dialog.getByRole('button', { name: 'Add player' }).click();
    await dialog.getByRole('combobox', { name: 'Player 3' }).selectOption('Beginner');
    await dialog.getByText('Computer: has just learned the rules').waitFor();
    await dialog.getByRole('button', { name: 'Add player' }).click();
    await dialog.getByRole('button', { name: 'Remove player 3' }).click();
    await dialog.getByRole('button', { name: 'Add player' }).click();
    await dialog.getByRole('combobox', { name: 'Player 3' }).selectOption('Beginner');
    await dialog.getByRole('combobox', { name: 'Player 4' }).selectOption('Champion');
    await dialog.getByLabel('Time').selectOption('3 days per turn');
    await dialog.getByLabel('Challenge rule').selectOption('Void (no invalid words)');
    await browser.inspect('new-game');
    await dialog.getByRole('button', { name: 'Create table' }).click();
    await introduce(page, 'Ann');
    await page.getByRole('textbox', { name: 'Link to this game' }).waitFor();
    const seats = page.getByRole('main').getByRole('listitem');
    expect(await seats.allTextContents()).toEqual([
      expect.stringContaining('Ann'),
      expect.stringContaining('Beginner'),
      expect.stringContaining('Champion'),
      expect.stringContaining('Free seat'),
    ]);
    const room = (await (await page.request.get(`/api${new URL(page.url()).pathname}`)).json()) as {
      game: { clock: unknown; challenge: unknown };
    };
    expect(room.game).toMatchObject({
      clock: { kind: 'turn', turn: 3 * 24 * 3_600_000 },
      challenge: { rule: 'void' },
    });
    await page.goto('/');
    await page.getByRole('button', { name: 'Play the computer' }).waitFor();
    // One click against the computer is still a game without anybody else.
    await page.getByText('English (standard), Casual, 3 days per turn').waitFor();
  });

  test('a game of four goes on when one player leaves', async () => {
    const { page } = browser;
    await browser.open('/');
    const other = await browser.somebodyElse();
    const { id } = await begun(page, other, {
      seats: 4,
      bots: ['beginner', 'beginner'],
      grace_seconds: 1,
      challenge: { rule: 'void' }, // Bots give no time for challenges.
    });
    await page.goto(`/games/${id}`);
    await other.goto(`/games/${id}`);
    await rack(page).waitFor();
    await rack(other).waitFor();
    await other.close();
    await page.getByText('away').first().waitFor();
    const skipped = turns(page).filter({ hasText: 'Ben' }).filter({ hasText: 'away' });
    const passUntilSkipped = async () => {
      if (await says(page, 'Your turn').count()) await pass(page);
      return skipped.count();
    };
    await expect.poll(passUntilSkipped, { timeout: 60_000 }).toBeGreaterThan(0);
    expect(await page.getByRole('list', { name: 'Players' }).getByRole('listitem').count()).toBe(4);
    await browser.inspect('game-of-four');
  });

  test('a player who resigns among four watches without a rack', async () => {
    const { page } = browser;
    await browser.open('/');
    const other = await browser.somebodyElse();
    const { id } = await begun(page, other, {
      seats: 4,
      bots: ['beginner', 'beginner'],
      challenge: { rule: 'void' },
    });
    await page.goto(`/games/${id}`);
    await other.goto(`/games/${id}`);
    await rack(page).waitFor();
    await rack(other).waitFor();
    await ask(other, `/api/games/${id}/actions`, { action: { kind: 'resign' } });
    await page.locator('ol').getByText('Ben resigned').waitFor();
    await page.getByRole('list', { name: 'Players' }).getByText('resigned').waitFor();
    await other.getByText('You resigned. The others play on').waitFor();
    expect(await rack(other).count()).toBe(0);
    await browser.inspect('resigned');
  });

  test('spectators with the link see what the table allows', async () => {
    const { page } = browser;
    await browser.open('/');
    const other = await browser.somebodyElse();
    const shown = await begun(other, page, { spectators: 'racks' });
    const third = await browser.somebodyElse();
    await third.goto(`/games/${shown.id}`);
    await third.getByText('You are watching and see all racks.').waitFor();
    expect(await rack(third).count()).toBe(0);
    expect(
      (await third.locator('.rack').allTextContents()).map((text) => text.split(' ').length),
    ).toEqual([7, 7]);
    const usual = await begun(other, page, {});
    await third.goto(`/games/${usual.id}`);
    await third.getByText('You are watching.').waitFor();
    expect(await third.locator('.rack').count()).toBe(0);
    const hidden = await begun(other, page, { spectators: 'nobody' });
    await third.goto(`/games/${hidden.id}`);
    await third.getByText('This game has no spectators.').waitFor();
  });

  test('games by days that wait for me come first, and one leads to the next', async () => {
    const { page } = browser;
    await browser.open('/');
    const other = await browser.somebodyElse();
    const days = { clock: { kind: 'turn', turn: 24 * 3_600_000, bank: 0 } };
    const first = await begun(page, other, days, true);
    const second = await begun(page, other, days, true);
    await page.evaluate(() => localStorage.setItem('tisane.name', 'Ann'));
    await browser.open('/');
    const due = page.locator('a.due');
    await due.nth(1).waitFor();
    const addresses = await due.evaluateAll((links) =>
      links.map((link) => link.getAttribute('href')),
    );
    expect(addresses.indexOf(`/games/${first.id}`)).toBeLessThan(
      addresses.indexOf(`/games/${second.id}`),
    );
    expect(addresses).toContain(`/games/${second.id}`);
    await browser.inspect('my-games');
    await page.goto(`/games/${first.id}`);
    await rack(page).waitFor();
    await page.getByRole('timer').filter({ hasText: '23:59' }).waitFor();
    expect(await page.getByRole('link', { name: /^Next game/ }).count()).toBe(0);
    await pass(page);
    await page.getByRole('link', { name: /^Next game/ }).click();
    await rack(page).waitFor();
    expect(page.url()).not.toContain(first.id);
    await says(page, 'Your turn').waitFor();
  });

  test('an account is created, logged out, logged in and deleted', async () => {
    const { page } = browser;
    await browser.open('/');
    const name = `Ann ${Date.now() % 1_000_000}`;
    await page.goto('/account');
    const fill = async (form: string) => {
      const fields = page.getByRole('region', { name: form });
      await fields.getByLabel('Account name').fill(name);
      await fields.getByLabel('Password').fill('correct horse');
    };
    await fill('Create account');
    await browser.inspect('account-guest');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name }).waitFor();
    await browser.inspect('account');
    await page.getByRole('button', { name: 'Log out', exact: true }).click();
    await page.getByRole('heading', { name: 'Your name' }).waitFor();
    await fill('Log in');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Log out everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click();
    await page.getByRole('heading', { name: 'Your name' }).waitFor();
    await fill('Log in');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password').fill('correct horse');
    await browser.inspect('account-delete');
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('heading', { name: 'Your name' }).waitFor();
    const again = await page.request.post('/api/login', {
      data: { name, password: 'correct horse' },
    });
    expect(again.ok()).toBe(false);
  });
});
