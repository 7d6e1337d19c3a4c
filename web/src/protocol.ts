// What the server says and hears. Generated from crates/protocol by `cargo xtask types`; do not edit.

/**
 * What went wrong and, if known, how to fix it.
 */
export type ErrorView = {
/**
 * The kind of error, for clients that translate it.
 */
code: ErrorCode,
/**
 * The values of the sentence, by name, for the same clients.
 */
values?: { [key in string]: string }, error: string, hint?: string, };

/**
 * The kinds of errors.
 */
export type ErrorCode = "no_such_page" | "method" | "no_such_ruleset" | "no_such_lexicon" | "which_lexicon" | "lexicon" | "no_words" | "spelling" | "pattern_empty" | "pattern_open" | "pattern_nothing" | "pattern_long" | "position" | "move" | "long" | "query" | "message" | "too_often" | "busy" | "origin" | "not_for_you" | "who_are_you" | "wrong_password" | "weak_password" | "account_name_taken" | "no_such_game" | "no_such_bot" | "not_kept" | "changed" | "full" | "agreement" | "not_seated" | "already_seated" | "seats_kept" | "open_racks" | "no_spectators" | "turn_over" | "action" | "no_help" | "notation" | "no_notation" | "not_ended" | "out_of_range" | "seed_chosen" | "resign_instead" | "storage" | "host" | "slow" | "too_many_events" | "chat_full" | "banned" | "muted" | "blocked" | "no_such_player" | "moderation" | "not_started" | "already_started" | "already_ended" | "not_your_turn" | "no_such_seat" | "dropped_out" | "time_up" | "misfit" | "not_on_rack" | "not_words" | "no_exchanges" | "nothing_to_exchange" | "bag_too_small" | "no_challenges" | "nothing_to_challenge" | "own_play" | "already_judged" | "no_such_word" | "last_challenge" | "nothing_to_accept" | "not_enough_players" | "game_full" | "name_taken" | "bad_name" | "not_host" | "leave_by_resigning" | "abort_offered" | "no_abort_offer" | "not_local" | "nothing_to_undo" | "session_ended" | "no_such_session" | "login_delay" | "wrong_old_password" | "common_password" | "password_is_name" | "same_password" | "name_reserved" | "already_account" | "no_account" | "name_long" | "name_character";

/**
 * The `kind` of a `misfit`.
 */
export type MisfitKind = "no_tiles" | "off_board" | "occupied" | "twice" | "not_in_line" | "gap" | "misses_start" | "unattached" | "no_word";

/**
 * The `kind` of an `action` or a `move`: why its text or a tile can't be read.
 */
export type ActionKind = "empty" | "not_a_move" | "place" | "place_off_board" | "no_word" | "spelling" | "off_board" | "contradiction" | "nothing_there" | "parentheses" | "no_new_tile" | "part" | "no_tiles" | "unknown_tiles" | "no_such_tile" | "too_many" | "short" | "no_turn";

/**
 * The `kind` of a `position`: why it is impossible.
 */
export type PositionKind = "spelling" | "no_such_tile" | "too_many_of_a_kind" | "too_many_tiles" | "rack_too_long" | "board_size" | "score" | "seats" | "no_such_game";

/**
 * The `kind` of a `notation`: why a text can't be read, or that a line looks wrong.
 */
export type NotationKind = "nothing" | "not_text" | "several" | "line" | "doubt" | "missing" | "scores" | "scoreless_turns" | "players" | "rows" | "columns" | "unreadable" | "rack" | "variant" | "drawn_rows" | "drawn_columns" | "drawn_unreadable";

/**
 * What is wrong with a line of a score sheet, or looks wrong about it.
 */
export type SheetKind = "encoding" | "no_line" | "player" | "player_twice" | "player_missing" | "no_such_player" | "no_event" | "nothing_to_withdraw" | "not_utf8" | "new_player" | "points_missing" | "total_missing" | "rack" | "points" | "misfit" | "total" | "withdrawn" | "no_points" | "end_rack" | "not_on_rack" | "rack_too_long" | "too_many_tiles" | "out_of_turn" | "too_long" | "impossible_rack" | "game_type" | "same_nick" | "final_rack" | "second_time_penalty";

/**
 * All rulesets.
 */
export type RulesetList = { rulesets: Array<RulesetSummary>, };

/**
 * A ruleset in a list.
 */
export type RulesetSummary = { name: string, title: string,
/**
 * Whether it is the default.
 */
usual: boolean,
/**
 * The language tag of its words.
 */
locale: string,
/**
 * Whether its words and its board are read from right to left: column A is the rightmost.
 */
right_to_left: boolean,
/**
 * Its default lexicon.
 */
lexicon: string | null, rows: number, cols: number,
/**
 * Number of tiles in the set.
 */
tiles: number, rack: number, bonuses: Array<BonusView>, players: PlayersView,
/**
 * Whether its facts have only a single source.
 */
single_source: boolean, };

/**
 * All details of a ruleset.
 */
export type RulesetView = { layout: LayoutView,
/**
 * In alphabet order.
 */
letters: Array<TileView>, blanks: BlanksView,
/**
 * Letters that are read as others: Ё as Е.
 */
folds: Array<[string, string]>,
/**
 * Tiles can be exchanged while the bag holds this many; null if never.
 */
exchange_bag_at_least: number | null, challenge: ChallengeView, end: EndView, clock: ClockView,
/**
 * The sources of its facts.
 */
status: string, sources: Array<string>, notes: string, name: string, title: string,
/**
 * Whether it is the default.
 */
usual: boolean,
/**
 * The language tag of its words.
 */
locale: string,
/**
 * Whether its words and its board are read from right to left: column A is the rightmost.
 */
right_to_left: boolean,
/**
 * Its default lexicon.
 */
lexicon: string | null, rows: number, cols: number,
/**
 * Number of tiles in the set.
 */
tiles: number, rack: number, bonuses: Array<BonusView>, players: PlayersView,
/**
 * Whether its facts have only a single source.
 */
single_source: boolean, };

export type PlayersView = { from: number, to: number, };

/**
 * The bonus for placing exactly this many tiles: points, or a multiple of the play's score.
 */
export type BonusView = { tiles: number, points?: number, times?: number, };

/**
 * The board.
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
 * A square, with row and column from 0 at the top left.
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
 * The letter premium applies only to tiles of this value.
 */
only_value?: number, };

/**
 * The tiles of a letter.
 */
export type TileView = {
/**
 * Its face: `A`, `CH`.
 */
face: string,
/**
 * How other tiles with the same spelling are written, if there are any: `[C][H]`.
 */
apart?: string, value: number,
/**
 * 0 if it can be played only with blanks.
 */
count: number, vowel: boolean, };

export type BlanksView = { count: number, value: number, };

/**
 * The challenge rule.
 */
export type ChallengeView = { "rule": "void" } | { "rule": "single" } | { "rule": "double" } | { "rule": "triple" } | { "rule": "points", points: number, per: PerChallengeView, };

