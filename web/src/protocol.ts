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
export type ErrorCode = "no_such_page" | "method" | "no_such_ruleset" | "no_such_lexicon" | "which_lexicon" | "lexicon" | "no_words" | "spelling" | "pattern_empty" | "pattern_open" | "pattern_nothing" | "pattern_long" | "position" | "move" | "long" | "query" | "message" | "too_often" | "busy" | "origin" | "not_for_you" | "who_are_you" | "wrong_password" | "weak_password" | "account_name_taken" | "no_such_game" | "no_such_bot" | "not_kept" | "changed" | "full" | "agreement" | "not_seated" | "already_seated" | "seats_kept" | "open_racks" | "no_spectators" | "turn_over" | "action" | "no_help" | "notation" | "no_notation" | "not_ended" | "out_of_range" | "seed_chosen" | "resign_instead" | "storage" | "host" | "slow" | "too_many_events" | "chat_full" | "banned" | "muted" | "blocked" | "no_such_player" | "moderation" | "not_started" | "already_started" | "already_ended" | "not_your_turn" | "no_such_seat" | "dropped_out" | "time_up" | "misfit" | "not_on_rack" | "not_words" | "no_exchanges" | "nothing_to_exchange" | "bag_too_small" | "no_challenges" | "nothing_to_challenge" | "own_play" | "already_judged" | "no_such_word" | "last_challenge" | "nothing_to_accept" | "not_enough_players" | "game_full" | "name_taken" | "bad_name" | "not_host" | "leave_by_resigning" | "abort_offered" | "no_abort_offer" | "not_local" | "nothing_to_undo" | "session_ended" | "no_such_session" | "login_delay" | "wrong_old_password" | "common_password" | "password_is_name" | "same_password" | "name_reserved" | "already_account" | "no_account" | "name_long" | "name_character";

/**
 * The `kind` among the values of a `misfit`.
 */
export type MisfitKind = "no_tiles" | "off_board" | "occupied" | "twice" | "not_in_line" | "gap" | "misses_start" | "unattached" | "no_word";

/**
 * The `kind` among the values of an `action` or a `move`: why its text, or a tile of it, cannot be
 * read.
 */
export type ActionKind = "empty" | "not_a_move" | "place" | "place_off_board" | "no_word" | "spelling" | "off_board" | "contradiction" | "nothing_there" | "parentheses" | "no_new_tile" | "part" | "no_tiles" | "unknown_tiles" | "no_such_tile" | "too_many" | "short" | "no_turn";

/**
 * The `kind` among the values of a `position`: why there cannot be such a one.
 */
export type PositionKind = "spelling" | "no_such_tile" | "too_many_of_a_kind" | "too_many_tiles" | "rack_too_long" | "board_size" | "score" | "seats" | "no_such_game";

/**
 * The `kind` among the values of a `notation`: why a text cannot be read, or that a line of it
 * looks wrong.
 */
export type NotationKind = "nothing" | "not_text" | "several" | "line" | "doubt" | "missing" | "scores" | "scoreless_turns" | "players" | "rows" | "columns" | "unreadable" | "rack" | "variant" | "drawn_rows" | "drawn_columns" | "drawn_unreadable";

/**
 * What is wrong with a line of a score sheet, or looks wrong.
 */
export type SheetKind = "encoding" | "no_line" | "player" | "player_twice" | "player_missing" | "no_such_player" | "no_event" | "nothing_to_withdraw" | "not_utf8" | "new_player" | "points_missing" | "total_missing" | "rack" | "points" | "misfit" | "total" | "withdrawn" | "no_points" | "end_rack" | "not_on_rack" | "rack_too_long" | "too_many_tiles" | "out_of_turn" | "too_long";

/**
 * Every ruleset there is.
 */
export type RulesetList = { rulesets: Array<RulesetSummary>, };

/**
 * A ruleset in a line.
 */
