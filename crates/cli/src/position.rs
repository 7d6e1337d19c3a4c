//! Positions as arguments: a CGP, a game, a drawing, a wordsolver board, or the empty board.

use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use anstream::adapter::strip_str;
use anyhow::Context;
use tisane_app::open::{
    Choices, LexiconChoices, OpenError, OpenedGame, OpenedPosition, PositionChoices, RuleChoices,
    Warning, position_warnings,
};
use tisane_lexicon::{Lexicon, is_readable, read_file};
use tisane_rules::{Cgp, CgpError, GcgFile, Position, Reason, Ruleset, Written, WrittenError};

use crate::data::{Data, LexiconOptions, no_lexicon, usual_ruleset, with_library};
use crate::failure::{Failure, unreadable};
use crate::games;
use crate::names::RulesetName;
use crate::numbers::from;
use crate::open::{cgp_failure, failure_in, print_warnings, ruleset_with};
use crate::show::tell;

/// Options of every command about positions.
#[derive(clap::Args)]
pub(crate) struct PositionOptions {
    /// Tiles of the player on turn; ? is a blank, and `[C][H]` are two tiles in games with a tile CH
    /// [default: the position's]
    #[arg(long, value_name = "TILES")]
    pub(crate) rack: Option<String>,
    /// In a game, the position before this turn [default: the next turn, or the last one of a game
    /// that is over]
    #[arg(long, value_name = "N", value_parser = from(1usize))]
    pub(crate) turn: Option<usize>,
    /// Refuse boards with more tiles than the set
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    pub(crate) game: GameOptions,
}

/// The help of `--ruleset` for commands without a position; `before` is what else may decide.
pub(crate) fn ruleset_help(before: &str) -> String {
    static DEFAULT: LazyLock<String> = LazyLock::new(|| {
        let name = usual_ruleset();
        Ruleset::named(&name).map_or(name, |ruleset| ruleset.name)
    });
    format!("The game's rules [default: {before}{}]", *DEFAULT)
}

/// Which rules and which words.
#[derive(Clone, clap::Args)]
pub(crate) struct GameOptions {
    /// The game's rules [default: the position's, or the default ruleset]
    #[arg(long, short, value_name = "NAME|FILE", value_parser = RulesetName, hide_possible_values = true)]
    pub(crate) ruleset: Option<OsString>,
    #[command(flatten)]
    pub(crate) chosen: LexiconOptions,
    /// Change a value of the ruleset, such as `end.passes=2`; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
}

/// A position with its rules and words.
pub(crate) struct Loaded<Words = Arc<Lexicon>> {
    pub(crate) ruleset: Arc<Ruleset>,
    pub(crate) lexicon: Words,
    pub(crate) position: Position,
}

impl PositionOptions {
    /// Reads a position with a rack, and prints warnings.
    pub(crate) fn load<A: AsRef<OsStr> + ?Sized>(
        &self,
        argument: Option<&A>,
        data: &Data,
    ) -> anyhow::Result<Loaded> {
        let argument = argument.map(AsRef::as_ref);
        let text = argument.map(|argument| read(argument, data)).transpose()?;
        let opened = self.position(text.as_ref(), data)?;
        if let Some(game) = &opened.game {
            let name = argument.unwrap_or_default().to_string_lossy();
            check_not_over(game, text.as_ref(), &name)?;
        }
        if opened.position.rack.is_empty() {
            return Err(no_rack(text.as_ref(), opened.game.as_ref()).into());
        }
        let lexicon = self.words(text.as_ref(), &opened.ruleset, data)?;
        let lexicon = lexicon.ok_or_else(|| no_lexicon(&opened.ruleset))?;
        let OpenedPosition { ruleset, position, .. } = opened;
        print_warnings(&position_warnings(&ruleset, Some(&lexicon), &position));
        Ok(Loaded { ruleset, lexicon, position })
    }

    /// The same for questions that need no words. Prints a warning if the game has no lexicon.
    pub(crate) fn load_perhaps_without_words<A: AsRef<OsStr> + ?Sized>(
        &self,
        argument: &A,
        data: &Data,
    ) -> anyhow::Result<Loaded<Option<Arc<Lexicon>>>> {
        let text = read(argument.as_ref(), data)?;
        let OpenedPosition { ruleset, position, .. } = self.position(Some(&text), data)?;
        let lexicon = self.words(Some(&text), &ruleset, data)?;
        print_warnings(&position_warnings(&ruleset, lexicon.as_deref(), &position));
        Ok(Loaded { ruleset, lexicon, position })
    }

