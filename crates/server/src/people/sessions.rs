//! A secret is `session.key`. The session is found by the first part; of the second only a hash is
//! stored. Ending a session deletes it and then closes its sockets; a new socket checks its session
//! after it is registered. So no socket outlives its session.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tisane_protocol::{SessionList, SessionView};
use tisane_rules::Millis;
use tokio::sync::watch;

use super::Player;
use crate::base::now;
use crate::base::secret::{hash, hex, is_secret, random_name};
use crate::error::Refused;
use crate::news::{Nodes, Topic};
use crate::store::{NewSession, Store};

const HOUR: Millis = 60 * 60 * 1000;
/// A session that is not used for 90 days ends.
pub(crate) const LIFETIME: Millis = 90 * 24 * HOUR;
/// The last use is written this often at most.
const PRECISION: Millis = HOUR;
/// Sessions per question to the database.
const PAGE: usize = 500;
/// How often expired sessions are deleted.
const ROUND: Duration = Duration::from_secs(60 * 60);

/// Every session, and every open socket. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Sessions(Arc<Shared>);

struct Shared {
    store: Arc<dyn Store>,
    nodes: Nodes,
    sockets: Mutex<HashMap<u64, Socket>>,
    numbers: AtomicU64,
    /// Sessions whose last use is being written.
    touched: Mutex<HashSet<String>>,
}

struct Socket {
    session: String,
    player: String,
    ended: watch::Sender<bool>,
}

impl Sessions {
    pub(crate) fn new(store: Arc<dyn Store>, nodes: Nodes) -> Sessions {
        let shared = Shared {
            store,
            nodes,
            sockets: Mutex::default(),
            numbers: AtomicU64::new(0),
            touched: Mutex::default(),
        };
        Sessions(Arc::new(shared))
    }

    /// The player with this secret.
    pub(crate) async fn by_secret(
        &self,
        secret: &str,
        device: &str,
    ) -> Result<Option<Player>, Refused> {
        let Some((session, key)) = secret.split_once('.') else { return Ok(None) };
        let Some(found) =
            self.0.store.session(session).await?.filter(|found| is_secret(key, &found.hash))
        else {
            return Ok(None);
        };
        let unused = now() - found.used;
        if unused > LIFETIME {
            return Ok(None);
        }
        if unused > PRECISION {
            self.touch(session, Some(device.to_owned()));
        }
        Ok(Some(Player::of(&found.player, session.to_owned())))
    }

    /// A new session and its secret. The session of the request is never dropped for it.
    pub(crate) async fn add(
        &self,
        player: &str,
        device: &str,
        asks: Option<&str>,
    ) -> Result<(String, String), Refused> {
        let (session, secret) = new_session(player, device);
        let id = session.id.clone();
        let ended = self.0.store.add_session(session, asks).await?;
        if !ended.is_empty() {
            self.close(|socket| ended.contains(&socket.session));
            self.tell_others(player);
        }
        Ok((id, secret))
    }

    /// The player's sessions: the current one, then the last used.
    pub(crate) async fn list(&self, player: &Player) -> Result<SessionList, Refused> {
        let mut sessions = self.0.store.sessions_of(&player.id).await?;
        sessions.retain(|session| now() - session.used <= LIFETIME);
        sessions.sort_by_key(|session| (session.id != player.session, -session.used));
        let view = |session: crate::store::StoredSession| SessionView {
            current: session.id == player.session,
            id: shown_id(&session.id),
            device: session.device,
            created: session.at,
            used: session.used,
        };
        Ok(SessionList { sessions: sessions.into_iter().map(view).collect() })
    }

    /// Ends a listed session.
    pub(crate) async fn end_listed(&self, player: &Player, id: &str) -> Result<(), Refused> {
        let sessions = self.0.store.sessions_of(&player.id).await?;
        let listed = sessions
            .iter()
            .find(|session| shown_id(&session.id) == id)
            .ok_or(Refused::NoSuchSession)?;
        self.end(&player.id, &listed.id).await
    }

    /// Ends one session and closes its sockets.
    pub(crate) async fn end(&self, player: &str, session: &str) -> Result<(), Refused> {
        self.0.store.end_session(session).await?;
        self.close(|socket| socket.session == session);
        self.tell_others(player);
        Ok(())
    }

    /// Other nodes may have sockets of sessions that have ended.
    fn tell_others(&self, player: &str) {
        self.0.nodes.publish(|| Topic::Sessions { player: player.to_owned() });
    }

    /// Closes sockets of a player whose session was ended on another node.
    pub(crate) async fn check_player(&self, player: &str) -> Result<(), Refused> {
        self.check_sockets(|socket| socket.player == player).await
    }

    /// The same for all players.
    pub(crate) async fn check_all(&self) -> Result<(), Refused> {
        self.check_sockets(|_| true).await
    }

    async fn check_sockets(&self, which: impl Fn(&Socket) -> bool) -> Result<(), Refused> {
        let open: HashSet<String> = self
            .sockets()
            .values()
            .filter(|socket| which(socket))
            .map(|socket| socket.session.clone())
            .collect();
        let open: Vec<String> = open.into_iter().collect();
        for sessions in open.chunks(PAGE) {
            let ended = self.0.store.ended_sessions(sessions.to_vec()).await?;
            self.close(|socket| ended.contains(&socket.session));
        }
        Ok(())
    }

