//! How a battle changed after an order was undone or amended.
use super::{damage::fate_word, status::guns_now};
use naval::model::{BatteryKind, Ship};
use naval::view::View;

/// At most this many ships are listed.
const MOST: usize = 12;

/// Returns one line for each of the viewer's ships that changed, `Rossia: fires 1 -> 0, flotation hits 2 -> 1`.
/// Then the number of ships that moved.
pub fn changes(was: &View, is: &View) -> Vec<String> {
    let (mut lines, mut moved) = (Vec::new(), 0);
    for ship in is.own_ships() {
        let Some(before) = was.ship(&ship.id) else { continue };
        let (before_her, now) = (aspects(was.turn, before), aspects(is.turn, ship));
        let differs = before_her.iter().zip(&now).filter(|(was, is)| was != is);
        let told: Vec<String> = differs.map(|((what, was), (_, is))| format!("{what}{was} -> {is}")).collect();
        if !told.is_empty() {
            lines.push(format!("{}: {}", ship.card.name, told.join(", ")));
        }
        moved += usize::from(before.at != ship.at);
    }
    let more = lines.len().saturating_sub(MOST);
    lines.truncate(MOST);
    if 0 < more {
        lines.push(format!("and {more} more ships: status all"));
    }
    match moved {
        0 => {}
        1 => lines.push("1 ship lies elsewhere: where".to_owned()),
        more => lines.push(format!("{more} ships lie elsewhere: where")),
    }
    lines
}

/// Returns aspects of a ship that damage or the referee may change, each with its label.
fn aspects(turn: u16, ship: &Ship) -> [(&'static str, String); 11] {
    let word = |so: bool, yes: &str, no: &str| if so { yes.to_owned() } else { no.to_owned() };
    let rudder = ship.jam(turn).map(|jam| format!("jammed through turn {}", jam.until_turn));
    [
        ("", fate_word(&ship.fate)),
        ("big guns ", guns_now(ship)),
        ("medium guns ", ship.battery_strength(BatteryKind::Medium).to_string()),
        ("light guns ", ship.battery_strength(BatteryKind::Light).to_string()),
        ("torpedoes ", ship.torpedoes_left.to_string()),
        ("fires ", ship.fires().to_string()),
        ("flotation hits ", ship.flotation_hits().to_string()),
        ("top speed ", format!("{}\"", ship.allowance())),
        ("rudder ", rudder.unwrap_or_else(|| "free".to_owned())),
        ("bridge ", word(ship.bridge_hit(), "hit", "unhurt")),
        ("fire control ", word(ship.fire_control_out(), "out", "in order")),
    ]
}
