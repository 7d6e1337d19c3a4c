//! Our lexicon file: the compact graph with all that is needed to use it, and a checksum.
//!
//! ```text
//! offset  size
//!      0     8  "TISANELX"
//!      8     2  version, 1
//!     10     2  bit 0: the body is packed with zstd
//!     12     4  CRC-32 of everything that follows
//!     16     4  length of the head
//!     20     4  length of the body in the file
//!     24     4  length of the body unpacked
//!     28        head: name, title, language, licence, credit; the alphabet (casing, letters, folds);
//!               words (4), longest word (1), has levels (1)
//!               body: length of the graph (4), the graph as `Dawg::encode` writes it,
//!               and with levels one byte for each word in alphabetical order (255: none)
//! ```
//!
//! Numbers are little-endian. A text is its length in two bytes and UTF-8. Files of version 1 stay
//! readable.

use std::borrow::Cow;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::write::write_whole;
use crate::alphabet::{Alphabet, Casing, encode_alphabet, write_text};
use crate::graph::Dawg;
use crate::lexicon::{About, Lexicon};
use crate::text::{count, unreadable};

const MAGIC: &[u8; 8] = b"TISANELX";
const VERSION: u16 = 1;
const PACKED: u16 = 1;
const HEAD_AT: usize = 28;
/// The maximum size of an unpacked body, so that a small file cannot fill the memory.
const LARGEST_BODY: usize = 1 << 28;

/// Why a file cannot be used as a lexicon.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message explains its variant")]
pub enum OpenError {
    #[error("{path}: {source}")]
    File { path: PathBuf, source: Box<OpenError> },
    #[error("{}", unreadable(.0))]
    Io(#[from] std::io::Error),
    #[error("this is not a lexicon file")]
    Foreign,
    #[error("the file has format {found}, but this version reads formats up to {VERSION}")]
    Newer { found: u16 },
    #[error("the file is cut off: {} missing", count(*missing, "byte"))]
    Truncated { missing: usize },
    #[error("the file is damaged ({0})")]
    Damaged(Cow<'static, str>),
}

impl OpenError {
    /// How to fix it, if that is known.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            OpenError::File { source, .. } => return source.hint(),
            OpenError::Io(_) => return None,
            OpenError::Foreign => "if it is a word list, convert it with `tisane lexicon build`",
            OpenError::Newer { .. } => {
                "update tisane, or rebuild the file with `tisane lexicon build`"
            }
            OpenError::Truncated { .. } | OpenError::Damaged(_) => {
                "copy it again or rebuild it with `tisane lexicon build`"
            }
        };
        Some(hint.to_owned())
    }
}

/// The head of a lexicon file: all but the words.
#[derive(Clone, Debug)]
pub struct Head {
    /// The name of the lexicon.
    pub name: String,
    /// Title, language, licence and credit.
    pub about: About,
    /// The alphabet of its words.
    pub alphabet: Alphabet,
    /// The number of words.
    pub words: usize,
    /// The length of the longest word, in letters.
    pub longest: usize,
    /// Whether any word has a commonness level.
    pub has_levels: bool,
}

impl Lexicon {
    /// Opens a lexicon file.
    ///
    /// The file is read, not mapped: reading takes 0.03 ms of 2 to 7 ms, and a map would need
    /// `unsafe` code and crash if the file is truncated. Callers with a map can use
    /// [`from_bytes`](Self::from_bytes).
    pub fn open(path: impl AsRef<Path>) -> Result<Lexicon, OpenError> {
        let path = path.as_ref();
        std::fs::read(path)
            .map_err(OpenError::Io)
            .and_then(|bytes| Lexicon::from_bytes(&bytes))
            .map_err(|source| OpenError::File { path: path.to_owned(), source: Box::new(source) })
    }

