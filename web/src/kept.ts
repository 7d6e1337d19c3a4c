/** What somebody keeps in this browser: followed games, reviews, a quiz. One entry each, so that two tabs do not overwrite each other's. */
import { store, storedJson, storedKeys } from './storage';

export type Kind = 'follow' | 'review' | 'quiz';

export interface Kept<T> {
  id: string;
  title: string;
  /** When it was changed last. */
  at: number;
  data: T;
}

const key = (kind: Kind, id: string) => `tisane.${kind}.${id}`;

/** All of a kind, the latest first. */
export function listKept<T>(kind: Kind): Kept<T>[] {
  const found = storedKeys(key(kind, '')).map((name) => storedJson<Kept<T>>(name));
  return found.filter((it) => it !== undefined).sort((a, b) => b.at - a.at);
}

export function readKept<T>(kind: Kind, id: string): Kept<T> | undefined {
  return storedJson(key(kind, id));
}

/** Keeps it; of those of its kind, no more than the latest `most`. Returns whether there was room for it. */
export function keep<T>(kind: Kind, kept: Kept<T>, most = 30): boolean {
  const done = store(key(kind, kept.id), JSON.stringify(kept));
  for (const { id } of listKept(kind).slice(most)) forget(kind, id);
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
