import { expect, test } from 'vitest';
import type { RulesetSummary } from '../protocol';
import { search, sorted } from './games';

function ruleset(
  name: string,
  title: string,
  locale: string,
  lexicon: string | null,
): RulesetSummary {
  return {
    name,
    usual: false,
    title,
    locale,
    right_to_left: false,
    lexicon,
    rows: 15,
    cols: 15,
    tiles: 100,
    rack: 7,
    bonuses: [],
    players: { from: 2, to: 4 },
    single_source: false,
  };
}

const RULESETS = [
  ruleset('wordfeud-norwegian-bokmal', 'Wordfeud (Norwegian Bokmål)', 'nb', null),
  ruleset('spanish', 'Spanish', 'es', 'spanish'),
  ruleset('erudit', 'Эрудит (131 tiles)', 'ru', 'russian'),
  ruleset('crossplay', 'NYT Crossplay', 'en-US', 'english'),
];
const NAMES: Record<string, string> = {
  nb: 'Norwegian Bokmål',
  es: 'Spanish',
  ru: 'Russian',
  'en-US': 'American English',
};
const titleOf = ({ title }: RulesetSummary) => title;
const names = (found: RulesetSummary[]) => found.map((ruleset) => ruleset.name);

test.each([
  ['', 4],
  ['bokmal', 1],
  ['russian', 1],
  ['эрудит', 1],
  ['ENGLISH cross', 1],
  ['chess', 0],
])('%o finds %i', (text, n) => {
  expect(search(RULESETS, text, titleOf, (tag) => NAMES[tag]!).length).toBe(n);
});

test('the visitor’s language comes first, then games with word lists', () => {
  expect(names(sorted(RULESETS, titleOf, 'en'))).toEqual([
    'crossplay',
    'spanish',
    'erudit',
    'wordfeud-norwegian-bokmal',
  ]);
  expect(names(sorted(RULESETS, titleOf, 'ru'))[0]).toBe('erudit');
});
