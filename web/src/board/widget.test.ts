// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import type { LayoutView } from '../protocol';
import Board from './Board.svelte';

afterEach(cleanup);

const LAYOUT: LayoutView = {
  rows: 3,
  cols: 3,
  starts: [{ row: 1, col: 1 }],
  premiums: [
    [{ letter: 1, word: 3 }, null, null],
    [null, { letter: 1, word: 2 }, null],
    [null, null, { letter: 2, word: 1 }],
  ],
};
const tiles = new Map([['C1', { face: 'CH', value: 5, blank: false }]]);

test('every square has a label', () => {
  render(Board, { layout: LAYOUT, tiles, label: 'small' });
  const names = screen.getAllByRole('gridcell').map((square) => square.getAttribute('aria-label'));
  expect(names.slice(0, 5)).toEqual([
    'A1, 3× word, empty',
    'B1, empty',
    'C1, CH, 5 points',
    'A2, empty',
    'B2, start, 2× word, empty',
  ]);
});

test('a tile’s label names the words it is part of', () => {
  const tile = (face: string) => ({ face, value: 1, blank: false });
  const laid = new Map([['A3', tile('A')]]);
  const tiles = new Map([
    ['A1', tile('CH')],
    ['A2', tile('U')],
    ['B3', tile('L')],
    ['C1', tile('O')],
  ]);
  render(Board, { layout: LAYOUT, tiles, laid, label: 'small' });
  const name = (square: string) =>
    document.querySelector(`[data-square='${square}']`)!.getAttribute('aria-label');
  expect(name('A1')).toBe('A1, CH, 1 point, part of CHUA');
  expect(name('A3')).toBe('A3, not played yet, A, 1 point, part of AL and CHUA');
  expect(name('C1')).toBe('C1, O, 1 point');
});

test('premium squares carry text', () => {
  render(Board, { layout: LAYOUT, label: 'small' });
  const texts = screen.getAllByRole('gridcell').map((square) => square.dataset.text);
  expect(texts).toEqual([
    '3W',
    undefined,
    undefined,
    undefined,
    '2W',
    undefined,
    undefined,
    undefined,
    '2L',
  ]);
});

test('there is one tab stop, and arrow keys move it', async () => {
  render(Board, { layout: LAYOUT, label: 'small' });
  const stop = () => screen.getAllByRole('gridcell').filter((square) => square.tabIndex === 0);
  expect(stop().map((square) => square.dataset.square)).toEqual(['B2']);
  await fireEvent.keyDown(screen.getByRole('grid'), { key: 'ArrowRight' });
  expect(stop().map((square) => square.dataset.square)).toEqual(['C2']);
  expect(document.activeElement).toBe(stop()[0]);
});

test('tiles are coloured by player', () => {
  render(Board, { layout: LAYOUT, tiles, laidBy: new Map([['C1', 2]]), label: 'small' });
  const coloured = screen
    .getAllByRole('gridcell')
    .filter((square) => square.className.includes('of-seat-'));
  expect(
    coloured.map((square) => [square.dataset.square, square.classList.contains('of-seat-2')]),
  ).toEqual([['C1', true]]);
});
