// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { me } from '../me.svelte';
import { settings } from '../settings.svelte';
import { isUnnamed, sharedName, usualName } from './names';

afterEach(() => {
  settings.setLanguage('en');
  me.name = undefined;
});

test('the tracking player has their own name, or “you”', () => {
  expect(usualName(0, 2)).toBe('You');
  me.name = 'Ann';
  expect(usualName(0, 2)).toBe('Ann');
});

test('several opponents are numbered', () => {
  expect([usualName(1, 2), usualName(1, 3), usualName(2, 3)]).toEqual([
    'Opponent',
    'Opponent 1',
    'Opponent 2',
  ]);
});

test('visitors don’t read “you” for somebody else, in any language', () => {
  expect(['You', 'Вы', 'Ann'].map(isUnnamed)).toEqual([true, true, false]);
  expect(['Вы', 'Opponent'].map(sharedName)).toEqual(['Player 1', 'Opponent']);
  settings.setLanguage('ru');
  expect(sharedName('You', 1)).toBe('Игрок 2');
});
