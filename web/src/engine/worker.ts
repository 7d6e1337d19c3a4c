/** The engine's own thread: one request after the other, in the order in which they come. */
import { ApiError } from '../api';
import type { EngineView } from '../protocol';
import type { Request, Response } from './messages';
import { Module } from './module';

/** How often the page gets intermediate results: drawing them takes time. */
const NEWS_MS = 100;

let starting: Promise<Module> | undefined;
let last: Promise<unknown> = Promise.resolve();

self.addEventListener('message', ({ data }: MessageEvent<Request>) => {
  last = last.then(() => answer(data)).then((response) => self.postMessage(response));
});

async function answer(request: Request): Promise<Response> {
  const { id } = request;
  try {
    const module = await (starting ??= Module.start(fetch('/engine.wasm')));
    if ('question' in request) {
      let lastReport = performance.now();
      const progress = (answer: unknown) => {
        if (performance.now() - lastReport < NEWS_MS) return;
        lastReport = performance.now();
        self.postMessage({ id, progress: answer } satisfies Response);
      };
      return { id, ok: module.ask(request.question, progress) };
    }
    await open(module, request.open);
    return { id, ok: null };
  } catch (error) {
    if (!(error instanceof ApiError)) return { id, broken: String(error) };
    const { code, message, values } = error;
    return { id, error: { code, error: message, values: values as Record<string, string> } };
  }
}

async function open(module: Module, { ruleset, words, model }: EngineView): Promise<void> {
  const [wordBytes, modelBytes] = await Promise.all([bytes(words), bytes(model)]);
  module.load(ruleset, wordBytes, modelBytes);
}

async function bytes(address: string | null): Promise<Uint8Array> {
  if (!address) return new Uint8Array();
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
