/** What page and worker say to each other. */
import type { ErrorView, EngineView, Question } from '../protocol';

export type Request = { id: number } & (
  { open: EngineView; family: boolean } | { question: Question }
);

/** What is known so far is `progress`; the engine cannot run here at all: `broken`; nobody is there to be asked: `unreachable`. */
export type Response = { id: number } & (
  | { ok: unknown }
  | { progress: unknown }
  | { error: ErrorView }
  | { broken: string }
  | { unreachable: string }
);
