//! KWG and KBWG: the lexicon files of wolges, Macondo and MAGPIE, read and written.
//!
//! A file is an array of 32-bit numbers, little-endian. Each is an arc: tile (0 is the separator, 1
//! the first letter), whether it ends a word, whether it is the last of its siblings, and the index
//! of the first arc of its target (0: none). Arc 0 leads to the root of the DAWG, arc 1 to the root
//! of the GADDAG. Siblings are sorted by tile.
//!
//! ```text
//! KWG    31 ...... 24   23    22    21 ............. 0      KBWG    31 ............. 8    7     6    5 ..... 0
//!             tile     ends  last        place                            place          ends  last    tile
//! ```
//!
//! The files do not name their alphabet; the reader must know it.

use crate::alphabet::Alphabet;
use crate::graph::{Dawg, Gaddag, LONGEST, MOST_WORDS, Minimizer, NodeId, bits};
use crate::lexicon::Lexicon;

/// The two layouts.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum KwgKind {
    /// Up to 4,194,304 arcs.
    Kwg,
    /// Up to 16,777,216 arcs, for the largest lexicons.
    Kbwg,
}

/// Why a file cannot be read as KWG, or a lexicon cannot be written as one.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message explains its variant")]
pub enum KwgError {
    #[error(
        "a KWG file consists of 4-byte numbers, but this one has {0} bytes; it is cut off, or not a KWG file"
    )]
    Size(usize),
    #[error("this KWG file has no DAWG")]
    NoDawg,
    #[error(
        "arc {arc} leads to place {place}, but there are only {arcs}: the file is damaged, or of the other kind (KWG or KBWG)"
    )]
    Place { arc: usize, place: usize, arcs: usize },
    #[error(
        "arc {arc} has tile {tile}, but the alphabet has {letters} letters: the file is for another language, or of the other kind (KWG or KBWG)"
    )]
    Tile { arc: usize, tile: usize, letters: usize },
    #[error(
        "the tiles at arc {0} are not in ascending order: the file is damaged, or of the other kind (KWG or KBWG)"
    )]
    Order(usize),
    #[error("arc {0} is a dead end: the file is damaged, or of the other kind (KWG or KBWG)")]
    DeadEnd(usize),
    #[error(
        "the arcs from place {0} form a cycle: the file is damaged, or of the other kind (KWG or KBWG)"
    )]
    Circle(usize),
    #[error(
        "a word has more than {LONGEST} letters: the file is damaged, or of the other kind (KWG or KBWG)"
    )]
    Long,
    #[error(
        "the file has more than {MOST_WORDS} words: it is damaged, or of the other kind (KWG or KBWG)"
    )]
    Many,
    #[error("this lexicon needs {arcs} arcs, but {kind} files have room for {most}{hint}", kind = kind.name(), most = kind.most(), hint = kind.hint())]
    Large { arcs: usize, kind: KwgKind },
    #[error("{kind} files are for alphabets of up to {most} letters; this one has {letters}", kind = kind.name(), most = kind.most_letters())]
    Letters { letters: usize, kind: KwgKind },
}

impl KwgError {
    /// How to fix it, if that is known.
    pub fn hint(&self) -> Option<String> {
        matches!(self, KwgError::NoDawg).then(|| "export it again with its DAWG".to_owned())
    }
}

impl KwgKind {
    fn name(self) -> &'static str {
        match self {
            KwgKind::Kwg => "KWG",
            KwgKind::Kbwg => "KBWG",
        }
    }

    fn most(self) -> usize {
        match self {
            KwgKind::Kwg => 1 << 22,
            KwgKind::Kbwg => 1 << 24,
        }
    }

    fn most_letters(self) -> usize {
        match self {
            KwgKind::Kwg => 255,
            KwgKind::Kbwg => 63,
        }
    }

    fn hint(self) -> &'static str {
        match self {
            KwgKind::Kwg => "; write a KBWG file instead",
            KwgKind::Kbwg => "",
        }
    }

    fn pack(self, arc: Arc) -> u32 {
        let Arc { tile, ends, last, place } = arc;
        match self {
            KwgKind::Kwg => {
                (tile as u32) << 24 | u32::from(ends) << 23 | u32::from(last) << 22 | place as u32
            }
            KwgKind::Kbwg => {
                (place as u32) << 8 | u32::from(ends) << 7 | u32::from(last) << 6 | tile as u32
            }
        }
    }

    fn unpack(self, arc: u32) -> Arc {
        let (tile, ends, last, place) = match self {
            KwgKind::Kwg => (arc >> 24, arc >> 23 & 1, arc >> 22 & 1, arc & 0x3F_FFFF),
            KwgKind::Kbwg => (arc & 0x3F, arc >> 7 & 1, arc >> 6 & 1, arc >> 8),
        };
        Arc { tile: tile as usize, ends: ends == 1, last: last == 1, place: place as usize }
    }

    /// Why these bytes are not a file of this kind, for any alphabet.
    pub(crate) fn fault(self, bytes: &[u8]) -> Option<KwgError> {
        self.read(bytes, self.most_letters()).err()
    }

    fn read(self, bytes: &[u8], letters: usize) -> Result<Dawg, KwgError> {
        if bytes.len() < 8 || !bytes.len().is_multiple_of(4) {
            return Err(KwgError::Size(bytes.len()));
        }
        let arcs = bytes.as_chunks().0;
        let minimizer = Minimizer::new(arcs.len() / 8);
        let mut reader =
            Reader { kind: self, arcs, letters, minimizer, seen: vec![Seen::New; arcs.len()] };
        let root_of = |arc: usize| reader.arc(arc).map_or(0, |arc| arc.place);
        let place = root_of(0);
        if place == 0 && root_of(1) != 0 {
            return Err(KwgError::NoDawg);
        }
        if place != 0 {
            reader.check_place(0, place)?;
            reader.node(place, 0)?;
        }
        let dawg = Dawg::from_graph(reader.minimizer.finish());
        if dawg.is_too_large() {
            return Err(KwgError::Many);
        }
        Ok(dawg)
    }
}

