//! Replaying a record on a board, entry by entry.

use super::{Entry, Record, RecordDoubt, RecordError, RecordFault, RecordWarning, What};
use crate::notation::Through;
use crate::plays::{Misfit, fit, score};
use crate::position::{
    HIGHEST_SCORE, History, Impossible, OtherRack, Position, PublicMove, PublicTurn,
};
use crate::record::Dropout;
use crate::ruleset::{Idle, Reason, Ruleset, TurnKind};
use crate::table::{Board, Play, Tiles};

/// What a player knew before a turn.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct RecordedPosition {
    /// The index of the turn in [`Record::entries`]; one past the last for the position after an
    /// unfinished game.
    pub entry: usize,
    /// Whose turn it was.
    pub seat: usize,
    /// An error if the racks have more of a tile than the set.
    pub position: Result<Position, Impossible>,
    /// How many tiles of the rack are unknown.
    pub unknown: usize,
}

impl Record {
    /// The position before each turn, as the player to move knew it.
    pub fn positions(&self, ruleset: &Ruleset) -> Result<Vec<RecordedPosition>, RecordError> {
        let (mut replay, dropouts) = (Replay::new(ruleset, self.players.len()), self.dropouts());
        let mut positions = Vec::new();
        for (index, entry) in self.entries.iter().enumerate() {
            let fault = |fault| RecordError { entry: index, fault };
            replay.possible(entry).map_err(fault)?;
            replay.pass_over(entry, &dropouts, |seat| self.is_gone(seat, index));
            if entry.what.is_turn() {
                positions.push(replay.position(index, entry.seat, &rack_of(entry)));
            }
            replay.step(entry).map_err(fault)?;
        }
        let ended = self.entries.iter().any(|entry| matches!(entry.what, What::EndRack(_)));
        if !ended && !self.players.is_empty() {
            replay.drop_out(&dropouts, |_| true);
            let seat = replay.next_of();
            let rack = self.racks.get(seat).cloned().unwrap_or_default();
            positions.push(replay.position(self.entries.len(), seat, &rack));
        }
        Ok(positions)
    }

    /// The board after the last entry.
    pub fn board(&self, ruleset: &Ruleset) -> Result<Board, RecordError> {
        let mut replay = Replay::new(ruleset, self.players.len());
        for (index, entry) in self.entries.iter().enumerate() {
            replay.step(entry).map_err(|fault| RecordError { entry: index, fault })?;
        }
        Ok(replay.board)
    }

    /// Why the game is over by the rules, if it is. The last play may still be challenged and the
    /// racks settled.
    pub fn end_reason(&self, ruleset: &Ruleset) -> Result<Option<Reason>, RecordError> {
        let (mut replay, dropouts) = (Replay::new(ruleset, self.players.len()), self.dropouts());
        for (index, entry) in self.entries.iter().enumerate() {
            replay.pass_over(entry, &dropouts, |seat| self.is_gone(seat, index));
            replay.step(entry).map_err(|fault| RecordError { entry: index, fault })?;
        }
        replay.drop_out(&dropouts, |_| true);
        Ok(replay.end_reason())
    }

    /// Everything that looks wrong: points and totals that differ from the recomputed ones, plays
    /// that touch nothing, tiles that nobody had.
    pub fn check(&self, ruleset: &Ruleset) -> Result<Vec<RecordWarning>, RecordError> {
        let (mut replay, dropouts) = (Replay::new(ruleset, self.players.len()), self.dropouts());
        let mut warnings = Vec::new();
        for (index, entry) in self.entries.iter().enumerate() {
            let fault = |fault| RecordError { entry: index, fault };
            replay.possible(entry).map_err(fault)?;
            replay.pass_over(entry, &dropouts, |seat| self.is_gone(seat, index));
            let found = replay.doubts(entry);
            replay.step(entry).map_err(fault)?;
            warnings.extend(found.into_iter().map(|doubt| RecordWarning { entry: index, doubt }));
        }
        Ok(warnings)
    }

