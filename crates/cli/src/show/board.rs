//! A board as people recognise it: letters above, numbers at the side, premium squares as text.

use std::io::{self, Write};

use anstyle::{AnsiColor, Effects, Style};
use tisane_rules::{Board, Layout, Placed, Play, Premium, Ruleset, Square, column_name};

use super::{HEAD, QUIET, wrapped};

/// New tiles, where there is colour.
const NEW: Style = AnsiColor::Green.on_default().effects(Effects::BOLD);

pub(crate) fn write(out: &mut impl Write, layout: &Layout) -> io::Result<()> {
    write_squares(out, layout, 2, |_| None)
}

/// What the squares do, each kind once, the weakest first.
pub(crate) fn write_legend(out: &mut impl Write, layout: &Layout) -> io::Result<()> {
    let mut premiums: Vec<Premium> =
        layout.squares().map(|square| layout.premium(square)).filter(|&premium| premium != Premium::NONE).collect();
    premiums.sort_by_key(|premium| (premium.word, premium.letter, premium.only_value));
    premiums.dedup();
    let premiums: Vec<String> = premiums.into_iter().map(|premium| format!("{} {}", text(premium, false), meaning(premium))).collect();
    let mut starts: Vec<Premium> = layout.starts().iter().map(|&square| layout.premium(square)).collect();
    starts.dedup();
    let starts = starts.into_iter().map(|premium| match premium {
        Premium::NONE => format!("{} the first play covers it", text(premium, true)),
        _ => format!("{} {}, and the first play covers it", text(premium, true), meaning(premium)),
    });
    let lines: Vec<String> = std::iter::once(premiums.join("; ")).filter(|line| !line.is_empty()).chain(starts).collect();
    writeln!(out, "\n{}", wrapped(&lines.join("\n"), "    "))
}

fn meaning(Premium { letter, word, only_value }: Premium) -> String {
    let times = |what: &str, times: u8| (times > 1).then(|| format!("{what} times {times}"));
    let only = only_value.map(|value| format!("for tiles worth {value}"));
    [times("letter", letter), only, times("word", word)].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The board after a play, whose tiles stand in brackets.
pub(crate) fn write_play(out: &mut impl Write, ruleset: &Ruleset, board: &Board, play: Option<&Play>) -> io::Result<()> {
    let new = |square| play.and_then(|play| play.placements().iter().find(|placement| placement.0 == square)).map(|&(_, placed)| placed);
    let widest = ruleset.alphabet.letters().map(|letter| ruleset.alphabet.face(letter).chars().count()).max().unwrap_or(1);
    write_squares(out, &ruleset.layout, widest.max(2), |square| match (new(square), board.get(square)) {
        (Some(placed), _) => Some((face(ruleset, placed), true)),
        (None, Some(placed)) => Some((face(ruleset, placed), false)),
        (None, None) => None,
    })
}

/// Squares of one column before their text, which is a bracket's, and `width` for it; `tile` gives a tile's text and whether it is new.
fn write_squares(out: &mut impl Write, layout: &Layout, width: usize, tile: impl Fn(Square) -> Option<(String, bool)>) -> io::Result<()> {
    let last = layout.cols() - 1;
    let names: Vec<String> = (0..=last).map(|col| format!("{:<width$}", column_name(col))).collect();
    writeln!(out, "{QUIET}    {}{QUIET:#}", names.join(" ").trim_end())?;
    for row in 0..layout.rows() {
        write!(out, "{QUIET}{:>3}{QUIET:#}", row + 1)?;
        let mut open = false; // A bracket that found no room behind its tile.
        for col in 0..=last {
            let square = Square::new(row, col);
            let premium = layout.premium(square);
            let (text, style, new) = match tile(square) {
                Some((text, true)) => (text, NEW, true),
                Some((text, false)) => (text, HEAD, false),
                None => (self::text(premium, layout.starts().contains(&square)), self::style(premium), false),
            };
            let length = text.chars().count();
            let before = if new {
                "["
            } else if open {
                "]"
            } else {
                " "
            };
            let after = if new && (length < width || col == last) { "]" } else { "" };
            open = new && after.is_empty();
            let space = if col == last { 0 } else { width.saturating_sub(length + after.len()) };
            let before_style = if new || before == "]" { NEW } else { Style::new() };
            write!(out, "{before_style}{before}{before_style:#}{style}{text}{after}{style:#}{:space$}", "")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// A blank is small, or marked in a script without small letters.
fn face(ruleset: &Ruleset, placed: Placed) -> String {
    let face = ruleset.alphabet.face(placed.letter);
    match ruleset.alphabet.lower(placed.letter) {
        _ if !placed.blank => face.to_owned(),
        Some(small) => small.to_owned(),
        None => format!("{face}?"),
    }
}

/// `2L`, `3W`; `*` where the first play goes, with its premium if there is one.
fn text(premium: Premium, start: bool) -> String {
    let text = match premium {
        Premium { word, .. } if word > 1 => format!("{word}W"),
        Premium { letter, only_value: Some(_), .. } => format!("{letter}V"),
        Premium { letter, .. } if letter > 1 => format!("{letter}L"),
        _ => "·".to_owned(),
    };
    match (start, text.strip_suffix('W')) {
        (true, Some(times)) => format!("{times}*"),
        (true, None) => "*".to_owned(),
        (false, _) => text,
    }
}

fn style(premium: Premium) -> Style {
    match premium {
        Premium { word: 2, .. } => AnsiColor::Magenta.on_default(),
        Premium { word, .. } if word > 2 => AnsiColor::Red.on_default(),
        Premium { letter: 2, .. } => AnsiColor::Cyan.on_default(),
        Premium { letter, .. } if letter > 2 => AnsiColor::Blue.on_default(),
        _ => QUIET,
    }
}
