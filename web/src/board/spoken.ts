/** Squares in words, for screen readers and the legend. */
import { count, list, t } from '../i18n';
import type { PremiumView, SquareView } from '../protocol';
import { linesThrough, squareName, type Placed } from './board';
import type { Cursor } from './cursor';

/** What a square’s words depend on, apart from its own content. */
export interface Surroundings {
  faceAt: (square: SquareView) => string | undefined;
  isStart: boolean;
  /** Its tile is not played yet. */
  isLaid: boolean;
  /** The typing arrow, if it is here. */
  cursor: Cursor | undefined;
  /** How often replies use it, from 0 to 1. */
  heat: number | undefined;
}

export function squareWords(
  square: SquareView,
  premium: PremiumView | null,
  tile: Placed | undefined,
  { faceAt, isStart, isLaid, cursor, heat }: Surroundings,
): string {
  const parts = [squareName(square)];
  if (cursor) parts.push(t(cursor.across ? 'square.across' : 'square.down'));
  if (isLaid) parts.push(t('square.laid'));
  if (tile) {
    parts.push(tile.face, tile.blank ? t('square.blank') : count('count.points', tile.value));
    const lines = linesThrough(square, faceAt);
    if (lines.length) parts.push(t('square.part', { words: list(lines) }));
    return parts.join(', ');
  }
  if (isStart) parts.push(t('square.start'));
  if (premium) parts.push(premiumWords(premium));
  parts.push(t('square.empty'));
  if (heat) parts.push(t('square.heat', { n: Math.round(heat * 100) }));
  return parts.join(', ');
}

export function premiumWords(premium: PremiumView): string {
  const parts = [];
  if (premium.word > 1) parts.push(t('square.word', { n: premium.word }));
  if (premium.letter > 1) parts.push(t('square.letter', { n: premium.letter }));
  if (premium.only_value != null) parts.push(t('square.only', { n: premium.only_value }));
  return parts.join(', ');
}
