// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { get } from '../api';
import { Superseded, type Engine } from './engine';
import { Games } from './games.svelte';

vi.mock('../api', async (actual) => ({ ...(await actual<typeof import('../api')>()), get: vi.fn() }));

test('of games that are chosen quickly the last one is opened, whichever is known first', async () => {
  let know = (): void => undefined;
  vi.mocked(get).mockImplementation((path: string) => {
    const view = { name: path.split('/').at(-1) };
    return new Promise<never>((resolve) => {
      const answer = () => resolve(view as never);
      if (view.name === 'slow') know = answer;
      else answer();
    });
  });
  const opened: string[] = [];
  const open = async ({ ruleset }: { ruleset: string }) => (opened.push(ruleset), { lexicon: '' });
  const engine = { open } as unknown as Engine;
  const games = new Games();
  const first = expect(games.open(engine, 'slow', '')).rejects.toBeInstanceOf(Superseded);
  await games.open(engine, 'quick', '');
  know();
  await first;
  expect([opened, games.ruleset?.name]).toEqual([['quick'], 'quick']);
});
