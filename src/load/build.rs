//! Compiles the data files into a form that the program reads in a moment, and lists them for `sources.rs`.
//!
//! It checks what can be seen without the rules: that each is YAML, and that no key comes twice. What the files say is checked
//! by the room itself when it reads them, and by the suite for all of them.
#![expect(clippy::disallowed_methods, reason = "a build script is told by the environment, and answers in files")]

#[path = "node.rs"]
mod node;

use std::{
    env,
    error::Error,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf, StripPrefixError},
};

use node::Node;

/// Files of which mostly a few items are wanted.
const SHIPS: &str = "data/ships/";
/// Keys by which a class, or a ship of it, is chosen.
const CHOSEN_BY: [&str; 10] = ["class", "navy", "type", "built_as", "ships", "id", "name", "also", "service", "refits"];

/// Directories of data, from the root of the repository.
const DIRECTORIES: [&str; 2] = ["data", "scenarios"];

fn main() -> Result<(), Box<dyn Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../..").canonicalize()?;
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let mut files = Vec::new();
    for directory in DIRECTORIES {
        println!("cargo::rerun-if-changed={}", root.join(directory).display());
        within(&root.join(directory), &mut files)?;
    }
    let named = |file: PathBuf| {
        let parts = file.strip_prefix(&root)?.components().map(|part| part.as_os_str().to_string_lossy());
        Ok((parts.collect::<Vec<_>>().join("/"), file))
    };
    let mut files: Vec<(String, PathBuf)> = files.into_iter().map(named).collect::<Result<_, StripPrefixError>>()?;
    files.sort_unstable();
    let mut list = String::from("&[\n");
    for (number, (name, file)) in files.iter().enumerate() {
        let compiled = compiled(file, name.starts_with(SHIPS)).map_err(|what| format!("{name}: {what}"))?;
        let place = out.join(format!("{number}.node"));
        fs::write(&place, compiled)?;
        writeln!(
            list,
            "    BuiltIn {{ path: {name:?}, text: include_str!({file:?}), compiled: include_bytes!({place:?}), in_parts: {} }},",
            name.starts_with(SHIPS)
        )?;
    }
    list.push(']');
    fs::write(out.join("built_in.rs"), list)?;
    Ok(())
}

/// Every file of a directory and of those inside it.
fn within(directory: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            within(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "yaml" || ending == "tsv") {
            files.push(path);
        }
    }
    Ok(())
}

/// A file as `Sources` reads it; nothing of one that is no YAML.
fn compiled(file: &Path, in_parts: bool) -> Result<Vec<u8>, Box<dyn Error>> {
    let text = fs::read_to_string(file)?;
    if file.extension().is_none_or(|ending| ending != "yaml") {
        return Ok(Vec::new());
    }
    let root = Node::read(&text)?;
    check(&root)?;
    if in_parts { parts(root) } else { Ok(postcard::to_stdvec(&root)?) }
}

/// A list of classes so that some of them can be read without the others: the length of what they are chosen by and of
/// each class, then what they are chosen by, then the classes.
fn parts(root: Node) -> Result<Vec<u8>, Box<dyn Error>> {
    let Node::List(classes) = root else { return Err("a ship file is a list of classes".into()) };
    let known = postcard::to_stdvec(&classes.iter().map(chosen_by).collect::<Vec<_>>())?;
    let classes: Vec<Vec<u8>> = classes.iter().map(postcard::to_stdvec).collect::<Result<_, _>>()?;
    let lengths: Vec<usize> = classes.iter().map(Vec::len).collect();
    let mut all = postcard::to_stdvec(&(known.len(), lengths))?;
    all.extend(known);
    all.extend(classes.into_iter().flatten());
    Ok(all)
}

/// What of a class it is chosen by.
fn chosen_by(node: &Node) -> Node {
    let is_known = |key: &Node| matches!(key, Node::Words(key) if CHOSEN_BY.contains(&&**key));
    match node {
        Node::List(items) => {
            let known = items.iter().map(chosen_by);
            Node::List(known.filter(|item| !matches!(item, Node::Map(entries) if entries.is_empty())).collect())
        }
        Node::Map(entries) => {
            let known = entries.iter().filter(|(key, _)| is_known(key));
            Node::Map(known.map(|(key, value)| (key.clone(), chosen_by(value))).collect())
        }
        other @ (Node::Null
        | Node::Bool(_)
        | Node::Count(_)
        | Node::Below(_)
        | Node::Real(_)
        | Node::Words(_)
        | Node::Tagged) => other.clone(),
    }
}

/// No key comes twice, and nothing has a tag.
fn check(node: &Node) -> Result<(), String> {
    match node {
        Node::Null | Node::Bool(_) | Node::Count(_) | Node::Below(_) | Node::Real(_) | Node::Words(_) => Ok(()),
        Node::List(items) => items.iter().try_for_each(check),
        Node::Map(entries) => {
            for (at, (key, value)) in entries.iter().enumerate() {
                if entries[..at].iter().any(|(earlier, _)| earlier == key) {
                    return Err(format!("the key {key:?} comes twice"));
                }
                check(value)?;
            }
            Ok(())
        }
        Node::Tagged => Err("a value has a tag".to_owned()),
    }
}
