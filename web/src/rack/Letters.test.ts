// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { Drag } from '../board/drag.svelte';
import type { RulesetView } from '../protocol';
import Letters from './Letters.svelte';

afterEach(async () => {
  // The click of a drag is swallowed for a moment.
  await new Promise((resolve) => setTimeout(resolve, 70));
  cleanup();
  document.body.replaceChildren();
});

const ruleset = {
  letters: [{ face: 'Q', value: 10 }],
  blanks: { value: 0 },
} as unknown as RulesetView;
const at = (clientX: number) => ({ pointerId: 1, button: 0, clientX, clientY: 0 });

test('a letter is dragged to a square, or chosen by a tap', async () => {
  const square = document.createElement('div');
  Object.assign(square.dataset, { square: 'C1', row: '0', col: '2' });
  vi.spyOn(document, 'elementFromPoint').mockReturnValue(square);
  const [onchoose, ondrop] = [vi.fn(), vi.fn()];
  render(Letters, { ruleset, label: 'Letters', drag: new Drag(), onchoose, ondrop });
  const letter = screen.getByRole('button', { name: 'Q' });
  await fireEvent.pointerDown(letter, at(0));
  await fireEvent.pointerMove(window, at(50));
  await fireEvent.pointerUp(window, at(50));
  expect(ondrop).toHaveBeenCalledExactlyOnceWith('Q', { square: { row: 0, col: 2 } });
  expect(onchoose).not.toHaveBeenCalled();
  await fireEvent.pointerDown(letter, at(0));
  await fireEvent.pointerUp(window, at(1));
  expect(onchoose).toHaveBeenCalledExactlyOnceWith('Q');
  expect(ondrop).toHaveBeenCalledOnce();
});

test('without dragging, a letter is chosen by click or keyboard', async () => {
  const onchoose = vi.fn();
  render(Letters, { ruleset, label: 'Letters', onchoose });
  await fireEvent.click(screen.getByRole('button', { name: 'Q' }), { detail: 1 });
  expect(onchoose).toHaveBeenCalledOnce();
  cleanup();
  render(Letters, { ruleset, label: 'Letters', drag: new Drag(), onchoose });
  await fireEvent.click(screen.getByRole('button', { name: 'Q' }), { detail: 0 });
  expect(onchoose).toHaveBeenCalledTimes(2);
});
