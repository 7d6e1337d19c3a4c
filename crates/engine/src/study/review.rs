//! Reviews a game: the best move of every turn, the move played, and what the difference cost.
//!
//! Every turn is judged by what the player knew, the [`Position`] before it. The loss is the win
//! chance of the best move minus that of the move played; in decided games and endgames, the
//! difference in points. Differences within the error of the simulation are not mistakes. Turns
//! cannot be judged if the rack or the tiles of an exchange are unknown, or if the player lost the
//! turn.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tisane_lexicon::{Letter, Lexicon};
use tisane_rules::{
    Impossible, Move, Play, Position, Record, RecordError, RecordedPosition, Ruleset, What, fit,
};

use crate::engine::Engine;
use crate::evaluate::win::{CERTAIN, Chance};
use crate::search::Go;
use crate::search::analysis::{Analysis, Limits, Line, Sampled};
use crate::search::table::SimulatedGame;
use crate::study::strength::Account;

/// A reviewed game.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// In the order they were played; only the first ones if the review was stopped.
    pub turns: Vec<ReviewedTurn>,
    /// By seat.
    pub players: Vec<ReviewedPlayer>,
}

/// One turn.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewedTurn {
    /// Index into [`Record::entries`].
    pub entry: usize,
    /// The player's seat.
    pub seat: usize,
    /// The move played; `None` if the tiles of an exchange are unknown or the turn was lost.
    pub played: Option<Move>,
    /// The invalid words it formed.
    pub phonies: Vec<String>,
    /// Whether the play was challenged and withdrawn.
    pub withdrawn: bool,
    /// The judgement, or why the turn was not judged.
    pub verdict: Result<Verdict, Unjudged>,
}

/// The judgement of a turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// The position before the turn.
    pub position: Position,
    /// Its analysis.
    pub analysis: Analysis,
    /// Index of the move played among the lines; `None` for an illegal move, such as a phony.
    pub place: Option<usize>,
    /// What the move cost; `None` if it is illegal or was not analysed in time.
    pub loss: Option<Loss>,
}

/// What was lost by not playing the best move. Neither number is negative.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Loss {
    /// Loss of win chance, if known.
    pub win: Option<Chance>,
    /// Loss of final spread, in thousandths of a point.
    pub points: i32,
    /// How bad the mistake was.
    pub size: Size,
    /// Which of the two decides the size, and is worth showing.
    pub by: JudgedBy,
}

/// What follows a move once the bag is empty: its leave is worth the points it still gains.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Rest {
    /// Whether the move ends the game, so that only the settlement follows.
    pub ends: bool,
    /// What the player gains on the best opponent after the move's own score until the end, in
    /// thousandths of a point. A static analysis uses equity.
    pub gains: i32,
}

/// What the size of a mistake is measured by.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum JudgedBy {
    /// Win chance.
    #[default]
    Win,
    /// Points, since win chances are unknown or the game was decided anyway.
    Points,
}

/// How bad a mistake was.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug, Default)]
pub enum Size {
    /// Not a mistake.
    #[default]
    None,
    /// A small mistake.
    Small,
    /// A medium mistake.
    Medium,
    /// A large mistake.
    Large,
}

/// Why a turn was not judged.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum Unjudged {
    /// This many tiles of the rack are unknown.
    #[error("{0} {tiles} of the rack unknown", tiles = if *.0 == 1 { "tile" } else { "tiles" })]
    UnknownTiles(usize),
    /// The exchanged tiles are unknown.
    #[error("the exchanged tiles are unknown")]
    UnknownExchange,
    /// The turn was lost by challenging this word.
    #[error("lost a turn by {}", challenging(.0))]
    ChallengeLost(String),
    /// The player was away and lost the turn.
    #[error("was away and lost a turn")]
    Absence,
    /// The position is impossible.
    #[error(transparent)]
    Impossible(Impossible),
}

fn challenging(word: &str) -> String {
    if word.is_empty() { "a wrong challenge".to_owned() } else { format!("challenging {word}") }
}

/// Totals of a player's turns.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct ReviewedPlayer {
    /// Number of turns that were judged.
    pub turns: usize,
    /// Number of them with win chances.
    pub with_chances: usize,
    /// The sum of win chances lost in these.
    pub win_lost: u64,
    /// In thousandths of a point.
    pub points_lost: i64,
    /// Number of small, medium and large mistakes.
    pub mistakes: [usize; 3],
    /// Turns with an invalid word.
    pub phonies: usize,
    /// How many of them were not challenged.
    pub phonies_stood: usize,
    /// Turns lost by a wrong challenge.
    pub challenges_lost: usize,
    /// Turns in which the best move, or an equally good one, was played.
    pub best: usize,
    /// Static losses and best scores, for estimating strength.
    pub account: Account,
}

