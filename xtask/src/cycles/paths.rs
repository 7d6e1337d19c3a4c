//! Finds the paths in Rust source that start at the root of the crate: `crate::…`, and `super::…`
//! where it leads there. Test modules are skipped.

use std::collections::BTreeMap;

/// A path from the root of the crate.
#[derive(Eq, PartialEq, Debug)]
pub(super) struct PathUse {
    /// Its first segment.
    pub first: String,
    pub line: usize,
}

/// The paths in a file whose module is `depth` levels below the root of the crate.
pub(super) fn paths(source: &str, depth: usize) -> Vec<PathUse> {
    let tokens = without_tests(tokens(source));
    let mut found = Vec::new();
    let mut inline = Vec::new(); // the brace level of each `mod name {` around us
    let mut level = 0;
    let mut at = 0;
    let text_at = |at: usize| tokens.get(at).map_or("", |token| token.text);
    while at < tokens.len() {
        match text_at(at) {
            "{" => {
                level += 1;
                if at >= 2 && tokens[at - 2].text == "mod" {
                    inline.push(level);
                }
            }
            "}" => {
                inline.pop_if(|outer| *outer == level);
                level -= 1;
            }
            "crate" | "super" if text_at(at + 1) == "::" => {
                let line = tokens[at].line;
                let mut up = 0;
                while text_at(at) == "super" && text_at(at + 1) == "::" {
                    up += 1;
                    at += 2;
                }
                if up == 0 {
                    at += 2; // `crate::`
                }
                let from_root = up == 0 || up == depth + inline.len();
                at = first_segments(&tokens, at, &mut |first| {
                    if from_root {
                        found.push(PathUse { first: first.to_owned(), line });
                    }
                });
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// The names that the root of a crate re-exports, each with the module it comes from.
pub(super) fn reexports(source: &str) -> BTreeMap<String, String> {
    let tokens = without_tests(tokens(source));
    let mut names = BTreeMap::new();
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at].text != "use" {
            at += 1;
            continue;
        }
        let end = tokens[at..].iter().position(|token| token.text == ";").map_or(0, |n| at + n);
        let names_of = |token: &&Token<'_>| is_name(token.text);
        let mut path = tokens[at + 1..end.max(at + 1)].iter().filter(names_of);
        let module = path.find(|token| !["crate", "self"].contains(&token.text));
        if let Some(module) = module {
            names.extend(path.map(|name| (name.text.to_owned(), module.text.to_owned())));
        }
        at = end.max(at + 1);
    }
    names
}

/// Calls back for the first segment of each path at `at`: one, or several in braces. Returns the
/// place after them.
fn first_segments(tokens: &[Token<'_>], at: usize, found: &mut dyn FnMut(&str)) -> usize {
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text);
    if text(at) != "{" {
        if is_name(text(at)) {
            found(text(at));
        }
        return at + 1;
    }
    let (mut level, mut at, mut start) = (1, at + 1, true);
    while level > 0 && at < tokens.len() {
        match text(at) {
            "{" => level += 1,
            "}" => level -= 1,
            "," if level == 1 => start = true,
            name if start && is_name(name) => {
                found(name);
                start = false;
            }
            _ => {}
        }
        at += 1;
    }
    at
}

/// Removes every item that is marked `#[cfg(test)]`.
fn without_tests(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    const MARK: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut rest = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let marked = tokens[at..].iter().take(MARK.len()).map(|token| token.text).eq(MARK);
        if !marked {
            rest.push(tokens[at]);
            at += 1;
            continue;
        }
        let mut level = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            match token.text {
                "{" => level += 1,
                "}" => level -= 1,
                _ => {}
            }
            if level == 0 && ["}", ";"].contains(&token.text) {
                break;
            }
        }
    }
    rest
}

#[derive(Copy, Clone, Debug)]
struct Token<'a> {
    text: &'a str,
    line: usize,
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_') && text != "as"
}

