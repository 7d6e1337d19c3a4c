//! Finding good moves in crossword board games.
