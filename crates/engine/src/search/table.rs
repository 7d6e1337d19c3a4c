//! A simulated game: all racks, the bag and the scores, and how moves change them. It follows the
//! rules of [`Game`](tisane_rules::Game) without log, clocks and challenges.

use rand_chacha::ChaCha8Rng;
use tisane_rules::{
    Board, History, Idle, Move, OtherRack, Position, Reason, Ruleset, Seat, TieBreak, Tile, Tiles,
    TurnKind,
};

use super::random::{below, shuffle};
use crate::evaluate::equity::{Others, worth_without};
use crate::evaluate::win::{CERTAIN, Chance, WinModel};

/// Everything but the board. Seat 0 is on turn in the position under analysis.
#[derive(Clone, Debug)]
pub(crate) struct SimulatedGame<'a> {
    ruleset: &'a Ruleset,
    pub racks: Vec<Tiles>,
    pub scores: Vec<i32>,
    pub gone: Vec<bool>,
    /// The seat that had the first turn of the game, if known.
    first: Option<Seat>,
    pub on_turn: Seat,
    pub bag: Bag,
    /// All tiles that are not on the board.
    hidden: Tiles,
    idle: Idle,
    pub final_turns: Option<u32>,
}

impl<'a> SimulatedGame<'a> {
    /// The game of a position. Opponents' racks contain the known tiles only, and the bag is empty
    /// until tiles are [dealt](super::simulate).
    pub(crate) fn new(ruleset: &'a Ruleset, position: &Position) -> SimulatedGame<'a> {
        let mut hidden = position.unseen(ruleset);
        hidden.add(&position.rack);
        let others = &position.others;
        let gone: Vec<bool> =
            std::iter::once(false).chain(others.iter().map(|other| other.gone)).collect();
        let active = gone.iter().filter(|gone| !**gone).count() as u32;
        let last_round = ruleset.end.final_turn_each && position.bag == 0;
        SimulatedGame {
            ruleset,
            racks: std::iter::once(position.rack.clone())
                .chain(others.iter().map(|other| other.known.clone()))
                .collect(),
            scores: position.scores.clone(),
            gone,
            first: position.history.first().map(|turn| turn.seat),
            on_turn: 0,
            bag: Bag::default(),
            hidden,
            idle: Idle { passes: position.passes, scoreless: position.scoreless_turns },
            final_turns: position.final_turns.or(last_round.then_some(active)),
        }
    }

    /// A new game with randomly dealt racks.
    ///
    /// # Panics
    ///
    /// If the ruleset does not allow this number of seats.
    pub(crate) fn dealt(
        ruleset: &'a Ruleset,
        seats: usize,
        random: &mut ChaCha8Rng,
    ) -> SimulatedGame<'a> {
        let others = vec![Tiles::new(); seats - 1];
        let position = Position::new(
            ruleset,
            Board::empty(&ruleset.layout),
            Tiles::new(),
            others,
            vec![0; seats],
        );
        let mut table =
            SimulatedGame::new(ruleset, &position.expect("as many seats as the ruleset allows"));
        table.bag.tiles = ruleset.tiles().iter().collect();
        shuffle(&mut table.bag.tiles, random);
        for (seat, rack) in table.racks.iter_mut().enumerate() {
            table.bag.draw(seat, ruleset.rack, rack);
        }
        table
    }

    /// Copies another simulated game of the same ruleset. It reuses memory, since every rollout
    /// starts with it.
    pub(crate) fn set(&mut self, other: &SimulatedGame<'a>) {
        self.racks.clone_from(&other.racks);
        self.scores.clone_from(&other.scores);
        self.gone.clone_from(&other.gone);
        self.bag.tiles.clone_from(&other.bag.tiles);
        self.bag.from = other.bag.from;
        self.hidden.clone_from(&other.hidden);
        let SimulatedGame { first, on_turn, idle, final_turns, .. } = *other;
        (self.first, self.on_turn, self.idle, self.final_turns) =
            (first, on_turn, idle, final_turns);
    }

