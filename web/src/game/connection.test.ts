import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ActionView } from '../protocol';
import { isForATurn } from './connection';

const RUST = readFileSync('../crates/protocol/src/request.rs', 'utf8');
const snake = (name: string) => name.replace(/\B[A-Z]/g, '_$&').toLowerCase();

test('the page and the server agree on which actions belong to a turn', () => {
  const kinds = RUST.match(/^pub enum ActionView \{[^]*?^\}/m)![0].match(/^ {4}[A-Z]\w+/gm)!;
  const body = /fn is_for_a_turn[^]*?matches!\(\s*self,([^]*?)\)/.exec(RUST)![1]!;
  const listed = body.match(/[A-Z]\w+/g)!;
  expect(kinds.length).toBeGreaterThan(listed.length);
  const here = kinds
    .map((kind) => snake(kind.trim()))
    .filter((kind) => isForATurn({ kind } as ActionView));
  expect(here).toEqual(listed.map(snake));
});
