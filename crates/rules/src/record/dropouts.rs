//! Players who dropped out. Score sheets have no line for it, so the description says it.

use tisane_lexicon::count;

use crate::record::{Record, RecordPlayer};
use crate::ruleset::Loss;
use crate::table::Seat;

const ABORTED: &str = "the players agreed to stop";
const CLOSED: &str = "an administrator closed the game";
const BETWEEN: &str = "; ";

/// A player who dropped out.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Dropout {
    /// Who dropped out.
    pub seat: Seat,
    /// Why.
    pub loss: Loss,
    /// After how many turns, if known.
    pub after: Option<usize>,
}

fn sentence(name: &str, &Dropout { loss, after, .. }: &Dropout) -> String {
    let what = match loss {
        Loss::Resigned => "resigned",
        Loss::Time => "ran out of time",
        Loss::Challenge => "lost a challenge, and with it the game",
        Loss::Abandoned => "abandoned the game",
    };
    // A score sheet has single spaces, and our sentences are joined by `;`.
    let name = name.replace(';', ",").split_whitespace().collect::<Vec<_>>().join(" ");
    let after = after.map_or(String::new(), |after| format!(" after {}", count(after, "turn")));
    format!("{name} {what}{after}")
}

/// The description of a game with dropouts, in order. [`Record::dropouts`] and
/// [`Record::is_aborted`] read it back.
pub(crate) fn how_it_stopped(dropouts: Vec<(&str, Dropout)>, aborted: bool) -> String {
    let sentences = dropouts.iter().map(|(name, dropout)| sentence(name, dropout));
    sentences.chain(aborted.then(|| ABORTED.to_owned())).collect::<Vec<_>>().join(BETWEEN)
}

impl Record {
    /// Players who dropped out, in order, if our own description says so.
    pub fn dropouts(&self) -> Vec<Dropout> {
        let mut dropouts: Vec<Dropout> = Vec::new();
        for dropout in self.description.split(BETWEEN).filter_map(|part| self.dropout(part.trim()))
        {
            if dropouts.iter().all(|before| before.seat != dropout.seat) {
                dropouts.push(dropout);
            }
        }
        dropouts
    }

    /// The dropout for a sentence, if it is one of ours.
    fn dropout(&self, part: &str) -> Option<Dropout> {
        let after = part.rsplit(' ').nth(1).and_then(|number| number.parse().ok());
        let told = |seat: Seat, player: &RecordPlayer| {
            let losses = [Loss::Resigned, Loss::Time, Loss::Challenge, Loss::Abandoned].into_iter();
            let possible =
                losses.flat_map(|loss| [None, after].map(|after| Dropout { seat, loss, after }));
            possible.into_iter().find(|dropout| sentence(&player.name, dropout) == part)
        };
        self.players.iter().enumerate().find_map(|(seat, player)| told(seat, player))
    }

    /// Why this seat dropped out, if our own description says so.
    pub fn loss(&self, seat: Seat) -> Option<Loss> {
        self.dropouts().into_iter().find(|dropout| dropout.seat == seat).map(|dropout| dropout.loss)
    }

    /// Says in the description that an administrator closed the game, not the players.
    pub fn mark_closed(&mut self) {
        let sentences = self.description.split(BETWEEN);
        let sentences = sentences.map(|part| if part == ABORTED { CLOSED } else { part });
        self.description = sentences.collect::<Vec<_>>().join(BETWEEN);
    }

    /// Whether the players agreed to stop or an administrator closed the game, if our own
    /// description says so.
    pub fn is_aborted(&self) -> bool {
        self.description.split(BETWEEN).any(|part| [ABORTED, CLOSED].contains(&part.trim()))
    }
}
