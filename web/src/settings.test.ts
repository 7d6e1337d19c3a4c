// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { settings } from './settings.svelte';

/** What a browser does when another tab stores something. */
function elsewhere(key: string, text: string): void {
  localStorage.setItem(key, text);
  dispatchEvent(new StorageEvent('storage', { key }));
}

test('what is chosen in one tab is taken up by the others', () => {
  elsewhere('tisane.theme', 'wood');
  elsewhere('tisane.sounds', 'yes');
  elsewhere('tisane.silent', 'low');
  elsewhere('tisane.language', 'ru');
  expect([settings.theme, settings.sounds, settings.language]).toEqual(['wood', true, 'ru']);
  expect([...settings.silent]).toEqual(['low']);
});

test('what another tab cannot mean changes nothing', () => {
  elsewhere('tisane.theme', 'dark');
  elsewhere('tisane.theme', 'no theme');
  expect(settings.theme).toBe('auto');
  elsewhere('other', 'x');
  expect(settings.theme).toBe('auto');
});

test('where all is forgotten, all is as for a new visitor', () => {
  elsewhere('tisane.order', 'letters');
  expect(settings.order).toBe('letters');
  localStorage.clear();
  dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(settings.order).toBe('drawn');
});
