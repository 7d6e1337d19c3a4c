//! `tisane words`: check, define and find words.

use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::sync::Arc;

use anyhow::Context;
use clap::Subcommand;
use tisane_app::problem::Problem;
use tisane_lexicon::query::{Filter, Pattern, Side, parse_tiles};
use tisane_lexicon::{Catalogue, Letter, Lexicon};
use tisane_protocol::{CheckedWord, HooksView, PartView, SenseView, WordCheck, WordsFound};

use crate::Outcome;
use crate::data::{Data, WhichWords};
use crate::failure::{Failure, warn};
use crate::lines::next_line;
use crate::numbers::from;
use crate::show::{BAD, GOOD, HEAD, QUIET, json, screen};

/// Check, define and find words
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    question: Question,
}

#[derive(Subcommand)]
enum Question {
    /// Check words; the exit code is 0 if all are valid
    #[command(
        after_help = "Examples:\n  tisane words check qi za\n  tisane words check --ruleset erudit ёлка\n  tisane words check - < words.txt"
    )]
    Check {
        /// Words; `-` reads standard input, where `#` starts a comment
        #[arg(required = true, value_name = "WORD")]
        words: Vec<String>,
        #[command(flatten)]
        which: WhichWords,
        /// Print JSON; one line for each line of standard input
        #[arg(long)]
        json: bool,
    },
    /// Define words; definitions are available for English only
    #[command(after_help = "Example:\n  tisane words define tisane qi")]
    Define {
        /// Words; `-` reads standard input
        #[arg(required = true, value_name = "WORD")]
        words: Vec<String>,
        #[command(flatten)]
        which: WhichWords,
        /// Print JSON; one line for each line of standard input
        #[arg(long)]
        json: bool,
    },
    /// Find anagrams
    #[command(
        after_help = "Examples:\n  tisane words anagram retains\n  tisane words anagram --shorter 'retina?'"
    )]
    Anagram {
        /// Letters, `?` for a blank; `-` reads standard input
        tiles: String,
        /// Also find shorter words
        #[arg(long, short)]
        shorter: bool,
        #[command(flatten)]
        listing: Listing,
    },
    /// Find words that match a pattern
    #[command(
        after_help = "With Spanish tiles, [CH] is the tile CH, and [HC] is H or C.\n\nExamples:\n  tisane words pattern 't?s*e'\n  tisane words pattern '*[aeiou][aeiou][aeiou][aeiou]*'"
    )]
    Pattern {
        /// `?` or `.` is any letter, `*` any letters, `[AEIOU]` or `[A-E]` one of these, `[^AEIOU]`
        /// none of these; `-` reads standard input
        pattern: String,
        #[command(flatten)]
        listing: Listing,
    },
    /// Find longer words that contain a word
    #[command(
        after_help = "Examples:\n  tisane words extensions quest\n  tisane words extensions --before quest --top 5"
    )]
    Extensions {
        /// A word or a part of one; `-` reads standard input
        word: String,
        /// Only words that end with it
        #[arg(long, conflicts_with = "after")]
        before: bool,
        /// Only words that start with it
        #[arg(long)]
        after: bool,
        #[command(flatten)]
        listing: Listing,
    },
    /// List words by length and letters
    #[command(
        after_help = "Examples:\n  tisane words list --length 2\n  tisane words list --length 3-5 --with q --without u"
    )]
    List {
        /// Number of letters: 2, or 2-4 [default: any]
        #[arg(long, short = 'n', value_name = "N|N-M", value_parser = lengths)]
        length: Option<RangeInclusive<usize>>,
        /// Letters the words contain, in any order; AA means two As
        #[arg(long, value_name = "LETTERS", default_value = "", hide_default_value = true)]
        with: String,
        /// Letters the words do not contain
        #[arg(long, value_name = "LETTERS", default_value = "", hide_default_value = true)]
        without: String,
        #[command(flatten)]
        listing: Listing,
    },
    /// Show the hooks of a word: letters that fit before, after and inside
    #[command(after_help = "Example:\n  tisane words hooks are")]
    Hooks {
        /// Words; `-` reads standard input
        #[arg(required = true, value_name = "WORD")]
        words: Vec<String>,
        #[command(flatten)]
        which: WhichWords,
        /// Print JSON, a line for each word
        #[arg(long)]
        json: bool,
    },
}

