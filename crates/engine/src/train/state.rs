//! The state of a training, saved to be resumed later in a private file format.
//!
//! "TISANETR", version (2), CRC-32 of what follows (4), fingerprint of game and words (24), the
//! plan (number of generations in eight bytes, seed, boards of each); then, compressed with zstd,
//! generation and boards done, leaves, sums, boards. Little-endian.

use std::io::Read;
use std::num::NonZeroU64;
use std::path::Path;

use super::{Learned, Plan, Training};
use crate::evaluate::fingerprint::Fingerprint;
use crate::evaluate::leave::LeaveTable;
use crate::evaluate::model::write_with_folder;
use crate::evaluate::ranking::Ranking;

const MAGIC: &[u8; 8] = b"TISANETR";
const VERSION: u16 = 3;

/// The state of a training.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct State {
    /// Number of complete generations.
    pub(super) generation: usize,
    /// Boards done of the next generation.
    pub(super) boards: usize,
    /// Leaves after the complete generations, in thousandths of a point, by place.
    pub(super) leaves: Vec<i32>,
    /// Sums over the boards done.
    pub(super) learned: Learned,
}

/// Why a training cannot be resumed from a file.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Io(#[from] std::io::Error),
    /// The file is damaged or has another version.
    #[error("it is damaged or has another version")]
    Damaged,
    /// The file belongs to another training.
    #[error("it belongs to another training")]
    Other,
}

impl State {
    /// Whether a file begins like a saved state.
    pub fn is_saved_in(path: &Path) -> bool {
        let mut start = [0; MAGIC.len()];
        let read = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut start));
        read.is_ok() && start == *MAGIC
    }
}

impl Training {
    /// The state before anything is learned.
    pub fn start(&self) -> State {
        let leaves = self.ranking.first(self.ranking.largest());
        State {
            generation: 0,
            boards: 0,
            leaves: vec![0; leaves],
            learned: Learned::new(&self.ranking),
        }
    }

    /// The state with these leaves, if they have the same number of kinds and the same rack size.
    pub fn start_from(&self, leaves: &LeaveTable) -> Option<State> {
        let fits = leaves.ranking().kinds() == self.ranking.kinds()
            && leaves.largest() + 1 == self.ranking.largest();
        fits.then(|| State { leaves: leaves.values().to_vec(), ..self.start() })
    }

    /// Saves a state of this training.
    pub fn save(&self, state: &State, path: &Path) -> std::io::Result<()> {
        let mut body = Vec::new();
        body.extend((state.generation as u64).to_le_bytes());
        body.extend((state.boards as u64).to_le_bytes());
        body.extend(state.leaves.iter().flat_map(|value| value.to_le_bytes()));
        body.extend(state.learned.sums.iter().flat_map(|value| value.to_le_bytes()));
        body.extend(state.learned.boards.iter().flat_map(|value| value.to_le_bytes()));
        let mut rest = self.signature();
        rest.extend(ruzstd::encoding::compress_to_vec(
            &*body,
            ruzstd::encoding::CompressionLevel::Fastest,
        ));
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(crc32fast::hash(&rest).to_le_bytes());
        bytes.extend(rest);
        write_with_folder(path, &bytes)
    }

    /// Reads a state saved by this training.
    pub fn resume(&self, path: &Path) -> Result<State, StateError> {
        let bytes = std::fs::read(path)?;
        let rest =
            bytes.strip_prefix(MAGIC).and_then(|rest| rest.strip_prefix(&VERSION.to_le_bytes()));
        let (checksum, rest) =
            rest.and_then(|rest| rest.split_first_chunk()).ok_or(StateError::Damaged)?;
        if u32::from_le_bytes(*checksum) != crc32fast::hash(rest) {
            return Err(StateError::Damaged);
        }
        let packed = rest.strip_prefix(&*self.signature()).ok_or(StateError::Other)?;
        let mut body = Vec::new();
        let decoder =
            ruzstd::decoding::StreamingDecoder::new(packed).map_err(|_| StateError::Damaged)?;
        decoder
            .take(expected_len(&self.ranking) + 1)
            .read_to_end(&mut body)
            .map_err(|_| StateError::Damaged)?;
        if body.len() as u64 != expected_len(&self.ranking) {
            return Err(StateError::Damaged);
        }
        let leaves = self.ranking.first(self.ranking.largest());
        let (head, rest) = body.split_at(16);
        let (values, rest) = rest.split_at(leaves * 4);
        let (sums, boards) = rest.split_at(leaves * 8);
        let number = |at: usize| {
            head[at..at + 8].iter().rev().fold(0u64, |number, &byte| number << 8 | u64::from(byte))
                as usize
        };
        let state = State {
            generation: number(0),
            boards: number(8),
            leaves: values.as_chunks().0.iter().map(|&bytes| i32::from_le_bytes(bytes)).collect(),
            learned: Learned {
                sums: sums.as_chunks().0.iter().map(|&bytes| i64::from_le_bytes(bytes)).collect(),
                boards: boards
                    .as_chunks()
                    .0
                    .iter()
                    .map(|&bytes| u32::from_le_bytes(bytes))
                    .collect(),
            },
        };
        Ok(state)
    }

    /// Everything a state depends on.
    fn signature(&self) -> Vec<u8> {
        let Fingerprint { table, rules, words } =
            Fingerprint::of(self.engine.ruleset(), self.engine.lexicon());
        let Plan { seed, boards, .. } = &self.plan;
        let mut bytes = Vec::new();
        [table, rules.map_or(0, NonZeroU64::get), words]
            .iter()
            .for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes.extend((boards.len() as u64).to_le_bytes());
        bytes.extend(seed.to_le_bytes());
        boards.iter().for_each(|&n| bytes.extend((n as u64).to_le_bytes()));
        bytes
    }
}

fn expected_len(ranking: &Ranking) -> u64 {
    16 + ranking.first(ranking.largest()) as u64 * (4 + 8 + 4)
}
