// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { ApiError, get, post } from './api';
import { me } from './me.svelte';

vi.mock('./api', async (actual) => ({
  ...(await actual<typeof import('./api')>()),
  get: vi.fn(),
  post: vi.fn(),
}));

test('whom the server has forgotten introduces themselves again', async () => {
  vi.mocked(post).mockImplementation(async (_, body) => ({
    id: 'a',
    name: (body as { name: string }).name,
  }));
  await me.known();
  await me.known();
  expect(post).toHaveBeenCalledTimes(1);
  const { name } = me;
  vi.mocked(get).mockRejectedValue(
    new ApiError({ code: 'who_are_you', error: 'logged out everywhere' }),
  );
  expect(await me.look()).toBeUndefined();
  expect(me.view).toBeUndefined();
  await me.known();
  expect(post).toHaveBeenLastCalledWith('/api/me', { name });
  expect(post).toHaveBeenCalledTimes(2);
});

test('whose name is an account by now goes on as another guest', async () => {
  vi.mocked(post).mockReset();
  vi.mocked(post).mockImplementation(async (_, body) => {
    const { name } = body as { name: string };
    if (name === 'Ada') throw new ApiError({ code: 'account_name_taken', error: 'taken' });
    return { id: 'b', name };
  });
  vi.mocked(get).mockResolvedValue({ id: 'a', name: 'Ada', account: true });
  await me.look();
  me.sessionEnded();
  const { name } = await me.known();
  expect(name).toMatch(/^Guest \d+$/);
  expect(me.name).toBe(name);
  expect(me.isNamed).toBe(false);
});
