/** What can be asked about words, and how the answers are laid out. */
import { address } from '../api';
import type { FoundWord, LexiconSummary, RulesetSummary } from '../protocol';

export const TOOLS = ['check', 'anagrams', 'patterns', 'hooks'] as const;
export type Tool = (typeof TOOLS)[number];

export interface Question {
  tool: Tool;
  text: string;
  lexicon: string;
  /** Whose tiles to use; empty for the list's own letters. */
  ruleset: string;
  /** Anagrams of some of the letters, too. */
  shorter: boolean;
}

/** How many words are shown at once. */
const LIMIT = 500;

export function questionAddress({ tool, text, lexicon, ruleset, shorter }: Question): string {
  const common = { lexicon, ruleset };
  switch (tool) {
    case 'check':
      return address('/api/words/check', { ...common, word: text });
    case 'anagrams':
      return address('/api/words/anagrams', { ...common, letters: text, shorter, limit: LIMIT });
    case 'patterns':
      return address('/api/words/patterns', { ...common, pattern: text, limit: LIMIT });
    case 'hooks':
      return address('/api/words/hooks', { ...common, word: text });
  }
}

/** The question as the page's own address, so that it can be kept and shared. */
export function pageAddress({ tool, text, lexicon, ruleset, shorter }: Question): string {
  return address('/words', { tool: tool === 'check' ? '' : tool, q: text, lexicon, ruleset, shorter });
}

export function readPageAddress(search: string): Partial<Question> {
  const query = new URLSearchParams(search);
  const tool = TOOLS.find((tool) => tool === query.get('tool'));
  return {
    ...(tool && { tool }),
    ...(query.has('q') && { text: query.get('q')! }),
    ...(query.has('lexicon') && { lexicon: query.get('lexicon')! }),
    ...(query.has('ruleset') && { ruleset: query.get('ruleset')! }),
    ...(query.has('shorter') && { shorter: query.get('shorter') === 'true' }),
  };
}

/** Words by length, the longest first; words of one length stay in their order. */
export function byLength(words: FoundWord[]): [length: number, words: FoundWord[]][] {
  const groups = new Map<number, FoundWord[]>();
  for (const word of words) {
    const group = groups.get(word.length);
    if (group) group.push(word);
    else groups.set(word.length, [word]);
  }
  return [...groups].sort(([a], [b]) => b - a);
}

/** The games whose language is that of the list: the ones that name it first. */
export function gamesFor(lexicon: LexiconSummary | undefined, rulesets: RulesetSummary[]): RulesetSummary[] {
  if (!lexicon) return [];
  const language = (tag: string) => tag.split('-')[0];
  return rulesets.filter(
    (ruleset) => ruleset.lexicon === lexicon.name || language(ruleset.locale) === language(lexicon.language),
  );
}