    /// Whether a player has an open socket here.
    pub(crate) fn is_connected(&self, player: &str) -> bool {
        self.sockets().values().any(|socket| socket.player == player)
    }

    /// Ends all sessions of a player but one, and closes their sockets.
    pub(crate) async fn end_all(&self, player: &str, except: Option<&str>) -> Result<(), Refused> {
        self.0.store.end_sessions(player, except).await?;
        self.close(|socket| socket.player == player && Some(socket.session.as_str()) != except);
        self.tell_others(player);
        Ok(())
    }

    /// Closes the sockets of a player's sessions that have ended with a change of password.
    pub(crate) fn close_others(&self, player: &str, session: &str) {
        self.close(|socket| socket.player == player && socket.session != session);
        self.tell_others(player);
    }

    /// Whether a session has not ended.
    pub(crate) async fn is_open(&self, session: &str) -> Result<bool, Refused> {
        Ok(self.0.store.session(session).await?.is_some())
    }

    /// Registers a socket. Call [`OpenSocket::check`] then: the session may have ended just before.
    pub(crate) fn open(&self, player: &Player) -> OpenSocket {
        let (sender, ended) = watch::channel(false);
        let number = self.0.numbers.fetch_add(1, Ordering::Relaxed);
        let socket =
            Socket { session: player.session.clone(), player: player.id.clone(), ended: sender };
        self.sockets().insert(number, socket);
        OpenSocket {
            sessions: self.clone(),
            number,
            session: player.session.clone(),
            touched: now(),
            ended,
        }
    }

    /// Deletes expired sessions and closes their sockets, every hour.
    pub(crate) async fn keep(self) {
        let mut round = tokio::time::interval(ROUND);
        round.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            round.tick().await;
            if let Err(error) = self.expire(now()).await {
                tracing::error!(%error, "expired sessions could not be deleted");
            }
        }
    }

    async fn expire(&self, now: Millis) -> Result<(), Refused> {
        let expired: HashSet<String> =
            self.0.store.expire_sessions(now - LIFETIME).await?.into_iter().collect();
        self.close(|socket| expired.contains(&socket.session));
        Ok(())
    }

    /// Stores that a session is in use, in the background.
    fn touch(&self, session: &str, device: Option<String>) {
        if !self.touched().insert(session.to_owned()) {
            return;
        }
        let (sessions, session) = (self.clone(), session.to_owned());
        tokio::spawn(async move {
            if let Err(error) =
                sessions.0.store.touch_session(&session, device.as_deref(), now()).await
            {
                tracing::warn!(%error, "the last use of a session could not be written");
            }
            sessions.touched().remove(&session);
        });
    }

    fn close(&self, ends: impl Fn(&Socket) -> bool) {
        for socket in self.sockets().values().filter(|socket| ends(socket)) {
            socket.ended.send_replace(true);
        }
    }

    fn sockets(&self) -> MutexGuard<'_, HashMap<u64, Socket>> {
        self.0.sockets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn touched(&self) -> MutexGuard<'_, HashSet<String>> {
        self.0.touched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An open socket; registered until it is dropped.
pub(crate) struct OpenSocket {
    sessions: Sessions,
    number: u64,
    session: String,
    touched: Millis,
    ended: watch::Receiver<bool>,
}

impl OpenSocket {
    /// Closes the socket if its session has ended.
    pub(crate) async fn check(&self) -> Result<(), Refused> {
        if !self.sessions.is_open(&self.session).await? {
            self.sessions.close(|socket| socket.session == self.session);
        }
        Ok(())
    }

    /// A handle that waits for the end of the session.
    pub(crate) fn ended(&self) -> Ended {
        Ended(self.ended.clone())
    }

    /// The client is active, so the session is in use.
    pub(crate) fn is_used(&mut self) {
        let now = now();
        if now - self.touched > PRECISION {
            self.touched = now;
            self.sessions.touch(&self.session, None);
        }
    }
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        self.sessions.sockets().remove(&self.number);
    }
}

/// Waits for the end of a session.
#[derive(Clone)]
pub(crate) struct Ended(watch::Receiver<bool>);

impl Ended {
    pub(crate) async fn wait(&mut self) {
        if self.0.wait_for(|&ended| ended).await.is_err() {
            std::future::pending().await // the socket is gone
        }
    }
}

/// A new session, and its secret.
pub(crate) fn new_session(player: &str, device: &str) -> (NewSession, String) {
    let (id, key) = (random_name(16), random_name(40));
    let secret = format!("{id}.{key}");
    (
        NewSession {
            id,
            player: player.to_owned(),
            hash: hash(&key),
            at: now(),
            device: device.to_owned(),
        },
        secret,
    )
}

/// The id in lists. It does not reveal the session's own id, the first half of the secret.
fn shown_id(session: &str) -> String {
    hex(&hash(session)[..8])
}
