//! Conditions with parts: one walk through `all`, `any` and `not` serves every kind of condition. [9.2]
use super::path::Path;

/// How a condition is made up.
pub enum Shape<'c, C> {
    /// Each of these holds.
    All(&'c [C]),
    /// One of these holds; the list has this key in a file.
    Any(&'static str, &'c [C]),
    Not(&'c C),
    /// It has no parts. Its figures have this key in a file; a mere word has none.
    Alone(Option<&'static str>),
}

/// A condition, or a part of one, and its place in a file.
pub struct Node<'c, C> {
    pub condition: &'c C,
    /// The place of its figures, or of the list of its parts.
    pub path: Path,
    /// Whether it is below a `not`.
    pub is_denied: bool,
    /// What must hold with it: the parts of every `all` around it.
    pub together: Vec<&'c C>,
}

/// A condition that may have parts.
pub trait Compound: Sized {
    fn shape(&self) -> Shape<'_, Self>;

    /// Itself and every part of it, from the top down. `path` is its own place.
    fn nodes(&self, path: &Path) -> Vec<Node<'_, Self>> {
        let mut nodes = Vec::new();
        gather(self, path, false, &[], &mut nodes);
        nodes
    }

    /// The parts without parts, denied or not.
    fn leaves(&self) -> Vec<&Self> {
        match self.shape() {
            Shape::All(parts) | Shape::Any(_, parts) => parts.iter().flat_map(Self::leaves).collect(),
            Shape::Not(part) => part.leaves(),
            Shape::Alone(_) => vec![self],
        }
    }

    /// What must hold for it to hold: the parts of an `all`, with those of each `all` among them, or itself.
    fn conjuncts(&self) -> Vec<&Self> {
        match self.shape() {
            Shape::All(parts) => parts.iter().flat_map(Self::conjuncts).collect(),
            Shape::Any(..) | Shape::Not(_) | Shape::Alone(_) => vec![self],
        }
    }
}

fn gather<'c, C: Compound>(
    condition: &'c C,
    path: &Path,
    is_denied: bool,
    together: &[&'c C],
    nodes: &mut Vec<Node<'c, C>>,
) {
    let shape = condition.shape();
    let key = match shape {
        Shape::All(_) => Some("all"),
        Shape::Any(key, _) => Some(key),
        Shape::Not(_) => Some("not"),
        Shape::Alone(key) => key,
    };
    let path = key.map_or_else(|| path.clone(), |key| path.key(key));
    nodes.push(Node { condition, path: path.clone(), is_denied, together: together.to_vec() });
    let (parts, together): (&[C], Vec<&C>) = match shape {
        Shape::All(parts) => (parts, together.iter().copied().chain(parts).collect()),
        Shape::Any(_, parts) => (parts, together.to_vec()),
        Shape::Not(part) => return gather(part, &path, true, &[], nodes),
        Shape::Alone(_) => return,
    };
    for (at, part) in parts.iter().enumerate() {
        gather(part, &path.at(at), is_denied, &together, nodes);
    }
}
