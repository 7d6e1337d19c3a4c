//! Plays like a person of some [`Level`]: knows some words, overlooks some plays, misjudges others,
//! and sometimes plays phonies.
//!
//! One random number is drawn for each word, and a play of it is seen if that number is below the
//! play's ease. Plays of many tiles and plays with cross words are less easy. Among the plays that
//! are seen, the one that seems best is chosen. A human-like bot never passes while there is a
//! legal play.

use std::cmp::Reverse;

use tisane_lexicon::Letter;
use tisane_rules::{Challenge, Move, Play, Position, PublicMove};

use super::dice::{CERTAIN, Dice};
use super::level::{FEW_TILES, Level, LevelVocabulary};
use super::{Bot, words_before, words_of};
use crate::engine::{Engine, Session};
use crate::evaluate::candidate::Candidate;

/// A bot that plays like a person of some [`Level`].
pub struct Human<'a> {
    vocabulary: &'a LevelVocabulary,
    /// The real game: its lexicon decides which words are valid.
    engine: &'a Engine,
    session: Session<'a>,
    rule: Challenge,
    seed: u64,
}

/// The number of plays considered first; if none of them is seen, all are.
const FIRST_LOOK: usize = 100;

/// How often a player who sees no play considers an exchange, in thousandths.
const NO_PLAY_SEEN: u32 = 500;

/// The parts of a turn that are decided independently.
const ENDGAME: u64 = 1;
const EXCHANGE: u64 = 2;
const WORDS: u64 = 3;
const JUDGEMENT: u64 = 4;

/// How a play looks to the player, ordered from worse to better.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd)]
enum Look {
    /// How far the play was from being seen.
    Overlooked { effort: Reverse<u64> },
    /// Its apparent value, in thousandths of a point.
    Seen { worth: i32 },
}

impl<'a> Human<'a> {
    /// A player with this vocabulary, under this challenge rule. Players of the same level with
    /// different seeds play differently.
    pub fn new(
        engine: &'a Engine,
        vocabulary: &'a LevelVocabulary,
        rule: Challenge,
        seed: u64,
    ) -> Human<'a> {
        Human { vocabulary, engine, session: vocabulary.believed.session(), rule, seed }
    }

    fn level(&self) -> &'static Level {
        self.vocabulary.level
    }

    /// The play that seems best among those seen; if none is seen, the one closest to it.
    fn play(&mut self, position: &Position, dice: Dice) -> Option<Candidate> {
        let first = self.session.top_plays(position, FIRST_LOOK);
        let more = first.len() == FIRST_LOOK;
        match self.best_looking(position, first, dice) {
            Some((Look::Overlooked { .. }, _)) if more => {
                let all = self.session.plays(position, None);
                self.best_looking(position, all, dice).map(|(_, play)| play)
            }
            found => found.map(|(_, play)| play),
        }
    }

    fn best_looking(
        &self,
        position: &Position,
        plays: Vec<Candidate>,
        dice: Dice,
    ) -> Option<(Look, Candidate)> {
        let looks = plays
            .into_iter()
            .filter_map(|candidate| Some((self.look(position, &candidate, dice)?, candidate)));
        looks.reduce(|best, other| if other.0 > best.0 { other } else { best })
    }

    /// How a play looks; `None` if the rules reject it.
    fn look(&self, position: &Position, candidate: &Candidate, dice: Dice) -> Option<Look> {
        let Move::Play(play) = &candidate.mv else { return None };
        let words = words_of(self.engine.ruleset(), &position.board, play);
        if self.rule == Challenge::Void
            && !words.iter().all(|word| self.engine.lexicon().contains(word))
        {
            return None;
        }
        let ease = self.ease(play.placements().len(), words.len() - 1);
        let thoughtful = position.bag > 0 || happens(dice, ENDGAME, self.level().endgames);
        let dice = dice.and(WORDS).about(&words[0]);
        let draw = dice.draw();
        if draw >= ease {
            return Some(Look::Overlooked {
                effort: Reverse(u64::from(draw) * 1000 / u64::from(ease.max(1))),
            });
        }
        let level = self.level();
        let leave = candidate.equity - candidate.score * 1000;
        let felt =
            if thoughtful { (i64::from(leave) * i64::from(level.leaves) / 1000) as i32 } else { 0 };
        let place = play.placements().iter().fold(0, |place, (square, _)| {
            place * 31 + u64::from(square.row) * 64 + u64::from(square.col)
        });
        let misjudged = dice.and(JUDGEMENT).and(place).around(level.misjudges);
        Some(Look::Seen { worth: candidate.score * 1000 + felt + misjudged })
    }

    /// How often a play with this many tiles and cross words is seen, in millionths.
    fn ease(&self, tiles: usize, cross_words: usize) -> u32 {
        let Level { sees, long, parallel, .. } = *self.level();
        let less = |ease: u64, part: u32| ease * u64::from(part) / 1000;
        let ease = (FEW_TILES..tiles).fold(u64::from(sees) * 1000, |ease, _| less(ease, long));
        (0..cross_words).fold(ease, |ease, _| less(ease, parallel)) as u32
    }

    /// If no known word can be played: the legal play with the most common words.
    fn stumble(&self, position: &Position) -> Option<Move> {
        let lexicon = self.engine.lexicon();
        let rarest = |candidate: &Candidate| {
            let Move::Play(play) = &candidate.mv else { return u32::MAX };
            let words = words_of(self.engine.ruleset(), &position.board, play);
            words
                .iter()
                .map(|word| self.vocabulary.commonness.rank(lexicon, word))
                .max()
                .unwrap_or(u32::MAX)
        };
        self.engine
            .session()
            .plays(position, None)
            .into_iter()
            .min_by_key(rarest)
            .map(|candidate| candidate.mv)
    }

    /// Whether challenging a play of this score seems worth the risk. A successful challenge takes
    /// the points back; a failed one costs what the rule says.
    fn dares(&self, points: i32, position: &Position) -> bool {
        let price = match self.rule {
            Challenge::Void => return false,
            Challenge::Single => 0,
            Challenge::Double => usual_turn(position).unwrap_or(points / 2),
            Challenge::Points { points, .. } => points,
            // Few players risk the game on a word they merely don't know.
            Challenge::Triple => return self.level().suspicion > 900,
        };
        let suspicion = i64::from(self.level().suspicion);
        suspicion * i64::from(points) > (1000 - suspicion) * i64::from(price)
    }

    /// Whether the player believes that an opponent's word is valid.
    fn recognises(&self, word: &[Letter]) -> bool {
        let (lexicon, known) = (self.engine.lexicon(), self.level().recognises * 1000);
        self.vocabulary.believed.lexicon().contains(word)
            || lexicon.contains(word) && self.vocabulary.commonness.rank(lexicon, word) < known
    }
}

