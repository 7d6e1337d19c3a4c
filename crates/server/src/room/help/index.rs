//! An index of live games by the tiles on their boards, to find a position without scanning all
//! games.

use std::collections::{HashMap, HashSet};

use tisane_lexicon::Letter;
use tisane_protocol::stored::Occupant;
use tisane_rules::{Board, Millis, Phase, Placed, Position, Ruleset, Square, Tiles};

use crate::room::Table;

/// The most games in the index; the one unchanged for longest is dropped.
const MOST_GAMES: usize = 50_000;
/// How many racks of a question are compared with live games before their first play.
const MOST_RACKS: usize = 3;
/// The most of a player's own games without a play that are compared.
const MOST_OWN: usize = 200;
/// Games may begin with the same word: with fewer tiles than this, a stranger's board must be
/// identical.
const FEW_TILES: usize = 4;
/// With fewer tiles than this, a stranger's board with many more tiles is another game with the
/// same opening.
const SOME_TILES: usize = 12;
/// The most tiles that may be added to such a board.
const MOST_ADDED: usize = 7;

/// A tile on a square: its row, its column and the number of its face.
type Spot = u32;

/// A live game.
pub(crate) struct LiveGame {
    id: String,
    /// The number of events that made it.
    version: u64,
    changed: Millis,
    /// Nobody gets help with this game: it is rated, or two or more people play.
    is_closed: bool,
    players: Vec<String>,
    tiles: Vec<(Square, String)>,
    /// Before the first play: the racks of the people, by player.
    racks: Vec<(String, Vec<String>)>,
}

impl LiveGame {
    /// Nothing if the game has not started or has ended.
    pub(crate) fn of(table: &Table, changed: Millis) -> Option<LiveGame> {
        let game = &table.game;
        if !matches!(game.phase(), Phase::Playing | Phase::LastChallenge) {
            return None;
        }
        let ruleset = table.ruleset();
        let person = |occupant: &Occupant| {
            if let Occupant::Player(id) = occupant { Some(id.clone()) } else { None }
        };
        let people = table
            .occupants
            .iter()
            .enumerate()
            .filter_map(|(seat, occupant)| Some((seat, person(occupant)?)));
        let tiles = faces(ruleset, game.board());
        let racks = people
            .clone()
            .filter(|_| tiles.is_empty())
            .map(|(seat, player)| (player, rack(ruleset, game.rack(seat))))
            .collect();
        let players: Vec<String> = people.map(|(_, player)| player).collect();
        let is_closed = table.settings.rated || players.len() > 1;
        Some(LiveGame {
            id: table.id.clone(),
            version: table.version(),
            changed,
            is_closed,
            players,
            tiles,
            racks,
        })
    }
}

/// Faces rather than letters, since the question may use another ruleset.
fn faces(ruleset: &Ruleset, board: &Board) -> Vec<(Square, String)> {
    board
        .tiles()
        .map(|(square, placed)| (square, ruleset.alphabet.face(placed.letter).to_owned()))
        .collect()
}

/// Sorted, to compare racks.
fn rack(ruleset: &Ruleset, tiles: &Tiles) -> Vec<String> {
    let mut faces: Vec<String> = tiles.iter().map(|tile| ruleset.face(tile).to_owned()).collect();
    faces.sort_unstable();
    faces
}

/// Four fifths, as in [`Index::needed`].
fn nearly_all(part: usize, whole: usize) -> bool {
    5 * part >= 4 * whole
}

fn spot(square: Square, face: u32) -> Spot {
    u32::from(square.row) << 24 | u32::from(square.col) << 16 | face
}

struct Entry {
    game: LiveGame,
    spots: Vec<Spot>,
}

#[derive(Default)]
pub(crate) struct Index {
    slots: Vec<Option<Entry>>,
    /// How many of a game's tiles are nearly all.
    needed: Vec<u16>,
    free: Vec<u32>,
    by_id: HashMap<String, u32>,
    by_player: HashMap<String, Vec<u32>>,
    /// Which games have a tile there.
    by_spot: HashMap<Spot, Vec<u32>>,
    /// Closed games before the first play, by the people's racks.
    by_rack: HashMap<Vec<String>, u32>,
    /// The faces of tiles, numbered.
    faces: HashMap<String, u32>,
    /// Games that ended while those in the database are read, which would bring them back.
    ended: Option<HashSet<String>>,
}

