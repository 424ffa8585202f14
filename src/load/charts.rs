//! The charts of a war, checked table by table. [2.2]
mod signals;

use super::{
    flaw::Flaws,
    navies::navies,
    node::Node,
    place::Path,
    reading::{Fields, Report},
    sources::{Sources, stem_in},
};
use naval::{
    chart::{
        Charts, CommandCheck, Condition, DamageTable, Effect, IndependentMovement, Modifier, ModifierEffect, Movement,
        Row, TableKind,
    },
    measure::{Fraction, Id, Inches},
    ship::{Band, ShipType},
};
use play::Rule;

const CHARTS: Rule = Rule::new("2.2");
/// Which ships are asked for on which tables.
const LARGE_AND_LIGHT: Rule = Rule::new("1.4");
const DIRECTORY: &str = "data/naval/charts";

/// Names of the sets of charts, one for each file.
pub fn chart_names(sources: &Sources) -> Vec<String> {
    sources.within(DIRECTORY).into_iter().filter_map(|(path, _)| stem_in(path, DIRECTORY)).map(str::to_owned).collect()
}

/// The charts of a war, by name: `rjw`, `ww1`.
///
/// # Errors
/// Every flaw of the file; or the nearest name, when there is no such set.
pub fn charts(sources: &Sources, name: &str) -> Result<Charts, Flaws> {
    let file = format!("{DIRECTORY}/{name}.yaml");
    let text = sources.must(&file)?;
    let (mut report, root) = Report::open(&file, text)?;
    let navies = navies(sources)?;
    let charts = read(&root, &mut report, &navies);
    report.answer(charts)
}

fn read(root: &Node, report: &mut Report, navies: &[Id]) -> Option<Charts> {
    let mut fields = Fields::of(root, Path::default(), report)?;
    let id = fields.need(report, "id");
    let gunnery: Vec<(Modifier, Path)> = fields
        .list(report, "gunnery")
        .into_iter()
        .filter_map(|(item, path)| Some((modifier(item, path.clone(), report)?, path)))
        .collect();
    report.twice("modifier", &ids(&gunnery, |modifier| &modifier.id));
    let tables: Vec<(DamageTable, Path)> = fields
        .filled(report, "damage")
        .into_iter()
        .filter_map(|(item, path)| Some((table(item, path.clone(), report, navies)?, path)))
        .collect();
    report.twice("table", &ids(&tables, |table| &table.id));
    let large_torpedo = bands(&mut fields, report, "large_torpedo");
    let sighting = fields.need(report, "sighting");
    let illumination = fields.need(report, "illumination");
    let movement = fields.each::<Movement>(report, "movement");
    every_type_moves(&movement, &fields.path, report);
    let command_check: Option<CommandCheck> = fields.need(report, "command_check");
    if let Some(check) = &command_check {
        signals::check(check, &fields.path.key("command_check"), report);
    }
    let independent = fields.each::<IndependentMovement>(report, "independent_movement");
    signals::independent(&independent, &fields.path, report);
    fields.done(report);
    let damage: Vec<DamageTable> = tables.into_iter().map(|(table, _)| table).collect();
    if report.clean() {
        every_hit_finds_a_table(&damage, report);
    }
    Some(Charts {
        id: id?,
        gunnery: gunnery.into_iter().map(|(modifier, _)| modifier).collect(),
        damage,
        large_torpedo,
        sighting: sighting?,
        illumination: illumination?,
        movement: movement.into_iter().map(|(line, _)| line).collect(),
        command_check: command_check?,
        independent_movement: independent.into_iter().map(|(table, _)| table).collect(),
    })
}

/// Every type stands in one line of the movement chart. [5.5, 5.6]
fn every_type_moves(lines: &[(Movement, Path)], path: &Path, report: &mut Report) {
    for (line, path) in lines {
        let fits = |length: Inches| (Inches::ZERO..=Inches::whole(6)).contains(&length);
        if !fits(line.turn_radius) || line.turn_radius == Inches::ZERO || !fits(line.acceleration) {
            report.flaw(path, "a radius or an acceleration is out of range").lawful =
                Some("above 0, up to 6 inches".to_owned());
        }
    }
    let count = |kind: &ShipType| lines.iter().flat_map(|(line, _)| &line.types).filter(|one| *one == kind).count();
    let wrong: Vec<String> = ShipType::ALL.iter().filter(|kind| count(kind) != 1).map(ShipType::to_string).collect();
    if !wrong.is_empty() {
        let what = format!("the movement chart must name every type once; look at {}", wrong.join(", "));
        report.flaw(&path.key("movement"), what).lawful = Some("one line for every type of ship".to_owned());
    }
}

fn ids<T>(items: &[(T, Path)], id: impl Fn(&T) -> &Id) -> Vec<(String, Path)> {
    items.iter().map(|(item, path)| (id(item).to_string(), path.key("id"))).collect()
}

