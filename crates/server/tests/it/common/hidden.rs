//! The same game with other hidden tiles: a log with other possible draws that one viewer can't
//! distinguish.

use std::path::Path;
use std::sync::Arc;

use rusqlite::{Connection, params};
use tisane_protocol::stored::{StoredSetup, read_event, write_event};
use tisane_rules::{Event, Game, Ruleset, Seat, Setup, Tile, Tiles};

/// Chance that repeats itself (SplitMix64).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % n as u64) as usize
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        if list.is_empty() { None } else { Some(&list[self.below(list.len())]) }
    }
}

/// How many pairs of tiles change places, and how often that is tried.
const SWAPS: usize = 8;
const TRIES: usize = 200;

/// With `recent`, only tiles drawn in the last turns are exchanged: a delayed spectator knows the
/// rest.
pub(crate) fn permute(
    database: &Path,
    game: &str,
    viewer: Option<Seat>,
    recent: Option<usize>,
    dice: &mut Dice,
) -> bool {
    let database = Connection::open(database).unwrap();
    let kept = "SELECT text, setup FROM rooms JOIN rulesets ON hash = ruleset WHERE id = ?";
    let (text, setup): (String, String) =
        database.query_row(kept, [game], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    let ruleset = Arc::new(Ruleset::parse(&text).unwrap());
    let setup = StoredSetup::read(&setup).unwrap().setup(ruleset.clone()).unwrap();
    let lines: Vec<String> = {
        let mut lines =
            database.prepare("SELECT line FROM events WHERE room = ? ORDER BY number").unwrap();
        lines.query_map([game], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    let (mut events, occupants): (Vec<_>, Vec<_>) =
        lines.iter().map(|line| read_event(&ruleset, line).unwrap()).unzip();
    let as_it_was = seen(&setup, &events, viewer).expect("what happened can happen");
    let from = recent.map_or(0, |recent| {
        turns_at(&setup, &events).into_iter().rev().take(recent).next_back().unwrap_or(events.len())
    });
    let mut swapped = 0;
    for _ in 0..TRIES {
        let mut other = events.clone();
        let changed = if dice.chance(30) {
            give_up_another(&setup, &mut other, viewer, dice)
        } else {
            draw_another(&setup, &mut other, viewer, dice)
        };
        if changed.is_some()
            && other[..from] == events[..from]
            && seen(&setup, &other, viewer) == Some(as_it_was.clone())
        {
            events = other;
            swapped += 1;
        }
        if swapped == SWAPS {
            break;
        }
    }
    for (number, (event, who)) in events.iter().zip(&occupants).enumerate() {
        let line = write_event(&ruleset, event, who.as_ref());
        database
            .execute(
                "UPDATE events SET line = ? WHERE room = ? AND number = ?",
                params![line, game, number as i64],
            )
            .unwrap();
    }
    swapped > 0
}

/// At which events turns were taken.
fn turns_at(setup: &Setup, events: &[Event]) -> Vec<usize> {
    let mut game = Game::new(setup.clone());
    let mut taken = Vec::new();
    for (at, event) in events.iter().enumerate() {
        let before = game.turns().len();
        game.apply(event);
        taken.extend((game.turns().len() > before).then_some(at));
    }
    taken
}

/// What a viewer has seen by the end, if all that was drawn could be drawn; as the rules tell it,
/// not as the server does.
fn seen(setup: &Setup, events: &[Event], viewer: Option<Seat>) -> Option<String> {
    let mut game = Game::new(setup.clone());
    for event in events {
        match event {
            Event::Drawn { tiles, .. } | Event::Exchanged { drawn: tiles, .. }
                if !game.bag().contains_all(tiles) =>
            {
                return None;
            }
            Event::Exchanged { seat, tiles, .. } if !game.rack(*seat).contains_all(tiles) => {
                return None;
            }
            Event::Played { seat, play, .. } if !game.rack(*seat).contains_all(&play.tiles()) => {
                return None;
            }
            _ => game.apply(event),
        }
    }
    let own = viewer.map(|seat| game.position(seat));
    let known: Vec<Vec<Tiles>> = (0..game.n_seats())
        .map(|seat| game.position(seat).others.into_iter().map(|other| other.known).collect())
        .collect();
    Some(format!("{own:?} {known:?} {:?} {:?} {}", game.board(), game.scores(), game.bag_len()))
}

/// A seat that the viewer does not see into, and its last draw, if the tiles of that have not gone
/// back since.
fn last_draw(
    game: &Game,
    events: &[Event],
    viewer: Option<Seat>,
    dice: &mut Dice,
) -> Option<(Seat, usize)> {
    let seats: Vec<Seat> = (0..game.n_seats()).filter(|&seat| Some(seat) != viewer).collect();
    let seat = *dice.pick(&seats)?;
    let is_draw = |event: &Event| matches!(event, Event::Drawn { seat: by, .. } | Event::Exchanged { seat: by, .. } if *by == seat);
    let at = events.iter().rposition(is_draw)?;
    let gone = events[at..]
        .iter()
        .any(|event| matches!(event, Event::Withdrawn { seat: by } if *by == seat));
    (!gone).then_some((seat, at))
}

fn drawn(event: &mut Event) -> &mut Tiles {
    match event {
        Event::Drawn { tiles, .. } | Event::Exchanged { drawn: tiles, .. } => tiles,
        event => panic!("{event:?} is no draw"),
    }
}

fn any(tiles: &Tiles, dice: &mut Dice) -> Option<Tile> {
    dice.pick(&tiles.iter().collect::<Vec<_>>()).copied()
}

fn replace(tiles: &mut Tiles, old: Tile, new: Tile) {
    assert!(tiles.remove(old));
    tiles.insert(new);
}

/// Replaces a drawn tile by one from the bag or from another seat's draw.
fn draw_another(
    setup: &Setup,
    events: &mut [Event],
    viewer: Option<Seat>,
    dice: &mut Dice,
) -> Option<()> {
    let game = Game::replay(setup.clone(), events);
    let (seat, at) = last_draw(&game, events, viewer, dice)?;
    let old = any(drawn(&mut events[at]), dice).filter(|&tile| game.rack(seat).contains(tile))?;
    let other = last_draw(&game, events, viewer, dice)
        .filter(|&(other, _)| other != seat && dice.chance(50));
    let new = match other {
        Some((other, from)) => {
            let new = any(drawn(&mut events[from]), dice)
                .filter(|&tile| tile != old && game.rack(other).contains(tile))?;
            replace(drawn(&mut events[from]), new, old);
            new
        }
        None => any(game.bag(), dice).filter(|&tile| tile != old)?,
    };
    replace(drawn(&mut events[at]), old, new);
    Some(())
}

/// A seat has given up something else in its last exchange: what it kept.
fn give_up_another(
    setup: &Setup,
    events: &mut [Event],
    viewer: Option<Seat>,
    dice: &mut Dice,
) -> Option<()> {
    let game = Game::replay(setup.clone(), events);
    let (seat, at) = last_draw(&game, events, viewer, dice)?;
    let Event::Exchanged { tiles, drawn, .. } = &mut events[at] else { return None };
    let kept = game.rack(seat).without(drawn).ok()?;
    let (given, kept) =
        (any(tiles, dice).filter(|&tile| game.bag().contains(tile))?, any(&kept, dice)?);
    if given == kept {
        return None;
    }
    replace(tiles, given, kept);
    Some(())
}
