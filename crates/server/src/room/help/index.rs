//! An index of live games by the tiles on their boards, to find a position without scanning all
//! games.

use std::collections::{HashMap, HashSet};

use tisane_lexicon::Letter;
use tisane_protocol::stored::Occupant;
use tisane_rules::{Board, Layout, Millis, Phase, Placed, Position, Ruleset, Square, Tiles};

use crate::room::Table;

/// The most games in the index; the one unchanged for longest is dropped.
const MOST_GAMES: usize = 50_000;
/// The most of a player's own games without a play that are compared.
const MOST_OWN: usize = 200;
/// Games may begin with the same word: with fewer tiles than this, a stranger's board must be
/// identical.
const FEW_TILES: usize = 4;
/// From this many tiles on, a game is recognised on other squares too.
const PATTERN_TILES: usize = 6;
/// With fewer tiles than this, a board with many more tiles is another game with the same opening.
const SOME_TILES: usize = 12;
/// The most tiles that may be added to such a board, on the same squares and on others.
const MOST_ADDED: usize = 7;
const MOST_ADDED_ELSEWHERE: usize = 3;
/// Score sheets that put down and take back more tiles than this are not compared but refused: a
/// game has about 100.
const MOST_CHANGES: usize = 3_000;

/// Rows are this far apart in a [`Code`], so that a difference of codes is one shift of the board.
const STRIDE: usize = 2 * Layout::MAX;
/// The code of a difference of zero.
const NO_SHIFT: usize = Layout::MAX * STRIDE + Layout::MAX;

/// A square as a number.
type Code = u16;

fn code(square: Square) -> Code {
    (usize::from(square.row) * STRIDE + usize::from(square.col)) as Code
}

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

/// How many of some tiles are nearly all: four fifths.
fn nearly_all(whole: usize) -> usize {
    (4 * whole).div_ceil(5)
}

struct Entry {
    game: LiveGame,
    /// The tiles by the number of their face.
    by_face: Vec<(u32, Vec<Code>)>,
}

#[derive(Default)]
pub(crate) struct Index {
    slots: Vec<Option<Entry>>,
    free: Vec<u32>,
    by_id: HashMap<String, u32>,
    by_player: HashMap<String, Vec<u32>>,
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
        let mut by_face: Vec<(u32, Vec<Code>)> = Vec::new();
        for (square, face) in &game.tiles {
            let face = number(&mut self.faces, face);
            match by_face.iter_mut().find(|(other, _)| *other == face) {
                Some((_, codes)) => codes.push(code(*square)),
                None => by_face.push((face, vec![code(*square)])),
            }
        }
        let slot = self.free.pop().unwrap_or(self.slots.len() as u32);
        self.by_id.insert(game.id.clone(), slot);
        for player in &game.players {
            self.by_player.entry(player.clone()).or_default().push(slot);
        }
        if self.slots.len() <= slot as usize {
            self.slots.push(None);
        }
        self.slots[slot as usize] = Some(Entry { game, by_face });
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
        let Some(Entry { game, .. }) = self.slots[slot as usize].take() else { return };
        self.free.push(slot);
        self.by_id.remove(&game.id);
        for player in &game.players {
            forget(&mut self.by_player, player, slot);
        }
    }

    /// Whether analysis of one of the positions would help in a live game: the player's own, or a
    /// closed one. Nothing that the player can't see decides: in games of others only the tiles on
    /// the board, and before the first play only the player's own rack.
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
        self.is_own_start(player, own, &racks) || self.is_on_board(own, ruleset, &others)
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
        mine.take(MOST_OWN).any(|(_, mine)| {
            racks.iter().any(|asked| shared(mine, asked) >= nearly_all(mine.len()))
        })
    }

    /// Whether one of the boards has nearly all tiles of a live game, possibly shifted or
    /// transposed.
    fn is_on_board(&self, own: &[u32], ruleset: &Ruleset, positions: &[&Position]) -> bool {
        let own: HashSet<u32> = own.iter().copied().collect();
        let games: Vec<(bool, &Entry)> = (0..)
            .zip(&self.slots)
            .filter_map(|(slot, entry)| Some((own.contains(&slot), entry.as_ref()?)))
            .filter(|(is_own, entry)| *is_own || entry.game.is_closed)
            .filter(|(_, entry)| !entry.game.tiles.is_empty())
            .collect();
        if games.is_empty() || positions.is_empty() {
            return false;
        }
        let both = [false, true].map(|turned| self.steps(ruleset, positions, turned));
        let [Some(steps), Some(turned)] = both else { return true };
        let mut shifts = Shifts::new(self.faces.len());
        games.into_iter().any(|(is_own, entry)| {
            [&steps, &turned].into_iter().any(|steps| shifts.find(entry, is_own, steps))
        })
    }

    /// What changes from board to board: those of a score sheet differ by one play each. The last
    /// step clears the board. Nothing if there are too many changes.
    fn steps(&self, ruleset: &Ruleset, positions: &[&Position], turned: bool) -> Option<Vec<Step>> {
        let mut numbers: HashMap<Letter, Option<u32>> = HashMap::new();
        let (mut steps, mut before, mut changes) = (Vec::new(), Vec::new(), 0);
        for position in positions {
            let mut known = |(square, placed): (Square, Placed)| {
                let number = *numbers.entry(placed.letter).or_insert_with(|| {
                    self.faces.get(ruleset.alphabet.face(placed.letter)).copied()
                });
                let square = if turned { square.transposed() } else { square };
                Some((NO_SHIFT + usize::from(code(square)), number? as usize))
            };
            let mut asked: Vec<Tile> = position.board.tiles().filter_map(&mut known).collect();
            asked.sort_unstable();
            let missing = |from: &[Tile], of: &[Tile]| -> Vec<Tile> {
                of.iter().filter(|tile| from.binary_search(tile).is_err()).copied().collect()
            };
            let (removed, added) = (missing(&asked, &before), missing(&before, &asked));
            changes += removed.len() + added.len();
            if changes > MOST_CHANGES {
                return None;
            }
            steps.push(Step { removed, added, tiles: position.board.n_tiles() });
            before = asked;
        }
        steps.push(Step { removed: before, added: Vec::new(), tiles: 0 });
        Some(steps)
    }
}

