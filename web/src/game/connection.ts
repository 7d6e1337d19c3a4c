/** A game and how to take part in it, over a socket or in this browser. */
import { NoConnection } from '../api';
import type { ActionView, ChatView, UpdateView } from '../protocol';

export type Link = 'connecting' | 'open' | 'lost';

export interface Listener {
  onupdate(update: UpdateView): void;
  onchat(messages: ChatView[]): void;
  onlink(link: Link): void;
  /** The game cannot be had at all. */
  onfailure(error: unknown): void;
  /** The others do not move; `again` lets them try. */
  onstuck(error: unknown, again: () => void): void;
  /** The game goes on, but is gone with the page. Said once. */
  onunkept(): void;
}

/** The connection broke before the answer came; nobody knows whether it was done. */
export class Interrupted extends NoConnection {}

export interface Connection {
  /** Takes a free seat; where spectators see all racks, only with consent to that. */
  join(openRacks: boolean): Promise<void>;
  /**
   * Resolves when the action is done, and rejects if it was refused and nothing has changed.
   * A move waits for the connection until the signal aborts it.
   */
  act(action: ActionView, turn?: number, signal?: AbortSignal): Promise<void>;
  /** A challenge is being considered, or no longer is: computers wait for a while. */
  hold(hold: boolean): void;
  say(text: string): Promise<void>;
  close(): void;
}

/** Whether an action belongs to the current turn; the same as in the protocol crate. */
export function isForATurn({ kind }: ActionView): boolean {
  return ['move', 'place', 'exchange', 'pass', 'challenge', 'accept'].includes(kind);
}
