//! Downloads packages by name and version with apt, npm or pip, and checks their hashes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::about::{Client, Source};
use super::work_dir;

/// The folder with the unpacked package. An earlier download is used again.
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
            single_file(&dir)?.with_context(|| {
                format!("downloading {} left no file in {}", source.package, dir.display())
            })?
        }
    };
    let found = sha256(&archive)?;
    ensure!(
        found == source.sha256,
        "{} has SHA-256 {found}, but {} was expected; update about.toml if the package was meant to \
         change",
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
    // A leading backslash marks an escaped file name.
    Ok(text
        .trim_start_matches('\\')
        .split_whitespace()
        .next()
        .context("sha256sum printed nothing")?
        .to_owned())
}

/// Runs a program to its end and returns its standard output.
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

/// Compresses with the `zstd` program. Level 22 is worth its time for files that are made once and
/// read often.
pub(super) fn zstd(bytes: &[u8]) -> Result<Vec<u8>> {
    let (plain, packed) = (work_dir().join("plain"), work_dir().join("packed"));
    fs::write(&plain, bytes)?;
    let mut zstd = Command::new("zstd");
    zstd.args(["-q", "-f", "--ultra", "-22", "--no-check", "-o"]).args([&packed, &plain]);
    output(&mut zstd)?;
    Ok(fs::read(&packed)?)
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