/// A tile on a board: the code of its square, from which codes are subtracted, and the number of
/// its face.
type Tile = (usize, usize);

/// The change from one board to the next.
struct Step {
    removed: Vec<Tile>,
    added: Vec<Tile>,
    /// How many tiles are on the board then.
    tiles: usize,
}

/// Counts for every shift of a board how many tiles it has in common with a game.
struct Shifts {
    /// All zero between two games.
    counts: Vec<u16>,
    /// Where the tiles with a face are in the list of the game.
    places: Vec<Option<usize>>,
}

impl Shifts {
    fn new(faces: usize) -> Shifts {
        Shifts { counts: vec![0; 2 * NO_SHIFT + 1], places: vec![None; faces] }
    }

    /// Whether one of the boards is the game's.
    fn find(&mut self, entry: &Entry, is_own: bool, steps: &[Step]) -> bool {
        self.places.fill(None);
        for (place, (face, _)) in entry.by_face.iter().enumerate() {
            self.places[*face as usize] = Some(place);
        }
        let needed = nearly_all(entry.game.tiles.len()) as u16;
        let mut nearly: Vec<usize> = Vec::new();
        for step in steps {
            for &(at, face) in &step.removed {
                let Some(place) = self.places[face] else { continue };
                for &code in &entry.by_face[place].1 {
                    self.counts[at - usize::from(code)] -= 1;
                }
            }
            for &(at, face) in &step.added {
                let Some(place) = self.places[face] else { continue };
                for &code in &entry.by_face[place].1 {
                    let shift = at - usize::from(code);
                    self.counts[shift] += 1;
                    if self.counts[shift] == needed {
                        nearly.push(shift);
                    }
                }
            }
            nearly.retain(|&shift| self.counts[shift] >= needed);
            let is_help = |&shift: &usize| {
                let same = usize::from(self.counts[shift]);
                is_help(&entry.game, is_own, shift != NO_SHIFT, same, step.tiles)
            };
            if nearly.iter().any(is_help) {
                return true;
            }
        }
        false
    }
}

