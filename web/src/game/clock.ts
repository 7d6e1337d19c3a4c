/** Times on clocks. */
import type { GameView } from '../protocol';

/** Below this, tenths of seconds are shown. */
const SHORT_MS = 10_000;
const DAY_MS = 24 * 3_600_000;

/** `12:05`, `1:02:05`, `9.4`, `-0:12`; days and hours for long times. */
export function clockText(ms: number, days: (days: number, hours: number) => string): string {
  if (ms >= DAY_MS) return days(Math.floor(ms / DAY_MS), Math.floor((ms % DAY_MS) / 3_600_000));
  if (ms >= 0 && ms < SHORT_MS) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = ms < 0 ? Math.ceil(-ms / 1000) : Math.floor(ms / 1000);
  const two = (n: number) => String(n).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const text = hours
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
  return ms < 0 ? `-${text}` : text;
}

/** When a running clock shows the next value. Also checked now and then: machines sleep. */
export function untilChange(ms: number): number {
  const step = ms >= DAY_MS ? 60_000 : ms >= 0 && ms < SHORT_MS ? 100 : 1000;
  return (((ms % step) + step) % step) + 1;
}

/** Little time is left: an eighth of it, at least ten seconds and at most a minute. */
export function isLow(ms: number, initial: number): boolean {
  return ms < Math.max(10_000, Math.min(60_000, initial / 8));
}

/** What a seat’s clock shows at `now`, including the bank; nothing without a clock. */
export function timeLeft(
  {
    clock,
    seats,
    on_turn,
    now,
    turn_began,
  }: Pick<GameView, 'clock' | 'seats' | 'on_turn' | 'now' | 'turn_began'>,
  seat: number,
): number | undefined {
  const left = seats[seat]?.left;
  if (left === undefined || clock.kind !== 'turn') return left;
  if (on_turn !== seat) return left > 0 ? left : undefined;
  return left + Math.max(0, clock.turn - (now - turn_began));
}

type Running = Pick<GameView, 'clock' | 'seats' | 'on_turn' | 'now' | 'turn_began' | 'paused'>;

/** Whether a clock is running. */
export function isRunning({ clock, on_turn, paused }: Running): boolean {
  return on_turn !== undefined && clock.kind !== 'none' && paused === undefined;
}

/** A seat’s clock, `elapsed` milliseconds after the last update. */
export function timeAfter(game: Running, seat: number, elapsed: number): number | undefined {
  const left = timeLeft(game, seat);
  const runs = isRunning(game) && game.on_turn === seat;
  return left !== undefined && runs ? left - Math.max(0, elapsed) : left;
}
