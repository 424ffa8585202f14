//! Explains what happens before guns fire: turn, contact, plots, orders, reaction, sighting. [3.3, 4, 5]
use super::{ReferenceEntry, chart_references};
use crate::charts::Chart;
use crate::known_ships::cards;
use naval::model::{ShipType, Sighting, WindForce, setup::Visibility};
use naval::{Segment, view::View};
use show::lines::type_word;

pub(super) fn turn_sequence(view: &View, has_large_attacks: bool) -> ReferenceEntry {
    let has_big_guns = !view.is_referee() || view.own_ships().any(|ship| ship.card.big.is_some());
    let launches = may_meet_launches(view);
    let plotting = [
        matches!(view.setup.visibility, Visibility::Rolled(_)).then_some("roll the sighting range"),
        Some("plot every division"),
        launches.then_some("plot light ships' launches"),
        (view.setup.wind.force != WindForce::High).then_some("plot smoke"),
    ];
    let moving = [
        reaction(view).map(|_| "check reaction of light ships fired at last turn"),
        launches.then_some("place torpedo markers"),
        view.setup.options.checks.then_some("make the command checks due"),
        Some(if launches { "move everything at once, torpedoes too" } else { "move everything at once" }),
    ];
    let joined = |parts: &[Option<&str>]| parts.iter().flatten().copied().collect::<Vec<&str>>().join(", ");
    let segment_text = |segment: Segment| {
        match segment {
        Segment::Plotting => format!("{} [3.3.1]", joined(&plotting)),
        Segment::Movement => format!("{} [3.3.2]", joined(&moving)),
        Segment::Sighting if view.setup.hidden => {
            "check what each ship sights. Replace markers of sighted forces with their ships [3.3.3]".to_owned()
        }
        Segment::Sighting => "check what each ship sights [3.3.3]".to_owned(),
        Segment::Illumination if view.setup.night => {
            "illuminate ships in sight by searchlight or starshell, then check sighting again [3.3.4]".to_owned()
        }
        Segment::Illumination => "none in this battle: guns need no light [3.3.4, 6.1]".to_owned(),
        Segment::Gunfire if has_big_guns => {
            "both sides secretly write the number of ships that will fire big guns, then reveal it. The side with more names the first target. If equal, the higher D6 begins. Name targets in turns, ship by ship. A side with no ships left passes. Then roll a D6 each, ties again: the higher names the targets of all its medium and light guns, then the other does. Fire everything and mark hits [3.3.5]".to_owned()
        }
        Segment::Gunfire => {
            "roll a D6 each, ties again: the higher names the targets of all its guns, then the other does. Fire everything and mark hits [3.3.5]".to_owned()
        }
        Segment::Torpedo if has_large_attacks => {
            "roll for torpedoes that met a ship, attacks of large ships and coups de grâce [3.3.6]".to_owned()
        }
        Segment::Torpedo => "roll for torpedoes that met a ship and coups de grâce [3.3.6]".to_owned(),
        Segment::DamageControl => {
            "roll for every fire. Each ship may try to repair one hit of an earlier turn [3.3.7]".to_owned()
        }
        Segment::Damage => {
            "each side secretly rolls this turn's hits on its own ships on the charts. Then check sighting again: burning ships are seen farther away [3.3.8, 4.2]".to_owned()
        }
    }
    };
    let mut lines: Vec<String> = Segment::ALL
        .into_iter()
        .enumerate()
        .map(|(index, segment)| {
            let name = segment.to_string();
            format!("{}. {}: {}.", index + 1, name.trim_end_matches(" Segment"), segment_text(segment))
        })
        .collect();
    if view.setup.options.half_moves {
        lines.push("Half moves: if a ship sees an enemy within 5\u{2033}, either side may have the turn played in two halves, t.0 and t.5 [3.4, 3.4.1]. In each, ships and torpedoes move half their distance [3.4.2]. In the second, a ship with no enemy within 5\u{2033} only moves. All others may launch, sight, light, fire and take damage in both [3.4.3, 3.4.4]. A ship that fires within 5\u{2033} of an enemy has half the numbers to hit, or half the strength [3.4.5]. To count as turned, half the degrees on the chart are enough [3.4.6].".to_owned());
    }
    ReferenceEntry::new("SEQUENCE OF PLAY", lines)
}

