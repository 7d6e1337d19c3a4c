/** Mistakes as they are marked. */
import { decimal } from '../analysis/values';
import { t } from '../i18n';
import type { MistakeView, SizeView } from '../protocol';

/** Read without colours, too. */
export const MARKS: Record<SizeView, string> = { none: '', small: '?!', medium: '?', large: '??' };

/** Whether the chance to win tells how bad it was. Where a game is decided nothing of that is left to lose, and points tell. */
function isByWin({ win }: MistakeView): boolean {
  return win !== undefined && Number(win.toFixed(1)) > 0;
}

/** The figure that the mark agrees with. */
export function lossFigure(loss: MistakeView): string {
  return isByWin(loss) ? `${decimal(loss.win!)} %` : t('loss.short', { points: decimal(loss.points) });
}

export function lossText(loss: MistakeView): string {
  const { win, points, size } = loss;
  if (size === 'none') return t('loss.none');
  return isByWin(loss)
    ? t('loss.both', { win: decimal(win!), points: decimal(points) })
    : t('loss.points', { points: decimal(points) });
}
