//! The graphs against plain sets of words.

use std::collections::BTreeSet;

use crate::common::{Word, lexicon};
use proptest::prelude::*;
use tisane_lexicon::graph::{Flat, Mask, NodeId, Place};
use tisane_lexicon::{Dawg, Gaddag, Lexicon};

/// All paths through a gaddag, with the separator as `None`.
fn paths(
    gaddag: &Gaddag,
    at: NodeId,
    path: &mut Vec<Option<usize>>,
    found: &mut BTreeSet<Vec<Option<usize>>>,
) {
    for letter in gaddag.children(at).iter() {
        path.push(Some(letter.index()));
        if gaddag.accepts(at).contains(letter) {
            found.insert(path.clone());
        }
        paths(gaddag, gaddag.child(at, letter).unwrap(), path, found);
        path.pop();
    }
    if let Some(behind) = gaddag.turn(at) {
        path.push(None);
        paths(gaddag, behind, path, found);
        path.pop();
    }
}

/// The same for the layout.
fn flat_paths<M: Mask>(
    flat: &Flat<M>,
    at: Place,
    path: &mut Vec<Option<usize>>,
    found: &mut BTreeSet<Vec<Option<usize>>>,
) {
    let entry = flat.entry(at);
    for bit in (0..M::SEPARATOR).filter(|&bit| entry.children.has(bit)) {
        path.push(Some(bit as usize));
        if entry.accepts.has(bit) {
            found.insert(path.clone());
        }
        flat_paths(flat, entry.child(bit), path, found);
        path.pop();
    }
    if let Some(behind) = entry.turn() {
        path.push(None);
        flat_paths(flat, behind, path, found);
        path.pop();
    }
}

/// ERAC, RAC◊E, AC◊RE, C◊ARE.
fn readings(word: &Word) -> impl Iterator<Item = Vec<Option<usize>>> {
    (1..=word.len()).map(|turn| {
        let mut reading: Vec<Option<usize>> =
            word[..turn].iter().rev().map(|letter| Some(letter.index())).collect();
        if turn < word.len() {
            reading.push(None);
            reading.extend(word[turn..].iter().map(|letter| Some(letter.index())));
        }
        reading
    })
}

/// How many nodes the smallest graph of these strings has: one for each set of endings.
fn fewest_nodes(strings: &BTreeSet<Vec<Option<usize>>>) -> usize {
    let beginnings =
        strings.iter().flat_map(|string| (0..string.len()).map(|length| &string[..length]));
    let endings = |beginning: &[Option<usize>]| -> BTreeSet<Vec<Option<usize>>> {
        strings
            .iter()
            .filter_map(|string| string.strip_prefix(beginning))
            .filter(|rest| !rest.is_empty())
            .map(<[_]>::to_vec)
            .collect()
    };
    beginnings.map(endings).collect::<BTreeSet<_>>().len()
}

#[test]
fn care_is_read_from_each_of_its_letters() {
    let lexicon = crate::common::english("CARE");
    let gaddag = lexicon.gaddag();
    let mut found = BTreeSet::new();
    paths(gaddag, gaddag.root(), &mut Vec::new(), &mut found);
    let mut shown: Vec<String> = found
        .iter()
        .map(|path| {
            path.iter()
                .map(|step| step.map_or('◊', |letter| char::from(b'A' + letter as u8)))
                .collect()
        })
        .collect();
    shown.sort();
    assert_eq!(shown, ["AC◊RE", "C◊ARE", "ERAC", "RAC◊E"]);
}

#[test]
fn the_empty_lexicon_is_a_lexicon() {
    let lexicon = crate::common::english("");
    assert!(lexicon.is_empty() && lexicon.words().next().is_none());
    assert_eq!(
        (lexicon.longest(), lexicon.gaddag().root(), lexicon.dawg().root()),
        (0, NodeId::LEAF, NodeId::LEAF)
    );
    assert!(!lexicon.contains(&[]));
    assert_eq!(Lexicon::from_bytes(&lexicon.to_bytes()).unwrap().len(), 0);
}