#[derive(clap::Args)]
struct Listing {
    #[command(flatten)]
    which: WhichWords,
    /// Number of words to print [default: all]
    #[arg(long, value_name = "N", value_parser = from(1usize))]
    top: Option<usize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, data: &Data) -> anyhow::Result<Outcome> {
    let catalogue = data.catalogue();
    match &args.question {
        Question::Check { words, which, json } => {
            check(words, &Checker::open(which, data, &catalogue)?, *json)
        }
        Question::Define { words, which, json } => {
            define(words, &Checker::open(which, data, &catalogue)?, *json)
        }
        Question::Anagram { tiles, shorter, listing } => {
            let lexicon = listing.which.open(data, &catalogue)?;
            find(&lexicon, tiles, listing, |tiles| {
                let (letters, blanks) = parse_tiles(lexicon.alphabet(), tiles)
                    .map_err(|error| spelling(&lexicon, &error))?;
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
                let pattern = Pattern::parse(lexicon.alphabet(), pattern)
                    .map_err(|error| Failure::from(Problem::from(&error)))?;
                Ok(lexicon.matches(&pattern).collect())
            })
        }
        Question::Extensions { word, before, after, listing } => {
            let lexicon = listing.which.open(data, &catalogue)?;
            let side = match (before, after) {
                (true, _) => Side::Front,
                (_, true) => Side::Back,
                _ => Side::Around,
            };
            find(&lexicon, word, listing, |word| {
                let word =
                    lexicon.alphabet().parse(word).map_err(|error| spelling(&lexicon, &error))?;
                Ok(lexicon.extensions(&word, side).collect())
            })
        }
        Question::List { length, with, without, listing } => {
            let lexicon = listing.which.open(data, &catalogue)?;
            let letters = |text: &str| {
                lexicon.alphabet().parse(text).map_err(|error| spelling(&lexicon, &error))
            };
            let lengths = length.clone().unwrap_or(Filter::default().lengths);
            let filter = Filter {
                lengths,
                with: letters(with)?,
                without: letters(without)?.into_iter().collect(),
            };
            answer(
                &lexicon,
                &filter_text(length.as_ref(), with, without),
                lexicon.words_where(&filter).collect(),
                listing,
            )
            .map(Outcome::yes_if)
        }
        Question::Hooks { words, which, json } => {
            hooks(words, &*which.open(data, &catalogue)?, *json)
        }
    }
}

/// The lexicon to look words up in.
struct Checker<'a> {
    catalogue: &'a Catalogue,
    lexicon: Arc<Lexicon>,
    family: bool,
    /// The longest line of the board, if a ruleset is chosen.
    squares: Option<usize>,
}

impl<'a> Checker<'a> {
    fn open(
        which: &WhichWords,
        data: &Data,
        catalogue: &'a Catalogue,
    ) -> anyhow::Result<Checker<'a>> {
        let squares = which.game()?.map(|game| game.layout.longest());
        Ok(Checker {
            catalogue,
            lexicon: which.open(data, catalogue)?,
            family: which.family(),
            squares,
        })
    }

    fn check(&self, words: &[String]) -> WordCheck {
        WordCheck::of(
            self.catalogue,
            &self.lexicon,
            self.family,
            self.squares,
            words.iter().map(String::as_str),
        )
    }
}

/// Prints a line for each word, with its first definition.
fn check(words: &[String], checker: &Checker, as_json: bool) -> anyhow::Result<Outcome> {
    let mut all_valid = true;
    let all_read = for_each_question(words, "no words given", |words| {
        let check = checker.check(words);
        all_valid &= check.valid;
        if as_json {
            json(&check)
        } else {
            Ok(write_check(&mut io::BufWriter::new(anstream::stdout().lock()), &check)?)
        }
    })?;
    Ok(Outcome::yes_if(all_valid && all_read))
}

fn write_check(out: &mut impl Write, check: &WordCheck) -> io::Result<()> {
    for CheckedWord { word, valid, left_out, reason, definition, .. } in &check.words {
        let sense = definition.as_ref().and_then(|definition| definition.senses.first());
        match (valid, reason) {
            (true, _) => match sense {
                Some(sense) => {
                    let text = screen::sentence_after(
                        "valid    ".len() + word.chars().count() + 2,
                        &sense.text,
                    );
                    writeln!(out, "{GOOD}valid{GOOD:#}    {word}  {QUIET}{text}{QUIET:#}")?;
                }
                None => writeln!(out, "{GOOD}valid{GOOD:#}    {word}")?,
            },
            (false, _) if *left_out => writeln!(
                out,
                "{BAD}invalid{BAD:#}  {word} {QUIET}(removed by the family filter){QUIET:#}"
            )?,
            (false, None) => writeln!(out, "{BAD}invalid{BAD:#}  {word}")?,
            (false, Some(reason)) => {
                let text = screen::sentence_after(
                    "invalid  ".len() + word.chars().count() + 1,
                    &format!("({reason})"),
                );
                writeln!(out, "{BAD}invalid{BAD:#}  {word} {QUIET}{text}{QUIET:#}")?;
            }
        }
    }
    out.flush()
}

