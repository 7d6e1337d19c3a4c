//! Which position is meant: from a CGP, a game, a drawing, a wordsolver board, or the empty board.

use std::ffi::OsStr;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use anstream::adapter::strip_str;
use anyhow::Context;
use tisane_lexicon::{Lexicon, count, is_readable, read_file};
use tisane_protocol::place_name;
use tisane_rules::{
    Board, BonusKind, Cgp, CgpError, Direction, DrawingError, GcgFault, GcgFile, GcgWarning,
    Impossible, MoveTextError, Position, Reason, RecordedPosition, Ruleset, Square, Tiles, Written,
    WrittenError, drawing_and_rack,
};

use crate::data::{Data, LexiconOptions, chosen_lexicon, game_told_of, usual_ruleset};
use crate::failure::{Failure, ruleset, ruleset_with, unreadable, warn, with_advice};
use crate::games;
use crate::names::RulesetName;
use crate::numbers::from;
use crate::show::tell;

/// Options of every command about positions.
#[derive(clap::Args)]
pub(crate) struct PositionOptions {
    /// The tiles of the player on turn, `?` for a blank, `[C][H]` for two tiles where CH is one
    /// [default: what the position says]
    #[arg(long, value_name = "TILES")]
    pub(crate) rack: Option<String>,
    /// Of a game: the position before this turn [default: the turn that is next, or the last one of
    /// a game that is over]
    #[arg(long, value_name = "N", value_parser = from(1usize))]
    pub(crate) turn: Option<usize>,
    #[command(flatten)]
    pub(crate) game: GameOptions,
}

/// The help of `--ruleset` where no position can name one; something else may, before the usual one
/// is meant.
pub(crate) fn ruleset_help(before: &str) -> String {
    static USUAL: LazyLock<String> = LazyLock::new(|| {
        let usual = usual_ruleset();
        Ruleset::named(&usual).map_or(usual, |ruleset| ruleset.name)
    });
    format!("The game's rules [default: {before}{}]", *USUAL)
}

/// Which rules and which words.
#[derive(Clone, clap::Args)]
pub(crate) struct GameOptions {
    /// The game's rules [default: what the position names, or the usual ones]
    #[arg(long, short, value_name = "NAME|FILE", value_parser = RulesetName, hide_possible_values = true)]
    pub(crate) ruleset: Option<String>,
    #[command(flatten)]
    pub(crate) chosen: LexiconOptions,
    /// Change a value of the ruleset, such as `end.passes=2`; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
}

/// A position with all that is needed to ask about it.
pub(crate) struct Loaded<Words = Arc<Lexicon>> {
    pub(crate) ruleset: Arc<Ruleset>,
    pub(crate) lexicon: Words,
    pub(crate) position: Position,
}

impl PositionOptions {
    /// Reads a position with a rack. What looks wrong about it is said on standard error.
    pub(crate) fn load(&self, argument: Option<&OsStr>, data: &Data) -> anyhow::Result<Loaded> {
        let (ruleset, position, source) = self.read(argument, data)?;
        let name = argument.unwrap_or_default().to_string_lossy();
        if let Some(over) = self.no_move_left(&name, &source, &ruleset) {
            return Err(over.into());
        }
        if position.rack.is_empty() {
            return Err(no_rack(&source, &ruleset, self.turn).into());
        }
        let lexicon = self.game.lexicon(data, &ruleset, &source)?;
        warn_about_tiles(&ruleset, &position.board);
        warn_about_words(&ruleset, &lexicon, &position.board);
        Ok(Loaded { ruleset: Arc::new(ruleset), lexicon, position })
    }

