/** Asking the server. */
import type { ErrorCode, ErrorView } from './protocol';

/** An error of the server: its code, the values for our own text, and its English sentence. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly values: Partial<Record<string, string>>;

  constructor({ code, values, error }: ErrorView) {
    super(error);
    this.code = code;
    this.values = values ?? {};
  }
}

/** No answer, or an incomplete one. */
export class NoConnection extends Error {}

/** Turns a failed request into `NoConnection`, unless it was aborted. */
export async function reached<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw signal?.aborted ? error : new NoConnection(String(error));
  }
}

/** Spectators see all racks in this game; a player has to agree to that before joining. */
export const asksForConsent = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'open_racks';

/** Whether another player at the table has the name. */
export const isTaken = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'name_taken';

/** Whether the name itself will not do, at any table. */
export const isRefusedName = (error: unknown): boolean =>
  error instanceof ApiError &&
  ['account_name_taken', 'name_reserved', 'bad_name', 'name_long', 'name_character'].includes(
    error.code,
  );

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return answer(fetch(path, { signal, headers: { accept: 'application/json' } }), signal);
}

/** Fetches text. Errors are JSON. */
export async function getText(path: string): Promise<string> {
  const { ok, status, text } = await read(fetch(path));
  if (!ok) throw refusal(status, text);
  return text;
}

export async function post<T>(path: string, body: unknown): Promise<T> {
  return send('POST', path, body);
}

export async function put<T>(path: string, body: unknown): Promise<T> {
  return send('PUT', path, body);
}

async function send<T>(method: string, path: string, body: unknown): Promise<T> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  return answer(fetch(path, { method, headers, body: JSON.stringify(body) }));
}

export async function remove<T = void>(path: string, body?: unknown): Promise<T> {
  if (body !== undefined) return send('DELETE', path, body);
  return answer(fetch(path, { method: 'DELETE', headers: { accept: 'application/json' } }));
}

let onUnknownCaller = (): void => undefined;

/** Calls `listener` whenever the server answers that the session has ended. */
export function whenUnknown(listener: () => void): void {
  onUnknownCaller = listener;
}

async function answer<T>(response: Promise<Response>, signal?: AbortSignal): Promise<T> {
  const { ok, status, text } = await read(response, signal);
  if (ok) return JSON.parse(text) as T;
  const error = refusal(status, text);
  if (error instanceof ApiError && error.code === 'who_are_you') onUnknownCaller();
  throw error;
}

/** A proxy answers so for a server that is down. */
const DOWN = [502, 503, 504];

/** The error for a refused request: the server’s JSON, or a proxy’s status. */
export function refusal(status: number, text: string): Error {
  try {
    return new ApiError(JSON.parse(text) as ErrorView);
  } catch {
    return DOWN.includes(status)
      ? new NoConnection(`${status}`)
      : new Error(`${status} ${text.slice(0, 200)}`);
  }
}

interface Read {
  ok: boolean;
  status: number;
  text: string;
}

async function read(request: Promise<Response>, signal?: AbortSignal): Promise<Read> {
  const response = await reached(request, signal);
  return { ok: response.ok, status: response.status, text: await reached(response.text(), signal) };
}

/** Adds parameters to a path: `/api/words/check?word=QI`. Empty ones are left out. */
export function address(
  path: string,
  parameters: Record<string, string | number | boolean | undefined>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== '' && value !== false) query.set(name, String(value));
  }
  return query.size ? `${path}?${query}` : path;
}
