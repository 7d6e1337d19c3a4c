//! A board as people recognise it: letters above, numbers at the side, premium squares as text.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use tisane_rules::{Layout, Premium, Square, column_name};

use super::QUIET;

pub(crate) fn write(out: &mut impl Write, layout: &Layout) -> io::Result<()> {
    let names: String = (0..layout.cols()).map(|col| format!("{:>3}", column_name(col))).collect();
    writeln!(out, "{QUIET}   {names}{QUIET:#}")?;
    for row in 0..layout.rows() {
        write!(out, "{QUIET}{:>3}{QUIET:#}", row + 1)?;
        for col in 0..layout.cols() {
            let square = Square::new(row, col);
            let premium = layout.premium(square);
            let style = style(premium);
            write!(out, " {style}{:>2}{style:#}", text(premium, layout.starts().contains(&square)))?;
        }
        writeln!(out)?;
    }
    Ok(())
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