    /// Whether a player has no turn from this entry on, in a game that continues without dropouts.
    fn is_gone(&self, seat: usize, from: usize) -> bool {
        self.players.len() > 2
            && !self.entries[from..].iter().any(|entry| entry.seat == seat && entry.what.is_turn())
    }
}

/// The known tiles of a rack: what the record says, unless the turn shows other tiles.
fn rack_of(entry: &Entry) -> Tiles {
    let shown = entry.what.tiles_shown();
    if entry.rack.contains_all(&shown) { entry.rack.clone() } else { shown }
}

/// The state of a recorded game between two entries.
pub(crate) struct Replay<'a> {
    ruleset: &'a Ruleset,
    pub(crate) board: Board,
    seats: Vec<ReplaySeat>,
    bag: usize,
    idle: Idle,
    final_turns: Option<u32>,
    history: History,
    next_seat: Option<usize>,
}

#[derive(Clone, Default)]
struct ReplaySeat {
    /// The game continued without this player.
    gone: bool,
    total: i32,
    /// How many tiles are on the rack.
    len: usize,
    /// The tiles that everybody has seen.
    seen: Tiles,
    last: Option<LastPlay>,
    /// Lost points for overtime.
    was_penalised: bool,
}

/// What is needed to withdraw a play.
#[derive(Clone)]
struct LastPlay {
    play: Play,
    rack: Tiles,
    points: i32,
    drawn: usize,
    seen_before: Tiles,
    /// Before and after the play.
    idle: [Idle; 2],
    turn: usize,
}

