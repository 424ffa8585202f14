//! Conditions with parts. One walk through `all`, `any` and `not` serves every kind of condition. [9.2]
use super::path::KeyPath;

pub enum Shape<'c, C> {
    All(&'c [C]),
    /// One of these holds. The list has this key in a file.
    Any(&'static str, &'c [C]),
    Not(&'c C),
    /// A condition without parts. Its value has this key in a file. A plain word has none.
    Leaf(Option<&'static str>),
}

/// A condition or a part of one, with its place in a file.
pub struct Node<'c, C> {
    pub condition: &'c C,
    /// The place of its value, or of the list of its parts.
    pub path: KeyPath,
    /// Whether it is negated: it is under an odd number of `not`.
    pub is_negated: bool,
    /// What must also hold: the parts of every `all` around it, and the negated parts of every negated `any`.
    pub required_with: Vec<RequiredCondition<'c, C>>,
}

/// A condition that must hold, or must not.
pub struct RequiredCondition<'c, C> {
    pub condition: &'c C,
    pub is_negated: bool,
}

impl<C> Clone for RequiredCondition<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for RequiredCondition<'_, C> {}

/// A condition that may have parts.
pub trait Compound: Sized {
    fn shape(&self) -> Shape<'_, Self>;

    /// Returns the condition and all its parts, top down. `path` is its own place.
    fn nodes(&self, path: &KeyPath) -> Vec<Node<'_, Self>> {
        let mut nodes = Vec::new();
        collect_nodes(self, path, false, &[], &mut nodes);
        nodes
    }

    /// Returns the parts that have no parts themselves, negated or not.
    fn leaves(&self) -> Vec<&Self> {
        match self.shape() {
            Shape::All(parts) | Shape::Any(_, parts) => parts.iter().flat_map(Self::leaves).collect(),
            Shape::Not(part) => part.leaves(),
            Shape::Leaf(_) => vec![self],
        }
    }

    /// Returns what must hold for the condition, or for its negation: the parts of an `all`, the negated parts of a
    /// negated `any`, recursively, otherwise the condition itself.
    fn required_conditions(&self, is_negated: bool) -> Vec<RequiredCondition<'_, Self>> {
        match (self.shape(), is_negated) {
            (Shape::All(parts), false) | (Shape::Any(_, parts), true) => {
                parts.iter().flat_map(|part| part.required_conditions(is_negated)).collect()
            }
            (Shape::Not(part), _) => part.required_conditions(!is_negated),
            (Shape::All(_), true) | (Shape::Any(..), false) | (Shape::Leaf(_), _) => {
                vec![RequiredCondition { condition: self, is_negated }]
            }
        }
    }
}

fn collect_nodes<'c, C: Compound>(
    condition: &'c C,
    path: &KeyPath,
    is_denied: bool,
    required: &[RequiredCondition<'c, C>],
    nodes: &mut Vec<Node<'c, C>>,
) {
    let shape = condition.shape();
    let key = match shape {
        Shape::All(_) => Some("all"),
        Shape::Any(key, _) => Some(key),
        Shape::Not(_) => Some("not"),
        Shape::Leaf(key) => key,
    };
    let path = key.map_or_else(|| path.clone(), |key| path.key(key));
    nodes.push(Node { condition, path: path.clone(), is_negated: is_denied, required_with: required.to_vec() });
    let (parts, is_all): (&[C], bool) = match shape {
        Shape::All(parts) => (parts, true),
        Shape::Any(_, parts) => (parts, false),
        Shape::Not(part) => return collect_nodes(part, &path, !is_denied, required, nodes),
        Shape::Leaf(_) => return,
    };
    let mut required = required.to_vec();
    if is_all != is_denied {
        required.extend(parts.iter().map(|part| RequiredCondition { condition: part, is_negated: is_denied }));
    }
    for (index, part) in parts.iter().enumerate() {
        collect_nodes(part, &path.at(index), is_denied, &required, nodes);
    }
}
