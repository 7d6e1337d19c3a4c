//! Finds the browser for the browser tests: Chromium or Chrome.

use std::path::PathBuf;
use std::process::Command;

use anyhow::bail;

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
    if is_root() && find("apt-get").is_some() {
        let apt = |args: &[&str]| {
            Command::new("apt-get").args(args).env("DEBIAN_FRONTEND", "noninteractive").output()
        };
        let install: Vec<&str> =
            ["install", "-y", "--no-install-recommends"].into_iter().chain(PACKAGES).collect();
        // Update the package lists only if they turn out to be missing or old.
        if !apt(&install)?.status.success() {
            apt(&["update"])?;
            apt(&install)?;
        }
        if let Some(path) = look() {
            return Ok(path);
        }
    }
    bail!(
        "Chromium was not found; install it (on Debian: apt-get install {}) or set CHROMIUM to its path",
        PACKAGES.join(" ")
    )
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