export type RulesetSummary = { name: string, title: string,
/**
 * It is meant where nothing names a ruleset.
 */
usual: boolean,
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
 * It is meant where nothing names a ruleset.
 */
usual: boolean,
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
face: string,
/**
 * How tiles that spell the same are written, if there are such: `[C][H]`.
 */
apart?: string, value: number,
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
 * Why it cannot be a word: it has letters the alphabet has not, or more than the board has
 * squares.
 */
reason?: string,
/**
 * Of a word that is longer than that: how many squares the longest line of the board has.
 */
too_long?: number,
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
 * A question about the words of the game that is open.
 */
export type WordsQuestion = { "tool": "check", text: string, } | { "tool": "anagrams", text: string,
/**
 * Words of only some of the letters, too.
 */
shorter: boolean, limit: number, } | { "tool": "patterns", text: string, limit: number, } | { "tool": "hooks", text: string, } | { "tool": "extensions", text: string, limit: number, } | { "tool": "list", text: string, length: number, limit: number, };

/**
 * The moves of a position, best first.
 */
export type AnalysisView = {
/**
 * How the moves were valued: `static`, `static (no leave table)`, `simulation`, `preendgame`
 * or `endgame`.
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
 * Why a simulation went no further; nothing as long as it goes on.
 */
ended?: EndedView,
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
 * `8D RETAINS` across, `D8 RETAINS` down, `-QVU`, `pass`. Blanks are small, tiles on the board
 * are spelled.
 */
move: string,
/**
 * The same with tiles on the board in parentheses, as score sheets have it, where there are
 * any: `8D RE(TA)INS`.
 */
written?: string, score: number,
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
 * What the chance is proven to be at least and at most, before the endgame; a pass against an
 * opponent who knows the bag.
 */
win_bounds?: [number, number],
/**
 * How many points ahead at the end of the game; among more than two, of the best of the
 * others.
 */
spread?: number,
/**
 * How sure `spread` is, and `win` where it has no `win_bounds`; if moves were looked at more
 * closely than by score and leave.
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
 * The reply that is best, or the most usual one. A play is spelled as on the board after the
 * move.
 */
reply?: string,
/**
 * The turns after the move, on average.
 */
plies?: Array<PlyView>,
/**
 * By square, row by row: how often the reply put a tile there, from 0 to 1; if that was asked
 * for.
 */
heat?: Array<number>,
/**
 * How the score comes about, if that was asked for.
 */
explained?: ScoreView,
/**
 * What it lacks beside the best, where moves are compared.
 */
loss?: MistakeView,
/**
 * What comes after it, where moves are compared and the bag is empty.
 */
rest?: RestView, };

/**
 * Why a simulation went no further.
 */
export type EndedView = "clear" | "spent" | "told";

/**
 * How sure a value is.
 */
export type ExactnessView = "exact" | "at_most" | "at_least" | "estimated";

/**
 * What a turn after a move brought, on average.
 */
export type PlyView = {
/**
 * Whose turn it is, counted from the player who moves, who is 0. Reviews that were kept before
 * it was told do not have it.
 */
seat?: number, score: number,
/**
 * How often a bonus for the number of tiles was earned, from 0 to 1.
 */
bingos: number, };

/**
 * A game with what was found out about its turns.
 */
export type ReviewView = { ruleset: string, lexicon: string, title: string, players: Array<ReviewedPlayerView>, turns: Array<ReviewedTurnView>,
/**
 * Why it ends before the game does, if it does.
 */
unfinished?: string, };

/**
 * A player's turns together.
 */
export type ReviewedPlayerView = { name: string,
/**
 * The total at the end, as the record gives it.
 */
total: number,
/**
 * Why the player did not play the game out.
 */
lost?: LossView,
/**
 * After how many turns that was, if it is told.
 */
lost_after?: number,
/**
 * Turns that could be judged.
 */
turns: number,
/**
 * Turns in which the best move was played, or one as good.
 */
best: number, small: number, medium: number, large: number,
/**
 * Turns with a word that is not in the lexicon, and those of them that nobody challenged.
 */
phonies: number, phonies_stood: number,
/**
 * Turns that were lost by a wrong challenge.
 */
challenges_lost: number,
/**
 * What a turn lost on average: of the chance to win, in percent, and in points.
 */
mean_win_lost?: number, mean_points_lost?: number,
/**
 * How strong the player seems, unless there were too few turns to tell.
 */
strength?: StrengthView,
/**
 * The words of better plays that were missed in mistakes, each once.
 */
missed: Array<string>, };

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
 * What was played; of an exchange of unknown tiles, how many: `-3`.
 */
played: string,
/**
 * None for a play that was taken back.
 */
points: number,
/**
 * The play was challenged and taken back.
 */
withdrawn: boolean,
/**
 * The player's total afterwards.
 */
total: number,
/**
 * Points ahead of the best of the others who had not dropped out before, afterwards.
 */
lead: number,
/**
 * Why the player had no turn.
 */
lost?: LostTurnView,
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
place?: number, loss?: MistakeView,
/**
 * The word of the best play, if it was missed in a mistake.
 */
missed?: string,
/**
 * By score and leave alone, which strength is told from.
 */
by_equity?: ByEquityView, };

/**
 * How far the look at a turn has come.
 */
export type TurnProgress = {
/**
 * How its moves are valued.
 */
method: string,
/**
 * Of the work that may be done, up to 1. It may end sooner.
 */
share: number, };

/**
 * What was lost by not playing the best move.
 */
export type MistakeView = {
/**
 * Of the chance to win, in percent; nothing where chances are not known.
 */
win?: number, points: number, size: SizeView,
/**
 * The size is told from the points, since chances to win are not known or the game was
 * decided.
 */
by_points: boolean, };

/**
 * What comes after a move once the bag is empty.
 */
export type RestView = {
/**
 * The move ends the game: all that follows is what the rules settle.
 */
ends: boolean,
/**
 * How many points the player gains on the best of the others after the move's own score, up to
 * the end.
 */
gains: number, };

/**
 * A judged turn without looking ahead.
 */
export type ByEquityView = {
/**
 * How many points the played move was behind the best.
 */
lost: number,
/**
 * What the best scored.
 */
best: number, };

export type SizeView = "none" | "small" | "medium" | "large";

/**
 * Elo points, where the bot `static` has 0: the likeliest, and the least and the most it may be.
 * Of the last two, one that is beyond what was measured is not known. (Reviews that were kept
 * before say no likeliest then.)
 */
export type StrengthView = { elo?: number, least?: number, most?: number, };

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
 * The best move, be it an exchange or a pass; nothing where no play runs the way that was
 * asked for.
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
 * Why it does not fit the board, for readers who say it in their own language.
 */
misfit?: ErrorView,
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
 * A new game for one player and one bot or more.
 */
export type NewPractice = {
/**
 * What the player is called.
 */
name: string,
/**
 * By name, in the order of their seats.
 */
bots: Array<string>, family: boolean,
/**
 * As the ruleset has it, if not said.
 */
challenge?: ChallengeView,
/**
 * 32 numbers below 256, at random.
 */
seed: Array<number>, };

/**
 * A game as its player keeps it.
 */
export type PracticeLines = { setup: string, events: Array<string>, };

/**
 * A game, and what has happened since the lines that were brought along.
 */
export type PracticeView = { lines: PracticeLines, update: UpdateView, };

/**
 * The score sheet of a practice game.
 */
export type PracticeRecordView = { text: string,
/**
 * The player's place in it, from 0.
 */
me: number, };

/**
 * A tile on a square.
 */
export type PlacedView = { row: number, col: number,
/**
 * The letter, as it stands on the tile; for a blank, what it stands for.
 */
tile: string, blank?: boolean, };

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
 * The seats that take no more part, counted from the player on turn.
 */
gone?: Array<number>,
/**
 * Turns in a row without points.
 */
scoreless_turns: number,
/**
 * Its own board, where that is not the ruleset's.
 */
layout?: LayoutView,
/**
 * What a CGP says about the rules where they are not the ruleset's: its operations.
 */
operations?: Array<OperationView>,
/**
 * The last turn of each seat as everybody saw it, the oldest first, where that is known: it
 * tells what the others may hold.
 */
history?: Array<PublicTurnView>, };

/**
 * An operation of a CGP: `bb 40`.
 */
export type OperationView = { code: string, value: string, };

/**
 * A turn as everybody saw it.
 */
export type PublicTurnView = {
/**
 * Counted from the player on turn.
 */
seat: number, what: PublicMoveView, };

