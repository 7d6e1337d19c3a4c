//! The lines of a GCG file, before a ruleset reads the letters.

use super::{GcgDoubt, GcgError, GcgFault, GcgWarning, MAX_PLAYERS};
use crate::formats::cgp::is_usual_variant;
use crate::position::{HIGHEST_SCORE, Impossible};
use crate::record::{Record, RecordId, RecordPlayer};
use crate::ruleset::Ruleset;

/// A GCG file, split into lines. The letters are not read yet.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct GcgFile {
    /// By seat.
    pub players: Vec<RecordPlayer>,
    /// `#title`
    pub title: String,
    /// `#description`
    pub description: String,
    /// `#id`
    pub id: Option<RecordId>,
    /// `#lexicon`
    pub lexicon: Option<String>,
    /// `#tile-distribution`
    pub tile_distribution: Option<String>,
    /// `#board-layout`
    pub board_layout: Option<String>,
    /// `#game-type`
    pub game_type: Option<String>,
    /// All other pragmata, such as `tile-set` and `style`, by keyword.
    pub others: Vec<(String, String)>,
    /// The lines of the score sheet.
    pub events: Vec<GcgEvent>,
    /// By seat: racks at the end of an unfinished game, with their lines.
    pub racks: Vec<(usize, String)>,
    /// The file says that the game was not over.
    pub incomplete: bool,
    /// The rack that `#incomplete` gives to the player on turn, with its line.
    pub rack_on_turn: Option<(usize, String)>,
    /// What looks wrong so far.
    pub warnings: Vec<GcgWarning>,
}

/// A line such as `>ann: AEINRST 8D RETAINS +66 66`, and the note that follows it.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct GcgEvent {
    /// The line in the file, from 1.
    pub line: usize,
    /// The line as in the file.
    pub text: String,
    /// Whose line it is.
    pub seat: usize,
    /// The text between nickname and points, in one to three parts.
    pub parts: Vec<String>,
    /// Points gained or lost, if given.
    pub points: Option<i32>,
    /// The total afterwards, if given.
    pub total: Option<i32>,
    /// May have several lines.
    pub note: String,
}

/// What a continuation line continues.
#[derive(Copy, Clone, Eq, PartialEq)]
enum Last {
    Nothing,
    Note,
    Description,
    /// The last of [`GcgFile::others`].
    Other,
}

impl GcgFile {
    /// Reads a file. It is UTF-8 if the first line or a byte order mark says so or if all of it is
    /// valid UTF-8, otherwise ISO-8859-1. Lines end in LF, CR or both.
    pub fn read(bytes: &[u8]) -> Result<GcgFile, GcgError> {
        let mut reader = Reader {
            file: GcgFile::default(),
            players: Vec::new(),
            declared: false,
            last: Last::Nothing,
        };
        let text = reader.decode(bytes)?;
        check_length(&text)?;
        let mut blank_lines = 0;
        for (number, line) in (1..).zip(text.lines()) {
            if line.trim().is_empty() {
                blank_lines += 1;
                continue;
            }
            let blank_lines = std::mem::take(&mut blank_lines);
            let fault = |fault| GcgError { line: number, text: line.to_owned(), fault };
            if let Some(pragma) = line.trim_start().strip_prefix('#') {
                reader.last = reader.pragma(number, pragma).map_err(fault)?;
            } else if let Some(event) = line.trim_start().strip_prefix('>') {
                let event = reader.event(number, line, event).map_err(fault)?;
                reader.file.events.push(event);
                reader.last = Last::Nothing;
            } else if reader.last == Last::Note {
                (0..blank_lines).for_each(|_| reader.continue_last(""));
                reader.continue_last(line.trim());
            } else {
                return Err(fault(GcgFault::NoLine));
            }
        }
        if let Some((expected, _)) =
            (1..).zip(&reader.players).find(|(expected, (number, _))| expected != number)
        {
            let first = text.lines().next().unwrap_or("").to_owned();
            return Err(GcgError {
                line: 1,
                text: first,
                fault: GcgFault::PlayerMissing(expected),
            });
        }
        reader.file.players = reader.players.into_iter().map(|(_, player)| player).collect();
        Ok(reader.file)
    }

    /// The built-in ruleset that the names of tiles and board mean, or else the usual game in the
    /// language of the lexicon.
    pub fn ruleset_name(&self) -> Option<String> {
        Ruleset::name_for(self.tile_distribution.as_deref(), self.board_layout.as_deref())
            .or_else(|| Ruleset::name_for_lexicon(self.lexicon.as_deref()?))
    }
}

/// Refuses more turns than any game has, before reading them.
fn check_length(text: &str) -> Result<(), GcgError> {
    let turns = || (1..).zip(text.lines()).filter(|(_, line)| line.trim_start().starts_with('>'));
    let max = Record::MAX_ENTRIES;
    match turns().nth(max) {
        None => Ok(()),
        Some((line, text)) => Err(GcgError {
            line,
            text: text.to_owned(),
            fault: GcgFault::TooLong { found: turns().count(), max },
        }),
    }
}

