//! Opening at the terminal: ruleset files, and the options that hints and warnings name.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use tisane_app::open::{
    BuiltIn, Listing, OpenError, RuleChoices, Rulebook, RulesetSource, Rulesets, Warning,
};
use tisane_app::players::BotError;
use tisane_app::problem::Problem;
use tisane_lexicon::count;
use tisane_rules::{
    BonusKind, CgpError, DrawingError, GcgError, GcgFault, Impossible, MoveTextError, Ruleset,
    WordsolverError,
};

use crate::failure::{Failure, unreadable, warn};

/// Built-in rulesets by name, and others by the path of their TOML file.
pub(crate) struct RulesetFiles;

impl Rulesets for RulesetFiles {
    fn find(&self, name: &OsStr) -> Result<RulesetSource, OpenError> {
        let path = Path::new(name);
        if path.extension().is_none_or(|extension| extension != "toml") {
            return BuiltIn.find(name);
        }
        let text = std::fs::read_to_string(path)
            .map_err(|error| OpenError::RulesetFile { path: path.to_owned(), error })?;
        Ok(RulesetSource {
            text: Cow::Owned(text),
            file: Some(path.display().to_string()),
            parsed: None,
        })
    }
}

/// The ruleset with this name, or in this file.
pub(crate) fn ruleset(name_or_path: impl AsRef<OsStr>) -> anyhow::Result<Ruleset> {
    ruleset_with(name_or_path, &[])
}

/// The same with changes, such as `end.passes=2`.
pub(crate) fn ruleset_with(
    name_or_path: impl AsRef<OsStr>,
    settings: &[String],
) -> anyhow::Result<Ruleset> {
    let rulebook = Rulebook { rulesets: &RulesetFiles, default: None };
    let name = name_or_path.as_ref().to_owned();
    let choices = RuleChoices { ruleset: Some(name), settings: settings.to_vec() };
    let rules = rulebook.rules(None, &choices, &mut Vec::new()).map_err(Failure::from)?;
    drop(rules.plain);
    Ok(Arc::unwrap_or_clone(rules.ruleset))
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Failure {
        let sentence = error.to_string();
        let choose_game = "choose the game with --ruleset; `tisane rulesets` lists them";
        let hint = match error {
            OpenError::NoSuchRuleset(error) => return error.into(),
            OpenError::Lexicon(error) => return error.into(),
            OpenError::Cgp(error) => return cgp_failure(error),
            OpenError::RulesetFile { path, error } => return ruleset_file_failure(&path, &error),
            OpenError::Ruleset { file, error } => {
                let problem = Problem::from(&*error);
                return file.map_or(problem.clone(), |file| problem.in_file(file)).into();
            }
            OpenError::UnknownGame { .. } | OpenError::WhichGame => choose_game,
            OpenError::Drawing(DrawingError::Unreadable { found, .. })
                if !found.contains(char::is_alphabetic) =>
            {
                "write a dot for an empty square and a letter for a tile"
            }
            OpenError::Drawing(_) => choose_game,
            OpenError::Wordsolver(WordsolverError::Several) => {
                "`tisane wordsolver` answers them all"
            }
            OpenError::NotAGame => "give a GCG file",
            OpenError::NoLexicon { .. } => {
                "--lexicon FILE takes a word list, a lexicon file or a KWG file"
            }
            OpenError::Wordsolver(_)
            | OpenError::Game(_)
            | OpenError::Record(_)
            | OpenError::Rack(_)
            | OpenError::Impossible(_)
            | OpenError::NoSuchTurn { .. }
            | OpenError::GameOver { .. } => "",
        };
        Failure::new(sentence, hint)
    }
}

fn ruleset_file_failure(path: &Path, error: &std::io::Error) -> Failure {
    unreadable(path, error).or_hint(|| {
        "give a ruleset's name, which `tisane rulesets` lists, or the path of its file".to_owned()
    })
}

/// The failure with hints that depend on the game.
pub(crate) fn failure_in(ruleset: &Ruleset, error: OpenError) -> Failure {
    let hint = match &error {
        OpenError::Impossible(error) => impossible_hint(ruleset, error),
        OpenError::Rack(_) => {
            let letters: Vec<&str> =
                ruleset.letters().map(|(letter, _)| ruleset.alphabet.face(letter)).collect();
            format!(
                "{} has the tiles {}, and ? for a blank; --ruleset chooses another game",
                ruleset.name,
                letters.join(" ")
            )
        }
        OpenError::Game(error) => unreadable_game_hint(ruleset, error),
        _ => String::new(),
    };
    Failure::from(error).or_hint(|| hint)
}

