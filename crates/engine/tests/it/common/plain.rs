//! An exhaustive search of endgames, and small random games to try it on.

pub(crate) use super::oracle::Dice;
use tisane_engine::movegen::{Directions, Generator, Plays};
use tisane_lexicon::Letter;
use tisane_rules::{Board, Move, OtherRack, OutGains, Play, Position, Ruleset, Tile, Tiles, score};

/// A game with an empty bag, strictly by the rules: every move is tried, nothing is pruned or
/// remembered.
#[derive(Clone)]
pub(crate) struct Table<'a> {
    ruleset: &'a Ruleset,
    generator: &'a Generator,
    pub board: Board,
    /// The player on turn first.
    pub racks: [Tiles; 2],
    pub passes: u32,
    pub scoreless: u32,
    pub final_turns: Option<u32>,
}

impl<'a> Table<'a> {
    pub(crate) fn new(
        ruleset: &'a Ruleset,
        generator: &'a Generator,
        position: &Position,
    ) -> Table<'a> {
        Table {
            ruleset,
            generator,
            board: position.board.clone(),
            racks: [position.rack.clone(), position.unseen(ruleset)],
            passes: position.passes,
            scoreless: position.scoreless_turns,
            final_turns: position.final_turns,
        }
    }

    /// What the player on turn gains on the opponent if the game ends here; `None` if it does not.
    pub(crate) fn settled(&self) -> Option<i32> {
        let end = &self.ruleset.end;
        let worth = [0, 1].map(|seat| self.ruleset.worth(&self.racks[seat]));
        if self.final_turns == Some(0) {
            return Some(if end.out.others_lose_rack { worth[1] - worth[0] } else { 0 });
        }
        if self.final_turns.is_none()
            && let Some(out) = [0, 1].into_iter().find(|&seat| self.racks[seat].is_empty())
        {
            let other = worth[1 - out];
            let gains = match end.out.gains {
                OutGains::Nothing => 0,
                OutGains::OtherRacks => other,
                OutGains::TwiceOtherRacks => 2 * other,
            };
            let gained = gains + if end.out.others_lose_rack { other } else { 0 };
            return Some(if out == 0 { gained } else { -gained });
        }
        self.stalled()
    }

    /// The same for scoreless turns only.
    pub(crate) fn stalled(&self) -> Option<i32> {
        let end = &self.ruleset.end;
        let worth = [0, 1].map(|seat| self.ruleset.worth(&self.racks[seat]));
        let stalled = end.passes.is_some_and(|limit| self.passes >= limit)
            || end.scoreless_turns.is_some_and(|limit| self.scoreless >= limit);
        stalled.then(|| if end.stalled_loses_rack { worth[1] - worth[0] } else { 0 })
    }

    pub(crate) fn plays(&self) -> Vec<Play> {
        let mut searcher = self.generator.searcher();
        searcher.set_board(&self.board);
        let mut plays = Plays::new();
        searcher.all_plays_plainly(&self.racks[0], Directions::Both, &mut plays);
        (0..plays.len()).map(|index| searcher.play(&plays, index)).collect()
    }

    /// Makes a legal move; returns its score and the game as the opponent sees it.
    pub(crate) fn after(&self, mv: &Move) -> (i32, Table<'a>) {
        let mut next = self.clone();
        next.racks.swap(0, 1);
        next.final_turns = self.final_turns.map(|turns| turns - 1);
        match mv {
            Move::Pass => {
                next.passes += 1;
                next.scoreless += 1;
                (0, next)
            }
            Move::Play(play) => {
                let points = score(self.ruleset, &self.board, play).expect("it fits").total;
                next.racks[1] = self.racks[0].without(&play.tiles()).expect("from the rack");
                play.place_on(&mut next.board);
                next.passes = 0;
                next.scoreless = if points == 0 && self.ruleset.end.scoreless.zero_play {
                    self.scoreless + 1
                } else {
                    0
                };
                (points, next)
            }
            Move::Exchange(_) => unreachable!("the bag is empty"),
        }
    }

    /// The value for the player on turn, by trying everything; `None` if that takes too long.
    pub(crate) fn value(&self, patience: &mut u32) -> Option<i32> {
        if let Some(settled) = self.settled() {
            return Some(settled);
        }
        *patience = patience.checked_sub(1)?;
        let moves = self.plays().into_iter().map(Move::Play).chain([Move::Pass]);
        let mut best = None;
        for mv in moves {
            let (points, next) = self.after(&mv);
            best = best.max(Some(points - next.value(patience)?));
        }
        best
    }

    /// The value of a line to the end of the game. Every play must be legal, and nothing may follow
    /// the end.
    pub(crate) fn line(&self, moves: &[Move]) -> i32 {
        let Some((mv, rest)) = moves.split_first() else {
            return self.settled().expect("a line leads to the end");
        };
        assert_eq!(self.settled(), None, "no moves after the end");
        if let Move::Play(play) = mv {
            assert!(self.plays().contains(play), "{play:?} is legal");
        }
        let (points, next) = self.after(mv);
        points - next.line(rest)
    }
}

