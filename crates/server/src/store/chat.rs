//! Chat messages.

use rusqlite::{Connection, OptionalExtension, Row, params};
use tisane_protocol::{ChannelView, ChatView};

use super::StoreError;
use super::sqlite::is_taken;

pub(super) fn find(
    db: &Connection,
    game: &str,
    number: u64,
) -> Result<Option<ChatView>, StoreError> {
    let mut find =
        db.prepare_cached(&format!("SELECT {CHAT} FROM chat WHERE room = ? AND number = ?"))?;
    Ok(find.query_row(params![game, number], chat_view).optional()?)
}

/// What [`chat_view`] reads.
pub(super) const CHAT: &str = "number, player, name, text, at, channel, guest, deleted";

pub(super) fn chat_view(row: &Row) -> rusqlite::Result<ChatView> {
    Ok(ChatView {
        number: row.get(0)?,
        player: row.get(1)?,
        name: row.get(2)?,
        text: row.get(3)?,
        at: row.get(4)?,
        channel: if row.get::<_, String>(5)? == channel_name(ChannelView::Spectators) {
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
pub(super) fn last(db: &Connection, game: &str, most: usize) -> Result<Vec<ChatView>, StoreError> {
    let mut messages = Vec::new();
    for channel in [ChannelView::Players, ChannelView::Spectators] {
        let mut find = db.prepare_cached(&format!(
            "SELECT {CHAT} FROM chat WHERE room = ? AND channel = ? ORDER BY number DESC LIMIT ?"
        ))?;
        for message in
            find.query_map(params![game, channel_name(channel), most as i64], chat_view)?
        {
            messages.push(message?);
        }
    }
    messages.sort_by_key(|message: &ChatView| message.number);
    Ok(messages)
}

pub(super) fn add(db: &Connection, game: &str, message: &ChatView) -> Result<(), StoreError> {
    let ChatView { number, player, name, text, at, channel, guest, deleted } = message;
    let mut insert = db.prepare_cached(&format!(
        "INSERT INTO chat (room, {CHAT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
    ))?;
    let row = params![game, number, player, name, text, at, channel_name(*channel), guest, deleted];
    insert.execute(row).map_err(|error| match is_taken(error) {
        StoreError::Taken => StoreError::Conflict,
        error => error,
    })?;
    Ok(())
}
