//! Builds a record's content from a journal: its moves with their variations, and the imported tags.
use std::collections::HashSet;

use super::recorded::{Recorded, Tag};
use boards::record::{MoveNode, append_comment};
use play::journal::{Entry, EntryOf, Journal, Notice};
use session::boards::BoardGame;

/// A move of a journal, and the moves tried after it.
#[derive(Default)]
struct TriedMove {
    /// The number of moves in its subtree, including itself.
    size: usize,
    text: String,
    comment: Option<String>,
    children: Vec<usize>,
    /// The child that was continued last.
    last_child: Option<usize>,
}

/// Returns the comment before the first move, and the effective moves. Undone moves are their variations. A command
/// without a word in the notation does not change the record. If an undone lot drew another first side, that side's
/// first move is left out, because the record begins differently. [TF-4]
pub fn comment_and_moves<G: Recorded>(journal: &Journal<G>) -> (Option<String>, Vec<MoveNode>) {
    if journal.entries().iter().any(|entry| matches!(entry, Entry::Amended { .. })) {
        return effective_moves(journal);
    }
    let start = G::initial_state(&G::settled_setup(journal));
    // The first node is the beginning of the game.
    let mut tried = vec![TriedMove::default()];
    // The node that each effective and each undone command leads to. `None` is outside the record.
    let (mut path, mut undone): (Vec<Option<usize>>, Vec<Option<usize>>) = (vec![Some(0)], Vec::new());
    journal.walk(|line, before| {
        let current = path.last().copied().flatten();
        match line.entry {
            Entry::Did { command, events, .. } => {
                path.push(match (current, G::record_text(before, command, events)) {
                    (Some(0), Some(_)) if !G::may_begin(&start, before) => None,
                    (Some(current), Some(text)) => Some(find_or_add_child(&mut tried, current, text)),
                    (_, _) => current,
                });
                undone.clear();
            }
            Entry::TakenBack { .. } => line.moved_entries.iter().for_each(|_| undone.extend(path.pop())),
            Entry::Redid { .. } => line.moved_entries.iter().for_each(|_| path.extend(undone.pop())),
            Entry::Remarked { words } => {
                current.iter().for_each(|node| append_comment(&mut tried[*node].comment, words))
            }
            Entry::Amended { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => {}
        }
    });
    // Children have higher indices than their parents.
    for index in (0..tried.len()).rev() {
        tried[index].size = 1 + tried[index].children.iter().map(|child| tried[*child].size).sum::<usize>();
    }
    let tree = MoveTree { tried: &tried, effective: &path.into_iter().flatten().collect() };
    let moves = tree.next_move(0, 0).map(|first| tree.line(first, &tried[0].children, 0));
    (tried[0].comment.clone(), moves.unwrap_or_default())
}

fn find_or_add_child(tried: &mut Vec<TriedMove>, before: usize, text: String) -> usize {
    let existing = tried[before].children.iter().copied().find(|index| tried[*index].text == text);
    let index = existing.unwrap_or(tried.len());
    if existing.is_none() {
        tried.push(TriedMove { text, ..TriedMove::default() });
        tried[before].children.push(index);
    }
    tried[before].last_child = Some(index);
    index
}

/// The effective moves of an amended journal, in which undone moves have lost their place.
fn effective_moves<G: Recorded>(journal: &Journal<G>) -> (Option<String>, Vec<MoveNode>) {
    let (mut opening_comment, mut nodes): (_, Vec<MoveNode>) = (None, Vec::new());
    let mut state = G::initial_state(&journal.header().setup);
    let commands = journal.commands();
    let mut commands = commands.iter().filter(|applied| applied.removed_by.is_none()).peekable();
    for (index, entry) in journal.entries().iter().enumerate() {
        if let Some(applied) = commands.next_if(|applied| applied.entry == index + 1) {
            nodes.extend(G::record_text(&state, applied.command, applied.events).map(MoveNode::new));
            play::apply_all::<G>(&mut state, applied.events);
        } else if let Entry::Remarked { words } = entry {
            append_comment(nodes.last_mut().map_or(&mut opening_comment, |node| &mut node.comment), words);
        }
    }
    (opening_comment, nodes)
}

struct MoveTree<'a> {
    tried: &'a [TriedMove],
    effective: &'a HashSet<usize>,
}

/// From this depth on, variations follow the child with the most moves, so that they do not nest too deeply to read.
const MAX_TRIED_DEPTH: usize = 16;

impl MoveTree<'_> {
    /// Returns the line from a move, `depth` variations deep. Its siblings become variations. The game follows the
    /// effective moves. A variation follows the move tried last, as a record's variations are played.
    fn line(&self, first: usize, siblings: &[usize], depth: usize) -> Vec<MoveNode> {
        let (mut nodes, mut current, mut siblings) = (Vec::new(), first, siblings);
        loop {
            let others = siblings.iter().copied().filter(|other| *other != current);
            let variations = others.map(|other| self.line(other, &[], depth + 1)).collect();
            let TriedMove { text, comment, children, .. } = &self.tried[current];
            nodes.push(MoveNode { variations, comment: comment.clone(), ..MoveNode::new(text.clone()) });
            siblings = children;
            match self.next_move(current, depth) {
                Some(next) => current = next,
                None => return nodes,
            }
        }
    }

    /// Returns the next move of a line. Moves undone at the end of the game are not part of its record.
    fn next_move(&self, node: usize, depth: usize) -> Option<usize> {
        let children = || self.tried[node].children.iter().copied();
        let effective_child = children().find(|child| self.effective.contains(child));
        match depth {
            0 => effective_child,
            1..MAX_TRIED_DEPTH => effective_child.or(self.tried[node].last_child),
            _ => effective_child.or_else(|| children().max_by_key(|child| self.tried[*child].size)),
        }
    }
}

pub fn imported_tags<G: BoardGame>(journal: &Journal<G>) -> Vec<Tag> {
    let tag = |entry: &EntryOf<G>| {
        let Entry::Noticed { what: Notice::Tagged { name, value } } = entry else { return None };
        Some((name.clone(), value.clone()))
    };
    journal.entries().iter().filter_map(tag).collect()
}

/// Whether nothing was played or undone since the import. Then the claimed result belongs to this game.
pub fn is_as_imported<G: BoardGame>(journal: &Journal<G>) -> bool {
    let mut since = journal.entries().iter().skip_while(|entry| !matches!(entry, Entry::Closed));
    let is_imported =
        journal.entries().iter().any(|entry| matches!(entry, Entry::Noticed { what: Notice::Tagged { .. } }));
    is_imported
        && since.all(|entry| match entry {
            Entry::Did { .. } | Entry::TakenBack { .. } | Entry::Redid { .. } | Entry::Amended { .. } => false,
            Entry::Remarked { .. } | Entry::Noticed { .. } | Entry::Opened | Entry::Closed => true,
        })
}
