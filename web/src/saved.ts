/** Items in this browser: tracked games, reviews, quizzes. One entry each, for several tabs. */
import { store, storedJson, storedKeys } from './storage';

export type Kind = 'follow' | 'review' | 'quiz';

export interface SavedItem<T> {
  id: string;
  title: string;
  /** Time of the last change. */
  at: number;
  data: T;
}

const key = (kind: Kind, id: string) => `tisane.${kind}.${id}`;

/** All of a kind, newest first. */
export function listSaved<T>(kind: Kind): SavedItem<T>[] {
  const found = storedKeys(key(kind, '')).map((name) => storedJson<SavedItem<T>>(name));
  return found.filter((it) => it !== undefined).sort((a, b) => b.at - a.at);
}

export function readSaved<T>(kind: Kind, id: string): SavedItem<T> | undefined {
  return storedJson(key(kind, id));
}

/** Stores an item and drops the oldest beyond `most`. Returns whether there was room. */
export function saveItem<T>(kind: Kind, item: SavedItem<T>, most = 30): boolean {
  const done = store(key(kind, item.id), JSON.stringify(item));
  for (const { id } of listSaved(kind).slice(most)) forget(kind, id);
  return done;
}

export function forget(kind: Kind, id: string): void {
  store(key(kind, id), undefined);
}

export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))]
    .map((n) => n.toString(36).padStart(2, '0'))
    .join('');
}
