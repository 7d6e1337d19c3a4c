/** The course of a game as lines: who is how far ahead, and how likely the first player wins. */
import type { ReviewedTurnView, SheetView, SizeView } from '../protocol';

export interface Course {
  /** How far the first player is ahead of the best of the others after each turn, from 0 before the first. */
  lead: number[];
  /** The first player's chance to win after each turn, from 0 to 1, where that is known; of two players only. */
  win: (number | undefined)[];
  /** How bad the mistake in each turn was. */
  mistakes: SizeView[];
}

export function course(sheet: SheetView, turns: readonly (ReviewedTurnView | undefined)[]): Course {
  const totals = sheet.players.map(() => 0);
  const two = sheet.players.length === 2;
  const lead = [0];
  const win: (number | undefined)[] = [two ? 0.5 : undefined];
  for (const [at, turn] of sheet.turns.entries()) {
    totals[turn.seat] = turn.total;
    lead.push(totals[0]! - Math.max(...totals.slice(1)));
    const chance = two ? turns[at]?.line?.win : undefined;
    win.push(chance === undefined ? undefined : turn.seat === 0 ? chance : 1 - chance);
  }
  return { lead, win, mistakes: sheet.turns.map((_, at) => turns[at]?.loss?.size ?? 'none') };
}

/** Points of a line; where a value is not known, the line begins anew. */
export function path(values: readonly (number | undefined)[], x: (at: number) => number, y: (n: number) => number) {
  let pen = 'M';
  let text = '';
  for (const [at, value] of values.entries()) {
    if (value === undefined) pen = 'M';
    else {
      text += `${pen}${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
      pen = 'L';
    }
  }
  return text;
}

/** A round number at least as large as every lead. */
export function scale(lead: readonly number[]): number {
  const most = Math.max(20, ...lead.map(Math.abs));
  return Math.ceil(most / 20) * 20;
}
