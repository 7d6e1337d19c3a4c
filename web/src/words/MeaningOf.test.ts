// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { get } from '../api';
import type { Games } from '../engine/games.svelte';
import MeaningOf from './MeaningOf.svelte';

vi.mock('../api', async (actual) => ({
  ...(await actual<typeof import('../api')>()),
  get: vi.fn(),
}));
afterEach(cleanup);

test('a play’s word is looked up on request', async () => {
  vi.mocked(get).mockImplementation(async (path: string) => {
    const word = new URL(path, 'http://here').searchParams.get('word')!;
    const senses = [{ part: 'noun', text: `what ${word} is` }];
    return { words: [{ word, ...(word === 'TEA' && { definition: { word, senses } }) }] } as never;
  });
  const games = { lexicon: 'english', ruleset: { name: 'english', locale: 'en' } } as Games;
  const { rerender, container } = render(MeaningOf, { move: '8D T(E)a', games });
  expect(get).not.toHaveBeenCalled();
  const details = container.querySelector('details')!;
  details.open = true;
  details.dispatchEvent(new Event('toggle'));
  await screen.findByText('what TEA is');
  await rerender({ move: '8D EAT', games });
  await screen.findByText('No definition. Definitions are available for English only.');
});
