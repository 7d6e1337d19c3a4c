//! A game as one viewer may see it. Everything that is sent about a game is built here, for a
//! [`Viewer`], so that hidden tiles can leak in no other place.

use serde::{Deserialize, Serialize};
use tisane_rules::{
    Board, Event, First, Game, Loss, Millis, Move, Outcome, Phase, Placed, Play, Price, Reason,
    Ruleset, Seat, Square, Taken, Through, Tile, Tiles, Turn, Verdict,
};

use crate::lines::line_number;
use crate::{ChallengeView, ClockView};

/// Who sees the game.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Viewer {
    Seat(Seat),
    /// A spectator, who sees all racks or none, as the host has chosen.
    Spectator {
        racks: bool,
    },
}

impl Viewer {
    /// Whether the viewer may see what only this seat knows.
    fn sees(self, game: &Game, seat: Seat) -> bool {
        let theirs = match self {
            Viewer::Seat(own) => own == seat,
            Viewer::Spectator { racks } => racks,
        };
        theirs || game.phase() == Phase::Ended
    }
}

/// Everything a viewer may know of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameView {
    /// Number of events so far.
    pub version: u64,
    /// The number of the current decision. Send it with a move; if it has changed, the move is
    /// refused.
    pub turn: u64,
    pub phase: PhaseView,
    /// The name of the ruleset.
    pub ruleset: String,
    pub challenge: ChallengeView,
    pub clock: ClockView,
    /// How long a player can be away before their turns are skipped while somebody else is
    /// connected; nothing if turns are never skipped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub grace: Option<Millis>,
    /// Number of seats.
    pub most_seats: u32,
    pub seats: Vec<SeatState>,
    /// Players who dropped out, in that order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<DropoutView>>", optional))]
    pub dropouts: Vec<DropoutView>,
    /// The viewer's seat, counted from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub you: Option<u32>,
    /// Whose turn it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub on_turn: Option<u32>,
    /// Who had the first turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub first: Option<u32>,
    /// The seats in turn order from the first, if the order was drawn; otherwise turns follow the
    /// seats.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<u32>>", optional))]
    pub order: Vec<u32>,
    /// The rounds of drawing for the first turn, or for all turns.
    pub lots: Vec<Vec<LotView>>,
    /// The tiles on the board, row by row.
    pub board: Vec<PlacedView>,
    /// How many tiles are in the bag.
    pub bag: u32,
    /// The tiles that the viewer does not see, in alphabet order; `?` is a blank.
    pub unseen: Vec<String>,
    pub turns: Vec<TurnView>,
    /// Scoreless turns in a row at the end; only when the game is over, as for every turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub scoreless_turns: Option<u32>,
    /// The words of the last play, if the viewer may challenge it.
    pub challengeable: Vec<String>,
    /// Whether the last play of the game waits for the viewer to accept or challenge it.
    pub may_accept: bool,
    /// Seats that still have to accept or challenge the last play of the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<u32>>", optional))]
    pub to_accept: Vec<u32>,
    /// The time left for that at `now`, if it is limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub doubt_left: Option<Millis>,
    /// Whether tiles may be exchanged now.
    pub may_exchange: bool,
    /// Which seats agree to abort the game, once somebody has offered it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub abort: Option<Vec<bool>>,
    /// When the game was paused because every player was disconnected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub paused: Option<Millis>,
    /// When the current turn began, and the server's time of this view.
    pub turn_began: Millis,
    pub now: Millis,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub outcome: Option<OutcomeView>,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum PhaseView {
    Lobby,
    Playing,
    /// The last play would end the game. It can be accepted or challenged.
    LastChallenge,
    Ended,
}

/// A seat, as the viewer knows it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatState {
    pub name: String,
    pub score: i32,
    pub ready: bool,
    /// Number of tiles on the rack.
    pub tiles: u32,
    /// The rack, if the viewer may see it; `?` is a blank.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub rack: Option<Vec<String>>,
    /// Time left on the clock at `now`, negative in overtime.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub left: Option<Millis>,
    /// The last turn was skipped because the player was away.
    pub away: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub lost: Option<LossView>,
}

/// A player who dropped out.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DropoutView {
    pub seat: u32,
    /// After this many turns.
    pub after: u32,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum LossView {
    Resigned,
    Time,
    Challenge,
    /// Abandoned the game.
    Abandoned,
}