    /// The same for questions that need no words: where the game has no lexicon and none is named,
    /// that is said.
    pub(crate) fn load_perhaps_without_words(
        &self,
        position: &OsStr,
        data: &Data,
    ) -> anyhow::Result<Loaded<Option<Arc<Lexicon>>>> {
        let (ruleset, position, source) = self.read(Some(position), data)?;
        let lexicon = self.game.lexicon_name(data, &ruleset, &source)?;
        let lexicon =
            lexicon.map(|name| self.game.open_lexicon(data, &ruleset, Some(name))).transpose()?;
        warn_about_tiles(&ruleset, &position.board);
        match &lexicon {
            Some(lexicon) => warn_about_words(&ruleset, lexicon, &position.board),
            None => warn(&format!(
                "there is no lexicon for {}, so words are not checked; --lexicon FILE brings one",
                ruleset.title
            )),
        }
        Ok(Loaded { ruleset: Arc::new(ruleset), lexicon, position })
    }

    fn read(
        &self,
        position: Option<&OsStr>,
        data: &Data,
    ) -> anyhow::Result<(Ruleset, Position, Source)> {
        let source = Source::read(position, data)?;
        if self.turn.is_some() && !matches!(source, Source::Written(Written::Game(_))) {
            return Err(Failure::new(
                "--turn is about a game, and this is a single position",
                "give a GCG file",
            )
            .into());
        }
        if let Source::Written(Written::Cgp(cgp)) = &source {
            for unknown in cgp.unknown_operations() {
                warn(&format!(
                    "the operation {} of the CGP is not known, and means nothing here",
                    unknown.code
                ));
            }
        }
        let base = self.game.ruleset(&source, data)?;
        let (ruleset, position) = self.position(source.clone(), base)?;
        warn_about_end(&ruleset, &position);
        Ok((ruleset, position, source))
    }

    fn position(&self, source: Source, ruleset: Ruleset) -> anyhow::Result<(Ruleset, Position)> {
        let rack = |ruleset: &Ruleset| {
            self.rack.as_deref().map(|rack| parse_rack(ruleset, rack)).transpose()
        };
        let position = match source {
            Source::Nothing => on_board(
                &ruleset,
                Board::empty(&ruleset.layout),
                rack(&ruleset)?.unwrap_or_default(),
            )?,
            Source::Written(Written::Cgp(mut cgp)) => {
                if let (Some(rack), Some(own)) = (&self.rack, cgp.racks.first_mut()) {
                    parse_rack(&ruleset, rack)?;
                    own.clone_from(rack);
                }
                let position = cgp
                    .position(&ruleset)
                    .map_err(|error| cgp_position_failure(&ruleset, error))?;
                warn_about_sizes(&ruleset, &position);
                position
            }
            Source::Written(Written::Drawing(text)) => {
                // Whoever gives the next rack has made the play that is drawn.
                let (text, below) =
                    drawing_and_rack(&strip_str(&text).to_string(), self.rack.is_some());
                let below = || below.map(|below| parse_rack(&ruleset, &below)).transpose();
                let board = ruleset.parse_board(&text).map_err(|error| {
                    let hint = match &error {
                        DrawingError::Unreadable { found, .. } if !found.contains(char::is_alphabetic) => {
                            "an empty square is a dot and a tile is a letter; numbers stand only beside the rows"
                        }
                        _ => "choose another game with --ruleset; `tisane help positions` lists the formats",
                    };
                    Failure::new(error.to_string(), hint)
                })?;
                let rack = rack(&ruleset)?.map_or_else(below, |rack| Ok(Some(rack)))?;
                on_board(&ruleset, board, rack.unwrap_or_default())?
            }
            Source::Written(Written::Wordsolver(text)) => {
                let mut cases = ruleset
                    .parse_wordsolver(&text)
                    .map_err(|error| Failure::new(error.to_string(), ""))?;
                if cases.len() > 1 {
                    let hint = "`tisane wordsolver` answers them all";
                    return Err(Failure::new(
                        format!("the file has {} boards, and one is wanted", cases.len()),
                        hint,
                    )
                    .into());
                }
                let case = cases.pop().context("the file has no board")?;
                let rack = rack(&case.ruleset)?.unwrap_or_else(|| case.rack());
                let position = on_board(&case.ruleset, case.board, rack)?;
                return Ok((case.ruleset, position));
            }
            Source::Written(Written::Game(file)) => {
                self.position_of_game(&file, &ruleset, rack(&ruleset)?)?
            }
        };
        Ok((ruleset, position))
    }

