/** Every key that does something, in one table; the help dialog is drawn from it. */
import type { Key } from './i18n/messages';

export type Command =
  | 'letter'
  | 'blank'
  | 'play'
  | 'back'
  | 'skip'
  | 'direction'
  | 'shuffle'
  | 'recall'
  | 'pass'
  | 'challenge'
  | 'exchange'
  | 'exchange_all'
  | 'previous'
  | 'next'
  | 'first'
  | 'last'
  | 'help'
  | 'leave';

export type Place = 'game' | 'analysis' | 'review';

interface Row {
  command: Command;
  /** As `KeyboardEvent.key` says them. */
  keys: readonly string[];
  /** Labels, if they differ from the keys. */
  shown?: readonly Key[];
  text: Key;
  places: readonly Place[];
}

export const KEYS: readonly Row[] = [
  {
    command: 'letter',
    keys: [],
    shown: ['key.letters'],
    text: 'keys.letter',
    places: ['game', 'analysis'],
  },
  {
    command: 'blank',
    keys: [],
    shown: ['key.shift_letter'],
    text: 'keys.blank',
    places: ['game', 'analysis'],
  },
  { command: 'play', keys: ['Enter'], text: 'keys.play', places: ['game'] },
  { command: 'back', keys: ['Backspace'], text: 'keys.back', places: ['game', 'analysis'] },
  {
    command: 'skip',
    keys: [' '],
    shown: ['key.space'],
    text: 'keys.skip',
    places: ['game', 'analysis'],
  },
  {
    command: 'direction',
    keys: ['ArrowLeft', 'ArrowRight'],
    shown: ['key.left', 'key.right'],
    text: 'keys.direction',
    places: ['game'],
  },
  {
    // Where nothing is played, Enter is free for it, on the board too.
    command: 'direction',
    keys: ['ArrowLeft', 'ArrowRight', 'Enter'],
    shown: ['key.left', 'key.right', 'key.enter'],
    text: 'keys.direction',
    places: ['analysis'],
  },
  {
    command: 'shuffle',
    keys: ['ArrowUp'],
    shown: ['key.up'],
    text: 'keys.shuffle',
    places: ['game'],
  },
  {
    command: 'recall',
    keys: ['ArrowDown'],
    shown: ['key.down'],
    text: 'keys.recall',
    places: ['game'],
  },
  { command: 'pass', keys: ['2'], text: 'keys.pass', places: ['game'] },
  { command: 'challenge', keys: ['3'], text: 'keys.challenge', places: ['game'] },
  { command: 'exchange', keys: ['4'], text: 'keys.exchange', places: ['game'] },
  { command: 'exchange_all', keys: ['$'], text: 'keys.exchange_all', places: ['game'] },
  { command: 'previous', keys: [',', 'PageUp'], text: 'keys.previous', places: ['game'] },
  { command: 'next', keys: ['.', 'PageDown'], text: 'keys.next', places: ['game'] },
  { command: 'first', keys: ['<', 'Home'], text: 'keys.first', places: ['game'] },
  { command: 'last', keys: ['>', 'End'], text: 'keys.last', places: ['game'] },
  {
    command: 'previous',
    keys: ['ArrowLeft', ',', 'PageUp'],
    shown: ['key.left'],
    text: 'keys.previous',
    places: ['review'],
  },
  {
    command: 'next',
    keys: ['ArrowRight', '.', 'PageDown'],
    shown: ['key.right'],
    text: 'keys.next',
    places: ['review'],
  },
  {
    command: 'first',
    keys: ['ArrowUp', '<', 'Home'],
    shown: ['key.up'],
    text: 'keys.first',
    places: ['review'],
  },
  {
    command: 'last',
    keys: ['ArrowDown', '>', 'End'],
    shown: ['key.down'],
    text: 'keys.last',
    places: ['review'],
  },
  { command: 'help', keys: ['?', '/'], text: 'keys.help', places: ['game', 'analysis', 'review'] },
  {
    command: 'leave',
    keys: ['Escape'],
    shown: ['key.escape'],
    text: 'keys.leave',
    places: ['game', 'analysis'],
  },
];

/** The tile, or part of a tile, for a key: the Q of QU where no tile is a Q. */
export type Spell = (text: string) => string | undefined;

export type Pressed =
  { command: Exclude<Command, 'letter' | 'blank'> } | { command: 'letter' | 'blank'; face: string };

export type Stroke = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>;

/** What a key means, if it is one of ours. Shift with a letter is a blank; Caps Lock isn’t Shift. */
export function pressed(stroke: Stroke, place: Place, spell: Spell): Pressed | undefined {
  const { key, shiftKey, ctrlKey, altKey, metaKey } = stroke;
  if (ctrlKey || altKey || metaKey) return undefined;
  const face = [...key].length === 1 ? spell(key) : undefined;
  // The dot of L·L is typed with Shift on some keyboards.
  if (face !== undefined)
    return { command: shiftKey && /\p{L}/u.test(key) ? 'blank' : 'letter', face };
  const row = KEYS.find(({ keys, places }) => keys.includes(key) && places.includes(place));
  return row && (row as { command: Exclude<Command, 'letter' | 'blank'> });
}

/** Whether a key belongs to a text field, list, dialog, or a focused button or link. */
export function isBusy(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof Element)) return false;
  if (target.closest('input:not([type=checkbox]), textarea, select, dialog, [contenteditable]'))
    return true;
  return (
    (event.key === 'Enter' || event.key === ' ') && target.closest('button, a, summary') !== null
  );
}

/** Removes the focus from the last button, so that Enter and Space are for the board again. */
export function letGo(): void {
  const active = document.activeElement;
  if (active instanceof HTMLElement && active.matches('button, a, summary')) active.blur();
}

/** Spells keys with the letters of a game: capitals or small, and folds such as Ё for Е. */
export function speller(
  letters: readonly { face: string }[],
  folds: readonly [string, string][],
  locale: string,
): Spell {
  const faces = new Map<string, string>();
  for (const { face } of letters) faces.set(face, face);
  for (const { face } of letters)
    for (const part of face) if (!faces.has(part)) faces.set(part, part);
  for (const [from, to] of folds) if (!faces.has(from) && faces.has(to)) faces.set(from, to);
  return (text) => {
    const composed = text.normalize('NFC');
    return (
      faces.get(composed) ??
      faces.get(composed.toLocaleUpperCase(locale)) ??
      faces.get(composed.toLocaleLowerCase(locale))
    );
  };
}
