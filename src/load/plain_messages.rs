//! Translates the messages of libraries for the writer of a file.
//!
//! Writing a scenario should need no knowledge of YAML parsers or programming languages.
use serde::de::Unexpected;

use crate::Node;

/// Text for a key without a value.
pub(super) const NOTHING: &str = "nothing";

/// Text for a word without a value.
pub(super) const LONE_WORD: &str = "the word alone";

/// Legal form of a decimal with a comma.
pub(super) const DECIMAL_POINT: &str = "a point before the decimals";

/// Parts of YAML parser messages, each with what is wrong and what is legal.
const SYNTAX: [(&str, &str, &str); 19] = [
    ("',' or ']'", "the list in brackets cannot continue like this", "a comma between its items, and `]` at its end"),
    ("',' or '}'", "the keys in braces cannot continue like this", "a comma between them, and `}` at their end"),
    ("quoted scalar", "a closing quotation mark is missing", "a quotation mark before and after the words"),
    ("'-' indicator", "an item of the list is needed here", "`- ` before every item, all indented equally"),
    ("did not find expected key", "a key is needed here", "`key: value`, all keys of a group indented equally"),
    ("mapping values", "no `:` is allowed here", "words with a colon in quotation marks, and one key on a line"),
    ("mapping keys", "no key is allowed here", "`key: value`, each on its own line"),
    ("block sequence", "no item of a list is allowed here", "`- ` at the start of a separate line"),
    ("expected ':'", "this key needs a colon and a space after it", "`key: value`"),
    ("start any token", "a value cannot begin with this character", "quotation marks around words that begin with it"),
    ("escape", "a `\\` in double quotation marks has another meaning", "single quotation marks around it"),
    ("hexadecimal", "a `\\` in double quotation marks has another meaning", "single quotation marks around it"),
    ("anchor", "`&` and `*` repeat what was named before", "quotation marks around words that begin with one"),
    ("alias", "`&` and `*` repeat what was named before", "quotation marks around words that begin with one"),
    ("tag", "words that begin with `!` have another meaning", "quotation marks around them"),
    ("directive", "a line that begins with `%` has another meaning", "quotation marks around it"),
    (
        "block scalar",
        "`|` and `>` begin a text on the lines below",
        "nothing after them on the line, and the text indented",
    ),
    ("recursion limit", "values are nested too deeply", "fewer lists and keys within each other"),
    ("control characters", "there is an invisible character here", "visible letters, digits, marks and spaces"),
];

/// Returns what is wrong with a text that is not YAML, and what is legal.
pub(super) fn syntax_message(message: &str) -> (&'static str, &'static str) {
    let known = SYNTAX.iter().find(|(part, ..)| message.contains(part));
    known.map_or(("the text cannot be read from here on", "correct quotation marks, brackets and spaces"), |known| {
        (known.1, known.2)
    })
}

pub(super) fn describe_found(value: Unexpected<'_>) -> String {
    match value {
        Unexpected::Bool(value) => format!("`{value}`"),
        Unexpected::Unsigned(number) => format!("`{number}`"),
        Unexpected::Signed(number) => format!("`{number}`"),
        Unexpected::Float(number) => format!("`{number}`"),
        Unexpected::Char(letter) => format!("`{letter}`"),
        Unexpected::Str(words) => format!("`{}`", words.escape_debug()),
        Unexpected::Unit | Unexpected::Option => NOTHING.to_owned(),
        Unexpected::Seq | Unexpected::TupleVariant | Unexpected::Bytes(_) => "a list".to_owned(),
        Unexpected::Map | Unexpected::StructVariant | Unexpected::Enum => "a group of keys".to_owned(),
        Unexpected::UnitVariant => LONE_WORD.to_owned(),
        Unexpected::NewtypeVariant | Unexpected::NewtypeStruct => "a value".to_owned(),
        Unexpected::Other(other) => other.to_owned(),
    }
}

pub(super) fn mismatch_message(found: &str) -> String {
    format!("{found} does not fit here")
}

/// Describes what a type expects. Descriptions of our own types stay unchanged.
pub(super) fn describe_expected(expected: &str) -> String {
    let length = |from: &str| Some(expected.strip_prefix(from)?.trim_end_matches(" elements").to_owned());
    if let Some(length) = length("a tuple of size ").or_else(|| length("an array of length ")) {
        return format!("a list of {length}");
    }
    let is_type = |kind: &str| expected.starts_with(kind);
    let plain = match expected {
        "f32" | "f64" => "a number",
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => "a whole number",
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => "a whole number, 0 or more",
        "a sequence" | "an empty array" => "a list",
        "a boolean" => "true or false",
        "a string" | "a borrowed string" | "a character" | "any valid JSON value" => "words",
        "unit" | "option" => "nothing",
        "a map" => "keys with values",
        "a formatted date string" => "a date such as 1904-08-14",
        "a formatted time string" => "a time such as \"05:23\"",
        _ if is_type("struct ") || is_type("struct variant ") => "keys with values",
        _ if is_type("enum ") || is_type("variant ") || is_type("field ") || is_type("unit ") => "a word",
        _ if is_type("tuple ") => "a list",
        _ if is_type("newtype variant") => "the word with a value: `word: value`",
        other => other,
    };
    plain.to_owned()
}

/// Describes the right length for a list that is too long. Twice as many whole numbers may be decimals with commas.
pub(super) fn describe_list_length(items: &[Node], expected: usize) -> String {
    let digits: Option<Vec<String>> =
        items.iter().map(|item| matches!(item, Node::Unsigned(_)).then(|| item.any_path_key().into_owned())).collect();
    match digits.filter(|digits| digits.len() == 2 * expected) {
        Some(digits) => {
            let decimals: Vec<String> = digits.chunks(2).map(|pair| pair.join(".")).collect();
            format!("a list of {expected}, with {DECIMAL_POINT}: [{}]", decimals.join(", "))
        }
        None => format!("a list of {expected}"),
    }
}