    /// Opens a lexicon from the bytes of its file. Takes milliseconds, checks everything, and
    /// copies what it needs.
    pub fn from_bytes(bytes: &[u8]) -> Result<Lexicon, OpenError> {
        let file = Parts::split(bytes)?;
        let head = Head::decode(file.head)?;
        let body = file.body()?;
        let mut fields = Fields(&body);
        let graph = fields.u32()? as usize;
        let graph = fields.take(graph)?;
        let dawg =
            Dawg::decode(graph, head.alphabet.len()).map_err(|error| damaged(error.to_string()))?;
        if dawg.len() != head.words {
            return Err(damaged(format!(
                "it holds {} words instead of {}",
                dawg.len(),
                head.words
            )));
        }
        if dawg.longest() != head.longest {
            return Err(damaged(format!(
                "its longest word has {} letters instead of {}",
                dawg.longest(),
                head.longest
            )));
        }
        let levels = if head.has_levels { Some(fields.take(head.words)?.to_vec()) } else { None };
        fields.end()?;
        Ok(Lexicon::new(head.name, head.alphabet, dawg, levels).with_about(head.about))
    }

    /// The lexicon as the bytes of a file, uncompressed.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.write(0, |body| body)
    }

    /// The lexicon as the bytes of a compressed file. `zstd` makes a zstd frame; it is up to the
    /// caller, since a good compressor may need C.
    pub fn to_bytes_packed(&self, zstd: impl FnOnce(&[u8]) -> Vec<u8>) -> Vec<u8> {
        self.write(PACKED, |body| zstd(&body))
    }

    /// Writes the file by way of a temporary one, so that nobody sees half a lexicon.
    pub fn save(&self, path: impl AsRef<Path>) -> std::io::Result<()> {
        write_whole(path.as_ref(), &self.to_bytes())
    }

    fn write(&self, flags: u16, pack: impl FnOnce(Vec<u8>) -> Vec<u8>) -> Vec<u8> {
        let head = self.encode_head();
        let graph = self.dawg.encode();
        let mut body = (graph.len() as u32).to_le_bytes().to_vec();
        body.extend_from_slice(&graph);
        body.extend_from_slice(self.levels.as_deref().unwrap_or_default());
        let unpacked = body.len();
        let body = pack(body);
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&flags.to_le_bytes());
        bytes.extend_from_slice(&[0; 4]);
        for length in [head.len(), body.len(), unpacked] {
            bytes.extend_from_slice(&(length as u32).to_le_bytes());
        }
        bytes.extend_from_slice(&head);
        bytes.extend_from_slice(&body);
        let checksum = crc32fast::hash(&bytes[16..]);
        bytes[12..16].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    fn encode_head(&self) -> Vec<u8> {
        let mut head = Vec::new();
        for text in [
            &self.name,
            &self.about.title,
            &self.about.language,
            &self.about.licence,
            &self.about.credit,
        ] {
            write_text(text, &mut head);
        }
        head.extend_from_slice(&encode_alphabet(&self.alphabet));
        head.extend_from_slice(&(self.len() as u32).to_le_bytes());
        head.push(self.longest() as u8);
        head.push(u8::from(self.levels.is_some()));
        head
    }
}

impl Head {
    /// Reads the head of a lexicon file without unpacking the words. The checksum is verified.
    pub fn from_bytes(bytes: &[u8]) -> Result<Head, OpenError> {
        Head::decode(Parts::split(bytes)?.head)
    }

    fn decode(head: &[u8]) -> Result<Head, OpenError> {
        let mut fields = Fields(head);
        let name = fields.text()?;
        let about = About {
            title: fields.text()?,
            language: fields.text()?,
            licence: fields.text()?,
            credit: fields.text()?,
        };
        let alphabet = fields.alphabet()?;
        let words = fields.u32()? as usize;
        let longest = usize::from(fields.u8()?);
        let has_levels = match fields.u8()? {
            0 => false,
            1 => true,
            _ => return Err(damaged("the head makes no sense")),
        };
        fields.end()?;
        Ok(Head { name, about, alphabet, words, longest, has_levels })
    }
}

/// Whether the bytes begin like a lexicon file of any version.
pub(crate) fn looks_like_lexicon(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// The parts of a file with a valid checksum.
struct Parts<'a> {
    head: &'a [u8],
    body: &'a [u8],
    packed: bool,
    unpacked: usize,
}