#[derive(Copy, Clone)]
struct Arc {
    tile: usize,
    ends: bool,
    last: bool,
    place: usize,
}

impl Lexicon {
    /// Reads a KWG or KBWG file for its alphabet. The GADDAG in it is ignored; ours is derived from
    /// the words.
    pub fn from_kwg(
        name: impl Into<String>,
        alphabet: &Alphabet,
        bytes: &[u8],
        kind: KwgKind,
    ) -> Result<Lexicon, KwgError> {
        Ok(Lexicon::new(name, alphabet.clone(), kind.read(bytes, alphabet.len())?, None))
    }

    /// The lexicon as a KWG or KBWG file with both graphs. Levels are lost.
    pub fn to_kwg(&self, kind: KwgKind) -> Result<Vec<u8>, KwgError> {
        if self.alphabet.len() > kind.most_letters() {
            return Err(KwgError::Letters { letters: self.alphabet.len(), kind });
        }
        let gaddag = self.gaddag();
        let graph = gaddag.graph();
        let arcs = graph.arcs().len() + 2;
        if arcs > kind.most() {
            return Err(KwgError::Large { arcs, kind });
        }
        let place = |node: NodeId| {
            if node == NodeId::LEAF { 0 } else { graph.node(node).first as usize + 2 }
        };
        let root = |node| kind.pack(Arc { tile: 0, ends: false, last: true, place: place(node) });
        let mut bytes = Vec::with_capacity(arcs * 4);
        let mut write = |arc: u32| bytes.extend_from_slice(&arc.to_le_bytes());
        write(root(gaddag.dawg_root()));
        write(root(gaddag.root()));
        for node in &graph.nodes()[1..] {
            let separator = node.children >> Gaddag::SEPARATOR == 1;
            let targets = graph.targets(node);
            // Our separator is the last bit, theirs is the first tile.
            let turn = separator.then(|| (0, false, targets[targets.len() - 1]));
            let letters = bits(node.children & !(1 << Gaddag::SEPARATOR));
            let letters = letters
                .zip(targets)
                .map(|(bit, &target)| (bit as usize + 1, node.accepts >> bit & 1 == 1, target));
            let count = targets.len();
            for (index, (tile, ends, target)) in turn.into_iter().chain(letters).enumerate() {
                write(kind.pack(Arc {
                    tile,
                    ends,
                    last: index + 1 == count,
                    place: place(target),
                }));
            }
        }
        Ok(bytes)
    }
}

/// Whether the arcs at an index have been read.
#[derive(Copy, Clone, Eq, PartialEq)]
enum Seen {
    New,
    /// They are being read; a second visit is a cycle.
    Open,
    /// They are this node, followed by at most this many letters.
    Done(NodeId, u8),
}

/// Converts nodes, children first.
struct Reader<'a> {
    kind: KwgKind,
    /// The bytes of the file, which may be large.
    arcs: &'a [[u8; 4]],
    letters: usize,
    minimizer: Minimizer,
    seen: Vec<Seen>,
}

impl Reader<'_> {
    fn arc(&self, at: usize) -> Option<Arc> {
        self.arcs.get(at).map(|&bytes| self.kind.unpack(u32::from_le_bytes(bytes)))
    }

    fn check_place(&self, arc: usize, place: usize) -> Result<(), KwgError> {
        let arcs = self.arcs.len();
        if place < arcs { Ok(()) } else { Err(KwgError::Place { arc, place, arcs }) }
    }

    /// The node whose arcs begin at this index, and the maximum number of letters that follow.
    fn node(&mut self, place: usize, depth: usize) -> Result<(NodeId, u8), KwgError> {
        match self.seen[place] {
            Seen::Done(node, height) => return Ok((node, height)),
            Seen::Open => return Err(KwgError::Circle(place)),
            Seen::New if depth >= LONGEST => return Err(KwgError::Long),
            Seen::New => self.seen[place] = Seen::Open,
        }
        let (mut children, mut accepts, mut height) = (0u64, 0u64, 0);
        let mut targets = [NodeId::LEAF; 64];
        let mut at = place;
        loop {
            let Some(Arc { tile, ends, last, place: next }) = self.arc(at) else {
                return Err(KwgError::Place { arc: at - 1, place: at, arcs: self.arcs.len() });
            };
            if tile == 0 || tile > self.letters {
                return Err(KwgError::Tile { arc: at, tile, letters: self.letters });
            }
            if children >> (tile - 1) != 0 {
                return Err(KwgError::Order(at));
            }
            let (target, below) = match next {
                0 if !ends => return Err(KwgError::DeadEnd(at)),
                0 => (NodeId::LEAF, 0),
                _ => {
                    self.check_place(at, next)?;
                    self.node(next, depth + 1)?
                }
            };
            targets[children.count_ones() as usize] = target;
            children |= 1 << (tile - 1);
            accepts |= u64::from(ends) << (tile - 1);
            height = height.max(below + 1);
            at += 1;
            if last {
                break;
            }
        }
        if depth + usize::from(height) > LONGEST {
            return Err(KwgError::Long);
        }
        let node =
            self.minimizer.node(children, accepts, &targets[..children.count_ones() as usize]);
        self.seen[place] = Seen::Done(node, height);
        Ok((node, height))
    }
}