    /// Why nobody is on turn after the last entry of a game, where that is asked about. Turns
    /// without points are told by the position itself, and only warned about, since other rules may
    /// count them otherwise.
    fn no_move_left(&self, name: &str, source: &Source, ruleset: &Ruleset) -> Option<Failure> {
        let Source::Written(Written::Game(file)) = source else { return None };
        let record = file.record(ruleset).ok()?.record;
        let positions = record.positions(ruleset).ok()?;
        let is_after_all = positions.last()?.entry == record.entries.len()
            && self.turn.is_none_or(|turn| turn == positions.len());
        let reason = record
            .end_reason(ruleset)
            .ok()?
            .filter(|reason| matches!(reason, Reason::Out(_) | Reason::FinalTurns))?;
        if !is_after_all {
            return None;
        }
        let why = tell::reason(reason, |seat| record.players[seat].shown());
        let doubt = match games::goes_on(file) && name != "-" {
            true => format!("`tisane play {name}` challenges or accepts the last play; "),
            false => String::new(),
        };
        let last = positions.len() - 1;
        Some(Failure::new(
            format!("there is no move left to make: {why}"),
            format!("{doubt}--turn {last} is the last turn"),
        ))
    }

    fn position_of_game(
        &self,
        file: &GcgFile,
        ruleset: &Ruleset,
        rack: Option<Tiles>,
    ) -> anyhow::Result<Position> {
        let game = file.record(ruleset).map_err(|error| {
            Failure::new(error.to_string(), another_game(ruleset, &error.fault))
        })?;
        let mut positions =
            game.record.positions(ruleset).map_err(|error| Failure::new(error.to_string(), ""))?;
        let number = self.turn.unwrap_or(positions.len());
        if number > positions.len() {
            return Err(Failure::new(
                format!("the game has no turn {number}"),
                format!("it has turns 1 to {}", positions.len()),
            )
            .into());
        }
        let recorded = positions.swap_remove(number - 1);
        let line = game.lines.get(recorded.entry).copied().unwrap_or(usize::MAX);
        warn_about_lines(game.warnings.iter().filter(|warning| warning.line < line));
        let position = recorded.position.map_err(|error| impossible(ruleset, error))?;
        let Some(rack) = rack else {
            if recorded.unknown > 0 && !position.rack.is_empty() {
                let known = ruleset.show_tiles(&position.rack);
                let more = count(recorded.unknown, "more tile");
                warn(&format!(
                    "of the rack only {known} is known, and not which {more} it has; --rack gives all of them"
                ));
            }
            return Ok(position);
        };
        let known = position.others.iter().map(|other| other.known.clone()).collect();
        let new = Position::new(ruleset, position.board, rack, known, position.scores)
            .map_err(|error| impossible(ruleset, error))?;
        let Position { passes, scoreless_turns, final_turns, history, others, .. } = position;
        // The game tells how many tiles the others have, if the given rack leaves so many.
        let (unseen, held) =
            (new.unseen(ruleset).len(), others.iter().map(|other| other.len).sum::<usize>());
        let new = match unseen.checked_sub(held) {
            Some(bag) => Position { others, bag, ..new },
            None => new.with_gone(ruleset, |seat| others[seat - 1].gone),
        };
        Ok(Position { passes, scoreless_turns, final_turns, history, ..new })
    }
}

impl GameOptions {
    /// The ruleset for a position, with what `--set` and the position change in it.
    fn ruleset(&self, source: &Source, data: &Data) -> anyhow::Result<Ruleset> {
        let named = if self.ruleset.is_none() { source.ruleset()? } else { None };
        let catalogue = data.catalogue();
        let in_position = || source.lexicon().filter(|name| catalogue.knows(name));
        let name = match (
            self.ruleset.clone().or(named),
            self.chosen.lexicon.clone().or_else(in_position).or_else(chosen_lexicon),
        ) {
            (Some(name), _) => name,
            (None, Some(lexicon)) => game_told_of(&catalogue, &lexicon)?,
            (None, None) => usual_ruleset(),
        };
        let base = ruleset_with(&name, &self.set)?;
        let mut settings = match source {
            Source::Written(Written::Cgp(cgp)) => cgp.settings(&base).map_err(cgp_failure)?,
            _ => Vec::new(),
        };
        settings.extend(self.set.iter().cloned());
        warn_about_bonus(&name, &base, &settings)?;
        ruleset_with(&name, &settings)
    }

