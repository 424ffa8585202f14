//! What a journal has to tell for a record: its moves with what was tried beside them, and the tags that it brought.
use std::{collections::HashSet, mem};

use super::recorded::{Recorded, Tag};
use boards::record::{Node, add};
use play::journal::{Entry, EntryOf, Journal, Notice};
use session::boards::Companion;

/// One command of a journal, and those that were tried after it.
struct Tried {
    /// How many commands stand behind it, itself among them.
    size: usize,
    text: Option<String>,
    comment: Option<String>,
    parent: Option<usize>,
    children: Vec<usize>,
    /// The child that was gone on with last.
    last: Option<usize>,
}

/// What is said before the first move, and the moves in force; what was taken back stands beside them as variations.
pub fn tree<G: Recorded>(journal: &Journal<G>) -> (Option<String>, Vec<Node>) {
    if journal.entries().iter().any(|entry| matches!(entry, Entry::Amended { .. })) {
        return plainly(journal);
    }
    let mut begins = None;
    let (mut tried, mut roots): (Vec<Tried>, Vec<usize>) = (Vec::new(), Vec::new());
    let (mut now, mut undone): (Option<usize>, Vec<usize>) = (None, Vec::new());
    journal.walk(|line, before| match line.entry {
        Entry::Did { command, events, .. } => {
            let text = G::text(before, command, events);
            let beside = now.map_or(&roots, |now| &tried[now].children);
            let again = beside.iter().copied().find(|at| tried[*at].text == text);
            let at = again.unwrap_or_else(|| {
                tried.push(Tried { size: 1, text, comment: None, parent: now, children: Vec::new(), last: None });
                tried.len() - 1
            });
            if again.is_none() {
                match now {
                    Some(now) => tried[now].children.push(at),
                    None => roots.push(at),
                }
            }
            if let Some(now) = now {
                tried[now].last = Some(at);
            }
            now = Some(at);
            undone.clear();
        }
        Entry::TakenBack { .. } => {
            for _ in &line.moves {
                undone.extend(now);
                now = now.and_then(|now| tried[now].parent);
            }
        }
        Entry::Redid { .. } => line.moves.iter().for_each(|_| now = undone.pop().or(now)),
        Entry::Remarked { words } => add(now.map_or(&mut begins, |now| &mut tried[now].comment), words),
        Entry::Amended { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => {}
    });
    // Children come after their parents.
    for at in (0..tried.len()).rev() {
        if let Some(parent) = tried[at].parent {
            tried[parent].size += tried[at].size;
        }
    }
    let mut in_force = HashSet::new();
    while let Some(at) = now {
        in_force.insert(at);
        now = tried[at].parent;
    }
    let Some(first) = roots.iter().copied().find(|at| in_force.contains(at)) else { return (begins, Vec::new()) };
    let (before, moves) = Tree { tried: &tried, in_force: &in_force }.line(first, &roots, 0);
    if let Some(before) = before {
        add(&mut begins, &before);
    }
    (begins, moves)
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
    /// A line from a command on, so many variations deep: in the game what is in force, in a variation what was tried
    /// last, as a record's variations are played. And what is said before its first move.
    fn line(&self, first: usize, beside: &[usize], depth: usize) -> (Option<String>, Vec<Node>) {
        let (mut begins, mut nodes): (_, Vec<Node>) = (None, Vec::new());
        // What was tried where the record has no word for the command in force stands beside the next move.
        let mut held: Vec<Vec<Node>> = Vec::new();
        let (mut at, mut beside) = (first, beside.to_vec());
        loop {
            let others = beside.iter().copied().filter(|other| *other != at);
            held.extend(others.map(|other| self.variation(other, depth + 1)).filter(|moves| !moves.is_empty()));
            let comment = self.tried[at].comment.clone();
            if let Some(text) = &self.tried[at].text {
                nodes.push(Node { variations: mem::take(&mut held), comment, ..Node::new(text.clone()) });
            } else if let Some(words) = &comment {
                add(nodes.last_mut().map_or(&mut begins, |node| &mut node.comment), words);
            }
            beside = self.tried[at].children.clone();
            match self.next(at, depth) {
                Some(next) => at = next,
                None => return (begins, nodes),
            }
        }
    }

    fn variation(&self, first: usize, depth: usize) -> Vec<Node> {
        let (before, mut moves) = self.line(first, &[], depth);
        if let (Some(mut before), Some(first)) = (before, moves.first_mut()) {
            first.comment.iter().for_each(|after| before = format!("{before} {after}"));
            first.comment = Some(before);
        }
        moves
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
