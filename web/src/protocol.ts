// What the server says and hears. Generated from crates/protocol by `cargo xtask types`; do not edit.

/**
 * A sentence for people, and what to do about it where that is known.
 */
export type ErrorView = {
/**
 * Which kind of trouble it is, for readers who say it in their own language.
 */
code: ErrorCode, error: string, hint?: string, };

/**
 * Every kind of trouble there is.
 */
export type ErrorCode = "no_such_page" | "method" | "no_such_ruleset" | "no_such_lexicon" | "which_lexicon" | "which_tiles" | "lexicon" | "no_words" | "spelling" | "pattern" | "position" | "move" | "long" | "query";

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
 * Its words are read from right to left, and so is its board: column A is the rightmost.
 */
right_to_left: boolean,
/**
 * The lexicon that goes with it unless the players choose another.
 */
lexicon: string | null, rows: number, cols: number,
/**
 * How many tiles the full bag holds.
 */
tiles: number, rack: number, bonuses: Array<BonusView>, players: PlayersView,
/**
 * Its facts are supported by a single source.
 */
single_source: boolean, };

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
 * Its words are read from right to left, and so is its board: column A is the rightmost.
 */
right_to_left: boolean,
/**
 * The lexicon that goes with it unless the players choose another.
 */
lexicon: string | null, rows: number, cols: number,
/**
 * How many tiles the full bag holds.
 */
tiles: number, rack: number, bonuses: Array<BonusView>, players: PlayersView,
/**
 * Its facts are supported by a single source.
 */
single_source: boolean, };

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
 * A place on the board, from 0 at the top, where a line begins.
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

/**
 * What this program is, and whom to thank for its words.
 */
export type AboutView = { version: string, licence: string,
/**
 * Those built in, with their licences in full.
 */
lexicons: Array<LexiconView>, };

/**
 * Every lexicon there is.
 */
export type LexiconList = { lexicons: Array<LexiconSummary>, };

/**
 * A lexicon in a line.
 */
export type LexiconSummary = { name: string, title: string,
/**
 * The language tag of its words.
 */
language: string,
/**
 * Its words are read from right to left.
 */
right_to_left: boolean,
/**
 * How many words. Nothing for word lists and KWG files, which do not say.
 */
words: number | null,
/**
 * The length of the longest, in letters.
 */
longest: number | null,
/**
 * Whether it says how common each word is.
 */
levels: boolean,
/**
 * Whether it says which of its words are slurs, so that they can be left out.
 */
family: boolean, licence: string,
/**
 * `built in`, or where its file is, and what is to be known about that.
 */
place: string, };

/**
 * Everything a lexicon says about itself.
 */
export type LexiconView = {
/**
 * In order.
 */
letters: Array<string>,
/**
 * Whom to thank.
 */
credit: string,
/**
 * How it was made and from what.
 */
provenance: string,
/**
 * The licence in full; empty for lexicons of your own.
 */
licence_text: string, name: string, title: string,
/**
 * The language tag of its words.
 */
language: string,
/**
 * Its words are read from right to left.
 */
right_to_left: boolean,
/**
 * How many words. Nothing for word lists and KWG files, which do not say.
 */
words: number | null,
/**
 * The length of the longest, in letters.
 */
longest: number | null,
/**
 * Whether it says how common each word is.
 */
levels: boolean,
/**
 * Whether it says which of its words are slurs, so that they can be left out.
 */
family: boolean, licence: string,
/**
 * `built in`, or where its file is, and what is to be known about that.
 */
place: string, };

/**
 * Which of some words are valid.
 */
export type WordCheck = { lexicon: string,
/**
 * Whether all of them are.
 */
valid: boolean, words: Array<CheckedWord>, };

export type CheckedWord = {
/**
 * In capitals; as it was written if it cannot be spelled.
 */
word: string, valid: boolean,
/**
 * It would be valid, but was left out as slurs were to be.
 */
left_out: boolean,
/**
 * How common it is, where the lexicon says so; lower is commoner.
 */
level?: number,
/**
 * Why it cannot be a word, if it has letters the alphabet has not.
 */
reason?: string,
/**
 * What it means, if it is a word and that is known.
 */
definition?: DefinitionView, };

/**
 * What a word means.
 */
export type DefinitionView = {
/**
 * The word that has the entry: the one asked for, or the one it is a form of.
 */
word: string,
/**
 * The usual one first.
 */
senses: Array<SenseView>, };

