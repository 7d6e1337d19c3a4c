/** Mistakes as they are marked. */
import { decimal } from '../analysis/values';
import { t } from '../i18n';
import type { MistakeView, SizeView } from '../protocol';

/** Read without colours, too. */
export const MARKS: Record<SizeView, string> = { none: '', small: '?!', medium: '?', large: '??' };

export function lossText({ win, points, size }: MistakeView): string {
  if (size === 'none') return t('loss.none');
  return win === undefined
    ? t('loss.points', { points: decimal(points) })
    : t('loss.both', { win: decimal(win), points: decimal(points) });
}