export type PublicMoveView = { "did": "played", tiles: Array<PlacedView>, score: number, } | { "did": "withdrawn", tiles: Array<PlacedView>, } | { "did": "exchanged", count: number, } | { "did": "passed" } | { "did": "lost" };

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
turn: number | null, } | { "ask": "tiles", text: string, } | { "ask": "write", position: PositionView, } | { "ask": "rank", position: PositionView, top: number, } | { "ask": "solve", position: PositionView,
/**
 * How many moves are looked at.
 */
candidates: number,
/**
 * How many turns are played after each; nothing for a round.
 */
plies?: number,
/**
 * How many games are played on in all.
 */
rollouts: number,
/**
 * Whether the others' last turns are taken to tell what they hold.
 */
infer?: boolean, } | { "ask": "infer", position: PositionView, } | { "ask": "judge", position: PositionView, text: string, candidates: number, plies?: number,
/**
 * Nothing for score and leave alone.
 */
rollouts: number | null, } | { "ask": "sheet", text: string,
/**
 * The game that is meant where the sheet names none.
 */
ruleset: string, } | { "ask": "review", text: string, turn: number, candidates: number, plies?: number,
/**
 * Nothing for score and leave alone.
 */
rollouts: number | null, } | { "ask": "sum", text: string, turns: Array<ReviewedTurnView>, } | { "ask": "begin", players: Array<string>, } | { "ask": "follow", text: string,
/**
 * The follower's seat.
 */
me: number, act: FollowAct | null, } | { "ask": "place", position: PositionView, word: string, } | { "ask": "record", lines: PracticeLines, } | { "ask": "score", position: PositionView, tiles: Array<PlacedView>,
/**
 * Whether to tell which words are none.
 */
words: boolean, } | { "ask": "typed", position: PositionView, text: string,
/**
 * Whether words must be in the lexicon.
 */
words: boolean, } | { "ask": "move", position: PositionView, text: string, } | { "ask": "practise", new: NewPractice, now: number, } | { "ask": "show", lines: PracticeLines, now: number, } | { "ask": "go_on", lines: PracticeLines, request: ActionRequest | null, now: number, } | { "ask": "check", words: Array<string>, } | { "ask": "words", question: WordsQuestion, };

/**
 * A question for a server, which has no game open.
 */
export type QuestionRequest = { ruleset: string,
/**
 * The ruleset's own, if not named.
 */
lexicon?: string, family?: boolean, question: Question, };

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
 * How the moves were valued: `static`, `static (no leave table)`, `simulation`, `preendgame`
 * or `endgame`.
 */
method: string,
/**
 * How many games were played on in a simulation.
 */
rollouts: number | null,
/**
 * Why a simulation went no further; nothing as long as it goes on.
 */
ended?: EndedView,
/**
 * How many ways the bag may be were gone through before the endgame.
 */
deals: number | null,
/**
 * How many positions of an endgame were looked at so far.
 */
nodes: number | null,
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
 * `RE(TA)INs`: tiles on the board in parentheses, blanks small. For exchanges and the pass,
 * the move.
 */
word: string,
/**
 * The new tiles.
 */
tiles: Array<PlacedView>,
/**
 * `8D RETAINS` across, `D8 RETAINS` down, `-QVU`, `pass`. Blanks are small, tiles on the board
 * are spelled.
 */
move: string,
/**
 * The same with tiles on the board in parentheses, as score sheets have it, where there are
 * any: `8D RE(TA)INS`.
 */
written?: string, score: number,
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
 * What the chance is proven to be at least and at most, before the endgame; a pass against an
 * opponent who knows the bag.
 */
win_bounds?: [number, number],
/**
 * How many points ahead at the end of the game; among more than two, of the best of the
 * others.
 */
spread?: number,
/**
 * How sure `spread` is, and `win` where it has no `win_bounds`; if moves were looked at more
 * closely than by score and leave.
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
 * The reply that is best, or the most usual one. A play is spelled as on the board after the
 * move.
 */
reply?: string,
/**
 * The turns after the move, on average.
 */
plies?: Array<PlyView>,
/**
 * By square, row by row: how often the reply put a tile there, from 0 to 1; if that was asked
 * for.
 */
heat?: Array<number>,
/**
 * How the score comes about, if that was asked for.
 */
explained?: ScoreView,
/**
 * What it lacks beside the best, where moves are compared.
 */
loss?: MistakeView,
/**
 * What comes after it, where moves are compared and the bag is empty.
 */
rest?: RestView, };

export type UnseenView = {
/**
 * `?` is a blank.
 */
tile: string, count: number, };

/**
 * A tile that another probably holds.
 */
export type HeldView = { tile: string,
/**
 * How likely it was kept from the last turn, from 0 to 1.
 */
chance: number, };

/**
 * What a move is worth beside the best one.
 */
export type JudgeView = {
/**
 * Whether it is legal, and what it counts.
 */
score: ScoreView,
/**
 * Why it is not legal.
 */
refused?: ErrorView,
/**
 * How the moves were valued, as in [`RankView`].
 */
method: string, best: RankedView | null,
/**
 * The line of the move, if it is legal.
 */
line: RankedView | null,
/**
 * Its place among all that were looked at, from 1.
 */
place: number | null,
/**
 * What it lacks; nothing for a move that is not legal.
 */
loss: MistakeView | null, };

/**
 * A score sheet.
 */
export type SheetView = { ruleset: string,
/**
 * What the sheet calls its lexicon, which need not be here.
 */
lexicon: string | null, title: string,
/**
 * The first to move comes first.
 */
players: Array<SheetPlayerView>, turns: Array<SheetTurnView>,
/**
 * Who did not play the game out, the first first. Where the sheet does not tell after which
 * turn, it was when the player would have been next.
 */
dropouts?: Array<DropoutView>,
/**
 * The turn that is to come, if the game is not over.
 */
now: ToComeView | null,
/**
 * How the game ended, if it is over and that can be told.
 */
end?: SheetEndView,
/**
 * The board after the last turn.
 */
board: Array<PlacedView>,
/**
 * What looks wrong, each with the number of its line.
 */
warnings: Array<ErrorView>, };

