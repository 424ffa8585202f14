//! Switches of a game's rules: fields with a few values each, set by name.
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{LineError, Rule, verbs::did_you_mean};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switch {
    pub name: &'static str,
    /// What it decides, with the ruling in brackets.
    pub description: &'static str,
    /// Its values as typed, the default first.
    pub values: &'static [&'static str],
    /// The ruling that an error cites.
    pub rule: Option<Rule>,
}

impl Switch {
    pub const fn new(name: &'static str, description: &'static str, values: &'static [&'static str]) -> Switch {
        Switch { name, description, values, rule: None }
    }

    pub const fn with_ruling(self, rule: Rule) -> Switch {
        Switch { rule: Some(rule), ..self }
    }

    /// Splits a typed switch, `key=value`, into its name and its value.
    pub fn split_typed(text: &str) -> Option<(&str, &str)> {
        text.split_once('=').map(|(name, value)| (name.trim(), value.trim()))
    }

    /// Refuses a switch that is given twice with different values.
    pub fn refuse_contradictions<'t>(pairs: impl IntoIterator<Item = (&'t str, &'t str)>) -> Result<(), LineError> {
        let mut seen: Vec<(&str, &str)> = Vec::new();
        for (name, value) in pairs {
            if let Some((_, other)) = seen.iter().find(|(earlier, other)| *earlier == name && *other != value) {
                let what = format!("{name} is set twice: \"{other}\" and \"{value}\".");
                return Err(LineError::new(what).hint("omit one of them"));
            }
            seen.push((name, value));
        }
        Ok(())
    }

    /// Sets one of these switches in the rules of a game.
    ///
    /// # Errors
    /// A name that is not a switch, or a value that the switch does not have. The hint has the nearest one, or all.
    pub fn set<R: Serialize + DeserializeOwned>(
        switches: &[Switch],
        rules: &mut R,
        game: &str,
        (name, value): (&str, &str),
    ) -> Result<(), LineError> {
        let Some(switch) = switches.iter().find(|switch| switch.name == name) else {
            let names: Vec<&str> = switches.iter().map(|switch| switch.name).collect();
            let hint = did_you_mean(name, names.iter().copied(), names.join(", "));
            return Err(LineError::new(format!("There is no switch \"{name}\" in {game}.")).hint(hint));
        };
        if !switch.values.contains(&value) {
            let hint = did_you_mean(value, switch.values.iter().copied(), switch.values.join(", "));
            let error = LineError::new(format!("{name} cannot be \"{value}\".")).hint(hint);
            return Err(LineError { rule: switch.rule, ..error });
        }
        let invalid = |_: serde_json::Error| LineError::new(format!("{name} cannot be \"{value}\"."));
        let fields = serde_json::to_value(&*rules).map_err(invalid)?;
        let with_field = |value: Value| {
            let mut fields = fields.clone();
            fields[name] = value;
            serde_json::from_value(fields)
        };
        // Reads the value as a word or, if the field does not take that, as JSON: a number, true or false.
        *rules =
            with_field(Value::from(value)).or_else(|_| with_field(serde_json::from_str(value)?)).map_err(invalid)?;
        Ok(())
    }
}

/// Defines `Rules` with a field for each switch. A switch states its purpose, type, default and values as typed, and
/// perhaps the ruling that an error cites.
#[macro_export]
macro_rules! switches {
    ($($(#[doc = $says:literal])+ $name:ident: $Type:ty = $default:expr, [$($value:literal),+] $(, $rule:expr)?;)+) => {
        /// The switches. Each has its default if it is not set.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Rules {
            $($(#[doc = $says])+ pub $name: $Type,)+
        }

        impl Default for Rules {
            fn default() -> Rules {
                Rules { $($name: $default,)+ }
            }
        }

        impl Rules {
            /// Every switch with its values, the default first.
            pub const SWITCHES: &'static [$crate::Switch] =
                &[$($crate::Switch::new(stringify!($name), concat!($($says),+), &[$($value),+])$(.with_ruling($rule))?,)+];
        }
    };
}
