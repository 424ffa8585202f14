//! What a line came to.
use serde_json::{Map, Value, json};

use play::{EventOf, Game};
use show::map::Page;

/// What a line came to, in words and as data.
#[derive(Clone, Default)]
pub struct Answer {
    pub text: String,
    /// What happened, as `--json` tells it.
    pub events: Vec<Value>,
    /// Keys added to the JSON line.
    pub extra: Map<String, Value>,
    /// The text once more, with what a terminal may colour.
    pub page: Option<Page>,
    /// The person leaves.
    pub quits: bool,
    /// Something was done, taken back or brought back.
    pub moved: bool,
    /// Somebody else reads from here on, and is told this.
    pub passed: bool,
}

impl Answer {
    pub fn text(text: impl Into<String>) -> Answer {
        Answer { text: text.into(), ..Answer::default() }
    }
    /// Lines in their colours.
    pub fn page(page: Page) -> Answer {
        Answer { text: page.plain(), page: Some(page), ..Answer::default() }
    }
    /// With events in the form in which a journal has them.
    pub fn events<G: Game>(mut self, events: &[EventOf<G>]) -> Answer {
        self.events.extend(events.iter().map(|event| json!(event)));
        self
    }
    /// Adds the keys of a JSON object.
    pub fn with(mut self, value: Value) -> Answer {
        if let Value::Object(keys) = value {
            self.extra.extend(keys);
        }
        self
    }
    /// Adds one key.
    pub fn key(mut self, key: &str, value: Value) -> Answer {
        self.extra.insert(key.to_owned(), value);
        self
    }
    /// What followed at once.
    pub fn and(mut self, next: Answer) -> Answer {
        self.text = [self.text, next.text].join("\n");
        self.events.extend(next.events);
        for (key, value) in next.extra {
            match (self.extra.get_mut(&key), value) {
                (Some(Value::Array(all)), Value::Array(more)) => all.extend(more),
                (_, value) => drop(self.extra.insert(key, value)),
            }
        }
        self.moved |= next.moved;
        self.passed |= next.passed;
        self
    }
    /// The contract's JSON line.
    pub fn json(&self, command: &str) -> Value {
        let mut value = json!({ "ok": true, "command": command, "events": self.events, "text": self.text });
        if let Value::Object(keys) = &mut value {
            keys.extend(self.extra.clone());
        }
        value
    }
}
