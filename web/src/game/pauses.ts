/** How long to wait before a connection is made again. */

/** After a break: at once, then in longer and longer intervals. */
const PAUSES_MS = [0, 500, 1000, 2000, 5000, 10_000];
/** A server that stops loses all its clients; they spread their first attempt over this time. */
const SPREAD_MS = 500;

/** Close codes of the server, as docs/api.md lists them. */
export const TOO_OFTEN = 1008;
const TOO_SLOW = 1013;
/** Whoever asked too much waits at least this long: the place in the list above. */
export const CALM_DOWN = 4;

/**
 * Half to one and a half times the pause of this attempt, so that many clients do not come back at
 * the same moment. Slow readers, who lost only their own connection, come back at once.
 */
export function pauseBefore(
  attempt: number,
  code?: number,
  random: () => number = Math.random,
): number {
  const pause = PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)]!;
  if (pause) return pause * (0.5 + random());
  return code === TOO_SLOW ? 0 : SPREAD_MS * random();
}
