/** What page and worker say to each other. */
import type { ErrorView, EngineView, Question } from '../protocol';

export type Request = { id: number } & ({ open: EngineView } | { question: Question });

/** The engine cannot run here at all: `broken`. */
export type Response = { id: number } & ({ ok: unknown } | { error: ErrorView } | { broken: string });
