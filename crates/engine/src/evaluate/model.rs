//! A trained model of one game with one lexicon: values of leaves and late turns, win chances, and
//! the file format.
//!
//! ```text
//! offset  size
//!      0     8  "TISANEMD"
//!      8     2  version, 2
//!     10     2  0
//!     12     4  CRC-32 of everything that follows
//!     16    24  fingerprint: table (8), words (8), rules (8; 0 means unknown)
//!     40     4  length of the body in the file, compressed with zstd
//!     44     4  length of the body, decompressed
//!     48        head: name of the ruleset, name of the lexicon (one length byte, UTF-8);
//!               kinds of tile (1), largest leave (1), tiles of each kind in the bag
//!               body: value of a late turn (4); leaves; rack size (1), number of curves (2),
//!               each curve with tempo (4), step (2) and 64 entries (2 each, as differences)
//! ```
//!
//! Files of version 1 have no fingerprint of the rules and stay readable. Numbers are
//! little-endian. Leaves are sorted by size, then in the order of [`Ranking::visit`] over the tiles
//! in the bag. A value is stored in eighths of a point as the difference from what two parts of the
//! leave predict, with the sign in the lowest bit: in one byte, or as 255 and two bytes.

use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tisane_lexicon::{Lexicon, unreadable};
use tisane_rules::Ruleset;

use crate::evaluate::draws::UNIT;
use crate::evaluate::fingerprint::Fingerprint;
use crate::evaluate::klv::{self, KlvError};
use crate::evaluate::leave::LeaveTable;
use crate::evaluate::ranking::{Pool, Ranking, Row, kinds_of};
use crate::evaluate::win::{Curve, WinModel};

const MAGIC: &[u8; 8] = b"TISANEMD";
const VERSION: u16 = 2;
/// The largest body: a few kilobytes of zstd must not fill the memory.
const LARGEST_BODY: usize = 1 << 27;
/// The largest leave table.
const LARGEST_TABLE: usize = 1 << 25;

/// A trained model of one game with one lexicon.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Model {
    /// Name of the ruleset.
    pub ruleset: String,
    /// Name of the lexicon.
    pub lexicon: String,
    /// Identifies the game and the words.
    pub fingerprint: Fingerprint,
    /// Tiles of each kind in the bag.
    tiles: Pool,
    /// The values of leaves.
    pub leaves: Arc<LeaveTable>,
    /// Mean score of a turn once the bag is empty, in thousandths of a point.
    pub late_turn: i32,
    /// The win chances.
    pub win: WinModel,
}

/// What a file of leaves has.
pub(crate) enum Opened {
    Model(Box<Model>),
    /// From another program.
    Leaves(LeaveTable),
}

/// Why a file is not a usable model.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// An error in a named file.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: Box<ModelError>,
    },
    /// The file cannot be read.
    #[error("{}", unreadable(.0))]
    Io(#[from] std::io::Error),
    /// The file is not a model.
    #[error("this is not a model file")]
    Foreign,
    /// The file was written by a newer version.
    #[error("this model has format {found}, but this version reads formats up to {VERSION}")]
    Newer {
        /// The version of the file.
        found: u16,
    },
    /// The file is damaged.
    #[error("the file is damaged ({0})")]
    Damaged(String),
    /// The file has leaves, but they can't be used.
    #[error(transparent)]
    Leaves(#[from] KlvError),
    /// The model is for another game.
    #[error("this model is for {ruleset} with the lexicon {lexicon}, not for this game")]
    OtherGame {
        /// The model's ruleset.
        ruleset: String,
        /// The model's lexicon.
        lexicon: String,
    },
}

impl ModelError {
    /// How to fix it, if that is known.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            ModelError::File { source, .. } => return source.hint(),
            ModelError::Io(_) | ModelError::Leaves(KlvError::Rack(_)) => return None,
            ModelError::Foreign => "`tisane train` makes one",
            ModelError::Leaves(KlvError::OtherTiles { .. }) => "choose the game with --ruleset",
            ModelError::Leaves(_) => "copy it again, or train a model with `tisane train`",
            ModelError::Newer { .. } => {
                "update tisane, or train the model again with `tisane train`"
            }
            ModelError::Damaged(_) => "copy it again, or train the model again with `tisane train`",
            ModelError::OtherGame { .. } => "train one with `tisane train`",
        };
        Some(hint.to_owned())
    }
}

