//! Short quotes of long input, for messages.

use std::borrow::Cow;

/// The maximum number of characters of a quote.
pub const LONGEST_QUOTE: usize = 60;

/// The maximum number of characters of a message.
const LONGEST_MESSAGE: usize = 1_000;

/// The beginning of an input, for a message.
pub fn excerpt(text: &str) -> Cow<'_, str> {
    cut(text, LONGEST_QUOTE)
}

fn cut(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        None => Cow::Borrowed(text),
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
    }
}

/// A message without long quotes, long runs without spaces, and of limited length. For messages of
/// libraries, which quote all of their input.
pub fn brief(message: &str) -> Cow<'_, str> {
    if message.len() <= LONGEST_QUOTE {
        return Cow::Borrowed(message);
    }
    let mut short = String::new();
    let (mut quote, mut escaped, mut length, mut before) = (None, false, 0, ' ');
    for c in message.chars() {
        let opens = quote.is_none() && matches!(c, '"' | '`') && !before.is_alphanumeric();
        let closes = quote == Some(c) && !escaped;
        let ends = opens || closes || quote.is_none() && c.is_whitespace();
        escaped = quote.is_some() && c == '\\' && !escaped;
        if opens {
            quote = Some(c);
        } else if closes {
            quote = None;
        }
        length = if ends { 0 } else { length + 1 };
        match length {
            0..=LONGEST_QUOTE => short.push(c),
            n if n == LONGEST_QUOTE + 1 => short.push('…'),
            _ => {}
        }
        before = c;
    }
    Cow::Owned(cut(&short, LONGEST_MESSAGE).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_text_is_quoted_whole_and_a_long_one_is_cut() {
        assert_eq!(excerpt("retains"), "retains");
        assert_eq!(excerpt(&"é".repeat(60)), "é".repeat(60));
        assert_eq!(excerpt(&"é".repeat(61)), format!("{}…", "é".repeat(60)));
    }

    #[test]
    fn a_message_is_cut_where_it_quotes_and_nowhere_else() {
        let plain = "a line begins with # or >, unless it continues a note, and so on for more than sixty characters";
        assert_eq!(brief(plain), plain);
        let long = "x y ".repeat(1000);
        let cut: String = long.chars().take(60).collect();
        for quote in ['"', '`'] {
            let message = format!("unknown field {quote}{long}{quote}, expected one of `a`, `b`");
            assert_eq!(
                brief(&message),
                format!("unknown field {quote}{cut}…{quote}, expected one of `a`, `b`")
            );
        }
        let escaped = format!("unknown lexicon {:?}; did you mean \"english\"?", "\"".repeat(500));
        assert!(brief(&escaped).ends_with("…\"; did you mean \"english\"?"), "{}", brief(&escaped));
        let run = format!("the tiles {} are not on the rack", "A".repeat(500));
        assert_eq!(brief(&run), format!("the tiles {}… are not on the rack", "A".repeat(60)));
        assert!(brief(&"a b ".repeat(10_000)).chars().count() <= 1_001);
    }
}
