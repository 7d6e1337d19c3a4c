/** The course of a game as lines: how far a player is ahead, and how likely that player wins. */
import { isOutAfter, lead as leadOf } from '../game/history';
import type { ReviewedTurnView, SheetView, SizeView } from '../protocol';

export interface Course {
  /** The lead over the best opponent still playing: at the start, after each turn, at the end. */
  lead: number[];
  /** The win chance after each turn, from 0 to 1, if known. Two-player games only. */
  win: (number | undefined)[];
  /** How bad the player's mistake in each turn was. */
  mistakes: SizeView[];
  /** The first turn for which the bag was empty. */
  endgame: number | undefined;
}

export function course(
  sheet: Pick<SheetView, 'players' | 'turns' | 'dropouts'>,
  reviewed: readonly (ReviewedTurnView | undefined)[],
  seat: number,
): Course {
  const { players, turns } = sheet;
  const isTwo = players.length === 2;
  const totals = players.map(() => 0);
  const lead = [0];
  const win: (number | undefined)[] = [isTwo ? 0.5 : undefined];
  for (const [at, turn] of turns.entries()) {
    totals[turn.seat] = turn.total;
    // A player who dropped out has no lead.
    lead.push(
      isOutAfter(sheet, seat, at)
        ? 0
        : leadOf(totals, seat, (other) => isOutAfter(sheet, other, at)),
    );
    const chance = isTwo ? reviewed[at]?.line?.win : undefined;
    win.push(chance === undefined ? undefined : turn.seat === seat ? chance : 1 - chance);
  }
  const ends = players.map(({ total }) => total);
  const isGone = isOutAfter(sheet, seat, turns.length - 1);
  // At the end the lead is over the last one to drop out.
  lead.push(isGone ? 0 : leadOf(ends, seat, (other) => isOutAfter(sheet, other, turns.length - 1)));
  const mistakes = turns.map(
    (turn, at) => (turn.seat === seat ? reviewed[at]?.loss?.size : undefined) ?? 'none',
  );
  const endgame = turns.findIndex(({ bag }) => bag === 0);
  return { lead, win, mistakes, endgame: endgame < 0 ? undefined : endgame };
}

/**
 * The points of a line. With one player’s racks known, every other value is missing: the line
 * continues across such gaps and restarts after larger ones.
 */
export function path(
  values: readonly (number | undefined)[],
  x: (at: number) => number,
  y: (n: number) => number,
) {
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
