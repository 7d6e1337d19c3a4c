//! `tisane lexicon`: list, describe, build and export lexicons.

use std::ffi::{OsStr, OsString};
use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Subcommand, ValueEnum};
use tisane_lexicon::catalogue::{Entry, LexiconRequest, Origin};
use tisane_lexicon::graph::LONGEST;
use tisane_lexicon::{About, Catalogue, Head, KwgKind, Lexicon, WordList, read_file};
use tisane_protocol::{LexiconList, LexiconSummary, LexiconView, notes_about};

use crate::Outcome;
use crate::data::{self, Data, WhichWords, game_of};
use crate::failure::{Failure, unreadable, unwritable};
use crate::names::{LexiconName, RulesetName};
use crate::numbers::from;
use crate::open::ruleset;
use crate::show::screen::sentence;
use crate::show::table::{Align, Table};
use crate::show::tell::count;
use crate::show::{HEAD, Verbosity, json, verbosity, wrapped};

/// List, describe, build and export lexicons
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// List the lexicons: yours first, then the built-in ones
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Describe a lexicon: source, size and licence
    #[command(
        after_help = "Examples:\n  tisane lexicon info english\n  tisane lexicon info words.txt --ruleset english"
    )]
    Info {
        /// A name, or the path of a lexicon file, word list or KWG file
        #[arg(value_name = "NAME|FILE", value_parser = LexiconName, hide_possible_values = true)]
        name: OsString,
        /// Use the tiles and the board size of this ruleset
        #[arg(long, short, value_name = "NAME|FILE", value_parser = RulesetName, hide_possible_values = true)]
        ruleset: Option<OsString>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Build a lexicon file from a word list
    #[command(
        after_help = "Unusable words are skipped and reported; -v lists them all.\n`tisane help wordlists` explains word lists.\n\nExample:\n  tisane lexicon build words.txt --ruleset english --out club.lexicon"
    )]
    Build {
        /// The word list; `-` reads standard input
        list: PathBuf,
        /// The ruleset whose tiles spell the words
        #[arg(long, short, value_name = "NAME|FILE", value_parser = RulesetName, hide_possible_values = true)]
        ruleset: OsString,
        /// The file to write
        #[arg(long, short, value_name = "FILE")]
        out: PathBuf,
        /// Title shown by `tisane lexicon list`
        #[arg(long, default_value = "", hide_default_value = true)]
        title: String,
        /// The licence of the words
        #[arg(long, default_value = "", hide_default_value = true)]
        licence: String,
        /// The source of the words
        #[arg(long, default_value = "", hide_default_value = true)]
        credit: String,
        /// Longest word to include [default: the size of the board]
        #[arg(long, value_name = "LETTERS", value_parser = from(1usize))]
        longest: Option<usize>,
        /// Overwrite an existing file
        #[arg(long)]
        force: bool,
    },
    /// Write the words as text, or as a KWG file for other programs
    #[command(
        after_help = "text has one word per line, kwg is for wolges, Macondo, MAGPIE and Woogles, kbwg\nis for very large lexicons, and lexicon is Tisane's own format.\n\nExamples:\n  tisane lexicon export english > english.txt\n  tisane lexicon export --ruleset english --format kwg --out english.kwg"
    )]
    Export {
        /// The lexicon; the same as --lexicon
        #[arg(value_name = "NAME|FILE", value_parser = LexiconName, hide_possible_values = true, conflicts_with = "lexicon")]
        name: Option<OsString>,
        #[command(flatten)]
        which: WhichWords,
        /// The file format
        #[arg(long, short, default_value = "text")]
        format: Format,
        /// Add the level of each word after a tab, in text
        #[arg(long)]
        levels: bool,
        /// The file to write [default: standard output]
        #[arg(long, short, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Overwrite an existing file
        #[arg(long)]
        force: bool,
    },
}

