//! A store that fails at calls it is told to: before it does anything, or after it has done everything.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tisane_protocol::ChatView;
use tisane_rules::Millis;
use tisane_server::store::{
    Append, Due, Kept, KeptHead, KeptPlayer, KeptRating, KeptRoom, Later, NewRoom, NewSession, RatingKey, Sqlite, Store, StoreError,
};

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum When {
    Before,
    /// The work is done, but its answer is lost.
    After,
}

pub(crate) struct Flaky {
    inner: Sqlite,
    faults: Mutex<HashMap<&'static str, (When, u32)>>,
}

impl Flaky {
    pub(crate) fn new(inner: Sqlite) -> Flaky {
        Flaky { inner, faults: Mutex::default() }
    }

    /// Fails the next calls of this name.
    pub(crate) fn fail(&self, call: &'static str, when: When, times: u32) {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner).insert(call, (when, times));
    }

    /// Whether all faults have struck.
    pub(crate) fn is_spent(&self) -> bool {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner).values().all(|(_, times)| *times == 0)
    }

    fn strike(&self, call: &str) -> Option<When> {
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        let (when, times) = faults.get_mut(call).filter(|(_, times)| *times > 0)?;
        *times -= 1;
        Some(*when)
    }
}

fn failed() -> StoreError {
    StoreError::Database("on purpose".into())
}

macro_rules! flaky {
    ($($call:ident($($argument:ident: $type:ty),*) -> $out:ty;)*) => {
        impl Store for Flaky {
            $(fn $call(&self, $($argument: $type),*) -> Later<'_, $out> {
                let fault = self.strike(stringify!($call));
                if fault == Some(When::Before) {
                    return Box::pin(async { Err(failed()) });
                }
                let answer = self.inner.$call($($argument),*);
                Box::pin(async move {
                    let answer = answer.await?;
                    if fault.is_some() { Err(failed()) } else { Ok(answer) }
                })
            })*
        }
    };
}

flaky! {
    create_room(room: NewRoom) -> ();
    append(append: Append) -> ();
    room(id: &str) -> Option<KeptRoom>;
    due_rooms(now: Millis, after: Option<Due>, most: usize) -> Vec<Due>;
    rooms_of(player: &str, most: usize) -> Vec<String>;
    rematches_for(player: &str, since: Millis) -> Vec<String>;
    set_rematch(game: &str, next: &str) -> String;
    say(game: &str, message: ChatView) -> ();
    chat(game: &str, most: usize) -> Vec<ChatView>;
    add_player(player: KeptPlayer, session: NewSession) -> ();
    player(id: &str) -> Option<KeptPlayer>;
    account(name: &str) -> Option<KeptPlayer>;
    change_player(player: KeptPlayer) -> ();
    delete_player(id: &str) -> ();
    add_session(session: NewSession) -> ();
    session(id: &str) -> Option<(KeptPlayer, Vec<u8>)>;
    end_session(id: &str) -> ();
    end_sessions(player: &str) -> ();
    mute(player: &str, whom: &str, muted: bool) -> ();
    muted_by(player: &str) -> Vec<(String, Option<String>)>;
    ratings(player: &str) -> Vec<(RatingKey, KeptRating)>;
    rate(game: &str, players: [RatingKey; 2], share: f64) -> ();
    join_ratings(family: &str, other: &str) -> ();
    keep(kept: Kept) -> ();
    change_kept(kept: Kept) -> ();
    share_kept(id: &str, share: Option<&str>) -> ();
    kept(id: &str) -> Option<Kept>;
    shared(share: &str) -> Option<Kept>;
    kept_of(player: &str) -> Vec<KeptHead>;
    delete_kept(id: &str) -> ();
    skip_rating(game: &str) -> ();
    check() -> ();
    verify() -> ();
}
