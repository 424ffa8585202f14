//! The charts of a war, checked table by table. [2.2]
mod signals;

use crate::{Flaws, Path, Report, Sources, navies};
use naval::chart::{Charts, Condition, DamageTable, Effect, Modifier, ModifierEffect, Movement};
use naval::sound::{self, SIZE_PLUS, TO_HIT, is_factor};
use naval::{Band, Id, Inches};
use play::Rule;

const CHARTS: Rule = Rule::new("2.2");
/// Which ships are asked for on which tables.
const LARGE_AND_LIGHT: Rule = Rule::new("1.4");
pub(super) const DIRECTORY: &str = "data/naval/charts";

/// Names of the sets of charts, one for each file.
pub fn chart_names(sources: &Sources) -> Vec<String> {
    sources.stems(DIRECTORY).into_iter().map(str::to_owned).collect()
}

/// The charts of a war, by name: `rjw`, `ww1`.
pub fn charts(sources: &Sources, name: &str) -> Result<Charts, Flaws> {
    let file = format!("{DIRECTORY}/{name}.yaml");
    let (mut report, root) = Report::open(&file, sources.must(&file)?)?;
    let navies = navies(sources)?;
    let charts: Option<Charts> = report.typed(&root, &Path::default());
    if let Some(charts) = &charts {
        check(charts, &mut report, &navies);
    }
    report.answer(charts)
}

fn check(charts: &Charts, report: &mut Report, navies: &[Id]) {
    let root = Path::default();
    let place = root.key("gunnery");
    for (at, modifier) in charts.gunnery.iter().enumerate() {
        check_modifier(modifier, &place.at(at), report);
    }
    let ids = charts.gunnery.iter().enumerate();
    report.twice("modifier", ids.map(|(at, modifier)| (modifier.id.to_string(), place.at(at).key("id"))));
    let place = root.key("damage");
    report.empty(&charts.damage, &place);
    for (at, table) in charts.damage.iter().enumerate() {
        check_table(table, &place.at(at), report, navies);
    }
    let ids = charts.damage.iter().enumerate();
    report.twice("table", ids.map(|(at, table)| (table.id.to_string(), place.at(at).key("id"))));
    check_bands(&charts.large_torpedo, &root.key("large_torpedo"), report);
    every_type_moves(&charts.movement, &root.key("movement"), report);
    signals::check(&charts.command_check, &root.key("command_check"), report);
    signals::independent(&charts.independent_movement, &root.key("independent_movement"), report);
    if report.clean() {
        every_hit_finds_a_table(&charts.damage, report);
    }
}

/// Every type that moves stands in one line of the movement chart. [5.5, 5.6, Q51]
fn every_type_moves(lines: &[Movement], path: &Path, report: &mut Report) {
    for (at, line) in lines.iter().enumerate() {
        if !line.is_sound() {
            report.flaw(&path.at(at), "a radius or an acceleration is out of range").lawful("above 0, up to 6 inches");
        }
    }
    let wrong: Vec<String> = sound::not_once_on(lines.iter()).iter().map(ToString::to_string).collect();
    if !wrong.is_empty() {
        let what = format!("the movement chart must name every type once; look at {}", wrong.join(", "));
        report.flaw(path, what).lawful("one line for every type of ship");
    }
}

/// What a multiplier may be.
pub(super) const FACTORS: &str = "0 to 20, in hundredths or simple fractions";

fn check_modifier(Modifier { when, effect, .. }: &Modifier, path: &Path, report: &mut Report) {
    if let Condition::FirerTurned { from_deg, to_deg } = when
        && to_deg < from_deg
    {
        let what = format!("no turn lies between {from_deg} and {to_deg} degrees");
        let flaw = report.flaw(&path.key("when"), what);
        flaw.lawful(format!("from_deg no greater than to_deg, such as {to_deg} to {from_deg}"));
    }
    if *effect == ModifierEffect::default() && !report.is_mended_within(&path.key("effect")) {
        let flaw = report.flaw(&path.key("effect"), "the modifier does nothing");
        flaw.lawful("to_hit_times, dice_times, size_plus, forbids");
    }
    let times = [effect.to_hit_times, effect.dice_times].into_iter().flatten();
    for times in times.filter(|times| !is_factor(*times)) {
        report.flaw(&path.key("effect"), format!("a factor of {times} is out of range")).lawful(FACTORS);
    }
    if let Some(plus) = effect.size_plus.filter(|plus| !SIZE_PLUS.contains(plus)) {
        report.flaw(&path.key("effect"), format!("a size of {plus:+} is out of range")).lawful("-40 to 40");
    }
}

