// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shared } from './keeping';
import type { SharedView } from './protocol';
import { router } from './router.svelte';
import Shared from './Shared.svelte';

vi.mock('./keeping', async (actual) => ({
  ...(await actual<typeof import('./keeping')>()),
  shared: vi.fn(),
}));

const BOARD = {
  content: { kind: 'board', ruleset: 'english', position: 'a position' },
} as unknown as SharedView;
const turn = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => router.go('/shared/x'));
afterEach(cleanup);

test('a shared position replaces its link in the history', async () => {
  vi.mocked(shared).mockResolvedValue(BOARD);
  const before = history.length;
  render(Shared, { link: 'x' });
  await turn();
  expect([router.page, history.length]).toEqual([{ at: 'analysis' }, before]);
});

test('a link that loads late doesn’t move visitors who have left', async () => {
  vi.mocked(shared).mockResolvedValue(BOARD);
  const { unmount } = render(Shared, { link: 'x' });
  unmount();
  router.go('/words');
  await turn();
  expect(router.page).toEqual({ at: 'words' });
});
