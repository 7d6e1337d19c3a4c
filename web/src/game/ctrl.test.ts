// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { Engine } from '../engine/engine';
import { Interrupted, type Connection } from './connection';
import { GameCtrl } from './ctrl.svelte';

test('that something was not sent is said until the next action, also when the connection is back', async () => {
  let isUp = false;
  const act = async () => {
    if (!isUp) throw new Interrupted();
  };
  const connection = { act, close: () => undefined } as unknown as Connection;
  const ctrl = new GameCtrl(() => connection, { close: () => undefined } as unknown as Engine);
  await ctrl.act({ kind: 'resign' });
  ctrl.onlink('lost');
  ctrl.onlink('open');
  expect(ctrl.refused).toBeInstanceOf(Interrupted);
  isUp = true;
  await ctrl.act({ kind: 'resign' });
  expect(ctrl.refused).toBeUndefined();
  ctrl.close();
});
