//! Tables with aligned columns.

use std::io::{self, Write};

use super::{HEAD, screen, wrapped_to};

/// Spaces between two columns.
const GAP: usize = 2;
/// The least width a column is cut to.
const LEAST: usize = 8;

pub(crate) struct Table<const N: usize> {
    head: [(&'static str, Align); N],
    rows: Vec<[String; N]>,
    /// Number of the row, first column, and text of notes below rows.
    notes: Vec<(usize, usize, String)>,
    hides_empty: bool,
}

#[derive(Copy, Clone)]
pub(crate) enum Align {
    Left,
    Right,
}

impl<const N: usize> Table<N> {
    pub(crate) fn new(head: [(&'static str, Align); N]) -> Table<N> {
        Table { head, rows: Vec::new(), notes: Vec::new(), hides_empty: false }
    }

    /// Hides columns without any text.
    pub(crate) fn without_empty_columns(self) -> Table<N> {
        Table { hides_empty: true, ..self }
    }

    pub(crate) fn row(&mut self, row: [String; N]) {
        self.rows.push(row);
    }

    /// Adds a note below the last row, starting at this column.
    pub(crate) fn note(&mut self, column: usize, text: String) {
        self.notes.push((self.rows.len(), column, text));
    }

    /// Fits the table to the terminal; through a pipe it is written whole.
    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        self.write_to(screen::columns().unwrap_or(usize::MAX), out)
    }

    /// Fits the table into this many columns: notes are wrapped, and the widest texts are cut.
    pub(crate) fn write_to(&self, columns: usize, out: &mut impl Write) -> io::Result<()> {
        let widths = self.widths_within(columns);
        writeln!(out, "{HEAD}{}{HEAD:#}", self.line(&self.heads(), &widths))?;
        for (number, row) in (1..).zip(&self.rows) {
            writeln!(out, "{}", self.line(row, &widths))?;
            for (_, column, text) in self.notes.iter().filter(|(of, ..)| *of == number) {
                let before: usize =
                    widths[..*column].iter().flatten().map(|width| width + GAP).sum();
                writeln!(out, "{}", wrapped_to(columns, text, &" ".repeat(before)))?;
            }
        }
        Ok(())
    }

    /// Columns needed to show everything.
    pub(crate) fn width(&self) -> usize {
        taken(&self.widths())
    }

    fn widths_within(&self, columns: usize) -> [Option<usize>; N] {
        let mut widths = self.widths();
        // The first text identifies the row and is never cut.
        let texts: Vec<usize> =
            (0..N).filter(|&at| matches!(self.head[at].1, Align::Left)).skip(1).collect();
        while taken(&widths) > columns {
            let Some(&widest) =
                texts.iter().max_by_key(|&&at| widths[at]).filter(|&&at| widths[at] > Some(LEAST))
            else {
                break;
            };
            widths[widest] = widths[widest].map(|width| width - 1);
        }
        // Losing the last text is better than lines that wrap.
        if taken(&widths) > columns && texts.last() == Some(&(N - 1)) {
            widths[N - 1] = None;
        }
        widths
    }

    fn heads(&self) -> [String; N] {
        self.head.map(|(name, _)| name.to_owned())
    }

    /// `None` for hidden columns.
    fn widths(&self) -> [Option<usize>; N] {
        let heads = self.heads();
        let is_shown =
            |at: usize| !self.hides_empty || self.rows.iter().any(|row| !row[at].is_empty());
        let widest = |at: usize| {
            self.rows.iter().chain([&heads]).map(|row| width(&row[at])).max().unwrap_or_default()
        };
        std::array::from_fn(|at| is_shown(at).then(|| widest(at)))
    }

    fn line(&self, row: &[String; N], widths: &[Option<usize>; N]) -> String {
        let mut line = String::new();
        for ((cell, width_wanted), (_, align)) in row.iter().zip(widths).zip(self.head) {
            let Some(width_wanted) = *width_wanted else { continue };
            let cell = if width(cell) > width_wanted { &cut(cell, width_wanted) } else { cell };
            let space = " ".repeat(width_wanted - width(cell));
            match align {
                Align::Left => line += &format!("{cell}{space}  "),
                Align::Right => line += &format!("{space}{cell}  "),
            }
        }
        line.truncate(line.trim_end().len());
        line
    }
}

/// Total width, with gaps.
fn taken(widths: &[Option<usize>]) -> usize {
    widths.iter().flatten().map(|width| width + GAP).sum::<usize>().saturating_sub(GAP)
}

fn width(text: &str) -> usize {
    text.chars().count()
}

/// The beginning of a text, ending in `…`.
fn cut(text: &str, columns: usize) -> String {
    text.chars().take(columns.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_the_widest_text() {
        let mut table =
            Table::new([("NAME", Align::Left), ("TITLE", Align::Left), ("TILES", Align::Right)]);
        table.row(["english".to_owned(), "English (standard)".to_owned(), "100".to_owned()]);
        let written = |columns: usize| {
            let mut out = Vec::new();
            table.write_to(columns, &mut out).unwrap();
            String::from_utf8(anstream::adapter::strip_bytes(&out).into_vec()).unwrap()
        };
        assert_eq!(written(30), "NAME     TITLE           TILES\nenglish  English (stan…    100\n");
        assert_eq!(
            written(5),
            "NAME     TITLE     TILES\nenglish  English…    100\n",
            "never below the least width"
        );
        assert!(written(usize::MAX).contains("English (standard)"));
    }

    #[test]
    fn drops_the_last_text_if_nothing_else_helps() {
        let mut table =
            Table::new([("MOVE", Align::Left), ("SCORE", Align::Right), ("REPLY", Align::Left)]);
        table.row(["8D RETAINS".to_owned(), "66".to_owned(), "D8 RESTAGE".to_owned()]);
        let written = |columns: usize| {
            let mut out = Vec::new();
            table.write_to(columns, &mut out).unwrap();
            String::from_utf8(anstream::adapter::strip_bytes(&out).into_vec()).unwrap()
        };
        assert_eq!(written(27), "MOVE        SCORE  REPLY\n8D RETAINS     66  D8 REST…\n");
        assert_eq!(written(26), "MOVE        SCORE\n8D RETAINS     66\n");
    }

    #[test]
    fn wraps_notes_below_their_row_without_widening_columns() {
        let mut table =
            Table::new([("#", Align::Right), ("MOVE", Align::Left), ("SCORE", Align::Right)]);
        table.row(["1".to_owned(), "8D QI".to_owned(), "22".to_owned()]);
        table.note(1, "best: a move that is long".to_owned());
        table.row(["10".to_owned(), "pass".to_owned(), "0".to_owned()]);
        let mut out = Vec::new();
        table.write_to(16, &mut out).unwrap();
        let text = anstream::adapter::strip_bytes(&out).into_vec();
        let expected = " #  MOVE   SCORE\n 1  8D QI     22\n    best: a move\n    that is long\n10  pass       0\n";
        assert_eq!((String::from_utf8(text).unwrap().as_str(), table.width()), (expected, 16));
    }
}
