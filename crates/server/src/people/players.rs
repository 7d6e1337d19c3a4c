//! Players: guests with a cookie, accounts with a password, programs with a token.

use std::net::IpAddr;
use std::sync::Arc;

use tisane_protocol::{MeView, RatingView};
use tokio::sync::Semaphore;

use super::logins::Logins;
use super::passwords;
use super::sessions::{Sessions, new_session};
use crate::base::names;
use crate::base::secret::random_name;
use crate::compute::blocking::blocking_in_pool;
use crate::error::Refused;
use crate::limits::Requester;
use crate::news::Nodes;
use crate::store::{RatingKey, Store, StoreError, StoredPlayer, StoredRating};

/// Password checks that run at once; each takes 19 MB.
const CHECKS_AT_ONCE: usize = 2;

/// A player with a session.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) account: bool,
    /// The address of the request, if there is one.
    pub(crate) address: Option<IpAddr>,
    /// The session of the request.
    pub(crate) session: String,
}

#[derive(Clone)]
pub(crate) struct Players {
    store: Arc<dyn Store>,
    sessions: Sessions,
    logins: Arc<Logins>,
    checks: Arc<Semaphore>,
}

impl Players {
    pub(crate) fn new(store: Arc<dyn Store>, sessions: Sessions, nodes: Nodes) -> Players {
        Players {
            store,
            sessions,
            logins: Arc::new(Logins::new(nodes)),
            checks: Arc::new(Semaphore::new(CHECKS_AT_ONCE)),
        }
    }

    pub(crate) fn logins(&self) -> &Logins {
        &self.logins
    }

    /// A new guest, and their secret.
    pub(crate) async fn guest(
        &self,
        name: &str,
        device: &str,
    ) -> Result<(Player, String), Refused> {
        let name = not_reserved(names::checked(name)?)?;
        let kept = StoredPlayer { id: random_name(12), name: name.clone(), password: None };
        let (session, secret) = new_session(&kept.id, device);
        let player = Player::of(&kept, session.id.clone());
        self.store.add_player(kept, session).await.map_err(|error| named(error, &name))?;
        Ok((player, secret))
    }

    /// Another secret for the same player, for a program.
    pub(crate) async fn another_secret(
        &self,
        player: &Player,
        device: &str,
    ) -> Result<String, Refused> {
        Ok(self.sessions.add(&player.id, device, Some(&player.session)).await?.1)
    }

    /// A name that was allowed once may stay.
    pub(crate) async fn rename(&self, player: &Player, name: &str) -> Result<Player, Refused> {
        if name.trim() == player.name {
            return Ok(player.clone());
        }
        let name = not_reserved(names::checked(name)?)?;
        self.store.rename_player(&player.id, &name).await.map_err(|error| named(error, &name))?;
        Ok(Player { name, ..player.clone() })
    }

    /// Turns a guest into an account.
    pub(crate) async fn make_account(
        &self,
        player: &Player,
        name: &str,
        password: String,
        from: IpAddr,
    ) -> Result<Player, Refused> {
        if player.account {
            return Err(Refused::AlreadyAccount);
        }
        let name = not_reserved(names::checked(name)?)?;
        passwords::check(&password, &name)?;
        let hashed = self.run_slow_work(move || passwords::hash(&password)).await?;
        self.store.make_account(&player.id, &name, &hashed).await.map_err(|error| match error {
            StoreError::Conflict => Refused::AlreadyAccount, // made in another tab
            error => named(error, &name),
        })?;
        self.logins.know(&player.id, from);
        Ok(Player { name, account: true, ..player.clone() })
    }

    /// Changes the password of an account and ends its other sessions.
    pub(crate) async fn change_password(
        &self,
        player: &Player,
        old: String,
        new: String,
        from: IpAddr,
    ) -> Result<(), Refused> {
        let kept = self.store.player(&player.id).await?.ok_or(Refused::WhoAreYou)?;
        let hashed = kept.password.clone().ok_or(Refused::NoAccount)?;
        passwords::check(&new, &kept.name)?;
        let is_same = old == new;
        let before = hashed.clone();
        self.check_password(&kept, old, hashed, from).await?;
        if is_same {
            return Err(Refused::SamePassword);
        }
        let after = self.run_slow_work(move || passwords::hash(&new)).await?;
        self.store.set_password(&kept.id, &before, &after, &player.session).await.map_err(
            |error| match error {
                StoreError::Conflict => Refused::WrongOldPassword, // changed in another tab
                error => error.into(),
            },
        )?;
        self.sessions.close_others(&kept.id, &player.session);
        Ok(())
    }

    /// Checks the password of an account before something that can't be undone. Guests have none.
    pub(crate) async fn confirm(
        &self,
        player: &Player,
        password: Option<String>,
        from: IpAddr,
    ) -> Result<(), Refused> {
        let kept = self.store.player(&player.id).await?.ok_or(Refused::WhoAreYou)?;
        let Some(hashed) = kept.password.clone() else { return Ok(()) };
        let password = password.ok_or(Refused::WrongOldPassword)?;
        self.check_password(&kept, password, hashed, from).await
    }

