// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import type { RankedView } from '../protocol';
import MoveTable from './MoveTable.svelte';

afterEach(cleanup);

const line = (word: string, equity: number, more: Partial<RankedView> = {}): RankedView => ({
  move: `8D ${word}`,
  place: '8D',
  word,
  tiles: [],
  score: 20,
  leave: 'EIN',
  equity,
  ...more,
});

const lines = [line('QUA', 30.5), line('TEA', 28.5), line('TOE', 21)];
const nothing = () => undefined;
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent.trim()));

test('a move has its rank, place and word, score, leave and equity', () => {
  render(MoveTable, { lines, labelled: 'x', onpoint: nothing, onchoose: nothing });
  expect(rows()[1]).toEqual(['2', '8D', 'TEA', '20', 'EIN', '28.5']);
});

test('filtered moves keep their ranks', () => {
  render(MoveTable, {
    lines: lines.slice(2),
    ranking: lines,
    labelled: 'x',
    onpoint: nothing,
    onchoose: nothing,
  });
  expect(rows()).toEqual([['3', '8D', 'TOE', '20', 'EIN', '21.0']]);
});

test('a simulation adds win %, and leave and equity stay', () => {
  const looked = [
    line('TEA', 28.5, { win: 0.542, spread: 12, exactness: 'estimated', samples: 50 }),
  ];
  render(MoveTable, {
    lines: looked,
    searched: true,
    labelled: 'x',
    onpoint: nothing,
    onchoose: nothing,
  });
  const names = screen.getAllByRole('columnheader').map((name) => name.textContent);
  expect(names).toEqual(expect.arrayContaining(['Score', 'Leave', 'Win %', 'Spread', 'Equity']));
  const [rank, place, move, ...rest] = rows()[0]!;
  expect([rank, place, ...rest]).toEqual(['1', '8D', '20', 'EIN', '54.2', '+12.0', '28.5']);
  // Where there is no room for columns, below the move.
  expect(move).toMatch(/TEA\s*EIN · 28\.5/);
});

test('showing losses changes every column and its heading', () => {
  const more = { exactness: 'estimated', samples: 50 } as const;
  const looked = [
    line('TEA', 28.5, { win: 0.54, spread: 12, ...more }),
    line('TOE', 21, { win: 0.5, spread: 10, ...more }),
  ];
  render(MoveTable, {
    lines: looked,
    searched: true,
    asLoss: true,
    labelled: 'x',
    onpoint: nothing,
    onchoose: nothing,
  });
  const names = screen.getAllByRole('columnheader').map((name) => name.textContent);
  expect(names).toEqual(
    expect.arrayContaining(['Win % difference', 'Spread difference', 'Equity difference']),
  );
  expect(rows().map((cells) => cells.slice(-3))).toEqual([
    ['0.0', '0.0', '0.0'],
    ['−4.0', '−2.0', '−7.5'],
  ]);
});

test('unproven differences are not shown as proven', () => {
  const of = (word: string, spread: number, exactness: 'exact' | 'at_least' | 'at_most') =>
    line(word, 20, { win: undefined, spread, exactness });
  const shown = (lines: RankedView[]) => {
    render(MoveTable, {
      lines,
      searched: true,
      asLoss: true,
      labelled: 'x',
      onpoint: nothing,
      onchoose: nothing,
    });
    const spreads = rows().map((cells) => cells.at(-2));
    cleanup();
    return spreads;
  };
  expect(shown([of('TEA', 5, 'exact'), of('TOE', 3, 'at_most'), of('EAT', 2, 'exact')])).toEqual([
    '0.0',
    '≤ −2.0',
    '−3.0',
  ]);
  expect(
    shown([of('TEA', 5, 'at_least'), of('TOE', 3, 'at_least'), of('EAT', 2, 'exact')]),
  ).toEqual(['0.0', '≈ −2.0', '≤ −3.0']);
});
