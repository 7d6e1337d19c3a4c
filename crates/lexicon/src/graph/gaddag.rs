//! The graph that reads words from any of their letters outwards.

use super::minimal::Minimizer;
use super::{Dawg, Graph, NodeId, bit};
use crate::alphabet::{Letter, LetterSet};

/// All words, from each of their letters: leftwards to the beginning, then the separator, then on
/// to the end (Gordon's GADDAG). CARE is ERAC, RAC◊E, AC◊RE and C◊ARE.
///
/// After the separator it continues in its [`Dawg`], whose nodes it contains with the same numbers,
/// from [`dawg_root`](Gaddag::dawg_root).
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Gaddag {
    graph: Graph,
    root: NodeId,
    dawg_root: NodeId,
}

impl Gaddag {
    /// The bit of the separator in [`Node::children`](super::Node::children).
    pub const SEPARATOR: u32 = 63;

    /// Derives the graph from the left-to-right graph.
    pub fn new(dawg: &Dawg) -> Gaddag {
        let prefixes = Prefixes::new(dawg);
        let count = prefixes.ends.len();
        // Most languages have 60 to 90% as many new nodes as beginnings.
        let minimizer = Minimizer::extending(dawg.graph(), count);
        let mut cursors: Vec<Cursor> = (1..count as u32)
            .map(|whole| Cursor { whole, rest: prefixes.itself[whole as usize] })
            .collect();
        let mut fronts =
            Fronts { prefixes: &prefixes, minimizer, spare: cursors.clone(), targets: Vec::new() };
        let (root, _) = fronts.node(&mut cursors);
        Gaddag { graph: fronts.minimizer.finish(), root, dawg_root: dawg.root() }
    }

    /// Where words read from a letter outwards begin.
    #[inline]
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// Where words read from left to right begin.
    #[inline]
    pub fn dawg_root(&self) -> NodeId {
        self.dawg_root
    }

    /// The letters that may follow, without the separator; see [`turn`](Self::turn).
    #[inline]
    pub fn children(&self, at: NodeId) -> LetterSet {
        LetterSet::from_bits(self.graph.node(at).children)
    }

    /// The letters that complete a word.
    #[inline]
    pub fn accepts(&self, at: NodeId) -> LetterSet {
        LetterSet::from_bits(self.graph.node(at).accepts)
    }

    /// The target of the arc with this letter.
    #[inline]
    pub fn child(&self, at: NodeId, letter: Letter) -> Option<NodeId> {
        self.graph.child(at, bit(letter))
    }

    /// The target of the separator: from there, letters are added on the right.
    #[inline]
    pub fn turn(&self, at: NodeId) -> Option<NodeId> {
        // The highest bit is the last arc.
        let node = self.graph.node(at);
        (node.children >> Self::SEPARATOR == 1)
            .then(|| self.graph.arcs[node.first as usize + node.children.count_ones() as usize - 1])
    }

    /// The nodes and arcs.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }
}

/// All beginnings of words, each after its own beginnings; 0 is the empty one.
struct Prefixes {
    ends: Vec<End>,
    /// Each beginning as a [`Rest`].
    itself: Vec<Rest>,
    /// The beginning without its last letter. It is read millions of times in random order, so the
    /// array is small.
    shorter: Vec<Rest>,
}

/// Where a beginning ends in the Dawg.
#[derive(Copy, Clone)]
struct End {
    node: NodeId,
    is_word: bool,
}

/// A beginning and its last letter in one number: six bits for the letter, from 1, the rest for the
/// beginning. 0 is the empty one.
type Rest = u32;

/// The maximum number of beginnings in a [`Rest`]: ten times what large languages have. Decoding
/// checks it.
pub(crate) const MOST_PREFIXES: usize = 1 << 26;

impl Prefixes {
    fn new(dawg: &Dawg) -> Prefixes {
        let graph = dawg.graph();
        let room = dawg.len() * 5 / 2;
        let (mut ends, mut itself, mut shorter) =
            (Vec::with_capacity(room), Vec::with_capacity(room), Vec::with_capacity(room));
        ends.push(End { node: dawg.root(), is_word: false });
        itself.push(0);
        shorter.push(0);
        let mut open: Vec<Rest> = vec![0];
        while let Some(parent) = open.pop() {
            for (letter, is_word, node) in graph.arcs_of(ends[parent as usize >> 6].node) {
                assert!(
                    ends.len() < MOST_PREFIXES,
                    "a word list with more than {MOST_PREFIXES} beginnings of words"
                );
                let rest = (ends.len() as u32) << 6 | (letter + 1);
                if node != NodeId::LEAF {
                    open.push(rest);
                }
                ends.push(End { node, is_word });
                itself.push(rest);
                shorter.push(parent);
            }
        }
        Prefixes { ends, itself, shorter }
    }
}

