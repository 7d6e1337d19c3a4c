//! Finds the browser for the browser tests: Chromium or Chrome.

use std::path::PathBuf;

use anyhow::bail;

use crate::apt;
use crate::command::find;

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/// The browser, and a font with all alphabets of our rulesets.
const PACKAGES: [&str; 2] = ["chromium", "fonts-dejavu-core"];

/// Finds Chromium by `$CHROMIUM` or by name. Installs it on Debian if we are root.
pub(crate) fn find_or_install() -> anyhow::Result<PathBuf> {
    if let Some(path) = std::env::var_os("CHROMIUM").map(PathBuf::from) {
        if path.is_file() {
            return Ok(path);
        }
        bail!("CHROMIUM is set to {}, but there is no such file", path.display());
    }
    let look = || NAMES.iter().find_map(|name| find(name));
    if let Some(path) = look() {
        return Ok(path);
    }
    if apt::is_possible() {
        apt::install(&PACKAGES)?;
        if let Some(path) = look() {
            return Ok(path);
        }
    }
    bail!(
        "Chromium was not found; install it (on Debian: apt-get install {}) or set CHROMIUM to its path",
        PACKAGES.join(" ")
    )
}