pub(super) fn order_checks(view: &View, charts: &[Chart]) -> ReferenceEntry {
    if !view.setup.options.checks {
        return ReferenceEntry::new(
            "ORDERS",
            vec!["In this battle every order is obeyed without checks [5.10].".to_owned()],
        );
    }
    let check = &view.setup.charts.command_check;
    ReferenceEntry::new(
        "COMMAND CHECKS",
        vec![
            format!(
                "A formation is one division, even of one ship, or several that their owner joins while plotting, until the owner separates them. Write WITH and their names on the leading one's sheet. Each may plot freely, with a base within 2\u{2033} of another's. A division farther away after movement is its own formation until it has closed up [5.2]. A ship that left its division or fell out of it is a formation of one, but never a repeater [5.8, 5.9.3]. These make no check: the formation with the force flagship (see the first page), from the turn in which its divisions join [5.10.1]; a formation plotted straight on at last turn's speed, even if it must finish an earlier turn; one that only closes up [5.10.2]."
            ),
            format!(
                "All others, and a ship alone even straight on, check when they move. Roll a D{}: up to the sum of {}, they do as plotted. Above it, roll on {} and move in column [5.10.3, 5.10.5]. Plotted launches count either way. Use the signalling and initiative of the flagship of the leading division.",
                check.sides,
                chart_references(charts, "Orders received", |chart| matches!(chart, Chart::Orders)),
                chart_references(charts, "Without orders", |chart| matches!(chart, Chart::Independent(_)))
            ),
        ],
    )
}

/// Explains rarer cases of orders, and the succession of flagships. [5.9, 5.10]
pub(super) fn more_orders(view: &View) -> Option<ReferenceEntry> {
    let paragraphs = [
        "Measure formations at one point, the middle of the flagship's base. A repeater is a friendly formation nearer to both than they are to each other [5.10.4]. A ship alone that leaves by its own edge needs no roll [5.9.2]. A plot made a turn ahead, for ships on the table, is written on that turn's line and counts in the sum. It may be cancelled if the check fails [5.7.7].",
        "If a flagship is lost or leaves, the division's first ship then replaces it as the next turn begins. Drop what the leader had left of a turn: in that turn the division goes straight on, even over a wreck, at any plotted speed. Ships short of a column turn still turn at its point. A speed different from last turn's is checked as usual [5.9.1]. The new flagship's signalling and initiative are each 0, or the old one's if less [5.10.6]. For a ship alone they are 0, or its division's if less. A former flagship keeps its own [5.9.2]. The force flag passes down the first page's list from the lost ship, then from the top, to the next division flagship on the table. The lost ship's own division comes last, and a ship alone only if no division is left. The new ship's signalling and initiative are 0, or what they were if less. Its formation checks no more, and distances run to it [5.10.1, 5.10.6].",
    ];
    view.setup.options.checks.then(|| ReferenceEntry::new("MORE ON ORDERS", paragraphs.map(str::to_owned).to_vec()))
}

pub(super) fn sighting(view: &View) -> ReferenceEntry {
    let seen = &view.setup.charts.sighting;
    let night = if view.setup.night {
        format!(", one that fires or uses a searchlight within x{}", seen.firing_or_searchlight_at_night)
    } else {
        String::new()
    };
    let looks = match view.setup.options.sighting {
        Sighting::ByShip => "only at ships that it sighted itself in the last check",
        Sighting::BySide => "only at ships that its side sighted in the last check",
    };
    let acts = if view.setup.night { "fires, launches and lights" } else { "fires and launches" };
    let land = if view.setup.land.is_empty() { "" } else { " and land" };
    let light = if view.setup.light.is_empty() {
        ""
    } else {
        " If the first page gives a sighting range for a side's ships, use that instead."
    };
    ReferenceEntry::new(
        "SIGHTING",
        vec![
            "Measure ranges from forward funnel to forward funnel, bearings from the firer's funnel to any part of the target's base. The funnel is 0.15 of the base's length ahead of the middle. A length that the tape cannot tell from a limit is within it [2.7, 3.5.2]. Bow and stern arcs are 60\u{b0} wide, broadsides 120\u{b0}. If a target is in two, the firer chooses [6.4.4].".to_owned(),
            format!(
                "A ship within the sighting range is sighted, a burning one within x{} of it{night} [4.3].{light} A ship {acts} {looks} [4.1, 4.2]. Smoke{land} in the line from funnel to funnel hides, both ways. Ships do not [4.6, 4.7].",
                seen.burning
            ),
        ],
    )
}

