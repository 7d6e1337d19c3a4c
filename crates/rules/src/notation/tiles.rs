//! Tiles as text: `AEINRT?`, a blank being `?`.

use tisane_lexicon::{SpellingError, composed};

use crate::ruleset::Ruleset;
use crate::tile::{Tile, Tiles};

impl Ruleset {
    /// Reads tiles such as a rack: letters in capitals or small, `?` (or `*`) for a blank.
    pub fn parse_tiles(&self, text: &str) -> Result<Tiles, SpellingError> {
        let text = composed(text.trim());
        let mut tiles = Tiles::new();
        let mut rest = &*text;
        while !rest.is_empty() {
            if let Some(after) = rest.strip_prefix(['?', '*']) {
                tiles.insert(Tile::Blank);
                rest = after;
            } else if let Some(reading) = self.alphabet.read(rest) {
                reading.letters.iter().for_each(|&letter| tiles.insert(Tile::Letter(letter)));
                rest = &rest[reading.bytes..];
            } else {
                return Err(self.alphabet.unreadable(&text, rest));
            }
        }
        Ok(tiles)
    }

    /// Writes tiles so that [`parse_tiles`](Self::parse_tiles) reads them back: in alphabet order, blanks last.
    pub fn show_tiles(&self, tiles: &Tiles) -> String {
        let letters: Vec<_> = tiles.iter().filter_map(|tile| if let Tile::Letter(letter) = tile { Some(letter) } else { None }).collect();
        self.alphabet.show(&letters) + &"?".repeat(tiles.blanks())
    }
}