impl Bot for Human<'_> {
    fn choose(&mut self, position: &Position) -> Move {
        let dice = Dice::new(self.seed, position);
        let play = self.play(position, dice);
        let often = if play.is_none() {
            self.level().exchanges.max(NO_PLAY_SEEN)
        } else {
            self.level().exchanges
        };
        if happens(dice, EXCHANGE, often)
            && let Some(exchange) = self.session.best_exchange(position)
            && play.as_ref().is_none_or(|play| exchange.equity > play.equity)
        {
            return exchange.mv;
        }
        let play = play.map(|play| play.mv).or_else(|| self.stumble(position));
        play.or_else(|| self.session.best_exchange(position).map(|exchange| exchange.mv))
            .unwrap_or(Move::Pass)
    }

    fn challenges(&mut self, position: &Position, play: &Play) -> bool {
        let words = words_before(self.engine.ruleset(), position, play);
        let points = position.history.latest_first().find_map(|turn| match turn.what {
            PublicMove::Played { play: played, score } if played == play => Some(*score),
            _ => None,
        });
        !words.iter().all(|word| self.recognises(word)) && self.dares(points.unwrap_or(0), position)
    }
}

/// Whether an event with a chance of `often` thousandths happens.
fn happens(dice: Dice, what: u64, often: u32) -> bool {
    u64::from(dice.and(what).draw()) * 1000 < u64::from(often) * u64::from(CERTAIN)
}

/// The mean score of a turn so far, before the play in question; `None` on the first turn.
fn usual_turn(position: &Position) -> Option<i32> {
    let before = position.history.len().checked_sub(1)?;
    let points = position
        .history
        .latest_first()
        .skip(1)
        .map(|turn| if let PublicMove::Played { score, .. } = turn.what { *score } else { 0 });
    points.sum::<i32>().checked_div(before as i32)
}
