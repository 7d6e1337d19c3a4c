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

/** A bound reads like a value: it is said why there is no other end. */
export function strengthNotes(strengths: StrengthView[]): string[] {
  return [
    ...(strengths.some(({ most }) => most === undefined) ? [t('review.no_most')] : []),
    ...(strengths.some(({ least }) => least === undefined) ? [t('review.no_least')] : []),
  ];
}