/// Yes if all words are valid and at least one has a definition.
fn define(words: &[String], checker: &Checker, as_json: bool) -> anyhow::Result<Outcome> {
    let (mut all_valid, mut some_defined) = (true, false);
    let all_read = for_each_question(words, "no words given", |words| {
        let check = checker.check(words);
        all_valid &= check.valid;
        some_defined |= check.words.iter().any(|word| word.definition.is_some());
        if as_json {
            json(&check)
        } else {
            Ok(write_definitions(&mut anstream::stdout().lock(), &check)?)
        }
    })?;
    Ok(Outcome::yes_if(all_valid && some_defined && all_read))
}

fn write_definitions(out: &mut impl Write, check: &WordCheck) -> io::Result<()> {
    for CheckedWord { word, valid, left_out, definition, .. } in &check.words {
        match definition {
            Some(definition) => {
                let form = if definition.word == *word {
                    String::new()
                } else {
                    format!(", a form of {}", definition.word)
                };
                writeln!(out, "{HEAD}{word}{HEAD:#}{form}")?;
                for SenseView { part, text } in &definition.senses {
                    writeln!(
                        out,
                        "  {:<10} {}",
                        part_name(*part),
                        screen::sentence_after(13, text)
                    )?;
                }
            }
            None if *valid => {
                writeln!(anstream::stderr(), "{} has no definition of {word}", check.lexicon)?
            }
            None if *left_out => {
                writeln!(anstream::stderr(), "{word} is removed by the family filter")?
            }
            None => writeln!(anstream::stderr(), "{word} is not in {}", check.lexicon)?,
        }
    }
    Ok(())
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
    find: impl Fn(&str) -> anyhow::Result<Vec<Vec<Letter>>>,
) -> anyhow::Result<Outcome> {
    let (mut some_found, mut is_later) = (false, false);
    // Questions from standard input are repeated above their answers.
    let is_one_of_many = question == "-" && !listing.json;
    let all_read = for_each_word(&[question.to_owned()], "nothing to look for", |question| {
        if is_one_of_many {
            let space = if is_later { "\n" } else { "" };
            writeln!(anstream::stdout(), "{space}{HEAD}{question}{HEAD:#}")?;
        }
        is_later = true;
        some_found |= answer(lexicon, question, find(question)?, listing)?;
        Ok(())
    })?;
    Ok(Outcome::yes_if(some_found && all_read))
}

/// Prints words; returns whether there are any.
fn answer(
    lexicon: &Lexicon,
    question: &str,
    words: Vec<Vec<Letter>>,
    listing: &Listing,
) -> anyhow::Result<bool> {
    let limit = listing.top.unwrap_or(usize::MAX);
    let found = !words.is_empty();
    if listing.json {
        json(&WordsFound::of(lexicon, question, words, limit))?;
        return Ok(found);
    }
    if !found {
        writeln!(anstream::stderr(), "no words for {question} in {}", lexicon.name())?;
    }
    let mut out = io::BufWriter::new(anstream::stdout().lock());
    for word in words.iter().take(limit) {
        writeln!(out, "{}", lexicon.alphabet().show(word))?;
    }
    out.flush()?;
    if words.len() > limit {
        writeln!(anstream::stderr(), "{} more", words.len() - limit)?;
    }
    Ok(found)
}

/// `2`, `2-4`.
fn lengths(text: &str) -> Result<RangeInclusive<usize>, String> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let range = from.parse().ok().zip(to.parse().ok()).map(|(from, to): (usize, usize)| from..=to);
    range
        .filter(|range| !range.is_empty())
        .ok_or_else(|| "give a number of letters, or a range such as 2-4".to_owned())
}

