//! Compiles a data file into a binary form that the program reads quickly.
//!
//! The build script includes this file and `node.rs`, so neither may use the rest of the crate.
use std::error::Error;

use super::node::Node;

/// Directory whose files are read in parts, because usually only a few classes are wanted.
const SHIPS: &str = "data/ships/";
/// Directory whose files are not compiled: they are long and seldom read.
const PUZZLES: &str = "data/naval/puzzles/";
const SELECTION_KEYS: [&str; 10] =
    ["class", "navy", "type", "built_as", "ships", "id", "name", "also", "service", "refits"];

/// Whether a compiled file is a list whose items can be read separately.
pub fn is_in_parts(path: &str) -> bool {
    path.starts_with(SHIPS)
}

/// Compiles a file. Returns no bytes if it is not to be compiled. `path` starts at the repository root.
///
/// # Errors
/// Fails if the file is not YAML.
pub fn compile(path: &str, text: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    if !path.ends_with(".yaml") || path.starts_with(PUZZLES) {
        return Ok(Vec::new());
    }
    let root = Node::read(text)?;
    if is_in_parts(path) { compile_in_parts(root) } else { Ok(postcard::to_stdvec(&root)?) }
}

/// Compiles classes so that each can be read separately: the lengths of the keys and of each class, then the selection
/// keys, then the classes.
fn compile_in_parts(root: Node) -> Result<Vec<u8>, Box<dyn Error>> {
    let Node::List(classes) = root else { return Err("a ship file is a list of classes".into()) };
    let keys = postcard::to_stdvec(&classes.iter().map(selection_keys_of).collect::<Vec<_>>())?;
    let classes: Vec<Vec<u8>> = classes.iter().map(postcard::to_stdvec).collect::<Result<_, _>>()?;
    let lengths: Vec<usize> = classes.iter().map(Vec::len).collect();
    let mut all = postcard::to_stdvec(&(keys.len(), lengths))?;
    all.extend(keys);
    all.extend(classes.into_iter().flatten());
    Ok(all)
}

fn selection_keys_of(node: &Node) -> Node {
    let selects = |key: &Node| matches!(key, Node::Text(key) if SELECTION_KEYS.contains(&&**key));
    match node {
        Node::List(items) => {
            let kept = items.iter().map(selection_keys_of);
            Node::List(kept.filter(|item| !matches!(item, Node::Map(entries) if entries.is_empty())).collect())
        }
        Node::Map(entries) => {
            let kept = entries.iter().filter(|(key, _)| selects(key));
            Node::Map(kept.map(|(key, value)| (key.clone(), selection_keys_of(value))).collect())
        }
        other @ (Node::Null
        | Node::Bool(_)
        | Node::Unsigned(_)
        | Node::Negative(_)
        | Node::Real(_)
        | Node::Text(_)
        | Node::Tagged) => other.clone(),
    }
}