    /// The tiles that the player on turn does not see.
    pub(crate) fn unseen(&self) -> Tiles {
        self.hidden.without(&self.racks[self.on_turn]).expect("a rack is hidden")
    }

    /// The opponents still playing once the bag is empty.
    pub(crate) fn others(&self) -> Others {
        let of_gone = self
            .racks
            .iter()
            .zip(&self.gone)
            .filter(|(_, gone)| **gone)
            .map(|(rack, _)| rack.len())
            .sum();
        let racks = worth_without(self.ruleset, &self.unseen(), of_gone);
        Others { n: self.n_active() - 1, two: self.racks.len() == 2, racks }
    }

    /// What the player on turn knows, with this board.
    pub(crate) fn position(&self, board: Board) -> Position {
        let n = self.racks.len();
        let in_turn: Vec<Seat> = (0..n).map(|step| (self.on_turn + step) % n).collect();
        let other = |&seat: &Seat| OtherRack {
            len: self.racks[seat].len(),
            known: Tiles::new(),
            gone: self.gone[seat],
        };
        Position {
            board,
            rack: self.racks[self.on_turn].clone(),
            scores: in_turn.iter().map(|&seat| self.scores[seat]).collect(),
            others: in_turn[1..].iter().map(other).collect(),
            bag: self.bag.len(),
            passes: self.idle.passes,
            scoreless_turns: self.idle.scoreless,
            final_turns: self.final_turns,
            history: History::default(),
        }
    }

    fn n_active(&self) -> usize {
        self.gone.iter().filter(|gone| !**gone).count()
    }

    /// Passes and scoreless turns in a row.
    pub(crate) fn idle(&self) -> Idle {
        self.idle
    }

    /// Makes a legal move for the player on turn. `random` decides where exchanged tiles go in the
    /// bag.
    pub(crate) fn make(&mut self, mv: &Move, score: i32, random: &mut ChaCha8Rng) {
        let end = &self.ruleset.end;
        let seat = self.on_turn;
        self.scores[seat] += score;
        self.final_turns = self.final_turns.map(|turns| turns.saturating_sub(1));
        match mv {
            Move::Play(play) => {
                for (_, placed) in play.placements() {
                    self.racks[seat].remove(placed.tile());
                    self.hidden.remove(placed.tile());
                }
                if !self.bag.is_empty() {
                    let missing = self.ruleset.rack.saturating_sub(self.racks[seat].len());
                    self.bag.draw(seat, missing, &mut self.racks[seat]);
                    if self.bag.is_empty() && end.final_turn_each && self.final_turns.is_none() {
                        self.final_turns = Some(self.n_active() as u32);
                    }
                }
            }
            Move::Exchange(tiles) => {
                // Draw before putting back, so that nobody draws the exchanged tiles.
                self.bag.draw(seat, tiles.len(), &mut self.racks[seat]);
                for tile in tiles.iter() {
                    self.racks[seat].remove(tile);
                    self.bag.put_back(tile, random);
                }
            }
            Move::Pass => {}
        }
        let went = match mv {
            Move::Play(_) => TurnKind::Played { score },
            Move::Exchange(_) => TurnKind::Exchanged,
            Move::Pass => TurnKind::Passed,
        };
        self.idle = end.idle_after(self.idle, went);
        let n = self.gone.len();
        self.on_turn =
            (1..=n).map(|step| (seat + step) % n).find(|&next| !self.gone[next]).unwrap_or(seat);
    }

    /// Why the game is over, if it is.
    pub(crate) fn over(&self) -> Option<Reason> {
        let racks =
            self.racks.iter().zip(&self.gone).map(|(rack, &gone)| (!gone).then(|| rack.len()));
        self.ruleset.end.reason(self.idle, self.final_turns, self.bag.len(), racks)
    }

