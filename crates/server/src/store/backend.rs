//! The [`Store`] of every backend.

use tisane_protocol::{
    AdminAction, AdminLogEntry, BanView, ChatView, PlayerView, ReportView, SaidIn,
};
use tisane_rules::Millis;
use tokio::sync::watch;

use super::db::Db;
use super::reports::Which;
use super::{
    Append, Due, FoundSession, JoinRatings, NewReport, NewRoom, NewSession, Progress, RatingKey,
    RatingUpdate, Sanctions, SavedHead, SavedItem, Store, StoreError, StoreFuture, StoreMetrics,
    StoredPlayer, StoredRating, StoredRoom, StoredSession, Tail, admin_log, chat, due, forgetting,
    kept, moderation, mutes, people, progress, ratings, reports, rooms, sessions,
};

/// A database in which everything but an append is a function on a [`Db`].
pub(crate) trait Backend: Send + Sync + 'static {
    fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Db) -> Result<T, StoreError> + Send + 'static,
    ) -> StoreFuture<'_, T>;
    /// Runs `work` in a transaction; ready when it is on disk. An error undoes all of the work.
    fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&dyn Db) -> Result<T, StoreError> + Send + 'static,
    ) -> StoreFuture<'_, T>;
    fn append(&self, append: Append) -> StoreFuture<'_, ()>;
    fn metrics(&self) -> StoreMetrics;
    fn check(&self) -> StoreFuture<'_, ()>;
    fn verify(&self) -> StoreFuture<'_, ()>;
    fn reachable(&self) -> Option<watch::Receiver<bool>> {
        None
    }
    fn clock_offset(&self) -> Option<watch::Receiver<Millis>> {
        None
    }
}