export type SheetPlayerView = { name: string,
/**
 * After the last entry, as the sheet has it.
 */
total: number,
/**
 * Of the total, what the racks left over gave or took, and what overtime cost.
 */
racks: number, overtime: number,
/**
 * Why the player did not play the game out.
 */
lost?: LossView, };

/**
 * How a game ended.
 */
export type SheetEndView = { reason: ReasonView,
/**
 * More than one is a tie; nobody wins a game that was aborted.
 */
winners: Array<number>, };

/**
 * A turn that was taken.
 */
export type SheetTurnView = { seat: number,
/**
 * What the player knew before it; nothing where the sheet has more of a tile than there are.
 */
position: PositionView | null,
/**
 * How many tiles were in the bag then.
 */
bag?: number,
/**
 * How many tiles of the rack are not known.
 */
unknown: number,
/**
 * `8D RE(TA)INS`, `-QVU`, `-3` where the tiles are not known, `pass`, which stands for a turn
 * that was lost, too.
 */
move: string,
/**
 * The new tiles of a play.
 */
tiles: Array<PlacedView>, points: number,
/**
 * What a wrong challenge of the play brought its player.
 */
bonus?: number,
/**
 * The player's total, after whatever a challenge of the turn brought.
 */
total: number,
/**
 * The play was challenged and taken back.
 */
withdrawn: boolean,
/**
 * Why the player had no turn.
 */
lost?: LostTurnView, note: string, };

/**
 * Somebody dropped out.
 */
export type DropoutView = { seat: number,
/**
 * After so many turns.
 */
after: number, };

/**
 * Why a turn was taken from its player.
 */
export type LostTurnView = { "by": "challenge", word: string, } | { "by": "absence" };

/**
 * A turn that is to come.
 */
export type ToComeView = { seat: number, position: PositionView | null,
/**
 * How many tiles of the rack are not known.
 */
unknown: number, };

/**
 * What is to be written down.
 */
export type FollowAct = { "act": "rack", text: string, } | { "act": "move", text: string, } | { "act": "phony" } | { "act": "stood", points: number, } | { "act": "left", racks: Array<string>, } | { "act": "undo" };

/**
 * A followed game.
 */
export type FollowView = {
/**
 * The score sheet, to be brought along next time.
 */
text: string, sheet: SheetView,
/**
 * The follower's tiles, as far as they are known.
 */
rack: Array<string>,
/**
 * What the follower does not see.
 */
unseen: Array<UnseenView>,
/**
 * How many of these are in the bag.
 */
bag: number,
/**
 * Words of the last play that are not in the lexicon.
 */
doubtful: Array<string>,
/**
 * The game is over, and what was left on the racks is not counted: of several players it may
 * not be known.
 */
unsettled: boolean, };

/**
 * A word, and a position to lay it down in.
 */
export type PlaceRequest = {
/**
 * As CGP. Where the rack is known the tiles come from it, otherwise they may be any that are
 * not seen elsewhere.
 */
position: string,
/**
 * The whole word, with the tiles that are on the board already. Small letters among capitals
 * are blanks, exactly there.
 */
word: string,
/**
 * What the position itself says, if not named.
 */
ruleset?: string,
/**
 * The ruleset's own, if not named.
 */
lexicon?: string, family?: boolean,
/**
 * Also where words are formed that are none, as somebody elsewhere may have played them.
 */
phonies?: boolean, };

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

/**
 * Squares on which a word can be laid down.
 */
export type PlacementView = {
/**
 * With as few blanks as can be.
 */
move: string, score: number,
/**
 * The same word on the same squares with more or other blanks, the fewest first.
 */
with_blanks?: Array<VariantView>,
/**
 * Words it forms that are none, if such were asked for.
 */
invalid?: Array<string>, };

/**
 * A placement with other blanks.
 */
export type VariantView = { move: string, score: number, };

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
export type BenchView = { games: Array<BenchGame>, widest: BenchWidest,
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
 * The position with the most plays that is known.
 */
export type BenchWidest = { ruleset: string, lexicon: string, rack: string, plays: number,
/**
 * How long it takes to list them all, and to find the best.
 */
list_milliseconds: number, best_milliseconds: number, };

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
 * Whether the intervals hold wherever one stops, and not only after a number of pairs chosen
 * before.
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
 * In a game against the same bot: points, plays with a bonus for the number of tiles,
 * exchanges, plays with a word that is none.
 */
points: number | null, bingos: number | null, exchanges: number | null, phonies: number | null,
/**
 * For a move.
 */
microseconds: number, };

/**
 * All that a viewer may know of a game.
 */
export type GameView = {
/**
 * How many events made this game.
 */
version: number,
/**
 * Names the decision that is due. Send it with a move: if it has changed by then, the move is
 * refused.
 */
turn: number, phase: PhaseView,
/**
 * The name of the ruleset.
 */
ruleset: string, challenge: ChallengeView, clock: ClockView,
/**
 * After how long away turns are skipped, as long as somebody else is there; nothing where they
 * are not.
 */
grace?: number,
/**
 * How many seats there may be.
 */
most_seats: number, seats: Array<SeatState>,
/**
 * Who takes no more part, the first first.
 */
dropouts?: Array<DropoutView>,
/**
 * The viewer's seat, counted from 0.
 */
you?: number,
/**
 * Whose turn it is.
 */
on_turn?: number,
/**
 * Who had the first turn.
 */
first?: number,
/**
 * The rounds of drawing for the first turn.
 */
lots: Array<Array<LotView>>,
/**
 * The tiles on the board, row by row.
 */
board: Array<PlacedView>,
/**
 * How many tiles are in the bag.
 */
bag: number,
/**
 * The tiles that the viewer does not see, in alphabet order; `?` is a blank.
 */
unseen: Array<string>, turns: Array<TurnView>,
/**
 * How many scoreless turns in a row were the last; told, as with every turn, when the game is
 * over.
 */
scoreless_turns?: number,
/**
 * The words of the last play, if the viewer may challenge it.
 */
challengeable: Array<string>,
/**
 * Whether the last play of the game waits for the viewer to accept or challenge it.
 */
may_accept: boolean,
/**
 * Whose answer to the last play of the game is still waited for, by seat.
 */
to_accept?: Array<number>,
/**
 * How long that is waited for at `now`, where it is limited.
 */
doubt_left?: number,
/**
 * Whether tiles may be exchanged now.
 */
may_exchange: boolean,
/**
 * Who agrees to abort the game, once that was offered, by seat.
 */
abort?: Array<boolean>,
/**
 * Since when the game waits, because nobody is there.
 */
paused?: number,
/**
 * When the turn under way began, and what the server's clock showed when this was made.
 */
turn_began: number, now: number, outcome?: OutcomeView, };

