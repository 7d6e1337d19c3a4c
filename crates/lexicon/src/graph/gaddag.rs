//! The graph that reads words from any of their letters outwards.

use super::minimal::Minimizer;
use super::{Dawg, Graph, NodeId, bit};
use crate::letter::{Letter, LetterSet};

/// Every word, from each of its letters: leftwards to its beginning, then the separator, then on to
/// its end (Gordon's GADDAG). CARE is ERAC, RAC◊E, AC◊RE and C◊ARE.
///
/// Behind the separator it continues in the [`Dawg`] it was made from, whose nodes it contains
/// under the same numbers: [`dawg_root`](Gaddag::dawg_root) is where that begins.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Gaddag {
    graph: Graph,
    root: NodeId,
    dawg_root: NodeId,
}

impl Gaddag {
    /// The bit that stands for the separator in [`Node::children`](super::Node::children).
    pub const SEPARATOR: u32 = 63;

    /// Derives the graph from its left-to-right sister.
    pub fn new(dawg: &Dawg) -> Gaddag {
        let prefixes = prefixes(dawg);
        // Two to three new nodes for each of the Dawg's is what languages give.
        let minimizer = Minimizer::extending(dawg.graph(), dawg.graph().nodes().len() * 4);
        let mut cursors: Vec<Cursor> =
            (1..prefixes.len() as u32).map(|whole| Cursor { whole, rest: whole, next: prefixes[whole as usize].letter }).collect();
        let mut fronts = Fronts { prefixes: &prefixes, minimizer, spare: cursors.clone(), targets: Vec::new() };
        let (root, _) = fronts.node(&mut cursors);
        Gaddag { graph: fronts.minimizer.finish(), root, dawg_root: dawg.root() }
    }

    /// Where every reading begins.
    #[inline]
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// Where the words read from left to right begin, in the same graph.
    #[inline]
    pub fn dawg_root(&self) -> NodeId {
        self.dawg_root
    }

    /// The letters that may follow; whether the separator may is [`turn`](Self::turn)'s answer.
    #[inline]
    pub fn children(&self, at: NodeId) -> LetterSet {
        LetterSet::from_bits(self.graph.node(at).children)
    }

    /// The letters that complete a word.
    #[inline]
    pub fn accepts(&self, at: NodeId) -> LetterSet {
        LetterSet::from_bits(self.graph.node(at).accepts)
    }

    /// Where the letter leads.
    #[inline]
    pub fn child(&self, at: NodeId, letter: Letter) -> Option<NodeId> {
        self.graph.child(at, bit(letter))
    }

    /// Where the separator leads: from here on letters are added to the right.
    #[inline]
    pub fn turn(&self, at: NodeId) -> Option<NodeId> {
        // The topmost bit, so the last arc.
        let node = self.graph.node(at);
        (node.children >> Self::SEPARATOR == 1).then(|| self.graph.arcs[node.first as usize + node.children.count_ones() as usize - 1])
    }

    /// The nodes and arcs.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }
}

/// A beginning of words: where it ends in the Dawg, and how it was reached.
#[derive(Copy, Clone)]
struct Prefix {
    /// The beginning that is shorter by one letter.
    parent: u32,
    node: NodeId,
    /// The last letter, counted from 1; 0 for the empty beginning.
    letter: u8,
    /// The last letter of the parent: one access to memory less in the innermost loop.
    parent_letter: u8,
    is_word: bool,
}

/// All beginnings of words, each after its parent; the first is the empty one.
fn prefixes(dawg: &Dawg) -> Vec<Prefix> {
    let graph = dawg.graph();
    let mut prefixes = Vec::with_capacity(dawg.len() * 2);
    prefixes.push(Prefix { parent: 0, node: dawg.root(), letter: 0, parent_letter: 0, is_word: false });
    let mut open = vec![0u32];
    while let Some(parent) = open.pop() {
        let Prefix { node, letter: parent_letter, .. } = prefixes[parent as usize];
        for (letter, is_word, node) in graph.arcs_of(node) {
            if node != NodeId::LEAF {
                open.push(prefixes.len() as u32);
            }
            prefixes.push(Prefix { parent, node, letter: letter as u8 + 1, parent_letter, is_word });
        }
    }
    prefixes
}

