//! Letters and words: alphabets, word graphs, lexicon files, word queries.
