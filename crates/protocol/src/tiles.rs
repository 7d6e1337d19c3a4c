//! Tiles as clients write them: a face each, `?` for a blank.

use tisane_rules::{Ruleset, Tile, Tiles};

/// The faces of tiles.
pub(crate) fn faces_of(ruleset: &Ruleset, tiles: &Tiles) -> Vec<String> {
    tiles.iter().map(|tile| ruleset.face(tile).to_owned()).collect()
}

/// The tile with this face, if the game has one.
pub(crate) fn tile_of(ruleset: &Ruleset, face: &str) -> Option<Tile> {
    match face {
        "?" => Some(Tile::Blank),
        letter => ruleset.alphabet.letter(letter).map(Tile::Letter),
    }
}

/// The tiles with these faces, or the first face that no tile has. The caller checks that there
/// are no more of them than [`Tiles`] can count.
pub(crate) fn tiles_of<'a>(ruleset: &Ruleset, faces: &'a [String]) -> Result<Tiles, &'a str> {
    faces.iter().map(|face| tile_of(ruleset, face).ok_or(&**face)).collect()
}
