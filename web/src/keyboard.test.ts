import { expect, test } from 'vitest';
import en from './i18n/en.json';
import { KEYS, pressed, speller } from './keyboard';

const spell = speller(
  [{ face: 'A' }, { face: 'CH' }, { face: 'Е' }, { face: 'ş' }],
  [['Ё', 'Е']],
  'en',
);
const stroke = (key: string, modifiers: Partial<KeyboardEvent> = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...modifiers,
});

test('letters ignore Caps Lock, and Shift makes a blank', () => {
  expect(pressed(stroke('a'), 'game', spell)).toEqual({ command: 'letter', face: 'A' });
  expect(pressed(stroke('A'), 'game', spell)).toEqual({ command: 'letter', face: 'A' });
  expect(pressed(stroke('A', { shiftKey: true }), 'game', spell)).toEqual({
    command: 'blank',
    face: 'A',
  });
  expect(pressed(stroke('a', { shiftKey: true }), 'game', spell)).toEqual({
    command: 'blank',
    face: 'A',
  });
  expect(pressed(stroke('ё'), 'game', spell)).toEqual({ command: 'letter', face: 'Е' });
});

test('parts of tiles can be typed, and a dot with Shift is not a blank', () => {
  const spell = speller([{ face: 'L·L' }, { face: 'QU' }], [], 'ca');
  expect(pressed(stroke('q'), 'game', spell)).toEqual({ command: 'letter', face: 'Q' });
  expect(pressed(stroke('Q', { shiftKey: true }), 'game', spell)).toEqual({
    command: 'blank',
    face: 'Q',
  });
  expect(pressed(stroke('·', { shiftKey: true }), 'game', spell)).toEqual({
    command: 'letter',
    face: '·',
  });
});

test('the browser keeps its own shortcuts', () => {
  for (const modifier of ['ctrlKey', 'altKey', 'metaKey'])
    expect(pressed(stroke('a', { [modifier]: true }), 'game', spell)).toBeUndefined();
  expect(pressed(stroke('F5'), 'game', spell)).toBeUndefined();
});

test('no key has two meanings in one place, and every row has a text', () => {
  for (const place of ['game', 'analysis', 'review'] as const) {
    const keys = KEYS.filter(({ places }) => places.includes(place)).flatMap(({ keys }) => keys);
    expect(new Set(keys).size).toBe(keys.length);
  }
  for (const { text, shown = [] } of KEYS)
    for (const key of [text, ...shown]) expect(en).toHaveProperty([key]);
});

test('a game’s keys do nothing in the analysis', () => {
  expect(pressed(stroke('2'), 'game', spell)).toMatchObject({ command: 'pass' });
  expect(pressed(stroke('2'), 'analysis', spell)).toBeUndefined();
});
