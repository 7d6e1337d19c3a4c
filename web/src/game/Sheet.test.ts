// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { GameView } from '../protocol';
import type { GameCtrl } from './ctrl.svelte';
import Sheet from './Sheet.svelte';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const ctrl = { turns: 0, isBack: false } as GameCtrl;
const turn = {
  seat: 0,
  taken: 'played',
  move: '8D TEA',
  score: 6,
  total: 11,
  at: 1,
  left: 754_000,
};
const game = (more: object = {}) =>
  ({
    seats: [{ name: 'Ann' }, { name: 'Ben' }],
    clock: { kind: 'game' },
    challenge: { rule: 'double' },
    turns: [turn],
    ...more,
  }) as unknown as GameView;

test('the newest turn is scrolled into view, and presence changes scroll nothing', async () => {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(500);
  const { rerender } = render(Sheet, { ctrl, game: game() });
  const list = screen.getByRole('group');
  expect(list.scrollTop).toBe(500);
  list.scrollTop = 20;
  await rerender({ game: game() });
  expect(list.scrollTop).toBe(20);
  await rerender({ game: game({ turns: [turn, turn] }) });
  expect(list.scrollTop).toBe(500);
});

test('drop-outs and challenge results are scrolled into view', async () => {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(500);
  const { rerender } = render(Sheet, { ctrl, game: game() });
  const list = screen.getByRole('group');
  const challenged = { ...turn, challenge: { by: 1, stands: true, price: { kind: 'nothing' } } };
  const seats = [{ name: 'Ann' }, { name: 'Ben', lost: 'resigned' }];
  for (const more of [{ turns: [challenged] }, { turns: [challenged], seats }]) {
    list.scrollTop = 20;
    await rerender({ game: game(more) });
    expect(list.scrollTop).toBe(500);
  }
});

test('a turn shows the time left and the result of a challenge', () => {
  const challenge = { by: 1, stands: true, price: { kind: 'points', points: 5 } };
  render(Sheet, { ctrl, game: game({ turns: [{ ...turn, challenge }] }) });
  const text = screen.getByRole('listitem').textContent!.replace(/\s+/g, ' ');
  expect(text).toContain('Ben lost the challenge. +5');
  expect(text).toContain('Time left: 12:34');
});

test('games without clocks show no times, and time banks are separate', () => {
  render(Sheet, { ctrl, game: game({ clock: { kind: 'turn' } }) });
  expect(screen.getByRole('listitem').textContent).not.toContain('Time left');
});

test('final adjustments have their own lines', () => {
  const results = [
    { played: 11, racks: 8, overtime: -10, total: 9, rack: [] },
    { played: 0, racks: -8, overtime: 0, total: -8, rack: ['Q', 'A'] },
  ];
  render(Sheet, { ctrl, game: game({ outcome: { results } }) });
  const lines = screen.getAllByRole('listitem').slice(1);
  const cells = lines.map((line) => [...line.children].map((cell) => cell.textContent!.trim()));
  expect(cells).toEqual([
    ['Ann', 'overtime', '−10', '1'],
    ['Ann', 'remaining tiles', '+8', '9'],
    ['Ben', 'remaining tilesQA', '−8', '−8'],
  ]);
});

test('two-letter tiles look the same in exchanges and racks', () => {
  const letters = [{ face: 'L' }, { face: 'LL' }];
  const exchange = { ...turn, taken: 'exchanged', move: '-[L]L[LL]', rack: ['L', 'L', 'LL'] };
  const other = { ...turn, taken: 'exchanged', move: '-[L]L', rack: ['L', 'L'] };
  render(Sheet, {
    ctrl: { ...ctrl, ruleset: { letters } } as GameCtrl,
    game: game({ turns: [exchange, other] }),
  });
  const [first, second] = screen
    .getAllByRole('listitem')
    .map((row) => row.textContent.replace(/\s+/g, ' '));
  expect(first).toMatch(/exchange L L LL +L L LL/);
  expect(second).toMatch(/exchange L L +L L /);
});