fn damaged(what: impl Into<String>) -> ModelError {
    ModelError::Damaged(what.into())
}

impl Model {
    /// A model of this game with these words.
    pub fn new(
        ruleset: &Ruleset,
        lexicon: &Lexicon,
        leaves: LeaveTable,
        late_turn: i32,
        win: WinModel,
    ) -> Model {
        Model {
            ruleset: ruleset.name.clone(),
            lexicon: lexicon.name().to_owned(),
            fingerprint: Fingerprint::of(ruleset, lexicon),
            tiles: Pool::new(kinds_of(ruleset), &ruleset.tiles()),
            leaves: Arc::new(leaves),
            late_turn,
            win,
        }
    }

    /// Opens a model file.
    pub fn open(path: impl AsRef<Path>) -> Result<Model, ModelError> {
        let path = path.as_ref();
        let bytes = std::fs::read(path).map_err(ModelError::Io);
        bytes
            .and_then(|bytes| Model::from_bytes(&bytes))
            .map_err(|source| ModelError::File { path: path.to_owned(), source: Box::new(source) })
    }

    /// The leaves in a model file, or in a KLV2 file for the tiles of `ruleset`.
    pub fn leaves_in(
        path: impl AsRef<Path>,
        ruleset: &Ruleset,
    ) -> Result<Arc<LeaveTable>, ModelError> {
        Ok(match Model::open_any(path.as_ref(), ruleset)? {
            Opened::Model(model) => model.leaves,
            Opened::Leaves(leaves) => Arc::new(leaves),
        })
    }

    /// Opens a model file, or a KLV2 file with leaves for the tiles of `ruleset`.
    pub(crate) fn open_any(path: &Path, ruleset: &Ruleset) -> Result<Opened, ModelError> {
        let opened = std::fs::read(path).map_err(ModelError::Io).and_then(|bytes| {
            if bytes.starts_with(MAGIC) {
                return Ok(Opened::Model(Box::new(Model::from_bytes(&bytes)?)));
            }
            Ok(Opened::Leaves(klv::read(&bytes, ruleset)?))
        });
        opened
            .map_err(|source| ModelError::File { path: path.to_owned(), source: Box::new(source) })
    }

    /// The model, if it is for this game with these words, or for one that differs at most in
    /// exchanges and its end.
    pub fn fitting(self, ruleset: &Ruleset, lexicon: &Lexicon) -> Result<Model, ModelError> {
        if Fingerprint::near(ruleset, lexicon).iter().any(|near| self.fingerprint.is_kin(near)) {
            self.with_tiles_of(ruleset)
        } else {
            Err(ModelError::OtherGame { ruleset: self.ruleset, lexicon: self.lexicon })
        }
    }

    /// The model, if it is for these tiles. The caller decides whether the words are similar
    /// enough.
    pub fn with_tiles_of(self, ruleset: &Ruleset) -> Result<Model, ModelError> {
        let tiles = Pool::new(kinds_of(ruleset), &ruleset.tiles());
        let shape = (self.leaves.ranking().kinds(), self.leaves.largest() + 1, self.tiles.counts);
        if shape == (kinds_of(ruleset), ruleset.rack, tiles.counts) {
            Ok(self)
        } else {
            Err(ModelError::OtherGame { ruleset: self.ruleset, lexicon: self.lexicon })
        }
    }