impl Index {
    /// From now on, games that end are remembered until [`Self::end_filling`].
    pub(crate) fn begin_filling(&mut self) {
        self.ended.get_or_insert_default();
    }

    pub(crate) fn end_filling(&mut self) {
        self.ended = None;
    }

    /// A game as it is now, unless a later state of it is known.
    pub(crate) fn put(&mut self, game: LiveGame) {
        if self.ended.as_ref().is_some_and(|ended| ended.contains(&game.id)) {
            return;
        }
        if let Some(&slot) = self.by_id.get(&game.id) {
            if self.entry(slot).game.version > game.version {
                return;
            }
            self.take(slot);
        } else if self.by_id.len() >= MOST_GAMES
            && let Some(oldest) =
                self.by_id.values().copied().min_by_key(|&slot| self.entry(slot).game.changed)
        {
            self.take(oldest);
        }
        let spots: Vec<Spot> = game
            .tiles
            .iter()
            .map(|(square, face)| spot(*square, number(&mut self.faces, face)))
            .collect();
        let slot = self.free.pop().unwrap_or(self.slots.len() as u32);
        self.by_id.insert(game.id.clone(), slot);
        for player in &game.players {
            self.by_player.entry(player.clone()).or_default().push(slot);
        }
        for &spot in &spots {
            self.by_spot.entry(spot).or_default().push(slot);
        }
        for (_, rack) in game.racks.iter().filter(|_| game.is_closed) {
            *self.by_rack.entry(rack.clone()).or_default() += 1;
        }
        if self.slots.len() <= slot as usize {
            self.slots.push(None);
            self.needed.push(0);
        }
        self.needed[slot as usize] = (4 * spots.len()).div_ceil(5) as u16;
        self.slots[slot as usize] = Some(Entry { game, spots });
    }

    /// A game has ended.
    pub(crate) fn remove(&mut self, id: &str) {
        if let Some(ended) = &mut self.ended {
            ended.insert(id.to_owned());
        }
        if let Some(&slot) = self.by_id.get(id) {
            self.take(slot);
        }
    }

    /// Drops games that are not among these.
    pub(crate) fn retain(&mut self, live: &HashSet<&str>) {
        let ended: Vec<u32> = self
            .by_id
            .iter()
            .filter(|(id, _)| !live.contains(id.as_str()))
            .map(|(_, slot)| *slot)
            .collect();
        ended.into_iter().for_each(|slot| self.take(slot));
    }

    /// Whether a game is known as it was at this time or later.
    pub(crate) fn knows(&self, id: &str, changed: Millis) -> bool {
        self.by_id.get(id).is_some_and(|&slot| self.entry(slot).game.changed >= changed)
    }

    fn entry(&self, slot: u32) -> &Entry {
        self.slots[slot as usize].as_ref().expect("a slot that is listed is taken")
    }

    fn take(&mut self, slot: u32) {
        let Some(Entry { game, spots }) = self.slots[slot as usize].take() else { return };
        self.free.push(slot);
        self.by_id.remove(&game.id);
        for player in &game.players {
            forget(&mut self.by_player, player, slot);
        }
        for spot in &spots {
            forget(&mut self.by_spot, spot, slot);
        }
        for (_, rack) in game.racks.iter().filter(|_| game.is_closed) {
            if let Some(n) = self.by_rack.get_mut(rack) {
                *n -= 1;
                if *n == 0 {
                    self.by_rack.remove(rack);
                }
            }
        }
    }

