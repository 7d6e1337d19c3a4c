/** Texts in the visitor's language; components that use them follow a change of language. */
import { ApiError, NoConnection } from '../api';
import type { BannedView, ErrorView } from '../protocol';
import { settings } from '../settings.svelte';
import {
  banMessage,
  countMessage,
  dataSentences,
  dataTitle,
  detailMessage,
  message,
  troubleMessage,
  type CountKey,
  type Key,
  type Trouble,
} from './messages';

export function t(key: Key, values?: Record<string, string | number>): string {
  return message(settings.language, key, values);
}

export function count(key: CountKey, n: number, values?: Record<string, string>): string {
  return countMessage(settings.language, key, n, values);
}

/** An error of the server as a sentence. */
export function troubleText({ code, values = {}, error }: ErrorView | Trouble): string {
  return troubleMessage(settings.language, { code, values, error });
}

/** Whatever went wrong: the server refused it, it was not reached, or something broke. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError)
    return troubleText({ code: error.code, values: error.values, error: error.message });
  if (!(error instanceof NoConnection)) return t('app.trouble', { detail: String(error) });
  return t(navigator.onLine ? 'app.offline' : 'app.no_connection');
}

/** Why and until when the player is banned. */
export function banText({ reason, until }: BannedView): string {
  return [t('error.banned'), banMessage(settings.language, reason, until)]
    .filter(Boolean)
    .join(' ');
}

/** The detail of an error, without the sentence around it. */
export function detailText({ code, values = {} }: ErrorView): string | undefined {
  return detailMessage(settings.language, { code, values });
}

/** The title of a ruleset or lexicon. */
export function titleOf({ title }: { title: string }): string {
  return dataTitle(settings.language, title);
}

/** A note of a ruleset, sentence by sentence, each with its language. */
export function note(text: string) {
  return dataSentences(settings.language, text);
}

/** `ru` is Russian or русский. */
export function languageName(tag: string): string {
  return capitalised(
    new Intl.DisplayNames([settings.language], { type: 'language' }).of(tag) ?? tag,
  );
}

/** As at the beginning of a sentence. */
export function capitalised(text: string): string {
  return text.charAt(0).toLocaleUpperCase(settings.language) + text.slice(1);
}

/** A day without its hour: `Nov 17, 2026`. */
export function day(at: number): string {
  return new Date(at).toLocaleDateString(settings.language, { dateStyle: 'medium' });
}

/** A day with its hour: `Nov 17, 2026, 14:05`. */
export function time(at: number): string {
  return new Date(at).toLocaleString(settings.language, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
}

/** How far away a moment is: `in 5 minutes`, `3 hours ago`, `yesterday`. */
export function fromNow(at: number): string {
  const minutes = Math.round((at - Date.now()) / 60_000);
  const format = new Intl.RelativeTimeFormat(settings.language, { numeric: 'auto' });
  if (Math.abs(minutes) < 60) return format.format(minutes, 'minute');
  if (Math.abs(minutes) < 60 * 24) return format.format(Math.round(minutes / 60), 'hour');
  return format.format(Math.round(minutes / 1440), 'day');
}

/** Lists: `QI, ZA and XI`. */
export function list(items: string[]): string {
  return new Intl.ListFormat(settings.language).format(items);
}
