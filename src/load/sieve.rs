//! Leaves out of a ship file what nobody asks for, before it is read as YAML.
//!
//! The library is large and a question is about few ships of it, so the text is looked through for ids and names
//! first. What is left keeps its line and its place in the list, so that flaws are found where they are.

/// An item of a list stands empty where nobody asks for it.
const EMPTY: &str = "- ~\n";

/// The items of a file that is one list, written from the left margin.
pub(super) struct Items<'t> {
    head: &'t str,
    items: Vec<&'t str>,
}

impl<'t> Items<'t> {
    /// The items, or nothing when the file is written in another way.
    pub(super) fn of(text: &'t str) -> Option<Items<'t>> {
        let (mut starts, mut at) = (Vec::new(), 0);
        for line in text.split_inclusive('\n') {
            if line.starts_with("- ") {
                starts.push(at);
            } else if !line.starts_with([' ', '#', '\n', '\r']) {
                return None;
            }
            at += line.len();
        }
        let first = *starts.first()?;
        let ends = starts.iter().skip(1).copied().chain([text.len()]);
        let items = starts.iter().zip(ends).map(|(start, end)| &text[*start..end]).collect();
        Some(Items { head: &text[..first], items })
    }

    /// The file with every item empty that is not wanted, and without the lines of the keys `less` and those of ships that
    /// are `gone`, but for the first of a class; nothing when no item is wanted.
    pub(super) fn only(
        &self,
        wanted: impl Fn(&str) -> bool,
        less: &[&str],
        gone: impl Fn(&str) -> bool,
    ) -> Option<String> {
        let mut text = String::with_capacity(self.items.len() * 64);
        text.push_str(self.head);
        let mut found = false;
        for item in &self.items {
            if wanted(item) {
                found = true;
                push_less(&mut text, item, less, &gone);
            } else {
                text.push_str(EMPTY);
                text.extend(item.matches('\n').skip(1));
            }
        }
        found.then_some(text)
    }

    /// The file with every item cut down to the keys that a list of ships shows.
    pub(super) fn heads(&self, keys: &[&str]) -> String {
        let mut text = String::new();
        for item in &self.items {
            let mut kept = false;
            for line in item.split_inclusive('\n') {
                if let Some(rest) = line.strip_prefix("- ").or_else(|| line.strip_prefix("  ")) {
                    let key = rest.split(':').next().unwrap_or_default();
                    if !rest.starts_with(' ') && !line.trim_start().starts_with('#') {
                        kept = line.starts_with("- ") || keys.contains(&key);
                    }
                }
                if kept {
                    text.push_str(line);
                }
            }
        }
        text
    }
}

/// How the line of a ship begins.
const SHIP: &str = "    - {id: ";

/// Adds an item, an empty line in place of every line of the keys `less` and of ships that are `gone`.
fn push_less(text: &mut String, item: &str, less: &[&str], gone: impl Fn(&str) -> bool) {
    let (mut kept, mut first) = (true, true);
    for line in item.split_inclusive('\n') {
        if let Some(rest) = line.strip_prefix("  ").filter(|rest| !rest.starts_with([' ', '-', '#'])) {
            kept = !less.contains(&rest.split(':').next().unwrap_or_default());
        }
        let is_ship = line.starts_with(SHIP);
        let stays = !is_ship || first || !gone(line);
        first &= !is_ship;
        text.push_str(if kept && stays { line } else { "\n" });
    }
}

/// The words that stand after a key anywhere in an item: `id: asahi`.
pub(super) fn words<'i>(item: &'i str, key: &'static str) -> impl Iterator<Item = &'i str> {
    item.match_indices(key).filter_map(move |(at, _)| {
        let starts = item[..at].ends_with([' ', '{', ',']);
        let rest = item[at + key.len()..].strip_prefix(':')?.trim_start_matches(' ');
        let word = match rest.strip_prefix(['"', '\'']) {
            Some(quoted) => quoted.split(['"', '\'', '\n']).next(),
            None => rest.split([',', '}', '\n']).next(),
        };
        word.filter(|_| starts).map(str::trim_end)
    })
}

/// What stands after a key of the item itself, to the end of its line: `class: Orfei (Baltic, Metal works)`.
pub(super) fn own_word<'i>(item: &'i str, key: &str) -> Option<&'i str> {
    let own = |line: &'i str| line.strip_prefix("- ").or_else(|| line.strip_prefix("  "));
    let rest = item.lines().filter_map(own).find_map(|line| line.strip_prefix(key)?.strip_prefix(':'))?.trim();
    Some(rest.strip_prefix(['"', '\'']).map_or(rest, |quoted| quoted.trim_end_matches(['"', '\''])))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# A list.\n- class: One\n  ships:\n    - {id: a, name: Alpha}\n\n- class: Two\n  ships:\n    - id: \"b\"\n      name: 'Béta'\n  notes: x\n";

    #[test]
    fn what_is_left_keeps_its_line_and_place() {
        let items = Items::of(FILE).unwrap();
        let thin = items.only(|item| words(item, "id").any(|id| id == "b"), &[], |_| false).unwrap();
        assert_eq!(thin.lines().count(), FILE.lines().count());
        assert_eq!(thin.lines().nth(1), Some("- ~"));
        assert_eq!(thin.lines().nth(5), Some("- class: Two"));
        assert!(items.only(|_| false, &[], |_| false).is_none());
        let less = items.only(|_| true, &["ships"], |_| false).unwrap();
        assert_eq!(less.lines().count(), FILE.lines().count());
        assert!(less.contains("notes: x") && !less.contains("ships") && !less.contains("Béta"));
    }

    #[test]
    fn words_are_found_quoted_or_not() {
        assert_eq!(words(FILE, "id").collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(words(FILE, "name").collect::<Vec<_>>(), ["Alpha", "Béta"]);
    }

    #[test]
    fn ships_that_are_gone_leave_their_lines_and_the_first_of_the_class() {
        let file = "- class: One\n  ships:\n    - {id: a}\n    - {id: b}\n    - {id: c}\n  notes: x\n";
        let thin = Items::of(file).unwrap().only(|_| true, &[], |ship| !ship.contains("id: c")).unwrap();
        assert_eq!(thin, "- class: One\n  ships:\n    - {id: a}\n\n    - {id: c}\n  notes: x\n");
    }

    #[test]
    fn an_items_own_word_may_hold_commas_and_is_no_ships() {
        let item = "- class: Orfei (Baltic, Metal works)\n  ships:\n    - {id: a, type: BB}\n  type: 'TBD'\n";
        assert_eq!(own_word(item, "class"), Some("Orfei (Baltic, Metal works)"));
        assert_eq!(own_word(item, "type"), Some("TBD"));
        assert_eq!(own_word(item, "navy"), None);
    }

    #[test]
    fn heads_hold_the_keys_asked_for() {
        let heads = Items::of(FILE).unwrap().heads(&["ships"]);
        assert!(heads.contains("Béta") && !heads.contains("notes"));
    }

    #[test]
    fn a_file_written_otherwise_is_read_whole() {
        assert!(Items::of("[{class: One}]").is_none());
        assert!(Items::of("- class: One\nships: 3\n").is_none());
    }
}