    fn lexicon(
        &self,
        data: &Data,
        ruleset: &Ruleset,
        source: &Source,
    ) -> anyhow::Result<Arc<Lexicon>> {
        self.open_lexicon(data, ruleset, self.lexicon_name(data, ruleset, source)?)
    }

    fn open_lexicon(
        &self,
        data: &Data,
        ruleset: &Ruleset,
        lexicon: Option<String>,
    ) -> anyhow::Result<Arc<Lexicon>> {
        data.lexicon_for(
            &data.catalogue(),
            ruleset,
            &LexiconOptions { lexicon, family: self.chosen.family },
        )
    }

    /// The words to play with: those asked for, those the position names if they are here, those
    /// the user has chosen for when nothing is named, or the ruleset's.
    fn lexicon_name(
        &self,
        data: &Data,
        ruleset: &Ruleset,
        source: &Source,
    ) -> anyhow::Result<Option<String>> {
        if self.chosen.lexicon.is_some() {
            return Ok(self.chosen.lexicon.clone());
        }
        let named = source.lexicon();
        let known = named.clone().filter(|name| data.catalogue().knows(name));
        let unnamed = self.ruleset.is_none() && source.ruleset()?.is_none();
        let usual = chosen_lexicon().filter(|_| unnamed).or_else(|| ruleset.lexicon.clone());
        if let (Some(name), None, Some(instead)) = (&named, &known, &usual) {
            warn(&format!(
                "the position is of a game with {name}, which is not here; {instead} is taken"
            ));
        }
        Ok(known.or(usual))
    }

    /// The options by which a game is found again from any folder; `--family` stands elsewhere.
    pub(crate) fn to_lines(&self) -> Vec<String> {
        let lasting = |name: &String| match Path::new(name).is_file() {
            true => std::path::absolute(name)
                .map_or_else(|_| name.clone(), |path| path.display().to_string()),
            false => name.clone(),
        };
        let ruleset = self.ruleset.iter().map(|name| format!("ruleset {}", lasting(name)));
        let lexicon = self.chosen.lexicon.iter().map(|name| format!("lexicon {}", lasting(name)));
        ruleset
            .chain(lexicon)
            .chain(self.set.iter().map(|setting| format!("set {setting}")))
            .collect()
    }

