//! Prints names so that they can be typed.
use crate::{Id, State, model::state::Marker};
use play::verbs::{TokenKind, fold, looks_numeric, quoted, tokens};

/// Words of the grammar that may be where a name is: keys and fillers of orders, and some choices.
const GRAMMAR: &str = "a ahead all amidships and angle apart arc as at battery bearing because big blocked both bow broadside by \
                       clear condition courses d declared dice disband downwind dummy extreme factor factors fate fires flotation for from \
                       guns heading in interval land light line lit marker medium meets mounts next nobody no of off on poor port \
                       ram range reach repeaters rudder rule run salt salvo salvoes scrape searchlight segment sentence side sighted \
                       sighting smoke speed starboard starshell stern target through to together top torpedoes turn turned \
                       turns very very-poor visibility waive with battle ascii damage damage-control east false free gunfire hold \
                       illumination movement n north open plotting referee south speeds torpedo true used v vs versus wakes west y \
                       yes";

/// Returns an id as it can be typed anywhere, in quotation marks if the grammar would read it differently.
pub fn typed_name<Kind>(state: &State, id: &Id<Kind>) -> String {
    name_typed_in(GRAMMAR, state, id)
}

/// Returns an id as it can be typed in a grammar with these words, which are separated by spaces.
pub fn name_typed_in<Kind>(grammar: &str, state: &State, id: &Id<Kind>) -> String {
    let id = &id.to_kind();
    let word = marker_letter(state, id).or_else(|| own_word(state, id)).unwrap_or(id.as_str());
    let tokens_read = tokens(word);
    let is_single_word =
        tokens_read.len() == 1 && tokens_read[0].text == word && tokens_read[0].kind == TokenKind::Word;
    let is_keyword = grammar.split_whitespace().any(|keyword| keyword == word.to_lowercase());
    let is_plain = is_single_word && !is_keyword && !looks_numeric(word) && !fold(word, false).is_empty();
    if is_plain && is_known_id(state, id) { word.to_owned() } else { quoted(word) }
}

/// Returns a marker's letter, unless both sides have a marker of that letter on the table.
fn marker_letter<'a>(state: &State, id: &'a Id) -> Option<&'a str> {
    let has_same_letter = |marker: &&Marker| marker.has_letter_of(id);
    let (is_known, count) = (
        state.markers.iter().any(|marker| marker.id == *id.as_str()),
        state.markers.iter().filter(has_same_letter).count(),
    );
    (is_known && count == 1).then(|| Marker::letter(id))
}

/// Returns the bare word of a formation or a side's own division, unless both sides have one of that name.
fn own_word<'a>(state: &State, id: &'a Id) -> Option<&'a str> {
    let word = id.word();
    let count = match (state.formation(&id.to_kind()), state.division(id)) {
        (Some(_), _) => state.formations.iter().filter(|formation| formation.id.word() == word).count(),
        (None, Some(_)) => state.divisions.iter().filter(|division| division.id.word() == word).count(),
        (None, None) => 0,
    };
    (count == 1).then_some(word)
}

fn is_known_id(state: &State, id: &Id) -> bool {
    let known = state.ship(id).is_some() || state.division(id).is_some() || state.side(&id.to_kind()).is_some();
    known
        || state.formation_or_ordered(&id.to_kind()).is_some()
        || state.markers.iter().any(|marker| marker.id == *id.as_str())
}
