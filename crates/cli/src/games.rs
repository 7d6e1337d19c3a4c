//! Games in files: score sheets, and the games that `tisane play` saves in the data folder.

use std::path::{Path, PathBuf};

use tisane_lexicon::{is_readable, read_file};
use tisane_rules::{GcgFile, Ruleset};

use crate::data::Data;
use crate::failure::{Failure, unreadable};

/// The extension of game files.
const ENDING: &str = "gcg";

/// The pragma with the data to resume a game.
pub(crate) const GAME: &str = "tisane-game";

/// Whether `tisane play` can resume it.
pub(crate) fn goes_on(file: &GcgFile) -> bool {
    file.others.iter().any(|(keyword, _)| keyword == GAME)
}

/// A game and its state, or why it can't be read.
pub(crate) type Read = Result<(GcgFile, State), Failure>;

/// Reads a score sheet with at least one player.
pub(crate) fn read(path: &Path) -> Result<GcgFile, Failure> {
    read_bytes(path).map(|(file, _)| file)
}

/// The same with its state.
pub(crate) fn read_with_state(path: &Path) -> Read {
    read_bytes(path).map(|(file, bytes)| {
        let state = State::of(&file, &bytes);
        (file, state)
    })
}

fn read_bytes(path: &Path) -> Result<(GcgFile, Vec<u8>), Failure> {
    let shown = path.display();
    let bytes = read_file(path).map_err(|error| {
        unreadable(path, &error).or_hint(|| "`tisane review` lists the saved games".to_owned())
    })?;
    let hint = "a game is a GCG file, as Quackle, Macondo, Woogles and `tisane play` write them";
    let file =
        GcgFile::read(&bytes).map_err(|error| Failure::new(format!("{shown}: {error}"), hint))?;
    if file.players.is_empty() {
        return Err(Failure::new(
            format!("{shown} has no game: it names no players and has no turns"),
            hint,
        ));
    }
    Ok((file, bytes))
}

/// The folder of saved games.
pub(crate) fn folder(data: &Data) -> Option<PathBuf> {
    Some(data.folder()?.join("games"))
}

/// The file with this path, or the saved game with this name, with or without extension.
pub(crate) fn find(path: &Path, data: &Data) -> PathBuf {
    let among_kept = folder(data)
        .into_iter()
        .flat_map(|folder| [folder.join(path), folder.join(path).with_added_extension(ENDING)]);
    std::iter::once(path.to_owned())
        .chain(among_kept)
        .find(|path| is_readable(path))
        .unwrap_or_else(|| path.to_owned())
}

/// The name of a saved game, or the path of another file.
pub(crate) fn name(path: &Path, data: &Data) -> String {
    let kept = folder(data).is_some_and(|folder| path.parent() == Some(&folder));
    let name = if kept { path.file_stem().map(Path::new).unwrap_or(path) } else { path };
    let name = name.display().to_string();
    if name.contains(char::is_whitespace) { format!("\"{name}\"") } else { name }
}

/// The state of a game.
#[derive(Copy, Clone, Eq, PartialEq)]
pub(crate) enum State {
    Over,
    GoesOn,
    /// The last line is incomplete: the file was copied in part, or the disk was full. Files we
    /// write end with a line break.
    CutOff,
}

impl State {
    fn of(file: &GcgFile, bytes: &[u8]) -> State {
        match file.incomplete {
            _ if is_cut_off(file) || !bytes.ends_with(b"\n") => State::CutOff,
            true => State::GoesOn,
            false => State::Over,
        }
    }
}

/// Whether the last line of the data to resume the game is cut off.
pub(crate) fn is_cut_off(file: &GcgFile) -> bool {
    let is_whole = |line: &str| {
        serde_json::from_str::<serde_json::Value>(line).is_ok_and(|value| value.is_object())
    };
    file.others
        .iter()
        .any(|(keyword, lines)| keyword == GAME && !lines.lines().last().is_some_and(is_whole))
}

/// The saved games, the newest first.
pub(crate) fn kept(data: &Data) -> Vec<(PathBuf, Read)> {
    let files = folder(data)
        .and_then(|folder| std::fs::read_dir(folder).ok())
        .into_iter()
        .flatten()
        .flatten();
    let mut games: Vec<_> = files
        .filter(|file| file.path().extension().is_some_and(|ending| ending == ENDING))
        .filter_map(|file| {
            Some((
                file.metadata().and_then(|about| about.modified()).ok()?,
                file.path(),
                read_with_state(&file.path()),
            ))
        })
        .collect();
    games.sort_by(|(at, path, _), (other_at, other, _)| other_at.cmp(at).then(path.cmp(other)));
    games.into_iter().map(|(_, path, game)| (path, game)).collect()
}

/// A new file with the first free number. If it can't be created, writing to it reports why.
pub(crate) fn new_file(folder: &Path, ruleset: &Ruleset) -> PathBuf {
    let numbered = |n: u32| folder.join(format!("{}-{n}.{ENDING}", ruleset.name));
    let is_taken = |path: &PathBuf| {
        std::fs::File::create_new(path)
            .is_err_and(|error| error.kind() == std::io::ErrorKind::AlreadyExists)
    };
    (1..).map(numbered).find(|path| !is_taken(path)).expect("there are more numbers than files")
}
