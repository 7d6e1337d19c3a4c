/** Texts in the visitor's language; components that use them follow a change of language. */
import { settings } from '../settings.svelte';
import { countMessage, message, type CountKey, type Key } from './messages';

export function t(key: Key, values?: Record<string, string | number>): string {
  return message(settings.language, key, values);
}

export function count(key: CountKey, n: number): string {
  return countMessage(settings.language, key, n);
}

/** `ru` is Russian or русский. */
export function languageName(tag: string): string {
  const name = new Intl.DisplayNames([settings.language], { type: 'language' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(settings.language) + name.slice(1);
}

/** Lists: `QI, ZA and XI`. */
export function list(items: string[]): string {
  return new Intl.ListFormat(settings.language).format(items);
}
