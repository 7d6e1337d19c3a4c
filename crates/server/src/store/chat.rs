//! Chat messages.

use tisane_protocol::{ChannelView, ChatView};

use super::StoreError;
use super::db::{Db, Row, values};

pub(super) fn find(db: &dyn Db, game: &str, number: u64) -> Result<Option<ChatView>, StoreError> {
    let find = format!("SELECT {CHAT} FROM chat WHERE room = $1 AND number = $2");
    db.find(&find, values![game, number], chat_view)
}

/// What [`chat_view`] reads.
pub(super) const CHAT: &str = "number, player, name, text, at, channel, guest, deleted";

pub(super) fn chat_view(row: &Row) -> Result<ChatView, StoreError> {
    Ok(ChatView {
        number: row.get(0)?,
        player: row.get(1)?,
        name: row.get(2)?,
        text: row.get(3)?,
        at: row.get(4)?,
        channel: if row.get::<String>(5)? == channel_name(ChannelView::Spectators) {
            ChannelView::Spectators
        } else {
            ChannelView::Players
        },
        guest: row.get(6)?,
        deleted: row.get(7)?,
    })
}

fn channel_name(channel: ChannelView) -> &'static str {
    match channel {
        ChannelView::Players => "players",
        ChannelView::Spectators => "spectators",
    }
}

/// The last messages of each channel, oldest first: neither crowds out the other.
pub(super) fn last(db: &dyn Db, game: &str, most: usize) -> Result<Vec<ChatView>, StoreError> {
    let find = format!(
        "SELECT {CHAT} FROM chat WHERE room = $1 AND channel = $2 ORDER BY number DESC LIMIT $3"
    );
    let mut messages = Vec::new();
    for channel in [ChannelView::Players, ChannelView::Spectators] {
        messages.extend(db.list(&find, values![game, channel_name(channel), most], chat_view)?);
    }
    messages.sort_by_key(|message: &ChatView| message.number);
    Ok(messages)
}

pub(super) fn add(db: &dyn Db, game: &str, message: &ChatView) -> Result<(), StoreError> {
    let ChatView { number, player, name, text, at, channel, guest, deleted } = message;
    let insert =
        format!("INSERT INTO chat (room, {CHAT}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)");
    let channel = channel_name(*channel);
    let row = values![game, *number, player, name, text, *at, channel, *guest, *deleted];
    match db.execute(&insert, row) {
        Err(StoreError::Taken) => Err(StoreError::Conflict),
        done => done.map(drop),
    }
}
