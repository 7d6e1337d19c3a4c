import { afterEach, expect, test, vi } from 'vitest';
import { ApiError, get, getText, NoConnection } from './api';

afterEach(() => vi.unstubAllGlobals());

const answering = (body: string, status = 200) =>
  vi.stubGlobal('fetch', async () => new Response(body, { status }));

test('refusals by the server carry their code', async () => {
  answering('{"code":"not_ended","error":"the game has not ended"}', 409);
  await expect(get('/api/games/x')).rejects.toMatchObject({ code: 'not_ended' });
  await expect(getText('/api/games/x/gcg')).rejects.toBeInstanceOf(ApiError);
});

test('a failed request means no connection, unless it was aborted', async () => {
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit = {}) => {
    signal?.throwIfAborted();
    throw new TypeError('failed to fetch');
  });
  await expect(get('/api/me')).rejects.toBeInstanceOf(NoConnection);
  await expect(get('/api/me', AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
});

test('a proxy’s gateway error means no connection', async () => {
  answering('<html>Bad Gateway</html>', 502);
  await expect(get('/api/me')).rejects.toBeInstanceOf(NoConnection);
  await expect(getText('/api/games/x/gcg')).rejects.toBeInstanceOf(NoConnection);
  answering('<html>Too Large</html>', 413);
  await expect(get('/api/me'), 'it is there, and does not like it').rejects.toThrow(/^413 /);
});

test('an unreadable answer does not mean no connection', async () => {
  answering('<html>');
  await expect(get('/api/me')).rejects.toBeInstanceOf(SyntaxError);
});
