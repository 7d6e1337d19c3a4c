//! Tiles as text. On a rack: `AEINRT?`, where `?` is a blank. On the board: a blank is lowercase.
//! Brackets enclose a tile of several characters, or a blank in a script without lowercase letters:
//! `[CH]`, `[ch]`, `[א?]`.

use tisane_lexicon::{Alphabet, SpellingError, closing_bracket, composed};

use crate::ruleset::Ruleset;
use crate::table::{Placed, Tile, Tiles};

/// Why a text is not a rack.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message explains its variant")]
pub enum TilesError {
    #[error(transparent)]
    Spelling(#[from] SpellingError),
    #[error("more than {max} {face} tiles", max = Tiles::MAX_OF_A_KIND)]
    TooMany { face: String },
}

impl Ruleset {
    /// Reads tiles such as a rack: letters in any case, `?` or `*` for a blank.
    pub fn parse_tiles(&self, text: &str) -> Result<Tiles, TilesError> {
        let mut tiles = Tiles::new();
        for tile in self.parse_tile_list(text)? {
            if tiles.count(tile) == Tiles::MAX_OF_A_KIND {
                return Err(TilesError::TooMany { face: self.face(tile).to_owned() });
            }
            tiles.insert(tile);
        }
        Ok(tiles)
    }

    /// Writes tiles so that [`parse_tiles`](Self::parse_tiles) reads them back: in alphabetical
    /// order, blanks last, tiles of several characters in brackets, as other programs expect.
    pub fn show_tiles(&self, tiles: &Tiles) -> String {
        tiles.iter().collect::<Vec<_>>().into_iter().rev().fold(String::new(), |rest, tile| {
            match tile {
                Tile::Letter(letter) => show_before(
                    &self.alphabet,
                    Placed { letter, blank: false },
                    Brackets::SeveralCharacters,
                    &rest,
                ),
                Tile::Blank => format!("?{rest}"),
            }
        })
    }

    /// Tiles for a sentence: `QV`, `a blank`, `Q and 2 blanks`.
    pub fn name_tiles(&self, tiles: &Tiles) -> String {
        let blanks = match tiles.blanks() {
            0 => return self.show_tiles(tiles),
            1 => "a blank".to_owned(),
            n => format!("{n} blanks"),
        };
        let letters: Tiles = tiles.iter().filter(|&tile| tile != Tile::Blank).collect();
        if letters.is_empty() {
            blanks
        } else {
            format!("{} and {blanks}", self.show_tiles(&letters))
        }
    }

    /// The word that these tiles form, in a spelling that reads back as the same tiles: `CALLE`, or
    /// `CA[L]LE` if it has two L tiles and LL is also a tile.
    pub fn show_word(&self, tiles: impl DoubleEndedIterator<Item = Placed>) -> String {
        tiles.rev().fold(String::new(), |rest, placed| {
            show_before(&self.alphabet, placed, Brackets::WhereNeeded, &rest)
        })
    }

    /// The face of the tile; `?` for a blank.
    pub fn face(&self, tile: Tile) -> &str {
        match tile {
            Tile::Letter(letter) => self.alphabet.face(letter),
            Tile::Blank => "?",
        }
    }

    /// The tiles in the order of the text.
    pub(crate) fn parse_tile_list(&self, text: &str) -> Result<Vec<Tile>, SpellingError> {
        let text = composed(text.trim());
        let mut tiles = Vec::new();
        let mut rest = &*text;
        while !rest.is_empty() {
            if let Some(after) = rest.strip_prefix(['?', '*']) {
                tiles.push(Tile::Blank);
                rest = after;
            } else if let Some(reading) = self.alphabet.read(rest) {
                tiles.extend(reading.letters.iter().map(|&letter| Tile::Letter(letter)));
                rest = &rest[reading.bytes..];
            } else {
                return Err(self.alphabet.unreadable(&text, rest));
            }
        }
        Ok(tiles)
    }
}

/// Which tiles get brackets, besides those that need them.
#[derive(Copy, Clone, Eq, PartialEq)]
pub(crate) enum Brackets {
    WhereNeeded,
    SeveralCharacters,
}

/// The text of a placed tile followed by `rest`, so that reading finds this tile first. Reading
/// prefers the longest tile.
pub(crate) fn show_before(
    alphabet: &Alphabet,
    placed: Placed,
    brackets: Brackets,
    rest: &str,
) -> String {
    if let Some(plain) = plain(alphabet, placed)
        && (brackets == Brackets::WhereNeeded || is_one_character(plain))
    {
        let text = format!("{plain}{rest}");
        let reading = alphabet.read(&text);
        if reading.is_some_and(|r| {
            r.letters == [placed.letter] && r.lower == placed.blank && r.bytes == plain.len()
        }) {
            return text;
        }
    }
    bracketed(alphabet, placed) + rest
}

/// The tile on one square of a drawn board: one character, or brackets.
pub(crate) fn show_square(alphabet: &Alphabet, placed: Placed) -> String {
    match plain(alphabet, placed) {
        Some(plain)
            if is_one_character(plain)
                && read_square(alphabet, plain) == Some((placed, plain.len())) =>
        {
            plain.to_owned()
        }
        _ => bracketed(alphabet, placed),
    }
}

/// Reads one square of a drawn board from the start of `text`: one character, or brackets. Returns
/// the tile and its length in bytes.
pub(crate) fn read_square(alphabet: &Alphabet, text: &str) -> Option<(Placed, usize)> {
    let end = if text.starts_with('[') {
        closing_bracket(text)? + 1
    } else {
        text.chars().next()?.len_utf8()
    };
    let reading = alphabet.read(&text[..end])?;
    match reading.letters {
        &[letter] if reading.bytes == end => Some((Placed { letter, blank: reading.lower }, end)),
        _ => None,
    }
}

fn plain(alphabet: &Alphabet, placed: Placed) -> Option<&str> {
    if placed.blank { alphabet.lower(placed.letter) } else { Some(alphabet.face(placed.letter)) }
}

fn bracketed(alphabet: &Alphabet, placed: Placed) -> String {
    if let Some(plain) = plain(alphabet, placed) {
        let text = format!("[{plain}]");
        if read_square(alphabet, &text) == Some((placed, text.len())) {
            return text;
        }
    }
    format!("[{}{}]", alphabet.face(placed.letter), if placed.blank { "?" } else { "" })
}

fn is_one_character(text: &str) -> bool {
    text.chars().nth(1).is_none()
}
