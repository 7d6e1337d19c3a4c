//! Expands a Hunspell dictionary (`.aff` rules, `.dic` headwords) into all its word forms.
//!
//! Supports what the shipped dictionaries use: suffixes, prefixes and their combinations, suffixes on
//! suffixes one level deep, all four ways of writing flags, flag aliases, and the flags that forbid
//! a bare headword or a word outside compounds. Compounding and circumfixes are not expanded.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

/// A line of the `.dic` file with all its forms.
pub(super) struct Headword {
    pub word: String,
    pub flags: Vec<String>,
    pub forms: BTreeSet<String>,
    /// The forms that only a prefix makes. They are words of their own rather than forms.
    pub prefixed: BTreeSet<String>,
}

/// Expands `BASE.dic` by the rules of `BASE.aff`, both in UTF-8.
pub(super) fn expand(base: &Path) -> Result<Vec<Headword>> {
    let affixes = Affixes::parse(&read(&base.with_extension("aff"))?)?;
    let dic = read(&base.with_extension("dic"))?;
    let entries =
        dic.lines().skip(1).filter(|line| !line.is_empty() && !line.starts_with(['\t', '#']));
    Ok(entries.filter_map(|line| affixes.headword(line)).collect())
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))
}

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Prefix,
    Suffix,
}

struct Affix {
    side: Side,
    /// Whether it combines with an affix on the other side.
    crosses: bool,
    rules: Vec<Rule>,
}

struct Rule {
    strip: String,
    add: String,
    condition: Vec<Class>,
    /// Flags of the affixed form.
    then: Vec<String>,
}

/// One character of a condition.
enum Class {
    Any,
    OneOf(String),
    NoneOf(String),
}

enum FlagStyle {
    Letter,
    Pair,
    Number,
}

struct Affixes {
    style: FlagStyle,
    aliases: Vec<Vec<String>>,
    affixes: HashMap<String, Affix>,
    needs_affix: Option<String>,
    only_in_compound: Option<String>,
    forbidden: Option<String>,
}

impl Affixes {
    fn parse(text: &str) -> Result<Affixes> {
        let mut parsed = Affixes {
            style: FlagStyle::Letter,
            aliases: Vec::new(),
            affixes: HashMap::new(),
            needs_affix: None,
            only_in_compound: None,
            forbidden: None,
        };
        let mut counted_aliases = false;
        for line in text.trim_start_matches('\u{feff}').lines() {
            let fields: Vec<&str> = line.split_whitespace().collect();
            match fields[..] {
                ["SET", encoding, ..] => {
                    ensure!(encoding == "UTF-8", "the dictionary is in {encoding}, not UTF-8")
                }
                ["FLAG", "long", ..] => parsed.style = FlagStyle::Pair,
                ["FLAG", "num", ..] => parsed.style = FlagStyle::Number,
                ["AF", _, ..] if !counted_aliases => counted_aliases = true,
                ["AF", flags, ..] => {
                    let flags = split_flags(&parsed.style, flags);
                    parsed.aliases.push(flags);
                }
                ["NEEDAFFIX", flag, ..] => parsed.needs_affix = Some(flag.to_owned()),
                ["ONLYINCOMPOUND", flag, ..] => parsed.only_in_compound = Some(flag.to_owned()),
                ["FORBIDDENWORD", flag, ..] => parsed.forbidden = Some(flag.to_owned()),
                ["SFX" | "PFX", _, "Y" | "N", count] if count.parse::<u32>().is_ok() => {
                    parsed.head(&fields)
                }
                ["SFX" | "PFX", _, "Y" | "N", count, rest, ..]
                    if count.parse::<u32>().is_ok() && rest.starts_with('#') =>
                {
                    parsed.head(&fields);
                }
                ["SFX" | "PFX", _, _, _, ..] => parsed.rule(&fields)?,
                _ => {}
            }
        }
        Ok(parsed)
    }