    fn choices(&self) -> Choices {
        let game = self.game.choices();
        let position = PositionChoices {
            rack: self.rack.clone(),
            turn: self.turn,
            strict: self.strict,
            ..game.position
        };
        Choices { position, ..game }
    }

    fn position(&self, text: Option<&Written>, data: &Data) -> anyhow::Result<OpenedPosition> {
        let choices = self.choices();
        self.game.open_with(data, text, &choices, |library, warnings| {
            library.position(text, &choices, warnings)
        })
    }

    fn words(
        &self,
        text: Option<&Written>,
        ruleset: &Ruleset,
        data: &Data,
    ) -> anyhow::Result<Option<Arc<Lexicon>>> {
        self.game.words(data, text, ruleset)
    }
}

impl GameOptions {
    fn choices(&self) -> Choices {
        let rules = RuleChoices { ruleset: self.ruleset.clone(), settings: self.set.clone() };
        let LexiconOptions { lexicon: name, family } = self.chosen.clone();
        Choices {
            position: PositionChoices { rules, ..PositionChoices::default() },
            lexicon: LexiconChoices { name, family },
        }
    }

    /// Opens something, and adds hints that depend on the game to what goes wrong.
    fn open_with<T>(
        &self,
        data: &Data,
        text: Option<&Written>,
        choices: &Choices,
        work: impl FnOnce(&tisane_app::open::Library<'_>, &mut Vec<Warning>) -> Result<T, OpenError>,
    ) -> anyhow::Result<T> {
        let catalogue = data.catalogue();
        let mut failed = None;
        let opened = with_library(&catalogue, |library, warnings| {
            Ok(match work(library, warnings) {
                Ok(opened) => Some(opened),
                Err(error) => {
                    let rules = library.rules(text, choices, &mut Vec::new());
                    failed = Some(match rules {
                        Ok(rules) => failure_in(&rules.ruleset, error),
                        Err(_) => error.into(),
                    });
                    None
                }
            })
        })?;
        opened.ok_or_else(|| failed.expect("either it is open or it failed").into())
    }

    fn rules(&self, data: &Data, text: Option<&Written>) -> anyhow::Result<Arc<Ruleset>> {
        let choices = self.choices();
        let rules = self.open_with(data, text, &choices, |library, warnings| {
            library.rules(text, &choices, warnings)
        })?;
        Ok(rules.ruleset)
    }

    fn words(
        &self,
        data: &Data,
        text: Option<&Written>,
        ruleset: &Ruleset,
    ) -> anyhow::Result<Option<Arc<Lexicon>>> {
        let (catalogue, choices) = (data.catalogue(), self.choices());
        let words = with_library(&catalogue, |library, warnings| {
            library.words(text, ruleset, &choices, warnings)
        });
        let tiles =
            || format!("these are the tiles of {}; --ruleset chooses another game", ruleset.name);
        Ok(words.map_err(|failure| failure.or_hint(tiles))?)
    }

    fn rules_and_words(
        &self,
        data: &Data,
        text: Option<&Written>,
    ) -> anyhow::Result<(Arc<Ruleset>, Arc<Lexicon>)> {
        let ruleset = self.rules(data, text)?;
        let lexicon = self.words(data, text, &ruleset)?;
        let lexicon = lexicon.ok_or_else(|| no_lexicon(&ruleset))?;
        Ok((ruleset, lexicon))
    }

    /// The options as lines, by which a game is found again from any folder. `--family` is not among
    /// them.
    pub(crate) fn to_lines(&self) -> Vec<String> {
        let absolute = |name: &OsString| {
            let path = Path::new(name);
            let whole = std::path::absolute(path).ok().filter(|_| path.is_file());
            whole.as_deref().unwrap_or(path).display().to_string()
        };
        let ruleset = self.ruleset.iter().map(|name| format!("ruleset {}", absolute(name)));
        let lexicon = self.chosen.lexicon.iter().map(|name| format!("lexicon {}", absolute(name)));
        ruleset
            .chain(lexicon)
            .chain(self.set.iter().map(|setting| format!("set {setting}")))
            .collect()
    }

    /// These options, completed by the [lines](Self::to_lines) of others.
    pub(crate) fn or(mut self, lines: &str, family: bool) -> GameOptions {
        let of = |option: &'static str| {
            lines.lines().filter_map(move |line| line.strip_prefix(option)).map(str::to_owned)
        };
        self.ruleset = self.ruleset.or_else(|| Some(of("ruleset ").next()?.into()));
        self.chosen.lexicon = self.chosen.lexicon.or_else(|| Some(of("lexicon ").next()?.into()));
        if self.set.is_empty() {
            self.set = of("set ").collect();
        }
        self.chosen.family |= family;
        self
    }

