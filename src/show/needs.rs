//! Explanations before a roll: the numbers that dice must show, with the sums behind them.
use super::{
    below_headline, cited_terms, count,
    fire::{salvo_needs, torpedo_needs, volley_needs},
    generated, joined, joint_names,
    lines::faces_for_each,
    meetings, named_hit, sentence, signals, special,
};
use naval::model::{Harm, Purpose, Sum, Visibility};
use naval::{Fact, Id, NavalEvent, State, rules::torpedo};
use play::{Roll, Rule};

const PAST_REPAIR: Rule = Rule::new("8.6.2");
const FIRE_DICE: Rule = Rule::new("8.5.3");
const REACTION: Rule = Rule::new("5.15.1");
const INITIATIVE: Rule = Rule::new("5.15.2");
const BATTERIES_COUNTED: Rule = Rule::new("5.15.5");

/// Explains what dice rolled for `purpose` must show in an event, and where the numbers come from.
///
/// `before` is the state in which the event would happen. Only parts of the event that no die decides are
/// read, so any dice may be in it. `None` if the prompt itself says everything.
pub fn dice_needs(before: &State, event: &NavalEvent, purpose: &Purpose) -> Option<String> {
    let text = match purpose {
        Purpose::ToHit(_)
        | Purpose::Size(_)
        | Purpose::Penetration(_)
        | Purpose::Volley(_)
        | Purpose::TorpedoToHit(_)
        | Purpose::TorpedoSize(_)
        | Purpose::TorpedoPenetration(_)
        | Purpose::Reaction(_)
        | Purpose::Orders(_)
        | Purpose::Independent(_)
        | Purpose::Fire(_)
        | Purpose::FireFought(_)
        | Purpose::Repair(_)
        | Purpose::AfterFire(_)
        | Purpose::AfterRepair(_) => return cited_sums(before, event),
        Purpose::SightingBase => sighting_needs(before)?,
        Purpose::DeclareFirst(_) | Purpose::SecondaryFirst(_) => {
            "D6 for each side: the higher goes first, equal dice are rolled again.".to_owned()
        }
        Purpose::TorpedoTarget(marker) if 1 < torpedo::tied_targets(before, &marker.to_kind()).len() => {
            let tied = torpedo::tied_targets(before, &marker.to_kind());
            let die = |die: &&Roll<Purpose>| matches!(die.purpose, Purpose::TorpedoTarget(_));
            let sides = event.dice.iter().find(die)?.sides;
            format!("Target by the die: {}.", faces_for_each(tied.iter().map(|ship| before.name(ship)), sides))
        }
        Purpose::TorpedoTarget(_) => {
            "The die chooses among the ships in the order named, each with the same number of results.".to_owned()
        }
        Purpose::Damage(_) | Purpose::Special(_) | Purpose::GunsGone(_) => damage_table_needs(before, event)?,
        Purpose::Mount(ship) => mount_needs(before, event, ship)?,
        Purpose::Steering(ship) => {
            format!("The rudder of {} is jammed for as many turns as the D6 shows.", before.name(ship))
        }
        Purpose::BridgeOrFireControl(ship) => {
            format!("{} is hit: 1 to 3 on the bridge, 4 to 6 on its fire control.", before.name(ship))
        }
        Purpose::TorpedoCheck(side) => {
            let side = before.name(side);
            format!("Large-ship torpedoes of {side}: on a 1 (D10) its nearest ship attacks the nearest enemy.")
        }
        Purpose::Wind => generated::wind_faces_text(before)?,
        Purpose::SpecialRule(_) | Purpose::Mine(_) | Purpose::Dud(_) => special::special_needs(before, event)?,
        Purpose::WindFrom => generated::wind_from_faces_text(),
        Purpose::Hour => generated::hour_faces_text(before)?,
        Purpose::ApproachBearing(side) => generated::bearing_faces_text(before, event, side)?,
        Purpose::ApproachDistance(side) => generated::distance_faces_text(before, event, side)?,
        Purpose::ForceType(side) => generated::type_faces_text(before, side)?,
        Purpose::ForceNumber(side) => generated::number_faces_text(before, event, side)?,
        Purpose::ForceShip(side) => generated::ship_faces_text(before, event, side)?,
        Purpose::Collision(_) => meetings::collision_needs(before, event)?,
        Purpose::Magazine(ship) => format!("The magazine of {} may explode.", before.name(ship)),
        Purpose::Flash(ship) => {
            let flash = before.ship(ship).map_or(0, |ship| ship.card.flash);
            format!("A mount of {} is hit: the ship explodes on its flash number, {flash}, or less.", before.name(ship))
        }
    };
    Some(sentence(&format!("{text} [{}]", event.rule), 0).join("\n"))
}

