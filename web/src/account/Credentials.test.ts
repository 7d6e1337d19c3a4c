// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import Credentials from './Credentials.svelte';

afterEach(cleanup);

test.each([
  [true, 'new-password', 'Create account'],
  [false, 'current-password', 'Log in'],
])(
  'a form for a new account (%s) asks password managers for the %s',
  async (isNew, autocomplete, title) => {
    const ondone = vi.fn();
    render(Credentials, { isNew, ondone });
    const name = screen.getByLabelText('Account name');
    const password = screen.getByLabelText(/^Password/);
    expect(name.getAttribute('autocomplete')).toBe('username');
    expect(password.getAttribute('autocomplete')).toBe(autocomplete);
    const button: HTMLButtonElement = screen.getByRole('button', { name: title });
    await fireEvent.input(name, { target: { value: 'Ann' } });
    await fireEvent.input(password, { target: { value: 'short' } });
    expect(button.disabled).toBe(true);
    await fireEvent.input(password, { target: { value: 'correct horse' } });
    expect(button.disabled).toBe(false);
    await fireEvent.submit(button.form!);
    expect(ondone).toHaveBeenCalledWith('Ann', 'correct horse');
  },
);