#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LotView {
    pub seat: u32,
    pub tile: String,
}

/// A tile on a square.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlacedView {
    #[serde(deserialize_with = "line_number")]
    pub row: u8,
    #[serde(deserialize_with = "line_number")]
    pub col: u8,
    /// The letter on the tile, or the letter that a blank represents.
    pub tile: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub blank: bool,
}

/// A turn that was taken or lost.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TurnView {
    pub seat: u32,
    pub taken: TakenView,
    /// As on a score sheet: `8D RE(TA)INS`, `-QVU`, `-3` if the tiles are unknown, `pass`.
    #[serde(rename = "move")]
    pub mv: String,
    /// The squares of a play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<crate::SquareView>>", optional))]
    pub squares: Vec<crate::SquareView>,
    pub score: i32,
    /// The seat's score after it.
    pub total: i32,
    /// The rack before it, if the viewer may see it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub rack: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub challenge: Option<VerdictView>,
    pub at: Millis,
    /// The time left on the seat's clock then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub left: Option<Millis>,
    /// Scoreless turns in a row before it; only when the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub scoreless_turns: Option<u32>,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum TakenView {
    Played,
    /// Played, challenged and withdrawn.
    Withdrawn,
    Exchanged,
    Passed,
    /// The seat was away.
    Skipped,
    /// The turn was lost to a failed challenge.
    Lost,
}

/// The result of a challenge.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct VerdictView {
    pub by: u32,
    /// Whether the play stands.
    pub stands: bool,
    /// Indexes of the play's words.
    pub doubted: Vec<u32>,
    pub invalid: Vec<u32>,
    pub price: PriceView,
}

/// What the losing side of a challenge pays.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PriceView {
    Nothing,
    Turn,
    Points { points: i32 },
    Game,
}

/// How a game ended.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OutcomeView {
    pub reason: ReasonView,
    pub results: Vec<ResultView>,
    /// More than one is a tie; nobody wins a game that was aborted.
    pub winners: Vec<u32>,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ReasonView {
    /// This seat has no tiles left, and the bag is empty.
    Out {
        seat: u32,
    },
    Passes,
    Scoreless,
    FinalTurns,
    Lost {
        loss: LossView,
    },
    Aborted,
}

/// One seat's final score.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ResultView {
    pub played: i32,
    pub racks: i32,
    pub overtime: i32,
    pub total: i32,
    /// The tiles left on the rack.
    pub rack: Vec<String>,
}

/// Something that happened, as a viewer may know it.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum EventView {
    Joined {
        name: String,
    },
    Left {
        seat: u32,
    },
    Readied {
        seat: u32,
        ready: bool,
    },
    Started {
        at: Millis,
    },
    LotsDrawn {
        tiles: Vec<LotView>,
    },
    Drawn {
        seat: u32,
        count: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        tiles: Option<Vec<String>>,
    },
    Played {
        seat: u32,
        tiles: Vec<PlacedView>,
        score: i32,
        at: Millis,
    },
    Passed {
        seat: u32,
        at: Millis,
    },
    Exchanged {
        seat: u32,
        count: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        tiles: Option<Vec<String>>,
        at: Millis,
    },
    Skipped {
        seat: u32,
        at: Millis,
    },
    TurnLost {
        seat: u32,
        at: Millis,
    },
    Challenged {
        verdict: VerdictView,
        at: Millis,
    },
    Withdrawn {
        seat: u32,
    },
    Accepted {
        seat: u32,
        at: Millis,
    },
    Unchallenged {
        at: Millis,
    },
    Lost {
        seat: u32,
        loss: LossView,
        at: Millis,
    },
    AbortOffered {
        seat: u32,
    },
    AbortAccepted {
        seat: u32,
    },
    AbortDeclined {
        seat: u32,
    },
    Returned {
        seat: u32,
    },
    Paused {
        at: Millis,
    },
    Resumed {
        at: Millis,
    },
    /// The turn starts this much later, because the player's connection is slow.
    LagCredited {
        seat: u32,
        millis: Millis,
    },
    Undone {
        at: Millis,
    },
    Ended {
        outcome: OutcomeView,
        at: Millis,
    },
}