/// What one turn adds to its player's totals.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct TurnTally {
    /// What the move cost, if it was judged.
    pub loss: Option<Loss>,
    /// The turn by static equity, if it was judged.
    pub by_equity: Option<ByEquity>,
    /// Whether it formed an invalid word.
    pub phony: bool,
    /// Whether the play was withdrawn.
    pub withdrawn: bool,
    /// Whether the turn was lost by a wrong challenge.
    pub challenge_lost: bool,
}

/// A judged turn by static equity, in thousandths of a point.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct ByEquity {
    /// The equity of the best move minus that of the move played.
    pub lost: i32,
    /// The score of the best move.
    pub best: i32,
}

/// Loss of win chance from which a mistake is small, medium or large. A four-hundredth is within
/// the error of a simulation.
const BY_WIN: [Chance; 3] = [CERTAIN / 400, CERTAIN * 3 / 100, CERTAIN * 7 / 100];
/// The same in thousandths of a point, for decided games.
const BY_POINTS: [i32; 3] = [1_000, 8_000, 16_000];

impl Loss {
    /// Without win chances, or if the game is decided, points decide the size. A loss within the
    /// standard error is not a mistake.
    fn new(win: Option<Chance>, points: i32, decided: bool, errors: Errors) -> Loss {
        let (by, reached) = match win {
            Some(win) if !decided => (
                JudgedBy::Win,
                BY_WIN.iter().filter(|&&from| win >= from && f64::from(win) > errors.win).count(),
            ),
            _ => (
                JudgedBy::Points,
                BY_POINTS
                    .iter()
                    .filter(|&&from| points >= from && f64::from(points) > errors.spread)
                    .count(),
            ),
        };
        let size = [Size::None, Size::Small, Size::Medium, Size::Large][reached];
        Loss { win, points, size, by }
    }
}

/// Standard errors of a difference.
#[derive(Copy, Clone, Default)]
struct Errors {
    win: f64,
    spread: f64,
}

/// How each turn is analysed.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum ReviewMethod {
    /// By score and leave.
    Static,
    /// By looking ahead.
    Ahead(Limits),
}

/// How to continue a review.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum ReviewControl {
    /// Continue with this turn.
    On,
    /// Finish this turn with the results so far.
    NextTurn,
    /// Stop the review without this turn.
    Stop,
}

impl Engine {
    /// Reviews every turn of a game. `control` receives the review so far again and again.
    pub fn review(
        &self,
        record: &Record,
        method: ReviewMethod,
        control: &mut dyn FnMut(&Review) -> ReviewControl,
    ) -> Result<Review, RecordError> {
        let positions = record.positions(self.ruleset())?;
        let mut review = Review {
            turns: Vec::new(),
            players: vec![ReviewedPlayer::default(); record.players.len()],
        };
        for recorded in positions {
            let mut stopped = control(&review) == ReviewControl::Stop;
            let turn =
                self.review_turn(record, &recorded, method, &mut |_| match control(&review) {
                    ReviewControl::On => Go::On,
                    ReviewControl::NextTurn => Go::Stop,
                    ReviewControl::Stop => {
                        stopped = true;
                        Go::Stop
                    }
                });
            let Some(turn) = turn.filter(|_| !stopped) else { break };
            review.players[turn.seat].count(turn.counted());
            review.turns.push(turn);
        }
        Ok(review)
    }

    /// Reviews one turn of a game; `None` for the position after the last turn. `go_on` receives
    /// the analysis so far again and again.
    pub fn review_turn(
        &self,
        record: &Record,
        recorded: &RecordedPosition,
        method: ReviewMethod,
        go_on: &mut dyn FnMut(&Analysis) -> Go,
    ) -> Option<ReviewedTurn> {
        let what = &record.entries.get(recorded.entry)?.what;
        let verdict = self.verdict(recorded, what, method, go_on);
        let played = what.to_move();
        let phonies = match (&recorded.position, &played) {
            (Ok(position), Some(Move::Play(play))) => {
                phonies(self.ruleset(), self.lexicon(), position, play)
            }
            _ => Vec::new(),
        };
        let RecordedPosition { entry, seat, .. } = *recorded;
        Some(ReviewedTurn {
            entry,
            seat,
            played,
            phonies,
            withdrawn: record.is_withdrawn(entry),
            verdict,
        })
    }