/// The filter in words.
fn filter_text(length: Option<&RangeInclusive<usize>>, with: &str, without: &str) -> String {
    let length = length.map(|range| match range.start() == range.end() {
        true => format!("length {}", range.start()),
        false => format!("length {}-{}", range.start(), range.end()),
    });
    let letters =
        |what: &str, letters: &str| (!letters.is_empty()).then(|| format!("{what} {letters}"));
    let parts: Vec<String> = length
        .into_iter()
        .chain(letters("with", with))
        .chain(letters("without", without))
        .collect();
    if parts.is_empty() { "any".to_owned() } else { parts.join(" ") }
}

fn hooks(words: &[String], lexicon: &Lexicon, as_json: bool) -> anyhow::Result<Outcome> {
    let mut some_found = false;
    let all_read = for_each_word(words, "no words given", |text| {
        let word = lexicon.alphabet().parse(text).map_err(|error| spelling(lexicon, &error))?;
        let hooks = HooksView::of(lexicon, &word);
        some_found |= !hooks.front.is_empty()
            || !hooks.back.is_empty()
            || hooks.inner.iter().any(|letters| !letters.is_empty());
        if as_json {
            json(&hooks)
        } else {
            Ok(write_hooks(&mut anstream::stdout().lock(), &hooks)?)
        }
    })?;
    Ok(Outcome::yes_if(some_found && all_read))
}

fn write_hooks(out: &mut impl Write, hooks: &HooksView) -> io::Result<()> {
    let letters =
        |letters: &[String]| if letters.is_empty() { "-".to_owned() } else { letters.join(" ") };
    writeln!(
        out,
        "{HEAD}{}{HEAD:#}{}",
        hooks.word,
        if hooks.valid { "" } else { " (not a word)" }
    )?;
    writeln!(out, "  before  {}", letters(&hooks.front))?;
    writeln!(out, "  after   {}", letters(&hooks.back))?;
    for (at, inner) in hooks.inner.iter().enumerate().filter(|(_, inner)| !inner.is_empty()) {
        writeln!(out, "  inside  {} after letter {}", letters(inner), at + 1)?;
    }
    let still = if hooks.valid { "still " } else { "" };
    match (hooks.beheads, hooks.curtails) {
        (true, true) => writeln!(out, "  {still}a word without its first or its last letter"),
        (true, false) => writeln!(out, "  {still}a word without its first letter"),
        (false, true) => writeln!(out, "  {still}a word without its last letter"),
        (false, false) => Ok(()),
    }
}

/// Asks about all words of the arguments together, and for `-` about each line of standard input as
/// it arrives. Unreadable lines are reported and skipped; returns whether all were readable.
fn for_each_question(
    arguments: &[String],
    nothing: &str,
    mut ask: impl FnMut(&[String]) -> anyhow::Result<()>,
) -> anyhow::Result<bool> {
    let (mut asked, mut all_read) = (false, true);
    let mut ask = |words: Vec<String>| {
        asked |= !words.is_empty();
        if words.is_empty() { Ok(()) } else { ask(&words) }
    };
    for arguments in arguments.chunk_by(|a, b| a != "-" && b != "-") {
        if arguments == ["-"] {
            let mut input = io::stdin().lock();
            for number in 1.. {
                match next_line(&mut input).context("reading standard input")? {
                    None => break,
                    Some(Ok(line)) => ask(words_of(line.trim_start_matches('\u{feff}')))?,
                    Some(Err(error)) => {
                        warn(&format!("line {number} of standard input is skipped: {error:#}"));
                        all_read = false;
                    }
                }
            }
        } else {
            ask(words_of(&arguments.join(" ")))?;
        }
    }
    if asked || !all_read {
        return Ok(all_read);
    }
    Err(Failure::new(nothing, "give one or more words, or - to read standard input").into())
}

fn for_each_word(
    arguments: &[String],
    nothing: &str,
    mut ask: impl FnMut(&str) -> anyhow::Result<()>,
) -> anyhow::Result<bool> {
    for_each_question(arguments, nothing, |words| words.iter().try_for_each(|word| ask(word)))
}

/// The words of a line, without its comment.
fn words_of(line: &str) -> Vec<String> {
    line.split('#').next().unwrap_or_default().split_whitespace().map(str::to_owned).collect()
}

fn spelling(lexicon: &Lexicon, error: &tisane_lexicon::SpellingError) -> Failure {
    let letters: Vec<&str> =
        lexicon.alphabet().letters().map(|letter| lexicon.alphabet().face(letter)).collect();
    Failure::new(
        error.to_string(),
        format!("the letters of {} are {}", lexicon.name(), letters.join(" ")),
    )
}