#[derive(Copy, Clone, Eq, PartialEq, ValueEnum)]
enum Format {
    Text,
    Kwg,
    Kbwg,
    Lexicon,
}

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    match &args.task {
        Task::List { json } => list(*json, data),
        Task::Info { name, ruleset, json } => info(name, ruleset.as_deref(), *json, data),
        Task::Build { list, ruleset, out, title, licence, credit, longest, force } => {
            check_output(out, *force)?;
            let about = About {
                title: title.clone(),
                licence: licence.clone(),
                credit: credit.clone(),
                ..About::default()
            };
            build(list, ruleset, out, about, *longest, data)
        }
        Task::Export { name, which, format, levels, out, force } => {
            out.as_deref().map_or(Ok(()), |out| check_output(out, *force))?;
            if *levels && matches!(format, Format::Kwg | Format::Kbwg) {
                return Err(Failure::new(
                    "KWG files have no levels",
                    "omit --levels, or choose --format text or lexicon",
                )
                .into());
            }
            if *format != Format::Text && out.is_none() && io::stdout().is_terminal() {
                return Err(Failure::new(
                    "this format is binary, and standard output is a terminal",
                    "add --out FILE",
                )
                .into());
            }
            let which = which.or_named(name.as_ref());
            let lexicon = which.open(data, &data.catalogue())?;
            if matches!(format, Format::Kwg | Format::Kbwg) && which.game()?.is_none() {
                check_tiles(&lexicon, data)?;
            }
            export(&lexicon, *format, *levels, out.as_deref())
        }
    }
}

fn list(as_json: bool, data: &Data) -> anyhow::Result<Outcome> {
    let catalogue = data.catalogue();
    let entries = catalogue.list();
    let outcome = if entries.is_empty() { Outcome::No } else { Outcome::Yes };
    if as_json {
        let mut list = LexiconList::of(&catalogue);
        for (lexicon, entry) in list.lexicons.iter_mut().zip(&entries) {
            if let Some(fault) = entry.fault_within(catalogue.files()) {
                lexicon.place.push_str(&format!(" ({fault})"));
            }
        }
        json(&list)?;
        return Ok(outcome);
    }
    let mut table = Table::new([
        ("NAME", Align::Left),
        ("TITLE", Align::Left),
        ("WORDS", Align::Right),
        ("LICENCE", Align::Left),
        ("PLACE", Align::Left),
    ]);
    let number = |n: Option<u32>| n.map_or("-".to_owned(), |n| n.to_string());
    let text = |text: String| if text.is_empty() { "-".to_owned() } else { text };
    for entry in entries {
        let lexicon = LexiconSummary::of(&catalogue, &entry);
        let place = match &entry.origin {
            Origin::BuiltIn => lexicon.place,
            Origin::File(path) => path.file_name().unwrap_or_default().display().to_string(), // its folder is named below
        };
        table.row([
            lexicon.name,
            lexicon.title,
            number(lexicon.words),
            text(first_licence(&lexicon.licence).to_owned()),
            place,
        ]);
        for note in notes_about(&entry).into_iter().chain(entry.fault_within(catalogue.files())) {
            table.note(1, note);
        }
    }
    table.write(&mut anstream::stdout().lock())?;
    if let Some(folder) = data.folder() {
        writeln!(
            anstream::stderr(),
            "\nYour lexicons are in {}.",
            folder.join("lexicons").display()
        )?;
    }
    Ok(outcome)
}

/// The first of `MIT AND CC-BY-4.0`; `info` shows them all.
fn first_licence(licence: &str) -> &str {
    licence.split([' ', ',', ';']).next().unwrap_or_default()
}