export type PerChallengeView = "play" | "word";

/**
 * How a game ends, and how it is settled.
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
 * Whether these numbers are for two players and grow with more.
 */
scale_with_seats: boolean,
/**
 * Which turns besides passes count as scoreless.
 */
scoreless: ScorelessView, others_lose_rack: boolean, out_player_gains: OutGainsView, stalled_loses_rack: boolean, final_turn_each: boolean, tie_break: TieBreakView, };

export type ScorelessView = { exchange: boolean, withdrawn: boolean, lost_challenge: boolean, zero_play: boolean, };

export type OutGainsView = "nothing" | "other_racks" | "twice_other_racks";

export type TieBreakView = "none" | "before_racks" | "first_in_order";

/**
 * The clock, in milliseconds.
 */
export type ClockView = { "kind": "none" } | { "kind": "game", initial: number, increment: number, overtime: OvertimeView | null, } | { "kind": "turn", turn: number, bank: number, };

export type OvertimeView = {
/**
 * Points lost for each `per` that was begun.
 */
points: number, per: number,
/**
 * Beyond this, the game is lost.
 */
at_most: number, };

/**
 * The program, and the credits of its lexicons.
 */
export type AboutView = { version: string, licence: string,
/**
 * The built-in lexicons with their full licences.
 */
lexicons: Array<LexiconView>, };

/**
 * All lexicons.
 */
export type LexiconList = { lexicons: Array<LexiconSummary>, };

/**
 * A lexicon in a list.
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
 * Number of words; nothing for word lists and KWG files, which don't say.
 */
words: number | null,
/**
 * The length of the longest word, in letters.
 */
longest: number | null,
/**
 * Whether it has a level for each word that says how common it is.
 */
levels: boolean,
/**
 * Whether it marks slurs, so that they can be left out.
 */
family: boolean, licence: string,
/**
 * `built in`, or the path of its file with notes about it.
 */
place: string, };

/**
 * All details of a lexicon.
 */
export type LexiconView = {
/**
 * In alphabetical order.
 */
letters: Array<string>,
/**
 * Credits.
 */
credit: string,
/**
 * How it was made, and its sources.
 */
provenance: string,
/**
 * The full licence; empty for the user's own lexicons.
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
 * Number of words; nothing for word lists and KWG files, which don't say.
 */
words: number | null,
/**
 * The length of the longest word, in letters.
 */
longest: number | null,
/**
 * Whether it has a level for each word that says how common it is.
 */
levels: boolean,
/**
 * Whether it marks slurs, so that they can be left out.
 */
family: boolean, licence: string,
/**
 * `built in`, or the path of its file with notes about it.
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
 * In capitals; as it was written if it can't be spelled.
 */
word: string, valid: boolean,
/**
 * Whether it was left out as a slur.
 */
left_out: boolean,
/**
 * How common it is, if the lexicon says so; lower is more common.
 */
level?: number,
/**
 * Why it can't be a word: it has unknown letters, or is longer than the board.
 */
reason?: string,
/**
 * If it is longer than the board: the length of the board's longest line.
 */
too_long?: number,
/**
 * The definition, if it is known.
 */
definition?: DefinitionView, };

/**
 * The definition of a word.
 */
export type DefinitionView = {
/**
 * The headword: the word itself, or the one it is a form of.
 */
word: string,
/**
 * The most common first.
 */
senses: Array<SenseView>, };

export type SenseView = { part: PartView, text: string, };

/**
 * The part of speech.
 */
export type PartView = "noun" | "verb" | "adjective" | "adverb";

/**
 * The words that a look-up found.
 */
export type WordsFound = { lexicon: string,
/**
 * The query.
 */
query: string,
/**
 * Number of words; `words` may contain only the first.
 */
total: number, words: Array<FoundWord>, };

export type FoundWord = { word: string,
/**
 * Length in tiles.
 */
length: number, level?: number, };

/**
 * The letters that can be added to a word or removed.
 */
export type HooksView = { lexicon: string, word: string,
/**
 * Whether it is a word itself.
 */
valid: boolean, front: Array<string>, back: Array<string>,
/**
 * After its first letter, its second letter and so on.
 */
inner: Array<Array<string>>,
/**
 * Whether it is still a word without its first letter.
 */
beheads: boolean,
/**
 * Whether it is still a word without its last letter.
 */
curtails: boolean, };

/**
 * A look-up in the lexicon of the open game.
 */
export type WordsQuestion = { "tool": "check", text: string, } | { "tool": "anagrams", text: string,
/**
 * Also words made of some of the letters.
 */
shorter: boolean, limit: number, } | { "tool": "patterns", text: string, limit: number, } | { "tool": "hooks", text: string, } | { "tool": "extensions", text: string, limit: number, } | { "tool": "list", text: string, length: number, limit: number, };

/**
 * The moves of a position, best first.
 */
