import { expect, test } from 'vitest';
import { pageAt } from './pages';

test.each([
  ['/', { at: 'home' }],
  ['/words', { at: 'words' }],
  ['/analysis', { at: 'analysis' }],
  ['/games/x1', { at: 'game', id: 'x1' }],
  ['/review', { at: 'review', game: undefined }],
  ['/review/x1', { at: 'review', game: 'x1' }],
  ['/shared/abc', { at: 'shared', link: 'abc' }],
  ['/follow', { at: 'follow' }],
  ['/quiz', { at: 'quiz' }],
  ['/admin', { at: 'admin' }],
  ['/about/', { at: 'about' }],
  ['/rulesets', { at: 'home' }],
  ['/rulesets/english-super', { at: 'ruleset', name: 'english-super' }],
  ['/rulesets/%D1%8F', { at: 'ruleset', name: 'я' }],
  ['/rulesets/%', { at: 'ruleset', name: '%' }],
  ['/words/x', { at: 'nowhere', path: '/words/x' }],
])('%s is %o', (path, page) => {
  expect(pageAt(path)).toEqual(page);
});
