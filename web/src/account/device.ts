/** Sessions in the visitor's language. */
import { fromNow, t } from '../i18n';

/** The server notes uses once an hour. */
const HOUR_MS = 3_600_000;

export function deviceName(device: string | undefined): string {
  if (device === undefined) return t('session.unknown');
  if (device === 'program') return t('session.program');
  const [browser, system] = device.split(' on ');
  return system === undefined ? device : t('session.device', { browser: browser!, system });
}

export function lastUse(at: number): string {
  return Date.now() - at < HOUR_MS ? t('session.recent') : t('session.used', { when: fromNow(at) });
}
