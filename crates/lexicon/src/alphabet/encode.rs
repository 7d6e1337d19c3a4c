//! Alphabets as bytes: in lexicon files, and for fingerprints.

use super::{Alphabet, Casing};

/// The bytes of an alphabet.
pub(crate) fn encode_alphabet(alphabet: &Alphabet) -> Vec<u8> {
    let mut bytes = vec![match alphabet.casing() {
        Casing::Standard => 0,
        Casing::Turkic => 1,
    }];
    bytes.push(alphabet.len() as u8);
    for letter in alphabet.letters() {
        write_text(alphabet.face(letter), &mut bytes);
    }
    bytes.extend_from_slice(&(alphabet.folds().count() as u16).to_le_bytes());
    for (from, to) in alphabet.folds() {
        write_text(from, &mut bytes);
        write_text(to, &mut bytes);
    }
    bytes
}

/// Appends a text. It is cut at 65,535 bytes: texts are names and credits.
pub(crate) fn write_text(text: &str, bytes: &mut Vec<u8>) {
    let text = &text[..text.floor_char_boundary(usize::from(u16::MAX))];
    bytes.extend_from_slice(&(text.len() as u16).to_le_bytes());
    bytes.extend_from_slice(text.as_bytes());
}
