//! Crossword board games, fairly played: rulesets, boards, scoring, games, notation.