/// Sorts the reversed beginnings by their first letter, then each heap by the next, and so on, and
/// makes a node of every heap on the way back.
struct Fronts<'a> {
    prefixes: &'a [Prefix],
    minimizer: Minimizer,
    /// Room for sorting.
    spare: Vec<Cursor>,
    /// The arcs of the nodes that are being made, the deepest last.
    targets: Vec<NodeId>,
}

/// A beginning, and the part of it that has not been read yet, itself a beginning.
#[derive(Copy, Clone)]
struct Cursor {
    whole: u32,
    rest: u32,
    /// The last letter of `rest`, which is read next.
    next: u8,
}

impl Fronts<'_> {
    /// The node reached by what these cursors have read, which is the same for all; and whether that
    /// is a whole word.
    fn node(&mut self, cursors: &mut [Cursor]) -> (NodeId, bool) {
        if let &mut [cursor] = cursors {
            return self.single(cursor);
        }
        let prefixes = self.prefixes;
        let first = self.targets.len();
        let (mut children, mut accepts) = (0u64, 0u64);
        let done = self.sort(cursors);
        let (done, mut left) = cursors.split_at_mut(done);
        while let Some(&Cursor { next, .. }) = left.first() {
            let mut same = 0;
            while let Some(cursor) = left.get_mut(same).filter(|cursor| cursor.next == next) {
                let prefix = &prefixes[cursor.rest as usize];
                (cursor.rest, cursor.next) = (prefix.parent, prefix.parent_letter);
                same += 1;
            }
            let (heap, others) = left.split_at_mut(same);
            let (target, ends) = self.node(heap);
            self.targets.push(target);
            children |= 1 << (next - 1);
            accepts |= u64::from(ends) << (next - 1);
            left = others;
        }
        // At most one is read to its end: they are different beginnings.
        let mut is_word = false;
        if let Some(cursor) = done.first() {
            let prefix = &prefixes[cursor.whole as usize];
            is_word = prefix.is_word;
            if prefix.node != NodeId::LEAF {
                self.targets.push(prefix.node);
                children |= 1 << Gaddag::SEPARATOR;
            }
        }
        let node = self.minimizer.node(children, accepts, &self.targets[first..]);
        self.targets.truncate(first);
        (node, is_word)
    }

    /// [`node`](Self::node) for one cursor: a chain of letters.
    fn single(&mut self, cursor: Cursor) -> (NodeId, bool) {
        let whole = &self.prefixes[cursor.whole as usize];
        let mut letters = [0u8; super::LONGEST];
        let mut count = 0;
        let Cursor { mut rest, mut next, .. } = cursor;
        while rest != 0 {
            letters[count] = next - 1;
            count += 1;
            let prefix = &self.prefixes[rest as usize];
            (rest, next) = (prefix.parent, prefix.parent_letter);
        }
        let mut node = match whole.node {
            NodeId::LEAF => NodeId::LEAF,
            behind => self.minimizer.single(Gaddag::SEPARATOR, false, behind),
        };
        let mut is_word = whole.is_word;
        for &letter in letters[..count].iter().rev() {
            node = self.minimizer.single(u32::from(letter), is_word, node);
            is_word = false;
        }
        (node, is_word)
    }

    /// Sorts by the next letter to be read. Those that are read to their end come first; says how many.
    fn sort(&mut self, cursors: &mut [Cursor]) -> usize {
        if cursors.len() <= 24 {
            for i in 1..cursors.len() {
                let cursor = cursors[i];
                let mut j = i;
                while j > 0 && cursors[j - 1].next > cursor.next {
                    cursors[j] = cursors[j - 1];
                    j -= 1;
                }
                cursors[j] = cursor;
            }
            return usize::from(cursors.first().is_some_and(|cursor| cursor.next == 0));
        }
        let mut starts = [0u32; 65];
        for cursor in cursors.iter() {
            starts[usize::from(cursor.next) + 1] += 1;
        }
        let done = starts[1] as usize;
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let spare = &mut self.spare[..cursors.len()];
        spare.copy_from_slice(cursors);
        for cursor in spare.iter() {
            let start = &mut starts[usize::from(cursor.next)];
            cursors[*start as usize] = *cursor;
            *start += 1;
        }
        done
    }
}
