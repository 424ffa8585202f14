//! Every fact as a sentence that cites its paragraph.
use serde_json::{Value, json};

use super::{
    count, damage, dice_note, faces, fire, generated, joint_names, labels,
    lines::{page, unfolded},
    list, meetings, moves, position, refusal, signals, special,
    status::end_sentence,
    steered, verb_for, with_full_stop,
};
use naval::model::{
    Approach, BatteryKind, Declaration, Light, ManualChange, MarkerId, Purpose, Rudder, RudderJam, Setting,
    half_turn::TurnSpan, state::Marker,
};
use naval::{Fact, Id, Naval, NavalEvent, Reason, State, rules::gunnery};
use play::Game;

/// Describes an event to the referee in one or more lines, with the arithmetic and a paragraph for every number.
///
/// `before` is the state in which the event happened.
pub fn event_text(before: &State, event: &NavalEvent) -> String {
    page(&unfolded_event(before, event), 0).join("\n")
}

/// Returns an event's text with each sentence on one line.
pub(super) fn unfolded_event(before: &State, event: &NavalEvent) -> String {
    sentences(before, event).unwrap_or_default().join("\n")
}

/// Returns the lines of an event, with no sentence folded. `None` for an event the referee need not read.
fn sentences(before: &State, event: &NavalEvent) -> Option<Vec<String>> {
    let cited_lines = |sentence: String, indent| vec![unfolded(&format!("{sentence} [{}]", event.rule), indent)];
    let indented = |sentence: String| Some(cited_lines(sentence, 2));
    let name = before.name_printer();
    let marker_name = |marker| fire::unambiguous_marker(before, marker);
    let dice = dice_note(&event.dice);
    let sentence = match &event.fact {
        Fact::SegmentBegan { turn, segment } => {
            let moment = TurnSpan { turn: *turn, half: before.half.filter(|_| *turn == before.turn) };
            format!("Turn {}, {}. {segment}.", moment.word(), before.clock_at(moment).format("%H:%M"))
        }
        Fact::DutiesWaived { because: reason, duties } => {
            let undone = duties.iter().map(|duty| format!("not done: {}", labels::duty_text(before, duty)));
            let why = if reason.is_empty() { "the battle ends.".to_owned() } else { with_full_stop(reason) };
            let lines = cited_lines(format!("Waived: {why}"), 0).into_iter();
            return Some(lines.chain(undone.map(|line| unfolded(&line, 2))).collect());
        }
        Fact::SightingBaseFound { base, quality } => {
            format!("Sighting range {base}\"{}{dice}.", fire::visibility_text(*quality))
        }
        Fact::WindFound { wind } => format!("{}{dice}.", generated::wind_sentence(wind)),
        Fact::HourFound { start } => format!("The battle begins at {}{dice}.", start.format("%H:%M")),
        Fact::ShipPlaced { ship, card, side, at, speed } => {
            moves::placement_sentence(before, ship, card.as_deref(), side, *at, *speed)
        }
        Fact::DivisionFixed { division, by, places, off } => moves::fix_sentence(before, division, by, places, *off),
        Fact::SideNamed { side, name: now } => format!("{} is now {now}.", name(side)),
        Fact::DivisionFormed(formed) => moves::division_sentence(before, formed),
        Fact::StragglersNamed { division, ships } => signals::straggler_sentence(before, division, ships),
        Fact::GapsForeseen { division, ships } => signals::gap_sentence(before, division, ships),
        Fact::GoesOnUnplotted { division, speed } => signals::unplotted_sentence(before, division, *speed),
        Fact::ShipRejoined { ship, division, .. } => {
            format!("{} has closed up and rejoins {}.", name(ship), name(division))
        }
        Fact::ShipDetached { ship, from, why, .. } => signals::detached_sentence(before, ship, from, *why),
        Fact::FormationFormed(formation) => signals::formation_sentence(before, formation),
        Fact::FormationDisbanded { formation } => signals::disbanded_sentence(before, formation),
        Fact::FormationMeasured { formation, off } => {
            return Some(
                signals::formation_gaps(before, formation, off)
                    .into_iter()
                    .flat_map(|line| cited_lines(line, 0))
                    .collect(),
            );
        }
        Fact::ChangePlotted { formation, change } => {
            let (name, shape) = (formation.word(), signals::shape_text(&change.lines));
            format!("Formation {name} is to form {shape}, at speed {}\".", change.speed)
        }
        Fact::FormationChanged { formation, farthest, short } => {
            signals::change_sentence(before, formation, farthest, short)
        }
        Fact::FlagPassed { division, flag, ordered, straight_turn } => {
            signals::flag_sentence(before, division, flag, *ordered, *straight_turn)
        }
        Fact::ForceFlagPassed { side, ship } => {
            format!("{} now carries the force flag of {}.", name(ship), name(side))
        }
        Fact::OrdersChecked { unit, with, needed, received } => {
            return Some(signals::orders_lines(event, &joint_names(before, unit, with), needed, *received));
        }
        Fact::SteeredByHand { ships, said } => steered::steering_sentence(before, ships, *said),
        Fact::ChangedByHand { division, what: ManualChange::Course } => {
            format!("{} turns, moved by hand.", name(division))
        }
        Fact::ChangedByHand { what: ManualChange::Speed, .. }
        | Fact::ObeyedByHand { .. }
        | Fact::HoldsOnByHand { .. } => {
            return None;
        }
        Fact::RestKept(_) | Fact::DivisionDeployed { .. } | Fact::SightRuled { by: None, .. } => return None,
        Fact::ActedAlone { unit, initiative, roll, does, .. } => {
            signals::independent_sentence(before, &faces(&event.dice), unit, *initiative, *roll, *does)
        }
        Fact::PlotReplaced { division, plot, carried } => {
            return indented(signals::replaced_plot_sentence(before, division, plot, *carried));
        }
        Fact::PlotFiled { division, plot, advance } => moves::plot_sentence(before, division, plot, *advance),
        Fact::PlotsSealed(seal) => {
            return Some(
                super::seal::seal_sentences(before, seal).into_iter().flat_map(|line| cited_lines(line, 0)).collect(),
            );
        }
        Fact::Moved(run) if before.ship(&run.ship).is_some_and(|ship| ship.card.kind.is_coast_battery()) => {
            return None;
        }
        Fact::Moved(run) => moves::move_sentence(before, run),
        Fact::CourseRecorded { division, course } => moves::course_note(before, division, course)?,
        Fact::ChecksSet { on: true } => "Command checks and speed limits apply.".to_owned(),
        Fact::ChecksSet { on: false } => "Plots are obeyed without checks or limits.".to_owned(),
        Fact::HalfMovesInvoked { by, one: near, other } => {
            meetings::half_move_sentence(before, by.as_ref(), near, other)
        }
        Fact::SecondHalfBegan => format!("The second half of turn {} begins.", before.turn),
        Fact::MeleeJoined { division, with } => {
            format!("{} stops, broadside on to {}: neither moves next turn.", name(division), name(with))
        }
        Fact::TypeRolled { side, kind, wanted, found, ships } => {
            generated::type_sentence(before, event, (side, ships), *kind, (*wanted, *found))
        }
        Fact::LeaderDrawn { side, ship, division } => {
            format!("{}: {} leads {division}{dice}.", name(side), generated::name_and_class(before, side, ship))
        }
        Fact::DivisionRaised(division) => {
            let ships = generated::by_class(division.ships.iter().map(|raised| &*raised.card));
            let raised = cited_lines(format!("{} ({}): {ships}{dice}.", division.name, division.id), 0);
            return Some(raised.into_iter().chain(generated::crowded_base_note(division)).collect());
        }
        Fact::ForceMustered { side } => format!("{} has its force.", name(side)),
        Fact::ApproachStated(Approach { side, distance, bearing, .. }) => {
            format!("{} enters from {distance}\" off the centre, bearing {bearing}{dice}.", name(side))
        }
        Fact::SidesDrewBack { back } => {
            let back = list(back.iter().map(|(side, inches)| format!("{} {inches}\"", name(side))));
            format!("The sides would begin in sight of each other, so they move back: {back}.")
        }
        Fact::StayInSight { range } => format!(
            "The sides begin in sight of each other, {range}\" apart. Moving back along their courses does not help: \
             they enter from nearly the same bearing. The referee may accept this or move one side with `set`."
        ),
        Fact::ForcesPlaced => {
            "All are placed. Each side steers for the centre like its first division, until a ship is sighted."
                .to_owned()
        }
        Fact::FriendsConverge { one: first, other, turn } => format!(
            "Warning: on their present courses, {} and {} run into each other in turn {turn}.",
            name(first),
            name(other)
        ),
        Fact::PreplotFiled { division, plots } => {
            let smoke = plots.iter().any(|plot| !plot.smoke.is_empty());
            let hidden = if smoke { moves::smoke_note(before, division) } else { "" };
            let are = verb_for(before, division, "is", "are");
            format!("{} {are} plotted for {} turns.{hidden}", name(division), plots.len())
        }
        Fact::MarkerReplaced { division } => {
            let are = verb_for(before, division, "is sighted: its", "are sighted: their");
            let marker = verb_for(before, division, "its", "their");
            format!("{} {are} ships replace {marker} marker.", name(division))
        }
        Fact::ContactMade { side, by } => meetings::contact_sentence(before, side, by),
        Fact::QuickStarted { turns } => {
            format!("All move at their speeds until a ship is sighted, at most {}.", count(turns, "turn"))
        }
        Fact::CollisionTested(collision) => meetings::collision_sentence(before, event, collision),
        Fact::RanAshore { ship, land } => meetings::grounding_sentence(before, ship, land),
        Fact::LandCleared { division, degrees } => {
            let turn = verb_for(before, division, "turns", "turn");
            format!("{} {turn} {} to clear the land.", name(division), meetings::degrees_to_side(*degrees))
        }
        Fact::FriendsCleared { division, degrees } => {
            let swerve = verb_for(before, division, "swerves", "swerve");
            let its = verb_for(before, division, "its", "their");
            format!("{} {swerve} {}, clear of {its} friends.", name(division), meetings::degrees_to_side(*degrees))
        }
        Fact::Special(fact) => special::rule_event_sentence(before, event, fact)?,
        Fact::ShipEntered { ship } => format!("{} enters the table.", name(ship)),
        Fact::Measured { from, to, range, bearing, replaces } => {
            let arc = bearing.map(|bearing| format!(", {bearing}")).unwrap_or_default();
            let replaces = replaces.map(|earlier| format!(" replaces {earlier}\" measured earlier this turn"));
            let replaces = replaces.unwrap_or_default();
            format!("{} to {}: {range}\"{replaces}{arc}.", name(from), name(to))
        }
        Fact::Overruled { unit, other, word } => position::overruled_sentence(before, unit, other.as_ref(), word),
        Fact::Sighted { ship } => format!("{} is sighted.", name(ship)),
        Fact::LostFromSight { ship } => format!("{} is lost from sight.", name(ship)),
        Fact::SightRuled { ship, by: Some(by), seen: true } => format!("{} sees {}.", name(by), name(ship)),
        Fact::SightRuled { ship, by: Some(by), seen: false } => format!("{} does not see {}.", name(by), name(ship)),
        Fact::Illuminated { by, target, with: Light::Searchlight } => {
            format!("{} illuminates {} with searchlights.", name(by), name(target))
        }
        Fact::Illuminated { by, target, with: Light::Starshell } => {
            format!("{} illuminates {} with starshell.", name(by), name(target))
        }
        Fact::FireDeclared(declaration) => fire::declaration_sentence(before, declaration),
        Fact::DeclaredOutOfTurn { side, due } => format!("{} declares out of turn: {} was due.", name(side), name(due)),
        Fact::DeclarationVoided { firer, battery, target } => {
            let why = silence_reason(before, firer, *battery, target);
            format!("{}'s {battery} guns do not fire: {why}.", name(firer))
        }
        Fact::FireRemeasured { firer, battery, target, range, bearing } => {
            let (firer, target) = (name(firer), name(target));
            format!("{firer}'s declared {battery} guns fire at {target} at {range}\", {bearing}.")
        }
        Fact::DeclarationsClosed { side } => format!("{} has declared all its fire.", name(side)),
        Fact::BigGunsDeclared { side } => format!("{} has declared all its big guns.", name(side)),
        Fact::BigGunOrder { first } => format!("{} declares big guns first{}.", name(first), roll_off(before, event)),
        Fact::SecondaryFireOrder { first } => {
            format!("{} allocates medium and light guns first{}.", name(first), roll_off(before, event))
        }
        Fact::SalvoFired(salvo) => return Some(fire::salvo_lines(before, event, salvo)),
        Fact::BatteriesFired(volley) => return Some(fire::volley_lines(before, event, volley)),
        Fact::HitsMarked(hit) => return indented(fire::marked_hits(before, hit)),
        Fact::BatteriesCounted(counted) => {
            let (firer, target) = (name(&counted.firer), name(&counted.target));
            let batteries = count(counted.batteries, "battery");
            return indented(format!("Against {target}, for its reaction next turn: {batteries} of {firer}."));
        }
        Fact::TorpedoesLaunched(marker) => launch_sentence(before, marker),
        Fact::TorpedoesMet(meeting) => position::meeting_sentence(before, meeting),
        Fact::MeetingsFoundAgain { marker, meetings } => position::new_meetings_text(before, marker, meetings),
        Fact::DummyRevealed { marker } => {
            format!("Marker {} has outrun all its targets: it was a dummy.", marker_name(marker))
        }
        Fact::TorpedoTargetDrawn { marker: Some(marker), ship } => {
            format!("Torpedoes of marker {} attack {}{dice}.", marker_name(marker), name(ship))
        }
        Fact::TorpedoTargetDrawn { marker: None, ship } => {
            format!("The die picks {} from the ships equally near{dice}.", name(ship))
        }
        Fact::TorpedoesAttacked(attack) => return Some(fire::torpedo_lines(before, event, attack)),
        Fact::TorpedoesRanOn { marker } => ran_on_sentence(before, marker),
        Fact::MarkerRemoved { marker, spent } => {
            let why = if *spent { "its torpedoes are spent" } else { "its run is over" };
            format!("Marker {} is removed: {why}.", marker_name(marker))
        }
        Fact::TorpedoCheckMade { side, attack, held } => {
            let no_attack = if *held { "an attack, not made" } else { "no attack" };
            let outcome = if *attack { "one attack" } else { no_attack };
            let rolled = faces(&event.dice);
            format!("Large-ship torpedoes of {}, on a 1 (D10): {rolled} -> {outcome}.", name(side))
        }
        Fact::NoneInTorpedoReach { side } => {
            format!("No large ship of {} has an enemy large ship in torpedo range.", name(side))
        }
        Fact::ReactionTested { division, batteries, initiative, roll, reacts, away_from, with } => {
            let initiative_text =
                if *initiative == 0 { String::new() } else { format!(", less initiative {initiative:+} = {roll}") };
            let outcome = match (reacts, away_from) {
                (true, Some(firer)) => format!("it turns away from {}", name(firer)),
                (true, None) => "it turns away".to_owned(),
                (false, _) => "it holds its course".to_owned(),
            };
            let (name, rolled) = (joint_names(before, division, with), faces(&event.dice));
            format!("Reaction of {name}, on {batteries} or less (D10): {rolled}{initiative_text} -> {outcome}.")
        }
        Fact::TurnedAway { division, from } => {
            format!("{} must steer straight away from {} at best speed.", name(division), name(from))
        }
        Fact::LaunchCancelled { marker, .. } => {
            format!("Marker {} is cancelled. Its factors are not spent.", marker_name(marker))
        }
        Fact::HitRolled { target, table, code } => damage::hit_roll_sentence(before, event, target, table, code),
        Fact::HitTaken { ship, id, harm } => return indented(damage::hit_sentence(before, event, ship, id, harm)),
        Fact::NoEffect { ship } => return indented(format!("No effect on {}{dice}.", name(ship))),
        Fact::ShipLost { ship, fate } => return indented(damage::loss_sentence(before, event, ship, fate)),
        Fact::MagazineHeld { ship } => return indented(damage::no_explosion_sentence(before, event, ship)),
        Fact::HitsWasted { target, count: wasted } => {
            let are = if *wasted == 1 { "is" } else { "are" };
            format!("{} on {} {are} wasted: the target is already lost.", count(*wasted, "hit"), name(target))
        }
        Fact::HeldHitsResolved { target } => format!("All hits on {} are resolved.", name(target)),
        Fact::FiresRolled { ship, hits, new_fires } => damage::fires_sentence(before, event, ship, *hits, *new_fires),
        Fact::RepairRolled { ship, item, needed, result } => {
            return Some(damage::repair_lines(before, event, ship, item, needed, *result));
        }
        Fact::SpeedChanged { ship, speed } => {
            format!("{} {} {speed}\".", name(ship), verb_for(before, ship, "makes", "make"))
        }
        Fact::ShipExited { ship, friendly: true, .. } => {
            format!("{} leaves the table by its friendly edge and is safe.", name(ship))
        }
        Fact::ShipExited { ship, friendly: false, .. } => {
            format!("{} leaves the table and is out of play.", name(ship))
        }
        Fact::Noted { words } => format!("Note: {}", with_full_stop(words)),
        Fact::ValueSet { unit, setting, because } => {
            let setting = setting_text(before, unit, setting);
            format!("The referee rules: {setting}{dice}, because: {}", with_full_stop(because))
        }
        Fact::ScenarioEnded { end } => end_sentence(before, end),
    };
    Some(cited_lines(sentence, 0))
}

