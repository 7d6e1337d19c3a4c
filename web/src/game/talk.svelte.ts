/** The chat of a game. */
import { me } from '../me.svelte';
import { notify } from '../notice';
import type { ChatView } from '../protocol';
import { sound } from '../sound';
import { store, storedJson } from '../storage';

const isOther = ({ player }: ChatView): boolean => player !== me.view?.id;

const KEY = 'tisane.chat_read';
/** For how many games the last read message is stored. */
const GAMES = 100;

/** The last message read in this browser. */
const keptRead = (game: string): number | undefined =>
  storedJson<Record<string, number>>(KEY)?.[game];

function keepRead(game: string, number: number): void {
  const others = Object.entries(storedJson<Record<string, number>>(KEY) ?? {}).filter(
    ([id]) => id !== game,
  );
  store(KEY, JSON.stringify(Object.fromEntries([...others, [game, number]].slice(-GAMES))));
}

export class Talk {
  messages: readonly ChatView[] = $state.raw([]);
  /** What others said that has not been seen yet. */
  readonly unread = $derived.by(
    () => this.messages.filter((it) => it.number > this.#read && isOther(it)).length,
  );

  /** The last message that was seen. */
  #read = $state(0);
  #game: string | undefined;
  readonly #send: (text: string) => Promise<void>;

  constructor(send: (text: string) => Promise<void>) {
    this.#send = send;
  }

  hear(game: string, messages: readonly ChatView[]): void {
    const seen = new Set(this.messages.map(({ number }) => number));
    const fresh = messages.filter(({ number }) => !seen.has(number));
    // A message that comes again has changed. Those of spectators come late, and belong where they
    // were said.
    const latest = new Map([...this.messages, ...messages].map((it) => [it.number, it]));
    this.messages = [...latest.values()].sort((a, b) => a.number - b.number);
    const last = fresh.findLast(isOther);
    const isFirst = this.#game === undefined;
    this.#game = game;
    if (isFirst) {
      // Messages from before the first visit are not new.
      const read = keptRead(game);
      if (read === undefined) this.read();
      else this.#read = read;
    } else if (last) {
      sound('said');
      void notify(last.name, last.text, 'talk');
    }
  }

  /** All messages were read. */
  read(): void {
    const last = this.messages.at(-1)?.number ?? 0;
    this.#read = last;
    if (this.#game !== undefined && keptRead(this.#game) !== last) keepRead(this.#game, last);
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
