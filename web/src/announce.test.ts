// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { announce, hush } from './announce';

const said = () => document.querySelector('[role=status]')?.textContent;

test('repeated announcements are read again, and none outlives its page', () => {
  announce('Your turn');
  announce('Your turn');
  expect(said()).toBe('Your turn\u00A0');
  hush();
  expect(said()).toBe('');
  announce('Your turn');
  expect(said()).toBe('Your turn');
});
