//! Stores chat messages.

use tisane_protocol::ChatView;

use super::CHAT;
use crate::error::Refused;
use crate::store::{Store, StoreError};

/// How often the next number is tried.
const MOST_TRIES: u32 = 10;

/// Stores a message under the next free number; `chat` has the messages before it. After a failure
/// the store is asked whether the message is there.
pub(super) async fn store_message(
    store: &dyn Store,
    game: &str,
    chat: &mut Vec<ChatView>,
    mut message: ChatView,
) -> Result<ChatView, Refused> {
    for tries in 1.. {
        message.number = chat.last().map_or(1, |last| last.number + 1);
        let Err(error) = store.say(game, message.clone()).await else { break };
        let Ok(stored) = store.chat(game, CHAT).await else { return Err(error.into()) };
        *chat = stored;
        if let Some(place) = chat.iter().position(|stored| *stored == message) {
            chat.remove(place);
            break;
        }
        // A conflict means that `chat` was out of date: another node was faster.
        if tries == MOST_TRIES || !matches!(error, StoreError::Conflict) {
            return Err(error.into());
        }
    }
    Ok(message)
}
