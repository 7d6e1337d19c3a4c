//! The options `--shard`, `--out` and `--merge`, the same for every command whose work can be split
//! over many machines.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use tisane_engine::{Engine, Fingerprint};
use tisane_lexicon::{Lexicon, excerpt};
use tisane_protocol::part::{self, Answers, LARGEST_PART, Parts, PartsError, Run, Shard};
use tisane_protocol::{Json, RulesetView};
use tisane_rules::Ruleset;

use crate::Outcome;
use crate::failure::{self, Failure, unreadable, unwritable, write_over};
use crate::version;

/// Which part to do, or which parts to put together.
#[derive(Clone, clap::Args)]
pub(crate) struct Split {
    /// Do only part I of N and write it to --out; see `tisane help parts`
    #[arg(long, value_name = "I/N", requires = "out")]
    shard: Option<Shard>,
    /// Put the parts together, given the same options that made them
    #[arg(long, value_name = "PARTS", num_args = 1.., conflicts_with = "shard")]
    merge: Vec<PathBuf>,
}

/// The same with a file for the part.
#[derive(Clone, clap::Args)]
#[command(next_help_heading = "Parts")]
pub(crate) struct PartOptions {
    #[command(flatten)]
    split: Split,
    /// The file for the part
    #[arg(long, value_name = "PART", requires = "shard")]
    out: Option<PathBuf>,
}

/// How much of the work to do.
#[derive(Copy, Clone)]
pub(crate) enum Work<'a> {
    Whole,
    Part(Shard, &'a Path),
    Merge(&'a [PathBuf]),
}

impl Split {
    pub(crate) fn work<'a>(&'a self, out: Option<&'a Path>) -> Work<'a> {
        match (self.shard, out) {
            (Some(shard), Some(out)) => Work::Part(shard, out),
            _ if !self.merge.is_empty() => Work::Merge(&self.merge),
            _ => Work::Whole,
        }
    }
}

impl PartOptions {
    pub(crate) fn work(&self) -> Work<'_> {
        self.split.work(self.out.as_deref())
    }
}

/// Describes a run, so that its parts can be told from others.
pub(crate) fn run<'a>(
    command: &str,
    seed: u64,
    settings: impl IntoIterator<Item = (&'a str, String)>,
    fingerprints: impl IntoIterator<Item = (&'a str, String)>,
) -> Run {
    let owned = |(name, value): (&str, String)| (name.to_owned(), value);
    Run {
        command: command.to_owned(),
        program: version::SHORT.to_owned(),
        seed,
        settings: settings.into_iter().map(owned).collect(),
        fingerprints: fingerprints.into_iter().map(owned).collect(),
    }
}

/// The hash of everything in a ruleset.
pub(crate) fn ruleset_fingerprint(ruleset: &Ruleset) -> String {
    let view = tisane_protocol::written(RulesetView::of(ruleset));
    part::digest(view.get().as_bytes())[..16].to_owned()
}

/// The hash of all words that fit on the board.
pub(crate) fn lexicon_fingerprint(ruleset: &Ruleset, lexicon: &Lexicon) -> String {
    format!("{:016x}", Fingerprint::of(ruleset, lexicon).words)
}

/// The hash of everything that an engine's results depend on.
fn engine_fingerprint(engine: &Engine) -> String {
    let (ruleset, lexicon) = (engine.ruleset(), engine.lexicon());
    format!(
        "{} {} {:016x}",
        ruleset_fingerprint(ruleset),
        lexicon_fingerprint(ruleset, lexicon),
        engine.evaluation().fingerprint()
    )
}

/// An engine's name, for the parts that used it, and its fingerprint.
pub(crate) fn named_engine(engine: &Engine) -> (String, String) {
    let name = format!("{} with {}", engine.ruleset().name, engine.lexicon().name());
    (name, engine_fingerprint(engine))
}

/// An option as a setting: a file goes by its name, since folders differ between machines.
pub(crate) fn file_name(option: Option<&OsString>) -> String {
    let name = |text: &OsString| {
        let name = Path::new(text).file_name().unwrap_or(text);
        name.to_string_lossy().into_owned()
    };
    option.map_or("default".to_owned(), name)
}

/// Whether a part was done before; then it need not be done again.
pub(crate) fn is_done(run: &Run, shard: Shard, out: &Path) -> bool {
    let is_done = out.is_file() && read(out).is_ok_and(|text| part::is_done(&text, run, shard));
    if is_done {
        say(shard, out, "was already in");
    }
    is_done
}

/// Writes a part. Its file is complete or does not exist.
pub(crate) fn write(
    run: &Run,
    shard: Shard,
    out: &Path,
    result: &impl Serialize,
) -> anyhow::Result<Outcome> {
    let text = part::write(run, shard, result).ok_or_else(|| {
        let most = LARGEST_PART >> 20;
        Failure::new(format!("the part is larger than {most} MiB"), "split the work further")
    })?;
    write_over(out, "part", part::is_part, &text)?;
    say(shard, out, "is in");
    Ok(Outcome::Yes)
}

fn say(Shard { number, of }: Shard, out: &Path, is_in: &str) {
    anstream::eprintln!("part {number} of {of} {is_in} {}", out.display());
}

/// An interrupted part leaves no file.
pub(crate) fn stopped() -> anyhow::Result<Outcome> {
    anstream::eprintln!("stopped; the part was not written");
    Ok(Outcome::No)
}

/// Refuses a file that exists and is not a part, before any work is done.
pub(crate) fn check_out(out: &Path) -> Result<(), Failure> {
    if let Some(folder) = failure::missing_folder(out) {
        return Err(Failure::new(format!("no such folder: {}", folder.display()), ""));
    }
    if out.is_dir() {
        return Err(unwritable(out, &std::io::ErrorKind::IsADirectory.into()));
    }
    let is_other = out.is_file()
        && std::fs::metadata(out).is_ok_and(|about| about.len() > 0)
        && !start(out).is_ok_and(|start| part::is_part(&start));
    match is_other {
        true => Err(Failure::new(
            format!("{} already exists and is not a part", out.display()),
            "choose another name",
        )),
        false => Ok(()),
    }
}

fn start(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads parts one after the other. `each` returns whether the result can be one of this run.
pub(crate) fn merge<'a, R: DeserializeOwned>(
    run: &'a Run,
    files: &[PathBuf],
    mut each: impl FnMut(Shard, R) -> bool,
) -> Result<Parts<'a>, Failure> {
    let mut parts = Parts::of(run);
    for file in files {
        let (text, name) = (read(file)?, file.display().to_string());
        let (shard, result) = parts.add(&name, &text)?;
        drop(text);
        if !each(shard, result) {
            let why = "its numbers are impossible";
            return Err(PartsError::Damaged { file: name, why }.into());
        }
    }
    Ok(parts)
}