/// Returns one command's events, each in the state its predecessors left.
pub fn events_text(before: &State, events: &[NavalEvent]) -> String {
    page(&event_texts(before, events).join("\n"), 0).join("\n")
}

/// Returns one text for each event that prints something, each sentence on one line. `page` folds them later.
pub fn event_texts(before: &State, events: &[NavalEvent]) -> Vec<String> {
    let mut state = before.clone();
    let mut text = Vec::with_capacity(events.len());
    let quick = events.iter().any(|event| matches!(event.fact, Fact::QuickStarted { .. }));
    let begins_segment = |event: &NavalEvent| matches!(event.fact, Fact::SegmentBegan { .. });
    for (index, event) in events.iter().enumerate() {
        // A quick start shows only the last of several empty segments.
        let skipped = quick && begins_segment(event) && events.get(index + 1).is_some_and(begins_segment);
        text.push(if skipped { String::new() } else { unfolded_event(&state, event) });
        Naval::apply(&mut state, &event.fact);
    }
    text.retain(|line| !line.is_empty());
    text
}

/// Returns an event as JSON: fact, rule and dice with their sources. `state` provides names.
///
/// Labels and duties are worded. A seal shows only its code; `reveal` shows its plots.
pub fn event_json(state: &State, event: &NavalEvent) -> Value {
    let mut value = json!(event);
    labels::add_label_text(&event.fact, &mut value["fact"]);
    if let Fact::DutiesWaived { duties, .. } = &event.fact {
        let duties = duties.iter().map(|duty| labels::duty_text(state, duty)).collect();
        value["fact"]["duties_waived"]["duties"] = duties;
    }
    if let Fact::PlotsSealed(seal) = &event.fact {
        value["fact"]["plots_sealed"] = json!({ "side": seal.side, "code": seal.code });
    }
    value
}

