//! Hashes that identify the game and the words a model was trained on.

use std::num::NonZeroU64;

use tisane_lexicon::Lexicon;
use tisane_rules::{BonusKind, End, Exchange, Out, OutGains, Ruleset, Scoreless, TieBreak};

/// Which game and words a model is for. Two fingerprints are equal if everything that values depend
/// on is equal; challenges, clocks and names are not included.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Fingerprint {
    /// Hash of board, tiles, rack size and bonuses.
    pub table: u64,
    /// Hash of the rules for exchanges and for the end. Unknown in model files of version 1.
    pub rules: Option<NonZeroU64>,
    /// Hash of letters and words.
    pub words: u64,
}

impl Fingerprint {
    /// The fingerprint of this game with these words.
    pub fn of(ruleset: &Ruleset, lexicon: &Lexicon) -> Fingerprint {
        Fingerprint {
            table: of_table(ruleset),
            rules: NonZeroU64::new(of_rules(ruleset)),
            words: of_words(lexicon, ruleset.layout.longest()),
        }
    }

    /// The fingerprints for these words and for the whole list they are part of: a model of the
    /// whole list is good for them too.
    pub(crate) fn near(ruleset: &Ruleset, lexicon: &Lexicon) -> Vec<Fingerprint> {
        let whole = Some(lexicon.whole()).filter(|whole| !std::ptr::eq(*whole, lexicon));
        std::iter::once(lexicon)
            .chain(whole)
            .map(|lexicon| Fingerprint::of(ruleset, lexicon))
            .collect()
    }

    /// Whether both are for the same game, as far as known.
    pub fn fits(&self, other: &Fingerprint) -> bool {
        self.is_kin(other)
            && (self.rules.is_none() || other.rules.is_none() || self.rules == other.rules)
    }

    /// Whether the games differ at most in exchanges and their end, so that a model of one is good
    /// for the other.
    pub fn is_kin(&self, other: &Fingerprint) -> bool {
        self.table == other.table && self.words == other.words
    }

    /// All hashes combined in one number.
    pub fn number(&self) -> u64 {
        self.table ^ self.rules.map_or(0, NonZeroU64::get) ^ self.words
    }
}

fn of_table(ruleset: &Ruleset) -> u64 {
    let mut hash = Hash::new();
    let layout = &ruleset.layout;
    hash.numbers([layout.rows().into(), layout.cols().into()]);
    for square in layout.squares() {
        let premium = layout.premium(square);
        hash.numbers([
            premium.letter.into(),
            premium.word.into(),
            premium.only_value.map_or(i32::MIN, i32::from),
        ]);
    }
    layout.starts().iter().for_each(|start| hash.numbers([start.row.into(), start.col.into()]));
    for (letter, tile) in ruleset.letters() {
        hash.bytes(ruleset.alphabet.face(letter).as_bytes());
        hash.numbers([tile.value, tile.count as i32]);
    }
    hash.numbers([ruleset.blanks.count as i32, ruleset.blanks.value, ruleset.rack as i32]);
    for bonus in ruleset.bonuses() {
        let (kind, amount) = match bonus.kind {
            BonusKind::Points(points) => (0, points),
            BonusKind::Times(times) => (1, times),
        };
        hash.numbers([bonus.tiles as i32, kind, amount]);
    }
    hash.0
}

/// Destructures every rule, so that a new rule does not compile until somebody decides whether it
/// belongs here.
fn of_rules(ruleset: &Ruleset) -> u64 {
    let End {
        passes,
        scoreless_turns,
        scale_with_seats,
        scoreless,
        out,
        stalled_loses_rack,
        final_turn_each,
        tie_break,
    } = &ruleset.end;
    let Scoreless { exchange, withdrawn, lost_challenge, zero_play } = *scoreless;
    let Out { others_lose_rack, gains } = *out;
    let gains = match gains {
        OutGains::Nothing => 0,
        OutGains::OtherRacks => 1,
        OutGains::TwiceOtherRacks => 2,
    };
    let tie_break = match tie_break {
        TieBreak::None => 0,
        TieBreak::BeforeRacks => 1,
        TieBreak::FirstInOrder => 2,
    };
    let or_never = |limit: Option<u32>| limit.map_or(-1, |limit| limit as i32);
    let mut hash = Hash::new();
    hash.numbers([ruleset.exchange.map_or(-1, |Exchange { bag_at_least }| bag_at_least as i32)]);
    hash.numbers([or_never(*passes), or_never(*scoreless_turns), i32::from(*scale_with_seats)]);
    hash.numbers([exchange, withdrawn, lost_challenge, zero_play].map(i32::from));
    hash.numbers([
        i32::from(others_lose_rack),
        gains,
        i32::from(*stalled_loses_rack),
        i32::from(*final_turn_each),
        tie_break,
    ]);
    hash.0
}

/// Words too long for the board are never played, so they are left out.
fn of_words(lexicon: &Lexicon, longest: usize) -> u64 {
    let playable = (lexicon.longest() > longest).then(|| lexicon.dawg().no_longer_than(longest));
    let mut hash = Hash::new();
    lexicon
        .alphabet()
        .letters()
        .for_each(|letter| hash.bytes(lexicon.alphabet().face(letter).as_bytes()));
    hash.bytes(&playable.as_ref().unwrap_or(lexicon.dawg()).encode());
    hash.0
}

/// FNV-1a, with the length of each input.
pub(crate) struct Hash(pub(crate) u64);

impl Hash {
    pub(crate) fn new() -> Hash {
        Hash(0xCBF2_9CE4_8422_2325)
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        for byte in (bytes.len() as u64).to_le_bytes().iter().chain(bytes) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    pub(crate) fn numbers(&mut self, numbers: impl IntoIterator<Item = i32>) {
        numbers.into_iter().for_each(|number| self.bytes(&number.to_le_bytes()));
    }
}
