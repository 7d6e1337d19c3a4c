//! The rules for the end of the game, as the search needs them: how many turns it can last without
//! points, and what is settled.

use tisane_rules::{End, OutGains, Position};

/// The rules for the end, for two seats.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Ending {
    /// Going out ends the game and gains this many times the opponent's rack.
    out_gains: i32,
    /// With final turns only: each side loses this many times its own rack.
    final_loses: i32,
    stalled_loses: i32,
    /// The turns left after a scoring play.
    fresh: TurnsLeft,
    zero_play: bool,
}

/// How many turns are left before the game ends whatever is played: final turns, passes, and
/// scoreless turns.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct TurnsLeft {
    pub turns: Option<u8>,
    passes: u8,
    scoreless: u8,
}

/// More than the depth of any search.
const NEVER: u8 = u8::MAX;

impl Ending {
    /// Also returns the turns left in this position.
    pub(crate) fn new(end: &End, position: &Position) -> (Ending, TurnsLeft) {
        let turns = end.final_turn_each.then(|| position.final_turns.unwrap_or(2).min(2) as u8);
        let left = |limit: Option<u32>, so_far: u32| {
            limit.map_or(NEVER, |limit| limit.saturating_sub(so_far).min(100) as u8)
        };
        let (passes, scoreless) = (end.pass_limit(2), end.scoreless_limit(2));
        let gains = match end.out.gains {
            OutGains::Nothing => 0,
            OutGains::OtherRacks => 1,
            OutGains::TwiceOtherRacks => 2,
        };
        let lost = i32::from(end.out.others_lose_rack);
        let mut ending = Ending {
            out_gains: gains + lost,
            final_loses: lost,
            stalled_loses: end.stalled_loses_rack.into(),
            fresh: TurnsLeft {
                turns: None,
                passes: left(passes, 0),
                scoreless: left(scoreless, 0),
            },
            zero_play: end.scoreless.zero_play,
        };
        let now = TurnsLeft {
            turns,
            passes: left(passes, position.passes),
            scoreless: left(scoreless, position.scoreless_turns),
        };
        let now = ending.tidied(now);
        ending.fresh = ending.tidied(ending.fresh);
        (ending, now)
    }

    /// If only passes are scoreless, a position's value is the same whether two more passes end the
    /// game or six. Let P be what the player on turn can reach with a play, Q what the opponent
    /// would reach with one after a pass, and S what is settled. With two passes left the value is
    /// max(P, min(Q, S)); with four, max(P, min(Q, max(P, min(Q, S)))), which is the same; and so
    /// on, for odd numbers too. Only the very last pass differs.
    fn tidied(&self, left: TurnsLeft) -> TurnsLeft {
        if self.zero_play || left.turns.is_some() {
            return left;
        }
        let least = left.passes.min(left.scoreless).min(2);
        TurnsLeft { passes: least, scoreless: least, ..left }
    }

    pub(crate) fn after_pass(&self, left: TurnsLeft) -> TurnsLeft {
        let fewer = |n: u8| if n == NEVER { n } else { n - 1 };
        TurnsLeft {
            turns: left.turns.map(|turns| turns - 1),
            passes: fewer(left.passes),
            scoreless: fewer(left.scoreless),
        }
    }

    pub(crate) fn after_play(&self, left: TurnsLeft, score: i32) -> TurnsLeft {
        let turns = left.turns.map(|turns| turns - 1);
        if self.zero_play && score == 0 && left.scoreless != NEVER {
            return TurnsLeft { turns, passes: self.fresh.passes, scoreless: left.scoreless - 1 };
        }
        TurnsLeft { turns, ..self.fresh }
    }

    /// What a side gains on the opponent by going out, if that ends the game.
    pub(crate) fn out(&self, left: TurnsLeft, other_worth: i32) -> Option<i32> {
        left.turns.is_none().then(|| self.out_gains * other_worth)
    }

    /// What a tile that stays on the rack costs if the game ends without final turns.
    pub(crate) fn kept(&self) -> i32 {
        self.stalled_loses
    }

    /// What the settlement gains at most for a side whose opponent plays no more tiles, apart from
    /// its [own tiles](Self::kept).
    pub(crate) fn most(&self, goes_out: bool, other_worth: i32) -> i32 {
        let stalled = self.stalled_loses * other_worth;
        if goes_out { stalled.max(self.out_gains * other_worth) } else { stalled }
    }

    /// What the first of the two sides gains from racks of this value, if the game is over.
    pub(crate) fn over(&self, left: TurnsLeft, own_worth: i32, other_worth: i32) -> Option<i32> {
        if left.turns == Some(0) {
            Some(self.final_loses * (other_worth - own_worth))
        } else if left.passes == 0 || left.scoreless == 0 {
            Some(self.stalled_loses * (other_worth - own_worth))
        } else {
            None
        }
    }
}

impl TurnsLeft {
    /// The same with this number of final turns.
    pub(crate) fn with_turns(self, turns: Option<u8>) -> TurnsLeft {
        TurnsLeft { turns, ..self }
    }

    /// A unique number.
    pub(crate) fn number(self) -> u64 {
        u64::from(self.turns.map_or(0, |turns| turns + 1)) << 16
            | u64::from(self.passes) << 8
            | u64::from(self.scoreless)
    }
}
