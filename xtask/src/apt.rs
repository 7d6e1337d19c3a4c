//! Installs programs that tests need, on Debian.

use std::process::Command;

use anyhow::ensure;

use crate::command::find;

/// Whether we may install packages.
pub(crate) fn is_possible() -> bool {
    is_root() && find("apt-get").is_some()
}

/// Installs packages. Updates the lists of packages only if they turn out to be missing or old.
pub(crate) fn install(packages: &[&str]) -> anyhow::Result<()> {
    ensure!(is_possible(), "only root can install {} on Debian", packages.join(", "));
    let apt = |args: &[&str]| {
        Command::new("apt-get").args(args).env("DEBIAN_FRONTEND", "noninteractive").output()
    };
    let install: Vec<&str> =
        ["install", "-y", "--no-install-recommends"].iter().chain(packages).copied().collect();
    if !apt(&install)?.status.success() {
        apt(&["update"])?;
        apt(&install)?;
    }
    Ok(())
}

pub(crate) fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