    /// Whether analysis of one of the positions would help in a live game: the player's own, or a
    /// closed one. In games of others only the tiles on the board count, so that a refusal says
    /// nothing about racks; before the first play, only an identical rack.
    pub(crate) fn is_live(
        &self,
        player: Option<&str>,
        ruleset: &Ruleset,
        positions: &[&Position],
    ) -> bool {
        let own: &[u32] =
            player.and_then(|player| self.by_player.get(player)).map_or(&[], Vec::as_slice);
        let (empty, others): (Vec<&Position>, Vec<&Position>) =
            positions.iter().partition(|position| position.board.is_empty());
        let racks: HashSet<Vec<String>> =
            empty.iter().map(|position| rack(ruleset, &position.rack)).collect();
        // A sheet with many opening racks would find out which of them somebody holds.
        let is_rack =
            racks.len() <= MOST_RACKS && racks.iter().any(|rack| self.by_rack.contains_key(rack));
        if is_rack || self.is_own_start(player, own, &racks) {
            return true;
        }
        let own: HashSet<u32> = own.iter().copied().collect();
        [false, true].into_iter().any(|turned| self.is_on_board(&own, ruleset, &others, turned))
    }

    /// Whether one of the racks is nearly the player's own before the first play.
    fn is_own_start(
        &self,
        player: Option<&str>,
        own: &[u32],
        racks: &HashSet<Vec<String>>,
    ) -> bool {
        let mine = own
            .iter()
            .flat_map(|&slot| &self.entry(slot).game.racks)
            .filter(|(owner, _)| player == Some(owner));
        mine.take(MOST_OWN)
            .any(|(_, mine)| racks.iter().any(|asked| nearly_all(shared(mine, asked), mine.len())))
    }

    /// Counts for every game how many of its tiles are on the board. The boards of a score sheet
    /// differ by one play each, so only the changes are counted.
    fn is_on_board(
        &self,
        own: &HashSet<u32>,
        ruleset: &Ruleset,
        positions: &[&Position],
        turned: bool,
    ) -> bool {
        let mut counts = vec![0u16; self.slots.len()];
        let mut nearly: Vec<u32> = Vec::new();
        let mut before: Vec<Spot> = Vec::new();
        let mut numbers: HashMap<Letter, Option<u32>> = HashMap::new();
        for position in positions {
            let mut known = |(square, placed): (Square, Placed)| {
                let number = *numbers.entry(placed.letter).or_insert_with(|| {
                    self.faces.get(ruleset.alphabet.face(placed.letter)).copied()
                });
                Some(spot(if turned { square.transposed() } else { square }, number?))
            };
            let mut asked: Vec<Spot> = position.board.tiles().filter_map(&mut known).collect();
            asked.sort_unstable();
            for spot in before.iter().filter(|spot| asked.binary_search(spot).is_err()) {
                for &slot in self.by_spot.get(spot).into_iter().flatten() {
                    counts[slot as usize] -= 1;
                }
            }
            for spot in asked.iter().filter(|spot| before.binary_search(spot).is_err()) {
                for &slot in self.by_spot.get(spot).into_iter().flatten() {
                    let count = &mut counts[slot as usize];
                    *count += 1;
                    if self.needed[slot as usize] == *count {
                        nearly.push(slot);
                    }
                }
            }
            nearly.retain(|&slot| counts[slot as usize] >= self.needed[slot as usize]);
            let n_asked = position.board.n_tiles();
            if nearly
                .iter()
                .any(|slot| self.is_help(own, *slot, usize::from(counts[*slot as usize]), n_asked))
            {
                return true;
            }
            before = asked;
        }
        false
    }

    /// Whether help is refused for a board with `asked` tiles that has nearly all of the game's.
    fn is_help(&self, own: &HashSet<u32>, slot: u32, same: usize, asked: usize) -> bool {
        if own.contains(&slot) {
            return true;
        }
        let Entry { game, spots } = self.entry(slot);
        let added = asked - same;
        game.is_closed
            && match spots.len() {
                n if n < FEW_TILES => same == n && added == 0,
                n if n < SOME_TILES => added <= MOST_ADDED.max(n),
                _ => true,
            }
    }
}

fn number(faces: &mut HashMap<String, u32>, face: &str) -> u32 {
    if let Some(&number) = faces.get(face) {
        return number;
    }
    let number = faces.len() as u32;
    faces.insert(face.to_owned(), number);
    number
}