    /// These options, and where they say nothing, [lines](Self::to_lines) of others.
    pub(crate) fn or(mut self, lines: &str, family: bool) -> GameOptions {
        let of = |option: &'static str| {
            lines.lines().filter_map(move |line| line.strip_prefix(option)).map(str::to_owned)
        };
        self.ruleset = self.ruleset.or_else(|| of("ruleset ").next());
        self.chosen.lexicon = self.chosen.lexicon.or_else(|| of("lexicon ").next());
        if self.set.is_empty() {
            self.set = of("set ").collect();
        }
        self.chosen.family |= family;
        self
    }

    /// What learns about this game; none where a position has changed it, since no option does
    /// that.
    pub(crate) fn train_command(&self, ruleset: &Ruleset, lexicon: &str) -> Option<String> {
        let (name, lexicon) = (
            self.ruleset.as_deref().unwrap_or(&ruleset.name),
            self.chosen.lexicon.as_deref().unwrap_or(lexicon),
        );
        let set: String = self.set.iter().map(|setting| format!(" --set '{setting}'")).collect();
        let learned = ruleset_with(name, &self.set).ok()?;
        (learned == *ruleset).then(|| format!("tisane train -r {name} -l {lexicon}{set}"))
    }

    /// Rules and words where there is no position.
    pub(crate) fn open(&self, data: &Data) -> anyhow::Result<(Arc<Ruleset>, Arc<Lexicon>)> {
        let ruleset = self.ruleset(&Source::Nothing, data)?;
        let lexicon = self.lexicon(data, &ruleset, &Source::Nothing)?;
        Ok((Arc::new(ruleset), lexicon))
    }

    /// Rules and words of a game in a file.
    pub(crate) fn open_game(
        &self,
        data: &Data,
        file: &GcgFile,
    ) -> anyhow::Result<(Arc<Ruleset>, Arc<Lexicon>)> {
        let source = Source::Written(Written::Game(Box::new(file.clone())));
        let ruleset = self.ruleset(&source, data)?;
        let lexicon = self.lexicon(data, &ruleset, &source)?;
        Ok((Arc::new(ruleset), lexicon))
    }

    /// Rules and words for one line of a list of positions.
    pub(crate) fn setup(&self, data: &Data, cgp: &Cgp) -> anyhow::Result<(Ruleset, Arc<Lexicon>)> {
        let source = Source::Written(Written::Cgp(cgp.clone()));
        let ruleset = self.ruleset(&source, data)?;
        let lexicon = self.lexicon(data, &ruleset, &source)?;
        Ok((ruleset, lexicon))
    }

    /// What a line's ruleset depends on, so that the same need not be read again.
    pub(crate) fn key(cgp: &Cgp) -> String {
        let codes = ["ld", "bdn", "bb", "cr", "etl", "mcnz", "lex", "var"];
        codes.iter().map(|code| format!("{};", cgp.operation(code).unwrap_or_default())).collect()
    }
}

/// A position as it is given.
#[derive(Clone)]
enum Source {
    Nothing,
    Written(Written),
}

impl Source {
    fn read(argument: Option<&OsStr>, data: &Data) -> anyhow::Result<Source> {
        let Some(argument) = argument else { return Ok(Source::Nothing) };
        if argument == "-" {
            let mut bytes = Vec::new();
            std::io::stdin().read_to_end(&mut bytes).context("reading standard input")?;
            return Source::of_bytes("standard input", &bytes);
        }
        let shown = argument.to_string_lossy();
        if is_readable(Path::new(argument)) {
            return Source::of_bytes(
                &shown,
                &read_file(Path::new(argument))
                    .map_err(|error| unreadable(Path::new(argument), &error))?,
            );
        }
        let Some(cgp) = argument.to_str().filter(|text| is_cgp(text)) else {
            let kept = games::find(Path::new(argument), data);
            return match is_readable(&kept) {
                true => Source::of_bytes(
                    &shown,
                    &read_file(&kept).map_err(|error| unreadable(&kept, &error))?,
                ),
                false => Err(no_position(&shown).into()),
            };
        };
        Ok(Source::Written(Written::Cgp(parse_cgp(cgp)?)))
    }

    fn of_bytes(name: &str, bytes: &[u8]) -> anyhow::Result<Source> {
        let failure = |error| match error {
            WrittenError::Nothing => Failure::new(format!("{name} is empty"), ""),
            WrittenError::NotText => Failure::new(format!("{name} is not UTF-8 text"), ""),
            WrittenError::Several => Failure::new(
                format!("{name} has several positions, and one is wanted"),
                "--batch answers them all",
            ),
            WrittenError::Unknown => Failure::new(
                format!("{name}: {error}"),
                "`tisane help positions` lists the formats",
            ),
            WrittenError::Cgp(error) => cgp_failure(error),
            WrittenError::Game(error) => Failure::new(format!("{name}: {error}"), ""),
        };
        Ok(Source::Written(Written::read(bytes).map_err(failure)?))
    }

    fn written(&self) -> Option<&Written> {
        if let Source::Written(written) = self { Some(written) } else { None }
    }

