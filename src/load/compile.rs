//! Compiles a data file into a form that the program reads in a moment.
//!
//! The build script of the program shares this file and `node.rs`, so both know nothing else of ours.
use std::error::Error;

use super::node::Node;

/// Files of which mostly a few items are wanted.
const SHIPS: &str = "data/ships/";
/// Files that are read seldom, and long: they are not compiled.
const SELDOM: &str = "data/naval/puzzles/";
/// Keys by which a class, or a ship of it, is chosen.
const CHOSEN_BY: [&str; 10] = ["class", "navy", "type", "built_as", "ships", "id", "name", "also", "service", "refits"];

/// Whether a compiled file is a list, of which some items can be read without the others.
pub fn is_in_parts(path: &str) -> bool {
    path.starts_with(SHIPS)
}

/// A file as `Sources` reads it: empty if it is not compiled. `path` starts at the root of the repository.
///
/// # Errors
/// The file is not YAML.
pub fn compile(path: &str, text: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    if !path.ends_with(".yaml") || path.starts_with(SELDOM) {
        return Ok(Vec::new());
    }
    let root = Node::read(text)?;
    if is_in_parts(path) { parts(root) } else { Ok(postcard::to_stdvec(&root)?) }
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
