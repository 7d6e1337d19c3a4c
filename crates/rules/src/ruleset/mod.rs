//! A ruleset is a game as data: board, tiles, bonuses, exchange, challenge, clock and how it ends.
//! [`file`] reads the files in `rulesets/`; no Rust code knows them by name.

mod builtin;
mod clock;
mod ending;
mod file;
mod most;
mod settings;

use std::sync::Arc;

use tisane_lexicon::{Alphabet, Letter};

use crate::table::{Board, Layout, Tile, Tiles};

pub use builtin::{NoSuchRuleset, USUAL_RULESET, builtin_names};
pub use ending::{Idle, Loss, Reason, TurnKind};
pub use file::RulesetError;

/// The rules of one game, read from a TOML file. Every value of this type is a playable game.
#[derive(Clone, PartialEq, Debug)]
pub struct Ruleset {
    /// The name of the file, without extension.
    pub name: String,
    /// Other names for its tiles or board, used by other programs.
    pub aliases: Vec<String>,
    /// A title for people.
    pub title: String,
    /// The language tag of its words: `en`, `ru`, `es`.
    pub locale: String,
    /// The default lexicon.
    pub lexicon: Option<String>,
    /// The ruleset of the family in which players are rated together; often itself.
    pub rated_as: String,
    /// How well its facts are supported.
    pub status: String,
    /// Where its facts come from.
    pub sources: Vec<String>,
    /// What players should know about it.
    pub notes: String,
    /// The number of players.
    pub players: Players,
    /// The board.
    pub layout: Layout,
    /// The letters.
    pub alphabet: Arc<Alphabet>,
    /// By letter.
    letters: Vec<LetterTile>,
    /// The blanks.
    pub blanks: Blanks,
    /// How many tiles a full rack has.
    pub rack: usize,
    bonuses: Vec<Bonus>,
    /// When tiles can be exchanged, if at all.
    pub exchange: Option<Exchange>,
    /// What a challenge costs.
    pub challenge: Challenge,
    /// How a game ends.
    pub end: End,
    /// How long players may think.
    pub clock: Clock,
}

/// How many players a game takes.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Players {
    /// At least this many.
    pub from: usize,
    /// At most this many.
    pub to: usize,
}

/// The tiles of one letter.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct LetterTile {
    /// What the tile scores.
    pub value: i32,
    /// May be 0: such a letter can only be a blank.
    pub count: usize,
    /// Whether the letter is a vowel.
    pub vowel: bool,
}

/// The blanks of a set.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Blanks {
    /// How many there are.
    pub count: usize,
    /// What a blank scores.
    pub value: i32,
}

/// A bonus for a play of exactly this many tiles.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Bonus {
    /// For a play of this many tiles.
    pub tiles: usize,
    /// What it earns.
    pub kind: BonusKind,
}

/// What a bonus adds to a play.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum BonusKind {
    /// Added to the play.
    Points(i32),
    /// Multiplies the play.
    Times(i32),
}

/// When tiles can be exchanged. Never more than the bag has.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Exchange {
    /// The bag must have this many tiles.
    pub bag_at_least: usize,
}

/// The challenge rule.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Challenge {
    /// Invalid words cannot be played.
    Void,
    /// A wrong challenge costs nothing.
    Single,
    /// A wrong challenge costs the challenger the next turn.
    Double,
    /// A wrong challenge gives the owner of the play these points.
    Points {
        /// How many points.
        points: i32,
        /// For the play, or for each word.
        per: PerChallenge,
    },
    /// The loser of the challenge loses the game.
    Triple,
}

/// What the points of a failed challenge are for.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum PerChallenge {
    /// Once for the play.
    Play,
    /// For each valid word that was challenged.
    Word,
}

/// How a game ends, and what is settled then.
#[derive(Clone, PartialEq, Debug)]
pub struct End {
    /// This many passes in a row end the game.
    pub passes: Option<u32>,
    /// This many turns in a row without points end the game.
    pub scoreless_turns: Option<u32>,
    /// Both counts are for two players and grow in proportion for more. Otherwise they are for any
    /// number of players.
    pub scale_with_seats: bool,
    /// Which turns count as scoreless.
    pub scoreless: Scoreless,
    /// What is settled when a player has no tiles left and the bag is empty.
    pub out: Out,
    /// Whether everybody loses the value of their rack when the game ends by passes or scoreless
    /// turns.
    pub stalled_loses_rack: bool,
    /// When the bag is empty everybody has one more turn, which ends the game.
    pub final_turn_each: bool,
    /// Who wins a tie.
    pub tie_break: TieBreak,
}

/// Which turns, besides passes and skipped turns, count as scoreless.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Scoreless {
    /// An exchange.
    pub exchange: bool,
    /// A play withdrawn after a challenge.
    pub withdrawn: bool,
    /// The turn a wrong challenge costs.
    pub lost_challenge: bool,
    /// A play that scores 0, with blanks only.
    pub zero_play: bool,
}

