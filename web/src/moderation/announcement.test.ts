// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { announcement } from './announcement.svelte';

test('an announcement is shown until it is closed or withdrawn, and a later one again', () => {
  localStorage.clear();
  expect(announcement.shown).toBeUndefined();
  announcement.hear({ id: 3, text: 'Back at nine', at: 0 });
  expect(announcement.shown?.text).toBe('Back at nine');
  announcement.close();
  expect(announcement.shown).toBeUndefined();
  announcement.hear({ id: 3, text: 'Back at nine', at: 0 });
  expect(announcement.shown).toBeUndefined();
  announcement.hear({ id: 4, text: 'Back again', at: 0 });
  expect(announcement.shown?.text).toBe('Back again');
  announcement.hear(null);
  expect(announcement.shown).toBeUndefined();
});
