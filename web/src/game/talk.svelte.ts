/** What the people at a table say to each other. */
import { me } from '../me.svelte';
import { notify } from '../notice';
import type { ChatView } from '../protocol';
import { sound } from '../sound';

const isOther = ({ player }: ChatView): boolean => player !== me.view?.id;

export class Talk {
  messages: readonly ChatView[] = $state.raw([]);
  /** What others said that has not been seen yet. */
  readonly unread = $derived.by(() => this.messages.filter((it) => it.number > this.#read && isOther(it)).length);

  /** The last message that was seen. */
  #read = $state(0);
  #hasHeard = false;
  readonly #send: (text: string) => Promise<void>;

  constructor(send: (text: string) => Promise<void>) {
    this.#send = send;
  }

  hear(messages: readonly ChatView[]): void {
    const seen = new Set(this.messages.map(({ number }) => number));
    const fresh = messages.filter(({ number }) => !seen.has(number));
    this.messages = [...this.messages, ...fresh];
    const last = fresh.findLast(isOther);
    // What was said before somebody came is no news.
    if (!this.#hasHeard) this.read();
    else if (last) {
      sound('said');
      void notify(last.name, last.text, 'talk');
    }
    this.#hasHeard = true;
  }

  /** Everything that was said has been seen. */
  read(): void {
    this.#read = this.messages.at(-1)?.number ?? 0;
  }

  /** Why it was not said, if it was not. */
  async say(text: string): Promise<unknown> {
    try {
      await this.#send(text);
      return undefined;
    } catch (error) {
      sound('refused');
      return error;
    }
  }
}
