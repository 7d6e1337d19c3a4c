/** The course of a game as lines: how far a player is ahead, and how likely that player wins. */
import { lead as leadOf } from '../game/history';
import type { ReviewedTurnView, SheetView, SizeView } from '../protocol';

export interface Course {
  /** How far the player is ahead of the best of the others: from 0 before the first turn, after each turn, and at the end (there of those who played on). */
  lead: number[];
  /** The player's chance to win after each turn, from 0 to 1, where that is known; of two players only. */
  win: (number | undefined)[];
  /** How bad the player's mistake in each turn was. */
  mistakes: SizeView[];
}

export function course(
  { players, turns }: Pick<SheetView, 'players' | 'turns'>,
  reviewed: readonly (ReviewedTurnView | undefined)[],
  seat: number,
): Course {
  const isTwo = players.length === 2;
  const totals = players.map(() => 0);
  const lead = [0];
  const win: (number | undefined)[] = [isTwo ? 0.5 : undefined];
  for (const [at, turn] of turns.entries()) {
    totals[turn.seat] = turn.total;
    lead.push(leadOf(totals, seat));
    const chance = isTwo ? reviewed[at]?.line?.win : undefined;
    win.push(chance === undefined ? undefined : turn.seat === seat ? chance : 1 - chance);
  }
  const isOut = (other: number) => players[other]?.lost !== undefined;
  const ends = players.map(({ total }) => total);
  lead.push(leadOf(ends, seat, isOut));
  const mistakes = turns.map((turn, at) => (turn.seat === seat ? reviewed[at]?.loss?.size : undefined) ?? 'none');
  return { lead, win, mistakes };
}

/**
 * Points of a line. Where only one player's racks are known, every other value is missing, and the line goes on; where more is missing, it
 * begins anew.
 */
export function path(values: readonly (number | undefined)[], x: (at: number) => number, y: (n: number) => number) {
  let last: number | undefined;
  let text = '';
  for (const [at, value] of values.entries()) {
    if (value === undefined) continue;
    text += `${last !== undefined && at - last <= 2 ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
    last = at;
  }
  return text;
}

/** A round number at least as large as every lead. */
export function scale(lead: readonly number[]): number {
  const most = Math.max(20, ...lead.map(Math.abs));
  return Math.ceil(most / 20) * 20;
}
