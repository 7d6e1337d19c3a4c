import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { onDesktop, SIZES } from './browser';
import { ask, rack } from './table';

onDesktop((browser) => {
  /** An account of its own for each test, whatever others were called. */
  let made = 0;
  const newName = () => `Zed ${browser.size[0]} ${++made} ${Date.now() % 1_000_000}`;

  async function fill(page: Page, form: string, name: string, password = 'correct horse') {
    const fields = page.getByRole('region', { name: form });
    await fields.getByLabel('Account name').fill(name);
    await fields.getByLabel('Password').fill(password);
    await fields.getByRole('button', { name: form }).click();
  }

  /** An account in a browser that knows nobody. */
  async function create(page: Page, name: string) {
    await page.context().clearCookies();
    await page.goto('/account');
    await fill(page, 'Create account', name);
    await page.getByRole('heading', { name }).waitFor();
  }

  async function logIn(page: Page, name: string) {
    await page.goto('/account');
    await fill(page, 'Log in', name);
    await page.getByRole('heading', { name }).waitFor();
  }

  const sessions = (page: Page) =>
    page.getByRole('region', { name: 'Where you’re logged in' }).getByRole('listitem');

  test('a session ended elsewhere leaves its game at once', async () => {
    const { page } = browser;
    const name = newName();
    await create(page, name);
    const other = await browser.somebodyElse();
    await logIn(other, name);
    const { id } = await ask<{ id: string }>(other, '/api/games', {
      ruleset: 'english',
      bots: ['beginner'],
    });
    await ask(other, `/api/games/${id}/actions`, { action: { kind: 'start' } });
    await other.goto(`/games/${id}`);
    await rack(other).waitFor();
    await page.reload();
    await sessions(page).nth(1).waitFor();
    expect(await sessions(page).count()).toBe(2);
    await sessions(page).first().getByText('This device').waitFor();
    await browser.inspect('account-sessions');
    await page.getByRole('button', { name: 'Log out: Chrome on Linux' }).click();
    await other.getByText('You were logged out from another device.').waitFor();
    await sessions(page).nth(1).waitFor({ state: 'detached' });
    expect((await other.request.get('/api/me')).status()).toBe(401);
  });

  test('a new password needs the old one and ends the other sessions', async () => {
    const name = newName();
    const one = await browser.somebodyElse();
    await one.goto('/account');
    await fill(one, 'Create account', name, 'password');
    await one.getByText('This password is too common.').waitFor();
    await fill(one, 'Create account', name);
    await one.getByRole('heading', { name }).waitFor();
    const two = await browser.somebodyElse();
    await logIn(two, name);
    await one.reload();
    await sessions(one).nth(1).waitFor();
    const form = one.getByRole('region', { name: 'Change password' });
    const change = async (old: string) => {
      await form.getByLabel('Current password').fill(old);
      await form.getByLabel('New password').fill('battery staple');
      await form.getByRole('button', { name: 'Change password' }).click();
    };
    await change('wrong horse');
    await one.getByText('The current password is wrong.').waitFor();
    await change('correct horse');
    await one.getByText('Password changed.').first().waitFor();
    await sessions(one).nth(1).waitFor({ state: 'detached' });
    expect((await two.request.get('/api/me')).status()).toBe(401);
    await two.reload();
    await fill(two, 'Log in', name);
    await two.getByText('Wrong name or password.').waitFor();
    await fill(two, 'Log in', name, 'battery staple');
    await two.getByRole('heading', { name }).waitFor();
  });

  test('a long name is not cut, and a similar name is refused', async () => {
    const { page } = browser;
    const name = newName();
    await create(page, name);
    const other = await browser.somebodyElse();
    await other.goto('/account');
    const form = other.getByRole('region', { name: 'Your name' });
    await form.getByLabel('Name').fill('x'.repeat(23));
    await form.getByText('23 characters; the maximum is 20').waitFor();
    expect(await form.getByLabel('Name').inputValue()).toHaveLength(23);
    expect(await form.getByRole('button', { name: 'Save name' }).isDisabled()).toBe(true);
    await form.getByLabel('Name').fill(name.replace('e', 'е')); // a Cyrillic one
    await form.getByRole('button', { name: 'Save name' }).click();
    await other.getByText('This name is taken, or too similar to one that is.').waitFor();
    await page.getByRole('region', { name }).getByLabel('Name').fill('x'.repeat(23));
    await browser.inspect('account-long-name');
  });

  test('a refused login is visible on a phone', async () => {
    const page = await browser.somebodyElse();
    await page.setViewportSize(SIZES.phone.viewport);
    await page.goto('/account');
    await fill(page, 'Log in', newName());
    const error = page.getByRole('alert').getByText('Wrong name or password.');
    await error.waitFor();
    const { y, height } = (await error.boundingBox())!;
    expect([y >= 0, y + height <= SIZES.phone.viewport.height]).toEqual([true, true]);
  });
});
