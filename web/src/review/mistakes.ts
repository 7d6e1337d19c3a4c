/** Mistakes as they are marked. */
import { decimal } from '../analysis/values';
import { t } from '../i18n';
import type { MistakeView, SizeView } from '../protocol';

/** Marks that can be read without colours. */
export const MARKS: Record<SizeView, string> = { none: '', small: '?!', medium: '?', large: '??' };

/** Whether points measure the loss: the win chance is unknown, or the game is decided. */
export function isByPoints({ win, by_points }: MistakeView): boolean {
  return win === undefined || by_points;
}

/** The figure that the mark agrees with. */
export function lossFigure(loss: MistakeView): string {
  return isByPoints(loss)
    ? t('loss.short', { points: decimal(loss.points) })
    : `${decimal(loss.win!)}%`;
}

export function lossText(loss: MistakeView): string {
  if (loss.size === 'none') return t('loss.none');
  const points = decimal(loss.points);
  return isByPoints(loss)
    ? t('loss.points', { points })
    : t('loss.both', { win: decimal(loss.win!), points });
}