    fn head(&mut self, fields: &[&str]) {
        let side = if fields[0] == "SFX" { Side::Suffix } else { Side::Prefix };
        let affix = Affix { side, crosses: fields[2] == "Y", rules: Vec::new() };
        self.affixes.entry(fields[1].to_owned()).or_insert(affix);
    }

    fn rule(&mut self, fields: &[&str]) -> Result<()> {
        let zero_is_nothing = |text: &str| {
            if text == "0" { String::new() } else { text.to_owned() }
        };
        let (add, then) = match fields[3].split_once('/') {
            Some((add, flags)) => (add, self.flags(flags)),
            None => (fields[3], Vec::new()),
        };
        // Notes on grammar follow the condition or replace it.
        let condition = fields.get(4).filter(|field| !is_note(field)).copied().unwrap_or(".");
        let rule = Rule {
            strip: zero_is_nothing(fields[2]),
            add: zero_is_nothing(add),
            condition: classes(condition)?,
            then,
        };
        if let Some(affix) = self.affixes.get_mut(fields[1]) {
            affix.rules.push(rule);
        }
        Ok(())
    }

    fn flags(&self, text: &str) -> Vec<String> {
        if let (false, Ok(number)) = (self.aliases.is_empty(), text.parse::<usize>()) {
            return number
                .checked_sub(1)
                .and_then(|index| self.aliases.get(index))
                .cloned()
                .unwrap_or_default();
        }
        split_flags(&self.style, text)
    }

    fn headword(&self, line: &str) -> Option<Headword> {
        let entry = line.split_whitespace().next()?;
        let (word, flags) = split_entry(entry);
        if word.is_empty() {
            return None;
        }
        let flags = flags.map(|flags| self.flags(flags)).unwrap_or_default();
        let has = |flags: &[String], flag: &Option<String>| {
            flag.as_ref().is_some_and(|flag| flags.contains(flag))
        };
        if has(&flags, &self.forbidden) || has(&flags, &self.only_in_compound) {
            return None;
        }
        let mut forms = BTreeSet::new();
        if !has(&flags, &self.needs_affix) {
            forms.insert(word.clone());
        }
        // Suffixed forms that a prefix may go on.
        let mut suffixed = Vec::new();
        for affix in self.of(&flags, Side::Suffix) {
            for (form, rule) in affix.apply(&word) {
                if has(&rule.then, &self.only_in_compound) {
                    continue;
                }
                for second in self.of(&rule.then, Side::Suffix) {
                    for (form, rule) in second.apply(&form) {
                        if !has(&rule.then, &self.only_in_compound) {
                            forms.insert(form.clone());
                            suffixed.push((form, second.crosses));
                        }
                    }
                }
                if !has(&rule.then, &self.needs_affix) {
                    forms.insert(form.clone());
                }
                suffixed.push((form, affix.crosses));
            }
        }
        let mut prefixed = BTreeSet::new();
        for affix in self.of(&flags, Side::Prefix) {
            prefixed.extend(affix.apply(&word).map(|(form, _)| form));
            if affix.crosses {
                for (form, _) in suffixed.iter().filter(|(_, crosses)| *crosses) {
                    prefixed.extend(affix.apply(form).map(|(form, _)| form));
                }
            }
        }
        prefixed.retain(|form| forms.insert(form.clone()));
        Some(Headword { word, flags, forms, prefixed })
    }

    fn of(&self, flags: &[String], side: Side) -> impl Iterator<Item = &Affix> {
        flags
            .iter()
            .filter_map(|flag| self.affixes.get(flag))
            .filter(move |affix| affix.side == side)
    }
}

impl Affix {
    fn apply(&self, word: &str) -> impl Iterator<Item = (String, &Rule)> {
        self.rules.iter().filter_map(move |rule| {
            let rest = match self.side {
                Side::Suffix => word.strip_suffix(rule.strip.as_str())?,
                Side::Prefix => word.strip_prefix(rule.strip.as_str())?,
            };
            if !rule.allows(word, self.side) {
                return None;
            }
            let form = match self.side {
                Side::Suffix => format!("{rest}{}", rule.add),
                Side::Prefix => format!("{}{rest}", rule.add),
            };
            Some((form, rule))
        })
    }
}