/// The game as this viewer may see it now.
pub fn view(game: &Game, viewer: Viewer, now: Millis) -> GameView {
    let setup = game.setup();
    let ruleset = &*setup.ruleset;
    let you = if let Viewer::Seat(seat) = viewer { Some(seat) } else { None };
    let seat_state = |seat: Seat| SeatState {
        name: game.name(seat).to_owned(),
        score: game.scores()[seat],
        ready: game.is_ready(seat),
        tiles: game.rack(seat).len() as u32,
        rack: viewer.sees(game, seat).then(|| faces(ruleset, game.rack(seat))),
        left: game.left(seat, now),
        away: game.is_away(seat),
        lost: game.lost(seat).map(LossView::from),
    };
    let challengeable = you.map(|seat| game.challengeable(seat)).unwrap_or_default();
    GameView {
        version: game.n_events(),
        turn: turn_number(game),
        phase: match game.phase() {
            Phase::Lobby => PhaseView::Lobby,
            Phase::Playing => PhaseView::Playing,
            Phase::LastChallenge => PhaseView::LastChallenge,
            Phase::Ended => PhaseView::Ended,
        },
        ruleset: ruleset.name.clone(),
        challenge: setup.challenge.into(),
        clock: setup.clock.into(),
        grace: game.setup().grace,
        most_seats: setup.seats as u32,
        seats: (0..game.n_seats()).map(seat_state).collect(),
        dropouts: game
            .dropouts()
            .iter()
            .filter_map(|it| Some(DropoutView { seat: it.seat as u32, after: it.after? as u32 }))
            .collect(),
        you: you.map(|seat| seat as u32),
        on_turn: game.on_turn().map(|seat| seat as u32),
        first: game.first().map(|seat| seat as u32),
        order: drawn_order(game),
        lots: game.lots().iter().map(|round| lots(ruleset, round)).collect(),
        board: PlacedView::list(ruleset, &game.board().tiles().collect::<Vec<_>>()),
        bag: game.bag_len() as u32,
        unseen: unseen(game, viewer),
        turns: turns(game, viewer),
        scoreless_turns: game.outcome().map(|_| game.scoreless_turns()),
        challengeable: challengeable
            .iter()
            .map(|word| ruleset.alphabet.show(&word.letters()))
            .collect(),
        may_accept: you.is_some_and(|seat| game.may_accept(seat)),
        to_accept: to_accept(game),
        doubt_left: game.doubt_left(now),
        may_exchange: game.on_turn().is_some()
            && ruleset.exchange.is_some_and(|rule| game.bag_len() >= rule.bag_at_least.max(1)),
        abort: game.abort_offer().map(<[bool]>::to_vec),
        paused: game.paused(),
        turn_began: game.turn_began(),
        now,
        outcome: game.outcome().map(|outcome| outcome_view(ruleset, outcome)),
    }
}

fn drawn_order(game: &Game) -> Vec<u32> {
    match (game.setup().first, game.first()) {
        (First::OrderDrawn, Some(first)) => game.in_order(first).map(|seat| seat as u32).collect(),
        _ => Vec::new(),
    }
}

/// The number of the current decision. It changes with every turn taken and every play withdrawn,
/// and with nothing else.
pub fn turn_number(game: &Game) -> u64 {
    game.turns().iter().map(|turn| 1 + u64::from(turn.is_withdrawn())).sum()
}

