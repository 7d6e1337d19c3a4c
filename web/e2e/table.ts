/** What tests do at a table, whoever sits there. */
import { spawnSync } from 'node:child_process';
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

/** The best moves, from the command line: the server doesn’t help in a live game. */
export function solvedElsewhere(position: string, top: number): { move: string }[] {
  const args = [
    'solve',
    position,
    '--ruleset',
    'english',
    '--static',
    '--top',
    String(top),
    '--json',
  ];
  const { stdout, stderr } = spawnSync(process.env.TISANE!, args, { encoding: 'utf8' });
  expect(stdout, stderr).not.toBe('');
  return (JSON.parse(stdout) as { lines: { move: string }[] }).lines;
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