/// Splits Rust source into names, `::` and single characters, without comments and literals.
fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let (mut rest, mut line) = (source, 1);
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            '"' => string_length(rest),
            'r' if raw_quote(rest).is_some() => raw_length(rest),
            '\'' => quote_length(rest),
            ':' if rest.starts_with("::") => 2,
            c if c.is_alphanumeric() || c == '_' => {
                rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
            }
            c => c.len_utf8(),
        };
        let (text, after) = rest.split_at(length);
        let skipped = first.is_whitespace()
            || text.starts_with("//")
            || text.starts_with("/*")
            || text.ends_with(['"', '#']) && text.len() > 1
            || first == '\'';
        if !skipped {
            tokens.push(Token { text, line });
        }
        line += text.matches('\n').count();
        rest = after;
    }
    tokens
}

fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// How many `#` a raw string starts with.
fn raw_quote(text: &str) -> Option<usize> {
    let hashes = text[1..].bytes().take_while(|byte| *byte == b'#').count();
    (text.as_bytes().get(1 + hashes) == Some(&b'"')).then_some(hashes)
}

fn raw_length(text: &str) -> usize {
    let hashes = raw_quote(text).unwrap_or(0);
    let end = format!("\"{}", "#".repeat(hashes));
    let start = hashes + 2;
    text[start..].find(&end).map_or(text.len(), |at| start + at + end.len())
}

/// The length of a character literal, or of the quote that begins a lifetime.
fn quote_length(text: &str) -> usize {
    let mut characters = text.char_indices().skip(1);
    match (characters.next(), characters.next()) {
        (Some((_, '\\')), Some((second, _))) => {
            text[second + 1..].find('\'').map_or(text.len(), |at| second + at + 2)
        }
        (Some(_), Some((second, '\''))) => second + 1,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn firsts(source: &str, depth: usize) -> Vec<String> {
        paths(source, depth).into_iter().map(|path| path.first).collect()
    }

    #[test]
    fn reads_single_and_grouped_imports() {
        assert_eq!(
            firsts("use crate::a::B; use crate::{b::{C, D}, e::F, g};", 1),
            ["a", "b", "e", "g"]
        );
        assert_eq!(firsts("fn f() -> crate::a::B { crate::c::d(1) }", 1), ["a", "c"]);
    }

    #[test]
    fn super_counts_only_where_it_reaches_the_root() {
        assert_eq!(firsts("use super::a::B;", 1), ["a"]);
        assert_eq!(firsts("use super::a::B; use super::super::c;", 2), ["c"]);
        assert_eq!(firsts("mod inner { use super::a::B; } use super::b::C;", 1), ["b"]);
        assert_eq!(firsts("use super::{a::B, c::D};", 1), ["a", "c"]);
    }

    #[test]
    fn skips_tests_comments_and_literals() {
        let source = r##"
            // crate::a
            /* crate::b */
            const TEXT: &str = "crate::c \" crate::d";
            const RAW: &str = r#"crate::e"#;
            fn f<'a>(c: &'a char) { let quote = '"'; crate::yes(quote, '\'', "") }
            #[cfg(test)]
            mod tests { use crate::f; fn g() { {} } }
            use crate::also;
        "##;
        assert_eq!(firsts(source, 1), ["yes", "also"]);
    }

    #[test]
    fn reads_reexports() {
        let names =
            reexports("mod a; pub use a::{B, c::D}; pub(crate) use e::F; use crate::g::H as I;");
        let names: Vec<(&str, &str)> = names.iter().map(|(a, b)| (&**a, &**b)).collect();
        assert_eq!(names[..3], [("B", "a"), ("D", "a"), ("F", "e")]);
        assert!(names.contains(&("I", "g")));
    }

    #[test]
    fn knows_the_line() {
        assert_eq!(paths("\n\nuse crate::a;", 1), [PathUse { first: "a".to_owned(), line: 3 }]);
    }
}
