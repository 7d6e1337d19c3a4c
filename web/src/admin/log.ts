/** An entry of the administrators’ log as a sentence. */
import { t } from '../i18n';
import type { AdminLogEntry } from '../protocol';

/** The server’s sentence, which names players; without one, the action and what it was about. */
export function logText(entry: AdminLogEntry & { text?: string }): string {
  if (entry.text) return entry.text;
  const { action, ...details } = entry.action;
  const values = Object.entries(details).map(([key, value]) => `${key} ${value}`);
  return [t(`admin.log.${action}`), values.join(', ')].filter(Boolean).join(': ');
}