fn info(
    name: &OsStr,
    chosen: Option<&OsStr>,
    as_json: bool,
    data: &Data,
) -> anyhow::Result<Outcome> {
    let catalogue = data.catalogue();
    let mut entry = entry(&catalogue, name)?;
    // A word list has no alphabet: take that of the chosen game, or of one that can spell the words.
    let has_alphabet = entry.head.is_some();
    let spelled_for = match chosen {
        Some(name) => Some(ruleset(name)?),
        None if has_alphabet => None,
        None => Some(ruleset(&game_of(&catalogue, name)?)?),
    };
    let longest = chosen.and(spelled_for.as_ref()).map_or(LONGEST, |game| game.layout.longest());
    let mut rejects = None;
    if let Some(ruleset) = &spelled_for {
        if let Some(path) = data::list_of(&entry) {
            let (_, report) =
                Lexicon::build("", &ruleset.alphabet, &data::words_of(&catalogue, path), longest);
            rejects = Some(report).filter(|report| report.unusable() + report.too_long() > 0);
        }
        let wanted = LexiconRequest { longest, ..LexiconRequest::new(name, &ruleset.alphabet) };
        let lexicon = catalogue.get_with(&wanted).map_err(Failure::from)?.lexicon;
        entry.head = Some(head(&lexicon));
    }
    let view = LexiconView::of(&catalogue, &entry);
    if as_json {
        json(&view)?;
        return Ok(Outcome::Yes);
    }
    let mut out = anstream::stdout().lock();
    let number = |n: Option<u32>| n.map_or(String::new(), |n| n.to_string());
    writeln!(out, "{HEAD}{}{HEAD:#}", view.summary.title)?;
    let facts = [
        ("name", view.summary.name),
        ("language", view.summary.language),
        ("words", number(view.summary.words)),
        ("longest", number(view.summary.longest)),
        ("levels", if view.summary.levels { "yes" } else { "no" }.to_owned()),
        (
            "family",
            if view.summary.family {
                "--family removes its slurs".to_owned()
            } else {
                String::new()
            },
        ),
        ("letters", view.letters.join(" ")),
        ("place", view.summary.place),
        ("licence", view.summary.licence),
        ("credit", view.credit),
        ("made", view.provenance),
    ];
    for (name, fact) in facts.into_iter().filter(|(_, fact)| !fact.is_empty()) {
        writeln!(out, "  {name:<9} {}", wrapped(&fact, "            ").trim_start())?;
    }
    if let (Some(ruleset), false) = (spelled_for, has_alphabet) {
        writeln!(
            anstream::stderr(),
            "\nA word list has no alphabet; these are the tiles of {}. Choose others with --ruleset.",
            ruleset.name
        )?;
    }
    if let Some(report) = rejects {
        writeln!(anstream::stderr(), "\n{report}")?;
    }
    if !view.licence_text.is_empty() {
        writeln!(
            out,
            "\n{HEAD}Licence in full{HEAD:#}\n\n{}",
            sentence(view.licence_text.trim_end())
        )?;
    }
    Ok(Outcome::Yes)
}

/// The lexicon with this name or in this file.
fn entry(catalogue: &Catalogue, name: &OsStr) -> anyhow::Result<Entry> {
    let Some(entry) = data::entry(catalogue, name) else {
        return match catalogue.native(name) {
            Err(error) => Err(Failure::from(error).into()), // suggests the nearest name
            Ok(_) => unreachable!("every named lexicon is listed"),
        };
    };
    if catalogue.entry(name).is_some() {
        return Ok(entry);
    }
    if let Some(fault) = entry.fault.clone().or_else(|| entry.fault_within(catalogue.files())) {
        return Err(Failure::new(format!("{}: {fault}", name.display()), "").into());
    }
    let own_name = entry.head.as_ref().map(|head| head.name.clone());
    Ok(Entry { name: own_name.unwrap_or(entry.name.clone()), ..entry })
}

fn head(lexicon: &Lexicon) -> Head {
    Head {
        name: lexicon.name().to_owned(),
        about: lexicon.about().clone(),
        alphabet: lexicon.alphabet().clone(),
        words: lexicon.len(),
        longest: lexicon.longest(),
        has_levels: lexicon.has_levels(),
    }
}

/// Refuses to overwrite a file without `--force`.
fn check_output(out: &Path, force: bool) -> Result<(), Failure> {
    match out.is_file() && !force {
        true => Err(Failure::new(
            format!("{} already exists", out.display()),
            "choose another name, or use --force",
        )),
        false => Ok(()),
    }
}

