// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import MoveText from './MoveText.svelte';

afterEach(cleanup);

test('blanks in a move are marked for eyes and ears', () => {
  const { container } = render(MoveText, { text: '8D RE(l)Ax' });
  expect(container.textContent).toBe('8D RE(l)Ax');
  expect(screen.getAllByRole('img').map((mark) => mark.getAttribute('aria-label'))).toEqual([
    'l (blank)',
    'x (blank)',
  ]);
});
