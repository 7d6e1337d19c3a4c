import { afterEach, expect, test, vi } from 'vitest';
import { ApiError, get, getText, NoConnection } from './api';

afterEach(() => vi.unstubAllGlobals());

const answering = (body: string, status = 200) =>
  vi.stubGlobal('fetch', async () => new Response(body, { status }));

test('what the server refuses has its code, whatever was asked for', async () => {
  answering('{"code":"not_ended","error":"the game has not ended"}', 409);
  await expect(get('/api/games/x')).rejects.toMatchObject({ code: 'not_ended' });
  await expect(getText('/api/games/x/gcg')).rejects.toBeInstanceOf(ApiError);
});

test('a request that fails means that there is no connection, unless it was taken back', async () => {
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit = {}) => {
    signal?.throwIfAborted();
    throw new TypeError('failed to fetch');
  });
  await expect(get('/api/me')).rejects.toBeInstanceOf(NoConnection);
  await expect(get('/api/me', AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
});

test('what a proxy says for a server that is down means that there is no connection', async () => {
  answering('<html>Bad Gateway</html>', 502);
  await expect(get('/api/me')).rejects.toBeInstanceOf(NoConnection);
  await expect(getText('/api/games/x/gcg')).rejects.toBeInstanceOf(NoConnection);
  answering('<html>Too Large</html>', 413);
  await expect(get('/api/me'), 'it is there, and does not like it').rejects.toThrow(/^413 /);
});

test('an answer that cannot be understood is no lack of a connection', async () => {
  answering('<html>');
  await expect(get('/api/me')).rejects.toBeInstanceOf(SyntaxError);
});