    /// The win chance of seat 0 in a two-player game that ends with this spread. A tie that depends
    /// on the value of the racks counts as half.
    pub(crate) fn won_by(&self, spread: i32) -> Chance {
        match (spread, self.ruleset.end.tie_break, self.first) {
            (0, TieBreak::FirstInOrder, Some(0)) => CERTAIN,
            (0, TieBreak::FirstInOrder, Some(_)) => 0,
            _ => WinModel::at_end(spread),
        }
    }

    /// The final scores, and the winners.
    pub(crate) fn settle(&self, reason: Reason) -> (Vec<i32>, Vec<Seat>) {
        let worth: Vec<Option<i32>> = self
            .racks
            .iter()
            .zip(&self.gone)
            .map(|(rack, gone)| (!gone).then(|| self.ruleset.worth(rack)))
            .collect();
        let racks = self.ruleset.end.racks_settled(reason, &worth);
        let totals: Vec<i32> =
            self.scores.iter().zip(&racks).map(|(score, racks)| score + racks).collect();
        let of_active: Vec<Option<i32>> =
            totals.iter().zip(&self.gone).map(|(&total, gone)| (!gone).then_some(total)).collect();
        let (n, first) = (of_active.len(), self.first.unwrap_or(0));
        let in_order = (0..n).map(|step| (first + step) % n);
        let winners = self.ruleset.end.winners(in_order, &of_active, &racks);
        (totals, winners)
    }
}

/// The tiles in the bag in draw order. Even seats draw from one end, odd seats from the other: each
/// of two players draws the same tiles however many the opponent takes, which makes candidates
/// comparable.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bag {
    pub tiles: Vec<Tile>,
    /// Tiles before this index have been drawn.
    pub from: usize,
}