/// Explains smoke and poor visibility for guns. [4.6, 6.5.1.3]
pub(super) fn smoke(view: &View) -> ReferenceEntry {
    let duration = match view.setup.wind.force {
        WindForce::Calm => Some("that turn and the next: remove it as the turn after begins"),
        WindForce::Moderate => Some("that turn: remove it as the next begins"),
        WindForce::High => None,
    };
    let smoke = match duration {
        None => vec!["Smoke is of no use in this wind [4.6].".to_owned()],
        Some(duration) => vec![
            format!("Any moving ship may plot smoke in any turn: write SMOKE and its name. Place it along its stern's track in the turn, 0.5\u{2033} wide: a counter marked with the turn for every inch begun, or a strip of paper. It hides in all sighting checks of {duration}. It also hides in the Damage Segment's check, by which the next turn is plotted [4.6]."),
            "Smoke of either side blocks lines that run through it, begin or end in it. In a column, the next ship astern is in the smoke of the one ahead: it cannot see or be seen across it. A ship's own smoke is behind its stern and blocks only lines that run astern through it.".to_owned(),
        ],
    };
    let downwind = if view.setup.wind.force == WindForce::Calm {
        ""
    } else {
        ". Fire downwind, its line from funnel to funnel within 30\u{b0} of where it blows, by a ship that made its top speed as it is now or at most 1\u{2033} less: poor"
    };
    let downwind_deg = (view.setup.wind.from_deg + 180) % 360;
    let downwind = downwind.replace("where it blows", &format!("{downwind_deg}\u{b0}"));
    let poor_visibility = format!(
        "The first page gives the visibility for guns. A line of fire across a third ship that burns: very poor. Across a place where one exploded this turn or last: extremely poor{downwind}. Use the worst [6.5.1.3]."
    );
    ReferenceEntry::new("SMOKE AND POOR VISIBILITY", smoke.into_iter().chain([poor_visibility]).collect())
}

/// Explains illumination at night. `None` by day. [4.5]
pub(super) fn illumination(view: &View) -> Option<ReferenceEntry> {
    let paragraphs = [
        "A ship may illuminate one enemy that it sees with its searchlights and one with starshell, up to the chart Lights' range, if nothing blocks the line. Starshell needs medium or light guns, which still fire, and fewer than three fires aboard [4.5, 8.5.1]. The light lasts this turn [3.3.4].",
        "All enemies see a lit ship at x1.5 of the range, and one that uses a searchlight as one that fires [4.2, 4.3]. Guns need a target that is lit, burns or fires this turn [6.3]. Torpedoes need no light [7.3].",
    ];
    view.setup.night.then(|| ReferenceEntry::new("ILLUMINATION", paragraphs.map(str::to_owned).to_vec()))
}

/// Explains the approach before contact, with or without hidden forces. [5.13, 5.14]
pub(super) fn before_contact(view: &View) -> Option<ReferenceEntry> {
    if 1 < view.turn {
        return None;
    }
    let has_large_ships = may_meet_large_ships(view);
    let paragraphs = if view.setup.hidden {
        let mut paragraphs = vec![
            "Place a force marker for each division: its middle where the set-up has the lead ship, its arrow along the course. The others are astern as set up there, known only to their owner [5.13.1]. Ranges still run to and from their funnels, and their owner says what is in sight. Plot ten turns for each on its sheet, however near the enemy is: the first sighting check is in the first Sighting Segment. Run these turns without checks, then go straight on at the last speed. If a ship of a side sees an enemy, that side plots turn by turn from the next turn on, drops the rest of the ten, and checks orders. The other stays on its plots until it sees an enemy too [5.13.2, 5.13.3].".to_owned(),
            "If a ship of a marker is sighted, replace the marker with all ships of its division. Place each astern along the leader's track, at the gaps of the set-up [4.3]. They stay on the table even if no longer seen. A ship out of sight cannot be fired at [4.4].".to_owned(),
            "Funnel smoke, by day: it betrays two or more large ships of one formation that makes within 1\u{2033} of its slowest ship's top speed. The nearest must be within twice the sighting range of an enemy marker's leader. All of that marker's side then plots turn by turn as if it saw them. Both markers stay, and no ship is in sight yet [5.13.6].".to_owned(),
            "Or, if both players agree, all go straight on at speeds of their choice until a ship is sighted [5.14].".to_owned(),
        ];
        if !has_large_ships {
            paragraphs.remove(2);
        }
        paragraphs
    } else {
        vec!["All ships, except those that the first page brings in later, are on the table from the start, without force markers. Both sides plot freely from the first turn. The first sighting check is in its Sighting Segment. If no enemy is in reach yet and both players agree, all may go straight on at their first speeds until a ship is sighted [5.14].".to_owned()]
    };
    Some(ReferenceEntry::new("BEFORE CONTACT", paragraphs))
}

