//! The compact form of a [`Dawg`] in files: two to three bytes per arc.
//!
//! Nodes are listed children first, the root last, without the leaf. A node is its arcs in order.
//! An arc is one byte (letter; 64: ends a word; 128: last arc of its node) in the first stream, and
//! in the second a number, seven bits per byte, low bits first: 0 for the leaf, otherwise how many
//! nodes back the target is. Arcs cannot point forwards, so no bytes can encode a cycle.

use super::{Dawg, Graph, LONGEST, MOST_WORDS, Node, NodeId};

/// Why bytes are not a graph.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message explains its variant")]
pub enum CodeError {
    #[error("the word graph ends too early")]
    Short,
    #[error("{0} bytes follow the word graph")]
    Trailing(usize),
    #[error("node {0} uses a letter that the alphabet does not have")]
    Letter(usize),
    #[error("the letters of node {0} are not in order")]
    Order(usize),
    #[error("an arc of node {0} leads nowhere")]
    Target(usize),
    #[error("node {0} is a dead end")]
    DeadEnd(usize),
    #[error("a word has more than {LONGEST} letters")]
    Long,
    #[error("the word graph has more than {MOST_WORDS} words")]
    Many,
}

impl Dawg {
    /// The graph as bytes.
    pub fn encode(&self) -> Vec<u8> {
        let graph = self.graph();
        let mut letters = Vec::with_capacity(graph.arcs.len());
        let mut targets = Vec::with_capacity(graph.arcs.len() * 2);
        for index in 1..graph.nodes.len() {
            for (letter, ends, target) in graph.arcs_of(NodeId(index as u32)) {
                letters.push(letter as u8 | u8::from(ends) << 6);
                let back = if target == NodeId::LEAF { 0 } else { index as u32 - target.0 };
                write_number(back, &mut targets);
            }
            if let Some(last) = letters.last_mut() {
                *last |= 0x80;
            }
        }
        let mut bytes = (letters.len() as u32).to_le_bytes().to_vec();
        bytes.append(&mut letters);
        bytes.append(&mut targets);
        bytes
    }

    /// Reads the bytes of [`encode`](Self::encode). All properties that walks rely on are checked
    /// here, so that no bytes can lead a walk astray.
    pub fn decode(bytes: &[u8], letters_of_alphabet: usize) -> Result<Dawg, CodeError> {
        let (count, bytes) = bytes.split_first_chunk().ok_or(CodeError::Short)?;
        let count = u32::from_le_bytes(*count) as usize;
        let (letters, mut numbers) = bytes.split_at_checked(count).ok_or(CodeError::Short)?;
        let nodes = letters.iter().filter(|&&letter| letter & 0x80 != 0).count();
        let mut graph =
            Graph { nodes: Vec::with_capacity(nodes + 1), arcs: Vec::with_capacity(count) };
        graph.nodes.push(Node::default());
        // The height of each node.
        let mut heights: Vec<u8> = Vec::with_capacity(nodes + 1);
        heights.push(0);
        let mut node = Node::default();
        let mut height = 0;
        for &letter in letters {
            let index = graph.nodes.len();
            let (last, ends, bit) =
                (letter & 0x80 != 0, letter & 0x40 != 0, u32::from(letter & 0x3F));
            if bit as usize >= letters_of_alphabet.min(63) {
                return Err(CodeError::Letter(index));
            }
            if node.children >> bit != 0 {
                return Err(CodeError::Order(index));
            }
            let back = read_number(&mut numbers).ok_or(CodeError::Short)? as usize;
            let target = match back {
                0 if !ends => return Err(CodeError::DeadEnd(index)),
                0 => 0,
                _ => index
                    .checked_sub(back)
                    .filter(|&target| target != 0)
                    .ok_or(CodeError::Target(index))?,
            };
            node.children |= 1 << bit;
            node.accepts |= u64::from(ends) << bit;
            node.words = node
                .words
                .saturating_add(u32::from(ends))
                .saturating_add(graph.nodes[target].words);
            height = height.max(heights[target] + 1);
            graph.arcs.push(NodeId(target as u32));
            if last {
                if height as usize > LONGEST {
                    return Err(CodeError::Long);
                }
                graph.nodes.push(node);
                heights.push(height);
                node = Node { first: graph.arcs.len() as u32, ..Node::default() };
                height = 0;
            }
        }
        if node.children != 0 {
            return Err(CodeError::Short);
        }
        if !numbers.is_empty() {
            return Err(CodeError::Trailing(numbers.len()));
        }
        let dawg = Dawg::from_graph(graph);
        if dawg.is_too_large() { Err(CodeError::Many) } else { Ok(dawg) }
    }
}

fn write_number(mut number: u32, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

#[inline]
fn read_number(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in [0, 7, 14, 21] {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}
