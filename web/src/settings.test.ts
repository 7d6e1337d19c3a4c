// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { settings } from './settings.svelte';

/** What a browser does when another tab stores something. */
function elsewhere(key: string, text: string): void {
  localStorage.setItem(key, text);
  dispatchEvent(new StorageEvent('storage', { key }));
}

test('settings chosen in one tab reach the others', () => {
  elsewhere('tisane.theme', 'wood');
  elsewhere('tisane.sounds', 'yes');
  elsewhere('tisane.silent', 'low');
  elsewhere('tisane.language', 'ru');
  expect([settings.theme, settings.sounds, settings.language]).toEqual(['wood', true, 'ru']);
  expect([...settings.silent]).toEqual(['low']);
});

test('invalid settings from another tab are ignored', () => {
  elsewhere('tisane.theme', 'dark');
  elsewhere('tisane.theme', 'no theme');
  expect(settings.theme).toBe('auto');
  elsewhere('other', 'x');
  expect(settings.theme).toBe('auto');
});

test('cleared storage resets the settings', () => {
  elsewhere('tisane.order', 'letters');
  expect(settings.order).toBe('letters');
  localStorage.clear();
  dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(settings.order).toBe('drawn');
});