fn forget<K: std::hash::Hash + Eq>(lists: &mut HashMap<K, Vec<u32>>, key: &K, slot: u32) {
    if let Some(list) = lists.get_mut(key) {
        if let Some(at) = list.iter().position(|&other| other == slot) {
            list.swap_remove(at);
        }
        if list.is_empty() {
            lists.remove(key);
        }
    }
}

/// How many tiles two racks, both in order, have in common.
fn shared(one: &[String], other: &[String]) -> usize {
    let (mut n, mut rest) = (0, other);
    for face in one {
        let skipped = rest.partition_point(|other| other < face);
        rest = &rest[skipped..];
        if rest.first() == Some(face) {
            (n, rest) = (n + 1, &rest[1..]);
        }
    }
    n
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use tisane_rules::Cgp;

    fn position(text: &str) -> Position {
        text.parse::<Cgp>().unwrap().position(&Ruleset::named("english").unwrap()).unwrap()
    }

    /// Ada's live game, against Bo or a bot.
    fn live(text: &str, is_closed: bool) -> LiveGame {
        let ruleset = Ruleset::named("english").unwrap();
        let position = position(text);
        let tiles = faces(&ruleset, &position.board);
        let racks = if tiles.is_empty() {
            vec![("ada".to_owned(), rack(&ruleset, &position.rack))]
        } else {
            Vec::new()
        };
        LiveGame {
            id: text.to_owned(),
            version: 1,
            changed: 0,
            is_closed,
            players: vec!["ada".to_owned()],
            tiles,
            racks,
        }
    }

    /// Whether the position is refused to Ada, and whether to everybody.
    fn refused(live_game: &str, asked: &str) -> [bool; 2] {
        let ruleset = Ruleset::named("english").unwrap();
        let mut index = Index::default();
        index.put(live(live_game, true));
        let asked = position(asked);
        [Some("ada"), None].map(|player| index.is_live(player, &ruleset, &[&asked]))
    }

    const REST: &str = "15/15/15/15/15/15/15";
    const TAIL: &str = "15/15/15/15/15";

    #[test]
    fn a_disguised_live_game_is_recognised_for_any_player() {
        let live = "15/15/15/15/15/15/15/4EXIST6/8E6/8A6/15/15/15/15/15 AEINRT?/ 0/0 0";
        for asked in [
            live.to_owned(),
            format!("{REST}/4EXIST6/8E6/8A6/8S6/15/15/15/15 AEI/ 0/0 0"),
            format!("{REST}/4EXIsT6/8E6/8A6/{TAIL} QVV/ 0/0 0"),
            format!("{REST}/4EXIST6/8E6/8S6/{TAIL} AEINRT?/ 0/0 0"),
            format!("{REST}/4EXIST6/8E6/15/{TAIL} AEINRT?/ 0/0 0"),
            format!("{REST}/4EXIST6/8E6/8A6/15/15/15/15/9QUOTED AEINRT?/ 0/0 0"),
            "15/15/15/15/7E7/7X7/7I7/7S7/7TEA5/15/15/15/15/15/15 AEINRT?/ 0/0 0".to_owned(),
        ] {
            assert_eq!(refused(live, &asked), [true, true], "{asked}");
        }
        for asked in [
            format!("15/{REST}/4EXIST6/8E6/8A6/15/15/15/15 AEINRT?/ 0/0 0"),
            format!("{REST}/4EXIST6/15/15/{TAIL} AEINRT?/ 0/0 0"),
            format!("{REST}/15/15/15/{TAIL} AEINRT?/ 0/0 0"),
        ] {
            assert_eq!(refused(live, &asked), [false, false], "{asked}");
        }
    }

    #[test]
    fn a_stranger_may_study_a_game_that_only_began_like_a_live_one() {
        let one_word = format!("{REST}/7AT6/15/15/{TAIL} AEINRT?/ 0/0 0");
        assert_eq!(refused(&one_word, &one_word), [true, true], "the same board");
        let went_on = format!("{REST}/7AT6/7X7/15/{TAIL} AEINRT?/ 0/0 0");
        assert_eq!(refused(&one_word, &went_on), [true, false], "two tiles are no game");
        let seven = format!("{REST}/4EXISTED4/15/15/{TAIL} AEINRT?/ 0/0 0");
        let whole = format!(
            "1QUOTED8/1U13/1O13/1T13/1E13/1D13/15/4EXISTED4/4R10/4R10/{TAIL} AEINRT?/ 0/0 0"
        );
        assert_eq!(refused(&seven, &whole), [true, false], "a game far beyond that word");
    }

    #[test]
    fn before_the_first_play_a_game_is_recognised_by_the_rack() {
        let empty =
            |rack: &str| format!("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 {rack}/ 0/0 0");
        assert_eq!(refused(&empty("AEINRT?"), &empty("AEINRT?")), [true, true]);
        assert_eq!(
            refused(&empty("AEINRT?"), &empty("AEINRTS")),
            [true, false],
            "guessing tile by tile tells a stranger nothing"
        );
        assert_eq!(refused(&empty("AEINRT?"), &empty("AEIOU")), [false, false]);
        let played = "15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AEINRT?/ 0/0 0";
        assert_eq!(refused(&empty("AEINRT?"), played), [false, false]);
    }

    #[test]
    fn a_game_against_bots_is_refused_to_its_player_only_and_an_ended_one_to_nobody() {
        let ruleset = Ruleset::named("english").unwrap();
        let text = "15/15/15/15/15/15/15/4EXIST6/8E6/8A6/15/15/15/15/15 AEINRT?/ 0/0 0";
        let asked = position(text);
        let mut index = Index::default();
        index.begin_filling();
        index.put(live(text, false));
        assert!(index.is_live(Some("ada"), &ruleset, &[&asked]));
        assert!(
            !index.is_live(Some("bo"), &ruleset, &[&asked])
                && !index.is_live(None, &ruleset, &[&asked])
        );
        index.remove(text);
        index.put(live(text, false)); // as it was read from the database a moment before
        assert!(!index.is_live(Some("ada"), &ruleset, &[&asked]));
        assert!(index.by_spot.is_empty() && index.by_player.is_empty() && index.by_id.is_empty());
    }

    /// Random boards with this many tiles; how a board looks does not matter here.
    fn board(seed: u64, tiles: usize) -> Vec<(Square, String)> {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut below = |n: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state % n
        };
        let mut squares = HashSet::new();
        while squares.len() < tiles {
            squares.insert((below(15) as u8, below(15) as u8));
        }
        let mut squares: Vec<_> = squares.into_iter().collect();
        squares.sort_unstable();
        let face = |n: u64| char::from(b"EEEAAIIOONRTLSUDG"[n as usize]).to_string();
        squares.into_iter().map(|(row, col)| (Square::new(row, col), face(below(17)))).collect()
    }

    #[test]
    fn a_thousand_positions_are_compared_with_ten_thousand_live_games() {
        let ruleset = Ruleset::named("english").unwrap();
        let mut index = Index::default();
        for n in 0..10_000 {
            let (id, players) = (n.to_string(), vec![format!("a{n}"), format!("b{n}")]);
            let tiles = board(n, 20 + (n % 80) as usize);
            index.put(LiveGame {
                id,
                version: 1,
                changed: 0,
                is_closed: true,
                players,
                tiles,
                racks: Vec::new(),
            });
        }
        // A sheet grows by a tile or two at a time; the worst there is takes some back each time.
        let start = position("15/15/15/15/15/15/15/4EXIST6/15/15/15/15/15/15/15 AEINRT?/ 0/0 0");
        let mut positions = Vec::new();
        for n in 0..1000u64 {
            let mut next = start.clone();
            for (square, face) in board(20_000 + n / 100, 100).into_iter().take((n % 100) as usize)
            {
                let letter = ruleset.alphabet.letter(&face).unwrap();
                next.board.set(square, Some(Placed { letter, blank: false }));
            }
            positions.push(next);
        }
        let asked: Vec<&Position> = positions.iter().collect();
        let began = Instant::now();
        assert!(!index.is_live(Some("a7"), &ruleset, &asked));
        let lasted = began.elapsed();
        assert!(
            lasted < Duration::from_secs(5),
            "{lasted:?} on a loaded machine without optimisation"
        );
    }
}
