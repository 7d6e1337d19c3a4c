/** The server's engine, for browsers in which none runs. */
import { ApiError, NoConnection, reached, refusal } from '../api';
import type { ErrorView, QuestionRequest } from '../protocol';
import type { Door } from './engine';
import type { Request, Response as Answer } from './messages';

/** A line of the answer. */
type Said = { ok: unknown } | { error: ErrorView };

/** A line of an answer that takes a while. */
type Line =
  | { type: 'progress'; so_far: Said }
  | { type: 'done'; answer: Said }
  | { type: 'refused'; error: ErrorView };

export class ServerDoor implements Door {
  onmessage: ((event: MessageEvent<Answer>) => void) | null = null;
  // Whatever goes wrong here is an answer.
  onerror = null;
  onmessageerror = null;
  #game: Pick<QuestionRequest, 'ruleset' | 'lexicon' | 'family'> | undefined;
  readonly #closed = new AbortController();

  postMessage(request: Request): void {
    const say = (answer: Answer) => {
      if (!this.#closed.signal.aborted) this.onmessage?.({ data: answer } as MessageEvent<Answer>);
    };
    void this.#answer(request, (so_far) => say({ id: request.id, progress: so_far })).then(say);
  }

  /** Aborting the request also stops the server. */
  terminate(): void {
    this.#closed.abort();
  }

  async #answer(request: Request, progress: (so_far: unknown) => void): Promise<Answer> {
    const { id } = request;
    if ('open' in request) {
      const { ruleset, lexicon } = request.open;
      this.#game = { ruleset, family: request.family, ...(lexicon && { lexicon }) };
      return { id, ok: null };
    }
    const { question } = request;
    // Before a game is open, the question names one.
    const game = this.#game ?? { ruleset: 'ruleset' in question ? question.ruleset : '' };
    try {
      return { id, ...(await this.#ask({ ...game, question }, progress)) };
    } catch (error) {
      if (error instanceof NoConnection) return { id, unreachable: String(error) };
      if (!(error instanceof ApiError)) return { id, broken: String(error) };
      const { code, message, values } = error;
      return { id, error: { code, error: message, values: values as Record<string, string> } };
    }
  }

  async #ask(request: QuestionRequest, progress: (so_far: unknown) => void): Promise<Said> {
    const sent = fetch('/api/questions', {
      method: 'POST',
      headers: { accept: 'application/x-ndjson', 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal: this.#closed.signal,
    });
    const response = await reached(sent);
    if (!response.ok) throw refusal(response.status, await reached(response.text()));
    for await (const text of linesOf(response.body!)) {
      const line = JSON.parse(text) as Line;
      if (line.type === 'done') return line.answer;
      if (line.type === 'refused') return { error: line.error };
      if ('ok' in line.so_far) progress(line.so_far.ok);
    }
    throw new Error('the answer ended before it was whole');
  }
}

/** The lines of a text that comes in pieces. */
export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reached(reader.read());
    rest += decoder.decode(value, { stream: !done });
    const lines = rest.split('\n');
    rest = lines.pop()!;
    yield* lines.filter(Boolean);
    if (done) break;
  }
  if (rest) yield rest;
}