export type PhaseView = "lobby" | "playing" | "last_challenge" | "ended";

/**
 * A seat and what is known of it.
 */
export type SeatState = { name: string, score: number, ready: boolean,
/**
 * How many tiles are on the rack.
 */
tiles: number,
/**
 * The rack, where the viewer may see it; `?` is a blank.
 */
rack?: Array<string>,
/**
 * What is left on the clock at `now`, below 0 in overtime.
 */
left?: number,
/**
 * The last turn was skipped because nobody was there.
 */
away: boolean, lost?: LossView, };

export type LossView = "resigned" | "time" | "challenge" | "abandoned";

export type LotView = { seat: number, tile: string, };

/**
 * One turn that was taken, or lost.
 */
export type TurnView = { seat: number, taken: TakenView,
/**
 * As score sheets have it: `8D RE(TA)INS`, `-QVU`, `-3` where the tiles are not known, `pass`.
 */
move: string,
/**
 * The squares of a play.
 */
squares?: Array<SquareView>, score: number,
/**
 * The seat's score after it.
 */
total: number,
/**
 * The rack before it, where the viewer may see it.
 */
rack?: Array<string>, challenge?: VerdictView, at: number,
/**
 * What the seat's clock showed then.
 */
left?: number,
/**
 * How many scoreless turns in a row came before it; told when the game is over.
 */
scoreless_turns?: number, };

export type TakenView = "played" | "withdrawn" | "exchanged" | "passed" | "skipped" | "lost";

/**
 * How a challenge was judged.
 */
export type VerdictView = { by: number,
/**
 * Whether the play stands.
 */
stands: boolean,
/**
 * By their place among the words of the play.
 */
doubted: Array<number>, invalid: Array<number>, price: PriceView, };

/**
 * What a challenge costs who was wrong.
 */
export type PriceView = { "kind": "nothing" } | { "kind": "turn" } | { "kind": "points", points: number, } | { "kind": "game" };

/**
 * How a game ended.
 */
export type OutcomeView = { reason: ReasonView, results: Array<ResultView>,
/**
 * More than one is a tie; nobody wins a game that was aborted.
 */
winners: Array<number>, };

export type ReasonView = { "kind": "out", seat: number, } | { "kind": "passes" } | { "kind": "scoreless" } | { "kind": "final_turns" } | { "kind": "lost", loss: LossView, } | { "kind": "aborted" };

/**
 * One seat's account at the end.
 */
export type ResultView = { played: number, racks: number, overtime: number, total: number,
/**
 * The tiles left over.
 */
rack: Array<string>, };

/**
 * Something that happened, as a viewer may know it.
 */
export type EventView = { "event": "joined", name: string, } | { "event": "left", seat: number, } | { "event": "readied", seat: number, ready: boolean, } | { "event": "started", at: number, } | { "event": "lots_drawn", tiles: Array<LotView>, } | { "event": "drawn", seat: number, count: number, tiles?: Array<string>, } | { "event": "played", seat: number, tiles: Array<PlacedView>, score: number, at: number, } | { "event": "passed", seat: number, at: number, } | { "event": "exchanged", seat: number, count: number, tiles?: Array<string>, at: number, } | { "event": "skipped", seat: number, at: number, } | { "event": "turn_lost", seat: number, at: number, } | { "event": "challenged", verdict: VerdictView, at: number, } | { "event": "withdrawn", seat: number, } | { "event": "accepted", seat: number, at: number, } | { "event": "unchallenged", at: number, } | { "event": "lost", seat: number, loss: LossView, at: number, } | { "event": "abort_offered", seat: number, } | { "event": "abort_accepted", seat: number, } | { "event": "abort_declined", seat: number, } | { "event": "returned", seat: number, } | { "event": "paused", at: number, } | { "event": "resumed", at: number, } | { "event": "lag_credited", seat: number, millis: number, } | { "event": "undone", at: number, } | { "event": "ended", outcome: OutcomeView, at: number, };

/**
 * What the host of a new game wishes. What is left out is as the ruleset has it.
 */
export type NewGame = { ruleset: string,
/**
 * The ruleset's own, if not named.
 */
lexicon?: string,
/**
 * Leaves out slurs, where the lexicon says which of its words are.
 */
family?: boolean,
/**
 * How many seats there are, bots included. As few as the ruleset takes, if not said; never
 * fewer than the bots and the host.
 */
seats?: number,
/**
 * Bots that sit down at once, by name.
 */
bots?: Array<string>, clock?: ClockView, challenge?: ChallengeView,
/**
 * Whether the game stands in the lobby, and starts by itself once people have taken all seats
 * and the host watches; otherwise it is found by its link only.
 */
public?: boolean, spectators?: SpectatorsView,
/**
 * Whether it is rated, if it is played by the ruleset's standard rules.
 */
rated?: boolean,
/**
 * Decides all draws. Whoever knows it knows the bag, so such a game is not rated, everybody at
 * the table is shown the seed, and a public game with several people can't have one.
 */
seed?: number,
/**
 * After so many seconds away, a seat's turns are skipped. A minute, if not said; nobody's
 * presence matters where a turn may last an hour.
 */
grace_seconds?: number, };

/**
 * What people without a seat may see.
 */
export type SpectatorsView = "nobody" | "table" | "racks" | { "delayed": { turns: number, } };

/**
 * How somebody joins a game.
 */
export type JoinRequest = {
/**
 * Agrees that spectators see all racks, where the game is played so.
 */
open_racks?: boolean, };

/**
 * What a seat asks for.
 */
export type ActionRequest = {
/**
 * The `turn` of the view that was acted on. With it, nothing is done twice, and nothing on a
 * board that has changed.
 */
turn?: number, action: ActionView, };