impl<B: Backend> Store for B {
    fn create_room(&self, room: NewRoom) -> StoreFuture<'_, ()> {
        self.write(move |db| rooms::create(db, &room))
    }

    fn append(&self, append: Append) -> StoreFuture<'_, ()> {
        Backend::append(self, append)
    }

    fn room(&self, id: &str) -> StoreFuture<'_, Option<StoredRoom>> {
        let id = id.to_owned();
        self.read(move |db| rooms::find(db, &id))
    }

    fn tail(&self, id: &str, from: u64) -> StoreFuture<'_, Option<Tail>> {
        let id = id.to_owned();
        self.read(move |db| progress::tail(db, &id, from))
    }

    fn progress(&self, games: Vec<String>) -> StoreFuture<'_, Vec<Progress>> {
        self.read(move |db| progress::of_games(db, &games))
    }

    fn claim_due(&self, now: Millis, until: Millis, most: usize) -> StoreFuture<'_, Vec<Due>> {
        self.write(move |db| due::claim(db, now, until, most))
    }

    fn due_rooms(&self, now: Millis, after: Option<Due>, most: usize) -> StoreFuture<'_, Vec<Due>> {
        self.read(move |db| due::due_rooms(db, now, after, most))
    }

    fn rooms_of(&self, player: &str, most: usize) -> StoreFuture<'_, Vec<String>> {
        let player = player.to_owned();
        self.read(move |db| rooms::of_player(db, &player, most))
    }

    fn rematches_for(&self, player: &str, since: Millis) -> StoreFuture<'_, Vec<String>> {
        let player = player.to_owned();
        self.read(move |db| rooms::rematches_for(db, &player, since))
    }

    fn set_rematch(&self, game: &str, next: &str) -> StoreFuture<'_, String> {
        let (game, next) = (game.to_owned(), next.to_owned());
        self.write(move |db| rooms::set_rematch(db, &game, &next))
    }

    fn say(&self, game: &str, message: ChatView) -> StoreFuture<'_, ()> {
        let game = game.to_owned();
        self.write(move |db| chat::add(db, &game, &message))
    }

    fn chat(&self, game: &str, most: usize) -> StoreFuture<'_, Vec<ChatView>> {
        let game = game.to_owned();
        self.read(move |db| chat::last(db, &game, most))
    }

    fn add_player(&self, player: StoredPlayer, session: NewSession) -> StoreFuture<'_, ()> {
        self.write(move |db| {
            people::add(db, &player)?;
            sessions::insert(db, &session)
        })
    }

    fn player(&self, id: &str) -> StoreFuture<'_, Option<StoredPlayer>> {
        let id = id.to_owned();
        self.read(move |db| people::find(db, &id))
    }

    fn account(&self, name: &str) -> StoreFuture<'_, Option<StoredPlayer>> {
        let name = name.to_lowercase();
        self.read(move |db| people::find_account(db, &name))
    }

    fn rename_player(&self, id: &str, name: &str) -> StoreFuture<'_, ()> {
        let (id, name) = (id.to_owned(), name.to_owned());
        self.write(move |db| people::rename(db, &id, &name))
    }

    fn make_account(&self, id: &str, name: &str, password: &str) -> StoreFuture<'_, ()> {
        let [id, name, password] = [id, name, password].map(str::to_owned);
        self.write(move |db| people::make_account(db, &id, &name, &password))
    }

    fn set_password(&self, id: &str, old: &str, new: &str, session: &str) -> StoreFuture<'_, ()> {
        let [id, old, new, session] = [id, old, new, session].map(str::to_owned);
        self.write(move |db| {
            people::set_password(db, &id, &old, &new)?;
            sessions::end_all(db, &id, Some(&session))
        })
    }

    fn delete_player(&self, id: &str) -> StoreFuture<'_, Vec<String>> {
        let id = id.to_owned();
        self.write(move |db| forgetting::forget(db, &id))
    }

    fn add_session(&self, session: NewSession, keep: Option<&str>) -> StoreFuture<'_, Vec<String>> {
        let keep = keep.map(str::to_owned);
        self.write(move |db| sessions::add(db, &session, keep.as_deref()))
    }

    fn session(&self, id: &str) -> StoreFuture<'_, Option<FoundSession>> {
        let id = id.to_owned();
        self.read(move |db| sessions::find(db, &id))
    }

    fn sessions_of(&self, player: &str) -> StoreFuture<'_, Vec<StoredSession>> {
        let player = player.to_owned();
        self.read(move |db| sessions::of_player(db, &player))
    }

    fn ended_sessions(&self, sessions: Vec<String>) -> StoreFuture<'_, Vec<String>> {
        self.read(move |db| sessions::ended(db, sessions))
    }

    fn touch_session(&self, id: &str, device: Option<&str>, at: Millis) -> StoreFuture<'_, ()> {
        let (id, device) = (id.to_owned(), device.map(str::to_owned));
        self.write(move |db| sessions::touch(db, &id, device.as_deref(), at))
    }

    fn end_session(&self, id: &str) -> StoreFuture<'_, ()> {
        let id = id.to_owned();
        self.write(move |db| sessions::end(db, &id))
    }

    fn end_sessions(&self, player: &str, except: Option<&str>) -> StoreFuture<'_, ()> {
        let (player, except) = (player.to_owned(), except.map(str::to_owned));
        self.write(move |db| sessions::end_all(db, &player, except.as_deref()))
    }

    fn expire_sessions(&self, since: Millis) -> StoreFuture<'_, Vec<String>> {
        self.write(move |db| sessions::expire(db, since))
    }

    fn mute(&self, player: &str, whom: &str, muted: bool) -> StoreFuture<'_, ()> {
        let (player, whom) = (player.to_owned(), whom.to_owned());
        self.write(move |db| mutes::set(db, &player, &whom, muted))
    }

    fn muted_by(&self, player: &str) -> StoreFuture<'_, Vec<(String, Option<String>, bool)>> {
        let player = player.to_owned();
        self.read(move |db| mutes::of_player(db, &player))
    }

    fn ratings(&self, player: &str) -> StoreFuture<'_, Vec<(RatingKey, StoredRating)>> {
        let player = player.to_owned();
        self.read(move |db| ratings::of_player(db, &player))
    }

    fn rate(
        &self,
        game: &str,
        players: [RatingKey; 2],
        update: RatingUpdate,
    ) -> StoreFuture<'_, ()> {
        let game = game.to_owned();
        self.write(move |db| ratings::rate(db, &game, &players, update))
    }

    fn join_ratings(&self, family: &str, other: &str, join: JoinRatings) -> StoreFuture<'_, ()> {
        let (family, other) = (family.to_owned(), other.to_owned());
        self.write(move |db| ratings::join(db, &family, &other, join))
    }

    fn keep(&self, item: SavedItem) -> StoreFuture<'_, ()> {
        self.write(move |db| kept::add(db, &item))
    }

    fn change_kept(&self, item: SavedItem) -> StoreFuture<'_, ()> {
        self.write(move |db| kept::change(db, &item))
    }

    fn share_kept(&self, id: &str, share: Option<&str>) -> StoreFuture<'_, ()> {
        let (id, share) = (id.to_owned(), share.map(str::to_owned));
        self.write(move |db| kept::share(db, &id, share.as_deref()))
    }

    fn kept(&self, id: &str) -> StoreFuture<'_, Option<SavedItem>> {
        let id = id.to_owned();
        self.read(move |db| kept::find(db, &id))
    }

    fn shared(&self, share: &str) -> StoreFuture<'_, Option<SavedItem>> {
        let share = share.to_owned();
        self.read(move |db| kept::find_shared(db, &share))
    }

    fn kept_of(&self, player: &str) -> StoreFuture<'_, Vec<SavedHead>> {
        let player = player.to_owned();
        self.read(move |db| kept::of_player(db, &player))
    }

    fn delete_kept(&self, id: &str) -> StoreFuture<'_, ()> {
        let id = id.to_owned();
        self.write(move |db| kept::delete(db, &id))
    }

    fn metrics(&self) -> Option<StoreMetrics> {
        Some(Backend::metrics(self))
    }

    fn block(&self, player: &str, whom: &str) -> StoreFuture<'_, ()> {
        let (player, whom) = (player.to_owned(), whom.to_owned());
        self.write(move |db| mutes::block(db, &player, &whom))
    }

    fn blocks(&self, by: Vec<String>, whom: &str) -> StoreFuture<'_, bool> {
        let whom = whom.to_owned();
        self.read(move |db| mutes::blocks(db, &by, &whom))
    }

    fn message(&self, game: &str, number: u64) -> StoreFuture<'_, Option<ChatView>> {
        let game = game.to_owned();
        self.read(move |db| chat::find(db, &game, number))
    }

    fn report(&self, report: NewReport) -> StoreFuture<'_, ()> {
        self.write(move |db| reports::add(db, &report))
    }

    fn sanctions(&self, now: Millis) -> StoreFuture<'_, Sanctions> {
        self.read(move |db| moderation::sanctions(db, now))
    }

    fn moderate(&self, action: AdminAction, by: &str, at: Millis) -> StoreFuture<'_, ()> {
        let by = by.to_owned();
        self.write(move |db| moderation::act(db, &action, &by, at))
    }

    fn find_players(
        &self,
        query: &str,
        now: Millis,
        most: usize,
    ) -> StoreFuture<'_, Vec<PlayerView>> {
        let query = query.to_owned();
        self.read(move |db| moderation::players(db, &query, now, most))
    }

    fn bans(&self, player: Option<&str>, now: Millis) -> StoreFuture<'_, Vec<BanView>> {
        let player = player.map(str::to_owned);
        self.read(move |db| moderation::bans_of(db, player.as_deref(), now))
    }

    fn reports(&self, all: bool, most: usize) -> StoreFuture<'_, Vec<ReportView>> {
        self.read(move |db| reports::list(db, if all { Which::All } else { Which::Open }, most))
    }

    fn reports_by(&self, player: &str, most: usize) -> StoreFuture<'_, Vec<ReportView>> {
        let player = player.to_owned();
        self.read(move |db| reports::list(db, Which::By(&player), most))
    }

    fn admin_log(&self, most: usize) -> StoreFuture<'_, Vec<AdminLogEntry>> {
        self.read(move |db| admin_log::list(db, most))
    }

    fn admin_commands(&self) -> StoreFuture<'_, Vec<(i64, Option<AdminAction>)>> {
        self.read(moderation::commands)
    }

    fn end_admin_command(&self, id: i64) -> StoreFuture<'_, ()> {
        self.write(move |db| moderation::end_command(db, id))
    }

    fn games_of(&self, player: &str) -> StoreFuture<'_, Vec<(String, bool)>> {
        let player = player.to_owned();
        self.read(move |db| forgetting::games_of(db, &player))
    }

    fn said_by(
        &self,
        player: &str,
        after: (String, u64),
        most: usize,
    ) -> StoreFuture<'_, Vec<SaidIn>> {
        let player = player.to_owned();
        self.read(move |db| forgetting::said_by(db, &player, (&after.0, after.1), most))
    }

    fn set_summary(&self, game: &str, summary: String) -> StoreFuture<'_, ()> {
        let game = game.to_owned();
        self.write(move |db| rooms::set_summary(db, &game, &summary))
    }

    fn account_since(&self, player: &str) -> StoreFuture<'_, Option<Millis>> {
        let player = player.to_owned();
        self.read(move |db| people::account_since(db, &player))
    }

    fn live_rooms(&self, most: usize) -> StoreFuture<'_, Vec<(String, Millis)>> {
        self.read(move |db| rooms::live(db, most))
    }

    fn skip_rating(&self, game: &str) -> StoreFuture<'_, ()> {
        let game = game.to_owned();
        self.write(move |db| due::skip_rating(db, &game))
    }

    fn check(&self) -> StoreFuture<'_, ()> {
        Backend::check(self)
    }

    fn verify(&self) -> StoreFuture<'_, ()> {
        Backend::verify(self)
    }

    fn reachable(&self) -> Option<watch::Receiver<bool>> {
        Backend::reachable(self)
    }

    fn clock_offset(&self) -> Option<watch::Receiver<Millis>> {
        Backend::clock_offset(self)
    }
}
