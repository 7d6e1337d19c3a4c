/** The server's engine, for browsers in which none runs. */
import { ApiError, post } from '../api';
import type { ErrorView, QuestionRequest } from '../protocol';
import type { Door } from './engine';
import type { Request, Response } from './messages';

export class ServerDoor implements Door {
  onmessage: ((event: MessageEvent<Response>) => void) | null = null;
  #game: Pick<QuestionRequest, 'ruleset' | 'lexicon' | 'family'> | undefined;
  #closed = false;

  postMessage(request: Request): void {
    void this.#answer(request).then((data) => {
      if (!this.#closed) this.onmessage?.({ data } as MessageEvent<Response>);
    });
  }

  terminate(): void {
    this.#closed = true;
  }

  async #answer(request: Request): Promise<Response> {
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
      const answer = await post<{ ok: unknown } | { error: ErrorView }>('/api/questions', { ...game, question });
      return { id, ...answer };
    } catch (error) {
      if (!(error instanceof ApiError)) return { id, broken: String(error) };
      const { code, message, values } = error;
      return { id, error: { code, error: message, values: values as Record<string, string> } };
    }
  }
}