/// Explains coast batteries, if the viewer has or has seen any. (Q51)
pub(super) fn batteries(view: &View) -> Option<ReferenceEntry> {
    let text = "CB is neither large nor light. It does not move, plot or check orders. Its guns bear on both broadsides, 60\u{b0} either way from abeam of its base. Before it has been seen, and while it neither fires nor burns, it is seen at half the sighting range. Roll hits of big guns, penetrating or not, on its own chart. Three fires silence it until they are out, five for good. It cannot sink, no torpedo reaches it, and it is worth no points [1.4].";
    cards(view)
        .any(|card| card.kind.is_coast_battery())
        .then(|| ReferenceEntry::new("COAST BATTERIES", vec![text.to_owned()]))
}

/// Explains plots: what to write, speed and distance, and unfinished turns. [5.5 to 5.8]
pub(super) fn plots() -> ReferenceEntry {
    let speed_text = "Write the speed beside it. A ship may gain in a turn what its card says, and lose any amount [5.5]. No ship makes more except by CU, which alone closes gaps. A ship that cannot make it goes as fast as it can, and the others pass it. A speed over 1\u{2033} above what the flagship makes needs a new flagship first [5.9.1]. A ship that makes over 1\u{2033} less than the flagship, or is astern of a gap over 2\u{2033} between bases, is alone after movement. If it led, the next ship leads in that move [5.8].";
    let paragraphs = [
        "Plot on the division's sheet, or on a slip, face down: inches straight on [5.7.1], and turns in degrees by 15, as 1-CL60-1-SR30 [5.7.8]. CR CL, column turns to starboard and port: each ship turns where the leader turned [5.7.3]. SR SL: all turn at once where they are [5.7.2]. Move any remaining distance straight ahead. F, M, CU: see More on plots.",
        speed_text,
        "A plot, with what is left of an earlier turn, cannot exceed the speed. Turn round the disc of the card's TURN RADIUS. It costs the inches of the table LENGTH OF A TURN, part of it in proportion [5.6]. A turn at the end may stay unfinished: the rest comes first next turn, before that turn's plot. A ship astern that has not reached the point of a column turn turns there later by as many degrees, whatever its division plots next. A ship that followed by F, or is plotted alone, does not.",
    ];
    ReferenceEntry::new("PLOTS AND MOVEMENT", paragraphs.map(str::to_owned).to_vec())
}

/// Explains how a ship becomes detached, and what it then does. [5.8, 5.9.2, 5.9.3]
pub(super) fn ships_alone() -> ReferenceEntry {
    let paragraphs = [
        "A ship may leave its division and be plotted alone whenever its owner likes [5.9.3]. Its speed or a gap may also leave it behind, after movement (see Plots). Ships astern of a ship lost from the line may close the gap by CU before it is measured again after movement. Otherwise each of them is alone. A ship alone plots from the next turn on, on a slip or a spare sheet. Ships of one division at the start, with gaps up to 2\u{2033} and within 1\u{2033} of each other's speed, are a division again if their owner says so while plotting. They may be a new one astern of the gap. Their flagship leads if it is among them. If not, the first ship leads, and goes straight on that turn unless it was a flagship or alone before [5.8.1, 5.9.1].",
        "F and M: if the other is faster, the follower goes as fast as it can. It is still in the formation, except for command checks while over 2\u{2033} off [5.7.4, 5.7.5].",
    ];
    ReferenceEntry::new("SHIPS ALONE", paragraphs.map(str::to_owned).to_vec())
}

