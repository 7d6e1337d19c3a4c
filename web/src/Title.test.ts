// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import Title from './Title.svelte';

beforeEach(() => (document.head.innerHTML = '<link rel="icon" href="/favicon.svg" />'));
afterEach(cleanup);

const picture = () => document.querySelector('link[rel="icon"]')!.getAttribute('href');

test('the icon shows a mark while something is due', async () => {
  const { rerender, unmount } = render(Title, { text: 'Game' });
  expect([document.title, picture()]).toEqual(['Game · Tisane', '/favicon.svg']);
  await rerender({ text: 'Your turn', due: true });
  expect([document.title, picture()]).toEqual(['Your turn · Tisane', '/favicon-due.svg']);
  await rerender({ text: 'Game', due: false });
  expect(picture()).toBe('/favicon.svg');
  await rerender({ due: true });
  unmount();
  expect(picture(), 'the next page knows nothing of it').toBe('/favicon.svg');
});

test('the title shows how many things are due', async () => {
  const { rerender } = render(Title, { due: 2 });
  expect([document.title, picture()]).toEqual(['(2) Tisane', '/favicon-due.svg']);
  await rerender({ due: 0 });
  expect([document.title, picture()]).toEqual(['Tisane', '/favicon.svg']);
});