    /// The fingerprint in a model file, read from its first bytes.
    pub fn peek(bytes: &[u8]) -> Option<Fingerprint> {
        let mut fields = Fields(bytes.strip_prefix(MAGIC)?);
        let version = fields.u16().ok().filter(|&version| version <= VERSION)?;
        fields.take(6).ok()?;
        fields.fingerprint(version).ok()
    }

    /// The names of the ruleset and the lexicon in a model file, read from its first bytes.
    pub(crate) fn peek_names(bytes: &[u8]) -> Option<(String, String)> {
        let mut fields = Fields(bytes.strip_prefix(MAGIC)?);
        let version = fields.u16().ok().filter(|&version| version <= VERSION)?;
        fields.take(6).ok()?;
        fields.fingerprint(version).ok()?;
        fields.take(8).ok()?;
        Some((fields.text().ok()?, fields.text().ok()?))
    }

    /// Reads a model from the bytes of its file and checks everything.
    pub fn from_bytes(bytes: &[u8]) -> Result<Model, ModelError> {
        let mut fields = Fields(bytes.strip_prefix(MAGIC).ok_or(ModelError::Foreign)?);
        let version = match fields.u16()? {
            0 => return Err(damaged("invalid version")),
            version if version <= VERSION => version,
            found => return Err(ModelError::Newer { found }),
        };
        fields.u16()?;
        if fields.u32()? != crc32fast::hash(fields.0) {
            return Err(damaged("wrong checksum"));
        }
        let fingerprint = fields.fingerprint(version)?;
        let (packed, unpacked) = (fields.u32()? as usize, fields.u32()? as usize);
        let (ruleset, lexicon) = (fields.text()?, fields.text()?);
        let (kinds, largest) = (usize::from(fields.u8()?), usize::from(fields.u8()?));
        let ranking = if kinds == 0 { None } else { Ranking::new(kinds, largest) };
        let ranking = ranking.filter(|ranking| ranking.len() <= LARGEST_TABLE);
        let ranking = ranking.ok_or_else(|| {
            damaged(format!("invalid size: leaves of {largest} tiles of {kinds} kinds"))
        })?;
        let mut counts = [0; crate::evaluate::ranking::MAX_KINDS];
        counts[..kinds].copy_from_slice(fields.take(kinds)?);
        let tiles = Pool { counts, len: counts.iter().map(|&n| usize::from(n)).sum() };
        let body = fields.take(packed)?;
        if !fields.0.is_empty() {
            return Err(damaged("unexpected data at the end"));
        }
        let body = unpack(body, unpacked)?;
        let mut fields = Fields(&body);
        let late_turn = fields.i32()?;
        let leaves = Arc::new(read_leaves(&mut fields, ranking, &tiles)?);
        let win = read_win(&mut fields)?;
        if !fields.0.is_empty() {
            return Err(damaged("unexpected data at the end"));
        }
        Ok(Model { ruleset, lexicon, fingerprint, tiles, leaves, late_turn, win })
    }

    /// The bytes of its file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = self.late_turn.to_le_bytes().to_vec();
        write_leaves(&mut body, &self.leaves, &self.tiles);
        write_win(&mut body, &self.win);
        let packed =
            ruzstd::encoding::compress_to_vec(&*body, ruzstd::encoding::CompressionLevel::Fastest);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([0; 6]);
        let Fingerprint { table, words, rules } = self.fingerprint;
        [table, words, rules.map_or(0, NonZeroU64::get)]
            .iter()
            .for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes.extend((packed.len() as u32).to_le_bytes());
        bytes.extend((body.len() as u32).to_le_bytes());
        for text in [&self.ruleset, &self.lexicon] {
            let text = &text[..text.floor_char_boundary(u8::MAX.into())];
            bytes.push(text.len() as u8);
            bytes.extend(text.as_bytes());
        }
        let ranking = self.leaves.ranking();
        bytes.extend([ranking.kinds() as u8, ranking.largest() as u8]);
        bytes.extend(&self.tiles.counts[..ranking.kinds()]);
        bytes.extend(packed);
        let checksum = crc32fast::hash(&bytes[16..]);
        bytes[12..16].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Writes the file atomically.
    pub fn save(&self, path: impl AsRef<Path>) -> std::io::Result<()> {
        write_with_folder(path.as_ref(), &self.to_bytes())
    }
}