    /// The command that trains a model for this game; none if the position changed the rules, since
    /// no option can do that.
    pub(crate) fn train_command(&self, ruleset: &Ruleset, lexicon: &str) -> Option<String> {
        let (name, lexicon) = (
            self.ruleset.as_deref().unwrap_or(OsStr::new(&ruleset.name)),
            self.chosen.lexicon.as_deref().unwrap_or(OsStr::new(lexicon)),
        );
        let set: String = self.set.iter().map(|setting| format!(" --set '{setting}'")).collect();
        let trained = ruleset_with(name, &self.set).ok()?;
        let (shown, lexicon) = (name.display(), lexicon.display());
        (trained == *ruleset).then(|| format!("tisane train -r {shown} -l {lexicon}{set}"))
    }

    /// Rules and words without a position.
    pub(crate) fn open(&self, data: &Data) -> anyhow::Result<(Arc<Ruleset>, Arc<Lexicon>)> {
        self.rules_and_words(data, None)
    }

    /// Rules and words of a game in a file.
    pub(crate) fn open_game(
        &self,
        data: &Data,
        file: &GcgFile,
    ) -> anyhow::Result<(Arc<Ruleset>, Arc<Lexicon>)> {
        self.rules_and_words(data, Some(&Written::Game(Box::new(file.clone()))))
    }

    /// Rules and words for one line of a list of positions.
    pub(crate) fn setup(
        &self,
        data: &Data,
        cgp: &Cgp,
    ) -> anyhow::Result<(Arc<Ruleset>, Arc<Lexicon>)> {
        self.rules_and_words(data, Some(&Written::Cgp(cgp.clone())))
    }

    /// What the ruleset and lexicon of a line depend on, so that the same are not read again.
    pub(crate) fn key(cgp: &Cgp) -> String {
        let codes = ["ld", "bdn", "bb", "cr", "etl", "mcnz", "lex", "var"];
        codes.iter().map(|code| format!("{};", cgp.operation(code).unwrap_or_default())).collect()
    }
}

/// Reads a position from an argument: `-`, a file, a CGP, or the name of a saved game.
fn read(argument: &OsStr, data: &Data) -> anyhow::Result<Written> {
    if argument == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).context("reading standard input")?;
        return Ok(read_bytes("standard input", &bytes)?);
    }
    let (path, shown) = (Path::new(argument), argument.to_string_lossy());
    let cgp = argument.to_str().filter(|text| is_cgp(text));
    match cgp.filter(|_| !is_readable(path)) {
        Some(cgp) => Ok(Written::Cgp(parse_cgp(cgp)?)),
        None => {
            let path = games::find(path, data);
            if !is_readable(&path) {
                return Err(no_position(&shown).into());
            }
            let bytes = read_file(&path).map_err(|error| unreadable(&path, &error))?;
            Ok(read_bytes(&shown, &bytes)?)
        }
    }
}

fn read_bytes(name: &str, bytes: &[u8]) -> Result<Written, Failure> {
    let written = Written::read(bytes).map_err(|error| match error {
        WrittenError::Nothing => Failure::new(format!("{name} is empty"), ""),
        WrittenError::NotText => Failure::new(format!("{name} is not UTF-8 text"), ""),
        WrittenError::Several => {
            Failure::new(format!("{name} has several positions"), "--batch answers them all")
        }
        WrittenError::Unknown => {
            Failure::new(format!("{name}: {error}"), "`tisane help positions` lists the formats")
        }
        WrittenError::Cgp(error) => cgp_failure(error),
        WrittenError::Game(error) => Failure::new(format!("{name}: {error}"), ""),
    })?;
    Ok(match written {
        Written::Drawing(text) => Written::Drawing(strip_str(&text).to_string()),
        written => written,
    })
}