    /// The ruleset it names, if it names one.
    fn ruleset(&self) -> anyhow::Result<Option<String>> {
        match self.written().and_then(Written::game) {
            Some((named, None)) => {
                let hint = "say which game it is with --ruleset; `tisane rulesets` lists them";
                Err(Failure::new(
                    format!("the position is of the game {named:?}, and there is no such ruleset"),
                    hint,
                )
                .into())
            }
            named => Ok(named.and_then(|(_, meant)| meant)),
        }
    }

    fn lexicon(&self) -> Option<String> {
        self.written().and_then(Written::lexicon).map(str::to_owned)
    }
}

/// Whether an argument that is no file is meant as a CGP, be it too short.
pub(crate) fn is_cgp(argument: &str) -> bool {
    let rows = |board: &str| {
        board.contains('/')
            && board.split('/').all(|row| !row.is_empty() && row.chars().all(char::is_alphanumeric))
    };
    let begins_with_rows = argument.split_whitespace().next().is_some_and(rows)
        && argument.starts_with(|c: char| c.is_ascii_digit());
    Written::looks_like_cgp(argument) || begins_with_rows
}

/// What is wrong with an argument that is neither a CGP nor a file.
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

/// A CGP; the board alone will do, since `--rack` gives the rack.
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

/// What to do about a game that cannot be read, where that may be as it is read by the rules of
/// another.
fn another_game(ruleset: &Ruleset, fault: &GcgFault) -> String {
    use MoveTextError::{OffBoard, PlaceOffBoard, Spelling, Tiles};
    match fault {
        GcgFault::Tiles(_)
        | GcgFault::Move(Spelling(_) | Tiles(_) | OffBoard { .. } | PlaceOffBoard { .. }) => {
            format!("it was read as a game of {}; --ruleset names another", ruleset.name)
        }
        _ => String::new(),
    }
}

fn on_board(ruleset: &Ruleset, board: Board, rack: Tiles) -> anyhow::Result<Position> {
    let seats = ruleset.players.from;
    Ok(Position::new(ruleset, board, rack, vec![Tiles::new(); seats - 1], vec![0; seats])
        .map_err(|error| impossible(ruleset, error))?)
}

fn parse_rack(ruleset: &Ruleset, text: &str) -> anyhow::Result<Tiles> {
    let letters: Vec<&str> =
        ruleset.letters().map(|(letter, _)| ruleset.alphabet.face(letter)).collect();
    let hint = format!(
        "{} has the tiles {}, and ? is a blank; --ruleset names another game",
        ruleset.name,
        letters.join(" ")
    );
    Ok(ruleset
        .parse_tiles(text)
        .map_err(|error| Failure::new(format!("the rack cannot be read: {error}"), hint))?)
}

fn impossible(ruleset: &Ruleset, error: Impossible) -> Failure {
    let hint = match &error {
        Impossible::TooManyTiles { tiles } => match read_as_one(ruleset, tiles) {
            Some((one, several)) => format!("{one} is read as one tile; {several} are {}", count(several.matches('[').count(), "tile")),
            None => "small letters on the board are blanks, and so is ? on a rack; --ruleset names another set of tiles".to_owned(),
        },
        Impossible::BoardSize { .. } => "choose another game with --ruleset; `tisane rulesets` lists them".to_owned(),
        Impossible::RackTooLong { found, .. } => {
            format!("--set rack={found} makes racks as long as that; --ruleset names another game")
        }
        Impossible::Seats { .. } | Impossible::Score { .. } => String::new(),
    };
    Failure::new(error.to_string(), hint)
}

/// The first tile among these that other tiles spell as well, and how those are written: `CH` and
/// `[C][H]`.
fn read_as_one<'a>(ruleset: &'a Ruleset, tiles: &str) -> Option<(&'a str, String)> {
    let spelled =
        |(letter, _)| Some((ruleset.alphabet.face(letter), ruleset.alphabet.apart(letter)?));
    ruleset.letters().filter_map(spelled).find(|(face, _)| tiles.contains(&format!("[{face}]")))
}