/// Explains why declared guns stay silent, as the rules decide it. [6.2]
fn silence_reason(before: &State, firer: &Id, battery: BatteryKind, target: &Id) -> String {
    let is_same = |declaration: &&Declaration| {
        declaration.firer == *firer && declaration.battery == battery && declaration.target == *target
    };
    let verdict = before
        .this_move
        .declarations
        .iter()
        .find(is_same)
        .map(|declaration| gunnery::check_after_change(before, declaration));
    let Some(Err((rule, reason))) = verdict else { return "they may not fire as declared".to_owned() };
    match &reason {
        Reason::NotInAction { ship } => format!("{} is no longer in action", before.name(ship)),
        Reason::WeaponsBarred { .. } => "fires aboard bar all weapons".to_owned(),
        Reason::BigGunTarget { target, .. } => format!("{} is a big-gun target", before.name(target)),
        other => refusal(before, other, rule).what.trim_end_matches('.').to_owned(),
    }
}

/// ` (D6: Japan typed 4, Russia typed 2)`: the dice of two sides that roll against each other.
fn roll_off(before: &State, event: &NavalEvent) -> String {
    let mut rolled = Vec::new();
    for roll in &event.dice {
        if let Purpose::DeclareFirst(side) | Purpose::SecondaryFirst(side) = &roll.purpose {
            rolled.push(format!("{} {}", before.name(side), faces([roll])));
        }
    }
    if rolled.is_empty() { String::new() } else { format!(" (D6: {})", rolled.join(", ")) }
}

