/** Reviews as they are stored in this browser, and games to review. */
import { ApiError } from '../api';
import type { Remote } from '../keeping';
import type { ReviewedTurnView } from '../protocol';

/** The depth of a review: static, or the number of iterations. */
export const ROLLOUTS = { quick: null, usual: 1200, close: 6000 } as const;
export type Depth = keyof typeof ROLLOUTS;

/** A stored review, finished or not. */
export interface SavedReview {
  text: string;
  ruleset: string;
  lexicon: string;
  /** Whether slurs are no words. */
  family?: boolean | undefined;
  depth?: Depth | undefined;
  /** The depth, in reviews stored by older versions. */
  care?: Depth | undefined;
  turns: (ReviewedTurnView | null)[];
  /** It was stopped, so it does not go on by itself. */
  stopped?: boolean | undefined;
  /** Which of the players it is about, if that is known. */
  me?: number | undefined;
  /** Which of the players are computers, as far as that is known. */
  bots?: number[] | undefined;
  remote?: Remote | undefined;
}

/** A game to review and its players. */
export interface ReviewedGame {
  text: string;
  /** Whether slurs were no words in it, if that is known. */
  family?: boolean | undefined;
  /** The viewer’s seat or name. */
  me?: number | undefined;
  name?: string | undefined;
  /** Whether a player is a computer. A score sheet has only names, so that may be unknown. */
  isBot?: ((name: string, seat: number) => boolean) | undefined;
}

/** The server’s copy, once it has been shared. */
export function storedRemote({ id, version, link }: Remote): Remote | undefined {
  return id && version ? { id, version, ...(link && { link }) } : undefined;
}

/** The error for a text that is no game. */
export function unreadable(detail: string): ApiError {
  return new ApiError({ code: 'notation', error: detail, values: { detail } });
}
