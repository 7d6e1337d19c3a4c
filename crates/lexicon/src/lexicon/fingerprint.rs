//! A hash that stays the same on every machine and in every version.

use crate::alphabet::{Alphabet, encode_alphabet};

/// FNV-1a of all input, lengths included. Not secure: it only tells files apart.
pub(crate) struct Fingerprint(u64);

impl Fingerprint {
    pub(crate) fn new() -> Fingerprint {
        Fingerprint(0xCBF2_9CE4_8422_2325)
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        for byte in (bytes.len() as u64).to_le_bytes().iter().chain(bytes) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    pub(crate) fn alphabet(&mut self, alphabet: &Alphabet) {
        self.bytes(&encode_alphabet(alphabet));
    }

    pub(crate) fn finish(self) -> u64 {
        self.0
    }
}
