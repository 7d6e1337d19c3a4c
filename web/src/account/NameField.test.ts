// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import NameField from './NameField.svelte';

afterEach(cleanup);

test('a long name is not cut, and its length is shown', async () => {
  render(NameField, { id: 'name', label: 'Name', autocomplete: 'nickname', value: 'Ada' });
  const input: HTMLInputElement = screen.getByLabelText('Name');
  expect(input.hasAttribute('maxlength')).toBe(false);
  expect(screen.getByText('Up to 20 characters')).toBeTruthy();
  await fireEvent.input(input, { target: { value: 'x'.repeat(23) } });
  expect(input.value).toHaveLength(23);
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('alert').textContent.trim()).toBe('23 characters; the maximum is 20');
});
