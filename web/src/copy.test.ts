// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { copy } from './copy';
import Copy from './Copy.svelte';

/** The selection when the browser copies. */
let marked: [text: string, place: string] | undefined;
let works = true;
beforeEach(() => {
  [marked, works] = [undefined, true];
  // As on a page that came by plain HTTP.
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as unknown as Clipboard);
  document.execCommand = () => {
    const field = document.querySelector('textarea')!;
    marked = [
      field.value.slice(field.selectionStart, field.selectionEnd),
      field.parentElement!.tagName,
    ];
    return works;
  };
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

test('without a clipboard, text is copied through a temporary selection', async () => {
  expect([await copy('a link'), marked]).toEqual([true, ['a link', 'BODY']]);
  const dialog = document.createElement('dialog');
  document.body.append(dialog);
  dialog.showModal();
  await copy('another');
  expect([marked, document.querySelector('textarea')]).toEqual([['another', 'DIALOG'], null]);
});

test('the button shows whether copying worked', async () => {
  render(Copy, { text: () => 'a link', label: 'Copy link' });
  await fireEvent.click(screen.getByRole('button', { name: 'Copy link' }));
  await screen.findByRole('button', { name: 'Copied' });
  works = false;
  await fireEvent.click(screen.getByRole('button'));
  await screen.findByRole('button', { name: 'Couldn’t copy' });
});
