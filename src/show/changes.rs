//! How a battle changed after an order was undone or amended.
use super::{damage::fate_word, status::guns_now};
use naval::model::{BatteryKind, Ship};
use naval::view::View;

const MAX_SHIPS_LISTED: usize = 12;

/// Returns one line for each of the viewer's ships that changed, `Rossia: fires 1 -> 0, flotation hits 2 -> 1`, and a
/// line with the number of ships that moved.
pub fn changes(old: &View, new: &View) -> Vec<String> {
    let (mut lines, mut moved) = (Vec::new(), 0);
    for ship in new.own_ships() {
        let Some(before) = old.ship(&ship.id) else { continue };
        let (old_aspects, new_aspects) = (aspects(old.turn, before), aspects(new.turn, ship));
        let differs = old_aspects.iter().zip(&new_aspects).filter(|(old, new)| old != new);
        let differences: Vec<String> =
            differs.map(|((label, old), (_, new))| format!("{label}{old} -> {new}")).collect();
        if !differences.is_empty() {
            lines.push(format!("{}: {}", ship.card.name, differences.join(", ")));
        }
        moved += usize::from(before.at != ship.at);
    }
    let more = lines.len().saturating_sub(MAX_SHIPS_LISTED);
    lines.truncate(MAX_SHIPS_LISTED);
    if 0 < more {
        lines.push(format!("and {more} more ships: type `status all`"));
    }
    match moved {
        0 => {}
        1 => lines.push("1 ship has another position: type `where`".to_owned()),
        more => lines.push(format!("{more} ships have other positions: type `where`")),
    }
    lines
}

/// Returns aspects of a ship that damage or the referee may change, each with its label.
fn aspects(turn: u16, ship: &Ship) -> [(&'static str, String); 11] {
    let word = |condition: bool, yes: &str, no: &str| if condition { yes.to_owned() } else { no.to_owned() };
    let rudder = ship.jam(turn).map(|jam| format!("jammed through turn {}", jam.until_turn));
    [
        ("", fate_word(&ship.fate)),
        ("big guns ", guns_now(ship)),
        ("medium guns ", ship.battery_strength(BatteryKind::Medium).to_string()),
        ("light guns ", ship.battery_strength(BatteryKind::Light).to_string()),
        ("torpedoes ", ship.torpedoes_left.to_string()),
        ("fires ", ship.fires().to_string()),
        ("flotation hits ", ship.flotation_hits().to_string()),
        ("top speed ", format!("{}\"", ship.speed_allowance())),
        ("rudder ", rudder.unwrap_or_else(|| "free".to_owned())),
        ("bridge ", word(ship.has_bridge_hit(), "hit", "unhurt")),
        ("fire control ", word(ship.is_fire_control_out(), "out", "in order")),
    ]
}