struct Reader {
    file: GcgFile,
    /// With their numbers, sorted.
    players: Vec<(usize, RecordPlayer)>,
    /// The players come from `#player` lines, not from the turns.
    declared: bool,
    last: Last,
}

impl Reader {
    fn decode(&mut self, bytes: &[u8]) -> Result<String, GcgError> {
        let (bytes, marked) = match bytes.strip_prefix(b"\xef\xbb\xbf") {
            Some(rest) => (rest, true),
            None => (bytes, false),
        };
        let first: String = bytes
            .iter()
            .take_while(|&&b| b != b'\n' && b != b'\r')
            .map(|&b| char::from(b))
            .collect();
        let mut words = first.split_whitespace();
        let declared = match (words.next(), words.next()) {
            (Some(pragma), Some(name)) if pragma.eq_ignore_ascii_case("#character-encoding") => {
                Some(name.to_ascii_uppercase())
            }
            _ => None,
        };
        let latin = || bytes.iter().map(|&b| char::from(b)).collect::<String>();
        let text = match declared.as_deref() {
            Some("UTF-8" | "UTF8" | "US-ASCII" | "ASCII") | None => {
                match std::str::from_utf8(bytes) {
                    Ok(text) => text.to_owned(),
                    Err(_) => {
                        if declared.is_some() || marked {
                            self.file
                                .warnings
                                .push(GcgWarning { line: 1, doubt: GcgDoubt::NotUtf8 });
                        }
                        latin()
                    }
                }
            }
            Some(
                "ISO-8859-1" | "ISO8859-1" | "ISO_8859-1" | "LATIN1" | "LATIN-1" | "WINDOWS-1252"
                | "CP1252",
            ) => latin(),
            Some(other) => {
                return Err(GcgError {
                    line: 1,
                    fault: GcgFault::Encoding(other.to_owned()),
                    text: first,
                });
            }
        };
        Ok(text.replace("\r\n", "\n").replace('\r', "\n"))
    }

    fn pragma(&mut self, line: usize, pragma: &str) -> Result<Last, GcgFault> {
        let (keyword, value) = pragma.split_once(char::is_whitespace).unwrap_or((pragma, ""));
        let keyword = keyword.to_ascii_lowercase();
        let value = value.trim();
        let some = || Some(value.to_owned()).filter(|value| !value.is_empty());
        match keyword.as_str() {
            "-" => {
                self.continue_last(value);
                return Ok(self.last);
            }
            "note" if !self.file.events.is_empty() => {
                let event = self.file.events.last_mut().expect("just asked");
                if self.last == Last::Note || !event.note.is_empty() {
                    event.note.push('\n');
                }
                event.note += value;
                return Ok(Last::Note);
            }
            "character-encoding" => {}
            "title" => self.file.title = value.to_owned(),
            "description" => {
                self.file.description = value.to_owned();
                return Ok(Last::Description);
            }
            "lexicon" => self.file.lexicon = some(),
            "tile-distribution" => self.file.tile_distribution = some(),
            "board-layout" => self.file.board_layout = some(),
            "game-type" => {
                self.file.game_type = some();
                if !is_usual_variant(value) && Ruleset::named(value).is_err() {
                    let doubt = GcgDoubt::GameType(value.to_owned());
                    self.file.warnings.push(GcgWarning { line, doubt });
                }
            }
            "id" => {
                let (authority, id) = value.split_once(char::is_whitespace).unwrap_or(("", value));
                self.file.id = some().map(|_| RecordId {
                    authority: authority.to_owned(),
                    id: id.trim().to_owned(),
                });
            }
            "incomplete" => {
                self.file.incomplete = true;
                self.file.rack_on_turn = some().map(|rack| (line, rack));
            }
            _ => {
                if let Some(number) = keyword.strip_prefix("player") {
                    let number = number
                        .parse()
                        .ok()
                        .filter(|number| (1..=MAX_PLAYERS).contains(number))
                        .ok_or(GcgFault::Player)?;
                    let (nick, name) = value.split_once(char::is_whitespace).unwrap_or((value, ""));
                    if nick.is_empty() {
                        return Err(GcgFault::Player);
                    }
                    self.declared = true;
                    if self.players.iter().any(|(other, _)| *other == number) {
                        return Err(GcgFault::PlayerTwice(number));
                    }
                    if self.players.iter().any(|(_, other)| other.nick.eq_ignore_ascii_case(nick)) {
                        let doubt = GcgDoubt::SameNick(nick.to_owned());
                        self.file.warnings.push(GcgWarning { line, doubt });
                    }
                    self.players.push((
                        number,
                        RecordPlayer { nick: nick.to_owned(), name: name.trim().to_owned() },
                    ));
                    self.players.sort_by_key(|(number, _)| *number);
                } else if let Some(number) =
                    keyword.strip_prefix("rack").and_then(|number| number.parse::<usize>().ok())
                    && (1..=MAX_PLAYERS).contains(&number)
                {
                    if self.file.racks.len() < number {
                        self.file.racks.resize(number, (0, String::new()));
                    }
                    self.file.racks[number - 1] = (line, value.to_owned());
                } else {
                    self.file.others.push((keyword, value.to_owned()));
                    return Ok(Last::Other);
                }
            }
        }
        Ok(Last::Nothing)
    }

