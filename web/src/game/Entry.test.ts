// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../api';
import type { Engine } from '../engine/engine';
import type { Question, RulesetView, UpdateView } from '../protocol';
import type { Connection } from './connection';
import { GameCtrl } from './ctrl.svelte';
import Entry from './Entry.svelte';
import { testRoom } from './testroom';

afterEach(cleanup);

const ruleset = {
  name: 'english',
  rows: 15,
  cols: 15,
  rack: 7,
  letters: [],
  locale: 'en',
} as unknown as RulesetView;

/** Counts AT, and nothing else. */
async function ask(question: Question) {
  if (question.ask !== 'typed' || question.text !== '8h at')
    throw new ApiError({ code: 'not_words', error: '', values: { words: 'Ta' } });
  return { move: '8H AT', legal: true, score: 4, bonus: 0, invalid: [], words: [{ word: 'AT' }] };
}

function open(on_turn: number) {
  const acted: unknown[] = [];
  const connection = {
    act: async (action: unknown) => void acted.push(action),
    close: () => undefined,
  };
  const engine = { ask, open: async () => undefined, close: () => undefined };
  const ctrl = new GameCtrl(() => connection as unknown as Connection, engine as unknown as Engine);
  ctrl.ruleset = ruleset;
  ctrl.onupdate({ room: testRoom({ on_turn }) } as UpdateView);
  render(Entry, { ctrl, ruleset });
  return { ctrl, acted };
}

const type = (value: string) => fireEvent.input(screen.getByRole('textbox'), { target: { value } });
const says = () => document.querySelector('p')!.textContent!.trim();

test('a typed move shows its score and is played', async () => {
  const { ctrl, acted } = open(0);
  await type('8h a');
  expect(says()).toMatch(/^You can also type/);
  await type('8h ta');
  await expect.poll(says).toBe('Not in the word list: TA.');
  await type('8h at');
  await expect.poll(says).toBe('AT: 4');
  await fireEvent.submit(document.querySelector('form')!);
  await expect.poll(says).toMatch(/^You can also type/);
  expect(acted).toEqual([{ kind: 'move', text: '8h at' }]);
  ctrl.close();
});

test('out of turn a typed move is refused, and questions are answered', async () => {
  const { ctrl, acted } = open(1);
  await type('nonsense');
  await fireEvent.submit(document.querySelector('form')!);
  expect(ctrl.refused).toMatchObject({ code: 'not_your_turn', values: { name: 'Ben' } });
  expect(acted).toEqual([]);
  await type('rack');
  await fireEvent.submit(document.querySelector('form')!);
  await expect.poll(says).toBe('Your tiles: A T');
  ctrl.close();
});
