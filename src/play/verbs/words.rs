//! Compares words, and quotes text.
use super::tokens::is_double;

/// Returns a text as one quotation that [`tokens`](super::tokens) reads back.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for mark in text.chars() {
        match mark {
            '\n' => out.push_str("\\n"),
            mark if mark == '\\' || is_double(mark) => out.extend(['\\', mark]),
            mark => out.push(mark),
        }
    }
    out.push('"');
    out
}

/// Strips case, accents, spaces and marks from a name: `König` is `konig`, or `koenig` with `umlauts` written out.
pub fn fold(name: &str, umlauts: bool) -> String {
    let mut out = String::with_capacity(name.len());
    name.chars().flat_map(char::to_lowercase).for_each(|mark| fold_mark(mark, umlauts, &mut out));
    out
}

fn fold_mark(mark: char, umlauts: bool, out: &mut String) {
    let (base, second) = match mark {
        'ä' | 'æ' => ('a', Some('e')),
        'ö' | 'ø' | 'œ' => ('o', Some('e')),
        'ü' => ('u', Some('e')),
        'å' => ('a', Some('a')),
        // Combining diaeresis: the vowel before it is already written.
        '\u{308}' => {
            out.extend(umlauts.then_some('e'));
            return;
        }
        'ß' => {
            out.push_str("ss");
            return;
        }
        'à' | 'á' | 'â' | 'ã' | 'ā' | 'ă' | 'ą' => ('a', None),
        'ç' | 'ć' | 'č' => ('c', None),
        'ď' | 'đ' => ('d', None),
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ė' | 'ę' | 'ě' => ('e', None),
        'ğ' | 'ģ' => ('g', None),
        'ì' | 'í' | 'î' | 'ï' | 'ī' | 'į' | 'ı' => ('i', None),
        'ł' | 'ľ' => ('l', None),
        'ñ' | 'ń' | 'ň' => ('n', None),
        'ò' | 'ó' | 'ô' | 'õ' | 'ō' | 'ő' => ('o', None),
        'ř' => ('r', None),
        'ś' | 'š' | 'ş' | 'ș' => ('s', None),
        'ţ' | 'ť' | 'ț' => ('t', None),
        'ù' | 'ú' | 'û' | 'ū' | 'ů' | 'ű' | 'ų' => ('u', None),
        'ý' | 'ÿ' => ('y', None),
        'ź' | 'ż' | 'ž' => ('z', None),
        other if other.is_alphanumeric() => (other, None),
        _ => return,
    };
    out.push(base);
    if umlauts {
        out.extend(second);
    }
}

/// Maximum letters of a word that is corrected. No name in the game is nearly as long.
const MAX_CORRECTED_LETTERS: usize = 80;
/// A word of up to this many letters, if it has a slip, is compared only with complete words.
const MAX_LETTERS_WITHOUT_PREFIX: usize = 3;

/// Returns the word of `among` that `typed` was perhaps meant to be, or to begin, ignoring case. It allows one slip in
/// three letters, and one in a word of two. Three letters with a slip begin too many words to count as a start.
pub fn nearest<'w>(typed: &str, among: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let length = typed.chars().count();
    if !(1..=MAX_CORRECTED_LETTERS).contains(&length) {
        return None;
    }
    let typed = typed.to_lowercase();
    let limit = (length / 3).max(usize::from(length > 1));
    let distance = |word: &str| {
        let word = word.to_lowercase();
        let start: String = word.chars().take(length).collect();
        let full = strsim::damerau_levenshtein(&typed, &word);
        let partial = strsim::damerau_levenshtein(&typed, &start);
        // A slip in a shortened word counts a little more than one in the complete word.
        if length <= MAX_LETTERS_WITHOUT_PREFIX && 0 < partial { 2 * full } else { (2 * full).min(2 * partial + 1) }
    };
    let ranked = among.into_iter().map(|word| (distance(word), word));
    ranked.filter(|(distance, _)| distance / 2 <= limit).min_by_key(|(distance, _)| *distance).map(|(_, word)| word)
}

/// Returns the hint for an unknown word: the nearest of the list, or else the contents of the list.
pub fn did_you_mean<'w>(typed: &str, among: impl IntoIterator<Item = &'w str>, list: impl Into<String>) -> String {
    nearest(typed, among).map_or_else(|| list.into(), |near| format!("did you mean {near}?"))
}

/// Joins words: `a`, `a or b`, `a, b or c`.
pub fn or_list(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [word] => (*word).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Whether a bare word is meant as a number, even if malformed.
pub fn looks_numeric(text: &str) -> bool {
    let number = text.trim_end_matches(['"', '”', '“', '″', '°', '\'']);
    let digit = number.bytes().any(|byte| byte.is_ascii_digit());
    let marks = number.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b'-' | b'+'));
    digit && (marks || number.strip_suffix("in").unwrap_or(number).parse::<f64>().is_ok())
}
