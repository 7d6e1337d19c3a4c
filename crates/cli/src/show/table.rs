//! Tables with aligned columns.

use std::io::{self, Write};

use super::{HEAD, wrapped_to};

/// Between two columns.
const GAP: usize = 2;

pub(crate) struct Table<const N: usize> {
    head: [(&'static str, Align); N],
    rows: Vec<[String; N]>,
    /// What is said below a row, and from which column on.
    notes: Vec<(usize, usize, String)>,
}

#[derive(Copy, Clone)]
pub(crate) enum Align {
    Left,
    Right,
}

impl<const N: usize> Table<N> {
    pub(crate) fn new(head: [(&'static str, Align); N]) -> Table<N> {
        Table { head, rows: Vec::new(), notes: Vec::new() }
    }

    pub(crate) fn row(&mut self, row: [String; N]) {
        self.rows.push(row);
    }

    /// Says something below the last row, from this column on.
    pub(crate) fn note(&mut self, column: usize, text: String) {
        self.notes.push((self.rows.len(), column, text));
    }

    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        self.write_to(usize::MAX, out)
    }

    /// The same, with notes broken into lines of at most so many columns.
    pub(crate) fn write_to(&self, columns: usize, out: &mut impl Write) -> io::Result<()> {
        let widths = self.widths();
        writeln!(out, "{HEAD}{}{HEAD:#}", self.line(&self.heads(), &widths))?;
        for (number, row) in (1..).zip(&self.rows) {
            writeln!(out, "{}", self.line(row, &widths))?;
            for (_, column, text) in self.notes.iter().filter(|(of, ..)| *of == number) {
                let before: usize = widths[..*column].iter().map(|width| width + GAP).sum();
                writeln!(out, "{}", wrapped_to(columns, text, &" ".repeat(before)))?;
            }
        }
        Ok(())
    }

    /// How many columns it takes.
    pub(crate) fn width(&self) -> usize {
        self.widths().iter().sum::<usize>() + GAP * (N - 1)
    }

    fn heads(&self) -> [String; N] {
        self.head.map(|(name, _)| name.to_owned())
    }

    fn widths(&self) -> [usize; N] {
        let heads = self.heads();
        std::array::from_fn(|at| self.rows.iter().chain([&heads]).map(|row| width(&row[at])).max().unwrap_or_default())
    }

    fn line(&self, row: &[String; N], widths: &[usize; N]) -> String {
        let mut line = String::new();
        for ((cell, width_wanted), (_, align)) in row.iter().zip(widths).zip(self.head) {
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
