import { expect, test } from 'vitest';
import { rackText, tilesText } from './text';

const SPANISH = [{ face: 'A' }, { face: 'L' }, { face: 'LL' }];

test('tiles of two letters are told from two tiles', () => {
  expect(rackText(['A', 'L', 'L', '?'])).toBe('ALL?');
  expect(rackText(['A', 'L', 'LL'])).toBe('A L LL');
  expect(rackText(['L', 'L'], SPANISH)).toBe('L L');
  expect(rackText(['LL'], SPANISH)).toBe('LL');
});

test('tiles that the engine writes with brackets look as those on a rack do', () => {
  expect(tilesText('A[LL]?')).toBe('A LL ?');
  expect(tilesText('[L]L[LL]')).toBe('L L LL');
  expect(tilesText('AB', SPANISH)).toBe('A B');
  expect([tilesText('QVU'), tilesText('10', SPANISH)]).toEqual(['QVU', '10']);
});
