/** Finding games in the list. */
import type { RulesetSummary } from '../protocol';

type TitleOf = (ruleset: RulesetSummary) => string;

/** Games whose title, name or language contains every typed word, ignoring accents and case. */
export function search(
  rulesets: RulesetSummary[],
  text: string,
  titleOf: TitleOf,
  languageName: (tag: string) => string,
): RulesetSummary[] {
  const wanted = plain(text).split(/\s+/).filter(Boolean);
  return rulesets.filter((ruleset) => {
    const about = plain(
      [titleOf(ruleset), ruleset.title, ruleset.name, languageName(ruleset.locale)].join(' '),
    );
    return wanted.every((word) => about.includes(word));
  });
}

/** Games whose words come with the program first, then by title. */
export function sorted(
  rulesets: RulesetSummary[],
  titleOf: TitleOf,
  language: string,
): RulesetSummary[] {
  const own = (ruleset: RulesetSummary) =>
    ruleset.locale.split('-')[0] === language ? 0 : ruleset.lexicon ? 1 : 2;
  return [...rulesets].sort(
    (a, b) => own(a) - own(b) || titleOf(a).localeCompare(titleOf(b), language),
  );
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('×', 'x').toLowerCase();
}
