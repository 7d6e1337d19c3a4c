//! Who is asking: guests with a secret in a cookie, accounts with a password, programs with a token.
//!
//! A secret is `session.key`. The session is found by its first part; of the second only a hash is kept.

use std::sync::Arc;

use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use tisane_protocol::{MeView, RatingView};
use tokio::sync::Semaphore;

use crate::blocking::blocking;
use crate::now;
use crate::refused::Refused;
use crate::secret::{hash, is_secret, random_name};
use crate::store::{KeptPlayer, KeptRating, NewSession, RatingKey, Store, StoreError};

const PASSWORD: std::ops::RangeInclusive<usize> = 8..=200;
const LONGEST_NAME: usize = 20;
/// Checking a password takes 19 MB and a moment; so many at a time.
const CHECKS_AT_ONCE: usize = 2;

/// Somebody who is known by their secret.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) account: bool,
    session: String,
}

#[derive(Clone)]
pub(crate) struct Players {
    store: Arc<dyn Store>,
    checks: Arc<Semaphore>,
}

impl Players {
    pub(crate) fn new(store: Arc<dyn Store>) -> Players {
        Players { store, checks: Arc::new(Semaphore::new(CHECKS_AT_ONCE)) }
    }

    /// A new guest, and their secret.
    pub(crate) async fn guest(&self, name: &str) -> Result<(Player, String), Refused> {
        let kept = KeptPlayer { id: random_name(12), name: checked_name(name)?, password: None };
        let (session, secret) = new_session(&kept.id);
        let player = Player::of(&kept, session.id.clone());
        self.store.add_player(kept, session).await?;
        Ok((player, secret))
    }

    /// Whose secret this is, if it is anybody's.
    pub(crate) async fn by_secret(&self, secret: &str) -> Result<Option<Player>, Refused> {
        let Some((session, key)) = secret.split_once('.') else { return Ok(None) };
        let found = self.store.session(session).await?;
        Ok(found.filter(|(_, hashed)| is_secret(key, hashed)).map(|(kept, _)| Player::of(&kept, session.to_owned())))
    }

    /// One more secret for the same player: for a program, or another browser.
    pub(crate) async fn another_secret(&self, player: &str) -> Result<String, Refused> {
        let (session, secret) = new_session(player);
        self.store.add_session(session).await?;
        Ok(secret)
    }

    pub(crate) async fn rename(&self, player: &Player, name: &str) -> Result<Player, Refused> {
        let name = checked_name(name)?;
        let kept = self.store.player(&player.id).await?.ok_or(Refused::WhoAreYou)?;
        self.change(KeptPlayer { name, ..kept }, &player.session).await
    }

    /// Turns a guest into an account, or gives an account another name and password.
    pub(crate) async fn make_account(&self, player: &Player, name: &str, password: String) -> Result<Player, Refused> {
        let name = checked_name(name)?;
        if !PASSWORD.contains(&password.chars().count()) {
            return Err(Refused::WeakPassword { least: *PASSWORD.start(), most: *PASSWORD.end() });
        }
        let hashed = self.slowly(move || hash_password(&password)).await?;
        self.change(KeptPlayer { id: player.id.clone(), name, password: Some(hashed) }, &player.session).await
    }

    async fn change(&self, kept: KeptPlayer, session: &str) -> Result<Player, Refused> {
        let player = Player::of(&kept, session.to_owned());
        match self.store.change_player(kept).await {
            Err(StoreError::Taken) => Err(Refused::AccountNameTaken(player.name)),
            result => Ok(result.map(|()| player)?),
        }
    }

    /// The account with this name and password, and a new secret for it.
    pub(crate) async fn log_in(&self, name: &str, password: String) -> Result<(Player, String), Refused> {
        let kept = self.store.account(name.trim()).await?;
        // An unknown name takes as long as a wrong password, so nobody learns which names there are.
        let hashed = kept.as_ref().and_then(|kept| kept.password.clone()).unwrap_or_else(|| DECOY.clone());
        let right = self.slowly(move || is_password(&password, &hashed)).await?;
        let kept = kept.filter(|_| right).ok_or(Refused::WrongPassword)?;
        let (session, secret) = new_session(&kept.id);
        let player = Player::of(&kept, session.id.clone());
        self.store.add_session(session).await?;
        Ok((player, secret))
    }

    pub(crate) async fn log_out(&self, player: &Player, everywhere: bool) -> Result<(), Refused> {
        match everywhere {
            true => self.store.end_sessions(&player.id).await?,
            false => self.store.end_session(&player.session).await?,
        }
        Ok(())
    }

    pub(crate) async fn me(&self, player: &Player) -> Result<MeView, Refused> {
        let ratings = self.ratings(&player.id).await?;
        Ok(MeView { id: player.id.clone(), name: player.name.clone(), account: player.account, admin: false, ratings })
    }

    /// What somebody has shown in rated games, whoever they are.
    pub(crate) async fn ratings(&self, id: &str) -> Result<Vec<RatingView>, Refused> {
        let rating = |(key, kept): (RatingKey, KeptRating)| RatingView {
            ruleset: key.family,
            pace: key.pace,
            rating: kept.rating.round(),
            deviation: kept.deviation.round(),
            games: kept.games,
        };
        Ok(self.store.ratings(id).await?.into_iter().map(rating).collect())
    }

    /// Away from the threads that talk to the network, and few at a time.
    async fn slowly<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refused> {
        let _turn = self.checks.acquire().await.map_err(|_| Refused::Closing)?;
        blocking(work).await
    }
}

impl Player {
    fn of(kept: &KeptPlayer, session: String) -> Player {
        Player { id: kept.id.clone(), name: kept.name.clone(), account: kept.password.is_some(), session }
    }
}

fn new_session(player: &str) -> (NewSession, String) {
    let (id, key) = (random_name(16), random_name(40));
    let secret = format!("{id}.{key}");
    (NewSession { id, player: player.to_owned(), hash: hash(&key), at: now() }, secret)
}

fn checked_name(name: &str) -> Result<String, Refused> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
        return Err(tisane_rules::Refusal::BadName { longest: LONGEST_NAME }.into());
    }
    Ok(name.to_owned())
}

static DECOY: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| hash_password("nobody's"));

fn hash_password(password: &str) -> String {
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).expect("the system gives random numbers");
    let salt = SaltString::encode_b64(&salt).expect("16 bytes make a salt");
    Argon2::default().hash_password(password.as_bytes(), &salt).expect("the usual parameters work").to_string()
}

fn is_password(password: &str, hashed: &str) -> bool {
    PasswordHash::new(hashed).is_ok_and(|hashed| Argon2::default().verify_password(password.as_bytes(), &hashed).is_ok())
}