fn cgp_failure(error: CgpError) -> Failure {
    let hint = match error {
        CgpError::Players { .. } => {
            "racks are joined by slashes, and those that are not known are empty: AEINRST// for three players"
        }
        CgpError::Rows { .. } => "choose another game with --ruleset; `tisane rulesets` lists them",
        CgpError::Columns { .. } => {
            "count its squares again, or choose another game with --ruleset; `tisane rulesets` lists them"
        }
        CgpError::Unreadable { .. } | CgpError::Rack { .. } => {
            "--ruleset names another game, if it has other tiles"
        }
        _ => return with_advice(&error.to_string()),
    };
    Failure::new(error.to_string(), hint)
}

/// Why a CGP is no position of this game.
pub(crate) fn cgp_position_failure(ruleset: &Ruleset, error: CgpError) -> Failure {
    match error {
        CgpError::Impossible(error) => impossible(ruleset, error),
        error => cgp_failure(error),
    }
}

/// Says what no game can have led to: tiles, but none on a start square; or tiles that are not
/// joined to those.
fn warn_about_tiles(ruleset: &Ruleset, board: &Board) {
    let starts = ruleset.layout.starts();
    let taken = |square: &Square| board.get(*square).is_some();
    let tiles: Vec<Square> = ruleset.layout.squares().filter(taken).collect();
    let Some(&first) = tiles.first() else { return };
    let on_start: Vec<Square> = starts.iter().copied().filter(taken).collect();
    if on_start.is_empty() {
        let names: Vec<String> = starts.iter().map(Square::to_string).collect();
        warn(&format!(
            "there are tiles on the board, but none on the start square {}",
            names.join(" or ")
        ));
    }
    let mut joined = if on_start.is_empty() { vec![first] } else { on_start };
    let mut next = 0;
    while let Some(&square) = joined.get(next) {
        let steps = Direction::BOTH
            .into_iter()
            .flat_map(|direction| [-1, 1].map(|n| square.step(direction, n)));
        for neighbour in
            steps.flatten().filter(|&neighbour| board.contains(neighbour)).filter(taken)
        {
            if !joined.contains(&neighbour) {
                joined.push(neighbour);
            }
        }
        next += 1;
    }
    let apart: Vec<&Square> = tiles.iter().filter(|square| !joined.contains(square)).collect();
    if let Some(first) = apart.first() {
        match apart.len() {
            1 => warn(&format!("the tile on {first} is not joined to the others")),
            n => warn(&format!(
                "{n} tiles on the board are not joined to the others, the first on {first}"
            )),
        }
    }
}

/// Says that whoever lays a whole rack gets no bonus any more, where only the rack was changed.
fn warn_about_bonus(name: &str, changed: &Ruleset, settings: &[String]) -> anyhow::Result<()> {
    let is_set = |key: &str| {
        settings
            .iter()
            .any(|setting| setting.split('=').next().is_some_and(|set| set.trim() == key))
    };
    if !is_set("rack") || is_set("bonuses") {
        return Ok(());
    }
    let usual = ruleset(name)?;
    let for_all = |rack: usize| usual.bonuses().iter().find(|bonus| bonus.tiles == rack);
    if let (Some(bonus), None) = (for_all(usual.rack), for_all(changed.rack)) {
        let (then, now) = (count(usual.rack, "tile"), changed.rack);
        let kind = match bonus.kind {
            BonusKind::Points(points) => format!("points = {points}"),
            BonusKind::Times(times) => format!("times = {times}"),
        };
        warn(&format!(
            "the bonus is still for {then}, not for {now}; --set 'bonuses=[{{ tiles = {now}, {kind} }}]' changes that"
        ));
    }
    Ok(())
}

/// So much is told of one kind.
const NAMED: usize = 5;

/// Says what looks wrong in a score sheet.
fn warn_about_lines<'a>(warnings: impl Iterator<Item = &'a GcgWarning>) {
    let mut warnings = warnings.fuse();
    warnings.by_ref().take(NAMED).for_each(|warning| warn(&warning.to_string()));
    match warnings.count() {
        0 => {}
        more => {
            warn(&format!("{} in the score sheet that look wrong, too", count(more, "more line")))
        }
    }
}

