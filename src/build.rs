//! Finds the commit that `kaiser --version` shows.
//!
//! Only a release build asks git. Cargo compiles the program and its test suite again whenever this script has run, and
//! a debug build should not take that time after each commit.
use std::{env, path::Path, process::Command};

fn main() {
    println!("cargo::rerun-if-changed=src/build.rs");
    let is_release = env::var("PROFILE").as_deref() == Ok("release");
    let build = if is_release {
        format!("commit {}", commit().as_deref().unwrap_or("unknown"))
    } else {
        "debug build".to_owned()
    };
    println!("cargo::rustc-env=KAISER_BUILD={build}");
}

/// The commit of this directory, if it is a clone and git is there.
fn commit() -> Option<String> {
    // The sources may lie in a clone of something else.
    if !Path::new(".git").exists() {
        return None;
    }
    // The log changes with every commit and the head with every branch.
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
