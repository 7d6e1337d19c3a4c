import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ActionView } from '../protocol';
import { isForATurn } from './connection';

const RUST = readFileSync('../crates/protocol/src/request.rs', 'utf8');
const snake = (name: string) => name.replace(/\B[A-Z]/g, '_$&').toLowerCase();

test('what is done in its turn or never is the same as on the server', () => {
  const kinds = RUST.match(/^pub enum ActionView \{[^]*?^\}/m)![0].match(/^ {4}[A-Z]\w+/gm)!;
  const listed = /fn is_for_a_turn[^]*?matches!\(self, (.*)\)/.exec(RUST)![1]!.match(/[A-Z]\w+/g)!;
  expect(kinds.length).toBeGreaterThan(listed.length);
  const here = kinds
    .map((kind) => snake(kind.trim()))
    .filter((kind) => isForATurn({ kind } as ActionView));
  expect(here).toEqual(listed.map(snake));
});