export type AnalysisView = {
/**
 * How the moves were ranked: `static`, `static (no leave table)`, `simulation`, `preendgame`
 * or `endgame`.
 */
method: string,
/**
 * Turns of each rollout, in a simulation.
 */
plies?: number,
/**
 * Number of rollouts, in a simulation.
 */
rollouts?: number,
/**
 * Why a simulation stopped; nothing while it goes on.
 */
ended?: EndedView,
/**
 * Number of possible bags that were searched, in a pre-endgame.
 */
deals?: number,
/**
 * Number of endgame positions that were searched.
 */
nodes?: number, ruleset: string, lexicon: string,
/**
 * As CGP.
 */
position: string,
/**
 * Number of plays; `lines` may contain only the best moves.
 */
count: number, lines: Array<RankedView>,
/**
 * The tiles that the player on turn does not see.
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

/**
 * A move and what it is worth.
 */
export type LineView = {
/**
 * `8D RETAINS` across, `D8 RETAINS` down, `-QVU`, `pass`. Blanks are in lower case; tiles on
 * the board are spelled out.
 */
move: string,
/**
 * The same with tiles on the board in parentheses, if there are any: `8D RE(TA)INS`.
 */
written?: string, score: number,
/**
 * The leave.
 */
leave: string,
/**
 * Score plus leave value, in points.
 */
equity: number,
/**
 * Win probability, from 0 to 1; a tie is half a win.
 */
win?: number,
/**
 * In a pre-endgame, the proven bounds of the win probability. A move that leaves tiles in the
 * bag has them against an opponent who knows the bag.
 */
win_bounds?: [number, number],
/**
 * In a pre-endgame, the win probability by the tiles in the bag; absent if there are very many
 * possible bags.
 */
draws?: Array<DrawView>,
/**
 * Spread at the end of the game; with more than two players, over the best opponent.
 */
spread?: number,
/**
 * In a solved endgame of more than two players, the spread over the best opponent if all
 * opponents play against this player (paranoid); `spread` is then the one if everybody plays
 * for the own spread (max-n).
 */
paranoid?: number,
/**
 * How exact `spread` is, and `win` if it has no `win_bounds`. Absent for static equity.
 */
exactness?: ExactnessView,
/**
 * The standard error of `win` or, if that is unknown, of `spread`.
 */
standard_error?: number,
/**
 * Number of rollouts of this move.
 */
samples?: number,
/**
 * The best or most frequent reply, written as on the board after the move.
 */
reply?: string,
/**
 * Averages of the turns after the move.
 */
plies?: Array<PlyView>,
/**
 * For each square, row by row: how often the reply put a tile there, from 0 to 1. On request.
 */
heat?: Array<number>,
/**
 * How the score is computed. On request.
 */
explained?: ScoreView,
/**
 * What it loses compared with the best move, where moves are compared.
 */
loss?: MistakeView,
/**
 * What follows it, where moves are compared and the bag is empty.
 */
rest?: RestView, };

/**
 * The win probability of a move if the bag contains these tiles.
 */
export type DrawView = {
/**
 * The tiles in the bag.
 */
tiles: string,
/**
 * The number of ways to draw them.
 */
ways: number,
/**
 * Win probability, from 0 to 1; absent if it was not searched.
 */
win?: number,
/**
 * Proven bounds of the win probability.
 */
win_bounds: [number, number], };

/**
 * Why a simulation stopped.
 */
export type EndedView = "clear" | "spent" | "told";

/**
 * How exact a value is.
 */
export type ExactnessView = "exact" | "at_most" | "at_least" | "estimated";

/**
 * Averages of one turn after a move.
 */
export type PlyView = {
/**
 * Whose turn it is, counted from the player who moves (0). Older saved reviews don't have it.
 */
seat?: number, score: number,
/**
 * How often it was a bingo, from 0 to 1.
 */
bingos: number, };

/**
 * The review of a game.
 */
export type ReviewView = { ruleset: string, lexicon: string, title: string, players: Array<ReviewedPlayerView>, turns: Array<ReviewedTurnView>,
/**
 * Why the review is incomplete, if it is.
 */
unfinished?: string, };

/**
 * The summary of a player's turns.
 */
export type ReviewedPlayerView = { name: string,
/**
 * The final total, as in the record.
 */
total: number,
/**
 * Why the player dropped out.
 */
lost?: LossView,
/**
 * After how many turns that was, if known.
 */
lost_after?: number,
/**
 * Turns that could be judged.
 */
turns: number,
/**
 * Turns with the best move, or one as good.
 */
best: number, small: number, medium: number, large: number,
/**
 * Turns with a phony, and those of them that nobody challenged.
 */
phonies: number, phonies_stood: number,
/**
 * Turns lost to a failed challenge.
 */
challenges_lost: number,
/**
 * Average loss per turn: win probability in percent, and points.
 */
mean_win_lost?: number, mean_points_lost?: number,
/**
 * The player's estimated strength, unless there were too few turns.
 */
strength?: StrengthView,
/**
 * The words of best plays that were missed in mistakes, each once.
 */
missed: Array<string>, };

/**
 * A reviewed turn.
 */
export type ReviewedTurnView = {
/**
 * From 1.
 */
number: number, player: number,
/**
 * The known tiles.
 */
rack: string,
/**
 * The move; for an exchange of unknown tiles, their number: `-3`.
 */
played: string,
/**
 * 0 for a withdrawn play.
 */
points: number,
/**
 * The play was challenged and withdrawn.
 */
withdrawn: boolean,
/**
 * The player's total after it.
 */
total: number,
/**
 * The lead over the best opponent still in the game, after the turn.
 */
lead: number,
/**
 * Why the turn was lost.
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
 * How the moves were ranked.
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
 * Its rank, from 1.
 */
place?: number, loss?: MistakeView,
/**
 * The word of the best play, if missing it was a mistake.
 */
missed?: string,
/**
 * By static equity, from which strength is estimated.
 */
by_equity?: ByEquityView, };

/**
 * The progress of reviewing a turn.
 */
export type TurnProgress = {
/**
 * How its moves are ranked.
 */
method: string,
/**
 * The share of the budget that is used, up to 1. The review may end earlier.
 */
share: number, };

/**
 * What a move loses compared with the best one.
 */
export type MistakeView = {
/**
 * Win probability in percent; nothing if it is unknown.
 */
win?: number, points: number, size: SizeView,
/**
 * Whether the size follows from the points, because win probabilities are unknown or the game
 * was decided.
 */
by_points: boolean, };

/**
 * What follows a move when the bag is empty.
 */
export type RestView = {
/**
 * Whether the move ends the game, so that only the final adjustment follows.
 */
ends: boolean,
/**
 * How many points the player gains on the best opponent after the move, up to the end of the
 * game.
 */
gains: number, };

/**
 * A turn judged by static equity.
 */
export type ByEquityView = {
/**
 * Points that the played move lost.
 */
lost: number,
/**
 * The score of the best move.
 */
best: number, };

export type SizeView = "none" | "small" | "medium" | "large";

/**
 * Elo points relative to the bot `static`: the estimate and its bounds. A bound outside the
 * measured range is missing; older saved reviews then lack the estimate too.
 */
export type StrengthView = { elo?: number, least?: number, most?: number, };

/**
 * The answer to one line of a batch.
 */
export type BatchView = {
/**
 * Number of plays.
 */
count: number,
/**
 * The sum of their scores.
 */
sum: number,
/**
 * The best move, which may be an exchange or a pass; nothing if no play runs in the chosen
 * direction.
 */
best: LineView | null,
/**
 * The best plays or all of them. On request.
 */
plays?: Array<LineView>, };

/**
 * The error for a line of a batch.
 */
export type BatchError = { error: string,
/**
 * Its number, from 1.
 */
line: number, };

/**
 * Whether a move is legal, and what it scores word by word.
 */
export type ScoreView = { move: string, legal: boolean,
/**
 * Why it is not.
 */
reason?: string,
/**
 * Why it does not fit the board, for clients that translate it.
 */
misfit?: ErrorView,
/**
 * Its score if it stands; nothing if it does not fit the board.
 */
score?: number,
/**
 * The bonus for the number of tiles.
 */
bonus: number,
/**
 * The main word first.
 */
words: Array<ScoredWordView>,
/**
 * The words that are not in the lexicon.
 */
invalid: Array<string>, };

export type ScoredWordView = {
/**
 * Blanks are in lower case.
 */
word: string,
/**
 * `8D` across, `D8` down.
 */
place: string,
/**
 * Whether it is in the lexicon; nothing without a lexicon.
 */
valid?: boolean, tiles: Array<ScoredTileView>,
/**
 * The word premiums under its new tiles, multiplied.
 */
multiplier: number, points: number, };

export type ScoredTileView = { square: string,
/**
 * The letter on the tile, or the letter that the blank represents.
 */
tile: string, blank: boolean,
/**
 * Placed by this play.
 */
new: boolean, value: number,
/**
 * The letter premium under it.
 */
times: number, };

/**
 * The files that an engine in the browser needs. Their addresses change when the files do.
 */
export type EngineView = { ruleset: string,
/**
 * Nothing if the game has no lexicon and none was named.
 */
lexicon: string | null,
/**
 * The lexicon, spelled with the game's tiles.
 */
words: string | null,
/**
 * The model for the game with this lexicon.
 */
model: string | null, };

/**
 * A new game for one player and one bot or more.
 */
export type NewPractice = {
/**
 * The player's name.
 */
name: string,
/**
 * By name, in seat order.
 */
bots: Array<string>, family: boolean,
/**
 * The challenge rule; the ruleset's own if not given.
 */
challenge?: ChallengeView,
/**
 * 32 numbers below 256, at random.
 */
seed: Array<number>, };

/**
 * A game as its player saves it.
 */
export type PracticeLines = { setup: string, events: Array<string>, };

/**
 * A game, and what has happened since the lines in the request.
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
 * The letter on the tile, or the letter that a blank represents.
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
 * The known tiles of each opponent.
 */
others: Array<Array<string>>, scores: Array<number>,
/**
 * The seats that dropped out, counted from the player on turn.
 */
gone?: Array<number>,
/**
 * Turns without points in a row.
 */
scoreless_turns: number,
/**
 * Passes in a row. If not given, all scoreless turns were passes where only passes end the
 * game, and none elsewhere.
 */
passes?: number,
/**
 * Its own board, if that is not the ruleset's.
 */
layout?: LayoutView,
/**
 * The CGP operations that change the rules.
 */
operations?: Array<OperationView>,
/**
 * The last turn of each seat as everybody saw it, the oldest first, if known. Opponents' racks
 * can be inferred from it.
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
 * The game of texts that name none.
 */
ruleset: string,
/**
 * In a game, the position before this turn, from 1; the last one if not given.
 */
turn: number | null, } | { "ask": "tiles", text: string, } | { "ask": "write", position: PositionView, } | { "ask": "rank", position: PositionView, top: number, } | { "ask": "solve", position: PositionView,
/**
 * Number of moves that are compared.
 */
candidates: number,
/**
 * Turns of each rollout; a round if not given.
 */
plies?: number,
/**
 * Maximum number of rollouts.
 */
rollouts: number,
/**
 * Whether opponents' racks are inferred from their last moves.
 */
infer?: boolean, } | { "ask": "infer", position: PositionView, } | { "ask": "judge", position: PositionView, text: string, candidates: number, plies?: number,
/**
 * Static equity alone if not given.
 */
rollouts: number | null, } | { "ask": "sheet", text: string,
/**
 * The game of sheets that name none.
 */
ruleset: string, } | { "ask": "review", text: string, turn: number, candidates: number, plies?: number,
/**
 * Static equity alone if not given.
 */
rollouts: number | null, } | { "ask": "sum", text: string, turns: Array<ReviewedTurnView>, } | { "ask": "begin", players: Array<string>, } | { "ask": "follow", text: string,
/**
 * The tracker's seat.
 */
me: number, act: FollowAct | null, } | { "ask": "place", position: PositionView, word: string, } | { "ask": "record", lines: PracticeLines, } | { "ask": "score", position: PositionView, tiles: Array<PlacedView>,
/**
 * Whether to check the words.
 */
words: boolean, } | { "ask": "typed", position: PositionView, text: string,
/**
 * Whether words must be in the lexicon.
 */
words: boolean, } | { "ask": "move", position: PositionView, text: string, } | { "ask": "practise", new: NewPractice, now: number, } | { "ask": "show", lines: PracticeLines, now: number, } | { "ask": "go_on", lines: PracticeLines, request: ActionRequest | null, now: number, } | { "ask": "check", words: Array<string>, } | { "ask": "words", question: WordsQuestion, };

