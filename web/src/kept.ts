/** What somebody keeps in this browser: followed games, reviews, a quiz. One entry each, so that two tabs do not overwrite each other's. */

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
  try {
    const found = Object.keys(localStorage).filter((name) => name.startsWith(key(kind, '')));
    const read = found.map((name) => readKept<T>(kind, name.slice(key(kind, '').length)));
    return read.filter((it) => it !== undefined).sort((a, b) => b.at - a.at);
  } catch {
    return [];
  }
}

export function readKept<T>(kind: Kind, id: string): Kept<T> | undefined {
  try {
    const text = localStorage.getItem(key(kind, id));
    return text === null ? undefined : (JSON.parse(text) as Kept<T>);
  } catch {
    return undefined;
  }
}

/** Keeps it; of those of its kind, no more than the latest `most`. */
export function keep<T>(kind: Kind, kept: Kept<T>, most = 30): void {
  try {
    localStorage.setItem(key(kind, kept.id), JSON.stringify(kept));
    for (const { id } of listKept(kind).slice(most)) forget(kind, id);
  } catch {
    // where storage is forbidden or full, it lasts until the page is closed
  }
}

export function forget(kind: Kind, id: string): void {
  try {
    localStorage.removeItem(key(kind, id));
  } catch {
    // nothing was kept then
  }
}

export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((n) => n.toString(36).padStart(2, '0')).join('');
}
