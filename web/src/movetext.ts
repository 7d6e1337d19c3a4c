/** Typed moves in the language of the page. */
import { t } from './i18n';
import { settings } from './settings.svelte';

/** The word for a pass: as the page says it, or as the engine does. */
export function isPass(text: string): boolean {
  const typed = text.trim().toLocaleLowerCase(settings.language);
  return typed === 'pass' || typed === t('move.pass');
}

/** A move as the engine reads it. */
export function readable(text: string): string {
  return isPass(text) ? 'pass' : text;
}
