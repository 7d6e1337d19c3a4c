//! Reads a game from the store.

use std::sync::Arc;

use super::{Services, Table};
use crate::compute::blocking::blocking_however_long;
use crate::error::{Error, Refused};

pub(super) async fn load_table(services: &Arc<Services>, id: &str) -> Result<Table, Error> {
    let kept = services
        .store
        .room(id)
        .await
        .map_err(Refused::from)?
        .ok_or_else(|| Refused::NoSuchGame(id.to_owned()))?;
    let (own, id) = (services.clone(), id.to_owned());
    let mut table = blocking_however_long(move || Table::load(&own.library, &id, &kept)).await??;
    table.look_up_accounts(&*services.store).await?;
    Ok(table)
}