/// Whether an argument that is no file looks like a CGP, perhaps one that is too short.
pub(crate) fn is_cgp(argument: &str) -> bool {
    let rows = |board: &str| {
        board.contains('/')
            && board.split('/').all(|row| !row.is_empty() && row.chars().all(char::is_alphanumeric))
    };
    let begins_with_rows = argument.split_whitespace().next().is_some_and(rows)
        && argument.starts_with(|c: char| c.is_ascii_digit());
    Written::looks_like_cgp(argument) || begins_with_rows
}

/// The error for an argument that is neither a CGP nor a file.
pub(crate) fn no_position(argument: &str) -> Failure {
    if Path::new(argument).is_dir() {
        return Failure::new(
            format!("{argument} is a folder, not a file"),
            "give the path of a file in it",
        );
    }
    Failure::new(
        format!("{argument:?} is neither a position nor a file"),
        "give a CGP, the path of a file, or - for standard input",
    )
}

/// Reads a CGP. The board alone is enough, since `--rack` gives the rack.
pub(crate) fn parse_cgp(text: &str) -> Result<Cgp, Failure> {
    if !text.split_whitespace().next().is_some_and(|board| board.contains('/')) {
        let hint = "a CGP begins with the rows of the board, joined by slashes: 15/15/4WORD7/…";
        return Err(Failure::new(format!("{text:?} is not a position"), hint));
    }
    let whole = if text.split_whitespace().nth(1).is_none() {
        format!("{text} /")
    } else {
        text.to_owned()
    };
    whole.parse().map_err(cgp_failure)
}

/// Why a CGP is no position of this game.
pub(crate) fn cgp_position_failure(ruleset: &Ruleset, error: CgpError) -> Failure {
    failure_in(ruleset, error.into())
}

/// Refuses the position after the last turn of a game that somebody ended by going out. Other ends
/// are only warned about, since other rules may count turns differently.
fn check_not_over(game: &OpenedGame, text: Option<&Written>, name: &str) -> Result<(), Failure> {
    let over = game.over.filter(|reason| matches!(reason, Reason::Out(_) | Reason::FinalTurns));
    let Some(reason) = over else { return Ok(()) };
    let why = tell::reason(reason, |seat| game.record.players[seat].shown());
    let goes_on = matches!(text, Some(Written::Game(file)) if games::goes_on(file));
    let resume = match goes_on && name != "-" {
        true => format!("`tisane play {name}` challenges or accepts the last play; "),
        false => String::new(),
    };
    Err(Failure::new(
        format!("there is no move left to make: {why}"),
        format!("{resume}--turn {} is the last turn", game.turn - 1),
    ))
}

/// Refuses a position without a rack.
pub(crate) fn needs_rack(position: &Position) -> anyhow::Result<()> {
    if position.rack.is_empty() {
        return Err(Failure::new("there is no rack", RACK_HINT).into());
    }
    Ok(())
}

const RACK_HINT: &str = "give the rack: --rack 'AEINRS?', where ? is a blank";

fn no_rack(text: Option<&Written>, game: Option<&OpenedGame>) -> Failure {
    let Some(game) = game else {
        return match text {
            Some(_) => Failure::new("there is no rack", RACK_HINT),
            None => Failure::new(
                "there is neither a position nor a rack",
                format!("{RACK_HINT}; a position is a CGP, a file, or - for standard input"),
            ),
        };
    };
    let earlier = match game.last_known_rack {
        Some(turn) => format!("; the last turn with a known rack is --turn {turn}"),
        None => String::new(),
    };
    let error = match (text, game.record.players.get(game.seat)) {
        // Another person at the same keyboard must not see it.
        (Some(Written::Game(file)), Some(player)) if games::goes_on(file) => {
            format!("the rack of {} is hidden while the game goes on", player.shown())
        }
        _ => "the game does not record the rack of this turn".to_owned(),
    };
    Failure::new(error, format!("{RACK_HINT}{earlier}"))
}
