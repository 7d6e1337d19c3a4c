//! Moves that could be made, as a table.

use std::io::{self, Write};

use tisane_engine::Candidate;
use tisane_rules::{Board, Ruleset, Through};

use super::table::{Align, Table};

pub(crate) fn write(
    out: &mut impl Write,
    ruleset: &Ruleset,
    board: &Board,
    moves: &[Candidate],
) -> io::Result<()> {
    let mut table = Table::new([
        ("#", Align::Right),
        ("MOVE", Align::Left),
        ("SCORE", Align::Right),
        ("LEAVE", Align::Left),
        ("EQUITY", Align::Right),
    ]);
    for (number, candidate) in (1..).zip(moves) {
        let leave = ruleset.show_tiles(&candidate.leave);
        table.row([
            number.to_string(),
            ruleset.show_move_as(board, &candidate.mv, Through::Parenthesised),
            candidate.score.to_string(),
            if leave.is_empty() { "-".to_owned() } else { leave },
            format!("{:.1}", f64::from(candidate.equity) / 1000.0),
        ]);
    }
    table.write(out)
}