    /// Counts as a login attempt: an open browser must not allow faster guessing.
    async fn check_password(
        &self,
        kept: &StoredPlayer,
        password: String,
        hashed: String,
        from: IpAddr,
    ) -> Result<(), Refused> {
        self.logins.begin(&kept.id, from)?;
        if !self.run_slow_work(move || passwords::is_right(&password, &hashed)).await? {
            return Err(Refused::WrongOldPassword);
        }
        self.logins.succeeded(&kept.id, from);
        Ok(())
    }

    /// The account with this name and password, and a new secret for it.
    pub(crate) async fn log_in(
        &self,
        name: &str,
        password: String,
        from: IpAddr,
        device: &str,
    ) -> Result<(Player, String), Refused> {
        let kept = self.account(name).await?;
        // Unknown names are handled like accounts, so that nobody learns which names exist.
        let key = kept.as_ref().map_or_else(
            || format!("? {}", login_name(&names::normalised(&prefix_of(name)))),
            |kept| kept.id.clone(),
        );
        self.logins.begin(&key, from)?;
        let hashed =
            kept.as_ref().and_then(|kept| kept.password.clone()).unwrap_or_else(passwords::decoy);
        let right = self.run_slow_work(move || passwords::is_right(&password, &hashed)).await?;
        let Some(kept) = kept.as_ref().filter(|_| right) else {
            return Err(Refused::WrongPassword);
        };
        self.logins.succeeded(&key, from);
        let (session, secret) = self.sessions.add(&kept.id, device, None).await?;
        // The password may have changed meanwhile, which ended older sessions.
        let today = self.store.player(&kept.id).await?;
        if today.is_none_or(|today| today.password != kept.password) {
            self.sessions.end(&kept.id, &session).await?;
            return Err(Refused::WrongPassword);
        }
        Ok((Player::of(kept, session), secret))
    }

    /// Remembers that the owner of an account is logged in from here.
    pub(crate) fn remember_login(&self, player: &Player, from: IpAddr) {
        if player.account {
            self.logins.know(&player.id, from);
        }
    }

    /// Names of older accounts may not be normalised.
    async fn account(&self, name: &str) -> Result<Option<StoredPlayer>, Refused> {
        let name = prefix_of(name);
        let found = self.store.account(&login_name(name.trim())).await?;
        match found {
            Some(found) => Ok(Some(found)),
            None => Ok(self.store.account(&login_name(&names::normalised(&name))).await?),
        }
    }

    pub(crate) async fn log_out(&self, player: &Player, everywhere: bool) -> Result<(), Refused> {
        match everywhere {
            true => self.sessions.end_all(&player.id, None).await,
            false => self.sessions.end(&player.id, &player.session).await,
        }
    }

    pub(crate) async fn me(&self, player: &Player) -> Result<MeView, Refused> {
        let ratings = self.ratings(&player.id).await?;
        Ok(MeView {
            id: player.id.clone(),
            name: player.name.clone(),
            account: player.account,
            admin: false,
            banned: None,
            ratings,
        })
    }

    /// The ratings of a player or bot.
    pub(crate) async fn ratings(&self, id: &str) -> Result<Vec<RatingView>, Refused> {
        Ok(self.store.ratings(id).await?.into_iter().map(rating_view).collect())
    }

    /// Hashes passwords, a few at a time. They don't wait for the work of other requests.
    async fn run_slow_work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let _turn = self.checks.acquire().await.map_err(|_| Refused::Closing)?;
        blocking_in_pool(work).await
    }
}

impl Requester for Player {
    fn id(&self) -> &str {
        &self.id
    }

    fn address(&self) -> Option<IpAddr> {
        self.address
    }
}

impl Player {
    pub(crate) fn of(kept: &StoredPlayer, session: String) -> Player {
        Player {
            id: kept.id.clone(),
            name: kept.name.clone(),
            account: kept.password.is_some(),
            address: None,
            session,
        }
    }
}

/// A rating as players see it.
pub(crate) fn rating_view((key, kept): (RatingKey, StoredRating)) -> RatingView {
    RatingView {
        ruleset: key.family,
        pace: key.pace,
        rating: kept.rating.round(),
        deviation: kept.deviation.round(),
        games: kept.games,
    }
}

/// No account has a longer name; the rest is not worth the work.
fn prefix_of(name: &str) -> String {
    name.chars().take(10 * names::LONGEST).collect()
}

/// The form in which accounts are found.
fn login_name(name: &str) -> String {
    name.to_lowercase()
}

fn not_reserved(name: String) -> Result<String, Refused> {
    if names::is_reserved(&name) { Err(Refused::NameReserved(name)) } else { Ok(name) }
}

/// Adds the name to the error.
fn named(error: StoreError, name: &str) -> Refused {
    match error {
        StoreError::Taken => Refused::AccountNameTaken(name.to_owned()),
        StoreError::NotDone(why) => Refused::Message(why),
        error => error.into(),
    }
}
