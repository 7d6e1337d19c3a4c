// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { speller } from '../keyboard';
import type { RulesetView } from '../protocol';
import { EMPTY, holding } from '../rack/hand';
import type { GameCtrl } from './ctrl.svelte';
import Exchange from './Exchange.svelte';

afterEach(cleanup);

const letters = ['A', 'CH', 'H'].map((face) => ({ face, value: 1 }));

function open(all = false) {
  const act = vi.fn();
  const hand = holding(EMPTY, ['A', 'A', 'CH', 'H', '?'], () => 1);
  const ctrl = {
    tiles: { hand, recall: vi.fn() },
    act,
    spell: speller(letters, [], 'es'),
  } as unknown as GameCtrl;
  const onclose = vi.fn();
  render(Exchange, { ctrl, ruleset: { letters } as unknown as RulesetView, all, onclose });
  const press = (key: string, on: Element = document.activeElement!) =>
    fireEvent.keyDown(on, { key });
  return {
    act,
    onclose,
    press,
    exchanged: () => act.mock.calls.map(([{ tiles }]) => (tiles as string[]).join(' ')),
  };
}

test('Enter exchanges the typed tiles, wherever the focus is', async () => {
  const { press, exchanged } = open();
  await press('Enter');
  expect(exchanged(), 'nothing is chosen yet').toEqual([]);
  for (const key of ['a', 'c', 'h', 'Enter']) await press(key);
  expect(exchanged()).toEqual(['A CH']);
});

test('Enter exchanges after a click on a tile, but not on the close button', async () => {
  const { press, exchanged } = open();
  const tile = screen.getByRole('button', { name: 'H' });
  await fireEvent.click(tile);
  await press('Enter', screen.getByRole('button', { name: 'Close' }));
  expect(exchanged()).toEqual([]);
  expect(await press('Enter', tile), 'it does not toggle the tile').toBe(false);
  expect(exchanged()).toEqual(['H']);
});

test('all tiles can be selected at first', async () => {
  const { press, exchanged } = open(true);
  await press('h');
  await press('Enter');
  expect(exchanged()).toEqual(['A A CH ?']);
});