/// What is settled when a player goes out.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Out {
    /// The opponents lose the value of their racks.
    pub others_lose_rack: bool,
    /// What the player who went out gains.
    pub gains: OutGains,
}

/// What the player who went out gains.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum OutGains {
    /// Nothing.
    Nothing,
    /// The value of the other racks.
    OtherRacks,
    /// As in two-player tournaments: the player who goes out gains twice the value of the other
    /// rack. With three or four players, that player gains the other racks once and each opponent
    /// loses their own, which comes to the same for two.
    TwiceOtherRacks,
}

/// Who wins when the highest scores are equal.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum TieBreak {
    /// Nobody; it is a tie.
    None,
    /// The higher score before racks were settled; if equal, it is a tie.
    BeforeRacks,
    /// The first of them in turn order.
    FirstInOrder,
}

/// How long players may think.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Clock {
    /// Unlimited time.
    None,
    /// A time for the whole game. Increment and overtime exclude each other.
    Game {
        /// The time for the game.
        initial: Millis,
        /// Added after each turn.
        increment: Millis,
        /// What happens when the time is used up.
        overtime: Option<Overtime>,
    },
    /// A time for each turn, and a bank of extra time for the game.
    Turn {
        /// The time for each turn.
        turn: Millis,
        /// Extra time for the whole game.
        bank: Millis,
    },
}

/// Milliseconds, as a duration or since a moment chosen by the caller.
pub type Millis = i64;

/// Playing on after the time is used up. Without it, the player loses.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Overtime {
    /// Points lost for every `per` that was begun.
    pub points: i32,
    /// The length of a period.
    pub per: Millis,
    /// After this long the game is lost.
    pub at_most: Millis,
}

impl Ruleset {
    /// The tiles of all letters, in alphabetical order.
    pub fn letters(&self) -> impl ExactSizeIterator<Item = (Letter, LetterTile)> + '_ {
        self.alphabet.letters().zip(self.letters.iter().copied())
    }

    /// The tiles of a letter.
    pub fn letter(&self, letter: Letter) -> LetterTile {
        self.letters[letter.index()]
    }

    /// What the tile scores.
    pub fn value(&self, tile: Tile) -> i32 {
        match tile {
            Tile::Letter(letter) => self.letter(letter).value,
            Tile::Blank => self.blanks.value,
        }
    }

    /// The value of all these tiles together.
    pub fn worth(&self, tiles: &Tiles) -> i32 {
        tiles.kinds().map(|(tile, n)| self.value(tile) * n as i32).sum()
    }

    /// The full bag.
    pub fn tiles(&self) -> Tiles {
        let mut tiles = Tiles::new();
        for (letter, tile) in self.letters() {
            tiles.insert_many(Tile::Letter(letter), tile.count);
        }
        tiles.insert_many(Tile::Blank, self.blanks.count);
        tiles
    }

    /// The tiles that are neither on the board nor on this rack; or the tiles on board and rack that
    /// the set does not have.
    pub fn unseen(&self, board: &Board, rack: &Tiles) -> Result<Tiles, Tiles> {
        let (off_board, mut excess) = self.off_board(board);
        match off_board.without(rack) {
            Ok(unseen) if excess.is_empty() => return Ok(unseen),
            Ok(_) => {}
            Err(missing) => {
                for (tile, n) in missing.kinds() {
                    let room = Tiles::MAX_OF_A_KIND - excess.count(tile);
                    excess.insert_many(tile, n.min(room));
                }
            }
        }
        Err(excess)
    }

    /// The tiles of the set that are not on the board, and the tiles on the board that the set does
    /// not have.
    pub fn off_board(&self, board: &Board) -> (Tiles, Tiles) {
        let (mut rest, mut excess) = (self.tiles(), Tiles::new());
        for tile in board.tiles().map(|(_, placed)| placed.tile()) {
            // A drawn board may have any number of a tile, more than `Tiles` can count.
            if !rest.remove(tile) && excess.count(tile) < Tiles::MAX_OF_A_KIND {
                excess.insert(tile);
            }
        }
        (rest, excess)
    }

    /// What playing many tiles at once earns.
    pub fn bonuses(&self) -> &[Bonus] {
        &self.bonuses
    }

    /// The bonus for placing this many tiles.
    pub fn bonus(&self, tiles: usize) -> Option<BonusKind> {
        self.bonuses.iter().find(|bonus| bonus.tiles == tiles).map(|bonus| bonus.kind)
    }

    /// The same game on another board, unless a play on it could score too much.
    pub fn checked_on_layout(&self, layout: Layout) -> Result<Ruleset, RulesetError> {
        let ruleset = self.on_layout(layout);
        ruleset.check_most()?;
        Ok(ruleset)
    }

    /// The same game on another board.
    pub fn on_layout(&self, layout: Layout) -> Ruleset {
        let mut ruleset = self.clone();
        ruleset.layout = layout;
        ruleset
    }
}
