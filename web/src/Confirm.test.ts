// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import Confirm from './Confirm.svelte';

afterEach(cleanup);

test('the key that opened the dialog confirms it, but not with a modifier', async () => {
  const onyes = vi.fn();
  render(Confirm, { title: 'Pass', text: 'Pass this turn?', key: '2', onyes, onclose: vi.fn() });
  for (const modifier of ['ctrlKey', 'altKey', 'metaKey', 'repeat'])
    await fireEvent.keyDown(window, { key: '2', [modifier]: true });
  expect(onyes).not.toHaveBeenCalled();
  await fireEvent.keyDown(window, { key: '2' });
  expect(onyes).toHaveBeenCalledOnce();
});
