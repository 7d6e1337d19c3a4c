import type { Page } from 'playwright-core';
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { onDesktop, station } from './browser';
import { ask } from './table';

/** What whoever runs the server types beside it. */
function admin(...args: string[]) {
  const done = spawnSync(process.env.TISANE!, ['admin', ...args, '--data', station().data], {
    encoding: 'utf8',
  });
  expect(done.status, done.stderr).toBe(0);
  return done.stdout;
}

onDesktop((browser) => {
  const { size } = browser;

  interface Me {
    account: boolean;
    id: string;
  }

  /** A guest whose browser knows the name, so that its pages go by it. */
  async function guest(page: Page, name: string): Promise<void> {
    await page.addInitScript((name) => {
      localStorage.setItem('tisane.name', name);
      localStorage.setItem('tisane.named', 'yes');
    }, name);
    await ask(page, '/api/me', { name });
  }

  async function account(page: Page, name: string): Promise<Me> {
    await guest(page, name);
    const me = (await (await page.request.get('/api/me')).json()) as Me;
    return me.account ? me : ask<Me>(page, '/api/me/account', { name, password: 'correct horse' });
  }

  /** A game of two that has begun. */
  async function begun(ann: Page, ben: Page): Promise<string> {
    const { id } = await ask<{ id: string }>(ann, '/api/games', { ruleset: 'english' });
    await ask(ben, `/api/games/${id}/join`, {});
    await ask(ann, `/api/games/${id}/actions`, { action: { kind: 'start' } });
    return id;
  }

  async function say(page: Page, text: string) {
    await page.getByRole('textbox', { name: 'Message' }).fill(text);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('listitem').filter({ hasText: text }).first().waitFor();
  }

  test('guests are marked, and players read spectators’ chat after the game', async () => {
    const { page } = browser;
    await browser.open('/');
    const [ben, cy] = [await browser.somebodyElse(), await browser.somebodyElse()];
    await account(page, `Nora ${size}`);
    await guest(ben, 'Ben');
    await guest(cy, 'Cy');
    const id = await begun(page, ben);
    for (const one of [page, ben, cy]) await one.goto(`/games/${id}`);
    const seats = (of: Page) => of.getByRole('list', { name: 'Players' }).getByRole('listitem');
    await seats(page).filter({ hasText: 'Ben' }).getByText('guest').waitFor();
    expect(await seats(ben).filter({ hasText: 'Nora' }).getByText('guest').count()).toBe(0);

    await cy.getByText('Players can’t read this until the game is over.').waitFor();
    await say(cy, 'play QI');
    await say(ben, 'good luck');
    await cy.getByText('good luck').waitFor();
    await page.getByText('good luck').waitFor();
    expect(await page.getByText('play QI').count()).toBe(0);
    await browser.inspect('chat-guest');
    await ask(ben, `/api/games/${id}/actions`, { action: { kind: 'resign' } });
    const hint = page.getByRole('listitem').filter({ hasText: 'play QI' });
    await hint.getByText('spectator').waitFor();
    await browser.inspect('chat-both');
  });

  test('a player reports and blocks, and an administrator deletes, bans and announces', async () => {
    const { page } = browser;
    await browser.open('/');
    const [ben, root] = [await browser.somebodyElse(), await browser.somebodyElse()];
    await guest(page, 'Nora');
    const rude = `Rude ${size}`;
    await account(ben, rude);
    const boss = `Boss ${size}`;
    await account(root, boss);
    admin('grant', boss);
    const id = await begun(page, ben);
    await page.goto(`/games/${id}`);
    await ben.goto(`/games/${id}`);
    await say(ben, 'you fool');

    await page.getByRole('button', { name: `Report ${rude}’s message` }).click();
    const dialog = page.getByRole('dialog', { name: 'Report' });
    await dialog.getByText('you fool').waitFor();
    await dialog.getByRole('textbox', { name: 'What’s wrong?' }).fill('insults');
    await browser.inspect('report');
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await dialog.getByText('Report sent.').first().waitFor();
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByRole('button', { name: 'Players', exact: true }).click();
    const people = page.getByRole('dialog', { name: 'Players' });
    await people.getByRole('button', { name: `Block ${rude}`, exact: true }).click();
    await people.getByRole('button', { name: `Unblock ${rude}` }).waitFor();
    await browser.inspect('people');
    await page.keyboard.press('Escape');
    await page.getByText('you fool').waitFor({ state: 'detached' });
    const { id: mine } = await ask<{ id: string }>(page, '/api/games', { ruleset: 'english' });
    await ben.goto(`/games/${mine}`);
    await ben.getByRole('button', { name: 'Join game' }).click();
    await ben.getByText('A player at this table has blocked you.').waitFor();

    // The role is known to the server within a moment.
    await expect
      .poll(async () => (await root.request.get('/api/admin/bans')).status(), { timeout: 10_000 })
      .toBe(200);
    await root.goto('/account');
    await root.getByRole('main').getByRole('link', { name: 'Administration' }).click();
    const report = root
      .getByRole('article')
      .filter({ hasText: rude })
      .filter({ hasText: 'you fool' });
    await report.getByText('insults').waitFor();
    await report.getByRole('button', { name: 'Delete message' }).click();
    await root.getByRole('dialog').getByRole('button', { name: 'Delete message' }).click();
    await report.getByText('message deleted').waitFor();
    await root.reload();
    await report.getByText('message deleted').waitFor();
    expect(await report.getByRole('button', { name: 'Delete message' }).count()).toBe(0);
    await report.getByRole('button', { name: 'Show player' }).click();
    const card = root.getByRole('article', { name: new RegExp(rude) });
    await card.getByRole('spinbutton').fill('7');
    await ben.goto(`/games/${id}`);
    await ben.getByText('message deleted').waitFor();
    await card.getByRole('button', { name: 'Ban', exact: true }).click();
    const confirm = root.getByRole('dialog', { name: 'Ban' });
    await confirm.getByText(`Ban ${rude} for 7 days?`).waitFor();
    await confirm.getByRole('button', { name: 'Ban', exact: true }).click();
    await card.getByText('banned until').waitFor();
    await ben.getByText('An administrator has banned you.').waitFor();
    await report.getByRole('button', { name: 'Done' }).click();
    await report.waitFor({ state: 'detached' });
    await root
      .getByRole('textbox', { name: 'Shown to everyone for a day' })
      .fill('Maintenance at nine');
    await root.getByRole('button', { name: 'Announce' }).click();
    const news = page.getByRole('status').filter({ hasText: 'Maintenance at nine' });
    await news.waitFor();
    await browser.inspect('announced');
    await news.getByRole('button', { name: 'Close' }).click();
    await news.waitFor({ state: 'detached' }).catch(() => undefined);
    expect(await page.getByText('Maintenance at nine').count()).toBe(0);
    await root.getByRole('button', { name: 'Show log' }).click();
    await root
      .getByText(/delete(d|s) (a )?message/i)
      .last()
      .waitFor();
    await root.getByRole('button', { name: 'Remove' }).click();
    expect(admin('log')).toContain('announce');
    expect(admin('bans', '--json')).toContain(rude);
  });

  test('only administrators can use the administration page', async () => {
    const { page } = browser;
    await browser.open('/admin');
    await page.getByText('Only administrators can use this page.').waitFor();
    const boss = `Chief ${size}`;
    await account(page, boss);
    admin('grant', boss);
    await expect
      .poll(async () => (await page.request.get('/api/admin/bans')).status(), { timeout: 10_000 })
      .toBe(200);
    await ask(page, '/api/admin/actions', { action: 'ban', address: '198.51.100.0/24', days: 3 });
    await browser.open('/admin');
    await page.getByRole('searchbox', { name: 'Name or id' }).fill(boss);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('article').first().waitFor();
    await page.getByText('198.51.100.0/24').first().waitFor();
    await browser.inspectThemes('admin');
    await page
      .getByRole('button', { name: /Lift ban 198/ })
      .first()
      .click();
    await browser.open('/account');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download my data' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('tisane-data.json');
    await browser.inspect('account-admin');
  });
});