export type SenseView = { part: PartView, text: string, };

/**
 * The part of speech.
 */
export type PartView = "noun" | "verb" | "adjective" | "adverb";

/**
 * Words that were looked for.
 */
export type WordsFound = { lexicon: string,
/**
 * What was asked.
 */
query: string,
/**
 * How many there are; `words` may hold only the first.
 */
total: number, words: Array<FoundWord>, };

export type FoundWord = { word: string,
/**
 * How many tiles it takes.
 */
length: number, level?: number, };

/**
 * What can be added to a word, or taken away.
 */
export type HooksView = { lexicon: string, word: string,
/**
 * Whether it is a word itself.
 */
valid: boolean, front: Array<string>, back: Array<string>,
/**
 * Inside, after its first letter, its second letter and so on.
 */
inner: Array<Array<string>>,
/**
 * It is still a word without its first letter.
 */
beheads: boolean,
/**
 * It is still a word without its last letter.
 */
curtails: boolean, };

/**
 * The moves of a position, best first.
 */
export type AnalysisView = {
/**
 * How the moves were valued.
 */
method: string, ruleset: string, lexicon: string,
/**
 * As CGP.
 */
position: string,
/**
 * How many plays there are; `lines` may hold only the best moves.
 */
count: number, lines: Array<LineView>, };

/**
 * A move and what it is worth.
 */
export type LineView = {
/**
 * `8D RETAINS` across, `D8 RETAINS` down, `-QVU`, `pass`. Blanks are small, tiles on the board are spelled.
 */
move: string, score: number,
/**
 * The tiles that stay on the rack.
 */
leave: string,
/**
 * Score and leave together, in points.
 */
equity: number,
/**
 * How the score comes about, if that was asked for.
 */
explained?: ScoreView, };

/**
 * One line of a batch.
 */
export type BatchView = {
/**
 * How many plays there are.
 */
count: number,
/**
 * Their scores together.
 */
sum: number,
/**
 * The best move, be it an exchange or a pass; nothing where no play runs the way that was asked for.
 */
best: LineView | null,
/**
 * The best plays, or all of them, if that was asked for.
 */
plays?: Array<LineView>, };

/**
 * A line of a batch that cannot be answered.
 */
export type BatchError = { error: string,
/**
 * Its number, from 1.
 */
line: number, };

/**
 * Whether a move is legal, and what it counts word by word.
 */
export type ScoreView = { move: string, legal: boolean,
/**
 * Why it is not.
 */
reason?: string,
/**
 * What it counts, if it stands; nothing if it does not fit the board.
 */
score?: number,
/**
 * What the number of tiles placed earns on top of the words.
 */
bonus: number,
/**
 * The main word first.
 */
words: Array<ScoredWordView>,
/**
 * Those of the words that are not in the lexicon.
 */
invalid: Array<string>, };

export type ScoredWordView = {
/**
 * Blanks are small.
 */
word: string,
/**
 * `8D` across, `D8` down.
 */
place: string,
/**
 * Whether it is in the lexicon; nothing where there is none.
 */
valid?: boolean, tiles: Array<ScoredTileView>,
/**
 * The word premiums under its new tiles, multiplied.
 */
multiplier: number, points: number, };

export type ScoredTileView = { square: string,
/**
 * What stands on the tile, or what the blank stands for.
 */
tile: string, blank: boolean,
/**
 * Placed by this play.
 */
new: boolean, value: number,
/**
 * The letter premium below it.
 */
times: number, };

/**
 * What an engine elsewhere needs for a game: addresses that change when the files do.
 */
export type EngineView = { ruleset: string,
/**
 * Nothing where the game has no lexicon and none was named.
 */
lexicon: string | null,
/**
 * The lexicon, spelled with the game's tiles.
 */
words: string | null,
/**
 * What was learned about the game with these words.
 */
model: string | null, };

/**
 * A tile on a square.
 */
export type PlacedView = { row: number, col: number,
/**
 * What stands on it, or what the blank stands for.
 */
tile: string, blank: boolean, };

/**
 * A position as the player on turn knows it. Lists over seats begin with that player.
 */
export type PositionView = { tiles: Array<PlacedView>,
/**
 * `?` is a blank.
 */
rack: Array<string>,
/**
 * Those tiles of the others that are known, seat by seat.
 */
others: Array<Array<string>>, scores: Array<number>,
/**
 * Turns in a row without points.
 */
scoreless_turns: number,
/**
 * Its own board, where that is not the ruleset's.
 */
layout?: LayoutView, };