/// Writes a file atomically; creates its folder if needed.
pub(crate) fn write_with_folder(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    tisane_lexicon::write_whole(path, bytes)
}

/// Rounds to the file's unit, so that saving a model does not change it.
pub(crate) fn rounded(thousandths: i32) -> i32 {
    (thousandths + UNIT / 2).div_euclid(UNIT).clamp(i16::MIN.into(), i16::MAX.into()) * UNIT
}

/// Predicts the leaves of a row: for each kind of the least tile, the value without the greatest
/// tile plus a term that is the same for the whole row.
struct Prediction {
    /// The first place of the leaves without the greatest tile.
    without_greatest: usize,
    /// The value without the least tile minus the value without both.
    more: i32,
}

impl Prediction {
    fn new(ranking: &Ranking, values: &[i32], row: &Row<'_>) -> Option<Prediction> {
        let part = |kinds: &[u8]| values[ranking.place(kinds.iter().map(|&kind| kind.into()))];
        let (&greatest, middle) = row.others.split_last()?;
        let size = row.others.len() + 1;
        let without_greatest =
            ranking.first(size - 1) + (row.rank - ranking.step(size, greatest.into())) as usize;
        Some(Prediction { without_greatest, more: part(row.others) - part(middle) })
    }

    /// In the unit of the file.
    fn with(&self, values: &[i32], least: usize) -> i32 {
        (values[self.without_greatest + least] + self.more) / UNIT
    }
}

/// Visits all leaves in the order of the file, each with its value and its prediction.
fn each_leave(
    ranking: &Ranking,
    tiles: &Pool,
    values: &mut [i32],
    mut each: impl FnMut(&mut i32, i32),
) {
    each(&mut values[0], 0);
    for size in 1..=ranking.largest() {
        let first = ranking.first(size);
        ranking.visit_rows(size, tiles, |row| {
            let expected = Prediction::new(ranking, values, &row);
            let first = first + row.rank as usize;
            for least in row.least() {
                let expected = expected.as_ref().map_or(0, |expected| expected.with(values, least));
                each(&mut values[first + least], expected);
            }
        });
    }
}

fn write_leaves(body: &mut Vec<u8>, leaves: &LeaveTable, tiles: &Pool) {
    each_leave(leaves.ranking(), tiles, &mut leaves.values().to_vec(), |value, expected| {
        let difference = *value / UNIT - expected;
        let folded = (difference << 1 ^ difference >> 31) as u32;
        match u8::try_from(folded) {
            Ok(byte) if byte < u8::MAX => body.push(byte),
            _ => {
                body.push(u8::MAX);
                body.extend((folded.min(u16::MAX.into()) as u16).to_le_bytes());
            }
        }
    });
}

fn read_leaves(
    fields: &mut Fields<'_>,
    ranking: Ranking,
    tiles: &Pool,
) -> Result<LeaveTable, ModelError> {
    let too_few = || damaged("too few leaves");
    // Checked before memory is allocated: a leave takes at least one byte.
    if tiles.n_multisets(ranking.largest()) > fields.0.len() as u64 {
        return Err(too_few());
    }
    let mut values = vec![0; ranking.len()];
    let mut whole = true;
    each_leave(&ranking, tiles, &mut values, |value, expected| {
        let folded = match *fields.0 {
            [u8::MAX, low, high, ref rest @ ..] => {
                fields.0 = rest;
                i32::from(u16::from_le_bytes([low, high]))
            }
            [byte, ref rest @ ..] if byte < u8::MAX => {
                fields.0 = rest;
                i32::from(byte)
            }
            _ => {
                whole = false;
                0
            }
        };
        *value = ((folded >> 1 ^ -(folded & 1)) + expected).clamp(i16::MIN.into(), i16::MAX.into())
            * UNIT;
    });
    if whole { Ok(LeaveTable::from_values(ranking, values)) } else { Err(too_few()) }
}

