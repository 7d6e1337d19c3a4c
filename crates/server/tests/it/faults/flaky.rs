//! A store that fails at chosen calls, before or after doing the work.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tisane_protocol::{
    AdminAction, AdminLogEntry, BanView, ChatView, PlayerView, ReportView, SaidIn,
};
use tisane_rules::Millis;
use tisane_server::store::{
    Append, Due, FoundSession, JoinRatings, NewReport, NewRoom, NewSession, Progress, RatingKey,
    RatingUpdate, Sanctions, SavedHead, SavedItem, Sqlite, Store, StoreError, StoreFuture,
    StoredPlayer, StoredRating, StoredRoom, StoredSession, Tail,
};
use tokio::sync::{Semaphore, watch};

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum When {
    Before,
    /// The work is done, but its answer is lost.
    After,
    /// The same, and the failure is seen only after [`Flaky::release`].
    Held,
}

pub(crate) struct Flaky {
    inner: Sqlite,
    faults: Mutex<HashMap<&'static str, (When, u32)>>,
    /// What `Held` failures wait for.
    held: Semaphore,
    reachable: watch::Sender<bool>,
}

impl Flaky {
    pub(crate) fn new(inner: Sqlite) -> Flaky {
        let (held, reachable) = (Semaphore::new(0), watch::Sender::new(true));
        Flaky { inner, faults: Mutex::default(), held, reachable }
    }

    /// Lets one failure that is held be seen.
    pub(crate) fn release(&self) {
        self.held.add_permits(1);
    }

    /// Says whether the database can be reached.
    pub(crate) fn reach(&self, is_reachable: bool) {
        self.reachable.send_replace(is_reachable);
    }

    /// Fails the next calls of this name.
    pub(crate) fn fail(&self, call: &'static str, when: When, times: u32) {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner).insert(call, (when, times));
    }

    /// Whether all faults have struck.
    pub(crate) fn is_spent(&self) -> bool {
        self.faults
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .values()
            .all(|(_, times)| *times == 0)
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
            fn reachable(&self) -> Option<watch::Receiver<bool>> {
                Some(self.reachable.subscribe())
            }

            $(fn $call(&self, $($argument: $type),*) -> StoreFuture<'_, $out> {
                let fault = self.strike(stringify!($call));
                if fault == Some(When::Before) {
                    return Box::pin(async { Err(failed()) });
                }
                let answer = self.inner.$call($($argument),*);
                Box::pin(async move {
                    let answer = answer.await?;
                    if fault == Some(When::Held) {
                        self.held.acquire().await.unwrap().forget();
                    }
                    if fault.is_some() { Err(failed()) } else { Ok(answer) }
                })
            })*
        }
    };
}

flaky! {
    create_room(room: NewRoom) -> ();
    append(append: Append) -> ();
    room(id: &str) -> Option<StoredRoom>;
    tail(id: &str, from: u64) -> Option<Tail>;
    progress(games: Vec<String>) -> Vec<Progress>;
    claim_due(now: Millis, until: Millis, most: usize) -> Vec<Due>;
    due_rooms(now: Millis, after: Option<Due>, most: usize) -> Vec<Due>;
    rooms_of(player: &str, most: usize) -> Vec<String>;
    rematches_for(player: &str, since: Millis) -> Vec<String>;
    set_rematch(game: &str, next: &str) -> String;
    say(game: &str, message: ChatView) -> ();
    chat(game: &str, most: usize) -> Vec<ChatView>;
    add_player(player: StoredPlayer, session: NewSession) -> ();
    player(id: &str) -> Option<StoredPlayer>;
    account(name: &str) -> Option<StoredPlayer>;
    rename_player(id: &str, name: &str) -> ();
    make_account(id: &str, name: &str, password: &str) -> ();
    set_password(id: &str, old: &str, new: &str, session: &str) -> ();
    delete_player(id: &str) -> Vec<String>;
    add_session(session: NewSession, keep: Option<&str>) -> Vec<String>;
    session(id: &str) -> Option<FoundSession>;
    sessions_of(player: &str) -> Vec<StoredSession>;
    ended_sessions(sessions: Vec<String>) -> Vec<String>;
    touch_session(id: &str, device: Option<&str>, at: Millis) -> ();
    end_session(id: &str) -> ();
    end_sessions(player: &str, except: Option<&str>) -> ();
    expire_sessions(since: Millis) -> Vec<String>;
    mute(player: &str, whom: &str, muted: bool) -> ();
    muted_by(player: &str) -> Vec<(String, Option<String>, bool)>;
    ratings(player: &str) -> Vec<(RatingKey, StoredRating)>;
    rate(game: &str, players: [RatingKey; 2], update: RatingUpdate) -> ();
    join_ratings(family: &str, other: &str, join: JoinRatings) -> ();
    keep(kept: SavedItem) -> ();
    change_kept(kept: SavedItem) -> ();
    share_kept(id: &str, share: Option<&str>) -> ();
    kept(id: &str) -> Option<SavedItem>;
    shared(share: &str) -> Option<SavedItem>;
    kept_of(player: &str) -> Vec<SavedHead>;
    delete_kept(id: &str) -> ();
    account_since(player: &str) -> Option<Millis>;
    live_rooms(most: usize) -> Vec<(String, Millis)>;
    skip_rating(game: &str) -> ();
    check() -> ();
    verify() -> ();
    block(player: &str, whom: &str) -> ();
    blocks(by: Vec<String>, whom: &str) -> bool;
    message(game: &str, number: u64) -> Option<ChatView>;
    report(report: NewReport) -> ();
    sanctions(now: Millis) -> Sanctions;
    moderate(action: AdminAction, by: &str, at: Millis) -> ();
    find_players(query: &str, now: Millis, most: usize) -> Vec<PlayerView>;
    bans(player: Option<&str>, now: Millis) -> Vec<BanView>;
    reports(all: bool, most: usize) -> Vec<ReportView>;
    reports_by(player: &str, most: usize) -> Vec<ReportView>;
    admin_log(most: usize) -> Vec<AdminLogEntry>;
    admin_commands() -> Vec<(i64, Option<AdminAction>)>;
    end_admin_command(id: i64) -> ();
    games_of(player: &str) -> Vec<(String, bool)>;
    said_by(player: &str, after: (String, u64), most: usize) -> Vec<SaidIn>;
    set_summary(game: &str, summary: String) -> ();
}