/// What a multiplier may be.
pub(super) const FACTORS: &str = "0 to 20, in hundredths or simple fractions";

pub(super) fn lawful_factor(times: Fraction) -> bool {
    (Fraction::ZERO..=Fraction::from(20)).contains(&times) && *times.0.denom() <= 1000
}

fn modifier(value: &Node, path: Path, report: &mut Report) -> Option<Modifier> {
    let mut fields = Fields::of(value, path.clone(), report)?;
    let id = fields.need(report, "id");
    let says = fields.need(report, "says");
    let when = fields.need(report, "when");
    let effect: Option<ModifierEffect> = fields.need(report, "effect");
    let rule = fields.need(report, "rule");
    let source = fields.need(report, "source");
    fields.done(report);
    if let Some(Condition::FirerTurned { from_deg, to_deg }) = when
        && to_deg < from_deg
    {
        let lawful = Some(format!("from_deg no greater than to_deg, such as {to_deg} to {from_deg}"));
        report.flaw(&path.key("when"), format!("no turn lies between {from_deg} and {to_deg} degrees")).lawful = lawful;
    }
    let said = !report.is_mended_within(&path.key("effect"));
    if effect == Some(ModifierEffect::default()) && said {
        let lawful = "to_hit_times, dice_times, size_plus, forbids".to_owned();
        report.flaw(&path.key("effect"), "the modifier does nothing").lawful = Some(lawful);
    }
    let times = effect.iter().flat_map(|effect| [effect.to_hit_times, effect.dice_times]).flatten();
    for times in times.filter(|times| !lawful_factor(*times)) {
        report.flaw(&path.key("effect"), format!("a factor of {times} is out of range")).lawful =
            Some(FACTORS.to_owned());
    }
    if let Some(plus) = effect.as_ref().and_then(|effect| effect.size_plus).filter(|plus| !(-40..=40).contains(plus)) {
        report.flaw(&path.key("effect"), format!("a size of {plus:+} is out of range")).lawful =
            Some("-40 to 40".to_owned());
    }
    Some(Modifier { id: id?, says: says?, when: when?, effect: effect?, rule: rule?, source: source? })
}

/// Bands by rising range. [6.5.1, 7.4.3]
pub(super) fn bands(fields: &mut Fields, report: &mut Report, key: &'static str) -> Vec<Band> {
    let read = fields.each::<Band>(report, key);
    for (at, (band, path)) in read.iter().enumerate() {
        if at > 0 && band.to <= read[at - 1].0.to {
            let lawful = Some(format!("more than {}", read[at - 1].0.to));
            report
                .flaw(&path.key("to"), format!("the bands do not rise: {} follows {}", band.to, read[at - 1].0.to))
                .lawful = lawful;
        }
        if band.to <= Inches::ZERO {
            report.flaw(&path.key("to"), "a band ends at a range above 0");
        }
        if !(0..=40).contains(&band.to_hit) {
            report.flaw(&path.key("to_hit"), format!("the to-hit number {} is out of range", band.to_hit)).lawful =
                Some("0 to 40".to_owned());
        }
    }
    read.into_iter().map(|(band, _)| band).collect()
}

fn table(value: &Node, path: Path, report: &mut Report, navies: &[Id]) -> Option<DamageTable> {
    let mut fields = Fields::of(value, path, report)?;
    let id = fields.need(report, "id");
    let title = fields.need(report, "title");
    let kind = fields.need(report, "kind");
    let when: naval::chart::When = fields.may(report, "when").unwrap_or_default();
    let sides: Option<u8> = fields.need(report, "sides");
    let source = fields.need(report, "source");
    let items = fields.filled(report, "rows");
    let mut faces = Vec::new();
    let rows: Vec<Row> = items.iter().filter_map(|(item, path)| row(item, path.clone(), &mut faces, report)).collect();
    let place = fields.path.clone();
    fields.done(report);
    for (at, navy) in when.firer_navies.iter().enumerate() {
        if !navies.contains(navy) {
            let path = place.key("when").key("firer_navies").at(at);
            report.unknown(&path, "navy", navy.as_str(), navies.iter().map(Id::as_str));
        }
    }
    let sides = sides?;
    if signals::die(sides, &place, report) && faces.len() == items.len() {
        check_faces(&faces, sides, &place, report);
    }
    Some(DamageTable { id: id?, title: title?, kind: kind?, when, sides, rows, source: source? })
}

/// A row; its faces are kept apart, to be checked even when something else in it is wrong.
fn row(value: &Node, path: Path, all: &mut Vec<((u8, u8), Path)>, report: &mut Report) -> Option<Row> {
    let mut fields = Fields::of(value, path.clone(), report)?;
    let faces: Option<(u8, u8)> = fields.need(report, "faces");
    let code = fields.need(report, "code");
    let effects = fields.filled(report, "effects");
    let effects: Vec<Effect> = effects.into_iter().filter_map(|(item, path)| effect(item, &path, report)).collect();
    fields.done(report);
    all.extend(faces.map(|faces| (faces, path)));
    Some(Row { faces: faces?, code: code?, effects })
}

