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
    sentence_after(0, text)
}

/// The same behind so many columns of its line. What does not fit there stands below.
pub(crate) fn sentence_after(before: usize, text: &str) -> String {
    fitted(columns(), before, text)
}

/// The same on standard error.
pub(crate) fn sentence_after_on_stderr(before: usize, text: &str) -> String {
    fitted(size_of_stderr().map(|(columns, _)| columns), before, text)
}

/// Lines that fit stay as they are, since they may be drawn.
fn fitted(columns: Option<usize>, before: usize, text: &str) -> String {
    let Some(columns) = columns else { return text.to_owned() };
    let indent = " ".repeat(before);
    let line = |line: &str| match before + line.chars().count() <= columns {
        true => line.to_owned(),
        false => wrapped_to(columns, line, &indent).trim_start().to_owned(),
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// Columns and lines of the terminal that standard error is, if it is one.
pub(crate) fn size_of_stderr() -> Option<(usize, usize)> {
    terminal_size_of(std::io::stderr())
        .map(|(Width(columns), Height(lines))| (columns.into(), lines.into()))
}

/// So much of a text that no line of it goes on in the next and none leaves the screen. Colours
/// take no room.
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
    fn words_stay_whole_and_lines_that_fit_as_they_are() {
        assert_eq!(fitted(None, 6, "no terminal, no lines"), "no terminal, no lines");
        assert_eq!(fitted(Some(12), 6, "one two three"), "one\n      two\n      three");
        assert_eq!(fitted(Some(12), 0, "a  |  b\none two three"), "a  |  b\none two\nthree");
    }

    #[test]
    fn what_does_not_fit_is_cut_and_colours_are_ended() {
        assert_eq!(fitting("abc\nÄÖÜß\n", 3, 9), "abc\nÄÖÜ\n");
        assert_eq!(fitting("\x1b[1mabcd\x1b[0m e\nf\ng", 3, 2), "\x1b[1mabc\x1b[0m\nf\n");
    }
}
