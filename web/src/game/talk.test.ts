// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { me } from '../me.svelte';
import { notify } from '../notice';
import type { ChatView, MeView } from '../protocol';
import { sound } from '../sound';
import { Talk } from './talk.svelte';

vi.mock('../notice', () => ({ notify: vi.fn(async () => undefined) }));
vi.mock('../sound', () => ({ sound: vi.fn() }));

const said = (number: number, player: string): ChatView => ({ number, player, name: player, text: `${number}`, at: 0 });

test('what others say after one came is news, once; what one said oneself is none', () => {
  me.view = { id: 'ann' } as MeView;
  const talk = new Talk(() => Promise.resolve());
  talk.hear([said(1, 'ben')]);
  expect([talk.unread, vi.mocked(sound).mock.calls.length]).toEqual([0, 0]);
  talk.hear([said(1, 'ben'), said(2, 'ann'), said(3, 'ben')]);
  expect(talk.messages.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(talk.unread).toBe(1);
  expect(notify).toHaveBeenCalledExactlyOnceWith('ben', '3', 'talk');
  talk.read();
  talk.hear([said(4, 'ann')]);
  expect([talk.unread, vi.mocked(sound).mock.calls]).toEqual([0, [['said']]]);
});

test('why something was not said is told to whoever said it', async () => {
  const talk = new Talk(() => Promise.reject(new Error('too long')));
  expect(await talk.say('…')).toMatchObject({ message: 'too long' });
  expect(sound).toHaveBeenLastCalledWith('refused');
});
