import { expect, test } from 'vitest';
import { rackText, tilesText } from './text';

const SPANISH = [{ face: 'A' }, { face: 'L' }, { face: 'LL' }];

test('two-letter tiles differ from two tiles', () => {
  expect(rackText(['A', 'L', 'L', '?'])).toBe('ALL?');
  expect(rackText(['A', 'L', 'LL'])).toBe('A L LL');
  expect(rackText(['L', 'L'], SPANISH)).toBe('L L');
  expect(rackText(['LL'], SPANISH)).toBe('LL');
});

test('bracketed tiles from the engine look like rack tiles', () => {
  expect(tilesText('A[LL]?')).toBe('A LL ?');
  expect(tilesText('[L]L[LL]')).toBe('L L LL');
  expect(tilesText('AB', SPANISH)).toBe('A B');
  expect([tilesText('QVU'), tilesText('10', SPANISH)]).toEqual(['QVU', '10']);
});