/**
 * A question for a server, with the game it is about.
 */
export type QuestionRequest = { ruleset: string,
/**
 * The ruleset's own if not given.
 */
lexicon?: string, family?: boolean, question: Question, };

/**
 * A position that was read from a text.
 */
export type ReadView = { ruleset: string,
/**
 * The text's name of its lexicon, which may not be installed.
 */
lexicon: string | null, position: PositionView,
/**
 * In a game, the turn that follows, from 1.
 */
turn: number | null,
/**
 * In a game, the number of positions.
 */
turns: number | null, };

/**
 * A move with its new tiles.
 */
export type RankedView = {
/**
 * `8D` across, `D8` down; nothing for exchanges and passes.
 */
place: string | null,
/**
 * `RE(TA)INs`: tiles on the board in parentheses, blanks in lower case. For an exchange or a
 * pass, the move.
 */
word: string,
/**
 * The new tiles.
 */
tiles: Array<PlacedView>,
/**
 * `8D RETAINS` across, `D8 RETAINS` down, `-QVU`, `pass`. Blanks are in lower case; tiles on
 * the board are spelled out.
 */
move: string,
/**
 * The same with tiles on the board in parentheses, if there are any: `8D RE(TA)INS`.
 */
written?: string, score: number,
/**
 * The leave.
 */
leave: string,
/**
 * Score plus leave value, in points.
 */
equity: number,
/**
 * Win probability, from 0 to 1; a tie is half a win.
 */
win?: number,
/**
 * In a pre-endgame, the proven bounds of the win probability. A move that leaves tiles in the
 * bag has them against an opponent who knows the bag.
 */
win_bounds?: [number, number],
/**
 * In a pre-endgame, the win probability by the tiles in the bag; absent if there are very many
 * possible bags.
 */
draws?: Array<DrawView>,
/**
 * Spread at the end of the game; with more than two players, over the best opponent.
 */
spread?: number,
/**
 * In a solved endgame of more than two players, the spread over the best opponent if all
 * opponents play against this player (paranoid); `spread` is then the one if everybody plays
 * for the own spread (max-n).
 */
paranoid?: number,
/**
 * How exact `spread` is, and `win` if it has no `win_bounds`. Absent for static equity.
 */
exactness?: ExactnessView,
/**
 * The standard error of `win` or, if that is unknown, of `spread`.
 */
standard_error?: number,
/**
 * Number of rollouts of this move.
 */
samples?: number,
/**
 * The best or most frequent reply, written as on the board after the move.
 */
reply?: string,
/**
 * Averages of the turns after the move.
 */
plies?: Array<PlyView>,
/**
 * For each square, row by row: how often the reply put a tile there, from 0 to 1. On request.
 */
heat?: Array<number>,
/**
 * How the score is computed. On request.
 */
explained?: ScoreView,
/**
 * What it loses compared with the best move, where moves are compared.
 */
loss?: MistakeView,
/**
 * What follows it, where moves are compared and the bag is empty.
 */
rest?: RestView, };

/**
 * Tiles of one kind.
 */
export type UnseenView = {
/**
 * `?` is a blank.
 */
tile: string, count: number, };

/**
 * A tile that an opponent probably holds.
 */
export type HeldView = { tile: string,
/**
 * The probability that it was kept from the last turn, from 0 to 1.
 */
chance: number, };