export type ActionView = { "kind": "move", text: string, } | { "kind": "place", tiles: Array<PlacedView>, } | { "kind": "exchange", tiles: Array<string>, } | { "kind": "pass" } | { "kind": "challenge", words?: Array<number>, } | { "kind": "accept" } | { "kind": "resign" } | { "kind": "offer_abort" } | { "kind": "accept_abort" } | { "kind": "decline_abort" } | { "kind": "ready", ready: boolean, } | { "kind": "start" } | { "kind": "leave" };

/**
 * A position to look at, and with which rules and words.
 */
export type SolveRequest = {
/**
 * As CGP.
 */
position: string,
/**
 * What the position itself says, if not named.
 */
ruleset?: string,
/**
 * The ruleset's own, if not named.
 */
lexicon?: string, family?: boolean,
/**
 * How many of the best moves; 15, if not said.
 */
top?: number,
/**
 * How far to look ahead; not at all, if not said.
 */
ahead?: AheadRequest, };

/**
 * How far to look ahead in a position. What comes first ends it.
 */
export type AheadRequest = {
/**
 * How long to think; three seconds, or as long as the rollouts take. The server has a limit of
 * its own.
 */
milliseconds?: number,
/**
 * How many games are played on in all. With the same seed, the same answer.
 */
rollouts?: number,
/**
 * How many turns are played after each move; a round, if not said: one for each who is in the
 * game.
 */
plies?: number,
/**
 * How many moves are looked at; 15, if not said.
 */
candidates?: number,
/**
 * What chance follows from.
 */
seed?: number, };

/**
 * A game to look back upon.
 */
export type ReviewRequest = { of: ReviewedGame,
/**
 * What the game itself says, if not named.
 */
ruleset?: string,
/**
 * The game's or the ruleset's own, if not named.
 */
lexicon?: string, family?: boolean,
/**
 * How far to look ahead in each turn; not at all, if not said.
 */
ahead?: AheadRequest, };

/**
 * Which game.
 */
export type ReviewedGame = { "sheet": string } | { "game": string };

/**
 * A move to be judged in a position.
 */
export type ScoreRequest = {
/**
 * As CGP.
 */
position: string, ruleset?: string, lexicon?: string, family?: boolean,
/**
 * As people write it: `8D RE(TA)INs`, `-QVU`, `pass`.
 */
move: string, };

/**
 * One live or finished game with those around it, as one viewer may see it.
 */
export type RoomView = {
/**
 * Names the room in addresses. Who has it may come in.
 */
id: string, lexicon: string, family: boolean, public: boolean, spectators: SpectatorsView,
/**
 * Whether it is rated.
 */
rated: boolean,
/**
 * Why it is not rated.
 */
unrated?: Array<UnratedReason>,
/**
 * The seed, if the host chose it. Whoever knows it knows the bag.
 */
seed?: number,
/**
 * Whether the viewer may offer to abort the game. If not, they can resign.
 */
may_abort?: boolean,
/**
 * Who sits there, by seat.
 */
occupants: Array<OccupantView>,
/**
 * For whom seats are kept before a rematch: those who played the game before, and have not
 * come yet.
 */
expected?: Array<ExpectedView>,
/**
 * How many look on.
 */
watchers: number,
/**
 * The game that followed this one.
 */
rematch?: string,
/**
 * Why an administrator closed the game; empty if they gave no reason.
 */
closed?: string, game: GameView, };

export type OccupantView = {
/**
 * The player's id; none for a bot.
 */
player?: string,
/**
 * The bot's name.
 */
bot?: string,
/**
 * Whether they are connected. Bots always are.
 */
here: boolean,
/**
 * Whether the player has an account. Guests and bots have none.
 */
account: boolean,
/**
 * Whether the player has deleted themselves since.
 */
deleted?: boolean, };

/**
 * A room in a list.
 */
export type RoomSummary = { id: string, ruleset: string, lexicon: string, family: boolean,
/**
 * Summaries of older versions do not tell.
 */
challenge?: ChallengeView, clock: ClockView, phase: PhaseView, names: Array<string>,
/**
 * Who sits where, by the players' ids; bots have none.
 */
players: Array<string | null>, scores: Array<number>, most_seats: number, rated: boolean,
/**
 * Why it is not rated; summaries of older versions do not say.
 */
unrated?: Array<UnratedReason>,
/**
 * The seed, if the host chose it.
 */
seed?: number,
/**
 * Whose turn it is.
 */
on_turn?: number,
/**
 * Whose answer to the last play of the game is still waited for, by seat.
 */
to_accept?: Array<number>,
/**
 * Who has won; more than one is a tie. Nobody before the end, and in games that were aborted;
 * summaries of older versions do not tell.
 */
winners?: Array<number>,
/**
 * Those for whom seats are kept in a rematch; summaries of older versions do not tell.
 */
expected?: Array<ExpectedView>,
/**
 * The seats of guests; summaries of older versions list none.
 */
guests?: Array<number>, changed: number, };

export type RoomList = { rooms: Array<RoomSummary>, };

/**
 * A page of the public rooms.
 */
export type LobbyView = {
/**
 * Rooms that wait for players, those that have waited longest first. On the first page, rooms
 * in play that may be watched come after them.
 */
rooms: Array<RoomSummary>,
/**
 * How many rooms wait, on all pages.
 */
waiting: number, };

/**
 * Something said in a room.
 */
export type ChatView = {
/**
 * Counted from 1 in each room.
 */
number: number, player: string, name: string, text: string, at: number, channel: ChannelView,
/**
 * Whether a guest wrote it.
 */
guest?: boolean,
/**
 * Whether an administrator has deleted it; its text is empty then.
 */
deleted?: boolean, };

/**
 * Somebody for whom a seat is kept.
 */
export type ExpectedView = {
/**
 * The player's id.
 */
player: string,
/**
 * What they were called in the game before.
 */
name: string, };

/**
 * What has changed in a room, for one viewer.
 */
export type UpdateView = {
/**
 * The version that `events` follow on.
 */
since: number,
/**
 * What happened after that.
 */
events: Array<EventView>,
/**
 * How things are now.
 */
room: RoomView, };

/**
 * Who is asking.
 */
export type MeView = { id: string, name: string,
/**
 * Whether there is a password, so that they can log in elsewhere.
 */
account: boolean,
/**
 * Whether they may moderate.
 */
admin?: boolean, ratings: Array<RatingView>, };

