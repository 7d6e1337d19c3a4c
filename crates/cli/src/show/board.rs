//! Draws a board: letters above, numbers at the side, premium squares as text.

use std::io::{self, Write};

use anstyle::{AnsiColor, Effects, Style};
use tisane_rules::{Board, Layout, Placed, Play, Premium, Ruleset, Square, column_name};

use super::{HEAD, QUIET, screen, wrapped};

/// The colour of new tiles.
const NEW: Style = AnsiColor::Green.on_default().effects(Effects::BOLD);

pub(crate) fn write(out: &mut impl Write, layout: &Layout) -> io::Result<()> {
    write_squares(out, layout, 2, Marks::Names, |_| None)
}

/// Explains each kind of premium square once, the weakest first.
pub(crate) fn write_legend(out: &mut impl Write, layout: &Layout) -> io::Result<()> {
    let premiums: Vec<String> = premiums(layout)
        .map(|premium| format!("{} {}", text(premium, false, Marks::Names), meaning(premium)))
        .collect();
    let mut starts: Vec<Premium> =
        layout.starts().iter().map(|&square| layout.premium(square)).collect();
    starts.dedup();
    let starts = starts.into_iter().map(|premium| match premium {
        Premium::NONE => {
            format!("{} start: the first play must cover it", text(premium, true, Marks::Names))
        }
        _ => format!(
            "{} start ({}): the first play must cover it",
            text(premium, true, Marks::Names),
            meaning(premium)
        ),
    });
    let lines: Vec<String> = std::iter::once(premiums.join("; "))
        .filter(|line| !line.is_empty())
        .chain(starts)
        .collect();
    writeln!(out, "\n{}", wrapped(&lines.join("\n"), "    "))
}

/// Each kind once, the weakest first.
fn premiums(layout: &Layout) -> impl Iterator<Item = Premium> {
    let mut premiums: Vec<Premium> = layout
        .squares()
        .map(|square| layout.premium(square))
        .filter(|&premium| premium != Premium::NONE)
        .collect();
    premiums.sort_by_key(|premium| (premium.word, premium.letter, premium.only_value));
    premiums.dedup();
    premiums.into_iter()
}

fn meaning(Premium { letter, word, only_value }: Premium) -> String {
    let times = |what: &str, times: u8| (times > 1).then(|| format!("{what} times {times}"));
    let only = only_value.map(|value| format!("for tiles worth {value}"));
    [times("letter", letter), only, times("word", word)]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ")
}

/// Draws the board after a play, with the new tiles in brackets. In a narrow terminal, premium
/// squares are single characters.
pub(crate) fn write_play(
    out: &mut impl Write,
    ruleset: &Ruleset,
    board: &Board,
    play: Option<&Play>,
) -> io::Result<()> {
    write_play_within(out, ruleset, board, play, screen::columns().unwrap_or(usize::MAX))
}

fn write_play_within(
    out: &mut impl Write,
    ruleset: &Ruleset,
    board: &Board,
    play: Option<&Play>,
    columns: usize,
) -> io::Result<()> {
    let new = |square| {
        play.and_then(|play| play.placements().iter().find(|placement| placement.0 == square))
            .map(|&(_, placed)| placed)
    };
    let tile = |square| match (new(square), board.get(square)) {
        (Some(placed), _) => Some((face(ruleset, placed), true)),
        (None, Some(placed)) => Some((face(ruleset, placed), false)),
        (None, None) => None,
    };
    let layout = &ruleset.layout;
    let faces = ruleset
        .alphabet
        .letters()
        .flat_map(|letter| [false, true].map(|blank| face(ruleset, Placed { letter, blank })));
    let widest = faces.map(|face| face.chars().count()).max().unwrap_or(1);
    let fits = |width: usize| needed(layout, width) <= columns;
    // One more column for the closing bracket, if there is room.
    let named = if fits(widest + 1) { widest + 1 } else { widest.max(2) };
    let marks = if fits(named) || !fits(widest) { Marks::Names } else { Marks::Signs };
    let width = if marks == Marks::Names { named } else { widest };
    write_squares(out, layout, width, marks, tile)?;
    if marks == Marks::Signs {
        let signs: Vec<String> = premiums(layout)
            .map(|premium| {
                format!(
                    "{} {}",
                    text(premium, false, Marks::Signs),
                    text(premium, false, Marks::Names)
                )
            })
            .collect();
        writeln!(out, "{QUIET}    {}{QUIET:#}", signs.join("  "))?;
    } else if !fits(width) {
        writeln!(
            out,
            "{QUIET}the board needs {} columns; this terminal has {columns}{QUIET:#}",
            needed(layout, width)
        )?;
    }
    Ok(())
}

/// Columns a board needs.
fn needed(layout: &Layout, width: usize) -> usize {
    3 + usize::from(layout.cols()) * (width + 1)
}

/// How premium squares are marked.
#[derive(Copy, Clone, Eq, PartialEq)]
enum Marks {
    /// `2L`, `3W`.
    Names,
    /// `'`, `=`: one character each.
    Signs,
}