impl<'a> Parts<'a> {
    fn split(bytes: &'a [u8]) -> Result<Parts<'a>, OpenError> {
        if !bytes.starts_with(MAGIC) {
            return Err(if !bytes.is_empty() && MAGIC.starts_with(bytes) {
                OpenError::Truncated { missing: HEAD_AT - bytes.len() }
            } else {
                OpenError::Foreign
            });
        }
        let mut fields = Fields(&bytes[MAGIC.len()..]);
        if bytes.len() >= 10 {
            let found = fields.u16()?;
            if found > VERSION {
                return Err(OpenError::Newer { found });
            }
            if found == 0 {
                return Err(damaged("its version makes no sense"));
            }
        }
        if bytes.len() < HEAD_AT {
            return Err(OpenError::Truncated { missing: HEAD_AT - bytes.len() });
        }
        let flags = fields.u16()?;
        let checksum = fields.u32()?;
        let (head, body, unpacked) =
            (fields.u32()? as usize, fields.u32()? as usize, fields.u32()? as usize);
        let rest = &bytes[HEAD_AT..];
        let expected = head.saturating_add(body);
        if rest.len() < expected {
            return Err(OpenError::Truncated { missing: expected - rest.len() });
        }
        if rest.len() > expected {
            return Err(damaged(format!("{} bytes follow its end", rest.len() - expected)));
        }
        if crc32fast::hash(&bytes[16..]) != checksum {
            return Err(damaged("its checksum is wrong"));
        }
        if flags & !PACKED != 0 {
            return Err(damaged("its flags make no sense"));
        }
        let (head, body) = rest.split_at(head);
        Ok(Parts { head, body, packed: flags & PACKED != 0, unpacked })
    }

    fn body(&self) -> Result<Cow<'a, [u8]>, OpenError> {
        if self.unpacked > LARGEST_BODY {
            return Err(damaged(format!("it claims to hold {} bytes", self.unpacked)));
        }
        let body = if self.packed {
            Cow::Owned(unpack(self.body, self.unpacked)?)
        } else {
            Cow::Borrowed(self.body)
        };
        if body.len() != self.unpacked {
            return Err(damaged(format!(
                "{} bytes were unpacked instead of {}",
                body.len(),
                self.unpacked
            )));
        }
        Ok(body)
    }
}

/// Unpacks zstd, up to one byte more than expected.
pub(crate) fn unpack(packed: &[u8], expected: usize) -> Result<Vec<u8>, OpenError> {
    let nonsense =
        |error: &dyn std::fmt::Display| damaged(format!("it cannot be unpacked: {error}"));
    let decoder =
        ruzstd::decoding::StreamingDecoder::new(packed).map_err(|error| nonsense(&error))?;
    let mut unpacked = Vec::with_capacity(expected.min(1 << 22));
    decoder
        .take(expected as u64 + 1)
        .read_to_end(&mut unpacked)
        .map_err(|error| nonsense(&error))?;
    Ok(unpacked)
}

/// Reads field by field.
struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], OpenError> {
        let (taken, rest) =
            self.0.split_at_checked(length).ok_or_else(|| damaged("a part of it is missing"))?;
        self.0 = rest;
        Ok(taken)
    }

    fn u8(&mut self) -> Result<u8, OpenError> {
        Ok(self.take(1)?[0])
    }

    fn u16(&mut self) -> Result<u16, OpenError> {
        self.take(2).map(|bytes| u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    fn u32(&mut self) -> Result<u32, OpenError> {
        self.take(4).map(|bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    fn text(&mut self) -> Result<String, OpenError> {
        let length = usize::from(self.u16()?);
        let bytes = self.take(length)?;
        str::from_utf8(bytes).map(str::to_owned).map_err(|_| damaged("a text in it is not UTF-8"))
    }

    fn alphabet(&mut self) -> Result<Alphabet, OpenError> {
        let casing = match self.u8()? {
            0 => Casing::Standard,
            1 => Casing::Turkic,
            _ => return Err(damaged("its alphabet makes no sense")),
        };
        let letters = self.u8()?;
        let letters = (0..letters).map(|_| self.text()).collect::<Result<Vec<_>, _>>()?;
        let folds = self.u16()?;
        let folds = (0..folds)
            .map(|_| Ok((self.text()?, self.text()?)))
            .collect::<Result<Vec<_>, OpenError>>()?;
        Alphabet::new(casing, letters, folds).map_err(|error| damaged(error.to_string()))
    }

    fn end(&self) -> Result<(), OpenError> {
        if self.0.is_empty() { Ok(()) } else { Err(damaged("it holds more than it should")) }
    }
}

fn damaged(what: impl Into<Cow<'static, str>>) -> OpenError {
    OpenError::Damaged(what.into())
}
