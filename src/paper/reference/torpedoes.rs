//! Explains torpedoes: launches by light ships step by step, finishing shots, attacks by large ships. [7]
use super::ReferenceEntry;
use crate::charts::{attack_bands, without_zero_tenths};
use naval::model::{Card, TorpedoModel};
use naval::{Inches, rules::torpedo::CRIPPLE_TIMES, view::View};

/// Distance that torpedoes run in a turn. [7.4.2]
const A_TURN: Inches = Inches::whole(5);

pub(super) fn torpedo_entries(view: &View, large: bool) -> Vec<ReferenceEntry> {
    // A side may be attacked by ships that it does not know.
    let any = |of: fn(&Card) -> bool| {
        !view.is_referee() || view.own_ships().any(|ship| ship.card.torpedo.is_some() && of(&ship.card))
    };
    let (light, heavy) = (any(|card| card.kind.is_light()), any(|card| card.kind.is_large()));
    let mut entries = Vec::new();
    if light {
        entries.push(ReferenceEntry::new("TORPEDOES OF LIGHT SHIPS", launch_steps(view)));
    }
    entries.extend(of_large_ships(view, large, heavy));
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
    view.is_referee() && longest_run(view).is_some_and(|longest| longest <= A_TURN)
}

/// Explains a launch, from the plot to the end of the marker. [7.4]
fn launch_steps(view: &View) -> Vec<String> {
    let light = view.own_ships().filter(|ship| ship.card.kind.is_light());
    let mut runs =
        light.filter_map(|ship| ship.card.torpedo.as_ref()?.bands.last()).map(|band| without_zero_tenths(band.to));
    let run = runs.next().unwrap_or_else(|| "6".to_owned());
    let once = run_out_at_once(view);
    let (grows, off) = if once {
        (
            "evenly with the move, 0 to 5\u{2033}, but no farther than the run",
            "No run here outlasts its turn: every marker, hit or miss, and every dummy comes off when the Torpedo Segment ends",
        )
    } else {
        (
            "evenly from 0 to 5\u{2033} in the move of the launch, to 10\u{2033} in the next and so on, but no farther than the run",
            "Any hit takes the marker off. If none hit, or nobody was met, it stays and runs on next turn, until the Torpedo Segment in which its run ends; then it comes off, as a dummy does",
        )
    };
    // All players know that a large ship launches nothing, and where it is.
    let fake = |card: &Card| card.kind.is_large() && card.torpedo.is_some();
    let large = view.own_ships().any(|ship| fake(&ship.card));
    let deceives = if large { "; a large ship's deceives nobody, and no counters are printed for her" } else { "" };
    let end_on = if super::before_gunfire::may_meet_large_ships(view) {
        "a large ship is of size 4, a light one of 2,"
    } else {
        "she is of size 2,"
    };
    let (runs, meets) = match view.setup.options.torpedo_model {
        TorpedoModel::Wavefront => (
            format!("3. Run. From the dot a front spreads over 60\u{b0} either way of the arrow and grows {grows} [7.4.2]."),
            "4. Meet. Only ships of the target's division, and of divisions in formation with it, can be met, whichever of them was written; anybody else is run past. The front meets one whose middle it catches up within those 120\u{b0}, both moving evenly: as a rule she lay beyond it as the move began, and does not as it ends; where that does not tell, try half the move of both, then quarters. Who comes in from the side behind it is not met, nor is anybody once the run is over: one of 3\u{2033} is at 0.6 of the first move. Of all met in the move, sooner or later, a die chooses one [7.4.2, 7.4.4].",
        ),
        TorpedoModel::Ray => (
            "3. Run. From the dot the torpedoes run on one bearing, towards where the target would be met, 5\u{2033} a turn as far as the run.".to_owned(),
            "4. Meet. Only ships of the target's division, and of divisions in formation with it, can be met: the one whose base lies there; of several a die chooses one [7.4.4].",
        ),
    };
    vec![
        format!("1. Plot, at an enemy in sight: some base of his formation lies, as seen from the dot (2), within 60\u{b0} of the arrow. Write turn, factors, target (a ship or a division), run (any up to the last of the card), side, counter: T4/1/TARGET/{run}/P/A is turn 4, one factor, run {run}\u{2033}, to port, counter A [7.2, 7.4]. A factor is used once; a ship may use hers in several launches [7.4.7]. A division launches to a side under one counter, laid by its flagship, where each of its ships sees somebody of the target, and crosses off from its first ship on; or a ship of it for herself, but boats on one base always together [7.4.1]. A dummy has D in the place of the factors, T4/D/TARGET/{run}/P/B: any ship with torpedoes on her card may lay some, in sight of nobody even, and they do nothing{deceives}; no counter is called D [7.4.6]."),
        "2. Lay the marker beside the middle of the base before she moves: its dot 0.25\u{2033} off the edge of the base, that is 0.5\u{2033} from its middle, its arrow straight abeam. It stays there.".to_owned(),
        runs,
        meets.to_owned(),
        format!("5. Roll in the Torpedo Segment, at her: a D20 for each factor, at or below the number for the plotted run; one for each success, at or below her size; one for each success of these, at or below the torpedo's power less her armour, for a hit. 1 always succeeds and 20 never; nothing else changes the numbers [7.4.3]. Where the line from the dot to her, as she was met, lies within 30\u{b0} of her own bow or stern, {end_on} if she is no smaller [7.4.5]."),
        "6. Others: every further ship, friend or enemy, whose base touches the line that runs from the dot through the middle of the one attacked, where all lie when they have moved, as far as the torpedoes have run, before her or beyond her, is attacked with all the factors too, at half the number, halves up; 30\u{b0} as she lies then [7.4.2].".to_owned(),
        format!("7. Off. {off} [7.4.2, 7.4.6]. Damage waits for its segment."),
    ]
}

