//! Explains torpedoes: launches by light ships step by step, finishing shots, attacks by large ships. [7]
use super::ReferenceEntry;
use crate::charts::{attack_bands, without_zero_tenths};
use naval::model::{Card, TorpedoModel};
use naval::{Inches, rules::torpedo::CRIPPLE_TIMES, view::View};

/// Distance that torpedoes run in a turn. [7.4.2]
const RUN_PER_TURN: Inches = Inches::whole(5);

pub(super) fn torpedo_entries(view: &View, has_attacks: bool) -> Vec<ReferenceEntry> {
    // A side may be attacked by ships that it does not know.
    let may_have = |is_kind: fn(&Card) -> bool| {
        !view.is_referee() || view.own_ships().any(|ship| ship.card.torpedo.is_some() && is_kind(&ship.card))
    };
    let (light, heavy) = (may_have(|card| card.kind.is_light()), may_have(|card| card.kind.is_large()));
    let mut entries = Vec::new();
    if light {
        entries.push(ReferenceEntry::new("TORPEDOES OF LIGHT SHIPS", launch_steps(view)));
    }
    entries.extend(large_ship_attacks(view, has_attacks, heavy));
    entries.extend(finishing_shots(view, (light, heavy)));
    entries
}

/// Returns the longest run of the viewer's light ships, if any.
fn longest_run(view: &View) -> Option<Inches> {
    let light = view.own_ships().filter(|ship| ship.card.kind.is_light());
    light.filter_map(|ship| ship.card.torpedo.as_ref()?.bands.last()).map(|band| band.to).max()
}

/// Whether every torpedo has run out in the turn of its launch.
pub(crate) fn run_out_at_once(view: &View) -> bool {
    view.is_referee() && longest_run(view).is_some_and(|longest| longest <= RUN_PER_TURN)
}

/// Explains a launch, from the plot to the end of the marker. [7.4]
fn launch_steps(view: &View) -> Vec<String> {
    let light = view.own_ships().filter(|ship| ship.card.kind.is_light());
    let mut runs =
        light.filter_map(|ship| ship.card.torpedo.as_ref()?.bands.last()).map(|band| without_zero_tenths(band.to));
    let run = runs.next().unwrap_or_else(|| "6".to_owned());
    let ends_at_once = run_out_at_once(view);
    let (growth, removal) = if ends_at_once {
        (
            "evenly with the move, 0 to 5\u{2033}, but no farther than the run",
            "No run here outlasts its turn: remove every marker, hit or miss, and every dummy as the Torpedo Segment ends",
        )
    } else {
        (
            "evenly from 0 to 5\u{2033} in the move of the launch, to 10\u{2033} in the next and so on, but no farther than the run",
            "Any hit removes the marker. If none hit, or it met no ship, it stays and runs on next turn, until the Torpedo Segment in which its run ends. Then remove it, a dummy too",
        )
    };
    // All players know that a large ship launches nothing, and where it is.
    let deceives_nobody = |card: &Card| card.kind.is_large() && card.torpedo.is_some();
    let large = view.own_ships().any(|ship| deceives_nobody(&ship.card));
    let dummy_note = if large { ". A large ship's dummy deceives no player, so none is printed" } else { "" };
    let end_on = if super::before_gunfire::may_meet_large_ships(view) {
        "a large ship has size 4, a light one 2,"
    } else {
        "it has size 2,"
    };
    let (runs, meets) = match view.setup.options.torpedo_model {
        TorpedoModel::Wavefront => (
            format!("3. Run. From the dot a front spreads over 60\u{b0} either way of the arrow and grows {growth} [7.4.2]."),
            "4. Meet. Only ships of the target's division, and of divisions in formation with it, can be met, whichever was written. The front runs past all others. It meets a ship whose middle it catches up within those 120\u{b0}, both moving evenly. Usually that ship was beyond it as the move began, and is not as it ends. If still unclear, try half the move of both, then quarters. It does not meet a ship that comes in from the side behind it, or any once the run is over. A run of 3\u{2033} is over at 0.6 of the first move. Of all met in the move, sooner or later, roll for one [7.4.2, 7.4.4].",
        ),
        TorpedoModel::Ray => (
            "3. Run. From the dot the torpedoes run on one bearing, towards where the target would be met, 5\u{2033} a turn up to the run.".to_owned(),
            "4. Meet. Only ships of the target's division, and of divisions in formation with it, can be met: the one whose base is there. Of several, roll for one [7.4.4].",
        ),
    };
    vec![
        format!("1. Plot, at an enemy in sight: some base of its formation is within 60\u{b0} of the arrow, seen from the dot (2). Write turn, factors, target (a ship or a division), run (any up to the card's last), side, marker: T4/1/TARGET/{run}/P/A is turn 4, one factor, run {run}\u{2033}, to port, marker A [7.2, 7.4]. Use a factor once. A ship may use its factors in several launches [7.4.7]. A division launches to a side under one marker, laid by its flagship, if each of its ships sees a ship of the target. Cross off from its first ship on. Or a ship launches by itself, but boats on one base always together [7.4.1]. A dummy has D instead of factors, T4/D/TARGET/{run}/P/B. Any ship with torpedoes on its card may lay some, even with no enemy in sight. They do nothing{dummy_note}. No marker is called D [7.4.6]."),
        "2. Lay the marker beside the middle of the base before the ship moves. Its dot is 0.25\u{2033} off the edge of the base, that is 0.5\u{2033} from its middle, its arrow straight abeam. It stays there.".to_owned(),
        runs,
        meets.to_owned(),
        format!("5. Roll in the Torpedo Segment: a D20 for each factor, at or below the number for the plotted run. Roll one for each success, at or below the ship's size, and one for each success of these: at or below the torpedo's power less its armour is a hit. 1 always succeeds and 20 never. Nothing else changes the numbers [7.4.3]. If the line from the dot to the ship, as it was met, is within 30\u{b0} of its bow or stern, {end_on} unless it is smaller [7.4.5]."),
        "6. Others: after movement, lay a line from the dot through the middle of the ship attacked, as far as the torpedoes have run. Every other ship, friend or enemy, whose base touches it, before or beyond, is attacked with all the factors too, at half the number, halves up. Take the 30\u{b0} as it is then [7.4.2].".to_owned(),
        format!("7. Off. {removal} [7.4.2, 7.4.6]. Damage waits for the Damage Segment."),
    ]
}

