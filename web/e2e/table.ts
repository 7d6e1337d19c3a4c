/** What tests do at a table, whoever sits there. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export const rack = (page: Page) => page.getByRole('list', { name: 'Rack' });
export const turns = (page: Page) => page.locator('ol li');
export const myTurn = (page: Page) =>
  page.locator('.says').getByText('Your turn').waitFor({ timeout: 25_000 });

/** What a page would ask of the server, with its own cookie. */
export async function ask<T>(page: Page, path: string, data: unknown): Promise<T> {
  const answer = await page.request.post(path, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as T;
}

/** Presses the keys of a pass. */
export async function pressPass(page: Page) {
  await page.keyboard.press('2');
  await page.getByRole('dialog').getByText('Pass this turn?').waitFor();
  await page.keyboard.press('2');
}

/** Passes; with others who answer at once, until all of them have done so. */
export async function pass(page: Page, others = 0) {
  await myTurn(page);
  const before = await turns(page).count();
  await pressPass(page);
  await turns(page)
    .nth(before + others)
    .waitFor();
  if (others) await myTurn(page);
}
