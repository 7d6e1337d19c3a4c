/** Mistakes as they are marked. */
import { decimal } from '../analysis/values';
import { t } from '../i18n';
import type { MistakeView, SizeView } from '../protocol';

/** Read without colours, too. */
export const MARKS: Record<SizeView, string> = { none: '', small: '?!', medium: '?', large: '??' };

export function lossText({ win, points, size, by_points }: MistakeView): string {
  if (size === 'none') return t('loss.none');
  return win === undefined || by_points
    ? t('loss.points', { points: decimal(points) })
    : t('loss.both', { win: decimal(win), points: decimal(points) });
}

/** The figure that the mark agrees with: in a game that is decided, nothing but points can be lost. */
export function lossFigure({ win, points, by_points }: MistakeView): string {
  return win === undefined || by_points ? decimal(points) : `${decimal(win)} %`;
}
