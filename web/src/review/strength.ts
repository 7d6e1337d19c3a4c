/** How strong a player seems, in words. */
import { whole } from '../analysis/values';
import { t } from '../i18n';
import type { StrengthView } from '../protocol';

/** Beyond what was measured, only one end of the range is known. */
export function strengthText({ elo, least, most }: StrengthView): string {
  if (most === undefined) return t('review.or_more', { n: whole(least ?? 0) });
  return least === undefined
    ? t('review.or_less', { n: whole(most) })
    : `${whole(elo!)} (${whole(least)} … ${whole(most)})`;
}

/** A bound reads like a value: it is said why there is no other end, or no value. */
export function strengthNotes(strengths: readonly (StrengthView | undefined)[]): string[] {
  const told = strengths.filter((strength) => strength !== undefined);
  if (!told.length) return [];
  return [
    ...(told.length < strengths.length ? [t('review.no_strength')] : []),
    ...(told.some(({ most }) => most === undefined) ? [t('review.no_most')] : []),
    ...(told.some(({ least }) => least === undefined) ? [t('review.no_least')] : []),
  ];
}
