import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api';
import type { Question } from '../protocol';
import { Closed, Engine, NoEngine, Superseded, type Door } from './engine';
import type { Request, Response } from './messages';
import { place } from './place.svelte';

afterEach(() => vi.unstubAllGlobals());

/** A worker that answers on demand. */
function door() {
  const asked: Request[] = [];
  const made: Door & { asked: Request[]; answer(response: Response): void } = {
    asked,
    onmessage: null,
    onerror: null,
    onmessageerror: null,
    postMessage: (request) => asked.push(request),
    terminate: () => undefined,
    answer(response) {
      this.onmessage?.({ data: response } as MessageEvent<Response>);
    },
  };
  return made;
}

const check = (word: string): Question & { ask: 'check' } => ({ ask: 'check', words: [word] });
const turn = () => new Promise((resolve) => setTimeout(resolve));

test('questions are asked one by one, in order', async () => {
  const worker = door();
  const engine = new Engine(worker);
  const answers = [engine.ask(check('QI')), engine.ask(check('QX'))];
  await turn();
  expect(worker.asked).toEqual([{ id: 1, question: check('QI') }]);
  worker.answer({ id: 1, ok: [true] });
  await turn();
  expect(worker.asked[1]).toEqual({ id: 2, question: check('QX') });
  worker.answer({ id: 2, ok: [false] });
  expect(await Promise.all(answers)).toEqual([[true], [false]]);
});

test('an aborted question is not asked', async () => {
  const worker = door();
  const engine = new Engine(worker);
  const first = engine.ask(check('A'));
  const gone = new AbortController();
  const second = engine.ask(check('B'), gone.signal);
  const third = engine.ask(check('C'));
  await turn();
  gone.abort(new Error('not wanted'));
  worker.answer({ id: 1, ok: [false] });
  await expect(second).rejects.toThrow('not wanted');
  worker.answer({ id: 2, ok: [true] });
  expect([await first, await third]).toEqual([[false], [true]]);
  expect(worker.asked.map((request) => 'question' in request && request.question)).toEqual([
    check('A'),
    check('C'),
  ]);
});

test('engine errors are sentences, and a crash is reported differently', async () => {
  const worker = door();
  const server = door();
  const engine = new Engine(worker, () => server);
  const answers = [engine.ask(check('A')), engine.ask(check('B'))];
  const settled = Promise.allSettled(answers);
  await turn();
  worker.answer({ id: 1, error: { code: 'spelling', error: 'there is no tile Ж' } });
  worker.answer({ id: 2, broken: 'no WebAssembly here' });
  server.answer({ id: 3, broken: 'no server either' });
  const [first, second] = await settled;
  expect(first).toMatchObject({ status: 'rejected', reason: expect.any(ApiError) });
  expect(second).toMatchObject({ status: 'rejected', reason: expect.any(NoEngine) });
});

test('progress arrives before the answer, and closing stops it', async () => {
  const worker = door();
  const engine = new Engine(worker);
  const heard: unknown[] = [];
  const answer = engine.ask(check('A'), undefined, (answer) => heard.push(answer));
  await turn();
  worker.answer({ id: 1, progress: [false] });
  worker.answer({ id: 1, ok: [true] });
  expect([await answer, heard]).toEqual([[true], [[false]]]);
  const never = engine.ask(check('B'));
  const refused = expect(never).rejects.toBeInstanceOf(Closed);
  await turn();
  engine.close();
  await refused;
});

test('the server answers if the engine can’t run', async () => {
  const worker = door();
  const server = door();
  const engine = new Engine(worker, () => server);
  const answers = [engine.ask(check('QI')), engine.ask(check('QX'))];
  await turn();
  worker.answer({ id: 1, broken: 'no WebAssembly here' });
  expect(server.asked).toEqual([{ id: 2, question: check('QI') }]);
  server.answer({ id: 2, ok: [true] });
  await turn();
  server.answer({ id: 3, ok: [false] });
  expect(await Promise.all(answers)).toEqual([[true], [false]]);
});

test('the page knows while the server answers for the engine', async () => {
  const [worker, server] = [door(), door()];
  const engine = new Engine(worker, () => server);
  const elsewhere = engine.ask(check('QI'));
  await turn();
  worker.answer({ id: 1, broken: 'a hiccup' });
  server.answer({ id: 2, ok: [true] });
  await elsewhere;
  expect(place.isElsewhere).toBe(true);
  const next = door();
  const here = new Engine(next, () => server).ask(check('QI'));
  await turn();
  next.answer({ id: 1, ok: [true] });
  await here;
  expect(place.isElsewhere).toBe(false);
});

