//! Reports errors in special rules and set-ups. `naval` finds them, for files and journals alike. [9.1, 9.2]
use crate::{KeyPath, Node, Report, Step};
use naval::model::Setup;
use naval::model::checks::ItemPlaces;
use naval::rules::special::SpecialRule;

/// Warns of dice that trigger a rule on every result.
pub(super) fn warn_of_certain_dice(rules: &[(SpecialRule, KeyPath)], report: &mut Report) {
    for (rule, path) in rules {
        if let Some(die) = rule.die
            && (die.at_least == Some(1) || die.at_most == Some(die.sides))
        {
            let what = format!("every result of the D{} triggers it", die.sides);
            report.add_warning(&path.key("die"), what).usual("a number that can fail to be rolled");
        }
    }
}

/// Reports the errors of a set-up at their places in the file, except errors that depend on unreadable values.
pub(super) fn report_faults(setup: &Setup, places: &ItemPlaces, root: &Node, report: &mut Report) {
    for mut error in setup.errors(places) {
        [&mut error.path].into_iter().chain(&mut error.depends_on).for_each(|path| *path = path_in_file(root, path));
        match &error.unknown {
            Some((kind, name)) if !report.has_placeholder_within(&error.path) => {
                report.add_unknown_name(&error.path, &kind.to_string(), name, kind.names(setup).into_iter());
            }
            _ => report.add_check_error(error),
        }
    }
}

/// Returns a path as the file writes it: perhaps without `ids` if a set is a list, and the last division as `division`.
fn path_in_file(root: &Node, path: &KeyPath) -> KeyPath {
    let (mut node, mut written) = (Some(root), KeyPath::default());
    for (depth, step) in path.0.iter().enumerate() {
        let inside = match step {
            Step::Key(key) if key == "ids" && node.is_some_and(|node| node.as_list().is_some()) => continue,
            Step::Key(key) => node.and_then(|node| node.get(key)),
            Step::At(index) => node.and_then(|node| node.as_list()?.get(*index)),
        };
        let listed = inside.and_then(Node::as_list).map_or(0, <[Node]>::len);
        if let (Step::Key(key), Some(Step::At(index))) = (step, path.0.get(depth + 1))
            && key == "divisions"
            && listed <= *index
        {
            return written.key("division");
        }
        written.0.push(step.clone());
        node = inside;
    }
    written
}