impl<'a> Replay<'a> {
    pub(crate) fn new(ruleset: &'a Ruleset, players: usize) -> Replay<'a> {
        let mut bag = ruleset.tiles().len();
        let mut seats = vec![ReplaySeat::default(); players];
        for seat in &mut seats {
            seat.len = ruleset.rack.min(bag);
            bag -= seat.len;
        }
        let board = Board::empty(&ruleset.layout);
        Replay {
            ruleset,
            board,
            seats,
            bag,
            idle: Idle::default(),
            final_turns: None,
            history: History::default(),
            next_seat: None,
        }
    }

    /// Whether the entry is possible: the seat exists, and a play is in one line on free squares.
    pub(crate) fn possible(&self, entry: &Entry) -> Result<(), RecordFault> {
        if entry.seat >= self.seats.len() {
            return Err(RecordFault::NoSuchSeat { seat: entry.seat });
        }
        let What::Played(play) = &entry.what else { return Ok(()) };
        match fit(self.ruleset, &self.board, play) {
            Ok(_) | Err(Misfit::MissesStart(_) | Misfit::Unattached | Misfit::NoWord) => Ok(()),
            Err(misfit) => Err(RecordFault::Misfit(misfit)),
        }
    }

    /// Whose turn comes next.
    pub(crate) fn next_seat(&self) -> usize {
        self.next_seat.unwrap_or(0)
    }

    /// Whose turn comes next, without dropouts.
    fn next_of(&self) -> usize {
        let next = self.next_seat();
        if self.seats[next].gone { self.after(next) } else { next }
    }

    /// Drops some players, if the game continues without them.
    fn drop_out(&mut self, dropouts: &[Dropout], holds: impl Fn(&Dropout) -> bool) {
        if self.seats.len() > 2 {
            dropouts
                .iter()
                .filter(|dropout| holds(dropout))
                .for_each(|dropout| self.seats[dropout.seat].gone = true);
        }
    }

    /// Before a turn, drops players who have no more turns: the record says so, or others move in
    /// their place.
    fn pass_over(&mut self, entry: &Entry, dropouts: &[Dropout], is_gone: impl Fn(usize) -> bool) {
        if entry.what.is_turn() {
            let turns = self.history.len();
            self.drop_out(dropouts, |dropout| {
                dropout.after.is_some_and(|after| after <= turns) && is_gone(dropout.seat)
            });
        }
        while let Some(next) = self
            .next_seat
            .filter(|&next| entry.what.is_turn() && next != entry.seat && is_gone(next))
        {
            self.seats[next].gone = true;
            self.next_seat = Some(self.after(next));
        }
    }

    /// The next remaining seat.
    fn after(&self, seat: usize) -> usize {
        let n = self.seats.len();
        (1..=n).map(|step| (seat + step) % n).find(|&seat| !self.seats[seat].gone).unwrap_or(seat)
    }

    /// The total of a seat so far.
    pub(crate) fn total(&self, seat: usize) -> i32 {
        self.seats.get(seat).map_or(0, |seat| seat.total)
    }

    /// The known rack from which the seat made its last play.
    pub(crate) fn rack_of_last_play(&self, seat: usize) -> Option<&Tiles> {
        Some(&self.seats.get(seat)?.last.as_ref()?.rack)
    }

    /// How many tiles each seat has.
    pub(crate) fn racks(&self) -> Vec<usize> {
        self.seats.iter().map(|seat| seat.len).collect()
    }

    /// How many tiles are in the bag.
    pub(crate) fn bag(&self) -> usize {
        self.bag
    }

    fn end_reason(&self) -> Option<Reason> {
        let racks = self.seats.iter().map(|seat| (!seat.gone).then_some(seat.len));
        self.ruleset.end.reason(self.idle, self.final_turns, self.bag, racks)
    }

    /// Replays an entry.
    pub(crate) fn step(&mut self, entry: &Entry) -> Result<(), RecordFault> {
        self.possible(entry)?;
        match &entry.what {
            What::Played(play) => self.play(entry, play),
            What::Withdrawn => self.withdraw(entry)?,
            What::Exchanged { tiles, unknown } => {
                let n_tiles = tiles.len().saturating_add(*unknown);
                self.turn(entry.seat, PublicMove::Exchanged { n_tiles });
                // Opponents do not see which tiles were exchanged. Assume the worst: of each kind,
                // as many as possible.
                let seat = &mut self.seats[entry.seat];
                seat.seen = seat.seen.less(|_| n_tiles);
                self.count(TurnKind::Exchanged);
            }
            What::Passed => {
                self.turn(entry.seat, PublicMove::Passed);
                self.count(TurnKind::Passed);
            }
            What::Skipped => {
                self.turn(entry.seat, PublicMove::Lost);
                self.count(TurnKind::Skipped);
            }
            What::TurnLost { .. } => {
                self.turn(entry.seat, PublicMove::Lost);
                self.count(TurnKind::Lost);
            }
            What::TimePenalty => self.seats[entry.seat].was_penalised = true,
            What::ChallengeBonus | What::EndRack(_) => {}
        }
        self.seats[entry.seat].total = entry.total;
        Ok(())
    }

    fn play(&mut self, entry: &Entry, play: &Play) {
        let turn = self.history.len();
        let idle_before = self.idle;
        self.count(TurnKind::Played { score: entry.points });
        self.turn(entry.seat, PublicMove::Played { play: play.clone(), score: entry.points });
        play.place_on(&mut self.board);
        let seat = &mut self.seats[entry.seat];
        let placed = play.placements().len();
        let drawn = placed.min(self.bag);
        let (tiles, seen_before) = (play.tiles(), seat.seen.clone());
        seat.seen = seat.seen.less(|tile| tiles.count(tile));
        seat.len = seat.len.saturating_sub(placed) + drawn;
        seat.last = Some(LastPlay {
            play: play.clone(),
            rack: rack_of(entry),
            points: entry.points,
            drawn,
            seen_before,
            idle: [idle_before, self.idle],
            turn,
        });
        let had_bag = self.bag > 0;
        self.bag -= drawn;
        if self.ruleset.end.final_turn_each && had_bag && self.bag == 0 {
            self.final_turns = Some(self.seats.iter().filter(|seat| !seat.gone).count() as u32);
        }
    }

    fn withdraw(&mut self, entry: &Entry) -> Result<(), RecordFault> {
        let seat = &mut self.seats[entry.seat];
        let last = seat.last.take().ok_or(RecordFault::NothingToWithdraw)?;
        last.play.take_from(&mut self.board);
        self.bag += last.drawn;
        if last.drawn > 0 {
            self.final_turns = None;
        }
        seat.len = (seat.len + last.play.placements().len()).saturating_sub(last.drawn);
        // Everybody has seen the tiles of the play now; some may have been seen before.
        seat.seen = last.seen_before;
        for (tile, n) in last.play.tiles().kinds() {
            let known = seat.seen.count(tile);
            seat.seen.insert_many(tile, n.saturating_sub(known));
        }
        self.history.replace(last.turn, PublicMove::Withdrawn { play: last.play });
        self.idle = self.ruleset.end.idle_withdrawn(last.idle, self.idle);
        Ok(())
    }

    fn turn(&mut self, seat: usize, what: PublicMove) {
        self.history.push(PublicTurn { seat, what });
        self.seats[seat].last = None;
        self.next_seat = Some(self.after(seat));
        self.final_turns = self.final_turns.map(|left| left.saturating_sub(1));
    }

    fn count(&mut self, went: TurnKind) {
        self.idle = self.ruleset.end.idle_after(self.idle, went);
    }

    fn position(&self, entry: usize, mover: usize, rack: &Tiles) -> RecordedPosition {
        let unknown = self.seats[mover].len.saturating_sub(rack.len());
        RecordedPosition {
            entry,
            seat: mover,
            position: self.possible_position(mover, rack),
            unknown,
        }
    }

    fn possible_position(&self, mover: usize, rack: &Tiles) -> Result<Position, Impossible> {
        let max = self.ruleset.rack;
        if rack.len() > max {
            return Err(Impossible::RackTooLong { max, found: rack.len() });
        }
        let n = self.seats.len();
        let players = self.ruleset.players;
        if !(players.from..=players.to).contains(&n) {
            return Err(Impossible::Seats { from: players.from, to: players.to, found: n });
        }
        if let Some(score) =
            self.seats.iter().map(|seat| seat.total).find(|score| score.abs() > HIGHEST_SCORE)
        {
            return Err(Impossible::Score { score });
        }
        // Too many tiles on the board are a warning of `Record::check`.
        let (off_board, _) = self.ruleset.off_board(&self.board);
        let hidden = |seen: &Tiles| {
            let missing =
                |tiles: Tiles| Impossible::TooManyTiles { tiles: self.ruleset.name_tiles(&tiles) };
            off_board.without(seen).map_err(missing)
        };
        // If the record gives the player too many tiles, the others and the bag have fewer.
        let mut left =
            hidden(rack)?.len().saturating_sub(self.seats[mover].len.saturating_sub(rack.len()));
        let mut seen = rack.clone();
        let mut others = Vec::new();
        for seat in (1..n).map(|i| &self.seats[(mover + i) % n]) {
            let len = seat.len.min(left);
            left -= len;
            let mut other = OtherRack { len, gone: seat.gone, ..OtherRack::default() };
            if seat.seen.len() <= len {
                other.known = seat.seen.clone();
            }
            seen.add(&other.known);
            others.push(other);
        }
        hidden(&seen)?;
        Ok(Position {
            board: self.board.clone(),
            rack: rack.clone(),
            scores: (0..n).map(|i| self.seats[(mover + i) % n].total).collect(),
            others,
            bag: left,
            passes: self.idle.passes,
            scoreless_turns: self.idle.scoreless,
            final_turns: self.final_turns,
            history: self.history.seen_by(mover, n),
        })
    }

    /// What looks wrong in the next entry.
    fn doubts(&self, entry: &Entry) -> Vec<RecordDoubt> {
        let mut doubts = Vec::new();
        if let Some(expected) =
            self.next_seat.filter(|&seat| entry.what.is_turn() && seat != entry.seat)
        {
            doubts.push(RecordDoubt::OutOfTurn { expected: expected + 1 });
        }
        self.doubt_points(entry, &mut doubts);
        self.doubt_tiles(entry, &mut doubts);
        let computed = self.total(entry.seat).saturating_add(entry.points);
        if computed != entry.total {
            doubts.push(RecordDoubt::Total { given: entry.total, computed });
        }
        doubts
    }

    fn doubt_points(&self, entry: &Entry, doubts: &mut Vec<RecordDoubt>) {
        let given = entry.points;
        match &entry.what {
            What::Played(play) => {
                let text = || self.ruleset.show_play(&self.board, play, Through::Parenthesised);
                match score(self.ruleset, &self.board, play) {
                    Ok(scored) if scored.total == given => {}
                    Ok(scored) => doubts.push(RecordDoubt::Points {
                        play: text(),
                        given,
                        computed: scored.total,
                    }),
                    Err(misfit) => doubts.push(RecordDoubt::Misfit { play: text(), misfit }),
                }
            }
            What::Withdrawn => {
                let computed = self
                    .seats
                    .get(entry.seat)
                    .and_then(|seat| seat.last.as_ref())
                    .map_or(0, |last| last.points);
                if computed.checked_neg() != Some(given) {
                    doubts.push(RecordDoubt::Withdrawn { given: given.saturating_neg(), computed });
                }
            }
            What::Exchanged { .. } | What::Passed | What::TurnLost { .. } | What::Skipped
                if given != 0 =>
            {
                doubts.push(RecordDoubt::NoPoints { given })
            }
            What::EndRack(tiles) => {
                let worth = self.ruleset.worth(tiles);
                if ![-worth, worth, 2 * worth].contains(&given) {
                    doubts.push(RecordDoubt::EndRack {
                        tiles: self.ruleset.show_tiles(tiles),
                        worth,
                        given,
                    });
                }
                self.doubt_final_rack(tiles, given, doubts);
            }
            What::TimePenalty
                if self.seats.get(entry.seat).is_some_and(|seat| seat.was_penalised) =>
            {
                doubts.push(RecordDoubt::SecondTimePenalty)
            }
            _ => {}
        }
    }

    /// Tiles left at the end cannot be on the board. In a game of two, the player who goes out
    /// gains for all of them.
    fn doubt_final_rack(&self, tiles: &Tiles, given: i32, doubts: &mut Vec<RecordDoubt>) {
        let (left, _) = self.ruleset.off_board(&self.board);
        if let Err(missing) = left.without(tiles) {
            let tiles = self.ruleset.show_tiles(&missing);
            doubts.push(RecordDoubt::TooManyTiles { tiles });
        } else if self.seats.len() == 2 && self.bag == 0 && given > 0 && left != *tiles {
            let show = |tiles: &Tiles| self.ruleset.show_tiles(tiles);
            doubts.push(RecordDoubt::FinalRack { given: show(tiles), left: show(&left) });
        }
    }

    fn doubt_tiles(&self, entry: &Entry, doubts: &mut Vec<RecordDoubt>) {
        let show = |tiles: &Tiles| self.ruleset.show_tiles(tiles);
        if !entry.what.is_turn() {
            return;
        }
        let (max, found) = (self.ruleset.rack, entry.rack.len());
        if found > max {
            doubts.push(RecordDoubt::RackTooLong { max, found });
        }
        if let Err(missing) = entry.rack.without(&entry.what.tiles_shown())
            && !entry.rack.is_empty()
        {
            doubts
                .push(RecordDoubt::NotOnRack { missing: show(&missing), rack: show(&entry.rack) });
        }
        // Too many tiles on the board were reported when they were played.
        if let Err(missing) = self.ruleset.unseen(&self.board, &rack_of(entry))
            && self.ruleset.unseen(&self.board, &Tiles::new()).as_ref() != Err(&missing)
        {
            doubts.push(RecordDoubt::TooManyTiles { tiles: show(&missing) });
        }
    }
}