/// Says which words on the board are none.
fn warn_about_words(ruleset: &Ruleset, lexicon: &Lexicon, board: &Board) {
    let unknown = board.words().into_iter().filter(|(_, _, word)| !lexicon.contains(word));
    let mut named: Vec<String> = unknown
        .map(|(square, direction, word)| {
            format!("{} {}", place_name(square, direction), ruleset.alphabet.show(&word))
        })
        .collect();
    if named.is_empty() {
        return;
    }
    let more = named.len().saturating_sub(NAMED);
    named.truncate(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    warn(&format!("on the board, but not in {}: {}{more}", lexicon.name(), named.join(", ")));
}

/// Says that only the tiles of all others together are known, and how many each of them is taken to
/// hold.
fn warn_about_sizes(ruleset: &Ruleset, position: &Position) {
    if position.sizes_may_differ(ruleset) {
        let sizes: Vec<String> =
            position.others.iter().map(|other| other.len.to_string()).collect();
        let (last, before) = sizes.split_last().expect("tiles could be on another rack");
        let sizes = format!("{} and {last}", before.join(", "));
        warn(&format!(
            "how many tiles each of the others has is a guess: {sizes}, in the order of their turns; a CGP can name their racks"
        ));
    }
}

/// Says that nobody would be on turn any more.
fn warn_about_end(ruleset: &Ruleset, position: &Position) {
    let (end, seats) = (&ruleset.end, position.scores.len());
    let limits = [
        (position.scoreless_turns, end.scoreless_limit(seats), "turn", "in a row without points"),
        (position.passes, end.pass_limit(seats), "pass", "in a row"),
    ];
    if let Some((made, Some(limit), what, how)) =
        limits.into_iter().find(|(made, limit, ..)| limit.is_some_and(|limit| *made >= limit))
    {
        let plural = |n: u32| {
            if what == "pass" && n != 1 { format!("{n} passes") } else { count(n as usize, what) }
        };
        warn(&format!(
            "the game is over by the rules: it ends after {} {how}, and there were {made}",
            plural(limit)
        ));
    }
}

/// The rack, or why there is nothing to ask about.
pub(crate) fn needs_rack(position: &Position) -> anyhow::Result<()> {
    if position.rack.is_empty() {
        return Err(Failure::new("there is no rack", RACK_HINT).into());
    }
    Ok(())
}

const RACK_HINT: &str = "say which tiles are to be played: --rack 'AEINRS?', where ? is a blank";

fn no_rack(source: &Source, ruleset: &Ruleset, turn: Option<usize>) -> Failure {
    let file = match source {
        Source::Nothing => {
            let hint = format!(
                "{RACK_HINT}; a position is given before that: a CGP, a file, or - for standard input"
            );
            return Failure::new("there is neither a position nor a rack", hint);
        }
        Source::Written(Written::Game(file)) => file,
        Source::Written(_) => return Failure::new("there is no rack", RACK_HINT),
    };
    let record = file.record(ruleset).map(|game| game.record).unwrap_or_default();
    let positions = record.positions(ruleset).unwrap_or_default();
    let is_known = |recorded: &RecordedPosition| {
        recorded.position.as_ref().is_ok_and(|position| !position.rack.is_empty())
    };
    let earlier = match positions.iter().rposition(is_known) {
        Some(last) => format!("; --turn {} is the last turn of which the game tells it", last + 1),
        None => String::new(),
    };
    let on_turn = positions
        .get(turn.unwrap_or(positions.len()).wrapping_sub(1))
        .and_then(|asked| record.players.get(asked.seat));
    let error = match on_turn {
        // Whoever kept it would see what another at the keyboard holds.
        Some(player) if games::goes_on(file) => {
            format!("the tiles of {} are not told while the game goes on", player.shown())
        }
        _ => "the game does not tell the rack of this turn".to_owned(),
    };
    Failure::new(error, format!("{RACK_HINT}{earlier}"))
}
