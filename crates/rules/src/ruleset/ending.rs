//! When a game ends, and what is settled then. Games, records and the engine all ask here.

use crate::ruleset::{End, OutGains, TieBreak};
use crate::table::Seat;

/// Why a game ended.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Reason {
    /// This seat has no tiles left and the bag is empty.
    Out(Seat),
    /// Passes in a row.
    Passes,
    /// Turns without points in a row.
    Scoreless,
    /// Everybody had the last turn after the bag was empty.
    FinalTurns,
    /// One player is left.
    Lost(Loss),
    /// The players agreed to stop, or the game was closed.
    Aborted,
}

/// Why a player lost before the end.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Loss {
    /// Gave up.
    Resigned,
    /// Ran out of time.
    Time,
    /// Lost a challenge that cost the game.
    Challenge,
    /// Did not move for too long.
    Abandoned,
}

/// Passes and scoreless turns in a row.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Idle {
    /// Passes.
    pub passes: u32,
    /// Scoreless turns, as the ruleset counts them.
    pub scoreless: u32,
}

/// How a turn went, for the end of the game.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum TurnKind {
    /// Tiles were placed.
    Played {
        /// What the play scored.
        score: i32,
    },
    /// Tiles were exchanged.
    Exchanged,
    /// The player passed.
    Passed,
    /// The player was away: not a pass, but a scoreless turn.
    Skipped,
    /// The turn was lost to a wrong challenge.
    Lost,
}

/// Passes of each player in a row that end a game without any other limit, so that players who
/// cannot move do not pass forever.
const ENDLESS: u32 = 3;

impl End {
    /// The counts after one more turn.
    pub fn idle_after(&self, idle: Idle, went: TurnKind) -> Idle {
        let Idle { passes, scoreless } = idle;
        let counted = |counts: bool| if counts { scoreless + 1 } else { 0 };
        match went {
            TurnKind::Played { score } => {
                Idle { passes: 0, scoreless: counted(score == 0 && self.scoreless.zero_play) }
            }
            TurnKind::Exchanged => Idle { passes: 0, scoreless: counted(self.scoreless.exchange) },
            TurnKind::Passed => Idle { passes: passes + 1, scoreless: scoreless + 1 },
            TurnKind::Skipped => Idle { passes, scoreless: scoreless + 1 },
            TurnKind::Lost => {
                Idle { passes: passes + 1, scoreless: counted(self.scoreless.lost_challenge) }
            }
        }
    }

    /// The counts after a play is withdrawn, from those before and after the play and `now`. Turns
    /// after the play still count.
    pub(crate) fn idle_withdrawn(&self, [before, with]: [Idle; 2], now: Idle) -> Idle {
        let since = now.scoreless.saturating_sub(with.scoreless);
        Idle {
            scoreless: if self.scoreless.withdrawn { before.scoreless + 1 + since } else { since },
            ..now
        }
    }

    /// Why a game is over, if it is. `final_turns` is how many turns are left after the bag is
    /// empty; `racks` has the number of tiles by seat, `None` for dropouts.
    pub fn reason(
        &self,
        idle: Idle,
        final_turns: Option<u32>,
        bag: usize,
        racks: impl Iterator<Item = Option<usize>> + Clone,
    ) -> Option<Reason> {
        if final_turns == Some(0) {
            return Some(Reason::FinalTurns);
        }
        if bag == 0
            && !self.final_turn_each
            && let Some(out) = racks.clone().position(|rack| rack == Some(0))
        {
            return Some(Reason::Out(out));
        }
        let seats = racks.flatten().count();
        if self.pass_limit(seats).is_some_and(|limit| idle.passes >= limit) {
            return Some(Reason::Passes);
        }
        self.scoreless_limit(seats)
            .is_some_and(|limit| idle.scoreless >= limit)
            .then_some(Reason::Scoreless)
    }

    /// How many passes in a row end a game of this many players.
    pub fn pass_limit(&self, seats: usize) -> Option<u32> {
        match (self.passes, self.scoreless_turns) {
            (None, None) => Some(ENDLESS * seats as u32),
            (passes, _) => passes.map(|count| self.scaled(count, seats)),
        }
    }

    /// How many scoreless turns in a row end a game of this many players.
    pub fn scoreless_limit(&self, seats: usize) -> Option<u32> {
        self.scoreless_turns.map(|count| self.scaled(count, seats))
    }

    /// Counts in the file are for two players.
    fn scaled(&self, count: u32, seats: usize) -> u32 {
        if self.scale_with_seats { (count * seats as u32).div_ceil(2) } else { count }
    }

    /// What each seat gains or loses for the racks left, given their values. Dropouts have `None`.
    pub fn racks_settled(&self, reason: Reason, worth: &[Option<i32>]) -> Vec<i32> {
        let loses = |loses: bool| {
            worth
                .iter()
                .map(|worth| if loses { -worth.unwrap_or(0) } else { 0 })
                .collect::<Vec<i32>>()
        };
        match reason {
            Reason::Out(out) => {
                let sum: i32 = worth
                    .iter()
                    .enumerate()
                    .filter(|&(seat, _)| seat != out)
                    .filter_map(|(_, worth)| *worth)
                    .sum();
                let two = worth.len() == 2;
                let (gains, others_lose) = match self.out.gains {
                    OutGains::Nothing => (0, self.out.others_lose_rack),
                    OutGains::OtherRacks => (sum, self.out.others_lose_rack),
                    OutGains::TwiceOtherRacks if two => (2 * sum, self.out.others_lose_rack),
                    OutGains::TwiceOtherRacks => (sum, true),
                };
                let mut racks = loses(others_lose);
                racks[out] = gains;
                racks
            }
            // Nobody went out first, so nobody gains.
            Reason::FinalTurns => loses(self.out.others_lose_rack),
            Reason::Passes | Reason::Scoreless => loses(self.stalled_loses_rack),
            Reason::Lost(_) | Reason::Aborted => loses(false),
        }
    }

    /// The winners with these totals, of which `racks` was settled at the end. Dropouts have no
    /// total. `order` is the turn order from the first player.
    pub fn winners(
        &self,
        order: impl IntoIterator<Item = Seat>,
        totals: &[Option<i32>],
        racks: &[i32],
    ) -> Vec<Seat> {
        let best = |seats: Vec<Seat>, points: &dyn Fn(Seat) -> Option<i32>| -> Vec<Seat> {
            let most = seats.iter().map(|&seat| points(seat)).max();
            seats.into_iter().filter(|&seat| Some(points(seat)) == most).collect()
        };
        let active = (0..totals.len()).filter(|&seat| totals[seat].is_some()).collect();
        let winners = best(active, &|seat| totals[seat]);
        match self.tie_break {
            TieBreak::None => winners,
            TieBreak::BeforeRacks => best(winners, &|seat| Some(totals[seat]? - racks[seat])),
            TieBreak::FirstInOrder => {
                order.into_iter().find(|seat| winners.contains(seat)).into_iter().collect()
            }
        }
    }
}
