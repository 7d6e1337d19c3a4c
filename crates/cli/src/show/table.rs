//! Tables with aligned columns.

use std::io::{self, Write};

use super::HEAD;

pub(crate) struct Table<const N: usize> {
    head: [(&'static str, Align); N],
    rows: Vec<[String; N]>,
}

#[derive(Copy, Clone)]
pub(crate) enum Align {
    Left,
    Right,
}

impl<const N: usize> Table<N> {
    pub(crate) fn new(head: [(&'static str, Align); N]) -> Table<N> {
        Table { head, rows: Vec::new() }
    }

    pub(crate) fn row(&mut self, row: [String; N]) {
        self.rows.push(row);
    }

    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let head = self.head.map(|(name, _)| name.to_owned());
        let widths: [usize; N] =
            std::array::from_fn(|at| self.rows.iter().chain([&head]).map(|row| width(&row[at])).max().unwrap_or_default());
        writeln!(out, "{HEAD}{}{HEAD:#}", self.line(&head, &widths))?;
        for row in &self.rows {
            writeln!(out, "{}", self.line(row, &widths))?;
        }
        Ok(())
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
