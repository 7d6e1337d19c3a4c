import { afterEach, expect, test, vi } from 'vitest';
import type { Response as Answer } from './messages';
import { linesOf, ServerDoor } from './server';

afterEach(() => vi.unstubAllGlobals());

/** A body that comes in these pieces. */
function body(...pieces: string[]): ReadableStream<Uint8Array> {
  const bytes = pieces.map((piece) => new TextEncoder().encode(piece));
  return new ReadableStream({
    pull: (controller) => (bytes.length ? controller.enqueue(bytes.shift()!) : controller.close()),
  });
}

test('lines are whole, wherever the chunks end', async () => {
  const lines = [];
  for await (const line of linesOf(body('{"a"', ':1}\n{"b":2}\n', '{"c":3}'))) lines.push(line);
  expect(lines).toEqual(['{"a":1}', '{"b":2}', '{"c":3}']);
});

test('progress from the server arrives before the answer, and stops on closing', async () => {
  const said = [
    '{"type":"progress","so_far":{"ok":[1]}}\n',
    '{"type":"done","answer":{"ok":[2]}}\n',
  ];
  const asked = vi.fn(async () => new Response(body(...said), { status: 200 }));
  vi.stubGlobal('fetch', asked);
  const door = new ServerDoor();
  const heard: Answer[] = [];
  const ended = new Promise<void>((resolve) => {
    door.onmessage = ({ data }) => {
      heard.push(data);
      if ('ok' in data) resolve();
    };
  });
  door.postMessage({ id: 1, question: { ask: 'check', words: ['QI'] } });
  await ended;
  expect(heard).toEqual([
    { id: 1, progress: [1] },
    { id: 1, ok: [2] },
  ]);
  door.terminate();
  door.postMessage({ id: 2, question: { ask: 'check', words: ['QI'] } });
  await new Promise((resolve) => setTimeout(resolve));
  expect(heard.length).toBe(2);
});

/** What the server's engine says to a question, if `fetch` does this. */
function answerBy(fetched: () => Promise<Response>): Promise<Answer> {
  vi.stubGlobal('fetch', fetched);
  const door = new ServerDoor();
  return new Promise((resolve) => {
    door.onmessage = ({ data }) => resolve(data);
    door.postMessage({ id: 1, question: { ask: 'check', words: ['QI'] } });
  });
}

test('failed requests, cut answers and gateway errors mean no connection', async () => {
  const failed = answerBy(() => Promise.reject(new TypeError('failed to fetch')));
  expect(await failed).toMatchObject({ unreachable: expect.stringContaining('failed to fetch') });
  const broken = new ReadableStream({
    pull: (controller) => controller.error(new TypeError('network error')),
  });
  const brokenOff = answerBy(async () => new Response(broken));
  expect(await brokenOff).toMatchObject({ unreachable: expect.stringContaining('network error') });
  const proxy = answerBy(async () => new Response('<html>', { status: 502 }));
  expect(await proxy).toMatchObject({ unreachable: expect.stringContaining('502') });
});

test('a senseless answer does not mean no connection', async () => {
  const line = '{"type":"progress"}\n'; // a missing property is a TypeError, too
  expect(await answerBy(async () => new Response(body(line)))).toMatchObject({
    broken: expect.stringContaining('TypeError'),
  });
});