fn read(path: &Path) -> Result<String, Failure> {
    let most = LARGEST_PART as u64;
    let too_large = || {
        let error = format!("{} is larger than any part", path.display());
        Failure::new(error, "check the files after --merge")
    };
    let file = std::fs::File::open(path).map_err(|error| unreadable(path, &error))?;
    if file.metadata().is_ok_and(|about| about.len() > most) {
        return Err(too_large());
    }
    // A pipe has no length.
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes).map_err(|error| unreadable(path, &error))?;
    if bytes.len() as u64 > most {
        return Err(too_large());
    }
    let not_a_part = |_| PartsError::Foreign { file: path.display().to_string() }.into();
    String::from_utf8(bytes).map_err(not_a_part)
}

impl From<PartsError> for Failure {
    fn from(error: PartsError) -> Failure {
        let hint = match &error {
            PartsError::Foreign { .. } => "`tisane help parts` explains how parts are made",
            PartsError::Newer { .. } | PartsError::Program { .. } => {
                "make and merge all parts with the same version"
            }
            PartsError::Damaged { .. } => "delete the file and run its part again",
            PartsError::Command { .. }
            | PartsError::Setting { .. }
            | PartsError::Fingerprint { .. } => {
                "all parts and --merge need the same options and data"
            }
            PartsError::Split { .. } => "delete the parts of the other split",
            PartsError::Doubled { .. } => "give each part once",
            PartsError::Missing { .. } => "run them with --shard, then merge again",
        };
        Failure::new(error.to_string(), hint)
    }
}

/// Results by the number of their part.
pub(crate) type Numbered<R> = BTreeMap<u32, R>;

/// The answers of all parts.
pub(crate) struct MergedAnswers {
    units: u64,
    parts: Vec<Answers>,
}

/// Reads parts with answers. `units` is the number of games or positions, if it is known.
pub(crate) fn merge_answers(
    run: &Run,
    files: &[PathBuf],
    units: Option<u64>,
) -> Result<MergedAnswers, Failure> {
    let mut parts: Numbered<Answers> = Numbered::new();
    let (mut units, mut engines) = (units, BTreeMap::<String, String>::new());
    let mut other = None;
    let mut file = files.iter();
    let merged = merge(run, files, |shard, part: Answers| {
        let file = file.next();
        let is_possible = *units.get_or_insert(part.units) == part.units
            && part.answers.len() as u64 == shard.dealt(part.units)
            && part.invalid <= part.answers.len() as u64;
        for (name, fingerprint) in &part.engines {
            if engines.entry(name.clone()).or_insert_with(|| fingerprint.clone()) != fingerprint {
                other = other.take().or(file.map(|file| (file.clone(), name.clone())));
            }
        }
        parts.insert(shard.number, part);
        is_possible
    })?;
    if let Some((file, engine)) = other {
        let (file, engine) =
            (file.display().to_string(), excerpt(&engine).escape_debug().to_string());
        let what = format!("ruleset, lexicon or model of {engine}");
        return Err(PartsError::Fingerprint { file, what }.into());
    }
    merged.all()?;
    Ok(MergedAnswers { units: units.unwrap_or(0), parts: parts.into_values().collect() })
}

impl MergedAnswers {
    /// The answers in the order of the input.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = &Json> {
        let of = self.parts.len() as u64;
        let answer = move |unit: u64| {
            let part = &self.parts[(unit % of) as usize];
            &part.answers[(unit / of) as usize]
        };
        (0..self.units).map(answer)
    }

    /// Whether no answer is an error.
    pub(crate) fn are_valid(&self) -> bool {
        self.parts.iter().all(|part| part.invalid == 0)
    }
}