/**
 * A move compared with the best one.
 */
export type JudgeView = {
/**
 * Whether it is legal, and its score.
 */
score: ScoreView,
/**
 * Why it is not legal.
 */
refused?: ErrorView,
/**
 * How the moves were ranked, as in [`AnalysisView`](crate::AnalysisView).
 */
method: string, best: RankedView | null,
/**
 * The line of the move, if it is legal.
 */
line: RankedView | null,
/**
 * Its rank among the compared moves, from 1.
 */
place: number | null,
/**
 * What it loses; nothing for an illegal move.
 */
loss: MistakeView | null, };

/**
 * A score sheet.
 */
export type SheetView = { ruleset: string,
/**
 * The sheet's name of its lexicon, which may not be installed.
 */
lexicon: string | null, title: string,
/**
 * The first to move comes first.
 */
players: Array<SheetPlayerView>, turns: Array<SheetTurnView>,
/**
 * Players who dropped out, in that order. If the sheet does not say after which turn, it was
 * before the player's next turn.
 */
dropouts?: Array<DropoutView>,
/**
 * The next turn, if the game is not over.
 */
now: ToComeView | null,
/**
 * How the game ended, if it is over and that is known.
 */
end?: SheetEndView,
/**
 * The board after the last turn.
 */
board: Array<PlacedView>,
/**
 * What looks wrong, with line numbers.
 */
warnings: Array<ErrorView>, };

export type SheetPlayerView = { name: string,
/**
 * The total after the last entry, as on the sheet.
 */
total: number,
/**
 * The parts of the total that come from the final racks and from overtime.
 */
racks: number, overtime: number,
/**
 * Why the player dropped out.
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
 * A turn on the sheet.
 */
export type SheetTurnView = { seat: number,
/**
 * What the player knew before it; nothing if the sheet has too many of a tile.
 */
position: PositionView | null,
/**
 * Number of tiles in the bag then.
 */
bag?: number,
/**
 * Number of unknown tiles on the rack.
 */
unknown: number,
/**
 * `8D RE(TA)INS`, `-QVU`, `-3` if the tiles are unknown, `pass` also for a lost turn.
 */
move: string,
/**
 * The new tiles of a play.
 */
tiles: Array<PlacedView>, points: number,
/**
 * The points for a failed challenge of the play.
 */
bonus?: number,
/**
 * The player's total, including points from a challenge of the turn.
 */
total: number,
/**
 * The play was challenged and withdrawn.
 */
withdrawn: boolean,
/**
 * Why the turn was lost.
 */
lost?: LostTurnView, note: string, };

/**
 * A player who dropped out.
 */
export type DropoutView = { seat: number,
/**
 * After this many turns.
 */
after: number, };

/**
 * Why a turn was lost.
 */
export type LostTurnView = { "by": "challenge", word: string, } | { "by": "absence" };

/**
 * The next turn.
 */
export type ToComeView = { seat: number, position: PositionView | null,
/**
 * Number of unknown tiles on the rack.
 */
unknown: number, };

/**
 * An entry on the score sheet.
 */
export type FollowAct = { "act": "rack", text: string, } | { "act": "move", text: string, } | { "act": "phony" } | { "act": "stood", points: number, } | { "act": "left", racks: Array<string>, } | { "act": "undo" };

/**
 * A tracked game.
 */
export type FollowView = {
/**
 * The score sheet, for the next request.
 */
text: string, sheet: SheetView,
/**
 * The known tiles of the tracker's rack.
 */
rack: Array<string>,
/**
 * The tiles that the tracker does not see.
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
 * The game is over, but the final racks are not settled; with several players they may be
 * unknown.
 */
unsettled: boolean, };

/**
 * A word, and the position to play it in.
 */
export type PlaceRequest = {
/**
 * As CGP. If the rack is known the tiles come from it; otherwise they may be any unseen tiles.
 */
position: string,
/**
 * The whole word, including tiles on the board. Lower-case letters among capitals are blanks.
 */
word: string,
/**
 * The position's own if not given.
 */
ruleset?: string,
/**
 * The ruleset's own if not given.
 */
lexicon?: string, family?: boolean,
/**
 * Also placements that form invalid words, as they may happen in a game played elsewhere.
 */
phonies?: boolean, };

/**
 * Where a word can be placed.
 */
export type PlacementsView = { word: string,
/**
 * Whether it is in the lexicon; nothing without a lexicon.
 */
valid?: boolean, lexicon?: string,
/**
 * The highest score first.
 */
placements: Array<PlacementView>, };

/**
 * A placement of a word.
 */
export type PlacementView = {
/**
 * With as few blanks as possible.
 */
move: string, score: number,
/**
 * The same placement with more or other blanks, the fewest first.
 */
with_blanks?: Array<VariantView>,
/**
 * Invalid words that it forms, if these were asked for.
 */
invalid?: Array<string>, };

/**
 * A placement with other blanks.
 */
export type VariantView = { move: string, score: number, };

/**
 * The count of a position's plays.
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
 * Whether this is what the file expects; nothing if it expects nothing.
 */
expected?: boolean, };

/**
 * The speed of this machine.
 */