/// Draws every square as one column for a bracket and `width` columns of text. `tile` returns the
/// text of a tile and whether it is new.
fn write_squares(
    out: &mut impl Write,
    layout: &Layout,
    width: usize,
    marks: Marks,
    tile: impl Fn(Square) -> Option<(String, bool)>,
) -> io::Result<()> {
    let last = layout.cols() - 1;
    let names: Vec<String> =
        (0..=last).map(|col| format!("{:<width$}", column_name(col))).collect();
    writeln!(out, "{QUIET}    {}{QUIET:#}", names.join(" ").trim_end())?;
    for row in 0..layout.rows() {
        write!(out, "{QUIET}{:>3}{QUIET:#}", row + 1)?;
        let mut open = false; // A bracket still to be closed.
        for col in 0..=last {
            let square = Square::new(row, col);
            let premium = layout.premium(square);
            let (text, style, new) = match tile(square) {
                Some((text, true)) => (text, NEW, true),
                Some((text, false)) => (text, HEAD, false),
                None => (
                    self::text(premium, layout.starts().contains(&square), marks),
                    self::style(premium),
                    false,
                ),
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
            write!(
                out,
                "{before_style}{before}{before_style:#}{style}{text}{after}{style:#}{:space$}",
                ""
            )?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// A blank is in lower case, or marked with `?` in scripts without lower case.
fn face(ruleset: &Ruleset, placed: Placed) -> String {
    let face = ruleset.alphabet.face(placed.letter);
    match ruleset.alphabet.lower(placed.letter) {
        _ if !placed.blank => face.to_owned(),
        Some(small) => small.to_owned(),
        None => format!("{face}?"),
    }
}

/// `2L`, `3W` or the sign for it, which the drawing reader accepts too; `*` on the start square,
/// with its premium if there is room.
fn text(premium: Premium, start: bool, marks: Marks) -> String {
    if marks == Marks::Signs {
        return if start { "*" } else { sign(premium) }.to_owned();
    }
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

/// The traditional one-character signs.
fn sign(premium: Premium) -> &'static str {
    match premium {
        Premium { word: 2, .. } => "-",
        Premium { word: 3, .. } => "=",
        Premium { word, .. } if word > 3 => "~",
        Premium { only_value: Some(_), .. } => ":",
        Premium { letter: 2, .. } => "'",
        Premium { letter: 3, .. } => "\"",
        Premium { letter, .. } if letter > 3 => "^",
        _ => "·",
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

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(ruleset: &str, columns: usize) -> Vec<String> {
        let ruleset = Ruleset::named(ruleset).unwrap();
        let board = Board::empty(&ruleset.layout);
        let tisane_rules::Move::Play(play) = ruleset.parse_move(&board, "8H TEa").unwrap() else {
            panic!("a play")
        };
        let mut out = anstream::StripStream::new(Vec::new());
        write_play_within(&mut out, &ruleset, &board, Some(&play), columns).unwrap();
        String::from_utf8(out.into_inner()).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_drawing_can_be_read_back() {
        for (name, before, play) in [
            ("english", "8G TEa", "9G AHoY"),
            ("english-super", "11K TEa", "12K AH"),
            ("spanish", "8G [CH]E", "H8 E[LL]a"),
            ("catalan", "8G [QU]E", "H8 E[L·L]a"),
            ("hungarian", "8G [GY]E", "H8 E[TY]a"),
            ("erudit", "8G ЧАй", "9G ЕЁ"),
            ("hebrew", "8G שָׁלוֹם", "9G א[ב?]"),
            ("wordfeud-english", "8G TEa", "9G AH"),
        ] {
            let ruleset = Ruleset::named(name).unwrap();
            let mut board = Board::empty(&ruleset.layout);
            ruleset.parse_play(&board, before).unwrap().place_on(&mut board);
            let play = ruleset.parse_play(&board, play).unwrap();
            let mut after = board.clone();
            play.place_on(&mut after);
            for columns in [40, 66, 80, usize::MAX] {
                let mut out = anstream::StripStream::new(Vec::new());
                write_play_within(&mut out, &ruleset, &board, Some(&play), columns).unwrap();
                let text = String::from_utf8(out.into_inner()).unwrap();
                assert_eq!(
                    ruleset.parse_board(&text).as_ref(),
                    Ok(&after),
                    "{name} in {columns} columns\n{text}"
                );
            }
        }
    }

    #[test]
    fn draws_a_narrow_board_in_a_narrow_terminal() {
        let wide = drawn("english", 80);
        assert_eq!(
            (wide.len(), &*wide[8]),
            (16, "  8 3W ·  ·  2L ·  ·  · [T][E][a] ·  2L ·  ·  3W")
        );
        let narrow = drawn("english", 40);
        assert_eq!(narrow[8], "  8 = · · ' · · ·[T[E[a]· ' · · =");
        assert_eq!(narrow[16], "    ' 2L  \" 3L  - 2W  = 3W");
        assert!(narrow.iter().all(|line| line.chars().count() <= 40), "{narrow:?}");
        assert_eq!(
            drawn("english-super", 40).last().unwrap(),
            "the board needs 66 columns; this terminal has 40"
        );
    }
}
