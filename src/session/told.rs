//! Words for what a line came to.
use serde_json::{Map, Value, json};

use play::{EventOf, Game};
use show::map::Page;

/// Under this key of the JSON line stands what happened.
const EVENTS: &str = "events";

/// What is told of a line, in words and as data.
#[derive(Clone, Default)]
pub struct Told {
    pub text: String,
    /// The text once more, with what a terminal may colour.
    pub page: Option<Page>,
    /// The keys of the JSON line that are its own; under `events` what happened.
    pub json: Map<String, Value>,
}

impl Told {
    pub fn text(text: impl Into<String>) -> Told {
        Told { text: text.into(), ..Told::default() }
    }
    /// Lines in their colours.
    pub fn page(page: Page) -> Told {
        Told { text: page.plain(), page: Some(page), ..Told::default() }
    }
    /// With what happened.
    pub fn happened(self, events: Vec<Value>) -> Told {
        self.key(EVENTS, Value::Array(events))
    }
    /// The same, of events in the form in which a journal has them.
    pub fn events_of<G: Game>(self, events: &[EventOf<G>]) -> Told {
        self.happened(events.iter().map(|event| json!(event)).collect())
    }
    /// Adds the keys of a JSON object.
    pub fn with(mut self, value: Value) -> Told {
        if let Value::Object(keys) = value {
            self.json.extend(keys);
        }
        self
    }
    /// Adds one key.
    pub fn key(mut self, key: &str, value: Value) -> Told {
        self.json.insert(key.to_owned(), value);
        self
    }
    /// What followed at once.
    pub fn and(mut self, next: Told) -> Told {
        self.text = [self.text, next.text].join("\n");
        self.and_data(next.json)
    }
    /// With the data of what followed.
    pub fn and_data(mut self, json: Map<String, Value>) -> Told {
        for (key, value) in json {
            match (self.json.get_mut(&key), value) {
                (Some(Value::Array(all)), Value::Array(more)) => all.extend(more),
                (_, value) => drop(self.json.insert(key, value)),
            }
        }
        self
    }
    /// With these sentences before its words.
    pub fn behind(self, says: Vec<String>) -> Told {
        let text = [says, vec![self.text.clone()]].concat().join("\n");
        self.in_words(text)
    }
    /// With these sentences after its words.
    pub fn before(mut self, says: impl IntoIterator<Item = String>) -> Told {
        for says in says {
            self.text = if self.text.is_empty() { says } else { [self.text, says].join("\n") };
        }
        self
    }
    /// Other words, with the same data.
    pub fn in_words(self, text: String) -> Told {
        Told { text, ..self }
    }
    /// What happened.
    pub fn events(&self) -> &[Value] {
        self.json.get(EVENTS).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }
    /// The contract's JSON line.
    pub fn as_json(&self, command: &str) -> Value {
        let mut value = json!({ "ok": true, "command": command, EVENTS: [], "text": self.text });
        if let Value::Object(keys) = &mut value {
            keys.extend(self.json.clone());
        }
        value
    }
}