/// Explains the attacks of a side's large ships. [7.5]
fn of_large_ships(view: &View, attacks: bool, heavy: bool) -> Option<ReferenceEntry> {
    let says = if attacks {
        let bands: Vec<String> =
            attack_bands(view).iter().map(|band| format!("{} to {}\u{2033}", band.to_hit, band.to)).collect();
        format!(
            "Where a large enemy whom she sees herself, any way he bears, lies within the attack range of a large ship's card, which is the limit however far the chart goes: one D10 for all of them of a side; on 1 the side may attack once, with one factor, at the large enemy nearest to any of them, a die between equals; she to whom he is nearest attacks, needing {}, then his printed size, then her torpedo's power less his armour, each on a D20 at or below it, 1 always and 20 never; its damage waits for the Damage Segment, and no factor is crossed off [7.5.1 to 7.5.3].",
            bands.join(", ")
        )
    } else if heavy && view.is_referee() {
        "No large ship has a large enemy in this battle: nobody makes the attacks of large ships, and the attack ranges of cards are not used [7.5].".to_owned()
    } else {
        return None;
    };
    Some(ReferenceEntry::new("TORPEDOES OF LARGE SHIPS", vec![says]))
}

/// Explains torpedoes against a ship that hardly moves. [7.6]
fn finishing_shots(view: &View, carried: (bool, bool)) -> Option<ReferenceEntry> {
    // Three times the first number of the chart. (Q23)
    let of_large = CRIPPLE_TIMES * view.setup.charts.large_torpedo.first().map_or(0, |band| band.to_hit);
    let way = match carried {
        (true, true) => "a light ship through a broadside, a large one any way",
        (true, false) => "through a broadside",
        (false, _) => "any way",
    };
    let says = match carried {
        (true, true) => format!(
            "three times the number of a light ship's band for the range, of her last band where none reaches, {of_large} of a large one; a light ship crosses off the factors, a large one uses one and keeps it"
        ),
        (true, false) => "three times the number of her band for the range, of the last where none reaches; the factors are crossed off".to_owned(),
        (false, true) => format!("needing {of_large}, with one factor that is kept"),
        (false, false) => return None,
    };
    let says = format!(
        "Any ship with torpedoes may, once a turn, finish one in sight that moved 1\u{2033} or less, or is sinking or abandoned, within 5\u{2033}, {way}: {says}. On a D20 at or below that number, then her printed size, then the power less her armour, 1 always and 20 never [7.6]."
    );
    Some(ReferenceEntry::new("FINISHING SHOTS", vec![says]))
}
