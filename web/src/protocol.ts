// What the server says and hears. Generated from crates/protocol by `cargo xtask types`; do not edit.

/**
 * A sentence for people, and what to do about it where that is known.
 */
export type ErrorView = {
/**
 * Which kind of trouble it is, for readers who say it in their own language.
 */
code: ErrorCode,
/**
 * What it is about, by name, for the same readers.
 */
values?: { [key in string]: string }, error: string, hint?: string, };

/**
 * Every kind of trouble there is.
 */
export type ErrorCode = "no_such_page" | "method" | "no_such_ruleset" | "no_such_lexicon" | "which_lexicon" | "lexicon" | "no_words" | "spelling" | "pattern_empty" | "pattern_open" | "pattern_nothing" | "pattern_long" | "long" | "query";

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
 * How the moves were valued: `static`, `static (no leave table)`, `simulation`, `preendgame` or `endgame`.
 */
method: string,
/**
 * Turns played after each move, if there was a simulation.
 */
plies?: number,
/**
 * How many games were played on in a simulation.
 */
rollouts?: number,
/**
 * How many ways the bag may be were gone through before the endgame.
 */
deals?: number,
/**
 * How many positions of endgames were looked at.
 */
nodes?: number, ruleset: string, lexicon: string,
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
 * The chance to win, from 0 to 1; a tie is half a win.
 */
win?: number,
/**
 * What the chance is proven to be at least and at most, before the endgame; a pass against an opponent who knows the bag.
 */
win_bounds?: [number, number],
/**
 * How many points ahead at the end of the game; among more than two, of the best of the others.
 */
spread?: number,
/**
 * How sure `win` and `spread` are, if moves were looked at more closely than by score and leave.
 */
exactness?: ExactnessView,
/**
 * Of `win`; where that is not known, of `spread`.
 */
standard_error?: number,
/**
 * How many games were played on from this move.
 */
samples?: number,
/**
 * The reply that is best, or the most usual one. A play is spelled as on the board after the move.
 */
reply?: string,
/**
 * The turns after the move, on average.
 */
plies?: Array<PlyView>,
/**
 * By square, row by row: how often the reply put a tile there, from 0 to 1; if that was asked for.
 */
heat?: Array<number>,
/**
 * How the score comes about, if that was asked for.
 */
explained?: ScoreView, };

/**
 * How sure a value is.
 */
export type ExactnessView = "exact" | "at_most" | "at_least" | "estimated";

/**
 * What a turn after a move brought, on average.
 */
export type PlyView = { score: number,
/**
 * How often a bonus for the number of tiles was earned, from 0 to 1.
 */
bingos: number, };

/**
 * A game with what was found out about its turns.
 */
export type ReviewView = { ruleset: string, lexicon: string, title: string, players: Array<ReviewedPlayerView>, turns: Array<ReviewedTurnView>, };

/**
 * A player's turns together.
 */
export type ReviewedPlayerView = { name: string,
/**
 * The total at the end, as the record gives it.
 */
total: number,
/**
 * Turns that could be judged.
 */
turns: number,
/**
 * Turns in which the best move was played, or one as good.
 */
best: number, small: number, medium: number, large: number,
/**
 * Turns with a word that is not in the lexicon.
 */
phonies: number,
/**
 * What a turn lost on average: of the chance to win, in percent, and in points.
 */
mean_win_lost?: number, mean_points_lost?: number, };

/**
 * One turn.
 */
export type ReviewedTurnView = {
/**
 * From 1.
 */
number: number, player: number,
/**
 * As far as it is known.
 */
rack: string,
/**
 * What was played; `?` where nobody knows.
 */
played: string, points: number,
/**
 * The player's total afterwards.
 */
total: number,
/**
 * Points ahead of the best of the others, afterwards.
 */
lead: number,
/**
 * Words that are not in the lexicon.
 */
phonies: Array<string>,
/**
 * Why the turn was not judged.
 */
unjudged?: string,
/**
 * How the moves were valued.
 */
method?: string,
/**
 * The best moves, best first.
 */
lines: Array<LineView>,
/**
 * The line of the played move, if it is legal.
 */
line?: LineView,
/**
 * Its place, from 1.
 */
place?: number, loss?: MistakeView, };

/**
 * What was lost by not playing the best move.
 */
export type MistakeView = {
/**
 * Of the chance to win, in percent; nothing where chances are not known.
 */
win?: number, points: number, size: SizeView, };

export type SizeView = "none" | "small" | "medium" | "large";

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
win_rate: number, win_rate_within: number | null,
/**
 * By how many points A is ahead in a game, and half the width of its 95 % interval.
 */
spread: number, spread_within: number | null,
/**
 * Whether the intervals hold wherever one stops, and not only after a number of pairs chosen before.
 */
holds_always: boolean,
/**
 * Whether the difference would be clear however often one had looked.
 */
clear: boolean, sides: Array<MatchSideView>, };

/**
 * What one side did, in means over its seats where it is not a count of games.
 */
export type MatchSideView = { player: string, won: number, tied: number, lost: number, points: number, turns: number, bingos: number, exchanges: number,
/**
 * Plays with a word that is none, and those of them that were challenged.
 */
phonies: number, caught: number,
/**
 * Challenges, and those of them that were wrong.
 */
challenges: number, wrong_challenges: number,
/**
 * For a move.
 */
microseconds: number, };

/**
 * Bots, the weakest first, and how far apart they are.
 */
export type LadderView = { ruleset: string, lexicon: string, seed: number,
/**
 * Of two games each, over all matches.
 */
pairs: number, rungs: Array<RungView>, };

/**
 * One bot on the ladder. What is not known yet is missing.
 */
export type RungView = { bot: string,
/**
 * Elo points above the first bot, and half the width of the 95 % interval.
 */
elo: number | null, elo_within: number | null,
/**
 * Elo points above the bot before, and half the width of the 95 % interval.
 */
above: number | null, above_within: number | null,
/**
 * In a game against the same bot: points, plays with a bonus for the number of tiles, exchanges, plays with a word that is none.
 */
points: number | null, bingos: number | null, exchanges: number | null, phonies: number | null,
/**
 * For a move.
 */
microseconds: number, };
