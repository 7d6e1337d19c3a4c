//! Saved items, as their owners see them.

use tisane_protocol::KeptView;

use crate::error::Refused;
use crate::store::{SavedHead, SavedItem};

pub(crate) fn view(SavedItem { head, content, .. }: SavedItem) -> Result<KeptView, Refused> {
    let content = serde_json::from_str(&content).map_err(|error| Refused::Stored(error.into()))?;
    let SavedHead { id, title, version, share, at, .. } = head;
    Ok(KeptView { id, title, version, at, link: share, content })
}