/**
 * How strong somebody is at a family of rulesets and a pace.
 */
export type RatingView = {
/**
 * The one that stands for its family.
 */
ruleset: string, pace: PaceView,
/**
 * By Glicko-2, which starts at 1500.
 */
rating: number,
/**
 * How uncertain that is.
 */
deviation: number, games: number, };

/**
 * What those at a table have shown in games of its family and pace.
 */
export type SeatRatings = {
/**
 * By seat; nothing for who has not played such a rated game yet.
 */
seats: Array<RatingView | null>, };

/**
 * How fast a game is.
 */
export type PaceView = "fast" | "slow" | "days" | "untimed";

/**
 * The name somebody wants to be known by.
 */
export type NameRequest = { name: string, };

/**
 * A name and a password: for a new account, or to log in.
 */
export type PasswordRequest = { name: string, password: string, };

/**
 * A secret with which a program may act for the player who asked for it. It is told once.
 */
export type TokenView = { token: string, };

/**
 * Another password for an account.
 */
export type ChangePasswordRequest = { old: string, new: string, };

/**
 * What is needed to delete a player.
 */
export type DeleteRequest = {
/**
 * The password of an account. Guests have none.
 */
password?: string, };

export type SessionList = {
/**
 * The one that asks, then the others, the last used first.
 */
sessions: Array<SessionView>, };

/**
 * One browser or program in which a player is logged in.
 */
export type SessionView = {
/**
 * Names the session in requests; nobody can log in with it.
 */
id: string,
/**
 * `Firefox on Linux`, or `program`. Sessions of older servers have none until they are used.
 */
device?: string, created: number,
/**
 * When it was last used, give or take an hour.
 */
used: number,
/**
 * Whether it is the one that asks.
 */
current: boolean, };

export type MutedList = { muted: Array<MutedView>, };

/**
 * Somebody whom one does not want to hear.
 */
export type MutedView = { player: string,
/**
 * Nothing if they have deleted themselves.
 */
name?: string,
/**
 * Whether they are blocked, too: they cannot join one's games.
 */
blocked?: boolean, };

/**
 * A computer player.
 */
export type BotView = { name: string,
/**
 * What to expect of it.
 */
about: string,
/**
 * What it has shown in rated games on this server.
 */
ratings?: Array<RatingView>, };

export type BotList = {
/**
 * The weakest first.
 */
bots: Array<BotView>,
/**
 * The name of the one that is meant where nobody chose.
 */
usual: string, };

/**
 * What a new game would be like: asked before it is created.
 */
export type GameTerms = { rated: boolean,
/**
 * Why it would not be rated.
 */
unrated: Array<UnratedReason>, };

/**
 * Why a game is not rated. Only games by a ruleset's standard rules between two accounts, or an
 * account and a bot, are.
 */
export type UnratedReason = "by_choice" | "lexicon" | "challenge" | "seats" | "seed" | "open_racks" | "clock" | "grace" | "guest";

/**
 * A game that was read from a score sheet.
 */
export type RecordView = { ruleset: string,
/**
 * The first to move comes first.
 */
players: Array<string>, turns: Array<RecordTurn>,
/**
 * What looks wrong, with the line's number.
 */
warnings: Array<string>, };

/**
 * One turn of a score sheet; the last may be one that is still to come.
 */
export type RecordTurn = { seat: number,
/**
 * What the player knew before it, as CGP; nothing where the sheet has more of a tile than
 * there are.
 */
position?: string,
/**
 * What was done: `8D RETAINS`, `-QVU`, `-3`, `pass`; nothing if it is still to come.
 */
move?: string, points: number, note: string, };

/**
 * A score sheet to be read.
 */
export type ImportRequest = {
/**
 * As GCG.
 */
text: string,
/**
 * What the sheet itself says, if not named.
 */
ruleset?: string, };

/**
 * One thing that somebody keeps.
 */
export type KeptView = { id: string, title: string,
/**
 * Counts its changes, from 1. Whoever changes it says which version they have seen.
 */
version: number,
/**
 * When it was changed last.
 */
at: number,
/**
 * Under which others may read it, at `/api/shared/{link}`.
 */
link?: string, content: Content, };

/**
 * One of them in a list.
 */
export type KeptSummary = { id: string, kind: KeptKind, title: string, version: number, at: number, link?: string, };

export type KeptList = {
/**
 * What was changed last comes first.
 */
kept: Array<KeptSummary>, };

/**
 * One of them as others see it who have the link.
 */
export type SharedView = { title: string, version: number, at: number, content: Content, };

/**
 * Something new to be kept.
 */
export type KeepRequest = { title: string, content: Content, };

/**
 * What is to be kept instead. It is refused if the version is not the latest: then another device
 * was faster.
 */
export type ChangeRequest = {
/**
 * The version that was changed.
 */
version: number, title: string, content: Content, };

/**
 * What kinds of things are kept.
 */
export type KeptKind = "board" | "followed" | "review" | "quiz";

/**
 * What is kept.
 */
export type Content = { "kind": "board" } & BoardContent | { "kind": "followed" } & FollowedContent | { "kind": "review" } & ReviewContent | { "kind": "quiz" } & QuizContent;

/**
 * A position somebody wants to come back to.
 */
export type BoardContent = { ruleset: string, lexicon?: string, family?: boolean,
/**
 * As CGP.
 */
position: string, note?: string, };

/**
 * A game that is played elsewhere, as far as it has come.
 */
export type FollowedContent = { ruleset: string, lexicon?: string, family?: boolean,
/**
 * As GCG.
 */
sheet: string,
/**
 * Which of its players the follower is.
 */
me: number,
/**
 * For the follower alone: others who have the link do not see it.
 */
note?: string, };

/**
 * A game that is looked back upon, and what is known about it by now.
 */
export type ReviewContent = { ruleset: string, lexicon?: string, family?: boolean,
/**
 * As GCG.
 */
sheet: string,
/**
 * Which of the players are computers, from 0: a score sheet has only names.
 */
bots?: Array<number>,
/**
 * Of the first turns, if it is not finished.
 */
review?: ReviewView, };

/**
 * How far somebody has come with questions about words.
 */
