//! The formations in which divisions begin, and the columns of convoys. [5.1.2, 5.2, 5.3.1]
use crate::{Fields, Path, Report, bare};
use naval::sound::{MOST_LINES, WIDEST_LINE as LONGEST};
use naval::{BearingLine, DivisionSetup, FormationSetup, Id, Inches, ShipSetup, ShipType};
use play::Rule;

const CONVOY: Rule = Rule::new("5.1.2");
const FORMATIONS: Rule = Rule::new("5.2");
const LEADER: Rule = Rule::new("5.3.1");
const LINES: Rule = Rule::new("5.3.4");

/// Formations of divisions of one side; every division in no more than one.
pub(super) fn formations(
    fields: &mut Fields,
    report: &mut Report,
    divisions: &[DivisionSetup],
    ships: &[ShipSetup],
) -> Vec<FormationSetup> {
    let read = fields.each::<FormationSetup>(report, "formations");
    report.ids_twice("formation", &read, |formation| &formation.id);
    let mut members: Vec<(String, Path)> = Vec::new();
    for (formation, path) in &read {
        let place = path.key("divisions");
        for (at, id) in formation.divisions.iter().enumerate() {
            let names = divisions.iter().map(|division| division.id.as_str());
            report.known(&place.at(at), "division", id.as_str(), names);
            members.push((id.to_string(), place.at(at)));
        }
        check(formation, path, divisions, ships, report);
    }
    report.twice("division", members);
    one_convoy(fields, divisions, ships, report);
    bare(read)
}

fn check(
    formation: &FormationSetup,
    path: &Path,
    divisions: &[DivisionSetup],
    ships: &[ShipSetup],
    report: &mut Report,
) {
    let place = path.key("divisions");
    let named: Vec<&DivisionSetup> =
        formation.divisions.iter().filter_map(|id| divisions.iter().find(|division| division.id == *id)).collect();
    let taken = divisions.iter().any(|division| division.id == *formation.id)
        || ships.iter().any(|ship| ship.card.id == *formation.id);
    if taken {
        report.flaw(&path.key("id"), format!("`{}` is a name already given", formation.id));
    }
    if formation.divisions.len() < 2 {
        report.flaw(&place, format!("a formation has two divisions or more [{FORMATIONS}]"));
    }
    if let Some(other) = named.iter().find(|one| one.side != named[0].side) {
        report.flaw(&place, format!("`{}` is of the other side [{FORMATIONS}]", other.id));
    }
    let kind = |ship: &Id| ships.iter().find(|one| one.card.id == *ship).map(|one| one.card.kind);
    let cruiser = |division: &&&DivisionSetup| kind(&division.flagship) == Some(ShipType::CL);
    // The rule is for flotillas: among other ships, cruisers may go where they like.
    let kinds = || named.iter().flat_map(|one| one.ships.iter().filter_map(kind));
    let of_flotilla = |kind: ShipType| kind.is_torpedo_craft() || kind == ShipType::CL;
    let flotilla = kinds().any(ShipType::is_torpedo_craft) && kinds().all(of_flotilla);
    let first_led = named.first().filter(cruiser).is_some_and(|first| first.ships.first() != Some(&first.flagship));
    if let Some(behind) = named.iter().skip(1).find(cruiser).filter(|_| flotilla) {
        report.flaw(&place, format!("a light cruiser leads a flotilla, `{}` does not [{LEADER}]", behind.id));
    } else if first_led {
        report.flaw(&place, format!("a light cruiser that is flagship goes first [{LEADER}]"));
    }
    lines(&formation.lines, path, report);
}

/// Two lines of bearing at most. [5.3.4]
fn lines(lines: &[BearingLine], path: &Path, report: &mut Report) {
    for (at, line) in lines.iter().enumerate() {
        let place = path.key("lines").at(at);
        if 360 < line.bearing_deg {
            report.flaw(&place, format!("no line bears {} degrees", line.bearing_deg)).lawful("0 to 360");
        }
        if line.interval <= Inches::ZERO || LONGEST < line.interval {
            let flaw = report.flaw(&place, format!("an interval of {} is out of range", line.interval));
            flaw.lawful(format!("more than 0 and no more than {LONGEST} inches"));
        }
    }
    if MOST_LINES < lines.len() {
        report.flaw(&path.key("lines"), format!("a formation has two lines of bearing at most [{LINES}]"));
    }
}

/// The merchantmen of a side usually sail as one convoy. [5.1.2]
fn one_convoy(fields: &Fields, divisions: &[DivisionSetup], ships: &[ShipSetup], report: &mut Report) {
    let merchant = |ship: &Id| ships.iter().any(|one| one.card.id == *ship && one.card.kind == ShipType::MM);
    let convoys: Vec<&DivisionSetup> = divisions.iter().filter(|one| one.ships.iter().any(merchant)).collect();
    for (at, convoy) in convoys.iter().enumerate() {
        if let Some(first) = convoys[..at].iter().find(|first| first.side == convoy.side) {
            let what = format!("merchantmen usually sail as one convoy: `{}` and `{}` [{CONVOY}]", first.id, convoy.id);
            report.warn(&fields.path.key("divisions"), what);
        }
        if convoy.ships.iter().any(|ship| !merchant(ship)) {
            let what = format!("merchantmen and warships are in one division, `{}` [{CONVOY}]", convoy.id);
            report.warn(&fields.path.key("divisions"), what);
        }
    }
}
