// What the server says and hears. Generated from crates/protocol by `cargo xtask types`; do not edit.

/**
 * A sentence for people, and what to do about it where that is known.
 */
export type ErrorView = { error: string, hint?: string, };

/**
 * Every ruleset there is.
 */
export type RulesetList = { rulesets: Array<RulesetSummary>, };

/**
 * A ruleset in a line.
 */
export type RulesetSummary = { name: string, title: string,
/**
 * The language tag of its words.
 */
locale: string,
/**
 * The lexicon that goes with it unless the players choose another.
 */
lexicon: string | null, rows: number, cols: number,
/**
 * How many tiles the full bag holds.
 */
tiles: number, rack: number, bonuses: Array<BonusView>, players: PlayersView, };

/**
 * Everything a ruleset says.
 */
export type RulesetView = { layout: LayoutView,
/**
 * In alphabet order.
 */
letters: Array<TileView>, blanks: BlanksView,
/**
 * Spellings that mean other letters: Ё and Е.
 */
folds: Array<[string, string]>,
/**
 * Tiles may be exchanged while the bag holds this many; null: never.
 */
exchange_bag_at_least: number | null, challenge: ChallengeView, end: EndView, clock: ClockView,
/**
 * How well its facts are supported.
 */
status: string, sources: Array<string>, notes: string, name: string, title: string,
/**
 * The language tag of its words.
 */
locale: string,
/**
 * The lexicon that goes with it unless the players choose another.
 */
lexicon: string | null, rows: number, cols: number,
/**
 * How many tiles the full bag holds.
 */
tiles: number, rack: number, bonuses: Array<BonusView>, players: PlayersView, };

export type PlayersView = { from: number, to: number, };

/**
 * What placing exactly this many tiles in one play earns: points added, or times the play.
 */
export type BonusView = { tiles: number, points?: number, times?: number, };

/**
 * A board without tiles.
 */
export type LayoutView = { rows: number, cols: number,
/**
 * The first play covers one of these.
 */
starts: Array<SquareView>,
/**
 * Row by row; null is a plain square.
 */
premiums: Array<Array<PremiumView | null>>, };

/**
 * A place on the board, from 0 at the top left.
 */
export type SquareView = { row: number, col: number, };

export type PremiumView = {
/**
 * Multiplies the tile.
 */
letter: number,
/**
 * Multiplies the word.
 */
word: number,
/**
 * The letter premium holds only for tiles of this value.
 */
only_value?: number, };

/**
 * A letter's tiles.
 */
export type TileView = {
/**
 * What stands on it: `A`, `CH`.
 */
face: string, value: number,
/**
 * 0: played with blanks only.
 */
count: number, vowel: boolean, };

export type BlanksView = { count: number, value: number, };

/**
 * What happens when a play's words are doubted.
 */
export type ChallengeView = { "rule": "void" } | { "rule": "single" } | { "rule": "double" } | { "rule": "triple" } | { "rule": "points", points: number, per: PerChallengeView, };

export type PerChallengeView = "play" | "word";

/**
 * How a game ends and what is settled then.
 */
export type EndView = {
/**
 * This many passes in a row.
 */
passes: number | null,
/**
 * This many turns in a row without points.
 */
scoreless_turns: number | null,
/**
 * Those numbers are for two seats and grow with more.
 */
scale_with_seats: boolean,
/**
 * Which turns count as scoreless besides passes.
 */
scoreless: ScorelessView, others_lose_rack: boolean, out_player_gains: OutGainsView, stalled_loses_rack: boolean, final_turn_each: boolean, tie_break: TieBreakView, };

export type ScorelessView = { exchange: boolean, withdrawn: boolean, lost_challenge: boolean, zero_play: boolean, };

export type OutGainsView = "nothing" | "other_racks" | "twice_other_racks";

export type TieBreakView = "none" | "before_racks" | "first_in_order";

/**
 * How long players may think, in milliseconds.
 */
export type ClockView = { "kind": "none" } | { "kind": "game", initial: number, increment: number, overtime: OvertimeView | null, } | { "kind": "turn", turn: number, bank: number, };

export type OvertimeView = {
/**
 * Lost for every `per` that was begun.
 */
points: number, per: number,
/**
 * Beyond this the game is lost.
 */
at_most: number, };
