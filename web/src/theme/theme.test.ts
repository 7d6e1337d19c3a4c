import { expect, test } from 'vitest';
import { shownTheme } from './theme';

test('the system decides unless the visitor did', () => {
  expect(shownTheme('auto', true)).toBe('dark');
  expect(shownTheme('auto', false)).toBe('light');
  expect(shownTheme('wood', true)).toBe('wood');
});
