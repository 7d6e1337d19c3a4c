/** Asking the server. */
import type { ErrorCode, ErrorView } from './protocol';

/** What went wrong: which kind of trouble it is, what it is about, and the server's own sentence. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly values: Partial<Record<string, string>>;

  constructor({ code, values, error }: ErrorView) {
    super(error);
    this.code = code;
    this.values = values ?? {};
  }
}

/** Whether somebody else at the table has the name. */
export const isTaken = (error: unknown): boolean => error instanceof ApiError && error.code === 'name_taken';

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return answer(await fetch(path, { signal, headers: { accept: 'application/json' } }));
}

export async function post<T>(path: string, body: unknown): Promise<T> {
  return send('POST', path, body);
}

export async function put<T>(path: string, body: unknown): Promise<T> {
  return send('PUT', path, body);
}

async function send<T>(method: string, path: string, body: unknown): Promise<T> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  return answer(await fetch(path, { method, headers, body: JSON.stringify(body) }));
}

export async function remove<T = void>(path: string): Promise<T> {
  return answer(await fetch(path, { method: 'DELETE', headers: { accept: 'application/json' } }));
}

async function answer<T>(response: Response): Promise<T> {
  const body: unknown = await response.json();
  if (!response.ok) throw new ApiError(body as ErrorView);
  return body as T;
}

/** `/api/words/check` and `{ word: 'QI' }` make `/api/words/check?word=QI`; what is empty is left out. */
export function address(path: string, parameters: Record<string, string | number | boolean | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== '' && value !== false) query.set(name, String(value));
  }
  return query.size ? `${path}?${query}` : path;
}