fn write_win(body: &mut Vec<u8>, win: &WinModel) {
    let (rack, curves) = win.parts();
    body.push(rack as u8);
    body.extend((curves.len() as u16).to_le_bytes());
    for curve in curves {
        body.extend(curve.tempo.to_le_bytes());
        body.extend(curve.step.to_le_bytes());
        let mut before = 0;
        for entry in curve.above_half {
            body.extend((entry - before).to_le_bytes());
            before = entry;
        }
    }
}

fn read_win(fields: &mut Fields<'_>) -> Result<WinModel, ModelError> {
    let rack = usize::from(fields.u8()?);
    let n = fields.u16()?;
    let mut curves = Vec::new();
    for _ in 0..n {
        let (tempo, step) = (fields.i32()?, fields.u16()?);
        let mut curve = Curve { tempo, step, above_half: [0; _] };
        let mut sum = 0u16;
        for entry in &mut curve.above_half {
            sum =
                sum.checked_add(fields.u16()?).ok_or_else(|| damaged("a chance is above 100%"))?;
            *entry = sum;
        }
        curves.push(curve);
    }
    WinModel::from_parts(rack, curves).ok_or_else(|| damaged("invalid win chances"))
}

fn unpack(packed: &[u8], expected: usize) -> Result<Vec<u8>, ModelError> {
    if expected > LARGEST_BODY {
        return Err(damaged(format!("invalid length: {expected} bytes")));
    }
    let nonsense =
        |error: &dyn std::fmt::Display| damaged(format!("can't be decompressed: {error}"));
    let decoder =
        ruzstd::decoding::StreamingDecoder::new(packed).map_err(|error| nonsense(&error))?;
    let mut unpacked = Vec::with_capacity(expected.min(1 << 22));
    let mut limited = std::io::Read::take(decoder, expected as u64 + 1);
    std::io::Read::read_to_end(&mut limited, &mut unpacked).map_err(|error| nonsense(&error))?;
    if unpacked.len() != expected {
        return Err(damaged(format!("{} bytes instead of {expected}", unpacked.len())));
    }
    Ok(unpacked)
}

/// Reads field by field; running out of bytes is an error.
struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], ModelError> {
        let (taken, rest) =
            self.0.split_at_checked(length).ok_or_else(|| damaged("unexpected end"))?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], ModelError> {
        self.take(N).map(|bytes| bytes.try_into().expect("as many as were taken"))
    }

    fn u8(&mut self) -> Result<u8, ModelError> {
        self.array().map(|[byte]| byte)
    }

    fn u16(&mut self) -> Result<u16, ModelError> {
        self.array().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Result<u32, ModelError> {
        self.array().map(u32::from_le_bytes)
    }

    fn i32(&mut self) -> Result<i32, ModelError> {
        self.array().map(i32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64, ModelError> {
        self.array().map(u64::from_le_bytes)
    }

    fn fingerprint(&mut self, version: u16) -> Result<Fingerprint, ModelError> {
        let (table, words) = (self.u64()?, self.u64()?);
        Ok(Fingerprint {
            table,
            words,
            rules: NonZeroU64::new(if version == 1 { 0 } else { self.u64()? }),
        })
    }

    fn text(&mut self) -> Result<String, ModelError> {
        let length = usize::from(self.u8()?);
        String::from_utf8(self.take(length)?.to_vec()).map_err(|_| damaged("a name is not UTF-8"))
    }
}
