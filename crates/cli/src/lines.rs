//! Reads input line by line, with a limit on the length of a line.

use std::io::{BufRead, Read};

use anyhow::Context;

/// In bytes.
const LONGEST_LINE: u64 = 1 << 16;

pub(crate) const NOT_UTF8: &str = "the line is not UTF-8 text";

/// The next line or its fault; `None` at the end of input.
pub(crate) fn next_line(
    input: &mut impl BufRead,
) -> std::io::Result<Option<anyhow::Result<String>>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
        while !bytes.is_empty() && !bytes.ends_with(b"\n") {
            bytes.clear();
            input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
        }
        return Ok(Some(Err(anyhow::anyhow!("the line is longer than {LONGEST_LINE} bytes"))));
    }
    Ok(Some(String::from_utf8(bytes).context(NOT_UTF8)))
}

/// Whether a line is empty or a comment.
pub(crate) fn is_comment(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with('#')
}
