//! Values whose text is all of them.

/// What is written in errors and journals as it is typed: `Debug` and serde by way of `Display` and `FromStr`.
#[macro_export]
macro_rules! as_text {
    ($Type:ty $(, $($parameter:tt)+)?) => {
        impl$(<$($parameter)+>)? std::fmt::Debug for $Type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{self}")
            }
        }

        impl$(<$($parameter)+>)? serde::Serialize for $Type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de $(, $($parameter)+)?> serde::Deserialize<'de> for $Type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$Type, D::Error> {
                let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}
