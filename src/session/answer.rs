//! Answers to a line, as text and JSON.
use serde_json::{Map, Value, json};

use play::{EventOf, Game};
use show::map::Page;

const EVENTS: &str = "events";

#[derive(Clone, Default)]
pub struct Answer {
    pub text: String,
    /// The same text with markup for a coloured terminal.
    pub page: Option<Page>,
    /// The keys that this answer adds to the JSON line, with its events under `events`.
    pub json: Map<String, Value>,
}

impl Answer {
    pub fn text(text: impl Into<String>) -> Answer {
        Answer { text: text.into(), ..Answer::default() }
    }
    pub fn page(page: Page) -> Answer {
        Answer { text: page.plain(), page: Some(page), ..Answer::default() }
    }
    pub fn with_events(self, events: Vec<Value>) -> Answer {
        self.with_key(EVENTS, Value::Array(events))
    }
    /// Adds events in the form that journals use.
    pub fn with_game_events<G: Game>(self, events: &[EventOf<G>]) -> Answer {
        self.with_events(events.iter().map(|event| json!(event)).collect())
    }
    /// Adds the keys of a JSON object.
    pub fn with_keys(mut self, value: Value) -> Answer {
        if let Value::Object(keys) = value {
            self.json.extend(keys);
        }
        self
    }
    pub fn with_key(mut self, key: &str, value: Value) -> Answer {
        self.json.insert(key.to_owned(), value);
        self
    }
    pub fn append(mut self, next: Answer) -> Answer {
        self.text = [self.text, next.text].join("\n");
        self.append_data(next.json)
    }
    pub fn append_data(mut self, json: Map<String, Value>) -> Answer {
        for (key, value) in json {
            match (self.json.get_mut(&key), value) {
                (Some(Value::Array(all)), Value::Array(more)) => all.extend(more),
                (_, value) => drop(self.json.insert(key, value)),
            }
        }
        self
    }
    pub fn prefixed_with(self, sentences: Vec<String>) -> Answer {
        let text = [sentences, vec![self.text.clone()]].concat().join("\n");
        self.with_text(text)
    }
    pub fn followed_by(mut self, sentences: impl IntoIterator<Item = String>) -> Answer {
        for sentence in sentences {
            self.text = if self.text.is_empty() { sentence } else { [self.text, sentence].join("\n") };
        }
        self
    }
    /// Replaces its text and keeps its data.
    pub fn with_text(self, text: String) -> Answer {
        Answer { text, ..self }
    }
    pub fn events(&self) -> &[Value] {
        self.json.get(EVENTS).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }
    /// Returns the line of the JSON contract.
    pub fn as_json(&self, command: &str) -> Value {
        let mut value = json!({ "ok": true, "command": command, EVENTS: [], "text": self.text });
        if let Value::Object(keys) = &mut value {
            keys.extend(self.json.clone());
        }
        value
    }
}
