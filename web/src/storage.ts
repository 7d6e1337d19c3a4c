/**
 * Texts stored in this browser. Storage may be forbidden or full: then reading finds nothing, and
 * values last until the page is closed.
 */

/** Permanently, or until the tab is closed. */
type Where = 'localStorage' | 'sessionStorage';

export function stored(key: string, where: Where = 'localStorage'): string | undefined {
  return tried(() => globalThis[where].getItem(key) ?? undefined);
}

/** Also nothing for unreadable values. */
export function storedJson<T>(key: string, where: Where = 'localStorage'): T | undefined {
  return tried(() => JSON.parse(globalThis[where].getItem(key) ?? 'null') as T | null) ?? undefined;
}

/** The keys that begin so. */
export function storedKeys(beginning: string): string[] {
  return tried(() => Object.keys(localStorage).filter((key) => key.startsWith(beginning))) ?? [];
}

/** Stores a text, or removes it. Returns whether that worked. */
export function store(
  key: string,
  text: string | undefined,
  where: Where = 'localStorage',
): boolean {
  const done = tried(() => {
    if (text === undefined) globalThis[where].removeItem(key);
    else globalThis[where].setItem(key, text);
    return true;
  });
  return done ?? false;
}

function tried<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