/// Returns the numbers of an event, each with its cited sum. `None` for an event without numbers.
pub fn cited_sums(before: &State, event: &NavalEvent) -> Option<String> {
    let cited = |text: String| sentence(&format!("{text} [{}]", event.rule), 0);
    let lines = if let Fact::SalvoFired(salvo) = &event.fact {
        salvo_needs(before, salvo)
    } else if let Fact::BatteriesFired(volley) = &event.fact {
        volley_needs(before, volley)
    } else if let Fact::TorpedoesAttacked(attack) = &event.fact {
        torpedo_needs(before, attack)
    } else if let Fact::ReactionTested { division, batteries, initiative, .. } = &event.fact {
        reaction_needs(before, division, *batteries, *initiative)
    } else if let Fact::OrdersChecked { unit, with, needed, .. } = &event.fact {
        let names = joint_names(before, unit, with);
        below_headline(
            vec![format!("{names}: orders are received on {} or less (D10):", needed.result)],
            &cited_terms(needed),
        )
    } else if let Fact::ActedAlone { unit, kind, initiative, .. } = &event.fact {
        cited(signals::independent_needs(before, unit, *kind, *initiative))
    } else if let Fact::RepairRolled { ship, item, needed, .. } = &event.fact {
        repair_needs(before, ship, item, needed)
    } else if let Fact::FiresRolled { ship, .. } = &event.fact {
        cited(format!("Each fire of {}: a 9 adds one hit, a 10 one fire.", before.name(ship)))
    } else {
        return None;
    };
    Some(lines.join("\n"))
}

/// `2nd TBD turns away on 3 or less (D10): 4 batteries fired on it [5.15.5]  initiative -1 [5.15.2]`
fn reaction_needs(before: &State, division: &Id, batteries: u16, initiative: i32) -> Vec<String> {
    let needed = (i32::from(batteries) + initiative).clamp(0, 10);
    let mut sum = vec![format!("{} fired on it [{BATTERIES_COUNTED}]", count(batteries, "battery"))];
    if initiative != 0 {
        sum.push(format!("initiative {initiative:+} [{INITIATIVE}]"));
    }
    below_headline(vec![format!("{} turns away on {needed} or less (D10) [{REACTION}]:", before.name(division))], &sum)
}

/// `Asahi repairs F1 (fire) on 3 or less (D10):`, its sum, and the effects of high faces.
fn repair_needs(before: &State, ship: &Id, item: &Id, needed: &Sum) -> Vec<String> {
    let (hit_name, effect) = named_hit(before, ship, item);
    let fire = effect == Some(&Harm::Fire);
    let mut terms = cited_terms(needed);
    if !fire || before.setup.options.fire_unrepairable {
        terms.push(format!("beyond repair on 9 or 10 [{PAST_REPAIR}]"));
    }
    if fire {
        terms.push(format!("a 9 adds one hit, a 10 one fire [{FIRE_DICE}]"));
    }
    below_headline(
        vec![format!("{} repairs {item}{hit_name} on {} or less (D10):", before.name(ship), needed.result)],
        &terms,
    )
}

/// Returns the sighting range for each face of the die.
fn sighting_needs(before: &State) -> Option<String> {
    let ranges = match (&before.setup.generator, &before.setup.visibility) {
        (Some(generator), _) => &generator.visibility,
        (None, Visibility::Rolled(ranges)) => ranges,
        (None, Visibility::Steps(_)) => return None,
    };
    let faces = joined((1..).zip(ranges).map(|(face, range)| format!("{face} for {range}\"")), ", ");
    Some(format!("Sighting range by the die: {faces}."))
}

/// Returns the table on which a hit is rolled.
fn damage_table_needs(before: &State, event: &NavalEvent) -> Option<String> {
    let Fact::HitRolled { target, table, .. } = &event.fact else { return None };
    let chart = before.setup.charts.damage.iter().find(|damage_table| damage_table.id == *table)?;
    Some(format!("{} is hit: read the die on {} (`table {table}` shows it).", before.name(target), chart.title))
}

/// Returns the faces for each mount still in action.
fn mount_needs(before: &State, event: &NavalEvent, ship: &Id) -> Option<String> {
    let mounts = before.ship(ship)?.mounts_left();
    let sides = event.dice.iter().find(|die| matches!(die.purpose, Purpose::Mount(_)))?.sides;
    Some(format!("Mounts of {} by the die: {}.", before.name(ship), faces_for_each(mounts.iter(), sides)))
}