/// A line may be unreadable because it is from another game. Only errors that another game would
/// not have suggest `--ruleset`.
fn unreadable_game_hint(ruleset: &Ruleset, error: &GcgError) -> String {
    use MoveTextError::{OffBoard, PlaceOffBoard, Spelling, Tiles};
    let line = error.line;
    match &error.fault {
        GcgFault::Tiles(_)
        | GcgFault::Move(Spelling(_) | Tiles(_) | OffBoard { .. } | PlaceOffBoard { .. }) => {
            format!(
                "check line {line}, or choose another ruleset than {} with --ruleset",
                ruleset.name
            )
        }
        _ => format!("check line {line}"),
    }
}

fn impossible_hint(ruleset: &Ruleset, error: &Impossible) -> String {
    match error {
        Impossible::TooManyTiles { tiles } => match read_as_one(ruleset, tiles) {
            Some((one, several)) => {
                let n = count(several.matches('[').count(), "tile");
                format!("{one} is read as one tile; write {several} for {n}")
            }
            None => "write blanks as small letters on the board and as ? on a rack, or choose \
                     another game with --ruleset"
                .to_owned(),
        },
        Impossible::BoardSize { .. } => {
            "choose the game with --ruleset; `tisane rulesets` lists them".to_owned()
        }
        Impossible::RackTooLong { found, .. } => {
            format!("--set rack={found} allows longer racks; --ruleset chooses another game")
        }
        Impossible::Seats { .. } | Impossible::Score { .. } => String::new(),
    }
}

/// The first of these tiles that other tiles spell as well, and how those are written: `CH` and
/// `[C][H]`.
fn read_as_one<'a>(ruleset: &'a Ruleset, tiles: &str) -> Option<(&'a str, String)> {
    let spelled =
        |(letter, _)| Some((ruleset.alphabet.face(letter), ruleset.alphabet.apart(letter)?));
    ruleset.letters().filter_map(spelled).find(|(face, _)| tiles.contains(&format!("[{face}]")))
}

/// Why a CGP can't be read.
pub(crate) fn cgp_failure(error: CgpError) -> Failure {
    let hint = match error {
        CgpError::Players { .. } => {
            "separate racks with slashes and leave unknown ones empty: AEINRST// for three players"
        }
        CgpError::Rows { .. } => "choose the game with --ruleset; `tisane rulesets` lists them",
        CgpError::Columns { .. } => {
            "count its squares again, or choose another game with --ruleset"
        }
        CgpError::Unreadable { .. } | CgpError::Rack { .. } => {
            "if the tiles are from another game, choose it with --ruleset"
        }
        error => return Problem::from(&error).into(),
    };
    Failure::new(error.to_string(), hint)
}

impl From<BotError> for Failure {
    fn from(error: BotError) -> Failure {
        let settings = || "`tisane bots` lists the settings".to_owned();
        Failure::new(error.to_string(), error.hint().unwrap_or_else(settings))
    }
}

/// At most this many lines of a score sheet are named.
const MOST_LINES: usize = 5;

/// Prints warnings on standard error, each with the option that helps.
pub(crate) fn print_warnings(warnings: &[Warning]) {
    let is_line = |warning: &&Warning| matches!(warning, Warning::Line(_));
    let lines = warnings.iter().filter(is_line).count();
    let mut named = 0;
    for warning in warnings {
        if is_line(&warning) {
            named += 1;
            if named > MOST_LINES {
                continue;
            }
        }
        warn(&with_option(warning));
        if is_line(&warning) && named == MOST_LINES && lines > MOST_LINES {
            let more = count(lines - MOST_LINES, "more line");
            warn(&format!("{more} of the score sheet look wrong"));
        }
    }
}

fn with_option(warning: &Warning) -> String {
    let option = match warning {
        Warning::BonusUnchanged { rack, bonus, .. } => {
            let kind = match bonus {
                BonusKind::Points(points) => format!("points = {points}"),
                BonusKind::Times(times) => format!("times = {times}"),
            };
            format!("change it with --set 'bonuses=[{{ tiles = {rack}, {kind} }}]'")
        }
        Warning::UnusableWords { lexicon, listing: Listing::OwnGame, .. } => {
            format!("`tisane lexicon info {lexicon}` lists them")
        }
        Warning::UnusableWords { lexicon, listing: Listing::Game(game), .. } => {
            format!("`tisane lexicon info {lexicon} --ruleset {game}` lists them")
        }
        Warning::GuessedGame { .. } => "--ruleset chooses another game".to_owned(),
        Warning::Accents { .. } => "--ruleset chooses the game of their language".to_owned(),
        Warning::WordsUnchecked { .. } => "--lexicon FILE adds one".to_owned(),
        Warning::GuessedRackSizes { .. } => "a CGP can give their racks".to_owned(),
        Warning::Impossible(_) => "--strict makes this an error".to_owned(),
        Warning::RackIncomplete { .. } => "--rack gives the whole rack".to_owned(),
        _ => return warning.to_string(),
    };
    format!("{warning}; {option}")
}