proptest! {
    #[test]
    fn words_come_back_in_order_with_their_numbers((lexicon, words) in lexicon()) {
        prop_assert_eq!(lexicon.words().collect::<Vec<_>>(), words.iter().cloned().collect::<Vec<_>>());
        prop_assert_eq!(lexicon.len(), words.len());
        prop_assert_eq!(lexicon.longest(), words.iter().map(Vec::len).max().unwrap_or(0));
        for (index, word) in words.iter().enumerate() {
            prop_assert!(lexicon.contains(word));
            prop_assert_eq!(lexicon.dawg().index(word), Some(index));
            prop_assert_eq!(lexicon.dawg().word(index), Some(word.clone()));
            prop_assert_eq!(lexicon.contains(&word[1..]), words.contains(&word[1..]));
            prop_assert_eq!(lexicon.dawg().index(&word[..word.len() - 1]).is_some(), words.contains(&word[..word.len() - 1]));
        }
        prop_assert_eq!(lexicon.dawg().word(words.len()), None);
    }

    #[test]
    fn the_gaddag_has_exactly_the_readings_of_all_words((lexicon, words) in lexicon()) {
        let gaddag = lexicon.gaddag();
        let mut found = BTreeSet::new();
        paths(gaddag, gaddag.root(), &mut Vec::new(), &mut found);
        prop_assert_eq!(found, words.iter().flat_map(readings).collect::<BTreeSet<_>>());
        // The left-to-right graph is part of it, node for node.
        let nodes = lexicon.dawg().graph().nodes();
        prop_assert_eq!(&gaddag.graph().nodes()[..nodes.len()], nodes);
        prop_assert_eq!(gaddag.dawg_root(), lexicon.dawg().root());
    }

    #[test]
    fn the_flat_layout_has_the_same_words((lexicon, words) in lexicon()) {
        let expected: BTreeSet<_> = words.iter().flat_map(readings).collect();
        let forwards: BTreeSet<_> = words.iter().map(|word| word.iter().map(|letter| Some(letter.index())).collect()).collect();
        let wide = Flat::<u64>::new(lexicon.gaddag()).unwrap();
        let mut found = BTreeSet::new();
        flat_paths(&wide, wide.root(), &mut Vec::new(), &mut found);
        prop_assert_eq!(&found, &expected);
        let narrow = Flat::<u32>::new(lexicon.gaddag());
        prop_assert_eq!(narrow.is_some(), words.iter().flatten().all(|letter| letter.index() < 31));
        if let Some(narrow) = narrow {
            let mut found = BTreeSet::new();
            flat_paths(&narrow, narrow.root(), &mut Vec::new(), &mut found);
            prop_assert_eq!(&found, &expected);
            let mut found = BTreeSet::new();
            flat_paths(&narrow, narrow.dawg_root(), &mut Vec::new(), &mut found);
            prop_assert_eq!(found, forwards);
        }
    }

    #[test]
    fn both_graphs_are_minimal((lexicon, words) in lexicon()) {
        let forwards: BTreeSet<_> = words.iter().map(|word| word.iter().map(|letter| Some(letter.index())).collect()).collect();
        let outwards: BTreeSet<_> = words.iter().flat_map(readings).collect();
        prop_assert_eq!(lexicon.dawg().graph().nodes().len(), fewest_nodes(&forwards) + 1);
        // Behind the separator and from left to right are the same nodes; only the root of the
        // latter is extra.
        let gaddag = lexicon.gaddag().graph().nodes().len();
        let fewest = fewest_nodes(&outwards) + 1;
        prop_assert!(gaddag == fewest || gaddag == fewest + 1, "{} nodes instead of {}", gaddag, fewest);
    }

    #[test]
    fn the_compact_form_reads_back((lexicon, _) in lexicon()) {
        let dawg = Dawg::decode(&lexicon.dawg().encode(), lexicon.alphabet().len()).unwrap();
        prop_assert_eq!(&dawg, lexicon.dawg());
        prop_assert_eq!(dawg.len(), lexicon.len());
    }

    #[test]
    fn dropping_long_words_gives_the_graph_of_the_rest((lexicon, words) in lexicon(), longest in 0usize..9) {
        let (short, long): (Vec<&Word>, Vec<&Word>) = words.iter().partition(|word| word.len() <= longest);
        // The same numbers for the same nodes, too: fingerprints depend on them.
        prop_assert_eq!(lexicon.dawg().no_longer_than(longest), Dawg::from_sorted(short.into_iter().map(|word| &word[..])));
        let mut found = Vec::new();
        lexicon.dawg().each_longer_than(longest, |number, word| found.push((number, word.to_vec())));
        let expected: Vec<_> = long.into_iter().map(|word| (lexicon.dawg().index(word).unwrap(), word.clone())).collect();
        prop_assert_eq!(found, expected);
    }
}
