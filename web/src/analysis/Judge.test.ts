// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import type { JudgeView, MistakeView, RankedView } from '../protocol';
import Judge from './Judge.svelte';

afterEach(cleanup);

const line = (move: string, score: number, loss?: Partial<MistakeView>): RankedView => ({
  move,
  score,
  leave: '',
  equity: score,
  place: null,
  word: move,
  tiles: [],
  ...(loss && { loss: { points: 0, size: 'none', by_points: true, ...loss } }),
});
const judged = (loss: Partial<MistakeView>): JudgeView => ({
  score: { move: '8D OWN', legal: true, bonus: 0, words: [], invalid: [] },
  method: 'static',
  best: line('8A BEST', 30),
  line: line('8D OWN', 20),
  place: 11,
  loss: { points: 0, size: 'none', by_points: true, ...loss },
});

/** The verdict on a move, in a line. */
async function compared(answer: JudgeView, lines: RankedView[]) {
  const asked: string[] = [];
  const ask = async (text: string) => (asked.push(text), answer);
  const { rerender, container } = render(Judge, { ask, lines });
  await fireEvent.input(screen.getByRole('textbox'), { target: { value: '8d own' } });
  await fireEvent.click(screen.getByRole('button'));
  await screen.findByText(/20 points/);
  const said = () =>
    [...container.querySelectorAll('p')]
      .map((p) => p.textContent.replace(/\s+/g, ' ').trim())
      .join(' ');
  return { asked, said, rerender, ask };
}

test('a move that loses nothing counts as best', async () => {
  const { said } = await compared(judged({}), [line('8A BEST', 30), line('8D OWN', 20)]);
  expect(said()).toBe(
    '8D OWN, 20 points: number 2 in the list. As good as the best. Best: 8A BEST, 30 points',
  );
});

test('a move that is not listed has no rank', async () => {
  const { said } = await compared(judged({ points: 7, size: 'small' }), [line('8A BEST', 30)]);
  expect(said()).toContain('8D OWN, 20 points: not among the listed moves. Costs 7.0 points.');
  expect(said()).toContain('Better: 8A BEST, 30 points');
});

test('after a simulation the move is compared again with the new values', async () => {
  const { asked, said, rerender, ask } = await compared(judged({}), [line('8A BEST', 30)]);
  const lines = [line('8B TOP', 31, {}), line('8D OWN', 20, { points: 9, size: 'medium' })];
  await rerender({ ask, lines, isDeeper: true });
  await screen.findByText(/8B TOP/);
  expect(said()).toContain('number 2 in the list. Costs 9.0 points.');
  expect(asked).toEqual(['8d own', '8d own']);
  expect((screen.getByRole('textbox') as HTMLInputElement).value).toBe('8d own');
});
