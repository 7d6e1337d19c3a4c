// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import { me } from '../me.svelte';
import type { RoomSummary } from '../protocol';
import Rooms from './Rooms.svelte';

afterEach(cleanup);

test('a finished game names the winner, also after a resignation', () => {
  me.view = { id: 'a', name: 'Ann' } as typeof me.view;
  const ended = {
    phase: 'ended',
    names: ['Ann', 'Bob'],
    players: ['a', 'b'],
    scores: [59, 52],
    changed: 0,
  };
  const rooms = [[1], [0], [0, 1], undefined].map(
    (winners, n) =>
      ({ ...ended, id: `${n}`, ruleset: 'english', winners }) as unknown as RoomSummary,
  );
  render(Rooms, { rooms, titled: (name) => name });
  const results = screen
    .getAllByRole('link')
    .map((link) => link.querySelector('.state')!.textContent.split(' · ')[0]);
  expect(results.slice(0, 3)).toEqual(['Bob won', 'you won', 'tie']);
  expect(results[3]).toMatch(/1970/);
});
