//! `tisane words`: checking and finding words.

use std::io::{self, BufRead, Write};

use clap::Subcommand;
use tisane_lexicon::query::{Pattern, parse_tiles};
use tisane_lexicon::{Catalogue, Letter, Lexicon};
use tisane_protocol::{CheckedWord, HooksView, PartView, SenseView, WordCheck, WordsFound};

use crate::Outcome;
use crate::data::{Data, WhichWords};
use crate::failure::Failure;
use crate::show::{BAD, GOOD, HEAD, QUIET, json};

/// Check and define words, find anagrams, patterns and hooks
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    question: Question,
}

#[derive(Subcommand)]
enum Question {
    /// Say which words are valid, and what they mean; exit code 0 if all are
    #[command(
        after_help = "Examples:\n  tisane words check qi za\n  tisane words check --ruleset erudit ёлка\n  tisane words check - < words.txt"
    )]
    Check {
        /// Words; `-` reads them from standard input
        #[arg(required = true, value_name = "WORD")]
        words: Vec<String>,
        #[command(flatten)]
        which: WhichWords,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Tell what words mean
    ///
    /// The English lexicons have definitions. A form is explained by the word it is a form of.
    #[command(after_help = "Example: tisane words define tisane qi")]
    Define {
        /// Words; `-` reads them from standard input
        #[arg(required = true, value_name = "WORD")]
        words: Vec<String>,
        #[command(flatten)]
        which: WhichWords,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Find the words that some tiles make
    #[command(after_help = "Examples:\n  tisane words anagram retains\n  tisane words anagram --shorter 'retina?'")]
    Anagram {
        /// Letters; `?` is a blank. `-` reads lines of them from standard input
        tiles: String,
        /// Words of only some of the tiles, too, longest first
        #[arg(long, short)]
        shorter: bool,
        #[command(flatten)]
        listing: Listing,
    },
    /// Find the words that have a shape
    #[command(after_help = "Examples:\n  tisane words pattern 't?s*e'\n  tisane words pattern '*[aeiou][aeiou][aeiou][aeiou]*'")]
    Pattern {
        /// `?` any letter, `*` any run of letters, `[AEIOU]` one of these, `[^AEIOU]` none of these; `-` reads lines of patterns
        pattern: String,
        #[command(flatten)]
        listing: Listing,
    },
    /// Show which letters can be put before, after and inside a word
    #[command(after_help = "Example: tisane words hooks are")]
    Hooks {
        /// Words; `-` reads them from standard input
        #[arg(required = true, value_name = "WORD")]
        words: Vec<String>,
        #[command(flatten)]
        which: WhichWords,
        /// Print JSON, one object for each word
        #[arg(long)]
        json: bool,
    },
}

#[derive(clap::Args)]
struct Listing {
    #[command(flatten)]
    which: WhichWords,
    /// Print at most this many
    #[arg(long, value_name = "N")]
    top: Option<usize>,
    /// Print JSON, one object for each question
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    let catalogue = data.catalogue();
    match &args.question {
        Question::Check { words, which, json } => check(&checked(words, which, data, &catalogue)?, *json),
        Question::Define { words, which, json } => define(&checked(words, which, data, &catalogue)?, *json),
        Question::Anagram { tiles, shorter, listing } => {
            let lexicon = listing.which.open(data, &catalogue)?;
            find(&lexicon, tiles, listing, |tiles| {
                let (letters, blanks) = parse_tiles(lexicon.alphabet(), tiles).map_err(|error| spelling(&lexicon, &error))?;
                let mut words: Vec<Vec<Letter>> = match shorter {
                    true => lexicon.subanagrams(&letters, blanks).collect(),
                    false => lexicon.anagrams(&letters, blanks).collect(),
                };
                words.sort_by_key(|word| std::cmp::Reverse(word.len()));
                Ok(words)
            })
        }
        Question::Pattern { pattern, listing } => {
            let lexicon = listing.which.open(data, &catalogue)?;
            find(&lexicon, pattern, listing, |pattern| {
                let pattern = Pattern::parse(lexicon.alphabet(), pattern).map_err(|error| {
                    let text = error.to_string();
                    let (error, hint) = text.split_once("; ").unwrap_or((&text, ""));
                    Failure::new(error, hint)
                })?;
                Ok(lexicon.matches(&pattern).collect())
            })
        }
        Question::Hooks { words, which, json } => hooks(words, &*which.open(data, &catalogue)?, *json),
    }
}

fn checked(words: &[String], which: &WhichWords, data: &Data, catalogue: &Catalogue) -> anyhow::Result<WordCheck> {
    let words = given(words)?;
    if words.is_empty() {
        return Err(Failure::new("there is no word", "give one or more: tisane words check qi za").into());
    }
    Ok(WordCheck::of(catalogue, &*which.open(data, catalogue)?, words.iter().map(String::as_str)))
}

/// A line for each word, with the first of its senses.
fn check(check: &WordCheck, as_json: bool) -> anyhow::Result<Outcome> {
    if as_json {
        json(check)?;
    } else {
        let mut out = anstream::stdout().lock();
        for CheckedWord { word, valid, reason, definition, .. } in &check.words {
            let sense = definition.as_ref().and_then(|definition| definition.senses.first());
            match (valid, reason) {
                (true, _) => match sense {
                    Some(sense) => writeln!(out, "{GOOD}valid{GOOD:#}    {word}  {QUIET}{}{QUIET:#}", sense.text)?,
                    None => writeln!(out, "{GOOD}valid{GOOD:#}    {word}")?,
                },
                (false, None) => writeln!(out, "{BAD}invalid{BAD:#}  {word}")?,
                (false, Some(reason)) => writeln!(out, "{BAD}invalid{BAD:#}  {word} {QUIET}({reason}){QUIET:#}")?,
            }
        }
    }
    Ok(if check.valid { Outcome::Yes } else { Outcome::No })
}

fn define(check: &WordCheck, as_json: bool) -> anyhow::Result<Outcome> {
    let outcome = if check.words.iter().any(|word| word.definition.is_some()) { Outcome::Yes } else { Outcome::No };
    if as_json {
        json(check)?;
        return Ok(outcome);
    }
    let mut out = anstream::stdout().lock();
    for CheckedWord { word, valid, definition, .. } in &check.words {
        match definition {
            Some(definition) => {
                let form = if definition.word == *word { String::new() } else { format!(", a form of {}", definition.word) };
                writeln!(out, "{HEAD}{word}{HEAD:#}{form}")?;
                for SenseView { part, text } in &definition.senses {
                    writeln!(out, "  {:<10} {text}", part_name(*part))?;
                }
            }
            None if *valid => writeln!(anstream::stderr(), "{} does not say what {word} means", check.lexicon)?,
            None => writeln!(anstream::stderr(), "{word} is not in {}", check.lexicon)?,
        }
    }
    Ok(outcome)
}

fn part_name(part: PartView) -> &'static str {
    match part {
        PartView::Noun => "noun",
        PartView::Verb => "verb",
        PartView::Adjective => "adjective",
        PartView::Adverb => "adverb",
    }
}

