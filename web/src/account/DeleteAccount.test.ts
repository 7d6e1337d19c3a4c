// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError, remove } from '../api';
import { me } from '../me.svelte';
import type { MeView } from '../protocol';
import DeleteAccount from './DeleteAccount.svelte';

vi.mock('../api', async (actual) => ({
  ...(await actual<typeof import('../api')>()),
  remove: vi.fn(),
}));

afterEach(cleanup);

function open(account: boolean) {
  me.view = { id: 'a', name: 'Ann', account } as MeView;
  const ondeleted = vi.fn();
  render(DeleteAccount, { ondeleted, onclose: () => {} });
  return ondeleted;
}

test('an account is deleted with its password, by a red button', async () => {
  const ondeleted = open(true);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete account' });
  expect(button.classList).toContain('danger');
  expect(button.disabled).toBe(true);
  await fireEvent.input(screen.getByLabelText('Password'), { target: { value: 'wrong horse' } });
  vi.mocked(remove).mockRejectedValueOnce(
    new ApiError({ code: 'wrong_old_password', error: 'wrong' }),
  );
  await fireEvent.submit(button.form!);
  await screen.findByText('The current password is wrong.');
  expect(ondeleted).not.toHaveBeenCalled();
  await fireEvent.submit(button.form!);
  await vi.waitFor(() => expect(ondeleted).toHaveBeenCalledOnce());
  expect(remove).toHaveBeenLastCalledWith('/api/me', { password: 'wrong horse' });
});

test('a guest has no password to enter', async () => {
  const ondeleted = open(false);
  expect(screen.queryByLabelText('Password')).toBeNull();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Forget me' });
  await fireEvent.submit(button.form!);
  await vi.waitFor(() => expect(ondeleted).toHaveBeenCalledOnce());
  expect(remove).toHaveBeenLastCalledWith('/api/me', undefined);
});
