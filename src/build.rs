//! Embeds the data files, and finds the commit that `kaiser --version` shows.
//!
//! Only a release build asks git. Cargo compiles the program and its test suite again whenever this script has run, and
//! a debug build should not take that time after each commit.
mod carried;
#[path = "load/compile.rs"]
mod compile;
#[path = "load/node.rs"]
mod node;

use std::{
    env,
    error::Error,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=src/build.rs");
    let (root, out) = (PathBuf::from(env::var("CARGO_MANIFEST_DIR")?), PathBuf::from(env::var("OUT_DIR")?));
    embed(&root, &out)?;
    let is_release = env::var("PROFILE").as_deref() == Ok("release");
    let build = if is_release {
        format!("commit {}", commit_hash().as_deref().unwrap_or("unknown"))
    } else {
        "debug build".to_owned()
    };
    println!("cargo::rustc-env=KAISER_BUILD={build}");
    Ok(())
}

/// Writes the list of embedded files for `main.rs`: each with its path, its text and its compiled form.
fn embed(root: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    carried::FOLDERS.iter().chain(&carried::RULINGS).for_each(|path| println!("cargo::rerun-if-changed={path}"));
    let mut list = String::from("&[\n");
    for (number, (path, text)) in carried::files(root)?.iter().enumerate() {
        let (file, compiled_path) = (root.join(path), out.join(format!("{number}.node")));
        fs::write(&compiled_path, compile::compile(path, text).map_err(|error| format!("{path}: {error}"))?)?;
        let compiled = format!("include_bytes!({compiled_path:?})");
        writeln!(list, "    cli::BuiltIn {{ path: {path:?}, text: include_str!({file:?}), compiled: {compiled} }},")?;
    }
    list.push(']');
    Ok(fs::write(out.join("built_in.rs"), list)?)
}

/// Returns the commit of this directory if it is a git clone and git is installed.
fn commit_hash() -> Option<String> {
    // The sources may be inside a clone of another repository.
    if !Path::new(".git").exists() {
        return None;
    }
    // The log changes with every commit, and the head when another branch is checked out.
    for name in ["HEAD", "logs/HEAD"] {
        let path = git(&["rev-parse", "--git-path", name])?;
        if Path::new(&path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    git(&["rev-parse", "--short=12", "HEAD"])
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
