/** The text of a premium square, on the board and in pictures. */
import { t } from '../i18n';
import type { PremiumView } from '../protocol';

export function premiumText({ word, letter }: Pick<PremiumView, 'word' | 'letter'>): string {
  const parts = [];
  if (word > 1) parts.push(t('premium.word', { n: word }));
  if (letter > 1) parts.push(t('premium.letter', { n: letter }));
  return parts.join(' ');
}