test('a worker that can’t be fetched counts as one that can’t run', async () => {
  for (const isAsked of [true, false]) {
    const [worker, server] = [door(), door()];
    const engine = new Engine(worker, () => server);
    const fail = () => worker.onerror?.({} as ErrorEvent);
    if (!isAsked) fail();
    const answer = engine.ask(check('QI'));
    await turn();
    if (isAsked) fail();
    server.answer({ id: server.asked[0]!.id, ok: [true] });
    expect(await answer).toEqual([true]);
  }
});

test('after an unreadable answer the server is asked, about the open game', async () => {
  games();
  const [worker, server] = [door(), door()];
  const engine = new Engine(worker, () => server);
  const opened = engine.open(game('english'));
  await turn();
  worker.answer({ id: 1, ok: null });
  await opened;
  const answer = engine.ask(check('QI'));
  await turn();
  worker.onmessageerror?.({} as MessageEvent);
  server.answer({ id: 3, ok: null });
  server.answer({ id: 4, ok: [true] });
  expect([await answer, named(server.asked)]).toEqual([[true], ['english']]);
});

/** A server that reports games on demand. */
function games() {
  const answers = new Map<string, () => void>();
  vi.stubGlobal('fetch', (path: string, { signal }: RequestInit) => {
    const ruleset = new URL(path, 'http://here').searchParams.get('ruleset')!;
    return new Promise((resolve, reject) => {
      const answer = () => resolve(new Response(JSON.stringify({ ruleset })));
      signal?.addEventListener('abort', () => reject(signal.reason));
      if (slow.has(ruleset)) answers.set(ruleset, answer);
      else answer();
    });
  });
  const slow = new Set<string>();
  return { slow, answer: (ruleset: string) => answers.get(ruleset)!() };
}
const game = (ruleset: string) => ({ ruleset, lexicon: '', family: false });
const named = (asked: Request[]) =>
  asked.flatMap((request) => ('open' in request ? [request.open.ruleset] : []));

test('of games opened in quick succession the last one stays open', async () => {
  const server = games();
  server.slow.add('english');
  const worker = door();
  const engine = new Engine(worker);
  const first = expect(engine.open(game('english'))).rejects.toBeInstanceOf(Superseded);
  const last = engine.open(game('russian'));
  await turn();
  server.answer('english');
  worker.answer({ id: 1, ok: null });
  await first;
  expect([(await last).ruleset, named(worker.asked)]).toEqual(['russian', ['russian']]);
});

test('a waiting game is not fetched if another is chosen', async () => {
  games();
  const worker = door();
  const engine = new Engine(worker);
  const question = engine.ask(check('QI'));
  await turn();
  const skipped = ['english', 'erudit'].map((name) => engine.open(game(name)));
  const refused = Promise.all(skipped.map((it) => expect(it).rejects.toBeInstanceOf(Superseded)));
  await turn();
  const last = engine.open(game('russian'));
  await turn();
  worker.answer({ id: 1, ok: [true] });
  worker.answer({ id: 2, ok: null });
  await Promise.all([question, last, refused]);
  expect(named(worker.asked)).toEqual(['russian']);
});

test('opening a game fails once the engine is closed', async () => {
  const server = games();
  server.slow.add('english');
  const engine = new Engine(door());
  const refused = expect(engine.open(game('english'))).rejects.toBeInstanceOf(Closed);
  engine.close();
  server.answer('english');
  await refused;
});

test('if a game can’t be opened, the one shown stays open', async () => {
  games();
  const worker = door();
  const engine = new Engine(worker);
  const shown = engine.open(game('english'));
  await turn();
  worker.answer({ id: 1, ok: null });
  await shown;
  const passed = expect(engine.open(game('russian'))).rejects.toBeInstanceOf(Superseded);
  await turn();
  const failing = expect(engine.open(game('erudit'))).rejects.toBeInstanceOf(ApiError);
  worker.answer({ id: 2, ok: null });
  await turn();
  worker.answer({ id: 3, error: { code: 'lexicon', error: 'it is broken', values: {} } });
  await Promise.all([passed, failing]);
  const answer = engine.ask(check('QI'));
  worker.answer({ id: 4, ok: null });
  await turn();
  worker.answer({ id: 5, ok: [true] });
  expect([await answer, named(worker.asked)]).toEqual([
    [true],
    ['english', 'russian', 'erudit', 'english'],
  ]);
});
