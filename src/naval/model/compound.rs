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
    /// Whether its contrary is meant: it is below a `not` that is below no other.
    pub is_denied: bool,
    /// What must hold with it: the parts of every `all` around it, and the contraries of those of a denied `any`.
    pub together: Vec<Demand<'c, C>>,
}

/// A condition that must hold, or must not.
pub struct Demand<'c, C> {
    pub condition: &'c C,
    pub is_denied: bool,
}

impl<C> Clone for Demand<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Demand<'_, C> {}

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

    /// What must hold for it to hold, or for its contrary: the parts of an `all`, the contraries of the parts of an `any`
    /// that is denied, with those of each such part, or itself.
    fn demands(&self, is_denied: bool) -> Vec<Demand<'_, Self>> {
        match (self.shape(), is_denied) {
            (Shape::All(parts), false) | (Shape::Any(_, parts), true) => {
                parts.iter().flat_map(|part| part.demands(is_denied)).collect()
            }
            (Shape::Not(part), _) => part.demands(!is_denied),
            (Shape::All(_), true) | (Shape::Any(..), false) | (Shape::Alone(_), _) => {
                vec![Demand { condition: self, is_denied }]
            }
        }
    }
}

fn gather<'c, C: Compound>(
    condition: &'c C,
    path: &Path,
    is_denied: bool,
    together: &[Demand<'c, C>],
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
    let (parts, is_all): (&[C], bool) = match shape {
        Shape::All(parts) => (parts, true),
        Shape::Any(_, parts) => (parts, false),
        Shape::Not(part) => return gather(part, &path, !is_denied, together, nodes),
        Shape::Alone(_) => return,
    };
    let mut together = together.to_vec();
    if is_all != is_denied {
        together.extend(parts.iter().map(|part| Demand { condition: part, is_denied }));
    }
    for (at, part) in parts.iter().enumerate() {
        gather(part, &path.at(at), is_denied, &together, nodes);
    }
}