/// Bands by rising range. [6.5.1, 7.4.3]
pub(super) fn check_bands(bands: &[Band], path: &Path, report: &mut Report) {
    for (at, band) in bands.iter().enumerate() {
        let path = path.at(at);
        if at > 0 && band.to <= bands[at - 1].to {
            let before = bands[at - 1].to;
            let what = format!("the bands do not rise: {} follows {before}", band.to);
            report.flaw(&path.key("to"), what).lawful(format!("more than {before}"));
        }
        if band.to <= Inches::ZERO {
            report.flaw(&path.key("to"), "a band ends at a range above 0");
        }
        if !TO_HIT.contains(&band.to_hit) {
            let what = format!("the to-hit number {} is out of range", band.to_hit);
            report.flaw(&path.key("to_hit"), what).lawful("0 to 40");
        }
    }
}

fn check_table(table: &DamageTable, path: &Path, report: &mut Report, navies: &[Id]) {
    for (at, navy) in table.when.firer_navies.iter().enumerate() {
        let path = path.key("when").key("firer_navies").at(at);
        report.known(&path, "navy", navy.as_str(), navies.iter().map(Id::as_str));
    }
    let place = path.key("rows");
    report.empty(&table.rows, &place);
    for (at, row) in table.rows.iter().enumerate() {
        let path = place.at(at).key("effects");
        report.empty(&row.effects, &path);
        for (at, effect) in row.effects.iter().enumerate() {
            check_effect(effect, &path.at(at), report);
        }
    }
    let known = (0..table.rows.len()).all(|at| !report.is_mended_within(&place.at(at).key("faces")));
    if signals::die(table.sides, path, report) && known {
        check_faces(table, &place, report);
    }
}

fn check_effect(effect: &Effect, path: &Path, report: &mut Report) {
    if !effect.is_sound() {
        let flaw = report.flaw(path, "the figure of this effect is out of range");
        flaw.lawful("quarters 1 to 8, hits 1 to 100, loss 0 to 10 inches, explodes_to 1 to 10");
    }
}

/// Every face of the die stands in exactly one row.
fn check_faces(DamageTable { sides, rows, .. }: &DamageTable, path: &Path, report: &mut Report) {
    for (at, (from, to)) in rows.iter().map(|row| row.faces).enumerate() {
        if from == 0 || to < from || *sides < to {
            let flaw =
                report.flaw(&path.at(at).key("faces"), format!("the faces {from} to {to} do not fit a D{sides}"));
            flaw.lawful(format!("two faces from 1 to {sides}, the lower first"));
        }
    }
    let times = |face: u8| rows.iter().filter(|row| (row.faces.0..=row.faces.1).contains(&face)).count();
    let faces = |found: fn(usize) -> bool| {
        let faces: Vec<String> = (1..=*sides).filter(|face| found(times(*face))).map(|face| face.to_string()).collect();
        Some(faces.join(", ")).filter(|faces| !faces.is_empty())
    };
    let missing = faces(|times| times == 0).map(|faces| format!("no row has face {faces} of the D{sides} [{CHARTS}]"));
    let doubled = faces(|times| 1 < times).map(|faces| format!("more than one row has face {faces} of the D{sides}"));
    for what in missing.into_iter().chain(doubled) {
        report.flaw(path, what).lawful(format!("every face from 1 to {sides} in exactly one row [{CHARTS}]"));
    }
}

/// The last table of each kind must catch every ship it can be asked for.
fn every_hit_finds_a_table(damage: &[DamageTable], report: &mut Report) {
    for (name, left) in sound::unserved(damage) {
        let left: Vec<String> = left.iter().map(ToString::to_string).collect();
        let what = format!("no table of kind {name} serves every hit on {} [{LARGE_AND_LIGHT}]", left.join(", "));
        let lawful = "a last table of that kind whose `when` names ship types at most";
        report.flaw(&Path::default().key("damage"), what).lawful(lawful);
    }
}