impl Rule {
    fn allows(&self, word: &str, side: Side) -> bool {
        let length = word.chars().count();
        let Some(before) = length.checked_sub(self.condition.len()) else {
            return false;
        };
        let skip = if side == Side::Suffix { before } else { 0 };
        word.chars().skip(skip).zip(&self.condition).all(|(letter, class)| match class {
            Class::Any => true,
            Class::OneOf(letters) => letters.contains(letter),
            Class::NoneOf(letters) => !letters.contains(letter),
        })
    }
}

fn is_note(field: &str) -> bool {
    ["is:", "st:", "po:", "ds:", "#"].iter().any(|note| field.starts_with(note))
}

fn classes(condition: &str) -> Result<Vec<Class>> {
    let mut classes = Vec::new();
    let mut letters = condition.chars();
    while let Some(letter) = letters.next() {
        classes.push(match letter {
            '.' => Class::Any,
            '[' => {
                let set: String = letters.by_ref().take_while(|&letter| letter != ']').collect();
                match set.strip_prefix('^') {
                    Some(rest) => Class::NoneOf(rest.to_owned()),
                    None => Class::OneOf(set),
                }
            }
            ']' => anyhow::bail!("the condition {condition} has an unmatched bracket"),
            letter => Class::OneOf(letter.to_string()),
        });
    }
    Ok(classes)
}

/// Splits `word/FLAGS`; a slash in the word is written `\/`.
fn split_entry(entry: &str) -> (String, Option<&str>) {
    let mut escaped = false;
    for (at, letter) in entry.char_indices() {
        if letter == '/' && !escaped {
            return (entry[..at].replace("\\/", "/"), Some(&entry[at + 1..]));
        }
        escaped = letter == '\\' && !escaped;
    }
    (entry.replace("\\/", "/"), None)
}

fn split_flags(style: &FlagStyle, text: &str) -> Vec<String> {
    match style {
        FlagStyle::Letter => text.chars().map(String::from).collect(),
        FlagStyle::Pair => {
            let letters: Vec<char> = text.chars().collect();
            letters.chunks(2).map(String::from_iter).collect()
        }
        FlagStyle::Number => {
            text.split(',').filter(|flag| !flag.is_empty()).map(str::to_owned).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AFF: &str = "SET UTF-8\nNEEDAFFIX !\nFORBIDDENWORD X\n\
        SFX S Y 2\nSFX S 0 s [^y]\nSFX S y ies y\n\
        SFX D Y 1\nSFX D 0 able/S .\n\
        PFX R Y 1\nPFX R 0 re .\n";

    fn check(line: &str, forms: &str) {
        let affixes = Affixes::parse(AFF).unwrap();
        let found = affixes.headword(line).map_or(String::new(), |headword| {
            headword.forms.into_iter().collect::<Vec<_>>().join(" ")
        });
        assert_eq!(found, forms, "{line}");
    }

    #[test]
    fn conditions_choose_the_suffix() {
        check("cat/S", "cat cats");
        check("fly/S", "flies fly");
    }

    #[test]
    fn affixes_combine() {
        check("use/DR", "reuse reuseable reuseables use useable useables");
    }

    #[test]
    fn words_with_a_prefix_are_listed_separately() {
        let headword = Affixes::parse(AFF).unwrap().headword("use/SR").unwrap();
        assert_eq!(Vec::from_iter(headword.prefixed), ["reuse", "reuses"]);
    }

    #[test]
    fn a_headword_that_needs_an_affix_is_no_word() {
        check("fly/!S", "flies");
    }

    #[test]
    fn forbidden_words_have_no_forms() {
        check("cat/SX", "");
    }

    #[test]
    fn a_slash_can_belong_to_a_word() {
        check("and\\/or", "and/or");
    }
}