/// An event, as this viewer may know it now.
pub fn event_view(game: &Game, viewer: Viewer, event: &Event) -> EventView {
    let ruleset = &*game.setup().ruleset;
    let seen = |seat: Seat, tiles: &Tiles| viewer.sees(game, seat).then(|| faces(ruleset, tiles));
    let n = |seat: &Seat| *seat as u32;
    match event {
        Event::Joined { name } => EventView::Joined { name: name.clone() },
        Event::Left { seat } => EventView::Left { seat: n(seat) },
        Event::Readied { seat, ready } => EventView::Readied { seat: n(seat), ready: *ready },
        Event::Started { at } => EventView::Started { at: *at },
        Event::LotsDrawn { tiles } => EventView::LotsDrawn { tiles: lots(ruleset, tiles) },
        Event::Drawn { seat, tiles } => {
            EventView::Drawn { seat: n(seat), count: tiles.len() as u32, tiles: seen(*seat, tiles) }
        }
        Event::Played { seat, play, score, at } => EventView::Played {
            seat: n(seat),
            tiles: PlacedView::list(ruleset, play.placements()),
            score: *score,
            at: *at,
        },
        Event::Passed { seat, at } => EventView::Passed { seat: n(seat), at: *at },
        Event::Exchanged { seat, tiles, at, .. } => EventView::Exchanged {
            seat: n(seat),
            count: tiles.len() as u32,
            tiles: seen(*seat, tiles),
            at: *at,
        },
        Event::Skipped { seat, at } => EventView::Skipped { seat: n(seat), at: *at },
        Event::TurnLost { seat, at } => EventView::TurnLost { seat: n(seat), at: *at },
        Event::Challenged { by, verdict, at } => {
            EventView::Challenged { verdict: VerdictView::of(*by, verdict), at: *at }
        }
        Event::Withdrawn { seat } => EventView::Withdrawn { seat: n(seat) },
        Event::Accepted { seat, at } => EventView::Accepted { seat: n(seat), at: *at },
        Event::Unchallenged { at } => EventView::Unchallenged { at: *at },
        Event::Lost { seat, loss, at } => {
            EventView::Lost { seat: n(seat), loss: (*loss).into(), at: *at }
        }
        Event::AbortOffered { seat } => EventView::AbortOffered { seat: n(seat) },
        Event::AbortAccepted { seat } => EventView::AbortAccepted { seat: n(seat) },
        Event::AbortDeclined { seat } => EventView::AbortDeclined { seat: n(seat) },
        Event::Returned { seat } => EventView::Returned { seat: n(seat) },
        Event::Paused { at } => EventView::Paused { at: *at },
        Event::Resumed { at } => EventView::Resumed { at: *at },
        Event::LagCredited { seat, millis } => {
            EventView::LagCredited { seat: n(seat), millis: *millis }
        }
        Event::Undone { at } => EventView::Undone { at: *at },
        Event::Ended { outcome, at } => {
            EventView::Ended { outcome: outcome_view(ruleset, outcome), at: *at }
        }
    }
}

/// The tiles that the viewer sees neither on the board nor on a rack.
fn unseen(game: &Game, viewer: Viewer) -> Vec<String> {
    let mut hidden = game.bag().clone();
    (0..game.n_seats())
        .filter(|&seat| !viewer.sees(game, seat))
        .for_each(|seat| hidden.add(game.rack(seat)));
    faces(&game.setup().ruleset, &hidden)
}

/// The turns with their texts, for which the board is replayed.
fn turns(game: &Game, viewer: Viewer) -> Vec<TurnView> {
    let ruleset = &*game.setup().ruleset;
    let mut board = Board::empty(&ruleset.layout);
    let mut views = Vec::with_capacity(game.turns().len());
    let mut scoreless = scoreless_turns(game).into_iter();
    for turn in game.turns() {
        let open = viewer.sees(game, turn.seat);
        views.push(TurnView {
            seat: turn.seat as u32,
            taken: taken(turn),
            mv: move_text(ruleset, &board, turn, open),
            squares: match &turn.taken {
                Taken::Played(play) => {
                    play.placements().iter().map(|&(square, _)| square.into()).collect()
                }
                _ => Vec::new(),
            },
            score: turn.score,
            total: turn.total,
            rack: open.then(|| faces(ruleset, &turn.rack)),
            challenge: turn.challenge.as_ref().map(|(by, verdict)| VerdictView::of(*by, verdict)),
            at: turn.at,
            left: turn.left,
            scoreless_turns: scoreless.next(),
        });
        if let Taken::Played(play) = &turn.taken
            && !turn.is_withdrawn()
        {
            play.place_on(&mut board);
        }
    }
    views
}

/// Seats that still have to accept or challenge the last play of the game.
pub fn to_accept(game: &Game) -> Vec<u32> {
    (0..game.n_seats()).filter(|&seat| game.may_accept(seat)).map(|seat| seat as u32).collect()
}

/// Scoreless turns before each turn of a game that is over, so that its positions can be analysed.
fn scoreless_turns(game: &Game) -> Vec<u32> {
    if game.outcome().is_none() {
        return Vec::new();
    }
    let positions = game.record().positions(&game.setup().ruleset).unwrap_or_default();
    positions
        .iter()
        .map_while(|at| at.position.as_ref().ok())
        .map(|position| position.scoreless_turns)
        .collect()
}