/// Explains rarer plots, collisions and grounding. [5.6 to 5.12]
pub(super) fn more_plots(view: &View) -> ReferenceEntry {
    let land = if view.setup.land.is_empty() {
        ""
    } else {
        " A ship plotted on to land takes a ramming ship's damage: roll it at once. It is stopped at the shore, alone, until a plot leads clear. Before contact and without orders, ships steer clear of land by the smallest turn [5.12]."
    };
    ReferenceEntry::new("MORE ON PLOTS", vec![
        "F and a division of the same formation: follow the track of its last ship, at its speed and the present distance astern. Write no speed [5.7.4]. M and a division: do as it does, at the same moment, on a disc of your own [5.7.5]. CU, close up: straight on at the plotted speed. Ships astern gain on it up to 1\u{2033}, within their top speed and what they gain in a turn, until their gaps are those of the start [5.7.6].".to_owned(),
        "SR SL: the leader first ends an earlier turn. A ship short of a column turn, or in the middle of it, drops what is left. No column turn may then follow until all are in line again. Otherwise none until SR SL add up to 0\u{b0}, or to 180\u{b0}, when the last ship leads [5.7.2, 5.7.3]. Write a larger radius behind the turn, as CL60@0.8. It costs more in proportion [5.6]. A division that changes flagship, only with no ship's turn unfinished, goes straight on that turn [5.9.1].".to_owned(),
        format!("If bases overlap after movement, roll a D10 for each pair. On 1 they collide: roll damage at once. A ship whose bow touches the other rams it. Bow to bow, both are rammed, and neither rams. At less than 30\u{b0}, or side to side, they scrape. They move on as plotted, and roll again while they overlap. Against a stopped ship, even a wreck, a division rolls once, for its first ship that overlaps. Ships of one column do not collide with each other [5.11].{land}"),
    ])
}

/// Explains how boats and convoys keep together. [5.1.2, 5.3]
pub(super) fn flotillas(view: &View) -> Option<ReferenceEntry> {
    let has_ship = |is_kind: fn(ShipType) -> bool| view.own_ships().any(|ship| is_kind(ship.card.kind));
    let mut paragraphs = Vec::new();
    if has_ship(ShipType::is_torpedo_craft) {
        paragraphs.push("Divisions of boats, with or without a leading light cruiser, change freely between line ahead and line of bearing. Plot the degrees of the line and the interval, or two lines for an arrowhead. The leader holds its course, at half the flotilla's speed or more. The division with farthest to go runs the flotilla's speed, the others only to their places, all on their turn circles [5.3].".to_owned());
    }
    if view.own_divisions().any(|division| division.one_base) {
        paragraphs.push("Boats on one base are one target, with the size and defence of the first. Add up all their guns. The rearmost is hit first. They launch together, as many factors as are written, under one marker a side and turn [5.1.1, 6.5.5, 7.4.1].".to_owned());
    }
    if view.setup.options.melees {
        paragraphs.push("Melee: if two enemy groups of boats come within 5\u{2033} as they move, with no larger ship between, they stop there, light cruisers too, and turn broadsides to each other. Next turn they stay still, count as at top speed and fire. Then they are free [5.16].".to_owned());
    }
    if has_ship(|kind| kind == ShipType::MM) {
        paragraphs.push("A convoy makes only ships turns [5.1.2].".to_owned());
    }
    (!paragraphs.is_empty()).then(|| ReferenceEntry::new("FLOTILLAS", paragraphs))
}

/// Explains how light ships turn away from small guns of large ones. [5.15]
pub(super) fn reaction(view: &View) -> Option<ReferenceEntry> {
    let large = may_meet_large_ships(view);
    let light = view.own_ships().any(|ship| ship.card.kind.is_light());
    let paragraphs = [
        "Medium or light batteries of large ships that fire at a light formation, or a light division in a mixed one: count them by a die beside it. Medium and light of one ship are two [5.15.5]. Next turn roll one D10 for the formation, less the initiative of its first light division. Up to that count (so sooner with a higher initiative), it turns away [5.15].",
        "As its move begins, before any ship moves, each division turns in column, or all at once if not in column. Its leader steers straight away from the middle of the formation that fired most of them, to the nearest 15\u{b0} (0, 15, 30 and so on, halves up). Use the middle of all its ships as now joined, and the nearest formation of equals. If 180\u{b0} round, turn to starboard. It goes as fast as it can, for this turn alone, and checks no orders. Cancel its plot, the rest of a turn and its launches (no factor is used), even straight on for a lost flagship. To avoid friends or land, swerve as little as possible, by 15\u{b0} at a time [5.15.3, 5.15.4].",
    ];
    (large && light).then(|| ReferenceEntry::new("REACTION", paragraphs.map(str::to_owned).to_vec()))
}

/// Whether there may be large ships. A side may meet unknown ones.
pub(super) fn may_meet_large_ships(view: &View) -> bool {
    let is_known = view.is_referee() && view.own_ships().next().is_some();
    !is_known || view.own_ships().any(|ship| ship.card.kind.is_large())
}

