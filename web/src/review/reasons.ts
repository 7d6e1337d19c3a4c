/** Why one move is better than another, in words: what it brings now, what it keeps, what it opens, and what may follow. */
import type { Key } from '../i18n/messages';
import type { LineView } from '../protocol';

export interface Reason {
  text: Key;
  values: Record<string, string | number>;
  /** It speaks for the better move; otherwise against it. */
  speaksFor: boolean;
}

/** Smaller differences are not worth a sentence. */
const POINTS = 1;
const LEAVE = 0.5;
const REPLY = 1;
const BONUS = 0.02;

type Valued = Pick<LineView, 'score' | 'equity' | 'leave' | 'plies'>;

/** What speaks for `best` and against it, beside `other`. Numbers are for `format`. */
export function reasons(best: Valued, other: Valued, format: (n: number) => string): Reason[] {
  const found: Reason[] = [];
  const say = (difference: number, least: number, more: Key, less: Key, values: Reason['values'], sign = 1) => {
    if (Math.abs(difference) < least) return;
    const speaksFor = difference * sign > 0;
    found.push({ text: difference > 0 ? more : less, values, speaksFor });
  };
  const points = best.score - other.score;
  say(points, POINTS, 'why.points_more', 'why.points_fewer', { n: Math.abs(points) });
  const kept = best.equity - best.score - (other.equity - other.score);
  const leaves = { best: best.leave || '–', other: other.leave || '–', n: format(Math.abs(kept)) };
  say(kept, LEAVE, 'why.leave_better', 'why.leave_worse', leaves);
  const [reply, next] = [0, 1].map((ply) => {
    const [one, two] = [best.plies?.[ply], other.plies?.[ply]];
    return one && two ? { score: one.score - two.score, bingos: one.bingos - two.bingos } : { score: 0, bingos: 0 };
  }) as [{ score: number; bingos: number }, { score: number; bingos: number }];
  const ofHundred = (share: number) => ({ n: Math.round(Math.abs(share) * 100) });
  say(reply.score, REPLY, 'why.opens', 'why.closes', { n: format(Math.abs(reply.score)) }, -1);
  say(reply.bingos, BONUS, 'why.reply_bonus_more', 'why.reply_bonus_less', ofHundred(reply.bingos), -1);
  say(next.score, REPLY, 'why.next_more', 'why.next_fewer', { n: format(Math.abs(next.score)) });
  say(next.bingos, BONUS, 'why.next_bonus_more', 'why.next_bonus_less', ofHundred(next.bingos));
  return found.sort((a, b) => Number(b.speaksFor) - Number(a.speaksFor));
}