fn taken(turn: &Turn) -> TakenView {
    match turn.taken {
        Taken::Played(_) if turn.is_withdrawn() => TakenView::Withdrawn,
        Taken::Played(_) => TakenView::Played,
        Taken::Exchanged(_) => TakenView::Exchanged,
        Taken::Passed => TakenView::Passed,
        Taken::Skipped => TakenView::Skipped,
        Taken::Lost => TakenView::Lost,
    }
}

fn move_text(ruleset: &Ruleset, board: &Board, turn: &Turn, open: bool) -> String {
    match &turn.taken {
        Taken::Played(play) => ruleset.show_play(board, play, Through::Parenthesised),
        Taken::Exchanged(tiles) if open => ruleset.show_move(board, &Move::Exchange(tiles.clone())),
        Taken::Exchanged(tiles) => format!("-{}", tiles.len()),
        Taken::Passed | Taken::Skipped | Taken::Lost => ruleset.show_move(board, &Move::Pass),
    }
}

fn faces(ruleset: &Ruleset, tiles: &Tiles) -> Vec<String> {
    tiles.iter().map(|tile| ruleset.face(tile).to_owned()).collect()
}

fn lots(ruleset: &Ruleset, tiles: &[(Seat, Tile)]) -> Vec<LotView> {
    tiles
        .iter()
        .map(|&(seat, tile)| LotView { seat: seat as u32, tile: ruleset.face(tile).to_owned() })
        .collect()
}

impl From<Reason> for ReasonView {
    fn from(reason: Reason) -> ReasonView {
        match reason {
            Reason::Out(seat) => ReasonView::Out { seat: seat as u32 },
            Reason::Passes => ReasonView::Passes,
            Reason::Scoreless => ReasonView::Scoreless,
            Reason::FinalTurns => ReasonView::FinalTurns,
            Reason::Lost(loss) => ReasonView::Lost { loss: loss.into() },
            Reason::Aborted => ReasonView::Aborted,
        }
    }
}

/// All racks are open once the game is over.
fn outcome_view(ruleset: &Ruleset, outcome: &Outcome) -> OutcomeView {
    OutcomeView {
        reason: outcome.reason.into(),
        results: (outcome.results.iter())
            .map(|settled| ResultView {
                played: settled.played,
                racks: settled.racks,
                overtime: settled.overtime,
                total: settled.total,
                rack: faces(ruleset, &settled.rack),
            })
            .collect(),
        winners: outcome.winners.iter().map(|&seat| seat as u32).collect(),
    }
}

impl PlacedView {
    pub fn list(ruleset: &Ruleset, placements: &[(Square, Placed)]) -> Vec<PlacedView> {
        let placed = |&(square, placed): &(Square, Placed)| PlacedView {
            row: square.row,
            col: square.col,
            tile: ruleset.alphabet.face(placed.letter).to_owned(),
            blank: placed.blank,
        };
        placements.iter().map(placed).collect()
    }

    /// The tile and its square, if the ruleset has such a tile.
    pub fn placement(&self, ruleset: &Ruleset) -> Option<(Square, Placed)> {
        let letter = ruleset.alphabet.letter(&self.tile)?;
        Some((Square::new(self.row, self.col), Placed { letter, blank: self.blank }))
    }

    /// The play of these tiles, or the first tile that the ruleset does not have.
    pub fn play(ruleset: &Ruleset, tiles: &[PlacedView]) -> Result<Play, String> {
        let placements =
            tiles.iter().map(|placed| placed.placement(ruleset).ok_or_else(|| placed.tile.clone()));
        Ok(Play::new(placements.collect::<Result<Vec<_>, String>>()?))
    }
}

impl VerdictView {
    fn of(by: Seat, verdict: &Verdict) -> VerdictView {
        let numbers = |places: &[usize]| places.iter().map(|&place| place as u32).collect();
        VerdictView {
            by: by as u32,
            stands: verdict.stands(),
            doubted: numbers(&verdict.doubted),
            invalid: numbers(&verdict.invalid),
            price: match verdict.price {
                Price::Nothing => PriceView::Nothing,
                Price::Turn => PriceView::Turn,
                Price::Points(points) => PriceView::Points { points },
                Price::Game => PriceView::Game,
            },
        }
    }
}

impl From<Loss> for LossView {
    fn from(loss: Loss) -> LossView {
        match loss {
            Loss::Resigned => LossView::Resigned,
            Loss::Time => LossView::Time,
            Loss::Challenge => LossView::Challenge,
            Loss::Abandoned => LossView::Abandoned,
        }
    }
}
