// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { announce } from './announce';
import Dialog from './Dialog.svelte';

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

const children = (html: string) => createRawSnippet(() => ({ render: () => html }));
const open = (html = '<p>Sure?</p>', onclose = vi.fn()) => {
  const button = document.createElement('button');
  document.body.append(button);
  button.focus();
  return {
    button,
    onclose,
    ...render(Dialog, { title: 'Pass', onclose, children: children(html) }),
  };
};

test('the title has the focus unless a field wants it, and closing returns the focus', () => {
  const { button, unmount } = open();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Pass' }));
  const focus = vi.spyOn(button, 'focus');
  unmount();
  expect(document.activeElement).toBe(button);
  expect(focus, 'the page stays where it is').toHaveBeenCalledWith({ preventScroll: true });
});

test('a field with autofocus keeps the focus', () => {
  open('<p><input autofocus></p>');
  expect(document.activeElement).not.toBe(screen.getByRole('heading', { name: 'Pass' }));
});

test('closing leaves the focus alone if it has moved elsewhere', () => {
  const { unmount } = open();
  const other = document.createElement('input');
  document.body.append(other);
  other.focus();
  unmount();
  expect(document.activeElement).toBe(other);
});

test('a click outside closes the dialog, selecting text across its edge does not', async () => {
  const { onclose } = open();
  const dialog = screen.getByRole('dialog');
  await fireEvent.pointerDown(screen.getByText('Sure?'));
  await fireEvent.click(dialog);
  expect(onclose).not.toHaveBeenCalled();
  await fireEvent.pointerDown(dialog);
  await fireEvent.click(dialog);
  expect(onclose).toHaveBeenCalled();
});

test('announcements are made inside an open dialog, and repeated outside if it closes at once', async () => {
  const { unmount } = open();
  announce('Ben plays');
  expect(screen.getByRole('dialog').textContent).toContain('Ben plays');
  unmount();
  const region = document.querySelector('[role=status]')!;
  expect(region.parentElement).toBe(document.body);
  await expect.poll(() => region.textContent).toContain('Ben plays');
});
