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

test('messages from others count as new once, and my own don’t', () => {
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

test('a repeated message replaces the old one, and a late one is sorted in', () => {
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

test('the sender of an unsent message sees why', async () => {
  const talk = new Talk(() => Promise.reject(new Error('too long')));
  expect(await talk.say('…')).toMatchObject({ message: 'too long' });
  expect(sound).toHaveBeenLastCalledWith('refused');
});

test('unread messages stay unread until the player returns', () => {
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