export type QuizContent = { ruleset: string, lexicon?: string, family?: boolean,
/**
 * Which questions these are, as whoever asks them puts it.
 */
about: string, cards: Array<CardView>,
/**
 * When all cards were thrown away last: what other devices had before that does not come back.
 */
emptied?: number, };

/**
 * One question of a quiz.
 */
export type CardView = {
/**
 * What is shown: letters, a word, a pattern.
 */
question: string,
/**
 * The box it lies in: how often in a row it was known.
 */
level: number,
/**
 * When it is to be asked again.
 */
due: number, right: number, wrong: number,
/**
 * When it was added.
 */
added?: number, };

/**
 * Who talks to whom in a room. Players do not receive what spectators write before the game is
 * over.
 */
export type ChannelView = "players" | "spectators";

/**
 * Whom or what a player reports, and why.
 */
export type ReportRequest = { about: ReportedView,
/**
 * 1 to 1000 characters.
 */
text: string, };

/**
 * The subject of a report.
 */
export type ReportedView = { "kind": "player", player: string, } | { "kind": "message", game: string, number: number, } | { "kind": "game", game: string, };

/**
 * A report as administrators and its author see it.
 */
export type ReportView = { id: number, at: number,
/**
 * Who reported it; nobody if they have deleted themselves.
 */
reporter?: MutedView,
/**
 * The reported player, or the author of the reported message.
 */
player?: MutedView, game?: string,
/**
 * The number of the reported message in its game.
 */
message?: number,
/**
 * What the message said when it was reported.
 */
said?: string, text: string,
/**
 * Whether an administrator has dealt with it.
 */
closed: boolean, };

export type ReportList = {
/**
 * The newest first.
 */
reports: Array<ReportView>, };

/**
 * What an administrator does. Each action is logged.
 */
export type AdminAction = { "action": "grant", player: string, } | { "action": "revoke", player: string, } | { "action": "mute", player: string,
/**
 * For this many days; until it is lifted if nothing is given.
 */
days?: number, } | { "action": "unmute", player: string, } | { "action": "ban", player?: string,
/**
 * An address or a range: `192.0.2.0/24`, `2001:db8::/64`.
 */
address?: string, days?: number, reason?: string, } | { "action": "unban", ban: number, } | { "action": "close_game", game: string,
/**
 * Shown to the players.
 */
reason?: string, } | { "action": "delete_message", game: string, number: number, } | { "action": "announce", text: string, } | { "action": "close_report", report: number, };

/**
 * A player in a list for administrators.
 */
export type PlayerView = { id: string, name: string, account: boolean, admin: boolean, games: number,
/**
 * Open reports about them.
 */
reports: number,
/**
 * Whether they are muted now, and until when if that ends by itself.
 */
muted: boolean, muted_until?: number,
/**
 * The bans that shut them out now.
 */
bans: Array<BanView>,
/**
 * Where they connected from last, since the server started. It is not stored.
 */
address?: string, };

export type PlayerList = { players: Array<PlayerView>, };

export type BanView = { id: number, player?: MutedView,
/**
 * The address range.
 */
address?: string, reason: string, at: number, until?: number, };

export type BanList = {
/**
 * The bans in force, the newest first.
 */
bans: Array<BanView>, };

/**
 * Something an administrator did.
 */
export type AdminLogEntry = { at: number,
/**
 * The administrator's name, or `command line`.
 */
by: string, action: AdminAction,
/**
 * What they did, as a sentence with names: `banned Bo for 3 days: insults`.
 */
text: string, };

export type AdminLog = {
/**
 * The newest first.
 */
entries: Array<AdminLogEntry>, };

/**
 * A line that administrators show to everybody.
 */
export type AnnouncementView = { id: number, text: string, at: number, };

/**
 * The announcement in force, if there is one.
 */
export type AnnouncementAnswer = { announcement?: AnnouncementView, };

/**
 * Something a player said, and where.
 */
export type SaidIn = { game: string, message: ChatView, };

/**
 * The head of what `GET /api/me/data` answers; games and messages follow it in the same object.
 */
export type MyData = { me: MeView, sessions: Array<SessionView>,
/**
 * Whom they mute or block.
 */
muted: Array<MutedView>,
/**
 * The reports they made.
 */
reports: Array<ReportView>,
/**
 * The bans that shut them out.
 */
bans: Array<BanView>,
/**
 * Whether an administrator has muted them.
 */
is_muted: boolean, kept: Array<KeptView>, };

/**
 * One line of an answer that takes a while. The last one is `done` or `refused`.
 */
export type Streamed<T> = { "type": "progress", so_far: T, } | { "type": "done", answer: T, } | { "type": "refused", error: ErrorView, };

/**
 * One message of a client.
 */
export type Asked = {
/**
 * Chosen by the client; `done` or `refused` come back with it.
 */
id: number, ask: Ask, };

/**
 * What a client can ask for.
 */
export type Ask = { "type": "watch", game: string, since?: number, } | { "type": "unwatch", game: string, } | { "type": "join", game: string,
/**
 * Agrees that spectators see all racks, where the game is played so.
 */
open_racks?: boolean, } | { "type": "act", game: string, turn?: number, action: ActionView, } | { "type": "hold", game: string, hold: boolean, } | { "type": "say", game: string, text: string, } | { "type": "lobby", watch: boolean, } | { "type": "ping" };

/**
 * What a socket hears. `id` is the asker's own: the answer to it has the same.
 */
export type Said = { "type": "welcome", me: MeView, now: number, } | { "type": "done", id: number, } | { "type": "refused", id: number | null, error: ErrorView, } | { "type": "update", update: UpdateView, } | { "type": "chat", game: string, messages: Array<ChatView>, } | { "type": "lobby", rooms: Array<RoomSummary>,
/**
 * How many wait, also those not on the page.
 */
waiting: number, } | { "type": "lobby_changed",
/**
 * Rooms that leave the page, by their ids. This comes before `changed`.
 */
removed: Array<string>,
/**
 * Rooms with an id that is on the page take its place; others come at the end, in this
 * order.
 */
changed: Array<RoomSummary>,
/**
 * How many wait, also those not on the page.
 */
waiting: number, } | { "type": "closing" } | { "type": "announcement", announcement: AnnouncementView | null, };