    fn continue_last(&mut self, text: &str) {
        let value = match self.last {
            Last::Note => self.file.events.last_mut().map(|event| &mut event.note),
            Last::Description => Some(&mut self.file.description),
            Last::Other => self.file.others.last_mut().map(|(_, value)| value),
            Last::Nothing => None,
        };
        if let Some(value) = value {
            value.push('\n');
            value.push_str(text);
        }
    }

    fn event(&mut self, number: usize, line: &str, event: &str) -> Result<GcgEvent, GcgFault> {
        let (seat, rest) = self.seat(number, event)?;
        let mut parts: Vec<&str> = rest.split_whitespace().collect();
        // The total has no plus sign, so `-3 +0` is an exchange without a total.
        let value = |text: &str| text.strip_prefix('+').unwrap_or(text).parse::<i32>().ok();
        let is_total = |text: &str| !text.starts_with('+') && value(text).is_some();
        let is_points = |text: &str| text.starts_with(['+', '-']) && value(text).is_some();
        // Some files list the words formed after the total.
        let ends = |pair: &[&str]| is_points(pair[0]) && is_total(pair[1]);
        if let Some(points) = parts.windows(2).skip(1).rposition(ends) {
            parts.truncate(points + 3);
        }
        let total = match parts[..] {
            [.., points, total] if is_total(total) && value(points).is_some() => {
                parts.pop().and_then(value)
            }
            _ => None,
        };
        let points = match parts[..] {
            [_, .., points]
                if is_points(points) || (total.is_some() && value(points).is_some()) =>
            {
                parts.pop().and_then(value)
            }
            _ => None,
        };
        if let Some(score) = points
            .into_iter()
            .chain(total)
            .find(|score| !(-HIGHEST_SCORE..=HIGHEST_SCORE).contains(score))
        {
            return Err(Impossible::Score { score }.into());
        }
        if parts.is_empty() || parts.len() > 3 {
            return Err(GcgFault::NoEvent);
        }
        let parts = parts.into_iter().map(str::to_owned).collect();
        Ok(GcgEvent {
            line: number,
            text: line.to_owned(),
            seat,
            parts,
            points,
            total,
            note: String::new(),
        })
    }

    /// Whose line it is, and the text after the nickname. Without `#player` lines, players are
    /// numbered as they appear.
    fn seat<'a>(&mut self, line: usize, text: &'a str) -> Result<(usize, &'a str), GcgFault> {
        let after = |nick: &str| {
            let (start, rest) = text.split_at_checked(nick.len())?;
            if start.eq_ignore_ascii_case(nick) { rest.strip_prefix(':') } else { None }
        };
        let known = self
            .players
            .iter()
            .enumerate()
            .filter_map(|(seat, (_, player))| Some((seat, &player.nick, after(&player.nick)?)));
        if let Some((seat, nick, rest)) =
            known.max_by_key(|(_, nick, _)| (text.starts_with(nick.as_str()), nick.len()))
        {
            return Ok((self.seat_of_nick(nick, rest).unwrap_or(seat), rest));
        }
        let (nick, rest) = text.split_once(':').ok_or(GcgFault::NoEvent)?;
        if self.declared
            || self.players.len() == MAX_PLAYERS
            || nick.is_empty()
            || nick.contains(char::is_whitespace)
        {
            return Err(GcgFault::NoSuchPlayer(nick.to_owned()));
        }
        self.file
            .warnings
            .push(GcgWarning { line, doubt: GcgDoubt::NewPlayer { nick: nick.to_owned() } });
        self.players.push((
            self.players.len() + 1,
            RecordPlayer { nick: nick.to_owned(), name: String::new() },
        ));
        Ok((self.players.len() - 1, rest))
    }
    /// Players with the same nickname take turns; only a line about the play before is of the same
    /// player.
    fn seat_of_nick(&self, nick: &str, rest: &str) -> Option<usize> {
        let n = self.players.len();
        let last = self.file.events.last().map_or(n - 1, |event| event.seat);
        let same = |seat: &usize| self.players[*seat].1.nick == nick;
        if (0..n).filter(same).count() < 2 {
            return None;
        }
        let concerns_last =
            rest.split_whitespace().any(|part| matches!(part, "--" | "(challenge)"));
        let first_step = if concerns_last { 0 } else { 1 };
        (first_step..=n).map(|step| (last + step) % n).find(same)
    }
}
