//! Words made comparable, and texts as one quotation.
use super::tokens::is_double;

/// A text as one quotation that [`tokens`](super::tokens) reads back.
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

/// A name without case, accents, spaces and hyphens: `König` is `konig`, or `koenig` with `umlauts` written out.
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
        // Combining diaeresis: the vowel before it is there already.
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

/// Letters of the longest word that is taken for another mistyped: no name of ours is nearly as long.
const LONGEST: usize = 80;
/// Letters of a word that is compared with whole words alone.
const FEW: usize = 3;

/// The word of `among` that `typed` was perhaps meant to be, or the start of, in any case of letters: one slip in three
/// letters, and one in a word of two. Three letters of which one is another are the start of too many words.
pub fn nearest<'w>(typed: &str, among: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let length = typed.chars().count();
    if !(1..=LONGEST).contains(&length) {
        return None;
    }
    let typed = typed.to_lowercase();
    let most = (length / 3).max(usize::from(length > 1));
    let distance = |word: &str| {
        let word = word.to_lowercase();
        let start: String = word.chars().take(length).collect();
        let whole = strsim::damerau_levenshtein(&typed, &word);
        let cut = strsim::damerau_levenshtein(&typed, &start);
        // A slip in a word cut short counts a little more than one in the whole word.
        if length <= FEW && 0 < cut { 2 * whole } else { (2 * whole).min(2 * cut + 1) }
    };
    let ranked = among.into_iter().map(|word| (distance(word), word));
    ranked.filter(|(distance, _)| distance / 2 <= most).min_by_key(|(distance, _)| *distance).map(|(_, word)| word)
}

/// The hint for a word that stands in no list: the nearest of the list, or else what the list holds.
pub fn did_you_mean<'w>(typed: &str, among: impl IntoIterator<Item = &'w str>, list: impl Into<String>) -> String {
    nearest(typed, among).map_or_else(|| list.into(), |near| format!("did you mean {near}?"))
}

/// `a`, `a or b`, `a, b or c`.
pub fn one_of(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Whether a bare word is meant as a number, rightly written or not.
pub fn looks_numeric(text: &str) -> bool {
    let number = text.trim_end_matches(['"', '”', '“', '″', '°', '\'']);
    let digit = number.bytes().any(|byte| byte.is_ascii_digit());
    let marks = number.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b'-' | b'+'));
    digit && (marks || number.strip_suffix("in").unwrap_or(number).parse::<f64>().is_ok())
}
