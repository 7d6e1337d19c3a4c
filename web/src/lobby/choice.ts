/** What to play: as chosen last time, or as most people would. */
import type { LexiconSummary, NewGame, RulesetSummary } from '../protocol';
import { gamesFor, usualGame, usualLexicon } from '../words/tools';

export interface Choice {
  ruleset: string;
  /** Empty for the ruleset's own. */
  lexicon: string;
  bot: string;
  /** In minutes for each player; 0 is none. */
  minutes: number;
}

export const MINUTES = [0, 5, 10, 15, 25] as const;

const KEY = 'tisane.choice';

/** What was chosen last time, as far as it is still there. */
export function lastChoice(
  rulesets: readonly RulesetSummary[],
  lexicons: readonly LexiconSummary[],
  bots: readonly { name: string }[],
  language: string,
): Choice {
  const kept = load();
  const playable = playableRulesets(rulesets, lexicons);
  const usual = usualGame(usualLexicon([...lexicons], language), [...rulesets])?.name ?? playable[0]?.name ?? '';
  const has = (list: readonly { name: string }[], name: string | undefined) =>
    list.find((it) => it.name === name)?.name;
  const ruleset = has(playable, kept.ruleset) ?? usual;
  return {
    ruleset,
    lexicon: ruleset === kept.ruleset ? (has(lexicons, kept.lexicon) ?? '') : '',
    bot: has(bots, kept.bot) ?? bots[Math.floor((bots.length - 1) / 2)]?.name ?? '',
    minutes: MINUTES.find((minutes) => minutes === kept.minutes) ?? 0,
  };
}

/** Those for which there are words. */
export function playableRulesets(
  rulesets: readonly RulesetSummary[],
  lexicons: readonly LexiconSummary[],
): RulesetSummary[] {
  const all = [...rulesets];
  return all.filter(({ name }) =>
    lexicons.some((lexicon) => gamesFor(lexicon, all).some((game) => game.name === name)),
  );
}

/** The lists a game can be played with. */
export function listsFor(ruleset: string, rulesets: readonly RulesetSummary[], lexicons: readonly LexiconSummary[]) {
  const all = [...rulesets];
  return lexicons.filter((lexicon) => gamesFor(lexicon, all).some(({ name }) => name === ruleset));
}

export function newGame({ ruleset, lexicon, minutes }: Choice, family: boolean, others: Partial<NewGame>): NewGame {
  const clock = minutes
    ? ({ kind: 'game', initial: minutes * 60_000, increment: 0, overtime: null } as const)
    : ({ kind: 'none' } as const);
  return { ruleset, ...(lexicon && { lexicon }), family, clock, ...others };
}

export function keep(choice: Choice): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(choice));
  } catch {
    // where storage is forbidden, a choice lasts until the page is closed
  }
}

function load(): Partial<Choice> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Choice>;
  } catch {
    return {};
  }
}
