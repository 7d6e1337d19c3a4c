// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { ApiError, get, post } from './api';
import { me } from './me.svelte';

vi.mock('./api', async (actual) => ({
  ...(await actual<typeof import('./api')>()),
  get: vi.fn(),
  post: vi.fn(),
}));

test('a forgotten guest registers again', async () => {
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

test('a guest whose name became an account goes on under another name', async () => {
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

test('an account signed out elsewhere is told, and its name cleared', async () => {
  vi.mocked(get).mockResolvedValue({ id: 'a', name: 'Ada', account: true });
  await me.look();
  expect([me.name, me.wasSignedOut]).toEqual(['Ada', false]);
  me.sessionEnded();
  expect([me.name, me.wasSignedOut]).toEqual([undefined, true]);
  expect(localStorage.getItem('tisane.name')).toBeNull();
  vi.mocked(post).mockResolvedValue({ id: 'a', name: 'Ada', account: true });
  await me.logIn('Ada', 'correct horse');
  expect(me.wasSignedOut).toBe(false);
});

test('an unknown caller is signed out, and a guest registers again', async () => {
  const unknown = () =>
    Promise.resolve(
      new Response(JSON.stringify({ code: 'who_are_you', error: '' }), { status: 401 }),
    );
  const { get: realGet } = await vi.importActual<typeof import('./api')>('./api');
  vi.stubGlobal('fetch', vi.fn(unknown));
  await expect(realGet('/api/admin/reports')).rejects.toThrow();
  expect([me.name, me.wasSignedOut]).toEqual([undefined, true]);
  vi.mocked(post).mockResolvedValue({ id: 'g', name: 'Guest 1', account: false });
  me.wasSignedOut = false;
  await me.rename('Guest 1');
  await expect(realGet('/api/me/muted')).rejects.toThrow();
  expect([me.name, me.wasSignedOut]).toEqual(['Guest 1', false]);
  vi.unstubAllGlobals();
});