fn launch_sentence(before: &State, marker: &Marker) -> String {
    let (by, target) = (before.name(&marker.launcher), before.name(&marker.target));
    let what = if marker.dummy { "a dummy".to_owned() } else { count(marker.factors, "torpedo factor") };
    let (run, bearing, name) = (marker.run, marker.bearing, fire::unambiguous_marker(before, &marker.id));
    format!("{by} launches {what} at {target}, run {run}\", {bearing}: marker {name}.")
}

fn ran_on_sentence(before: &State, id: &MarkerId) -> String {
    let name = fire::unambiguous_marker(before, id);
    match before.markers.iter().find(|marker| marker.id == *id) {
        Some(marker) => {
            let (ran, run) = (marker.distance_run_after(before.current_moment().end_half_turns()), marker.run);
            format!("Marker {name} met no ship: it has run {ran}\" of {run}\".")
        }
        None => format!("Marker {name} met no ship."),
    }
}

/// Returns the mounts now lost, and the mounts lost before that are restored. [8.2.4]
fn mounts_ruling(before: &State, unit: &Id, mounts: &[Id]) -> String {
    let name = before.name(unit);
    let lost = match mounts {
        [] => format!("{name} has lost no mount"),
        [mount] => format!("{name} has lost mount {mount}"),
        several => format!("{name} has lost mounts {}", list(several)),
    };
    let mut restored = before.ship(unit).map(|ship| ship.mounts_lost()).unwrap_or_default();
    restored.retain(|mount| !mounts.contains(mount));
    if restored.is_empty() { lost } else { format!("{lost}; {} restored", list(&restored)) }
}

