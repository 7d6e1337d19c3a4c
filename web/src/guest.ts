/** Being known to the server, as a guest: a name and a cookie, nothing more. */
import { post } from './api';
import { t } from './i18n';
import type { MeView } from './protocol';

const KEY = 'tisane.name';
let known: Promise<unknown> | undefined;

/** The name this browser goes by, if it has been to a game before. */
export function guestName(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Makes sure that the server knows who asks. */
export function beGuest(): Promise<unknown> {
  return (known ??= call(guestName() ?? t('guest.name', { n: 1000 + Math.floor(Math.random() * 9000) })).catch(
    (error) => {
      known = undefined;
      throw error;
    },
  ));
}

/** Goes by another name from now on. */
export async function call(name: string): Promise<void> {
  const me = await post<MeView>('/api/me', { name });
  try {
    localStorage.setItem(KEY, me.name);
  } catch {
    // where storage is forbidden, the cookie alone remembers
  }
}
