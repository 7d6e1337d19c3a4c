/** The games and word lists there are, and the one a page is about. */
import { get } from '../api';
import type {
  LexiconList,
  LexiconSummary,
  RulesetList,
  RulesetSummary,
  RulesetView,
} from '../protocol';
import { settings } from '../settings.svelte';
import { gamesFor, usualGame, usualLexicon } from '../words/tools';
import { Superseded, type Engine } from './engine';

export class Games {
  rulesets: RulesetSummary[] = $state.raw([]);
  lexicons: LexiconSummary[] = $state.raw([]);
  ruleset: RulesetView | undefined = $state.raw();
  lexicon = $state('');

  /** The lists that go with the game. */
  readonly lists = $derived(
    this.lexicons.filter((lexicon) =>
      gamesFor(lexicon, this.rulesets).some(({ name }) => name === this.ruleset?.name),
    ),
  );
  /** The game to begin with. */
  readonly usual = $derived(
    usualGame(usualLexicon(this.lexicons, settings.language, this.rulesets), this.rulesets)?.name ??
      this.rulesets[0]?.name ??
      '',
  );

  /** The game that was chosen last, as soon as it is known. */
  #finding: Promise<RulesetView> | undefined;

  async load(): Promise<void> {
    const [{ lexicons }, { rulesets }] = await Promise.all([
      get<LexiconList>('/api/lexicons'),
      get<RulesetList>('/api/rulesets'),
    ]);
    this.lexicons = lexicons;
    this.rulesets = rulesets;
  }

  async find(name: string): Promise<RulesetView> {
    return name === this.ruleset?.name
      ? this.ruleset
      : await get<RulesetView>(`/api/rulesets/${encodeURIComponent(name)}`);
  }

  /** Opens a game in an engine. An empty lexicon means the game’s own. */
  async open(
    engine: Engine,
    name: string,
    lexicon: string,
    family = settings.family,
  ): Promise<void> {
    const finding = (this.#finding = this.find(name));
    const isPassedBy = () => finding !== this.#finding;
    const ruleset = await finding;
    if (isPassedBy()) throw new Superseded();
    const view = await engine.open({ ruleset: ruleset.name, lexicon, family });
    // What was chosen meanwhile takes its place; where that is not found, this one is open all the
    // same.
    const isFound = () =>
      this.#finding!.then(
        () => true,
        () => false,
      );
    if (isPassedBy() && (await isFound())) throw new Superseded();
    this.ruleset = ruleset;
    this.lexicon = view.lexicon ?? '';
  }

  /** The list of this name, whatever its capitals; empty if it is not here. */
  named(lexicon: string | null | undefined): string {
    return (
      this.lexicons.find(({ name }) => name.toLowerCase() === lexicon?.toLowerCase())?.name ?? ''
    );
  }
}
