//! The position with the most plays that was found: Super with four blanks, after some games' worth of random racks.

pub(crate) const RULESET: &str = "english-super";
pub(crate) const LEXICON: &str = "english";
pub(crate) const BOARD: &str = "10B10/10I7B2/9FOLKIES2U2/4S5T4T2N2/4Y5R4I2D2/4N5O4V1MY2/4E5N3FY1O3/4DENNETS3O2R3/4R9O2R3/4I9T1NO3/\
     4A5ANOSMIAS3/14A1U4/14N1S4/16E4/16A4/16T4/16E4/21/21/21/21";
pub(crate) const RACK: &str = "AES????";