/// Whether help is refused for a board with `asked` tiles that has nearly all of the game's.
fn is_help(game: &LiveGame, is_own: bool, is_shifted: bool, same: usize, asked: usize) -> bool {
    let (tiles, added) = (game.tiles.len(), asked - same);
    match (is_own, is_shifted) {
        (true, false) => true,
        (true, true) if tiles < PATTERN_TILES => same == tiles && added == 0,
        (false, false) if tiles < FEW_TILES => same == tiles && added == 0,
        (false, true) if tiles < PATTERN_TILES => false,
        _ if tiles >= SOME_TILES => true,
        (false, true) => added <= MOST_ADDED_ELSEWHERE,
        _ => added <= MOST_ADDED.max(tiles),
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
    use super::*;
    use std::sync::Arc;
    use tisane_engine::Engine;
    use tisane_engine::leave::NoLeaves;
    use tisane_lexicon::{Catalogue, Lexicon};
    use tisane_rules::{Action, Cgp, Game, Seed, Setup};

    const GAMES: u64 = 12;

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
            // Shifted, also with another tile, and shifted and transposed.
            format!("15/{REST}/4EXIST6/8E6/8A6/15/15/15/15 AEINRT?/ 0/0 0"),
            "EXIST10/4E10/4A10/4S10/15/15/15/15/15/15/15/15/15/15/15 QVV/ 0/0 0".to_owned(),
            "15/15/15/15/15/15/15/15/15/15/12E2/12X2/12I2/12S2/12TEA AEINRT?/ 0/0 0".to_owned(),
        ] {
            assert_eq!(refused(live, &asked), [true, true], "{asked}");
        }
        for asked in [
            format!("{REST}/4EXIST6/15/15/{TAIL} AEINRT?/ 0/0 0"),
            format!("15/{REST}/4EXIST6/4A10/4T10/15/15/15/15 AEINRT?/ 0/0 0"),
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
    fn before_the_first_play_only_the_own_rack_decides() {
        let empty =
            |rack: &str| format!("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 {rack}/ 0/0 0");
        for rack in ["AEINRT?", "AEINRTS"] {
            assert_eq!(
                refused(&empty("AEINRT?"), &empty(rack)),
                [true, false],
                "a stranger learns nothing about a rack"
            );
        }
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
        assert!(index.slots.iter().all(Option::is_none));
        assert!(index.by_player.is_empty() && index.by_id.is_empty());
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

    /// The boards of a game between two greedy players, after each turn.
    fn self_play(engine: &Engine, words: &Lexicon, seed: u64) -> Vec<Position> {
        let setup = Setup::new(engine.ruleset().clone(), &["a", "b"], Seed::from(seed)).unwrap();
        let mut game = Game::new(setup);
        let mut boards = Vec::new();
        let mut action = Action::Start;
        loop {
            let seat = game.on_turn().unwrap_or(0);
            let events = game.decide(words, 0, seat, action).unwrap();
            events.iter().for_each(|event| game.apply(event));
            if game.phase() != Phase::Playing {
                return boards;
            }
            let position = game.position(game.on_turn().unwrap());
            action = engine.best(&position).mv.into();
            boards.push(position);
        }
    }

    #[test]
    fn boards_of_other_games_are_answered() {
        let ruleset = Arc::new(Ruleset::named("english").unwrap());
        let lexicon = Catalogue::new(None).get("english", &ruleset.alphabet).unwrap();
        let engine = Engine::new(ruleset.clone(), lexicon.clone(), NoLeaves);
        let games: Vec<Vec<Position>> =
            (0..GAMES).map(|seed| self_play(&engine, &lexicon, seed)).collect();
        let (mut asked, mut refused) = (0, 0);
        for (n, boards) in games.iter().enumerate() {
            let mut index = Index::default();
            let others = games.iter().enumerate().filter(|(other, _)| *other != n);
            for (id, board) in others.flat_map(|(_, boards)| boards).enumerate() {
                index.put(LiveGame {
                    id: id.to_string(),
                    version: 1,
                    changed: 0,
                    is_closed: true,
                    players: Vec::new(),
                    tiles: faces(&ruleset, &board.board),
                    racks: Vec::new(),
                });
            }
            for board in boards {
                asked += 1;
                refused += usize::from(index.is_live(None, &ruleset, &[board]));
            }
        }
        assert!(asked > 20 * GAMES as usize, "{asked}");
        assert_eq!(refused, 0, "of {asked} boards");
    }

    #[test]
    fn a_long_score_sheet_is_compared_and_one_with_too_many_changes_is_refused() {
        let ruleset = Ruleset::named("english").unwrap();
        let mut index = Index::default();
        for n in 0..200 {
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
        let changes = |steps: Vec<Step>| -> usize {
            steps.iter().map(|step| step.removed.len() + step.added.len()).sum()
        };
        let counted = index.steps(&ruleset, &asked, false).map(changes).unwrap();
        assert!(counted > MOST_CHANGES / 2, "{counted}");
        assert!(!index.is_live(Some("a7"), &ruleset, &asked));
        // From board to board everything changes, which no game does.
        let changing: Vec<&Position> =
            (0..100).flat_map(|n| [asked[99], asked[100 * (n % 9) + 199]]).collect();
        assert!(index.steps(&ruleset, &changing, false).is_none());
        assert!(index.is_live(None, &ruleset, &changing));
        assert!(!Index::default().is_live(None, &ruleset, &changing), "there are no live games");
    }
}