export type BenchView = { games: Array<BenchGame>, widest: BenchWidest,
/**
 * The bench signature: one number over all chosen moves.
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
 * The known position with the most plays.
 */
export type BenchWidest = { ruleset: string, lexicon: string, rack: string, plays: number,
/**
 * Time to list them all, and to find the best.
 */
list_milliseconds: number, best_milliseconds: number, };

/**
 * The result of a match. Side A is the first.
 */
export type MatchView = { ruleset: string, lexicon: string, seed: number,
/**
 * Number of pairs of games.
 */
pairs: number,
/**
 * The share of games that A wins, and half the width of its 95% confidence interval.
 */
win_rate: number, win_rate_within: number | null,
/**
 * A's mean spread, and half the width of its 95% confidence interval.
 */
spread: number, spread_within: number | null,
/**
 * Whether the intervals hold at any stopping time, not only after a fixed number of pairs.
 */
holds_always: boolean,
/**
 * Whether the difference is significant at any stopping time.
 */
clear: boolean, sides: Array<MatchSideView>, };

/**
 * One side of a match: games won, tied and lost, and averages per seat.
 */
export type MatchSideView = { player: string, won: number, tied: number, lost: number, points: number, turns: number, bingos: number, exchanges: number,
/**
 * Phonies, and those of them that were challenged.
 */
phonies: number, caught: number,
/**
 * Challenges, and those of them that failed.
 */
challenges: number, wrong_challenges: number,
/**
 * Time per move, if it was measured.
 */
microseconds?: number, };

/**
 * Bots, the weakest first, and the rating differences between them.
 */
export type LadderView = { ruleset: string, lexicon: string, seed: number,
/**
 * Number of pairs of games over all matches.
 */
pairs: number, rungs: Array<RungView>, };

/**
 * One bot on the ladder. Unknown values are missing.
 */
export type RungView = { bot: string,
/**
 * Elo points above the first bot, and half the width of the 95% confidence interval.
 */
elo: number | null, elo_within: number | null,
/**
 * Elo points above the previous bot, and half the width of the 95% confidence interval.
 */
above: number | null, above_within: number | null,
/**
 * Per game against itself: points, bingos, exchanges, phonies.
 */
points: number | null, bingos: number | null, exchanges: number | null, phonies: number | null,
/**
 * Time per move, if it was measured.
 */
microseconds?: number, };

/**
 * Everything a viewer may know of a game.
 */
export type GameView = {
/**
 * Number of events so far.
 */
version: number,
/**
 * The number of the current decision. Send it with a move; if it has changed, the move is
 * refused.
 */
turn: number, phase: PhaseView,
/**
 * The name of the ruleset.
 */
ruleset: string, challenge: ChallengeView, clock: ClockView,
/**
 * How long a player can be away before their turns are skipped while somebody else is
 * connected; nothing if turns are never skipped.
 */
grace?: number,
/**
 * Number of seats.
 */
most_seats: number, seats: Array<SeatState>,
/**
 * Players who dropped out, in that order.
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
 * The seats in turn order from the first, if the order was drawn; otherwise turns follow the
 * seats.
 */
order?: Array<number>,
/**
 * The rounds of drawing for the first turn, or for all turns.
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
 * Scoreless turns in a row at the end; only when the game is over, as for every turn.
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
 * Seats that still have to accept or challenge the last play of the game.
 */
to_accept?: Array<number>,
/**
 * The time left for that at `now`, if it is limited.
 */
doubt_left?: number,
/**
 * Whether tiles may be exchanged now.
 */
may_exchange: boolean,
/**
 * Which seats agree to abort the game, once somebody has offered it.
 */
abort?: Array<boolean>,
/**
 * When the game was paused because every player was disconnected.
 */
paused?: number,
/**
 * When the current turn began, and the server's time of this view.
 */
turn_began: number, now: number, outcome?: OutcomeView, };

export type PhaseView = "lobby" | "playing" | "last_challenge" | "ended";

/**
 * A seat, as the viewer knows it.
 */
export type SeatState = { name: string, score: number, ready: boolean,
/**
 * Number of tiles on the rack.
 */
tiles: number,
/**
 * The rack, if the viewer may see it; `?` is a blank.
 */
rack?: Array<string>,
/**
 * Time left on the clock at `now`, negative in overtime.
 */
left?: number,
/**
 * The last turn was skipped because the player was away.
 */
away: boolean, lost?: LossView, };

export type LossView = "resigned" | "time" | "challenge" | "abandoned";

export type LotView = { seat: number, tile: string, };

/**
 * A turn that was taken or lost.
 */
export type TurnView = { seat: number, taken: TakenView,
/**
 * As on a score sheet: `8D RE(TA)INS`, `-QVU`, `-3` if the tiles are unknown, `pass`.
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
 * The rack before it, if the viewer may see it.
 */
rack?: Array<string>, challenge?: VerdictView, at: number,
/**
 * The time left on the seat's clock then.
 */
left?: number,
/**
 * Scoreless turns in a row before it; only when the game is over.
 */
scoreless_turns?: number, };

export type TakenView = "played" | "withdrawn" | "exchanged" | "passed" | "skipped" | "lost";

/**
 * The result of a challenge.
 */
export type VerdictView = { by: number,
/**
 * Whether the play stands.
 */
stands: boolean,
/**
 * Indexes of the play's words.
 */
doubted: Array<number>, invalid: Array<number>, price: PriceView, };

/**
 * What the losing side of a challenge pays.
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
 * One seat's final score.
 */
export type ResultView = { played: number, racks: number, overtime: number, total: number,
/**
 * The tiles left on the rack.
 */
rack: Array<string>, };

/**
 * Something that happened, as a viewer may know it.
 */
export type EventView = { "event": "joined", name: string, } | { "event": "left", seat: number, } | { "event": "readied", seat: number, ready: boolean, } | { "event": "started", at: number, } | { "event": "lots_drawn", tiles: Array<LotView>, } | { "event": "drawn", seat: number, count: number, tiles?: Array<string>, } | { "event": "played", seat: number, tiles: Array<PlacedView>, score: number, at: number, } | { "event": "passed", seat: number, at: number, } | { "event": "exchanged", seat: number, count: number, tiles?: Array<string>, at: number, } | { "event": "skipped", seat: number, at: number, } | { "event": "turn_lost", seat: number, at: number, } | { "event": "challenged", verdict: VerdictView, at: number, } | { "event": "withdrawn", seat: number, } | { "event": "accepted", seat: number, at: number, } | { "event": "unchallenged", at: number, } | { "event": "lost", seat: number, loss: LossView, at: number, } | { "event": "abort_offered", seat: number, } | { "event": "abort_accepted", seat: number, } | { "event": "abort_declined", seat: number, } | { "event": "returned", seat: number, } | { "event": "paused", at: number, } | { "event": "resumed", at: number, } | { "event": "lag_credited", seat: number, millis: number, } | { "event": "undone", at: number, } | { "event": "ended", outcome: OutcomeView, at: number, };

/**
 * The host's choices for a new game. What is left out follows the ruleset.
 */
export type NewGame = { ruleset: string,
/**
 * The ruleset's own if not given.
 */
lexicon?: string,
/**
 * Leaves out slurs, if the lexicon marks them.
 */
family?: boolean,
/**
 * Number of seats, including bots. By default as few as the ruleset allows, but enough for the
 * bots and the host.
 */
seats?: number,
/**
 * Bots that sit down immediately, by name.
 */
bots?: Array<string>, clock?: ClockView, challenge?: ChallengeView,
/**
 * Draws the turn order of all seats; by default only who has the first turn.
 */
draw_order?: boolean,
/**
 * Whether the game is listed in the lobby. It then starts by itself once people have taken all
 * seats and the host is watching. Otherwise only its link leads to it.
 */
public?: boolean, spectators?: SpectatorsView,
/**
 * Whether it is rated, if the rules are the ruleset's standard ones.
 */
rated?: boolean,
/**
 * Random seed that decides all draws. It reveals the bag, so such a game is not rated,
 * everybody at the table sees the seed, and a public game with several people can't have one.
 */
seed?: number,
/**
 * After this many seconds away, a player's turns are skipped. By default 300 without a clock
 * and 60 with one; presence does not matter if a turn may last an hour.
 */
grace_seconds?: number, };

/**
 * What spectators may see.
 */
export type SpectatorsView = "nobody" | "table" | "racks" | { "delayed": { turns: number, } };

/**
 * A player joins a game.
 */
export type JoinRequest = {
/**
 * Agrees that spectators see all racks, if the game is like that.
 */
open_racks?: boolean, };

/**
 * A player's action.
 */
export type ActionRequest = {
/**
 * The `turn` of the view that the player acted on. It prevents actions from being done twice
 * or on a changed board.
 */
turn?: number, action: ActionView, };

export type ActionView = { "kind": "move", text: string, } | { "kind": "place", tiles: Array<PlacedView>, } | { "kind": "exchange", tiles: Array<string>, } | { "kind": "pass" } | { "kind": "challenge", words?: Array<number>, } | { "kind": "accept" } | { "kind": "resign" } | { "kind": "offer_abort" } | { "kind": "accept_abort" } | { "kind": "decline_abort" } | { "kind": "ready", ready: boolean, } | { "kind": "start" } | { "kind": "leave" };

/**
 * A position to solve.
 */
export type SolveRequest = {
/**
 * As CGP.
 */
position: string,
/**
 * The position's own if not given.
 */
ruleset?: string,
/**
 * The ruleset's own if not given.
 */
lexicon?: string, family?: boolean,
/**
 * Number of moves; 15 by default.
 */
top?: number,
/**
 * How far to search; static equity alone if not given.
 */
ahead?: AheadRequest, };

/**
 * How far to search. The first limit that is reached ends the search.
 */
export type AheadRequest = {
/**
 * Time limit; three seconds by default, or as long as the rollouts take. The server has its
 * own limit.
 */
milliseconds?: number,
/**
 * Maximum number of rollouts. The same seed gives the same answer.
 */
rollouts?: number,
/**
 * Turns of each rollout; by default one for each player who is still in the game.
 */
plies?: number,
/**
 * Number of moves that are compared; 15 by default.
 */
candidates?: number,
/**
 * Random seed.
 */
seed?: number, };

/**
 * A game to review.
 */
export type ReviewRequest = { of: ReviewedGame,
/**
 * The game's own if not given.
 */
ruleset?: string,
/**
 * The game's or the ruleset's own if not given.
 */
lexicon?: string, family?: boolean,
/**
 * How far to search in each turn; static equity alone if not given.
 */
ahead?: AheadRequest, };

/**
 * Which game.
 */
export type ReviewedGame = { "sheet": string } | { "game": string };

/**
 * A move to score in a position.
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
 * A live or finished game and the people around it, as one viewer may see it.
 */
export type RoomView = {
/**
 * The id of the room. Anybody who knows it can enter.
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
 * The seed, if the host chose it. It reveals the bag.
 */
seed?: number,
/**
 * Whether the viewer can offer to abort the game. Otherwise they can resign.
 */
may_abort?: boolean,
/**
 * The players by seat.
 */
occupants: Array<OccupantView>,
/**
 * Players of the previous game for whom seats are reserved.
 */
expected?: Array<ExpectedView>,
/**
 * Number of spectators.
 */
watchers: number,
/**
 * The rematch of this game.
 */
rematch?: string,
/**
 * Why an administrator closed the game; empty if they gave no reason.
 */
closed?: string, game: GameView, };

export type OccupantView = {
/**
 * The player's id; nothing for a bot.
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
 * Whether the player has an account; guests and bots don't.
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
 * Missing in summaries of older versions.
 */
challenge?: ChallengeView, clock: ClockView, phase: PhaseView, names: Array<string>,
/**
 * The players' ids by seat; nothing for bots.
 */
players: Array<string | null>, scores: Array<number>, most_seats: number, rated: boolean,
/**
 * Why it is not rated; missing in summaries of older versions.
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
 * Seats that still have to accept or challenge the last play of the game.
 */
to_accept?: Array<number>,
/**
 * The winners; more than one is a tie. Empty before the end, in aborted games and in summaries
 * of older versions.
 */
winners?: Array<number>,
/**
 * Players for whom seats are reserved in a rematch; missing in summaries of older versions.
 */
expected?: Array<ExpectedView>,
/**
 * The seats of guests; missing in summaries of older versions.
 */
guests?: Array<number>, changed: number, };

export type RoomList = { rooms: Array<RoomSummary>, };

/**
 * A page of the public rooms.
 */
export type LobbyView = {
/**
 * Rooms that wait for players, the longest waiting first. On the first page, games that can be
 * watched follow.
 */
rooms: Array<RoomSummary>,
/**
 * Number of waiting rooms on all pages.
 */
waiting: number, };

/**
 * A chat message.
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
 * A player for whom a seat is reserved.
 */
export type ExpectedView = {
/**
 * The player's id.
 */
player: string,
/**
 * Their name in the previous game.
 */
name: string, };

/**
 * What has changed in a room, for one viewer.
 */
export type UpdateView = {
/**
 * The version before `events`.
 */
since: number,
/**
 * The events since then.
 */
events: Array<EventView>,
/**
 * The room now.
 */
room: RoomView, };

/**
 * What a play or an exchange brought the player. Only the player receives it.
 */
export type MoveResult = {
/**
 * The points of the play; a challenge may still take them away.
 */
score: number,
/**
 * The new tiles; `?` is a blank.
 */
drawn: Array<string>, };

/**
 * The player who sends the request.
 */
export type MeView = { id: string, name: string,
/**
 * Whether they have a password, so that they can log in elsewhere.
 */
account: boolean,
/**
 * Whether they are an administrator.
 */
admin?: boolean,
/**
 * Why and until when they are banned, if they are.
 */
banned?: BannedView, ratings: Array<RatingView>, };

/**
 * A player's rating for a family of rulesets and a pace.
 */
export type RatingView = {
/**
 * The ruleset that names the family.
 */
ruleset: string, pace: PaceView,
/**
 * By Glicko-2, which starts at 1500.
 */
rating: number,
/**
 * The rating deviation.
 */
deviation: number, games: number, };

/**
 * The ratings of the players at a table.
 */
export type SeatRatings = {
/**
 * By seat; nothing for a player without such a rated game.
 */
seats: Array<RatingView | null>, };

/**
 * The pace of a game.
 */
export type PaceView = "fast" | "slow" | "days" | "untimed";

/**
 * A new display name.
 */
export type NameRequest = { name: string, };

/**
 * A name and a password: for a new account, or to log in.
 */
export type PasswordRequest = { name: string, password: string, };

/**
 * A secret with which a program can act for the player. It is shown once.
 */
export type TokenView = { token: string, };

/**
 * A new password for an account.
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
 * This session, then the others, the last used first.
 */
sessions: Array<SessionView>, };

