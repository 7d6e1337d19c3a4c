/** System notifications while the page is hidden, if turned on. */
import { settings } from './settings.svelte';

export function canNotify(): boolean {
  return typeof Notification !== 'undefined';
}

/** Asks the browser for leave. Whether it was given. */
export async function askForNotices(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === 'granted';
}

/** A later notice replaces an earlier one with the same tag, so chat never hides “Your turn”. */
export async function notify(
  title: string,
  body: string,
  about: 'game' | 'talk' = 'game',
): Promise<void> {
  if (
    !settings.notices ||
    !document.hidden ||
    !canNotify() ||
    Notification.permission !== 'granted'
  )
    return;
  const options = { body, tag: `tisane-${about}`, icon: '/favicon.svg', data: location.href };
  try {
    // Phones allow them to service workers only.
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker) await worker.showNotification(title, options);
    else new Notification(title, options).onclick = () => window.focus();
  } catch {
    // A browser that changes its mind is its own master.
  }
}