fn setting_text(before: &State, unit: &Id, setting: &Setting) -> String {
    let name = before.name(unit);
    match setting {
        Setting::Speed(speed) => format!("{name} makes {speed}\""),
        Setting::TopSpeed(speed) => {
            let now = *speed - before.ship(unit).map(|ship| ship.speed_lost()).unwrap_or_default();
            format!("{name}'s top speed is {now}\"")
        }
        Setting::Fires(fires) => format!("{name} has {}", count(*fires, "fire")),
        Setting::Flotation(hits) => format!("{name} has {}", count(*hits, "flotation hit")),
        Setting::MountsLost(mounts) => format!("{name} has lost {}", count(*mounts, "mount")),
        Setting::Mounts(mounts) => mounts_ruling(before, unit, mounts),
        Setting::GunQuartersLost(quarters) => {
            format!("{name} has lost {} of its battery points", count(*quarters, "quarter"))
        }
        Setting::Torpedoes(factors) => format!("{name} has {} left", count(*factors, "torpedo factor")),
        Setting::Sighted(true) => format!("{name} is sighted"),
        Setting::Sighted(false) => format!("{name} is not sighted"),
        Setting::Lit(true) => format!("{name} is lit"),
        Setting::Lit(false) => format!("{name} is not lit"),
        Setting::Fate(fate) => format!("{name} is {}", damage::fate_word(fate)),
        Setting::SightingBase(base) => format!("the sighting range is {base}\""),
        Setting::Visibility(Some(quality)) => format!("visibility is {}", fire::quality_word(*quality)),
        Setting::Rudder(Rudder::Free) => format!("the rudder of {name} is free"),
        Setting::Rudder(Rudder::Jammed { circles, turns }) => {
            let until_turn = before.turn + u16::from(turns.unwrap_or_default());
            format!(
                "{name}'s {}",
                damage::jam_text(RudderJam { until_turn, circles: *circles }).trim_start_matches("its ")
            )
        }
        Setting::At(at) => format!("{name} is at {}", moves::place_text(*at)),
        Setting::SpecialRule { of, on } => format!("special rule {of} is {}", if *on { "in force" } else { "off" }),
        Setting::Condition { number, holds: Some(true) } => format!("victory condition {number} is met"),
        Setting::Condition { number, holds: Some(false) } => format!("victory condition {number} is not met"),
        Setting::Condition { number, holds: None } => format!("victory condition {number} is open again"),
        Setting::Sentence { of, side: Some(side) } => format!("by victory sentence {of} {} wins", before.name(side)),
        Setting::Sentence { of, side: None } => format!("by victory sentence {of} no side wins"),
        Setting::Visibility(None) => "visibility is good".to_owned(),
    }
}