    fn verdict(
        &self,
        recorded: &RecordedPosition,
        what: &What,
        method: ReviewMethod,
        go_on: &mut dyn FnMut(&Analysis) -> Go,
    ) -> Result<Verdict, Unjudged> {
        match what {
            What::TurnLost { word } => {
                return Err(Unjudged::ChallengeLost(self.ruleset().alphabet.show(word)));
            }
            What::Skipped => return Err(Unjudged::Absence),
            _ => {}
        }
        let position = recorded.position.clone().map_err(Unjudged::Impossible)?;
        if recorded.unknown > 0 {
            return Err(Unjudged::UnknownTiles(recorded.unknown));
        }
        let played = &self.as_listed(&position, &what.to_move().ok_or(Unjudged::UnknownExchange)?);
        let analysis = match method {
            ReviewMethod::Static => self.by_equity(&position, usize::MAX),
            ReviewMethod::Ahead(limits) => self.solve_with(&position, Some(played), limits, go_on),
        };
        let place = analysis.lines.iter().position(|line| line.candidate.mv == *played);
        let loss = place.and_then(|place| loss(&analysis.lines[0], &analysis.lines[place]));
        Ok(Verdict { position, analysis, place, loss })
    }
}

/// What the played line lost compared with the best. `None` if its value is unknown because the
/// analysis ended early; a bound is not a value.
pub fn loss(best: &Line, played: &Line) -> Option<Loss> {
    if best.win.is_some() && played.win.is_none() {
        return None;
    }
    let points = match (best.spread, played.spread) {
        (Some(best), Some(played)) => best - played,
        _ => best.candidate.equity - played.candidate.equity,
    };
    let is_decided = |line: &Line| {
        line.win.is_some_and(|win| win <= NEARLY_NOTHING || win >= CERTAIN - NEARLY_NOTHING)
    };
    let win = best.win.zip(played.win).map(|(best, played)| best.saturating_sub(played));
    let decided =
        is_decided(best) && is_decided(played) && win.is_some_and(|win| win <= NEARLY_NOTHING);
    let errors = best.sampled.as_ref().zip(played.sampled.as_ref()).map_or(
        Errors::default(),
        |(best, played)| {
            let both = |error: fn(&Sampled) -> f64| error(best).hypot(error(played));
            Errors {
                win: both(|sampled| sampled.win_error),
                spread: both(|sampled| sampled.spread_error),
            }
        },
    );
    Some(Loss::new(win, points.max(0), decided, errors))
}

/// What follows the move of a line; `None` while the bag has tiles.
pub fn rest(ruleset: &Ruleset, position: &Position, line: &Line) -> Option<Rest> {
    if position.bag > 0 {
        return None;
    }
    let candidate = &line.candidate;
    let others = position.scores[1..].iter().zip(&position.others).filter(|(_, other)| !other.gone);
    let lead = position.scores[0] - others.map(|(score, _)| *score).max().unwrap_or(0);
    let gains = line.spread.map_or(candidate.equity - candidate.score * 1000, |spread| {
        spread - (lead + candidate.score) * 1000
    });
    let mut table = SimulatedGame::new(ruleset, position);
    // With several opponents it is unknown who has which tiles, but that does not decide whether
    // this move is the last.
    let unseen = position.unseen(ruleset);
    table.racks[1..].fill(unseen);
    table.make(&candidate.mv, candidate.score, &mut ChaCha8Rng::seed_from_u64(0));
    Some(Rest { ends: table.over().is_some(), gains })
}

/// A negligible difference in win chance.
const NEARLY_NOTHING: Chance = CERTAIN / 200;

/// The words of a play that are not in the lexicon.
fn phonies(ruleset: &Ruleset, lexicon: &Lexicon, position: &Position, play: &Play) -> Vec<String> {
    let words = fit(ruleset, &position.board, play).unwrap_or_default();
    let letters =
        words.iter().map(|word| word.letters()).filter(|letters| !lexicon.contains(letters));
    letters.map(|letters| ruleset.alphabet.show(&letters)).collect()
}

impl ReviewedTurn {
    /// What this turn adds to its player's totals.
    pub fn counted(&self) -> TurnTally {
        let (phony, withdrawn) = (!self.phonies.is_empty(), self.withdrawn);
        match &self.verdict {
            Ok(verdict) => TurnTally {
                loss: verdict.loss,
                by_equity: verdict.by_equity(),
                phony,
                withdrawn,
                challenge_lost: false,
            },
            Err(reason) => {
                let challenge_lost = matches!(reason, Unjudged::ChallengeLost(_));
                TurnTally { phony, withdrawn, challenge_lost, ..TurnTally::default() }
            }
        }
    }

    /// The word of the best play, if not playing it was a mistake and the same word was not played
    /// elsewhere.
    pub fn missed(&self, ruleset: &Ruleset) -> Option<Vec<Letter>> {
        let verdict = self.verdict.as_ref().ok()?;
        verdict.loss.filter(|loss| loss.size != Size::None)?;
        let word = |mv: &Move| match mv {
            Move::Play(play) => {
                fit(ruleset, &verdict.position.board, play).ok()?.first().map(|word| word.letters())
            }
            _ => None,
        };
        let played = self.played.as_ref().and_then(word);
        word(&verdict.analysis.lines.first()?.candidate.mv)
            .filter(|missed| Some(missed) != played.as_ref())
    }
}

