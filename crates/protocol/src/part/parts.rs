//! Putting the parts of a run together.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use tisane_lexicon::excerpt;

use super::{FORMAT, Run, Shard, Unreadable, open};

/// Why parts can't be put together. Each error names the file.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum PartsError {
    #[error("{file} is not a part")]
    Foreign { file: String },
    #[error("{file} has part format {found}, but this version reads {FORMAT}")]
    Newer { file: String, found: u32 },
    #[error("{file} is damaged: {why}")]
    Damaged { file: String, why: &'static str },
    #[error("{file} is a part of `tisane {found}`, not of `tisane {expected}`")]
    Command { file: String, found: String, expected: String },
    #[error("{file} was made by tisane {found}, not by tisane {expected}")]
    Program { file: String, found: String, expected: String },
    #[error("{file} was made with {name} \"{found}\", not \"{expected}\"")]
    Setting { file: String, name: String, found: String, expected: String },
    #[error("{file} was made with another {what}")]
    Fingerprint { file: String, what: String },
    #[error("{file} is one of {of} parts, but {first} is one of {first_of}")]
    Split { file: String, of: u32, first: String, first_of: u32 },
    #[error("{first} and {file} are both part {number} of {of}")]
    Doubled { first: String, file: String, number: u32, of: u32 },
    #[error("{}", missing(.numbers, *.of))]
    Missing { numbers: Vec<u32>, of: u32 },
}

/// The parts of a run read so far.
pub struct Parts<'a> {
    run: &'a Run,
    /// How many there are, and the file that says so.
    of: Option<(u32, String)>,
    files: BTreeMap<u32, String>,
}

impl<'a> Parts<'a> {
    pub fn of(run: &'a Run) -> Parts<'a> {
        Parts { run, of: None, files: BTreeMap::new() }
    }

    /// Reads the text of a file, if it is a part of this run that was not read before.
    pub fn add<R: DeserializeOwned>(
        &mut self,
        file: &str,
        text: &str,
    ) -> Result<(Shard, R), PartsError> {
        let named = || file.to_owned();
        let part = open(text).map_err(|error| match error {
            Unreadable::Foreign => PartsError::Foreign { file: named() },
            Unreadable::Newer(found) => PartsError::Newer { file: named(), found },
            Unreadable::Damaged(why) => PartsError::Damaged { file: named(), why },
        })?;
        self.compare(file, &part.run)?;
        let Shard { number, of } = part.shard;
        match &self.of {
            Some((first_of, first)) if *first_of != of => {
                let (first, first_of) = (first.clone(), *first_of);
                return Err(PartsError::Split { file: named(), of, first, first_of });
            }
            Some(_) => {}
            None => self.of = Some((of, named())),
        }
        if let Some(first) = self.files.insert(number, named()) {
            return Err(PartsError::Doubled { first, file: named(), number, of });
        }
        let result = serde_json::from_str(part.result.get());
        let why = "its result is unreadable";
        Ok((part.shard, result.map_err(|_| PartsError::Damaged { file: named(), why })?))
    }

    /// How many parts the run has, once one was read.
    pub fn split(&self) -> Option<u32> {
        self.of.as_ref().map(|(of, _)| *of)
    }

    /// The numbers of the parts that were not read.
    pub fn missing(&self) -> Vec<u32> {
        let of = self.split().unwrap_or(0);
        (1..=of).filter(|number| !self.files.contains_key(number)).collect()
    }

    /// Fails if a part is missing.
    pub fn all(&self) -> Result<(), PartsError> {
        match (self.missing(), self.split()) {
            (numbers, Some(of)) if !numbers.is_empty() => Err(PartsError::Missing { numbers, of }),
            _ => Ok(()),
        }
    }

    /// Fails if a part belongs to another run.
    fn compare(&self, file: &str, part: &Run) -> Result<(), PartsError> {
        let Run { command, program, seed, settings, fingerprints } = self.run;
        // Parts are foreign input: long texts are cut, and control characters are escaped.
        let (file, cut) = (file.to_owned(), |text: &str| excerpt(text).escape_debug().to_string());
        if part.command != *command {
            let (found, expected) = (cut(&part.command), command.clone());
            return Err(PartsError::Command { file, found, expected });
        }
        if part.program != *program {
            let (found, expected) = (cut(&part.program), program.clone());
            return Err(PartsError::Program { file, found, expected });
        }
        if part.seed != *seed {
            let (found, expected) = (part.seed.to_string(), seed.to_string());
            return Err(PartsError::Setting { file, name: "seed".to_owned(), found, expected });
        }
        if let Some(name) = different(settings, &part.settings) {
            let of = |settings: &BTreeMap<String, String>| {
                settings.get(name).map_or("nothing".to_owned(), |value| cut(value))
            };
            let (found, expected) = (of(&part.settings), of(settings));
            return Err(PartsError::Setting { file, name: cut(name), found, expected });
        }
        match different(fingerprints, &part.fingerprints) {
            Some(what) => Err(PartsError::Fingerprint { file, what: cut(what) }),
            None => Ok(()),
        }
    }
}

/// The first key whose values differ.
fn different<'a>(
    one: &'a BTreeMap<String, String>,
    other: &'a BTreeMap<String, String>,
) -> Option<&'a str> {
    let mut keys = one.keys().chain(other.keys());
    keys.find(|key| one.get(*key) != other.get(*key)).map(String::as_str)
}

