/** The moves of a position: which are listed, filtered, and shown on the board. */
import { count, t } from '../i18n';
import type { AnalysisView, RankedView } from '../protocol';
import { settings } from '../settings.svelte';
import { matches, withRest, type Filter } from './moves';
import { isSearched } from './values';

/** How many moves are listed; with a filter, how many it is applied to. */
const LISTED = 60;
const SEARCHED = 5000;

export class MoveList {
  ranked: AnalysisView | undefined = $state.raw();
  /** Every move by score and leave, once something is filtered. */
  all: RankedView[] | undefined = $state.raw();
  filter: Filter = $state({ text: '', square: undefined });
  /** The move that is shown on the board: one that was chosen, or one that is pointed at. */
  chosen: RankedView | undefined = $state.raw();
  pointed: RankedView | undefined = $state.raw();
  /** Whether the squares that replies use are shown. */
  heated = $state(false);

  readonly shown = $derived(this.pointed ?? this.chosen);
  /** Moves were simulated or solved. */
  readonly isSearched = $derived(this.ranked?.lines.some(isSearched) ?? false);
  readonly hasHeat = $derived(this.ranked?.lines.some(({ heat }) => heat) ?? false);
  /** The move whose replies are shown: the one on the board, or the best. */
  readonly answered = $derived(
    this.heated && this.hasHeat ? (this.shown ?? this.ranked?.lines[0]) : undefined,
  );
  readonly isFiltered = $derived(
    this.filter.text.trim() !== '' || this.filter.square !== undefined,
  );
  /** How many moves to ask for. */
  readonly top = $derived(this.isFiltered ? SEARCHED : LISTED);
  /** The best moves, whatever the filter. */
  readonly listed = $derived(this.ranked?.lines.slice(0, LISTED) ?? []);
  /** The moves that the filter is applied to; simulated ones first. */
  readonly ranking = $derived(
    this.isFiltered ? withRest(this.ranked?.lines ?? [], this.all ?? []) : this.listed,
  );
  /** The moves in the table. */
  readonly lines = $derived.by(() =>
    this.isFiltered ? this.#found.slice(0, LISTED) : this.ranking,
  );
  /** There are more plays than are listed. */
  readonly hasMore = $derived((this.ranked?.count ?? 0) > this.ranking.length);
  /** The number of moves, and how many of them match the filter. */
  readonly summary = $derived.by(() => {
    const plays = this.ranked?.count ?? 0;
    if (!this.isFiltered) return count('count.plays', plays);
    const number = (n: number) => n.toLocaleString(settings.language);
    const n = number(this.#found.length);
    // Exchanges are filtered, too.
    const of = number(this.ranking.length);
    return this.hasMore
      ? t('analysis.found_best', { n, most: of })
      : t('analysis.found', { n, of });
  });
  readonly #found = $derived(this.ranking.filter((line) => matches(line, this.filter)));

  /** All moves are needed and not yet there. */
  get isIncomplete(): boolean {
    return this.isFiltered && !this.all && this.ranked !== undefined;
  }

  /** Shows the moves of a new position, or none. */
  set(ranked: AnalysisView | undefined): void {
    this.ranked = ranked && { ...ranked, lines: ranked.lines.slice(0, LISTED) };
    this.all = ranked && ranked.lines.length > LISTED ? ranked.lines : undefined;
  }

  /** Shows better values of the same position. The selected moves stay selected. */
  update(ranked: AnalysisView): void {
    const same = (shown: RankedView) =>
      ranked.lines.find((line) => line.move === shown.move) ??
      (this.isFiltered ? shown : undefined);
    this.chosen = this.chosen && same(this.chosen);
    this.pointed = this.pointed && same(this.pointed);
    this.ranked = ranked;
  }

  deselect(): void {
    this.chosen = this.pointed = undefined;
  }

  /** The result in a sentence for screen readers. */
  spoken(): string | undefined {
    if (!this.ranked) return undefined;
    const { lines, count: n, ended } = this.ranked;
    const best = lines[0];
    const parts = [
      count('count.plays', n),
      ...(best ? [`${best.move}, ${count('count.points', best.score)}`] : []),
      ...(ended === 'clear' ? [t('analysis.clear_best')] : []),
    ];
    return parts.join('; ');
  }
}
