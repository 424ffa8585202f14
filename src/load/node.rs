//! Defines a YAML document without types, which is also the form of compiled files.
//!
//! The build script includes this file, so it may use nothing else of the crate.
use std::{borrow::Cow, fmt};

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{EnumAccess, Error, IgnoredAny, MapAccess, SeqAccess, VariantAccess, Visitor},
};

/// A value with its contents, in file order.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Node {
    Null,
    Bool(bool),
    Unsigned(u64),
    Negative(i64),
    Real(f64),
    #[serde(borrow)]
    Text(Cow<'static, str>),
    List(Vec<Node>),
    /// Keys and values. A repeated key appears repeatedly.
    Map(Vec<(Node, Node)>),
    /// A value with a tag, such as `!x 3`. Our files have none.
    Tagged,
}

impl Node {
    /// Reads a text of one document.
    ///
    /// # Errors
    /// Fails on wrong syntax, a second document, brackets too deep, or aliases of aliases.
    pub fn read(text: &str) -> Result<Node, serde_yaml::Error> {
        Node::from_deserializer(serde_yaml::Deserializer::from_str(text))
    }

    /// Reads from a self-describing format.
    pub fn from_deserializer<'de, D: Deserializer<'de>>(format: D) -> Result<Node, D::Error> {
        AnyNode::deserialize(format).map(|AnyNode(node)| node)
    }
}

pub struct AnyNode(pub Node);

impl<'de> Deserialize<'de> for AnyNode {
    fn deserialize<D: Deserializer<'de>>(format: D) -> Result<AnyNode, D::Error> {
        format.deserialize_any(NodeVisitor).map(AnyNode)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }
    fn visit_unit<E: Error>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }
    /// A text without a document, such as one with only comments.
    fn visit_none<E: Error>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }
    fn visit_bool<E: Error>(self, value: bool) -> Result<Node, E> {
        Ok(Node::Bool(value))
    }
    fn visit_u64<E: Error>(self, number: u64) -> Result<Node, E> {
        Ok(Node::Unsigned(number))
    }
    fn visit_i64<E: Error>(self, number: i64) -> Result<Node, E> {
        Ok(u64::try_from(number).map_or(Node::Negative(number), Node::Unsigned))
    }
    fn visit_f64<E: Error>(self, number: f64) -> Result<Node, E> {
        Ok(Node::Real(number))
    }
    fn visit_str<E: Error>(self, words: &str) -> Result<Node, E> {
        Ok(Node::Text(words.to_owned().into()))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Node, A::Error> {
        let mut items = Vec::new();
        while let Some(AnyNode(item)) = list.next_element()? {
            items.push(item);
        }
        Ok(Node::List(items))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut entries = Vec::new();
        while let Some((AnyNode(key), AnyNode(value))) = map.next_entry()? {
            entries.push((key, value));
        }
        Ok(Node::Map(entries))
    }
    fn visit_enum<A: EnumAccess<'de>>(self, tagged: A) -> Result<Node, A::Error> {
        let (_, value) = tagged.variant::<IgnoredAny>()?;
        value.newtype_variant::<IgnoredAny>()?;
        Ok(Node::Tagged)
    }
}
