// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { FollowedContent } from '../protocol';
import Companion from './Companion.svelte';

/** Goes on with what the page waits for. */
let look: () => void;
vi.mock('./ctrl.svelte', () => ({
  CompanionCtrl: class {
    loaded = true;
    games = {};
    load = async () => undefined;
    look = () => new Promise<void>((resolve) => (look = resolve));
    close = () => undefined;
  },
  followedElsewhere: async () => [],
}));

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a shared game is refreshed until the visitor leaves', async () => {
  const asked = vi.spyOn(globalThis, 'setInterval');
  for (const leaves of [false, true]) {
    asked.mockClear();
    const { unmount } = render(Companion, { shared: {} as FollowedContent, link: 'x' });
    await new Promise((resolve) => setTimeout(resolve));
    if (leaves) unmount();
    look();
    await new Promise((resolve) => setTimeout(resolve));
    expect(asked.mock.calls.length).toBe(leaves ? 0 : 1);
    if (!leaves) unmount();
  }
});
