// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { get, remove } from '../api';
import Blocked from './Blocked.svelte';

vi.mock('../api', async (actual) => ({
  ...(await actual<typeof import('../api')>()),
  get: vi.fn(),
  remove: vi.fn(),
}));

afterEach(cleanup);

test('blocked players are listed and can be unblocked', async () => {
  const muted = [
    { player: 'b', name: 'Ben', blocked: true },
    { player: 'c', name: 'Cy' },
    { player: 'd', blocked: true },
  ];
  vi.mocked(get).mockResolvedValue({ muted });
  render(Blocked);
  await screen.findByRole('heading', { name: 'Blocked players' });
  const names = () =>
    screen.getAllByRole('listitem').map((li) => li.querySelector('bdi')!.textContent);
  expect(names()).toEqual(['Ben', 'deleted']);
  vi.mocked(remove).mockResolvedValue({ muted: muted.slice(1) });
  await fireEvent.click(screen.getByRole('button', { name: 'Unblock Ben' }));
  await vi.waitFor(() => expect(names()).toEqual(['deleted']));
  expect(remove).toHaveBeenCalledWith('/api/me/blocked/b');
});