fn effect(value: &Node, path: &Path, report: &mut Report) -> Option<Effect> {
    let effect: Effect = report.typed(value, path)?;
    let lawful = match &effect {
        Effect::Guns { quarters } => (1..=8).contains(quarters),
        Effect::Flotation { hits } => (1..=100).contains(hits),
        Effect::Speed { loss } => Inches::ZERO <= *loss && *loss <= Inches::whole(10),
        Effect::Magazine { explodes_to } => (1..=10).contains(explodes_to),
        Effect::Nothing
        | Effect::Mount
        | Effect::Fire
        | Effect::Special
        | Effect::Steering
        | Effect::Bridge
        | Effect::FireControl
        | Effect::BridgeOrFireControl
        | Effect::Explosion
        | Effect::Sinks => true,
    };
    if !lawful {
        let lawful = "quarters 1 to 8, hits 1 to 100, loss 0 to 10 inches, explodes_to 1 to 10".to_owned();
        report.flaw(path, "the figure of this effect is out of range").lawful = Some(lawful);
    }
    Some(effect)
}

/// Every face of the die stands in exactly one row.
fn check_faces(rows: &[((u8, u8), Path)], sides: u8, table: &Path, report: &mut Report) {
    for ((from, to), path) in rows {
        if *from == 0 || to < from || sides < *to {
            let lawful = Some(format!("two faces from 1 to {sides}, the lower first"));
            report.flaw(&path.key("faces"), format!("the faces {from} to {to} do not fit a D{sides}")).lawful = lawful;
        }
    }
    let times = |face: u8| rows.iter().filter(|((from, to), _)| *from <= face && face <= *to).count();
    let faces = |found: &dyn Fn(usize) -> bool| -> Vec<String> {
        (1..=sides).filter(|face| found(times(*face))).map(|face| face.to_string()).collect()
    };
    let (missing, doubled) = (faces(&|times| times == 0), faces(&|times| 1 < times));
    let lawful = Some(format!("every face from 1 to {sides} in exactly one row [{CHARTS}]"));
    if !missing.is_empty() {
        let what = format!("no row has face {} of the D{sides} [{CHARTS}]", missing.join(", "));
        report.flaw(&table.key("rows"), what).lawful = lawful.clone();
    }
    if !doubled.is_empty() {
        let what = format!("more than one row has face {} of the D{sides}", doubled.join(", "));
        report.flaw(&table.key("rows"), what).lawful = lawful;
    }
}

/// The last table of each kind must catch every ship it can be asked for.
fn every_hit_finds_a_table(damage: &[DamageTable], report: &mut Report) {
    use ShipType::{BB, BC, CA, CL, CP, MM, OBB, TB, TBD};
    let wanted: [(TableKind, &str, &[ShipType]); 9] = [
        (TableKind::Penetrating, "penetrating", &[BB, OBB, BC, CA]),
        (TableKind::NonPenetrating, "non_penetrating", &[BB, OBB, BC, CA]),
        (TableKind::Special, "special", &[BB, OBB, BC, CA]),
        (TableKind::Torpedo, "torpedo", &ShipType::ALL),
        (TableKind::Light, "light", &[CL, CP, TBD, TB, MM]),
        (TableKind::GunsGone, "guns_gone", &[CL, CP]),
        (TableKind::Rammer, "rammer", &ShipType::ALL),
        (TableKind::Rammed, "rammed", &ShipType::ALL),
        (TableKind::Glancing, "glancing", &ShipType::ALL),
    ];
    for (kind, name, asked) in wanted {
        let served = |ship: &&ShipType| damage.iter().any(|table| table.kind == kind && catches(table, **ship));
        let left: Vec<String> = asked.iter().filter(|ship| !served(ship)).map(ShipType::to_string).collect();
        if !left.is_empty() {
            let what = format!("no table of kind {name} serves every hit on {} [{LARGE_AND_LIGHT}]", left.join(", "));
            let lawful = "a last table of that kind whose `when` names ship types at most".to_owned();
            report.flaw(&Path::default().key("damage"), what).lawful = Some(lawful);
        }
    }
}

/// Serves every hit on a type of ship, whoever fired and from wherever.
fn catches(table: &DamageTable, ship: ShipType) -> bool {
    let when = &table.when;
    let always = when.firer_navies.is_empty()
        && when.before.is_none()
        && when.range_to.is_none()
        && when.mounts_to.is_none()
        && when.batteries.is_empty()
        && when.by.is_empty();
    always && (when.types.is_empty() || when.types.contains(&ship))
}
