/** How strong a player seems, in words. */
import { whole } from '../analysis/values';
import { t } from '../i18n';
import type { StrengthView } from '../protocol';

/** A bound beyond what was measured is unknown. */
export function strengthText({ elo, least, most }: StrengthView): string {
  if (least !== undefined && most !== undefined)
    return `${whole(elo!)} (${whole(least)} … ${whole(most)})`;
  const end = most ?? least ?? 0;
  const bound = t(most === undefined ? 'review.or_more' : 'review.or_less', { n: whole(end) });
  return elo === undefined || elo === end ? bound : `${whole(elo)} (${bound})`;
}

/** Explains a missing bound or value. */
export function strengthNotes(strengths: readonly (StrengthView | undefined)[]): string[] {
  const known = strengths.filter((strength) => strength !== undefined);
  if (!known.length) return [];
  return [
    ...(known.length < strengths.length ? [t('review.no_strength')] : []),
    ...(known.some(({ most }) => most === undefined) ? [t('review.no_most')] : []),
    ...(known.some(({ least }) => least === undefined) ? [t('review.no_least')] : []),
  ];
}