impl Bag {
    pub(crate) fn len(&self) -> usize {
        self.tiles.len() - self.from
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn draw(&mut self, seat: Seat, n: usize, rack: &mut Tiles) {
        for _ in 0..n.min(self.len()) {
            let tile = if seat.is_multiple_of(2) {
                self.from += 1;
                self.tiles[self.from - 1]
            } else {
                self.tiles.pop().expect("the bag has tiles")
            };
            rack.insert(tile);
        }
    }

    fn put_back(&mut self, tile: Tile, random: &mut ChaCha8Rng) {
        let place = below(random, self.len() + 1);
        self.tiles.insert(self.from + place, tile);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rand_chacha::rand_core::{Rng, SeedableRng};
    use tisane_lexicon::Catalogue;
    use tisane_rules::{Action, Challenge, Clock, First, Game, Phase, Seed, Setup, Taken};

    use super::*;
    use crate::engine::Engine;
    use crate::evaluate::leave::rule_of_thumb;
    use crate::players::bot::{Bot, Static};

    /// Plays games with the referee and, with the same draws, in a [`SimulatedGame`]. Players pass
    /// in one of `passing` turns.
    #[track_caller]
    fn check(ruleset: &str, lexicon: &str, seats: usize, passing: u64) {
        let ruleset = Arc::new(Ruleset::named(ruleset).unwrap());
        let lexicon = Catalogue::new(None).get(lexicon, &ruleset.alphabet).unwrap();
        let engine = Engine::new(ruleset.clone(), lexicon.clone(), rule_of_thumb(&ruleset, 5));
        let mut random = ChaCha8Rng::seed_from_u64(3);
        for seed in 0..3 {
            let names: Vec<String> = (0..seats).map(|seat| seat.to_string()).collect();
            let mut setup = Setup::new(ruleset.clone(), &names, Seed::from(seed)).unwrap();
            setup.first = First::Seat(0);
            setup.challenge = Challenge::Void;
            setup.clock = Clock::None;
            let mut game = Game::new(setup);
            let act = |game: &mut Game, seat: Seat, action: Action| {
                let events = game.decide(&*lexicon, 0, seat, action).unwrap();
                events.iter().for_each(|event| game.apply(event));
            };
            act(&mut game, 0, Action::Start);
            if seats > 2 && seed == 1 {
                act(&mut game, 1, Action::Resign);
            }
            let mut bot = Static::new(&engine);
            let mut table = SimulatedGame::new(&ruleset, &game.position(0));
            for seat in 0..seats {
                table.racks[seat] = game.rack(seat).clone();
            }
            let mut moves = 0;
            while game.phase() != Phase::Ended {
                let seat = game.on_turn().unwrap();
                assert_eq!(table.on_turn, seat);
                let position = game.position(seat);
                assert_eq!(
                    (table.idle.passes, table.idle.scoreless, table.final_turns),
                    (position.passes, position.scoreless_turns, position.final_turns)
                );
                assert_eq!((&table.unseen(), table.over()), (&position.unseen(&ruleset), None));
                moves += 1;
                let passes =
                    passing > 0 && (random.next_u64() % passing == 0 || moves > 12 && passing == 2);
                let mv = if passes { Move::Pass } else { bot.choose(&position) };
                let before = (game.bag().clone(), game.rack(seat).clone());
                act(&mut game, seat, mv.clone().into());
                let score = game.turns().last().unwrap().score;
                // The drawn tiles are those that were not on the rack before; put them where they
                // are drawn next.
                let used = match &game.turns().last().unwrap().taken {
                    Taken::Played(play) => play.tiles(),
                    Taken::Exchanged(tiles) => tiles.clone(),
                    _ => Tiles::new(),
                };
                let drawn = game.rack(seat).without(&before.1.without(&used).unwrap()).unwrap();
                let rest = before.0.without(&drawn).unwrap();
                let (ends, middle): (Vec<Tile>, Vec<Tile>) =
                    (drawn.iter().collect(), rest.iter().collect());
                table.bag.from = 0;
                table.bag.tiles = if seat.is_multiple_of(2) {
                    [ends, middle].concat()
                } else {
                    [middle, ends].concat()
                };
                table.make(&mv, score, &mut random);
                for seat in 0..seats {
                    assert_eq!(&table.racks[seat], game.rack(seat));
                }
                assert_eq!(table.bag.len(), game.bag_len());
            }
            let outcome = game.outcome().unwrap();
            assert_eq!(table.over(), Some(outcome.reason));
            let (totals, winners) = table.settle(outcome.reason);
            assert_eq!(
                totals,
                outcome.results.iter().map(|result| result.total).collect::<Vec<_>>()
            );
            assert_eq!(winners, outcome.winners);
        }
    }

    #[test]
    fn simulated_games_follow_the_referee() {
        check("english", "english-classic", 2, 0);
        check("english", "english-classic", 3, 9);
        check("english", "english-classic", 4, 2);
    }

    #[test]
    fn other_endings_follow_the_referee() {
        check("crossplay", "english", 2, 0);
        check("erudit", "russian", 3, 0);
        check("words-with-friends", "english", 2, 2);
        check("wordfeud-english", "english", 4, 5);
    }

    #[test]
    fn ties_are_broken_by_the_rules() {
        let won_by = |ruleset: &str, first: Option<Seat>| {
            let ruleset = Ruleset::named(ruleset).unwrap();
            let table = SimulatedGame {
                first,
                ..SimulatedGame::dealt(&ruleset, 2, &mut ChaCha8Rng::seed_from_u64(1))
            };
            [-1, 0, 1].map(|spread| table.won_by(spread))
        };
        assert_eq!(won_by("english", Some(0)), [0, CERTAIN / 2, CERTAIN]);
        assert_eq!(won_by("english-plain", Some(0)), [0, CERTAIN, CERTAIN]);
        assert_eq!(won_by("english-plain", Some(1)), [0, 0, CERTAIN]);
        assert_eq!(won_by("english-plain", None), [0, CERTAIN / 2, CERTAIN]);
    }
}