fn find(
    lexicon: &Lexicon,
    question: &str,
    listing: &Listing,
    answer: impl Fn(&str) -> anyhow::Result<Vec<Vec<Letter>>>,
) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::No;
    let questions = given(&[question.to_owned()])?;
    if questions.is_empty() {
        return Err(Failure::new("there is nothing to look for", "give letters or a pattern: tisane words anagram 'retina?'").into());
    }
    for question in questions {
        let words = answer(&question)?;
        if !words.is_empty() {
            outcome = Outcome::Yes;
        }
        if words.is_empty() && !listing.json {
            writeln!(anstream::stderr(), "no words for {question} in {}", lexicon.name())?;
        }
        let limit = listing.top.unwrap_or(usize::MAX);
        if listing.json {
            json(&WordsFound::of(lexicon, &question, words, limit))?;
            continue;
        }
        let mut out = io::BufWriter::new(anstream::stdout().lock());
        for word in words.iter().take(limit) {
            writeln!(out, "{}", lexicon.alphabet().show(word))?;
        }
        out.flush()?;
        if words.len() > limit {
            writeln!(anstream::stderr(), "{} more", words.len() - limit)?;
        }
    }
    Ok(outcome)
}

fn hooks(words: &[String], lexicon: &Lexicon, as_json: bool) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::No;
    for text in given(words)? {
        let word = lexicon.alphabet().parse(&text).map_err(|error| spelling(lexicon, &error))?;
        let hooks = HooksView::of(lexicon, &word);
        if !hooks.front.is_empty() || !hooks.back.is_empty() || hooks.inner.iter().any(|letters| !letters.is_empty()) {
            outcome = Outcome::Yes;
        }
        if as_json { json(&hooks)? } else { write_hooks(&mut anstream::stdout().lock(), &hooks)? }
    }
    Ok(outcome)
}

fn write_hooks(out: &mut impl Write, hooks: &HooksView) -> io::Result<()> {
    let letters = |letters: &[String]| if letters.is_empty() { "-".to_owned() } else { letters.join(" ") };
    writeln!(out, "{HEAD}{}{HEAD:#}{}", hooks.word, if hooks.valid { "" } else { " (not a word)" })?;
    writeln!(out, "  before  {}", letters(&hooks.front))?;
    writeln!(out, "  after   {}", letters(&hooks.back))?;
    for (at, inner) in hooks.inner.iter().enumerate().filter(|(_, inner)| !inner.is_empty()) {
        writeln!(out, "  inside  {} after letter {}", letters(inner), at + 1)?;
    }
    let still = if hooks.valid { "still " } else { "" };
    match (hooks.beheads, hooks.curtails) {
        (true, true) => writeln!(out, "  without its first letter or its last it is {still}a word"),
        (true, false) => writeln!(out, "  without its first letter it is {still}a word"),
        (false, true) => writeln!(out, "  without its last letter it is {still}a word"),
        (false, false) => Ok(()),
    }
}

/// The arguments, with `-` replaced by the words of standard input.
fn given(arguments: &[String]) -> anyhow::Result<Vec<String>> {
    let mut words = Vec::new();
    for argument in arguments {
        if argument == "-" {
            for line in io::stdin().lock().lines() {
                words.extend(line?.split_whitespace().map(str::to_owned));
            }
        } else {
            words.extend(argument.split_whitespace().map(str::to_owned));
        }
    }
    Ok(words)
}

fn spelling(lexicon: &Lexicon, error: &tisane_lexicon::SpellingError) -> Failure {
    let letters: Vec<&str> = lexicon.alphabet().letters().map(|letter| lexicon.alphabet().face(letter)).collect();
    Failure::new(error.to_string(), format!("{} has the letters {}", lexicon.name(), letters.join(" ")))
}
