// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { settings } from '../settings.svelte';
import { shownTheme, THEMES } from './theme';

afterEach(() => vi.unstubAllGlobals());

test('the system’s theme applies unless the visitor chose one', () => {
  expect(shownTheme('auto', true)).toBe('dark');
  expect(shownTheme('auto', false)).toBe('light');
  expect(shownTheme('wood', true)).toBe('wood');
});

test.each([true, false])(
  'the theme is set before the page is drawn (dark system: %s)',
  (systemIsDark) => {
    vi.stubGlobal('matchMedia', () => ({ matches: systemIsDark }));
    const early = new Function(readFileSync('public/theme.js', 'utf8'));
    for (const theme of THEMES) {
      settings.setTheme(theme);
      early();
      expect(document.documentElement.dataset.theme).toBe(shownTheme(theme, systemIsDark));
    }
  },
);
