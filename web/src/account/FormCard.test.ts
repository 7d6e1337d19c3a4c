// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, test, vi } from 'vitest';
import { ApiError } from '../api';
import Credentials from './Credentials.svelte';

afterEach(cleanup);

test('a refused login is reported inside its card', async () => {
  const error = new ApiError({ code: 'wrong_password', error: 'wrong' });
  render(Credentials, { isNew: false, ondone: vi.fn().mockRejectedValue(error) });
  await fireEvent.input(screen.getByLabelText('Account name'), { target: { value: 'Ann' } });
  await fireEvent.input(screen.getByLabelText('Password'), { target: { value: 'wrong horse' } });
  const card = screen.getByRole('region', { name: 'Log in' });
  const button = within(card).getByRole<HTMLButtonElement>('button', { name: 'Log in' });
  await fireEvent.submit(button.form!);
  await within(card).findByText('Wrong name or password.');
});