/// `part 3 of 4 is missing`, `parts 2, 3 and 7 of 8 are missing`.
fn missing(numbers: &[u32], of: u32) -> String {
    /// At most this many are named.
    const NAMED: usize = 10;
    let named = numbers.iter().take(NAMED).map(u32::to_string).collect::<Vec<_>>();
    match (&named[..], numbers.len().saturating_sub(NAMED)) {
        ([one], _) => format!("part {one} of {of} is missing"),
        ([first @ .., last], 0) => {
            format!("parts {} and {last} of {of} are missing", first.join(", "))
        }
        (_, more) => format!("parts {} and {more} more of {of} are missing", named.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::part::write;

    fn run() -> Run {
        let settings = BTreeMap::from([("pairs".to_owned(), "4".to_owned())]);
        let fingerprints = BTreeMap::from([("lexicon".to_owned(), "ab".to_owned())]);
        let (command, program) = ("match".to_owned(), "0.1.0".to_owned());
        Run { command, program, seed: 1, settings, fingerprints }
    }

    fn part(run: &Run, number: u32, of: u32) -> String {
        write(run, Shard { number, of }, &vec![number]).unwrap()
    }

    fn add(parts: &mut Parts<'_>, file: &str, text: &str) -> Result<Vec<u32>, String> {
        parts.add(file, text).map(|(_, result)| result).map_err(|error| error.to_string())
    }

    #[test]
    fn parts_come_in_any_order() {
        let run = run();
        let mut parts = Parts::of(&run);
        for number in [3, 1, 2] {
            assert_eq!(add(&mut parts, "a", &part(&run, number, 3)), Ok(vec![number]));
        }
        assert_eq!(parts.all(), Ok(()));
    }

    #[test]
    fn missing_parts_are_named() {
        let run = run();
        let mut parts = Parts::of(&run);
        add(&mut parts, "a", &part(&run, 2, 4)).unwrap();
        assert_eq!(parts.all().unwrap_err().to_string(), "parts 1, 3 and 4 of 4 are missing");
        assert_eq!(missing(&[3], 4), "part 3 of 4 is missing");
        let many: Vec<u32> = (1..=12).collect();
        let text = "parts 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more of 20 are missing";
        assert_eq!(missing(&many, 20), text);
    }

    #[test]
    fn a_doubled_part_and_another_split_are_named() {
        let run = run();
        let mut parts = Parts::of(&run);
        add(&mut parts, "a", &part(&run, 1, 2)).unwrap();
        let doubled = add(&mut parts, "b", &part(&run, 1, 2));
        assert_eq!(doubled, Err("a and b are both part 1 of 2".to_owned()));
        let split = add(&mut parts, "c", &part(&run, 2, 3));
        assert_eq!(split, Err("c is one of 3 parts, but a is one of 2".to_owned()));
    }

    #[test]
    fn a_part_of_another_run_is_named_with_the_difference() {
        let mine = run();
        let error = |change: &dyn Fn(&mut Run)| {
            let mut other = run();
            change(&mut other);
            add(&mut Parts::of(&mine), "a", &part(&other, 1, 2)).unwrap_err()
        };
        let ladder = "a is a part of `tisane ladder`, not of `tisane match`";
        assert_eq!(error(&|run| run.command = "ladder".to_owned()), ladder);
        let program = "a was made by tisane 0.2.0, not by tisane 0.1.0";
        assert_eq!(error(&|run| run.program = "0.2.0".to_owned()), program);
        assert_eq!(error(&|run| run.seed = 7), "a was made with seed \"7\", not \"1\"");
        let pairs = |run: &mut Run| drop(run.settings.insert("pairs".to_owned(), "5".to_owned()));
        assert_eq!(error(&pairs), "a was made with pairs \"5\", not \"4\"");
        let all = |run: &mut Run| drop(run.settings.insert("all".to_owned(), "yes".to_owned()));
        assert_eq!(error(&all), "a was made with all \"yes\", not \"nothing\"");
        let words = |run: &mut Run| drop(run.fingerprints.remove("lexicon"));
        assert_eq!(error(&words), "a was made with another lexicon");
    }

    #[test]
    fn every_damage_is_noticed() {
        let run = run();
        let whole = part(&run, 1, 2);
        for end in (0..whole.len() - 1).filter(|&end| whole.is_char_boundary(end)) {
            assert!(add(&mut Parts::of(&run), "a", &whole[..end]).is_err(), "{end}");
        }
        for at in 0..whole.len() - 1 {
            let mut bytes = whole.clone().into_bytes();
            bytes[at] ^= 1;
            let text = String::from_utf8(bytes).unwrap();
            assert!(add(&mut Parts::of(&run), "a", &text).is_err(), "{at}: {text}");
        }
        let newer = whole.replace("part\":1,", "part\":2,");
        let error = add(&mut Parts::of(&run), "a", &newer).unwrap_err();
        assert_eq!(error, "a has part format 2, but this version reads 1");
        let error = add(&mut Parts::of(&run), "a", "{}").unwrap_err();
        assert_eq!(error, "a is not a part");
        for shard in [Shard { number: 0, of: 2 }, Shard { number: 3, of: 2 }] {
            let text = write(&run, shard, &0).unwrap();
            let error = add(&mut Parts::of(&run), "a", &text).unwrap_err();
            assert_eq!(error, "a is damaged: its number is impossible");
        }
    }

    #[test]
    fn shards_cover_all_units_once() {
        for (total, of) in [(0u64, 1u32), (1, 3), (7, 3), (100, 7), (u64::MAX, 100_000)] {
            let shard = |number: u32| Shard { number, of };
            let mut next = 0;
            for number in 1..=of {
                let units = shard(number).units(total);
                assert_eq!(units.start, next);
                next = units.end;
            }
            assert_eq!(next, total);
            let dealt: u128 = (1..=of).map(|number| u128::from(shard(number).dealt(total))).sum();
            assert_eq!(dealt, total.into());
            for number in (1..=of).take(7) {
                let units = (0..total.min(50)).filter(|&unit| shard(number).is_dealt(unit));
                assert_eq!(units.count() as u64, shard(number).dealt(total.min(50)));
            }
        }
        assert_eq!("2/8".parse(), Ok(Shard { number: 2, of: 8 }));
        for text in ["", "2", "0/8", "9/8", "1/0", "-1/3", "1/100001", "1/2/3"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
