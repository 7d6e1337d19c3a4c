/** A game and how to take part in it: over a socket, or in this browser. Views do not know which. */
import type { ActionView, ChatView, UpdateView } from '../protocol';

export type Link = 'connecting' | 'open' | 'lost';

export interface Listener {
  onupdate(update: UpdateView): void;
  onchat(messages: ChatView[]): void;
  onlink(link: Link): void;
  /** The game cannot be had at all. */
  onfailure(error: unknown): void;
}

export interface Connection {
  /** Takes a free seat. */
  join(): Promise<void>;
  /** Done when the game has taken it up; refused with a sentence otherwise, and then nothing has changed. */
  act(action: ActionView, turn?: number): Promise<void>;
  say(text: string): Promise<void>;
  close(): void;
}
