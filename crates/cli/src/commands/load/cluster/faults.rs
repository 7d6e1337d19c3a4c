//! The faults to inject, as written on the command line.

use std::fmt;
use std::str::FromStr;

/// A fault and how often it is injected: `kill=5`, `cut:30=2`.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) struct Planned {
    pub(crate) fault: Fault,
    pub(crate) count: u64,
}

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Fault {
    /// `kill -9` of a random node.
    Kill,
    /// PostgreSQL stops immediately and starts again.
    Database,
    /// A node and the database don't hear each other for this number of seconds.
    Cut { way: Way, seconds: u64 },
    /// The connections for news between nodes are terminated.
    Listeners,
    /// All nodes are stopped and started, one after the other.
    Rolling,
    /// Clients on all nodes play the same turn.
    Race,
    /// One game is watched by this many sockets.
    Watch,
    /// The clock of a node is two seconds ahead, then behind.
    Clock,
    /// Messages to and from the database take this many milliseconds longer.
    Delay { millis: u64 },
}

/// What is lost between a node and the database.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Way {
    Both,
    /// What the node sends.
    Out,
    /// What the database answers.
    In,
}

impl Way {
    pub(crate) fn is_lost_out(self) -> bool {
        self != Way::In
    }

    pub(crate) fn is_lost_in(self) -> bool {
        self != Way::Out
    }
}

const NAMES: &str = "kill, database, cut:SECONDS, cut-out:SECONDS, cut-in:SECONDS, listeners, \
                     rolling, race, watch, clock, delay:MILLISECONDS";
/// Longer faults are of no use.
const LONGEST: u64 = 3600;
const MOST: u64 = 1_000_000;

impl FromStr for Planned {
    type Err = String;

    fn from_str(text: &str) -> Result<Planned, String> {
        let (name, count) = text.split_once('=').unwrap_or((text, "1"));
        let (name, amount) = match name.split_once(':') {
            Some((name, amount)) => (name, Some(amount)),
            None => (name, None),
        };
        let number = |text: &str, most: u64| {
            let number = text.parse::<u64>().ok().filter(|number| (1..=most).contains(number));
            number.ok_or_else(|| format!("not a number between 1 and {most}"))
        };
        let amount = amount.map(|amount| number(amount, LONGEST)).transpose()?;
        let cut = |way| amount.map(|seconds| Fault::Cut { way, seconds });
        let fault = match name {
            "cut" => cut(Way::Both),
            "cut-out" => cut(Way::Out),
            "cut-in" => cut(Way::In),
            "delay" => amount.map(|millis| Fault::Delay { millis }),
            _ if amount.is_some() => None,
            "kill" => Some(Fault::Kill),
            "database" => Some(Fault::Database),
            "listeners" => Some(Fault::Listeners),
            "rolling" => Some(Fault::Rolling),
            "race" => Some(Fault::Race),
            "watch" => Some(Fault::Watch),
            "clock" => Some(Fault::Clock),
            _ => None,
        };
        let fault = fault.ok_or_else(|| format!("not a fault; choose from {NAMES}"))?;
        Ok(Planned { fault, count: number(count, MOST)? })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Kill => f.write_str("kill"),
            Fault::Database => f.write_str("database"),
            Fault::Cut { way, seconds } => {
                let name = match way {
                    Way::Both => "cut",
                    Way::Out => "cut-out",
                    Way::In => "cut-in",
                };
                write!(f, "{name}:{seconds}")
            }
            Fault::Listeners => f.write_str("listeners"),
            Fault::Rolling => f.write_str("rolling"),
            Fault::Race => f.write_str("race"),
            Fault::Watch => f.write_str("watch"),
            Fault::Clock => f.write_str("clock"),
            Fault::Delay { millis } => write!(f, "delay:{millis}"),
        }
    }
}

/// The order of the faults: shuffled by the seed, so that kinds follow each other in all orders.
pub(super) fn order(planned: &[Planned], seed: u64) -> Vec<Fault> {
    let is_repeated = |planned: &&Planned| !matches!(planned.fault, Fault::Race | Fault::Watch);
    let mut faults: Vec<Fault> = planned
        .iter()
        .filter(is_repeated)
        .flat_map(|planned| std::iter::repeat_n(planned.fault, planned.count as usize))
        .collect();
    let mut random = Random(seed);
    for last in (1..faults.len()).rev() {
        faults.swap(last, random.below(last + 1));
    }
    faults
}

/// SplitMix64: small, and the same on every machine.
pub(super) struct Random(pub(super) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(super) fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_read_as_they_are_printed() {
        for text in ["kill=5", "cut:30=2", "cut-out:5=1", "cut-in:120=5", "delay:50=1", "race=9"] {
            let planned: Planned = text.parse().unwrap();
            assert_eq!(format!("{}={}", planned.fault, planned.count), text);
        }
        assert_eq!("rolling".parse(), Ok(Planned { fault: Fault::Rolling, count: 1 }));
        for text in ["", "kil=1", "kill=0", "kill=x", "cut=5", "cut:0=1", "kill:5=1"] {
            assert!(text.parse::<Planned>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_order_depends_on_the_seed_only() {
        let planned = ["kill=3", "database=2", "race=100"].map(|text| text.parse().unwrap());
        let faults = order(&planned, 1);
        assert_eq!(faults, order(&planned, 1));
        assert_eq!(faults.iter().filter(|fault| **fault == Fault::Kill).count(), 3);
        assert_eq!(faults.len(), 5);
        assert!((2..20).any(|seed| order(&planned, seed) != faults));
    }
}
