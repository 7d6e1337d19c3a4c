/** Why one move is better than another: score, leave, board and what may follow. */
import type { Key } from '../i18n/messages';
import type { LineView, PlyView } from '../protocol';

export interface Reason {
  text: Key;
  values: Record<string, string | number>;
  /** For the better move, against it, or only a consequence. */
  speaksFor: boolean | undefined;
}

/** How numbers and moves are written. */
export interface Wording {
  number: (n: number) => string;
  /** `1 point`. */
  points: (n: number) => string;
  /** Tiles as the engine writes them. */
  tiles: (written: string) => string;
  /** The text for an empty leave. */
  nothing: string;
  move: (move: string) => string;
}

/** Smaller differences are not worth a sentence. */
const POINTS = 1;
const LEAVE = 0.5;
const REPLY = 1;
const BONUS = 0.02;

const REST = 0.5;

type Difference = Pick<PlyView, 'score' | 'bingos'>;
type Valued = Pick<LineView, 'move' | 'score' | 'equity' | 'leave' | 'plies' | 'reply' | 'rest'>;
/** With an empty bag. */
type Late = Valued & Required<Pick<LineView, 'rest'>>;

/** Reasons for and against `best`, compared to `other`. */
export function reasons(best: Valued, other: Valued, wording: Wording): Reason[] {
  const found: Reason[] = [];
  const format = wording.number;
  const say = (
    difference: number,
    least: number,
    more: Key,
    less: Key,
    values: Reason['values'],
    sign = 1,
  ) => {
    if (Math.abs(difference) < least) return;
    const speaksFor = difference * sign > 0;
    found.push({ text: difference > 0 ? more : less, values, speaksFor });
  };
  const points = best.score - other.score;
  say(points, POINTS, 'why.points_more', 'why.points_fewer', {
    points: wording.points(Math.abs(points)),
  });
  if (isLate(best) && isLate(other)) {
    found.push(...late(best, other, wording));
    return inOrder(found);
  }
  const kept = best.equity - best.score - (other.equity - other.score);
  const leaves = {
    best: wording.tiles(best.leave) || wording.nothing,
    other: wording.tiles(other.leave) || wording.nothing,
    n: format(Math.abs(kept)),
  };
  say(kept, LEAVE, 'why.leave_better', 'why.leave_worse', leaves);
  const { replies, next } = following(best.plies ?? [], other.plies ?? []);
  const reply = together(replies);
  const ofHundred = (share: number) => ({ n: Math.round(Math.abs(share) * 100) });
  const replied: [Key, Key, Key, Key] =
    replies.length > 1
      ? [
          'why.opens_to_all',
          'why.closes_to_all',
          'why.replies_bonus_more',
          'why.replies_bonus_less',
        ]
      : ['why.opens', 'why.closes', 'why.reply_bonus_more', 'why.reply_bonus_less'];
  say(reply.score, REPLY, replied[0], replied[1], { n: format(Math.abs(reply.score)) }, -1);
  say(reply.bingos, BONUS, replied[2], replied[3], ofHundred(reply.bingos), -1);
  say(next.score, REPLY, 'why.next_more', 'why.next_fewer', { n: format(Math.abs(next.score)) });
  say(next.bingos, BONUS, 'why.next_bonus_more', 'why.next_bonus_less', ofHundred(next.bingos));
  return inOrder(found);
}

/** A leave pays off in the next turn, so adding both counts it twice. */
export function isTwice(reasons: readonly Reason[]): boolean {
  const has = (kind: string) => reasons.some(({ text }) => text.startsWith(kind));
  return has('why.leave_') && has('why.next_');
}

/** The difference in later turns: the opponents’, and the player’s next one. */
function following(best: PlyView[], other: PlyView[]): { replies: Difference[]; next: Difference } {
  const differences = best.slice(0, other.length).map((one, at) => ({
    seat: one.seat,
    score: one.score - other[at]!.score,
    bingos: one.bingos - other[at]!.bingos,
  }));
  // Reviews that were kept before seats were told look two turns ahead, of which the second is
  // one's own between two.
  const own = differences.findIndex(({ seat }, at) => (seat ?? (at + 1) % 2) === 0);
  return {
    replies: own < 0 ? differences : differences.slice(0, own),
    next: differences[own] ?? { score: 0, bingos: 0 },
  };
}

function together(differences: Difference[]): Difference {
  const sum = (of: (difference: Difference) => number) =>
    differences.reduce((sum, one) => sum + of(one), 0);
  return { score: sum(({ score }) => score), bingos: sum(({ bingos }) => bingos) };
}

function isLate(line: Valued): line is Late {
  return line.rest !== undefined;
}

/** With an empty bag the leave is worth only what follows. */
function late(best: Late, other: Late, { number, move }: Wording): Reason[] {
  const found: Reason[] = [];
  const say = (gains: number, more: Key, less: Key, sign = 1) => {
    if (Math.abs(gains) < REST) return;
    const text = gains > 0 ? more : less;
    found.push({ text, values: { n: number(Math.abs(gains)) }, speaksFor: gains * sign > 0 });
  };
  const goesOut = ({ leave }: Late) => leave === '';
  if (best.rest.ends === other.rest.ends) {
    say(best.rest.gains - other.rest.gains, 'why.rest_more', 'why.rest_fewer');
  } else if (best.rest.ends) {
    say(best.rest.gains, goesOut(best) ? 'why.out' : 'why.ends_gaining', 'why.ends_losing');
    say(other.rest.gains, 'why.else_gains', 'why.else_loses', -1);
  } else {
    say(best.rest.gains, 'why.rest_gains', 'why.rest_loses');
    say(
      other.rest.gains,
      goesOut(other) ? 'why.not_out' : 'why.goes_on_gaining',
      'why.goes_on_losing',
      -1,
    );
  }
  for (const { move: played, reply } of best.reply === other.reply ? [best] : [best, other])
    if (reply)
      found.push({
        text: 'why.reply',
        values: { move: move(played), reply: move(reply) },
        speaksFor: undefined,
      });
  return found;
}

/** Sorts the reasons: for, against, then the rest. */
function inOrder(found: Reason[]): Reason[] {
  const rank = ({ speaksFor }: Reason) => (speaksFor === undefined ? 2 : speaksFor ? 0 : 1);
  return found.sort((a, b) => rank(a) - rank(b));
}
