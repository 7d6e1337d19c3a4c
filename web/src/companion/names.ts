/** Names of the players of a tracked game. */
import { t } from '../i18n';
import { LANGUAGES, message, type Language } from '../i18n/messages';
import { me } from '../me.svelte';

/** Default names: the viewer’s, and seat numbers. */
export function usualName(at: number, players: number): string {
  if (at === 0) return me.name ?? t('practice.you');
  return players > 2 ? `${t('follow.opponent')} ${at}` : t('follow.opponent');
}

/** A sheet may say “you” in any language, which is nobody’s name. */
export function isUnnamed(name: string): boolean {
  return (Object.keys(LANGUAGES) as Language[]).some(
    (language) => message(language, 'practice.you') === name,
  );
}

/** As visitors read it. */
export function sharedName(name: string, seat: number): string {
  return isUnnamed(name) ? t('follow.name', { n: seat + 1 }) : name;
}
