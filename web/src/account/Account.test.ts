// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { get } from '../api';
import { me } from '../me.svelte';
import Account from './Account.svelte';

vi.mock('../api', async (actual) => ({
  ...(await actual<typeof import('../api')>()),
  get: vi.fn(),
}));

afterEach(cleanup);

test('a banned account sees why, until when, and what is still possible', async () => {
  const until = new Date(2026, 10, 17, 14, 5).getTime();
  const banned = { reason: 'insults', until };
  const view = { id: 'a', name: 'Ann', account: true, ratings: [], banned };
  vi.mocked(get).mockImplementation((path) =>
    Promise.resolve(path === '/api/me' ? view : { rulesets: [] }),
  );
  me.name = 'Ann';
  render(Account);
  await screen.findByText(
    /^An administrator has banned you\. The ban ends on Nov 17, 2026, 2:05\sPM\. Reason: insults$/,
  );
  expect(screen.getByRole('link').getAttribute('href')).toBe('/api/me/data');
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Delete account',
  ]);
  expect(screen.queryByRole('textbox')).toBeNull();
});
