//! Files that don't change, compressed once instead of for each request.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hasher};
use std::io::Write;
use std::sync::{Mutex, PoisonError};

use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;

/// What is kept takes at most this much memory.
const MOST_BYTES: usize = 32 << 20;
/// Smaller files gain nothing.
const LEAST: usize = 512;

static KEPT: Mutex<Packed> = Mutex::new(Packed::new(MOST_BYTES));

/// A response with this file, compressed if the request's headers allow it.
pub(crate) fn respond(contents: impl Into<Bytes>, request: &HeaderMap) -> Response {
    let contents = contents.into();
    let vary = [(VARY, HeaderValue::from_static("accept-encoding"))];
    if contents.len() < LEAST || !accepts_gzip(request) {
        return (vary, contents).into_response();
    }
    (vary, [(CONTENT_ENCODING, "gzip")], gzip(&contents)).into_response()
}

fn gzip(contents: &[u8]) -> Bytes {
    let key = key(contents);
    let kept = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = kept().find(key) {
        return found;
    }
    let packed = compress(contents);
    kept().keep(key, packed.clone());
    packed
}

fn compress(contents: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder
        .write_all(contents)
        .and_then(|()| encoder.finish())
        .expect("memory can be written")
        .into()
}

fn accepts_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|part| {
        let mut parts = part.split(';').map(str::trim);
        let is_gzip = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        let weight = parts.find_map(|it| it.strip_prefix("q="));
        is_gzip && weight.is_none_or(|it| it.parse::<f32>().is_ok_and(|it| it > 0.0))
    })
}

/// Length and hash of a file.
type Key = (usize, u64);

fn key(contents: &[u8]) -> Key {
    let mut hasher = DefaultHasher::new();
    hasher.write(contents);
    (contents.len(), hasher.finish())
}

/// Compressed files, those used last at the end.
struct Packed {
    most_bytes: usize,
    files: VecDeque<(Key, Bytes)>,
}

impl Packed {
    const fn new(most_bytes: usize) -> Packed {
        Packed { most_bytes, files: VecDeque::new() }
    }

    fn find(&mut self, key: Key) -> Option<Bytes> {
        let at = self.files.iter().position(|(other, _)| *other == key)?;
        let file = self.files.remove(at)?;
        self.files.push_back(file.clone());
        Some(file.1)
    }

    fn keep(&mut self, key: Key, packed: Bytes) {
        if self.find(key).is_some() {
            return; // another request was faster
        }
        self.files.push_back((key, packed));
        while self.files.iter().map(|(_, packed)| packed.len()).sum::<usize>() > self.most_bytes {
            self.files.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    fn accepting(encodings: &str) -> HeaderMap {
        HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_str(encodings).unwrap())])
    }

    #[test]
    fn the_header_decides_about_compression() {
        for encodings in ["gzip", "deflate, gzip;q=0.5, br", "GZIP; q=1"] {
            assert!(accepts_gzip(&accepting(encodings)), "{encodings}");
        }
        for encodings in ["", "br", "gzip;q=0", "identity, gzip; q=0.0", "gzip;q=x"] {
            assert!(!accepts_gzip(&accepting(encodings)), "{encodings}");
        }
        assert!(!accepts_gzip(&HeaderMap::new()));
    }

    #[test]
    fn compressed_files_are_the_same_again() {
        let file: Vec<u8> = (0..9_999u32).flat_map(u32::to_le_bytes).collect();
        for _ in 0..2 {
            let mut read = Vec::new();
            GzDecoder::new(&gzip(&file)[..]).read_to_end(&mut read).unwrap();
            assert_eq!(read, file);
        }
    }

    #[test]
    fn small_files_are_sent_as_they_are() {
        let response = respond(&b"small"[..], &accepting("gzip"));
        assert!(!response.headers().contains_key(CONTENT_ENCODING));
        let response = respond(vec![b'a'; LEAST], &accepting("gzip"));
        assert_eq!(response.headers()[CONTENT_ENCODING], "gzip");
        assert_eq!(response.headers()[VARY], "accept-encoding");
    }

    #[test]
    fn files_not_used_for_longest_are_dropped() {
        let mut packed = Packed::new(10);
        let file = |n: u8| Bytes::from(vec![n; 4]);
        for n in [1, 2] {
            packed.keep((4, u64::from(n)), file(n));
        }
        assert_eq!(packed.find((4, 1)), Some(file(1)));
        packed.keep((4, 3), file(3));
        assert_eq!(packed.find((4, 2)), None);
        assert_eq!([packed.find((4, 1)), packed.find((4, 3))], [Some(file(1)), Some(file(3))]);
        packed.keep((4, 9), Bytes::from(vec![9; 11]));
        assert!(packed.files.is_empty());
    }
}