fn build(
    list: &Path,
    rules: &OsStr,
    out: &Path,
    about: About,
    longest: Option<usize>,
    data: &Data,
) -> anyhow::Result<Outcome> {
    let ruleset = ruleset(rules)?;
    let bytes = if list == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).context("reading standard input")?;
        bytes
    } else {
        read_file(list).map_err(|error| unreadable(list, &error))?
    };
    let words = WordList::read(&bytes)
        .map_err(|error| Failure::new(format!("{}: {error}", list.display()), ""))?;
    if words.is_empty() && words.remarks().is_empty() {
        return Err(Failure::new(
            format!("{} has no words", list.display()),
            "a word list has a word per line",
        )
        .into());
    }
    let name = out.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let (lexicon, report) = Lexicon::build(
        &name,
        &ruleset.alphabet,
        &words,
        longest.unwrap_or(ruleset.layout.longest()),
    );
    let mut stderr = anstream::stderr().lock();
    if verbosity() == Verbosity::Verbose {
        writeln!(stderr, "{} of {} taken; rejected:", report.kept, count(report.listed, "word"))?;
        let left_out = report.left_out.iter().map(|left_out| (left_out.line, left_out.to_string()));
        let mut all: Vec<_> = left_out
            .chain(report.remarks.iter().map(|remark| (remark.line, remark.to_string())))
            .collect();
        all.sort();
        for (_, text) in all {
            writeln!(stderr, "  {text}")?;
        }
    } else {
        writeln!(stderr, "{report}")?;
    }
    if lexicon.is_empty() {
        return Err(Failure::new(
            format!(
                "no word of {} can be spelled with the tiles of {}",
                list.display(),
                ruleset.title
            ),
            "choose the ruleset of its language; `tisane rulesets` lists them",
        )
        .into());
    }
    let about = About { language: ruleset.locale.clone(), ..about };
    lexicon.with_about(about).save(out).map_err(|error| unwritable(out, &error))?;
    writeln!(stderr, "{} written to {}", count(report.kept, "word"), out.display())?;
    let by_name =
        || data.catalogue().entry(&name).is_some_and(|found| is_same_file(&found.origin, out));
    if let Some(folder) = data.folder().filter(|_| !by_name()) {
        let folder = folder.join("lexicons");
        writeln!(
            stderr,
            "use it with --lexicon {}, or with --lexicon {name} once it is in {}",
            out.display(),
            folder.display()
        )?;
    }
    Ok(Outcome::Yes)
}

fn is_same_file(origin: &Origin, path: &Path) -> bool {
    matches!(origin, Origin::File(known) if known.canonicalize().ok() == path.canonicalize().ok())
}

/// KWG files have tiles, not letters: for languages with two-letter tiles a ruleset is needed.
fn check_tiles(lexicon: &Lexicon, data: &Data) -> anyhow::Result<()> {
    let game = ruleset(&game_of(&data.catalogue(), lexicon.name())?)?;
    if game.alphabet.len() != lexicon.alphabet().len() {
        let error = format!("the tiles of games with {} differ from its letters", lexicon.name());
        return Err(Failure::new(error, format!("choose the game: --ruleset {}", game.name)).into());
    }
    Ok(())
}

fn export(
    lexicon: &Lexicon,
    format: Format,
    levels: bool,
    out: Option<&Path>,
) -> anyhow::Result<Outcome> {
    match format {
        Format::Text => write_out(lexicon, out, |out| {
            for word in lexicon.words() {
                write!(out, "{}", lexicon.alphabet().spell(&word))?;
                if let Some(level) = lexicon.level(&word).filter(|_| levels) {
                    write!(out, "\t{level}")?;
                }
                writeln!(out)?;
            }
            Ok(())
        }),
        Format::Kwg => write_bytes(lexicon, out, &lexicon.to_kwg(KwgKind::Kwg)?),
        Format::Kbwg => write_bytes(lexicon, out, &lexicon.to_kwg(KwgKind::Kbwg)?),
        Format::Lexicon => write_bytes(lexicon, out, &lexicon.to_bytes()),
    }
}

fn write_bytes(lexicon: &Lexicon, out: Option<&Path>, bytes: &[u8]) -> anyhow::Result<Outcome> {
    write_out(lexicon, out, |out| out.write_all(bytes))
}

fn write_out(
    lexicon: &Lexicon,
    out: Option<&Path>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<Outcome> {
    match out {
        None => {
            let mut out = BufWriter::new(io::stdout().lock());
            write(&mut out)?;
            out.flush()?;
        }
        Some(path) => {
            let file = std::fs::File::create(path).map_err(|error| unwritable(path, &error))?;
            let mut out = BufWriter::new(file);
            write(&mut out).and_then(|()| out.flush()).map_err(|error| unwritable(path, &error))?;
            writeln!(
                anstream::stderr(),
                "{} written to {}",
                count(lexicon.len(), "word"),
                path.display()
            )?;
        }
    }
    Ok(Outcome::Yes)
}