/// Returns the types of ships that a viewer may meet.
pub(super) fn types_present(view: &View) -> Vec<ShipType> {
    let is_present = |kind: &ShipType| !view.is_referee() || view.own_ships().any(|ship| ship.card.kind == *kind);
    ShipType::ALL.into_iter().filter(is_present).collect()
}

/// Up to this many types are written out.
const FEW_TYPES: usize = 5;

/// Explains which types are large and light, because the rules use these words. [1.4, 1.5]
pub(super) fn ship_kinds(view: &View) -> ReferenceEntry {
    // Before forces are drawn, any type may come.
    let types_present = if view.own_ships().next().is_some() { types_present(view) } else { ShipType::ALL.to_vec() };
    let types_text = |is_kind: fn(ShipType) -> bool| {
        types_present.iter().filter(|kind| is_kind(**kind)).map(ToString::to_string).collect::<Vec<String>>().join(" ")
    };
    let (large, light, boats) =
        (types_text(ShipType::is_large), types_text(ShipType::is_light), types_text(ShipType::is_torpedo_craft));
    let mut paragraphs = Vec::new();
    if !large.is_empty() {
        paragraphs.push(format!("Large ships: {large}."));
    }
    if !light.is_empty() {
        paragraphs.push(format!("Light ships: {light}."));
    }
    if !boats.is_empty() {
        paragraphs.push(format!("Boats, or torpedo craft: {boats}."));
    }
    if types_present.contains(&ShipType::MM) {
        paragraphs.push("Merchantmen: MM, neither large nor light.".to_owned());
    }
    if types_present.len() <= FEW_TYPES {
        let words: Vec<String> = types_present.iter().map(|kind| format!("{kind} {}", type_word(*kind))).collect();
        paragraphs.push(format!("{}.", words.join(", ")));
    }
    paragraphs.push("The type on the card counts, whatever the ship was built as [1.4].".to_owned());
    let guns = "Guns are big, medium or light as the card says: usually 8\u{2033} of bore and more, 4.7 to 7.5\u{2033}, and below that [1.5]. A strength printed once, without a stroke, is of guns that fire to either side, at one target a turn [6.4.2].".to_owned();
    ReferenceEntry::new("KINDS OF SHIPS AND GUNS", vec![paragraphs.join(" "), guns])
}

/// Explains what formations without orders do. [5.10.3, 5.10.5]
pub(super) fn without_orders(view: &View) -> Option<ReferenceEntry> {
    let paragraphs = [
        "A formation rolls once. Its divisions that follow or mimic still do so. It keeps last turn's speed, finishes a turn begun, then makes one column turn at once. No player chooses. Measure between the middles of bases before any ship moves. Toward or away: take the enemy nearest to the leader that its side sees. Turn to the 15\u{b0} nearest to straight at, or straight away from, it, halves up, and no more than the chart says: 40\u{b0} are 45. With none in sight, out of column or under a new flagship, go straight on.",
        "Friends ahead: take the other formation forward of the leader's beam whose last ship is nearest. The leader turns for that ship by the nearest 15\u{b0}. On its track, it follows at its speed or as fast as it can. With none, go straight on. As plotted: obey the orders after all, ships turns as column turns [5.10.3, 5.10.5].",
    ];
    view.setup.options.checks.then(|| ReferenceEntry::new("WITHOUT ORDERS", paragraphs.map(str::to_owned).to_vec()))
}

/// Explains what happens to ships that are lost or leave the table. [8.7, 9.3]
pub(super) fn loss_rules(view: &View) -> Vec<String> {
    let fog = if view.setup.hidden { " A marker leaves with its ships." } else { "" };
    vec![
        "For points and victory, these count as sunk at once. Exploded or sunk outright: take the ship off. Sinking or abandoned: it stops at once and stays there to the end, hides no ship, and may be run into. These do nothing more and repair nothing [8.7]. Both sides see which ships are lost or burn, and how fast each goes. Only its owner knows its other damage [8.1].".to_owned(),
        format!("A ship whose middle crosses a table edge leaves by it, and cannot return. By its own edge it is safe. By any other it is out of play, neither sunk nor immobile, and worth nothing [9.3].{fog}"),
    ]
}

/// Whether light ships may launch torpedoes. A side may be attacked by unknown ships. [7.2]
pub(super) fn may_meet_launches(view: &View) -> bool {
    !view.is_referee() || view.own_ships().any(|ship| ship.card.kind.is_light() && ship.card.torpedo.is_some())
}