/**
 * A browser or program in which a player is logged in.
 */
export type SessionView = {
/**
 * The id of the session. It is not a secret.
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
 * Whether it is the session of this request.
 */
current: boolean, };

export type MutedList = { muted: Array<MutedView>, };

/**
 * A muted or blocked player.
 */
export type MutedView = { player: string,
/**
 * Nothing if the account was deleted.
 */
name?: string,
/**
 * Whether they are also blocked: they can't join the player's games.
 */
blocked?: boolean, };

/**
 * A bot.
 */
export type BotView = { name: string,
/**
 * How it plays.
 */
about: string,
/**
 * Its ratings on this server.
 */
ratings?: Array<RatingView>, };

export type BotList = {
/**
 * The weakest first.
 */
bots: Array<BotView>,
/**
 * The name of the default bot.
 */
usual: string, };

/**
 * The terms of a new game, before it is created.
 */
export type GameTerms = { rated: boolean,
/**
 * Why it would not be rated.
 */
unrated: Array<UnratedReason>, };

/**
 * Why a game is not rated. Rated games have a ruleset's standard rules, and are between two
 * accounts or an account and a bot.
 */
export type UnratedReason = "by_choice" | "lexicon" | "challenge" | "seats" | "seed" | "open_racks" | "clock" | "grace" | "guest" | "no_moves";