/// Sorts the reversed beginnings by their first letter, then each group by the next, and so on, and
/// makes a node of every group.
struct Fronts<'a> {
    prefixes: &'a Prefixes,
    minimizer: Minimizer,
    /// Scratch space for sorting.
    spare: Vec<Cursor>,
    /// The arcs of the nodes in progress, the deepest last.
    targets: Vec<NodeId>,
}

/// A beginning, and the part that is still to read, from its end.
#[derive(Copy, Clone)]
struct Cursor {
    whole: u32,
    rest: Rest,
}

impl Cursor {
    /// The next letter, from 1; 0 at the end.
    #[inline]
    fn next(self) -> usize {
        self.rest as usize & 0x3F
    }
}

impl Fronts<'_> {
    /// The node after what these cursors have read, which is the same for all, and whether that is
    /// a whole word.
    fn node(&mut self, cursors: &mut [Cursor]) -> (NodeId, bool) {
        if let &mut [cursor] = cursors {
            return self.single(cursor);
        }
        let prefixes = self.prefixes;
        let first = self.targets.len();
        let (mut children, mut accepts) = (0u64, 0u64);
        let done = self.sort(cursors);
        let (done, mut left) = cursors.split_at_mut(done);
        while let Some(next) = left.first().map(|cursor| cursor.next()) {
            let mut same = 0;
            while let Some(cursor) = left.get_mut(same).filter(|cursor| cursor.next() == next) {
                cursor.rest = prefixes.shorter[cursor.rest as usize >> 6];
                same += 1;
            }
            let (heap, others) = left.split_at_mut(same);
            let (target, ends) = self.node(heap);
            self.targets.push(target);
            children |= 1 << (next - 1);
            accepts |= u64::from(ends) << (next - 1);
            left = others;
        }
        // At most one is at its end, since all beginnings differ.
        let mut is_word = false;
        if let Some(cursor) = done.first() {
            let end = prefixes.ends[cursor.whole as usize];
            is_word = end.is_word;
            if end.node != NodeId::LEAF {
                self.targets.push(end.node);
                children |= 1 << Gaddag::SEPARATOR;
            }
        }
        let node = self.minimizer.node(children, accepts, &self.targets[first..]);
        self.targets.truncate(first);
        (node, is_word)
    }

    /// [`node`](Self::node) for one cursor: a chain of letters.
    fn single(&mut self, mut cursor: Cursor) -> (NodeId, bool) {
        let mut letters = [0u8; super::LONGEST];
        let mut count = 0;
        while cursor.rest != 0 {
            letters[count] = cursor.next() as u8 - 1;
            count += 1;
            cursor.rest = self.prefixes.shorter[cursor.rest as usize >> 6];
        }
        let End { node, mut is_word } = self.prefixes.ends[cursor.whole as usize];
        let mut node = match node {
            NodeId::LEAF => NodeId::LEAF,
            behind => self.minimizer.single(Gaddag::SEPARATOR, false, behind),
        };
        for &letter in letters[..count].iter().rev() {
            node = self.minimizer.single(u32::from(letter), is_word, node);
            is_word = false;
        }
        (node, is_word)
    }

    /// Sorts by the next letter. Cursors at their end come first; returns how many.
    fn sort(&mut self, cursors: &mut [Cursor]) -> usize {
        // For a few, insertion sort is faster.
        const FEW: usize = 16;
        if cursors.len() <= FEW {
            for i in 1..cursors.len() {
                let cursor = cursors[i];
                let mut j = i;
                while j > 0 && cursors[j - 1].next() > cursor.next() {
                    cursors[j] = cursors[j - 1];
                    j -= 1;
                }
                cursors[j] = cursor;
            }
            return usize::from(cursors.first().is_some_and(|cursor| cursor.rest == 0));
        }
        let mut starts = [0u32; 65];
        for cursor in cursors.iter() {
            starts[cursor.next() + 1] += 1;
        }
        let done = starts[1] as usize;
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let spare = &mut self.spare[..cursors.len()];
        spare.copy_from_slice(cursors);
        for cursor in spare.iter() {
            let start = &mut starts[cursor.next()];
            cursors[*start as usize] = *cursor;
            *start += 1;
        }
        done
    }
}
