//! The browser of the browser tests: Debian's Chromium, or any that is there.

use std::path::PathBuf;
use std::process::Command;

use anyhow::bail;

use crate::command::find;

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/// The browser, and letters for every alphabet our boards use.
const PACKAGES: [&str; 2] = ["chromium", "fonts-dejavu-core"];

/// Where Chromium is: `$CHROMIUM`, or by name. Installs it where that takes no question.
pub(crate) fn find_or_install() -> anyhow::Result<PathBuf> {
    if let Some(path) = std::env::var_os("CHROMIUM").map(PathBuf::from) {
        if path.is_file() {
            return Ok(path);
        }
        bail!("CHROMIUM is {}, where no file is", path.display());
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
        // Package lists may be missing or old: fetch them only if that turns out so.
        if !apt(&install)?.status.success() {
            apt(&["update"])?;
            apt(&install)?;
        }
        if let Some(path) = look() {
            return Ok(path);
        }
    }
    bail!(
        "no Chromium was found; install it (on Debian: apt-get install {}), or set CHROMIUM to its path",
        PACKAGES.join(" ")
    )
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
