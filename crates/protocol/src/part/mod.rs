//! Parts of batch work: what one worker did of a `match`, a `ladder`, a `train`, a `review` or a
//! `solve --batch`, as a JSON file.
//!
//! ```json
//! {"tisane_part":1,"sha256":"…","content":{"run":{…},"shard":{"number":2,"of":8},"result":{…}}}
//! ```
//!
//! Every part describes the whole [`Run`], so that [`Parts`] notices one that belongs to another.
//! Its result consists of integer sums, or of answers in the order of the input: putting parts
//! together gives the same bytes as a run without parts, however the work was split.

mod parts;
mod results;

use std::collections::BTreeMap;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

pub use parts::{Parts, PartsError};
pub use results::{Answers, LadderResult, MatchResult, TallySums, TrainResult};

/// The version of the format.
pub const FORMAT: u32 = 1;
/// The most parts of a run.
pub const MOST_PARTS: u32 = 100_000;
/// The largest part, in bytes.
pub const LARGEST_PART: usize = 1 << 29;

/// How a part begins.
const BEGINNING: &str = "{\"tisane_part\":";

/// Which part of how many, counted from 1.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct Shard {
    pub number: u32,
    pub of: u32,
}

impl Shard {
    /// The units of work in this part, if neighbours stay together. Parts differ by one unit at
    /// most.
    pub fn units(self, total: u64) -> Range<u64> {
        let end = |number: u32| {
            (u128::from(total) * u128::from(number) / u128::from(self.of.max(1))) as u64
        };
        end(self.number - 1)..end(self.number)
    }

    /// Whether this part has a unit, counted from 0, if they are dealt out like cards.
    pub fn is_dealt(self, unit: u64) -> bool {
        unit % u64::from(self.of) == u64::from(self.number) - 1
    }

    /// How many units of the total are dealt to this part.
    pub fn dealt(self, total: u64) -> u64 {
        let (number, of) = (u64::from(self.number), u64::from(self.of));
        total / of + u64::from(total % of >= number)
    }

    fn is_valid(self) -> bool {
        (1..=self.of).contains(&self.number) && self.of <= MOST_PARTS
    }
}

/// Reads `2/8`.
impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let shard = text.split_once('/').and_then(|(number, of)| {
            Some(Shard { number: number.parse().ok()?, of: of.parse().ok()? })
        });
        shard.filter(|shard| shard.is_valid()).ok_or_else(|| {
            format!("give a part and how many there are, such as 2/8; at most {MOST_PARTS}")
        })
    }
}

/// Everything that the result of a run depends on. Parts of one run have the same.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
pub struct Run {
    pub command: String,
    /// The version of the program.
    pub program: String,
    pub seed: u64,
    pub settings: BTreeMap<String, String>,
    /// Hashes of the ruleset, the words, the models and the input.
    pub fingerprints: BTreeMap<String, String>,
}

#[derive(Serialize)]
struct Content<'a, R> {
    run: &'a Run,
    shard: Shard,
    result: &'a R,
}

#[derive(Deserialize)]
struct Envelope<'a> {
    tisane_part: u32,
    sha256: String,
    #[serde(borrow)]
    content: &'a RawValue,
}

#[derive(Deserialize)]
struct Format {
    tisane_part: u32,
}

/// A part whose result is not yet read.
#[derive(Deserialize)]
struct Opened<'a> {
    run: Run,
    shard: Shard,
    #[serde(borrow)]
    result: &'a RawValue,
}

/// Why a text is not a part.
#[derive(Clone, Eq, PartialEq, Debug)]
enum Unreadable {
    Foreign,
    Newer(u32),
    Damaged(&'static str),
}

/// A part as the text of its file; `None` if it is larger than [`LARGEST_PART`].
pub fn write(run: &Run, shard: Shard, result: &impl Serialize) -> Option<String> {
    let content = crate::written(Content { run, shard, result });
    let sha256 = digest(content.get().as_bytes());
    let text = format!("{BEGINNING}{FORMAT},\"sha256\":\"{sha256}\",\"content\":{content}}}\n");
    (text.len() <= LARGEST_PART).then_some(text)
}

/// Whether these are the first bytes of a part.
pub fn is_part(start: &[u8]) -> bool {
    start.starts_with(BEGINNING.as_bytes())
}

/// Whether a text is a complete part of a run.
pub fn is_done(text: &str, run: &Run, shard: Shard) -> bool {
    open(text).is_ok_and(|part| (&part.run, part.shard) == (run, shard))
}

fn open(text: &str) -> Result<Opened<'_>, Unreadable> {
    let Ok(Envelope { tisane_part, sha256, content }) = serde_json::from_str(text) else {
        return Err(match serde_json::from_str(text) {
            Ok(Format { tisane_part }) if tisane_part != FORMAT => Unreadable::Newer(tisane_part),
            _ if is_part(text.as_bytes()) => Unreadable::Damaged("it is cut off or not JSON"),
            _ => Unreadable::Foreign,
        });
    };
    if tisane_part != FORMAT {
        return Err(Unreadable::Newer(tisane_part));
    }
    if sha256 != digest(content.get().as_bytes()) {
        return Err(Unreadable::Damaged("its checksum is wrong"));
    }
    let part: Opened<'_> = serde_json::from_str(content.get())
        .map_err(|_| Unreadable::Damaged("its description is unreadable"))?;
    match part.shard.is_valid() {
        true => Ok(part),
        false => Err(Unreadable::Damaged("its number is impossible")),
    }
}

/// SHA-256 in hexadecimal digits.
pub fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