/// A small board, four letters, and random rules for the end.
pub(crate) fn random_ruleset(dice: &mut Dice) -> Ruleset {
    let size = 4 + dice.roll(3);
    let rows: Vec<String> = (0..size)
        .map(|_| (0..size).map(|_| dice.pick(&['.', '.', '.', '2', '3', 'd', 't'])).collect())
        .collect();
    let values: Vec<String> = ["A", "B", "C", "D"]
        .iter()
        .map(|letter| {
            format!(
                "{{ tile = {letter:?}, value = {}, count = {} }}",
                dice.pick(&[0, 1, 1, 3, 8]),
                2 + dice.roll(3)
            )
        })
        .collect();
    let limits = match dice.roll(4) {
        0 => format!("passes = {}", 1 + dice.roll(4)),
        1 => format!("passes = {}\nscoreless_turns = {}", 2 + dice.roll(2), 2 + dice.roll(3)),
        _ => format!("scoreless_turns = {}", 1 + dice.roll(4)),
    };
    let text = format!(
        "name = \"random\"\ntitle = \"random\"\nlocale = \"en\"\nplayers = [2, 2]\nrack = 4\nbonuses = [{{ tiles = 2, points = {} }}]\n\
         blanks = {{ count = {}, value = {} }}\ntiles = [{}]\n[end]\n{limits}\nscoreless = [{}]\nout_player = {:?}\nothers = {:?}\n\
         stalled = {:?}\nfinal_turn_each = {}\n[board]\nstarts = [[{}, {}]]\nlayout = {rows:?}\n",
        dice.pick(&[0, 7]),
        dice.roll(2),
        dice.pick(&[0, 0, 2]),
        values.join(", "),
        dice.pick(&["", "\"zero-play\""]),
        dice.pick(&["nothing", "gains-other-racks", "gains-twice-other-racks"]),
        dice.pick(&["lose-rack", "nothing"]),
        dice.pick(&["lose-rack", "nothing"]),
        dice.roll(6) == 0,
        size / 2,
        size / 2,
    );
    Ruleset::parse(&text).expect("a ruleset")
}

/// Random plays until few tiles are left, which are divided between two racks and the bag.
pub(crate) fn random_position(
    dice: &mut Dice,
    ruleset: &Ruleset,
    generator: &Generator,
    bag: usize,
) -> Option<Position> {
    let mut tiles: Vec<Tile> = ruleset.tiles().iter().collect();
    let mut board = Board::empty(&ruleset.layout);
    let most = 2 + bag + dice.roll(5);
    for _ in 0..20 {
        if tiles.len() <= most {
            break;
        }
        let mut searcher = generator.searcher();
        searcher.set_board(&board);
        let rack: Tiles =
            (0..3.min(tiles.len() - 2)).map(|_| tiles[dice.roll(tiles.len())]).collect();
        if !tiles.iter().copied().collect::<Tiles>().contains_all(&rack) {
            continue;
        }
        let mut plays = Plays::new();
        searcher.all_plays_plainly(&rack, Directions::Both, &mut plays);
        if plays.is_empty() {
            continue;
        }
        let play = searcher.play(&plays, dice.roll(plays.len()));
        for tile in play.tiles().iter() {
            tiles.remove(tiles.iter().position(|&other| other == tile).expect("it is left"));
        }
        play.place_on(&mut board);
    }
    let own = 1 + dice.roll(tiles.len().checked_sub(bag + 1).filter(|&n| n > 0)?);
    let rack: Tiles = (0..own).map(|_| tiles.swap_remove(dice.roll(tiles.len()))).collect();
    let limit = |limit: Option<u32>| limit.map_or(3, |limit| limit - 1) as usize + 1;
    let passes =
        dice.roll(limit(ruleset.end.passes).min(limit(ruleset.end.scoreless_turns))) as u32;
    let position = Position {
        board,
        rack,
        scores: vec![0, 0],
        others: vec![OtherRack { len: tiles.len() - bag, ..OtherRack::default() }],
        bag,
        passes,
        scoreless_turns: passes,
        final_turns: (ruleset.end.final_turn_each && bag == 0).then(|| 1 + dice.roll(2) as u32),
        history: tisane_rules::History::default(),
    };
    (position.rack.len() <= 4 && tiles.len() <= 4 + bag).then_some(position)
}

/// Words of the four letters.
pub(crate) fn random_words(dice: &mut Dice) -> Vec<Vec<Letter>> {
    let mut words: Vec<Vec<Letter>> = (0..6 + dice.roll(12))
        .map(|_| (0..2 + dice.roll(3)).map(|_| Letter::from_index(dice.roll(4))).collect())
        .collect();
    words.sort();
    words.dedup();
    words
}
