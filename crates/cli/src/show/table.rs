//! Tables with aligned columns.

use std::io::{self, Write};

use super::HEAD;

pub(crate) struct Table<const N: usize> {
    head: [(&'static str, Align); N],
    rows: Vec<[String; N]>,
    leaves_out_empty: bool,
}

#[derive(Copy, Clone)]
pub(crate) enum Align {
    Left,
    Right,
}

impl<const N: usize> Table<N> {
    pub(crate) fn new(head: [(&'static str, Align); N]) -> Table<N> {
        Table { head, rows: Vec::new(), leaves_out_empty: false }
    }

    /// Without the columns in which no row has anything.
    pub(crate) fn without_empty_columns(self) -> Table<N> {
        Table { leaves_out_empty: true, ..self }
    }

    pub(crate) fn row(&mut self, row: [String; N]) {
        self.rows.push(row);
    }

    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let head = self.head.map(|(name, _)| name.to_owned());
        let is_shown = |at: usize| !self.leaves_out_empty || self.rows.iter().any(|row| !row[at].is_empty());
        let widest = |at: usize| self.rows.iter().chain([&head]).map(|row| width(&row[at])).max().unwrap_or_default();
        let widths: [Option<usize>; N] = std::array::from_fn(|at| is_shown(at).then(|| widest(at)));
        writeln!(out, "{HEAD}{}{HEAD:#}", self.line(&head, &widths))?;
        for row in &self.rows {
            writeln!(out, "{}", self.line(row, &widths))?;
        }
        Ok(())
    }

    fn line(&self, row: &[String; N], widths: &[Option<usize>; N]) -> String {
        let mut line = String::new();
        for ((cell, width_wanted), (_, align)) in row.iter().zip(widths).zip(self.head) {
            let Some(width_wanted) = width_wanted else { continue };
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

fn width(text: &str) -> usize {
    text.chars().count()
}
