// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { get } from '../api';
import { Superseded, type Engine } from './engine';
import { Games } from './games.svelte';

vi.mock('../api', async (actual) => ({
  ...(await actual<typeof import('../api')>()),
  get: vi.fn(),
}));

test('of games chosen in quick succession the last one is opened', async () => {
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

test.each([true, false])(
  'a game that opens late is shown only if the later choice fails: %s',
  async (isThere) => {
    let [open, know] = [(): void => undefined, (): void => undefined];
    vi.mocked(get).mockImplementation(async (path: string) => {
      const name = path.split('/').at(-1);
      if (name === 'last') await new Promise<void>((resolve) => (know = resolve));
      if (name === 'last' && !isThere) throw new Error('not there');
      return { name } as never;
    });
    const opened = new Promise<void>((resolve) => (open = resolve));
    const engine = {
      open: async ({ ruleset }: { ruleset: string }) => {
        if (ruleset === 'first') await opened;
        return { lexicon: '' };
      },
    } as unknown as Engine;
    const games = new Games();
    const choose = (name: string) => games.open(engine, name, '');
    const first = choose('first');
    await new Promise((resolve) => setTimeout(resolve));
    const both = Promise.allSettled([first, choose('last')]);
    open();
    await new Promise((resolve) => setTimeout(resolve));
    expect(games.ruleset).toBeUndefined();
    know();
    expect((await both).map(({ status }) => status)).toEqual(
      isThere ? ['rejected', 'fulfilled'] : ['fulfilled', 'rejected'],
    );
    expect(games.ruleset?.name).toBe(isThere ? 'last' : 'first');
  },
);