/**
 * An imported game.
 */
export type RecordView = { ruleset: string,
/**
 * The first to move comes first.
 */
players: Array<string>, turns: Array<RecordTurn>,
/**
 * What looks wrong, with line numbers.
 */
warnings: Array<string>, };

/**
 * One turn of a score sheet; the last one may be the next turn.
 */
export type RecordTurn = { seat: number,
/**
 * What the player knew before it, as CGP; nothing if the sheet has too many of a tile.
 */
position?: string,
/**
 * The move: `8D RETAINS`, `-QVU`, `-3`, `pass`; nothing for the next turn.
 */
move?: string, points: number, note: string, };

/**
 * A score sheet to import.
 */
export type ImportRequest = {
/**
 * As GCG.
 */
text: string,
/**
 * The sheet's own if not given.
 */
ruleset?: string, };

/**
 * A saved item.
 */
export type KeptView = { id: string, title: string,
/**
 * Counts its changes, from 1. A change names the version it is based on.
 */
version: number,
/**
 * When it was last changed.
 */
at: number,
/**
 * The link under which others can read it, at `/api/shared/{link}`.
 */
link?: string, content: Content, };

/**
 * A saved item in a list.
 */
export type KeptSummary = { id: string, kind: KeptKind, title: string, version: number, at: number, link?: string, };

export type KeptList = {
/**
 * The last changed first.
 */
kept: Array<KeptSummary>, };

/**
 * A saved item as others see it through the link.
 */
export type SharedView = { title: string, version: number, at: number, content: Content, };

/**
 * A new item to save.
 */
export type KeepRequest = { title: string, content: Content, };

/**
 * A change of a saved item. It is refused unless the version is the latest, since another device
 * has changed the item.
 */
export type ChangeRequest = {
/**
 * The version it is based on.
 */
version: number, title: string, content: Content, };

/**
 * The kinds of saved items.
 */
export type KeptKind = "board" | "followed" | "review" | "quiz";

/**
 * The content of a saved item.
 */
export type Content = { "kind": "board" } & BoardContent | { "kind": "followed" } & FollowedContent | { "kind": "review" } & ReviewContent | { "kind": "quiz" } & QuizContent;

/**
 * A position to come back to.
 */
export type BoardContent = { ruleset: string, lexicon?: string, family?: boolean,
/**
 * As CGP.
 */
position: string, note?: string, };

/**
 * A tracked game that is played elsewhere.
 */
export type FollowedContent = { ruleset: string, lexicon?: string, family?: boolean,
/**
 * As GCG.
 */
sheet: string,
/**
 * The seat of the player who tracks the game.
 */
me: number,
/**
 * Private: the link does not show it.
 */
note?: string, };

/**
 * A reviewed game, and the review so far.
 */
export type ReviewContent = { ruleset: string, lexicon?: string, family?: boolean,
/**
 * As GCG.
 */
sheet: string,
/**
 * The seats of bots, from 0; a score sheet has only names.
 */
bots?: Array<number>,
/**
 * The review of the first turns, if it is not finished.
 */
review?: ReviewView, };

/**
 * Progress in a quiz.
 */
export type QuizContent = { ruleset: string, lexicon?: string, family?: boolean,
/**
 * Which questions these are, in the words of the page.
 */
about: string, cards: Array<CardView>,
/**
 * When all cards were last discarded. Older cards of other devices don't come back.
 */
emptied?: number, };

/**
 * One question of a quiz.
 */
export type CardView = {
/**
 * The question: letters, a word, a pattern.
 */
question: string,
/**
 * Its box: how often in a row the answer was right.
 */
level: number,
/**
 * When it is due.
 */
due: number, right: number, wrong: number,
/**
 * When it was added.
 */
added?: number, };

/**
 * A chat channel. Players don't see the spectators' messages before the game is over.
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
said?: string,
/**
 * Whether the message has been deleted since.
 */
deleted?: boolean, text: string,
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
address?: string, days?: number,
/**
 * Shown to the banned player.
 */
reason?: string, } | { "action": "unban", ban: number, } | { "action": "close_game", game: string,
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
 * Names they had before, the latest first.
 */
former_names?: Array<string>,
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

/**
 * A ban as the banned player sees it.
 */
export type BannedView = {
/**
 * Empty if the administrator gave none.
 */
reason: string,
/**
 * When the ban ends, if it ends by itself.
 */
until?: number, };

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
 * Names they had before, the latest first.
 */
former_names?: Array<string>,
/**
 * Whether an administrator has muted them.
 */
is_muted: boolean, kept: Array<KeptView>, };

/**
 * One line of a streamed answer. The last one is `done` or `refused`.
 */
export type Streamed<T> = { "type": "progress", so_far: T, } | { "type": "done", answer: T, } | { "type": "refused", error: ErrorView, };

/**
 * One message of a client.
 */
export type Asked = {
/**
 * Chosen by the client; the `done` or `refused` that answers has the same.
 */
id: number, ask: Ask, };

/**
 * A client's requests.
 */
export type Ask = { "type": "watch", game: string, since?: number, } | { "type": "unwatch", game: string, } | { "type": "join", game: string,
/**
 * Agrees that spectators see all racks, if the game is like that.
 */
open_racks?: boolean, } | { "type": "act", game: string, turn?: number, action: ActionView, } | { "type": "hold", game: string, hold: boolean, } | { "type": "say", game: string, text: string, } | { "type": "lobby", watch: boolean, } | { "type": "ping" };

/**
 * The server's messages. An answer has the `id` of the request.
 */
export type Said = { "type": "welcome", me: MeView, now: number, } | { "type": "done", id: number,
/**
 * For a play or an exchange.
 */
result?: MoveResult, } | { "type": "refused", id: number | null, error: ErrorView, } | { "type": "update", update: UpdateView, } | { "type": "chat", game: string, messages: Array<ChatView>, } | { "type": "lobby", rooms: Array<RoomSummary>,
/**
 * Number of waiting rooms, also those not on the page.
 */
waiting: number, } | { "type": "lobby_changed",
/**
 * Ids of rooms that leave the page. Apply them before `changed`.
 */
removed: Array<string>,
/**
 * Rooms that replace those with the same id; others are added at the end, in this order.
 */
changed: Array<RoomSummary>,
/**
 * Number of waiting rooms, also those not on the page.
 */
waiting: number, } | { "type": "closing" } | { "type": "announcement", announcement: AnnouncementView | null, };