/**
 * A question about one game with one lexicon.
 */
export type Question = { "ask": "read", text: string,
/**
 * The game that is meant where the text names none.
 */
ruleset: string,
/**
 * Of a game: the position before this turn, from 1; nothing for the last.
 */
turn: number | null, } | { "ask": "tiles", text: string, } | { "ask": "write", position: PositionView, } | { "ask": "rank", position: PositionView, top: number, } | { "ask": "score", position: PositionView, tiles: Array<PlacedView>,
/**
 * Whether to tell which words are none.
 */
words: boolean, } | { "ask": "move", position: PositionView, text: string, } | { "ask": "check", words: Array<string>, };

/**
 * A position that was written down.
 */
export type ReadView = { ruleset: string,
/**
 * What the text calls its lexicon, which need not be here.
 */
lexicon: string | null, position: PositionView,
/**
 * Of a game: which turn this is before.
 */
turn: number | null,
/**
 * Of a game: how many positions it has.
 */
turns: number | null, };

/**
 * The moves of a position, the best first.
 */
export type RankView = {
/**
 * How the moves were valued.
 */
method: string,
/**
 * How many plays there are; `lines` may hold only the best moves.
 */
count: number, lines: Array<RankedView>,
/**
 * What the player on turn does not see.
 */
unseen: Array<UnseenView>,
/**
 * How many of the unseen tiles are in the bag.
 */
bag: number,
/**
 * Words on the board that are not in the lexicon: `8D RETANIS`.
 */
doubtful: Array<string>, };

export type RankedView = {
/**
 * `8D` across, `D8` down; nothing for exchanges and the pass.
 */
place: string | null,
/**
 * `RE(TA)INs`: tiles on the board in parentheses, blanks small. For exchanges and the pass, the move.
 */
word: string,
/**
 * The new tiles.
 */
tiles: Array<PlacedView>,
/**
 * `8D RETAINS` across, `D8 RETAINS` down, `-QVU`, `pass`. Blanks are small, tiles on the board are spelled.
 */
move: string, score: number,
/**
 * The tiles that stay on the rack.
 */
leave: string,
/**
 * Score and leave together, in points.
 */
equity: number,
/**
 * How the score comes about, if that was asked for.
 */
explained?: ScoreView, };

export type UnseenView = {
/**
 * `?` is a blank.
 */
tile: string, count: number, };

/**
 * Where a word can be placed.
 */
export type PlacementsView = { word: string,
/**
 * Whether it is in the lexicon; nothing where there is none.
 */
valid?: boolean, lexicon?: string,
/**
 * The highest score first.
 */
placements: Array<PlacementView>, };

export type PlacementView = { move: string, score: number, };

/**
 * The plays of a position, counted.
 */
export type PerftView = {
/**
 * As CGP.
 */
position: string, moves: number,
/**
 * The sum of all scores.
 */
points: number,
/**
 * The highest score.
 */
best: number, sha256: string,
/**
 * Whether that is what the file says; nothing where it says nothing.
 */
expected?: boolean, };

/**
 * How fast this machine is at a game.
 */
export type BenchView = { games: Array<BenchGame>,
/**
 * One number over all moves that were chosen.
 */
signature: string, };

export type BenchGame = { ruleset: string, lexicon: string, seats: number,
/**
 * On one thread.
 */
plays_per_second: number,
/**
 * On one thread.
 */
best_moves_per_second: number, games_per_second: number, };

/**
 * What a match has shown. Side A is the first.
 */
export type MatchView = { ruleset: string, lexicon: string, seed: number,
/**
 * Of two games each.
 */
pairs: number,
/**
 * The share of games that A wins, and half the width of its 95 % interval.
 */
win_rate: number, win_rate_within: number,
/**
 * By how many points A is ahead in a game, and half the width of its 95 % interval.
 */
spread: number, spread_within: number,
/**
 * Whether the difference would be clear however often one had looked.
 */
clear: boolean, sides: Array<MatchSideView>, };

/**
 * What one side did, in means over its seats where it is not a count of games.
 */
export type MatchSideView = { player: string, won: number, tied: number, lost: number, points: number, turns: number, bingos: number, exchanges: number,
/**
 * For a move.
 */
microseconds: number, };
