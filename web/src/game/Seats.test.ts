// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { get } from '../api';
import type { GameView, RoomView, SeatRatings } from '../protocol';
import type { GameCtrl } from './ctrl.svelte';
import Seats from './Seats.svelte';

vi.mock('../api', async (actual) => ({
  ...(await actual<typeof import('../api')>()),
  get: vi.fn(),
}));

afterEach(cleanup);

const game = (phase: GameView['phase']) =>
  ({
    phase,
    seats: ['Ann', 'Ben'].map((name) => ({ name, score: 0, tiles: 7 })),
    clock: { kind: 'none' },
  }) as GameView;
const room = { id: 'a b', rated: true, occupants: [{ player: '1' }, { player: '2' }] } as RoomView;
const ctrl = { updatedAt: 0, turns: 0, isBack: false } as GameCtrl;
const ratings = (rating: number) => ({ seats: [{ rating }, null] }) as unknown as SeatRatings;

test('ratings that come late do not replace newer ones', async () => {
  const answers: ((ratings: SeatRatings) => void)[] = [];
  vi.mocked(get).mockImplementation(() => new Promise((resolve) => answers.push(resolve as never)));
  const { rerender } = render(Seats, { ctrl, room, game: game('playing') });
  await rerender({ game: game('playing') }); // nothing that ratings depend on
  await rerender({ game: game('ended') });
  expect(vi.mocked(get).mock.calls).toEqual([
    ['/api/games/a%20b/ratings'],
    ['/api/games/a%20b/ratings'],
  ]);
  answers[1]!(ratings(1520));
  await screen.findByText('1520');
  answers[0]!(ratings(1500));
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.queryByText('1500')).toBeNull();
  expect(screen.queryByText('1520')).not.toBeNull();
});

test('players who dropped out have no lead, even after the game', () => {
  const seats = [
    { name: 'Ann', score: 191, tiles: 7, lost: 'resigned' },
    { name: 'Ben', score: 63, tiles: 7 },
    { name: 'Cat', score: 43, tiles: 7 },
  ];
  const dropouts = [{ seat: 0, after: 0 }];
  const over = { ...game('ended'), seats, dropouts, turns: [], outcome: {} } as unknown as GameView;
  render(Seats, {
    ctrl,
    room: { ...room, rated: false, occupants: [{}, {}, {}] } as RoomView,
    game: over,
  });
  const [ann, ben] = screen.getAllByRole('listitem');
  expect(ann!.textContent).toContain('resigned');
  expect(ann!.textContent).not.toMatch(/ahead|behind|level/);
  expect(ben!.textContent).toContain('20 ahead');
});

test('the last remaining player has no lead', () => {
  const seats = [
    { name: 'Ann', score: 191, tiles: 7, lost: 'resigned' },
    { name: 'Ben', score: 63, tiles: 7 },
  ];
  const dropouts = [{ seat: 0, after: 0 }];
  const over = { ...game('ended'), seats, dropouts, turns: [], outcome: {} } as unknown as GameView;
  render(Seats, { ctrl, room: { ...room, rated: false }, game: over });
  expect(screen.getAllByRole('listitem')[1]!.textContent).not.toMatch(/ahead|behind|level/);
});

test('a lead is ahead, behind or level in words', () => {
  const said = (scores: number[]) => {
    const seats = scores.map((score) => ({ name: 'Ann', score, tiles: 7 }));
    render(Seats, {
      ctrl,
      room: { ...room, rated: false },
      game: { ...game('playing'), seats, turns: [] } as unknown as GameView,
    });
    const found = screen
      .getAllByRole('listitem')
      .map((seat) => /\d+ ahead|\d+ behind|level/.exec(seat.textContent)?.[0]);
    cleanup();
    return found;
  };
  expect(said([12, 30])).toEqual(['18 behind', '18 ahead']);
  expect(said([12, 12])).toEqual(['level', 'level']);
  expect(said([0, 0]), 'before the first points').toEqual([undefined, undefined]);
});

test('only players in overtime see its penalty', () => {
  const clock = {
    kind: 'game',
    initial: 60_000,
    increment: 0,
    overtime: { points: 10, per: 60_000, at_most: 600_000 },
  };
  const seats = [-5000, 5000].map((left) => ({ name: 'Ann', score: 0, tiles: 7, left }));
  render(Seats, {
    ctrl,
    room: { ...room, rated: false },
    game: { ...game('playing'), clock, seats } as GameView,
  });
  const [over, there] = screen.getAllByRole('listitem');
  expect(over!.textContent).toContain('Overtime costs 10 points per 1:00');
  expect(there!.textContent).not.toContain('Overtime');
});

test('a clock of days is not redrawn ten times a second', () => {
  vi.useFakeTimers();
  const timeout = vi.fn(setTimeout);
  vi.stubGlobal('setTimeout', timeout);
  const clock = { kind: 'turn', turn: 172_800_000, bank: 0 };
  const seats = [0, 0].map((left) => ({ name: 'Ann', score: 0, tiles: 7, left }));
  const running = {
    ...game('playing'),
    clock,
    seats,
    on_turn: 0,
    now: 0,
    turn_began: 0,
  } as GameView;
  render(Seats, {
    ctrl: { ...ctrl, updatedAt: performance.now() } as GameCtrl,
    room: { ...room, rated: false },
    game: running,
  });
  timeout.mockClear();
  vi.advanceTimersByTime(40_000);
  expect(timeout.mock.calls.length).toBeLessThan(3);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('absent players are marked away, except in games by days', () => {
  const occupants = [
    { player: '1', here: true, account: true },
    { player: '2', here: false, account: true },
  ];
  const said = (more: Partial<GameView>) => {
    render(Seats, {
      ctrl,
      room: { ...room, rated: false, occupants },
      game: { ...game('playing'), ...more },
    });
    const found = screen.getAllByRole('listitem').map((seat) => seat.textContent.includes('away'));
    cleanup();
    return found;
  };
  expect(said({ grace: 60_000 })).toEqual([false, true]);
  expect(said({ clock: { kind: 'turn', turn: 172_800_000, bank: 0 } })).toEqual([false, false]);
});
