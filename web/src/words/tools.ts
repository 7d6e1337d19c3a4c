/** The word tools: queries, and the layout of answers. */
import { address } from '../api';
import type { FoundWord, LexiconSummary, RulesetSummary } from '../protocol';

export const TOOLS = ['check', 'anagrams', 'patterns', 'hooks', 'extensions', 'list'] as const;
export type Tool = (typeof TOOLS)[number];

export interface Question {
  tool: Tool;
  text: string;
  lexicon: string;
  /** Whose tiles to use; empty for the list's own letters. */
  ruleset: string;
  /** Anagrams with some of the letters. */
  shorter: boolean;
  /** How long the words of a list are. */
  length: number;
}

/** Without a text there is a question all the same. */
export const needsText = (tool: Tool) => tool !== 'list';

/** In the address: the list’s own letters. */
const OWN = 'own';

/** How many words are shown at first. */
export const FIRST = 500;
/** How many can be shown at all; the server sends no more. */
export const MOST = 10_000;

export function questionAddress(
  { tool, text, lexicon, ruleset, shorter, length }: Question,
  family: boolean,
  limit = FIRST,
): string {
  const common = { lexicon, ruleset, family };
  switch (tool) {
    case 'check':
      return address('/api/words/check', { ...common, word: text });
    case 'anagrams':
      return address('/api/words/anagrams', { ...common, letters: text, shorter, limit });
    case 'patterns':
      return address('/api/words/patterns', { ...common, pattern: text, limit });
    case 'hooks':
      return address('/api/words/hooks', { ...common, word: text });
    case 'extensions':
      return address('/api/words/extensions', { ...common, word: text, limit });
    case 'list':
      return address('/api/words/list', { ...common, length, letters: text, limit });
  }
}

/** A query as the page’s address. */
export function pageAddress({ tool, text, lexicon, ruleset, shorter, length }: Question): string {
  const how = tool === 'list' ? { length } : { shorter };
  return address('/words', {
    tool: tool === 'check' ? '' : tool,
    q: text,
    lexicon,
    ruleset: ruleset || OWN,
    ...how,
  });
}

export function readPageAddress(search: string): Partial<Question> {
  const query = new URLSearchParams(search);
  const tool = TOOLS.find((tool) => tool === query.get('tool'));
  return {
    ...(tool && { tool }),
    ...(query.has('q') && { text: query.get('q')! }),
    ...(query.has('lexicon') && { lexicon: query.get('lexicon')! }),
    ...(query.has('ruleset') && {
      ruleset: query.get('ruleset') === OWN ? '' : query.get('ruleset')!,
    }),
    ...(query.has('shorter') && { shorter: query.get('shorter') === 'true' }),
    ...(Number(query.get('length')) >= 1 && { length: Math.floor(Number(query.get('length'))) }),
  };
}

/** Words by length, the longest or the shortest first; words of one length stay in their order. */
export function byLength(
  words: FoundWord[],
  shortestFirst = false,
): [length: number, words: FoundWord[]][] {
  const groups = new Map<number, FoundWord[]>();
  for (const word of words) {
    const group = groups.get(word.length);
    if (group) group.push(word);
    else groups.set(word.length, [word]);
  }
  return [...groups].sort(([a], [b]) => (shortestFirst ? a - b : b - a));
}

/** The initial list: a built-in one in the visitor’s language, or that of the default game. */
export function usualLexicon(
  lexicons: LexiconSummary[],
  language: string,
  rulesets: RulesetSummary[],
): LexiconSummary | undefined {
  const builtIn = lexicons.filter(({ place }) => place === 'built in');
  const spoken = builtIn.filter((lexicon) => lexicon.language === language);
  const usual = rulesets.find(({ usual }) => usual)?.lexicon;
  return (
    spoken.find(({ name }) => name === usual) ??
    spoken[0] ??
    builtIn.find(({ name }) => name === usual) ??
    builtIn[0] ??
    lexicons.find((lexicon) => lexicon.language === language) ??
    lexicons[0]
  );
}

/** Word lists and KWG files say neither their letters nor their language. */
export function saysItsLetters({ words }: LexiconSummary): boolean {
  return words !== null;
}

/** The default game for a list; its spelling ignores accents. */
export function usualGame(
  lexicon: LexiconSummary | undefined,
  rulesets: RulesetSummary[],
): RulesetSummary | undefined {
  const games = gamesFor(lexicon, rulesets);
  return (
    games.find(({ name }) => name === lexicon?.name) ??
    games.find((game) => game.lexicon === lexicon?.name) ??
    games.find(({ usual }) => usual) ??
    games.find((game) => game.name === game.lexicon) ??
    games[0]
  );
}

const languageOf = (tag: string) => tag.split('-')[0];

/** The games in the list’s language, those that name it first; all if it has none. */
export function gamesFor(
  lexicon: LexiconSummary | undefined,
  rulesets: RulesetSummary[],
): RulesetSummary[] {
  if (!lexicon) return [];
  if (!saysItsLetters(lexicon)) return rulesets;
  return rulesets.filter(
    (ruleset) =>
      ruleset.lexicon === lexicon.name ||
      languageOf(ruleset.locale) === languageOf(lexicon.language),
  );
}

/** A word for a level: 10 and 20 are everyday words, 80 are rare ones. */
export function rarity(level: number) {
  if (level <= 20) return 'rarity.everyday';
  if (level <= 40) return 'rarity.usual';
  if (level <= 60) return 'rarity.uncommon';
  return level <= 70 ? 'rarity.seldom' : 'rarity.rare';
}
