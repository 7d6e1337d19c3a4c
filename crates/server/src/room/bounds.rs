//! Limits for a game's log and chat. A long game has a few hundred events, so ordinary games never
//! get here.

use tisane_rules::Action;

use crate::error::Refused;

/// At this many events, a game can only be ended.
pub(super) const MOST_EVENTS: u64 = 5_000;
/// At this many, only moves are accepted.
const MOST_ASIDE: u64 = 2_000;
const MOST_MESSAGES: u64 = 2_000;

/// Whether a game with this many events accepts an action. Not all rulesets bound exchanges or
/// withdrawn plays, so moves are bounded, too.
pub(super) fn check_action(events: u64, action: &Action) -> Result<(), Refused> {
    use Action::*;
    let most = match action {
        Ready(_) | OfferAbort | Rejoin => MOST_ASIDE,
        Start | Play(_) | Exchange(_) | Undo => MOST_EVENTS,
        Leave | Pass | Challenge(_) | Accept | Resign | AcceptAbort | DeclineAbort => u64::MAX,
    };
    check(events, most)
}

/// The same for somebody who joins.
pub(super) fn check_join(events: u64) -> Result<(), Refused> {
    check(events, MOST_ASIDE)
}

fn check(events: u64, most: u64) -> Result<(), Refused> {
    if events < most { Ok(()) } else { Err(Refused::TooManyEvents { most }) }
}

/// Whether a chat accepts a message with this number.
pub(super) fn check_message(number: u64) -> Result<(), Refused> {
    if number <= MOST_MESSAGES { Ok(()) } else { Err(Refused::ChatFull { most: MOST_MESSAGES }) }
}

#[cfg(test)]
mod tests {
    use tisane_rules::Tiles;

    use super::*;

    #[test]
    fn a_full_log_takes_only_what_ends_the_game() {
        let exchange = Action::Exchange(Tiles::default());
        assert!(
            check_action(MOST_ASIDE - 1, &Action::Ready(true)).is_ok()
                && check_join(MOST_ASIDE - 1).is_ok()
        );
        assert!(
            check_action(MOST_ASIDE, &Action::Ready(true)).is_err()
                && check_join(MOST_ASIDE).is_err()
        );
        assert!(check_action(MOST_EVENTS - 1, &exchange).is_ok());
        assert!(check_action(MOST_EVENTS, &exchange).is_err());
        for action in
            [Action::Pass, Action::Resign, Action::Leave, Action::Accept, Action::AcceptAbort]
        {
            assert!(check_action(MOST_EVENTS, &action).is_ok(), "{action:?}");
        }
    }

    #[test]
    fn a_chat_is_bounded() {
        assert!(check_message(MOST_MESSAGES).is_ok());
        assert!(matches!(
            check_message(MOST_MESSAGES + 1),
            Err(Refused::ChatFull { most: MOST_MESSAGES })
        ));
    }
}
