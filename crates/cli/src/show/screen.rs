//! How large the terminal is, and making things fit.

use terminal_size::{Height, Width, terminal_size_of};

use super::wrapped_to;

/// Columns of the terminal that standard output is, if it is one.
pub(crate) fn columns() -> Option<usize> {
    terminal_size_of(std::io::stdout()).map(|(Width(columns), _)| columns.into())
}

/// Columns for text: those of the terminal, or as many as any has.
pub(crate) fn columns_for_text() -> usize {
    columns().unwrap_or(80)
}

/// A sentence whose words stay whole on a terminal; a program gets it in one line.
pub(crate) fn sentence(text: &str) -> String {
    columns().map_or_else(|| text.to_owned(), |columns| wrapped_to(columns, text, ""))
}

/// Columns and lines of the terminal that standard error is, if it is one.
pub(crate) fn size_of_stderr() -> Option<(usize, usize)> {
    terminal_size_of(std::io::stderr()).map(|(Width(columns), Height(lines))| (columns.into(), lines.into()))
}

/// So much of a text that no line of it goes on in the next and none leaves the screen. Colours take no room.
pub(crate) fn fitting(text: &str, columns: usize, lines: usize) -> String {
    text.lines().take(lines).map(|line| fitting_line(line, columns) + "\n").collect()
}

fn fitting_line(line: &str, columns: usize) -> String {
    let (mut fitting, mut used, mut escape) = (String::new(), 0, false);
    for c in line.chars() {
        escape |= c == '\x1b';
        if escape || used < columns {
            fitting.push(c);
        }
        used += usize::from(!escape);
        escape &= !c.is_ascii_alphabetic();
    }
    fitting
}

#[cfg(test)]
mod tests {
    use super::fitting;

    #[test]
    fn what_does_not_fit_is_cut_and_colours_are_ended() {
        assert_eq!(fitting("abc\nÄÖÜß\n", 3, 9), "abc\nÄÖÜ\n");
        assert_eq!(fitting("\x1b[1mabcd\x1b[0m e\nf\ng", 3, 2), "\x1b[1mabc\x1b[0m\nf\n");
    }
}