/// Explains the attacks of a side's large ships. [7.5]
fn large_ship_attacks(view: &View, has_attacks: bool, has_torpedoes: bool) -> Option<ReferenceEntry> {
    let text = if has_attacks {
        let bands: Vec<String> =
            attack_bands(view).iter().map(|band| format!("{} to {}\u{2033}", band.to_hit, band.to)).collect();
        format!(
            "A large ship may attack a large enemy that it sees itself, on any bearing, within its card's attack range, which is the limit even if the chart goes farther. Roll one D10 for all such ships of a side. On 1 the side may attack once, with one factor, at the large enemy nearest to any of them, a die between equals. The nearest ship attacks, needing {}, then the target's printed size, then the torpedo's power less its armour, each on a D20 at or below it, 1 always and 20 never. Roll damage in the Damage Segment. Cross off no factor [7.5.1 to 7.5.3].",
            bands.join(", ")
        )
    } else if has_torpedoes && view.is_referee() {
        "No large ship has a large enemy in this battle: large ships make no attacks, and the attack ranges of cards are not used [7.5].".to_owned()
    } else {
        return None;
    };
    Some(ReferenceEntry::new("TORPEDOES OF LARGE SHIPS", vec![text]))
}

/// Explains torpedoes against a ship that hardly moves. [7.6]
fn finishing_shots(view: &View, carriers: (bool, bool)) -> Option<ReferenceEntry> {
    // Three times the first number of the chart. (Q23)
    let of_large = CRIPPLE_TIMES * view.setup.charts.large_torpedo.first().map_or(0, |band| band.to_hit);
    let direction = match carriers {
        (true, true) => "a light ship through a broadside, a large one any way",
        (true, false) => "through a broadside",
        (false, _) => "any way",
    };
    let text = match carriers {
        (true, true) => format!(
            "a light ship needs three times the number of its band for the range, of its last band if none reaches, a large one {of_large}. A light ship crosses off the factors, a large one uses one and keeps it"
        ),
        (true, false) => "three times the number of its band for the range, or of the last band if none reaches. Cross off the factors".to_owned(),
        (false, true) => format!("needing {of_large}, with one factor that it keeps"),
        (false, false) => return None,
    };
    let text = format!(
        "Any ship with torpedoes may, once a turn, finish one in sight that moved 1\u{2033} or less, or is sinking or abandoned, within 5\u{2033}, {direction}: {text}. Roll a D20 at or below that number, then the target's printed size, then the power less its armour, 1 always and 20 never [7.6]."
    );
    Some(ReferenceEntry::new("FINISHING SHOTS", vec![text]))
}
