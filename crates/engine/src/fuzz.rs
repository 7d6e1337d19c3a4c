//! The work of the fuzz targets, here so that ordinary tests can run it without a fuzzer. It must
//! not panic, hang or exhaust memory, whatever the bytes are.

use tisane_rules::Ruleset;

use crate::{Model, klv};

/// Opens bytes as a KLV2 file of leaves, for racks of four tiles.
pub fn leave_file(bytes: &[u8]) {
    let mut ruleset = Ruleset::named("english").expect("a built-in ruleset");
    ruleset.rack = 4;
    match klv::read(bytes, &ruleset) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(leaves) => assert!(
            klv::read(&klv::write(&leaves, &ruleset), &ruleset).is_ok_and(|again| again == leaves),
            "leaves that were read can be written"
        ),
    }
}

/// Opens bytes as a model file, both as they are and with a corrected checksum.
pub fn model_file(bytes: &[u8]) {
    exercise(bytes);
    if let Some(rest) = bytes.get(16..) {
        let mut mended = bytes.to_vec();
        mended[12..16].copy_from_slice(&crc32fast::hash(rest).to_le_bytes());
        exercise(&mended);
    }
}

fn exercise(bytes: &[u8]) {
    let _ = Model::peek(bytes);
    match Model::from_bytes(bytes) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(model) => {
            assert_eq!(Model::peek(bytes), Some(model.fingerprint));
            assert!(
                Model::from_bytes(&model.to_bytes()).is_ok_and(|again| again == model),
                "a model that was read can be written"
            );
        }
    }
}
