/** Messages between page and worker. */
import type { ErrorView, EngineView, Question } from '../protocol';

export type Request = { id: number } & (
  { open: EngineView; family: boolean } | { question: Question }
);

/** `broken`: the engine can’t run here. `unreachable`: there is no connection. */
export type Response = { id: number } & (
  | { ok: unknown }
  | { progress: unknown }
  | { error: ErrorView }
  | { broken: string }
  | { unreachable: string }
);
