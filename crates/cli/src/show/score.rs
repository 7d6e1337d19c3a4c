//! Explains a score: a line for each word, tile by tile.

use std::io::{self, Write};

use tisane_protocol::{ScoreView, ScoredTileView, ScoredWordView};

use super::BAD;
use super::tell::count;

/// Writes the words with their points, then the bonus.
pub(crate) fn write(out: &mut impl Write, view: &ScoreView) -> io::Result<()> {
    let width = view.words.iter().map(|word| head(word).chars().count()).max().unwrap_or(0);
    for word in &view.words {
        let tiles: Vec<String> = word.tiles.iter().map(tile).collect();
        let sum: i32 = word.tiles.iter().map(|tile| tile.value * tile.times).sum();
        write!(out, "  {:<width$}  {} = {sum}", head(word), tiles.join(" + "))?;
        if word.multiplier != 1 {
            write!(out, ", ×{} = {}", word.multiplier, word.points)?;
        }
        writeln!(
            out,
            "{}",
            if word.valid != Some(false) {
                String::new()
            } else {
                format!("  {BAD}not a word{BAD:#}")
            }
        )?;
    }
    if view.bonus != 0 {
        let placed =
            view.words.first().map_or(0, |word| word.tiles.iter().filter(|tile| tile.new).count());
        writeln!(out, "  {:<width$}  {} more", count(placed, "tile"), view.bonus)?;
    }
    Ok(())
}

fn head(word: &ScoredWordView) -> String {
    format!("{} {}", word.place, word.word)
}

/// `R1×2`; tiles already on the board are in parentheses.
fn tile(tile: &ScoredTileView) -> String {
    let ScoredTileView { tile: face, value, times, blank, new, .. } = tile;
    let times = if *times == 1 { String::new() } else { format!("×{times}") };
    let face = if *blank { format!("{face}?") } else { face.clone() };
    if *new { format!("{face}{value}{times}") } else { format!("({face}{value})") }
}