impl Verdict {
    /// Strength was calibrated with static equity, so it is used here too, however far the review
    /// looks ahead.
    fn by_equity(&self) -> Option<ByEquity> {
        let played = &self.analysis.lines[self.loss.and(self.place)?].candidate;
        let best = self
            .analysis
            .lines
            .iter()
            .map(|line| &line.candidate)
            .max_by_key(|candidate| candidate.equity)?;
        Some(ByEquity { lost: best.equity - played.equity, best: best.score * 1000 })
    }
}

impl ReviewedPlayer {
    /// Adds a turn.
    pub fn count(
        &mut self,
        TurnTally { loss, by_equity, phony, withdrawn, challenge_lost }: TurnTally,
    ) {
        self.phonies += usize::from(phony);
        self.phonies_stood += usize::from(phony && !withdrawn);
        self.challenges_lost += usize::from(challenge_lost);
        if let Some(ByEquity { lost, best }) = by_equity {
            self.account.add(lost, best);
        }
        let Some(loss) = loss else { return };
        self.turns += 1;
        if let Some(win) = loss.win {
            self.with_chances += 1;
            self.win_lost += u64::from(win);
        }
        self.points_lost += i64::from(loss.points);
        match loss.size {
            Size::None => self.best += 1,
            size => self.mistakes[size as usize - 1] += 1,
        }
    }

    /// Mean loss of win chance per turn.
    pub fn mean_win_lost(&self) -> Option<Chance> {
        self.win_lost.checked_div(self.with_chances as u64).map(|mean| mean as Chance)
    }

    /// Mean loss per turn, in thousandths of a point.
    pub fn mean_points_lost(&self) -> Option<i32> {
        self.points_lost.checked_div(self.turns as i64).map(|mean| mean as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::candidate::Candidate;
    use crate::search::analysis::Exactness;
    use tisane_rules::Tiles;

    #[test]
    fn a_bound_is_not_a_value() {
        let line = |win, exactness, spread| {
            let candidate = Candidate { mv: Move::Pass, score: 0, leave: Tiles::new(), equity: 0 };
            Line { win, spread: Some(spread), exactness, ..Line::of(candidate) }
        };
        let best = line(Some(CERTAIN), Exactness::Exact, 10_000);
        assert_eq!(loss(&best, &line(None, Exactness::AtMost, 10_000)), None);
        let worse = loss(&best, &line(Some(CERTAIN), Exactness::Exact, 1_000)).unwrap();
        assert_eq!((worse.points, worse.size, worse.by), (9_000, Size::Medium, JudgedBy::Points));
    }

    #[test]
    fn decided_games_are_judged_by_points() {
        let line = |win, spread| {
            let candidate = Candidate { mv: Move::Pass, score: 0, leave: Tiles::new(), equity: 0 };
            Line { win: Some(win), spread: Some(spread), ..Line::of(candidate) }
        };
        let judged = |best, played| {
            loss(&line(best, 40_000), &line(played, 10_000)).map(|loss| (loss.by, loss.size))
        };
        assert_eq!(
            judged(CERTAIN, CERTAIN - CERTAIN / 1000),
            Some((JudgedBy::Points, Size::Large)),
            "won either way"
        );
        assert_eq!(
            judged(CERTAIN / 1000, 0),
            Some((JudgedBy::Points, Size::Large)),
            "lost either way"
        );
        assert_eq!(judged(CERTAIN, CERTAIN - CERTAIN / 50), Some((JudgedBy::Win, Size::Small)));
        assert_eq!(
            judged(CERTAIN / 2, CERTAIN / 2 - CERTAIN / 1000),
            Some((JudgedBy::Win, Size::None)),
            "points alone are not a mistake"
        );
    }

    #[test]
    fn losses_within_the_error_are_not_mistakes() {
        let line = |win, win_error| {
            let candidate = Candidate { mv: Move::Pass, score: 0, leave: Tiles::new(), equity: 0 };
            let sampled = Sampled {
                samples: 100,
                live: true,
                win_error,
                spread_error: 0.0,
                plies: Vec::new(),
                heat: Vec::new(),
            };
            Line { win: Some(win), spread: Some(0), sampled: Some(sampled), ..Line::of(candidate) }
        };
        let size = |lost: Chance, error: f64| {
            loss(&line(CERTAIN / 2, error), &line(CERTAIN / 2 - lost, error)).unwrap().size
        };
        let four_percent = CERTAIN / 25;
        assert_eq!(
            [size(four_percent, 10.0), size(four_percent, f64::from(four_percent) * 0.8)],
            [Size::Medium, Size::None]
        );
    }
}
