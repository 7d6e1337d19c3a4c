// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import { Drag } from '../board/drag.svelte';
import type { Engine } from '../engine/engine';
import type { RulesetView, TurnView, UpdateView } from '../protocol';
import type { Connection } from './connection';
import { GameCtrl } from './ctrl.svelte';
import Hand from './Hand.svelte';
import { testRoom } from './testroom';

afterEach(cleanup);

const ruleset = {
  name: 'english',
  rows: 15,
  cols: 15,
  rack: 7,
  letters: [],
  locale: 'en',
} as unknown as RulesetView;
const turns = [{ seat: 1, taken: 'passed', move: 'pass', total: 0 }] as unknown as TurnView[];
const room = testRoom({ turns });

test('looking back while a move waits for the connection can be undone', async () => {
  const waits = {
    act: () => new Promise(() => undefined),
    close: () => undefined,
  } as unknown as Connection;
  const ctrl = new GameCtrl(() => waits, { close: () => undefined } as unknown as Engine);
  ctrl.ruleset = ruleset;
  ctrl.onlink('open');
  ctrl.onupdate({ room } as UpdateView);
  ctrl.onlink('lost');
  void ctrl.act({ kind: 'pass' });
  const props = {
    ctrl,
    game: ctrl.game!,
    ruleset,
    drag: new Drag(),
    typing: false,
    zoomed: false,
    onzoom: undefined,
  };
  render(Hand, props);
  const held = () => screen.queryByText(/Your move will be sent/);
  expect(held()).not.toBeNull();
  ctrl.look(0);
  const back = await screen.findByRole('button', { name: 'Back to now' });
  expect(held()).toBeNull();
  back.click();
  await expect.poll(held).not.toBeNull();
  ctrl.close();
});
