//! Translates the messages of libraries for the writer of a file.
//!
//! Writing a scenario should need no knowledge of YAML parsers or programming languages.
use serde::de::Unexpected;

use crate::Node;

/// Text for a key without a value.
pub(super) const NOTHING: &str = "nothing";

/// Legal form of a decimal with a comma.
pub(super) const POINT: &str = "a point before the decimals";

/// Parts of YAML parser messages, each with what is wrong and what is legal.
const SYNTAX: [(&str, &str, &str); 19] = [
    ("',' or ']'", "the list in brackets does not go on here", "a comma between its items, and `]` at its end"),
    ("',' or '}'", "the keys in braces do not go on here", "a comma between them, and `}` at their end"),
    ("quoted scalar", "words in quotation marks are not closed", "a quotation mark before and after them"),
    ("'-' indicator", "an item of the list belongs here", "`- ` before every item, all equally far to the right"),
    ("did not find expected key", "a key belongs here", "`key: value`, all keys of a group equally far to the right"),
    ("mapping values", "no `:` can stand here", "words with a colon in quotation marks, and one key on a line"),
    ("mapping keys", "no key can stand here", "`key: value`, each on its own line"),
    ("block sequence", "no item of a list can stand here", "`- ` at the beginning of a line of its own"),
    ("expected ':'", "a colon and a blank belong behind this key", "`key: value`"),
    ("start any token", "no value begins with this sign", "words that begin with a sign in quotation marks"),
    ("escape", "a `\\` in double quotation marks means something else", "single quotation marks around it"),
    ("hexadecimal", "a `\\` in double quotation marks means something else", "single quotation marks around it"),
    ("anchor", "`&` and `*` repeat what was named before", "quotation marks around words that begin with one"),
    ("alias", "`&` and `*` repeat what was named before", "quotation marks around words that begin with one"),
    ("tag", "words that begin with `!` mean something else", "quotation marks around them"),
    ("directive", "a line that begins with `%` means something else", "quotation marks around it"),
    (
        "block scalar",
        "`|` and `>` begin a text on the lines below",
        "nothing behind them, the text farther to the right",
    ),
    ("recursion limit", "values lie too deep within each other", "a few lists and keys within each other"),
    ("control characters", "a sign that cannot be seen stands here", "letters, digits, marks and spaces"),
];

/// Returns what is wrong with a text that is not YAML, and what is legal.
pub(super) fn syntax_message(says: &str) -> (&'static str, &'static str) {
    let known = SYNTAX.iter().find(|(part, ..)| says.contains(part));
    known.map_or(("the text cannot be read from here on", "quotation marks, brackets and spaces in order"), |known| {
        (known.1, known.2)
    })
}

/// Describes the value in the file.
pub(super) fn describe_found(value: Unexpected<'_>) -> String {
    match value {
        Unexpected::Bool(said) => format!("`{said}`"),
        Unexpected::Unsigned(number) => format!("`{number}`"),
        Unexpected::Signed(number) => format!("`{number}`"),
        Unexpected::Float(number) => format!("`{number}`"),
        Unexpected::Char(letter) => format!("`{letter}`"),
        Unexpected::Str(words) => format!("`{}`", words.escape_debug()),
        Unexpected::Unit | Unexpected::Option => NOTHING.to_owned(),
        Unexpected::Seq | Unexpected::TupleVariant | Unexpected::Bytes(_) => "a list".to_owned(),
        Unexpected::Map | Unexpected::StructVariant | Unexpected::Enum => "a group of keys".to_owned(),
        Unexpected::UnitVariant => "the word alone".to_owned(),
        Unexpected::NewtypeVariant | Unexpected::NewtypeStruct => "a value".to_owned(),
        Unexpected::Other(other) => other.to_owned(),
    }
}

/// Returns the message for a value of the wrong type.
pub(super) fn misfit_message(found: &str) -> String {
    format!("{found} does not fit here")
}

/// Describes what a type expects. Descriptions of our own types stay unchanged.
pub(super) fn describe_expected(wanted: &str) -> String {
    let length = |from: &str| Some(wanted.strip_prefix(from)?.trim_end_matches(" elements").to_owned());
    if let Some(length) = length("a tuple of size ").or_else(|| length("an array of length ")) {
        return format!("a list of {length}");
    }
    let is_type = |kind: &str| wanted.starts_with(kind);
    let plain = match wanted {
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
pub(super) fn describe_list_length(items: &[Node], wanted: usize) -> String {
    let digits: Option<Vec<String>> =
        items.iter().map(|item| matches!(item, Node::Count(_)).then(|| item.any_path_key().into_owned())).collect();
    match digits.filter(|digits| digits.len() == 2 * wanted) {
        Some(digits) => {
            let decimals: Vec<String> = digits.chunks(2).map(|pair| pair.join(".")).collect();
            format!("a list of {wanted}, with {POINT}: [{}]", decimals.join(", "))
        }
        None => format!("a list of {wanted}"),
    }
}
