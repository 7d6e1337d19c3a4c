// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { logText } from './log';

test('an entry of the log is a sentence, the server’s own if there is one', () => {
  const action = { action: 'mute', player: 'b', days: 3 } as const;
  expect(logText({ at: 0, by: 'Ann', action })).toBe('muted: player b, days 3');
  expect(logText({ at: 0, by: 'Ann', action, text: 'muted Ben for 3 days' })).toBe(
    'muted Ben for 3 days',
  );
});
