//! The size of the terminal, and fitting text into it.

use terminal_size::{Height, Width, terminal_size_of};

use super::wrapped_to;

/// Columns of standard output, if it is a terminal.
pub(crate) fn columns() -> Option<usize> {
    terminal_size_of(std::io::stdout()).map(|(Width(columns), _)| columns.into())
}

/// The same, or 80.
pub(crate) fn columns_for_text() -> usize {
    columns().unwrap_or(80)
}

/// Wraps a sentence at a terminal; through a pipe it stays on one line.
pub(crate) fn sentence(text: &str) -> String {
    sentence_after(0, text)
}

/// The same after this many columns of a line; later lines are indented by as many.
pub(crate) fn sentence_after(before: usize, text: &str) -> String {
    fitted(columns(), before, text)
}

/// The same on standard error.
pub(crate) fn sentence_after_on_stderr(before: usize, text: &str) -> String {
    fitted(size_of_stderr().map(|(columns, _)| columns), before, text)
}

/// Lines that fit are left alone, since they may be aligned.
fn fitted(columns: Option<usize>, before: usize, text: &str) -> String {
    let Some(columns) = columns else { return text.to_owned() };
    let indent = " ".repeat(before);
    let line = |line: &str| match before + line.chars().count() <= columns {
        true => line.to_owned(),
        false => wrapped_to(columns, line, &indent).trim_start().to_owned(),
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// Columns and lines of standard error, if it is a terminal.
pub(crate) fn size_of_stderr() -> Option<(usize, usize)> {
    terminal_size_of(std::io::stderr())
        .map(|(Width(columns), Height(lines))| (columns.into(), lines.into()))
}

/// Cuts text to this many columns and lines. Escape sequences take no room.
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
    use super::{fitted, fitting};

    #[test]
    fn wraps_between_words_and_keeps_lines_that_fit() {
        assert_eq!(fitted(None, 6, "no terminal, no lines"), "no terminal, no lines");
        assert_eq!(fitted(Some(12), 6, "one two three"), "one\n      two\n      three");
        assert_eq!(fitted(Some(12), 0, "a  |  b\none two three"), "a  |  b\none two\nthree");
    }

    #[test]
    fn cuts_long_lines_and_resets_colours() {
        assert_eq!(fitting("abc\nÄÖÜß\n", 3, 9), "abc\nÄÖÜ\n");
        assert_eq!(fitting("\x1b[1mabcd\x1b[0m e\nf\ng", 3, 2), "\x1b[1mabc\x1b[0m\nf\n");
    }
}
