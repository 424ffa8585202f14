//! What a journal has to tell for a record: its moves with what was tried beside them, and the tags that it brought.
use std::collections::HashSet;

use super::recorded::{Recorded, Tag};
use boards::record::{Node, add};
use play::journal::{Entry, EntryOf, Journal, Notice};
use session::boards::Companion;

/// One move of a journal, and those that were tried after it.
#[derive(Default)]
struct Tried {
    /// How many moves stand behind it, itself among them.
    size: usize,
    text: String,
    comment: Option<String>,
    children: Vec<usize>,
    /// The child that was gone on with last.
    last: Option<usize>,
}

/// What is said before the first move, and the moves in force; what was taken back stands beside them as variations. A
/// command for which the record has no word leaves the game where it was. What begins otherwise than the record says is no
/// part of it: a first move of the side that a lot has drawn, and the lot was taken back. [TF-4]
pub fn tree<G: Recorded>(journal: &Journal<G>) -> (Option<String>, Vec<Node>) {
    if journal.entries().iter().any(|entry| matches!(entry, Entry::Amended { .. })) {
        return plainly(journal);
    }
    let begun = G::begin(&G::settled(journal));
    // The first stands for the beginning of the game.
    let mut tried = vec![Tried::default()];
    // Where each command leads that is in force, and each that was taken back; `None` to no part of the record.
    let (mut path, mut undone): (Vec<Option<usize>>, Vec<Option<usize>>) = (vec![Some(0)], Vec::new());
    journal.walk(|line, before| {
        let now = path.last().copied().flatten();
        match line.entry {
            Entry::Did { command, events, .. } => {
                path.push(match (now, G::text(before, command, events)) {
                    (Some(0), Some(_)) if !G::begins(&begun, before) => None,
                    (Some(now), Some(text)) => Some(tried_after(&mut tried, now, text)),
                    (_, _) => now,
                });
                undone.clear();
            }
            Entry::TakenBack { .. } => line.moves.iter().for_each(|_| undone.extend(path.pop())),
            Entry::Redid { .. } => line.moves.iter().for_each(|_| path.extend(undone.pop())),
            Entry::Remarked { words } => now.iter().for_each(|now| add(&mut tried[*now].comment, words)),
            Entry::Amended { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => {}
        }
    });
    // Children come after their parents.
    for at in (0..tried.len()).rev() {
        tried[at].size = 1 + tried[at].children.iter().map(|child| tried[*child].size).sum::<usize>();
    }
    let tree = Tree { tried: &tried, in_force: &path.into_iter().flatten().collect() };
    let moves = tree.next(0, 0).map(|first| tree.line(first, &tried[0].children, 0));
    (tried[0].comment.clone(), moves.unwrap_or_default())
}

/// The place of a move behind another, which may have been tried before.
fn tried_after(tried: &mut Vec<Tried>, before: usize, text: String) -> usize {
    let again = tried[before].children.iter().copied().find(|at| tried[*at].text == text);
    let at = again.unwrap_or(tried.len());
    if again.is_none() {
        tried.push(Tried { text, ..Tried::default() });
        tried[before].children.push(at);
    }
    tried[before].last = Some(at);
    at
}

/// The moves in force of an amended journal, where what was taken back has lost its place.
fn plainly<G: Recorded>(journal: &Journal<G>) -> (Option<String>, Vec<Node>) {
    let (mut begins, mut nodes): (_, Vec<Node>) = (None, Vec::new());
    let mut state = G::begin(&journal.header().setup);
    let deeds = journal.deeds();
    let mut deeds = deeds.iter().filter(|deed| deed.struck.is_none()).peekable();
    for (at, entry) in journal.entries().iter().enumerate() {
        if let Some(deed) = deeds.next_if(|deed| deed.entry == at + 1) {
            nodes.extend(G::text(&state, deed.command, deed.events).map(Node::new));
            play::apply_all::<G>(&mut state, deed.events);
        } else if let Entry::Remarked { words } = entry {
            add(nodes.last_mut().map_or(&mut begins, |node| &mut node.comment), words);
        }
    }
    (begins, nodes)
}

/// What was tried, and what of it is in force.
struct Tree<'a> {
    tried: &'a [Tried],
    in_force: &'a HashSet<usize>,
}

/// From this depth on variations follow what was tried longest, so that they lie no deeper than can be read.
const DEEP: usize = 16;

impl Tree<'_> {
    /// A line from a move on, so many variations deep: in the game what is in force, in a variation what was tried last, as a
    /// record's variations are played.
    fn line(&self, first: usize, beside: &[usize], depth: usize) -> Vec<Node> {
        let (mut nodes, mut at, mut beside) = (Vec::new(), first, beside);
        loop {
            let others = beside.iter().copied().filter(|other| *other != at);
            let variations = others.map(|other| self.line(other, &[], depth + 1)).collect();
            let Tried { text, comment, children, .. } = &self.tried[at];
            nodes.push(Node { variations, comment: comment.clone(), ..Node::new(text.clone()) });
            beside = children;
            match self.next(at, depth) {
                Some(next) => at = next,
                None => return nodes,
            }
        }
    }

    /// The game stands where it stands: what was taken back behind it is no part of its record.
    fn next(&self, at: usize, depth: usize) -> Option<usize> {
        let children = || self.tried[at].children.iter().copied();
        let in_force = children().find(|child| self.in_force.contains(child));
        match depth {
            0 => in_force,
            1..DEEP => in_force.or(self.tried[at].last),
            _ => in_force.or_else(|| children().max_by_key(|child| self.tried[*child].size)),
        }
    }
}

/// The tags that a record brought with it, in their order.
pub fn tagged<G: Companion>(journal: &Journal<G>) -> Vec<Tag> {
    let tag = |entry: &EntryOf<G>| {
        let Entry::Noticed { what: Notice::Tagged { name, value } } = entry else { return None };
        Some((name.clone(), value.clone()))
    };
    journal.entries().iter().filter_map(tag).collect()
}

/// Whether nothing was played or taken back since a record was brought in: what it claims of the end is of this game.
pub fn is_as_imported<G: Companion>(journal: &Journal<G>) -> bool {
    let mut since = journal.entries().iter().skip_while(|entry| !matches!(entry, Entry::Closed));
    let is_record =
        journal.entries().iter().any(|entry| matches!(entry, Entry::Noticed { what: Notice::Tagged { .. } }));
    is_record
        && since.all(|entry| match entry {
            Entry::Did { .. } | Entry::TakenBack { .. } | Entry::Redid { .. } | Entry::Amended { .. } => false,
            Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => true,
        })
}
