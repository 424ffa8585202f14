//! Reads a document in which keys come twice: the first of each holds, and every other is told.
use std::{cell::RefCell, fmt};

use serde::{
    Deserializer,
    de::{DeserializeSeed, EnumAccess, Error, IgnoredAny, MapAccess, SeqAccess, VariantAccess, Visitor},
};
use serde_yaml::{Mapping, Value};

use super::place::Path;

/// The document, and the path of every key that came again.
///
/// # Errors
/// What else the syntax has against it.
pub(super) fn read(text: &str) -> Result<(Value, Vec<Path>), serde_yaml::Error> {
    let doubled = RefCell::new(Vec::new());
    let root = Loose { path: Path::default(), doubled: &doubled };
    let value = root.deserialize(serde_yaml::Deserializer::from_str(text))?;
    Ok((value, doubled.into_inner()))
}

/// A value of any kind.
struct Loose<'d> {
    path: Path,
    doubled: &'d RefCell<Vec<Path>>,
}

impl<'de> DeserializeSeed<'de> for Loose<'_> {
    type Value = Value;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

macro_rules! plain {
    ($($visit:ident($kind:ty)),*) => {
        $(fn $visit<E: Error>(self, plain: $kind) -> Result<Value, E> {
            Ok(Value::from(plain))
        })*
    };
}

impl<'de> Visitor<'de> for Loose<'_> {
    type Value = Value;
    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a value")
    }
    plain!(visit_bool(bool), visit_i64(i64), visit_u64(u64), visit_f64(f64), visit_str(&str));
    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }
    fn visit_none<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) =
            list.next_element_seed(Loose { path: self.path.at(items.len()), doubled: self.doubled })?
        {
            items.push(item);
        }
        Ok(Value::Sequence(items))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut read = Mapping::new();
        while let Some(key) = map.next_key::<Value>()? {
            let path = match (key.as_str(), key.as_i64()) {
                (Some(word), _) => self.path.key(word),
                (None, Some(number)) => self.path.key(&number.to_string()),
                (None, None) => self.path.clone(),
            };
            let value = map.next_value_seed(Loose { path: path.clone(), doubled: self.doubled })?;
            if read.contains_key(&key) {
                self.doubled.borrow_mut().push(path);
            } else {
                read.insert(key, value);
            }
        }
        Ok(Value::Mapping(read))
    }
    fn visit_enum<A: EnumAccess<'de>>(self, tagged: A) -> Result<Value, A::Error> {
        // Nothing of ours is tagged: what stands there fits nowhere.
        let (_, variant) = tagged.variant::<IgnoredAny>()?;
        variant.newtype_variant_seed(self)
    }
}
