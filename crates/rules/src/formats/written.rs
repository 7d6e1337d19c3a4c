//! A position in any format, recognised by its text.

use crate::formats::{Cgp, CgpError, GcgError, GcgFile};

/// A text that gives a position. Only a ruleset knows what the letters mean.
#[derive(Clone, Debug)]
pub enum Written {
    /// A position in one line.
    Cgp(Cgp),
    /// A whole game.
    Game(Box<GcgFile>),
    /// One line per row, one character per square.
    Drawing(String),
    /// A board with premium squares.
    Wordsolver(String),
}

/// Why a text is not a position in any format.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message explains its variant")]
pub enum WrittenError {
    #[error("there is nothing to read")]
    Nothing,
    #[error("this is not UTF-8 text")]
    NotText,
    #[error("there are several positions; give one")]
    Several,
    #[error("this is not a CGP, a game (GCG), or a drawing of the board with one line per row")]
    Unknown,
    #[error(transparent)]
    Cgp(#[from] CgpError),
    #[error(transparent)]
    Game(#[from] GcgError),
}

impl Written {
    /// Finds out which format the text is in, and reads it.
    pub fn read(bytes: &[u8]) -> Result<Written, WrittenError> {
        if is_game(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)) {
            return Ok(Written::Game(Box::new(GcgFile::read(bytes)?)));
        }
        let text = std::str::from_utf8(bytes).map_err(|_| WrittenError::NotText)?;
        let mut lines = text
            .lines()
            .map(|line| line.trim_matches(['\u{feff}', ' ', '\t', '\r']))
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        let first = lines.next().ok_or(WrittenError::Nothing)?;
        if first.parse::<usize>().is_ok() {
            return Ok(Written::Wordsolver(text.to_owned()));
        }
        if !Written::looks_like_cgp(first) {
            // A board has more than two rows.
            return if lines.count() >= 2 {
                Ok(Written::Drawing(text.to_owned()))
            } else {
                Err(WrittenError::Unknown)
            };
        }
        if lines.next().is_some() {
            return Err(WrittenError::Several);
        }
        // The racks may be missing.
        let whole = if first.split_whitespace().nth(1).is_none() {
            format!("{first} /")
        } else {
            first.to_owned()
        };
        Ok(Written::Cgp(whole.parse()?))
    }

    /// Whether this looks like rows joined by slashes, and not like a path.
    pub fn looks_like_cgp(text: &str) -> bool {
        let board = text.split_whitespace().next().unwrap_or_default();
        board.matches('/').count() >= 4
            && !board.starts_with(['/', '~'])
            && !board.contains(['.', '\\'])
            || text.split_whitespace().nth(1).is_some()
                && board.contains('/')
                && board.starts_with(|c: char| c.is_ascii_digit())
    }

    /// What the text calls its game, and the built-in ruleset of that name or language.
    pub fn game(&self) -> Option<(String, Option<String>)> {
        let (named, ruleset) = match self {
            Written::Cgp(cgp) => (cgp.operation("ld").or(cgp.operation("bdn")), cgp.ruleset_name()),
            Written::Game(file) => (
                file.tile_distribution.as_deref().or(file.board_layout.as_deref()),
                file.ruleset_name(),
            ),
            _ => (None, None),
        };
        // A lexicon names a game only by its language.
        let named = named.or_else(|| self.lexicon().filter(|_| ruleset.is_some()));
        named.map(|named| (named.to_owned(), ruleset))
    }

    /// The lexicon that the text names.
    pub fn lexicon(&self) -> Option<&str> {
        match self {
            Written::Cgp(cgp) => cgp.operation("lex"),
            Written::Game(file) => file.lexicon.as_deref(),
            _ => None,
        }
    }
}

/// Whether a text is a GCG file. Its pragmas look like the comments of other formats.
fn is_game(text: &[u8]) -> bool {
    let lines = || {
        text.split(|&byte| byte == b'\n' || byte == b'\r')
            .map(<[u8]>::trim_ascii)
            .filter(|line| !line.is_empty())
    };
    let is_of_game =
        |line: &[u8]| line.starts_with(b">") || line.to_ascii_lowercase().starts_with(b"#player");
    match lines().next() {
        Some([b'>', ..]) => true,
        Some([b'#', ..]) => lines().any(is_of_game) || lines().all(|line| line.starts_with(b"#")),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CGP: &str = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0";

    #[test]
    fn comments_are_allowed_before_and_after_a_position() {
        for text in
            [format!("# mine\n{CGP}\n"), format!("{CGP}\n# mine\n"), format!("#mine\n\n{CGP}")]
        {
            assert!(matches!(Written::read(text.as_bytes()), Ok(Written::Cgp(_))), "{text}");
        }
        let drawing = "# mine\n".to_owned() + &".......e.......\n".repeat(15);
        assert!(matches!(Written::read(drawing.as_bytes()), Ok(Written::Drawing(_))));
        assert_eq!(
            Written::read(format!("{CGP}\n{CGP}").as_bytes()).unwrap_err(),
            WrittenError::Several
        );
    }

    #[test]
    fn pragmas_are_not_comments() {
        for text in [
            "#player1 a Ann\n#player2 b Bob\n",
            "#title T\n>Ann: AEINRST 8D RETAINS +66 66\n",
            "#character-encoding UTF-8\n",
        ] {
            assert!(is_game(text.as_bytes()), "{text}");
        }
    }
}
