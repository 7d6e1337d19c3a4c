// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { me } from '../me.svelte';
import { notify } from '../notice';
import type { ChatView, MeView } from '../protocol';
import { sound } from '../sound';
import { Talk } from './talk.svelte';

vi.mock('../notice', () => ({ notify: vi.fn(async () => undefined) }));
vi.mock('../sound', () => ({ sound: vi.fn() }));

const said = (number: number, player: string): ChatView => ({
  number,
  player,
  name: player,
  text: `${number}`,
  at: 0,
  channel: 'players',
});

test('what others say after one came is news, once; what one said oneself is none', () => {
  me.view = { id: 'ann' } as MeView;
  localStorage.clear();
  const talk = new Talk(() => Promise.resolve());
  talk.hear('G', [said(1, 'ben')]);
  expect([talk.unread, vi.mocked(sound).mock.calls.length]).toEqual([0, 0]);
  talk.hear('G', [said(1, 'ben'), said(2, 'ann'), said(3, 'ben')]);
  expect(talk.messages.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(talk.unread).toBe(1);
  expect(notify).toHaveBeenCalledExactlyOnceWith('ben', '3', 'talk');
  talk.read();
  talk.hear('G', [said(4, 'ann')]);
  expect([talk.unread, vi.mocked(sound).mock.calls]).toEqual([0, [['said']]]);
});

test('a message that comes again has changed, and one that comes late stands where it was said', () => {
  me.view = { id: 'ann' } as MeView;
  const talk = new Talk(() => Promise.resolve());
  talk.hear('G', [said(1, 'ben'), said(4, 'ben')]);
  talk.hear('G', [{ ...said(4, 'ben'), text: '', deleted: true }]);
  talk.hear('G', [{ ...said(2, 'cy'), channel: 'spectators' }]);
  expect(
    talk.messages.map(({ number, text, deleted }) => [number, text, deleted ?? false]),
  ).toEqual([
    [1, '1', false],
    [2, '2', false],
    [4, '', true],
  ]);
});

test('why something was not said is told to whoever said it', async () => {
  const talk = new Talk(() => Promise.reject(new Error('too long')));
  expect(await talk.say('…')).toMatchObject({ message: 'too long' });
  expect(sound).toHaveBeenLastCalledWith('refused');
});

test('what was not read is still to be read when one comes back, and so is what was said in between', () => {
  me.view = { id: 'ann' } as MeView;
  localStorage.clear();
  const come = (...messages: ChatView[]) => {
    const talk = new Talk(() => Promise.resolve());
    talk.hear('G', messages);
    return talk;
  };
  const first = come(said(1, 'ben'));
  first.hear('G', [said(2, 'ben')]);
  expect(first.unread).toBe(1);
  const again = come(said(1, 'ben'), said(2, 'ben'), said(3, 'ann'), said(4, 'ben'));
  expect(again.unread).toBe(2);
  again.read();
  expect(come(said(4, 'ben')).unread).toBe(0);
});
