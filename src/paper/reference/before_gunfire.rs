//! Explains what happens before guns fire: turn, contact, plots, orders, reaction, sighting. [3.3, 4, 5]
use super::{ReferenceEntry, chart_references};
use crate::charts::Chart;
use crate::known_ships::cards;
use naval::model::{ShipType, Sighting, WindForce, setup::Visibility};
use naval::{Segment, view::View};
use show::lines::type_word;

pub(super) fn turn_sequence(view: &View, has_large_attacks: bool) -> ReferenceEntry {
    let big = !view.is_referee() || view.own_ships().any(|ship| ship.card.big.is_some());
    let launches = may_meet_launches(view);
    let plotting = [
        matches!(view.setup.visibility, Visibility::Rolled(_)).then_some("the sighting range is rolled"),
        Some("every division plots"),
        launches.then_some("launches of light ships too"),
        (view.setup.wind.force != WindForce::High).then_some("who makes smoke says so"),
    ];
    let moving = [
        reaction(view).map(|_| "light ships that were under fire last turn check their reaction"),
        launches.then_some("torpedo markers are laid"),
        view.setup.options.checks.then_some("whoever must checks orders"),
        Some(if launches { "all move together, torpedoes with them" } else { "all move together" }),
    ];
    let all = |parts: &[Option<&str>]| parts.iter().flatten().copied().collect::<Vec<&str>>().join("; ");
    let says = |segment: Segment| {
        match segment {
        Segment::Plotting => format!("{} [3.3.1]", all(&plotting)),
        Segment::Movement => format!("{} [3.3.2]", all(&moving)),
        Segment::Sighting if view.setup.hidden => {
            "each ship looks about; markers of forces that are seen give way to ships [3.3.3]".to_owned()
        }
        Segment::Sighting => "each ship looks about [3.3.3]".to_owned(),
        Segment::Illumination if view.setup.night => {
            "searchlights and starshell on ships in sight, then another look [3.3.4]".to_owned()
        }
        Segment::Illumination => "none in this battle: guns need no light [3.3.4, 6.1]".to_owned(),
        Segment::Gunfire if big => {
            "each side writes down how many of its ships will fire big guns, and both show it; the one with more names the first target, then the sides name them in turns, ship by ship, and who has none left passes; of equal sides the higher D6 begins. Then a D6 each, equal ones again: the higher names the targets of all its medium and light guns, the other follows. All fire, and hits are marked [3.3.5]".to_owned()
        }
        Segment::Gunfire => {
            "a D6 each, equal ones again: the higher names the targets of all its guns, the other follows; all fire, and hits are marked [3.3.5]".to_owned()
        }
        Segment::Torpedo if has_large_attacks => {
            "torpedoes that have met somebody are rolled; attacks of large ships; finishing shots [3.3.6]".to_owned()
        }
        Segment::Torpedo => "torpedoes that have met somebody are rolled; finishing shots [3.3.6]".to_owned(),
        Segment::DamageControl => {
            "a die for every fire, and each ship may try to repair one hit of an earlier turn [3.3.7]".to_owned()
        }
        Segment::Damage => {
            "the hits of the turn are rolled on the charts, each side its own ships', in secret; then all look again, for ships that now burn are seen farther off [3.3.8, 4.2]".to_owned()
        }
    }
    };
    let mut lines: Vec<String> = Segment::ALL
        .into_iter()
        .enumerate()
        .map(|(at, segment)| {
            let name = segment.to_string();
            format!("{}. {}: {}.", at + 1, name.trim_end_matches(" Segment"), says(segment))
        })
        .collect();
    if view.setup.options.half_moves {
        lines.push("Half moves: where somebody sees an enemy at 5\u{2033} or less, either side may have the turn played in two halves, t.0 and t.5 [3.4, 3.4.1]. In each ships and torpedoes run half their way [3.4.2]; in the second who has no enemy within 5\u{2033} does nothing but move, and all others may launch, look, light, fire and take damage in both [3.4.3, 3.4.4]. Who fires within 5\u{2033} of an enemy has half the numbers to hit, or half the strength [3.4.5]; half the degrees of the chart count as turned [3.4.6].".to_owned());
    }
    ReferenceEntry::new("SEQUENCE OF PLAY", lines)
}

pub(super) fn order_checks(view: &View, charts: &[Chart]) -> ReferenceEntry {
    if !view.setup.options.checks {
        return ReferenceEntry::new(
            "ORDERS",
            vec!["In this battle every order is obeyed: nobody checks [5.10].".to_owned()],
        );
    }
    let check = &view.setup.charts.command_check;
    ReferenceEntry::new(
        "WHO CHECKS ORDERS",
        vec![
            format!(
                "A formation is a division, be it of one ship, or several that their owner puts together as he plots, until he says otherwise: WITH and their names on the leading one's sheet. Each plots as it likes and has a base within 2\u{2033} of another's; who lies farther off when all have moved is a formation by itself until it has closed up [5.2]. A ship that left her division or fell out of it is alone, a formation of one, though never a repeater [5.8, 5.9.3]. No check: the formation with the force flagship, which the first page names, all of it, from the turn in which it is put together [5.10.1]; one plotted straight on at the speed of last turn, whatever is left of a turn, or that does nothing but close up [5.10.2]."
            ),
            format!(
                "All others, and a ship alone even straight on, check when they move: D{} not above the sum of {}, and they do as plotted; above it they roll on {}, and move in column [5.10.3, 5.10.5]. Launches that were plotted stand either way. Signalling and initiative are those of the flagship of the division that leads the formation.",
                check.sides,
                chart_references(charts, "Orders received", |chart| matches!(chart, Chart::Orders)),
                chart_references(charts, "Without orders", |chart| matches!(chart, Chart::Independent(_)))
            ),
        ],
    )
}

/// Explains rarer cases of orders, and the succession of flagships. [5.9, 5.10]
pub(super) fn more_orders(view: &View) -> Option<ReferenceEntry> {
    let says = [
        "A formation counts as one point, the middle of its flagship's base. A repeater is a friendly formation nearer to both than they are to each other [5.10.4]. A ship alone that leaves by her own edge needs no roll [5.9.2]. A plot made a turn ahead, for who lies on the table, is written on the line of that turn, counts in the sum, and may be cancelled where the check fails [5.7.7].",
        "A flagship who is lost or leaves is followed, as the next turn begins, by the ship that is then first of the division. What the leader had left of a turn is not turned: in that turn the division goes straight on, over a wreck too, those short of a column turn round its point, at whatever speed is plotted; another than last turn's is checked as ever [5.9.1]. The new one's signalling and initiative are each 0, or what the old one's was where that is less [5.10.6]. So are those of a ship alone, by the figures of her division; who was its flagship keeps them [5.9.2]. The force flag passes down the ships of the first page, from the lost one on and from the end to the top again, to the next flagship of a division who is on the table; the new one of her own division comes last, and a ship alone where no division is left. Her signalling and initiative are then 0, or what they were where that is less; her formation checks no more, and distances run to her [5.10.1, 5.10.6].",
    ];
    view.setup.options.checks.then(|| ReferenceEntry::new("MORE ON ORDERS", says.map(str::to_owned).to_vec()))
}

pub(super) fn sighting(view: &View) -> ReferenceEntry {
    let seen = &view.setup.charts.sighting;
    let night = if view.setup.night {
        format!(", one that fires or uses a searchlight at x{}", seen.firing_or_searchlight_at_night)
    } else {
        String::new()
    };
    let looks = match view.setup.options.sighting {
        Sighting::ByShip => "at those alone whom she sees herself, by the last look",
        Sighting::BySide => "at those whom any ship of her side sees, by the last look",
    };
    let acts = if view.setup.night { "fires, launches and lights" } else { "fires and launches" };
    let land = if view.setup.land.is_empty() { "" } else { " and land" };
    let light = if view.setup.light.is_empty() {
        ""
    } else {
        " Where the first page says how far a side's ships are seen, that stands in place of the range."
    };
    ReferenceEntry::new(
        "SIGHTING",
        vec![
            "Ranges run from forward funnel to forward funnel, bearings from the firer's funnel to any part of the target's base; it stands 0.15 of the base's length before the middle; a length that the tape cannot tell from a limit is within it [2.7, 3.5.2]. Bow and stern arcs are 60\u{b0} wide, broadsides 120\u{b0}; who lies in two is in the one that the firer chooses [6.4.4].".to_owned(),
            format!(
                "Whoever is within the sighting range is seen; a burning ship at x{} of it{night} [4.3].{light} A ship {acts} {looks} [4.1, 4.2]. Smoke{land} in the line from funnel to funnel hides, both ways; ships do not [4.6, 4.7].",
                seen.burning
            ),
        ],
    )
}

/// Explains smoke and poor visibility for guns. [4.6, 6.5.1.3]
pub(super) fn smoke(view: &View) -> ReferenceEntry {
    let lasts = match view.setup.wind.force {
        WindForce::Calm => Some("of that turn and the next, and comes off as the one after them begins"),
        WindForce::Moderate => Some("of that turn, and comes off as the next begins"),
        WindForce::High => None,
    };
    let smoke = match lasts {
        None => vec!["Smoke is of no use in this wind [4.6].".to_owned()],
        Some(lasts) => vec![
            format!("Any ship that has way on may plot smoke, in every turn: SMOKE and her name. It lies where her stern has run in the turn, 0.5\u{2033} wide: a counter, with the turn on it, for every inch begun, or a strip of paper. It hides in all looks {lasts}: also in the look of the Damage Segment, by which the next turn is plotted [4.6]."),
            "Hidden is whoever's line runs through it, begins or ends in it, whichever side laid it: in a column the next ship astern lies in the smoke of the one ahead, sees nobody and is seen by nobody across it. Her own lies behind her stern, and is in the way only of lines that run astern through it.".to_owned(),
        ],
    };
    let veil = if view.setup.wind.force == WindForce::Calm {
        ""
    } else {
        "; fire down the wind, its line from funnel to funnel within 30\u{b0} of where it blows, by a ship that made her top speed as it is now or no more than 1\u{2033} less: poor"
    };
    let blows = (view.setup.wind.from_deg + 180) % 360;
    let veil = veil.replace("of where it blows", &format!("of {blows}\u{b0}"));
    let dims = format!(
        "Visibility for guns is what the first page says. A line of fire across a third ship that burns: very poor; across where one exploded this turn or the last: extremely poor{veil}. The worst counts [6.5.1.3]."
    );
    ReferenceEntry::new("SMOKE AND POOR VISIBILITY", smoke.into_iter().chain([dims]).collect())
}

/// Explains illumination at night. `None` by day. [4.5]
pub(super) fn illumination(view: &View) -> Option<ReferenceEntry> {
    let says = [
        "A ship may light one enemy whom she sees with her searchlights and one with starshell, as far as the chart Lights says, where nothing stands in the line. Starshell is fired from medium or light guns, which fire all the same, but not with three fires on board [4.5, 8.5.1]. The light holds for this turn [3.3.4].",
        "Who is lit is seen by all her enemies at x1.5 of the range, and who uses a searchlight as one who fires [4.2, 4.3]. Guns need a target that is lit, burns or fires this turn [6.3]; torpedoes need no light [7.3].",
    ];
    view.setup.night.then(|| ReferenceEntry::new("ILLUMINATION", says.map(str::to_owned).to_vec()))
}

/// Explains the approach before contact, with or without hidden forces. [5.13, 5.14]
pub(super) fn before_contact(view: &View) -> Option<ReferenceEntry> {
    if 1 < view.turn {
        return None;
    }
    let smokes = may_meet_large_ships(view);
    let says = if view.setup.hidden {
        let mut says = vec![
            "A force marker stands for each division: the middle where the set-up has the ship that leads, the arrow along her course; the others lie astern as set up there, and only their owner knows of them [5.13.1]; ranges run to and from their funnels all the same, and their owner tells what is in sight. Ten turns are plotted for each on its sheet, however near the enemy is, for the first look is that of the first Sighting Segment; they are run off without checks; after them it goes straight on at its last speed. A side of which somebody sees an enemy plots by the turn from the next turn on, the rest of the ten void, and checks orders; the other stays on its plots until it sees somebody too [5.13.2, 5.13.3].".to_owned(),
            "A marker of which a ship is seen gives way to all ships of its division, each in her place astern along the way that the leader has come, at the gaps of the set-up [4.3]. They stay on the table when nobody sees them any more; who is out of sight cannot be fired at [4.4].".to_owned(),
            "Two large ships or more of one formation, within 1\u{2033} of the top speed of its slowest, are betrayed by their smoke, by day, to a marker from whose leader the nearest of them lies within twice the sighting range: the whole side of that marker plots by the turn as if it saw them; the marker stays, theirs too, and nobody is in sight yet [5.13.6].".to_owned(),
            "Or, where both players agree, all go straight on at speeds of their choice until somebody is seen [5.14].".to_owned(),
        ];
        if !smokes {
            says.remove(2);
        }
        says
    } else {
        vec!["All ships but those that the first page brings in later lie on the table from the start, without force markers, and everybody plots freely from the first turn; the first look is that of its Sighting Segment. Where nobody is in reach yet, and both players agree, all may go straight on at the speeds that they begin with until somebody is seen [5.14].".to_owned()]
    };
    Some(ReferenceEntry::new("BEFORE CONTACT", says))
}

/// Explains coast batteries, if the viewer has or has seen any. (Q51)
pub(super) fn batteries(view: &View) -> Option<ReferenceEntry> {
    let says = "CB is neither large nor light. It does not move, plots nothing and checks no orders; its guns bear on both broadsides, 60\u{b0} either way from abeam of its base. Before it has been seen, and while it neither fires nor burns, it is seen at half the sighting range. Hits of big guns, penetrating or not, are rolled on its own chart. Three fires silence it until they are out, five for good; it cannot sink, no torpedo reaches it, and it is worth no points [1.4].";
    cards(view)
        .any(|card| card.kind.is_coast_battery())
        .then(|| ReferenceEntry::new("COAST BATTERIES", vec![says.to_owned()]))
}

/// Explains plots: what to write, speed and distance, and unfinished turns. [5.5 to 5.8]
pub(super) fn plots() -> ReferenceEntry {
    let pace = "The speed is written beside it; a ship may gain a turn what her card says, and lose any amount [5.5]. No ship makes more but by CU, which alone closes gaps. A ship that cannot make it goes as fast as it can, and the others pass it. A speed that is more than 1\u{2033} above what the flagship makes needs a new flagship first [5.9.1]. A ship that makes over 1\u{2033} less than the flagship, or is astern of a gap of more than 2\u{2033} between bases, is alone when all have moved. If it led, the next ship leads in that move [5.8].";
    let says = [
        "The plot is the line of the division's sheet, or a slip, face down: inches straight on [5.7.1], and turns in degrees by 15, as 1-CL60-1-SR30 [5.7.8]. CR CL, column turns to starboard and port: each ship turns where the leader turned [5.7.3]. SR SL: all turn at once where they are [5.7.2]. What is left of the move is run straight on. F, M, CU: see More on plots.",
        pace,
        "A plot, with what is left of an earlier turn, is no longer than the speed. A turn runs round the disc of the card's TURN RADIUS and costs the inches of the table LENGTH OF A TURN, part of it in proportion [5.6]. But a turn at the end may stay unfinished: the rest comes first next turn, before that turn's plot. A ship astern who has not come to the point of a column turn turns there later, unasked, by as many degrees, whatever her division plots next; not who followed by F, or is plotted alone.",
    ];
    ReferenceEntry::new("PLOTS AND MOVEMENT", says.map(str::to_owned).to_vec())
}

/// Explains how a ship becomes detached, and what it then does. [5.8, 5.9.2, 5.9.3]
pub(super) fn ships_alone() -> ReferenceEntry {
    let says = [
        "A ship is plotted alone, and leaves her division, whenever her owner likes [5.9.3]; or she is left behind, when all have moved, by her speed or by a gap (Plots). A ship lost from the line leaves a gap, which those astern may close by CU before it is measured again, when all have moved; else each of them is alone. Who is alone plots from the next turn on, on a slip or a spare sheet. Ships of one division at the start, with gaps of 2\u{2033} and less and within 1\u{2033} of each other's speed, are a division again when their owner says so as he plots, also one of their own astern of the gap: under their flagship if she is among them, else under the first, who goes straight on in that turn if she was no flagship and not alone before [5.8.1, 5.9.1].",
        "F and M: the follower goes as fast as it can where the other is faster, and is of its formation all the same, but for the check of orders while it lies over 2\u{2033} off [5.7.4, 5.7.5].",
    ];
    ReferenceEntry::new("SHIPS ALONE", says.map(str::to_owned).to_vec())
}

/// Explains rarer plots, collisions and grounding. [5.6 to 5.12]
pub(super) fn more_plots(view: &View) -> ReferenceEntry {
    let land = if view.setup.land.is_empty() {
        ""
    } else {
        " A plot that runs on to land is that of a ship that rams, and its damage is rolled at once; she lies stopped at the shore, alone, until a plot leads clear of it. Before contact and without orders ships steer clear of it by the smallest turn [5.12]."
    };
    ReferenceEntry::new("MORE ON PLOTS", vec![
        "F and a division of the same formation: follows on the track of its last ship, at its speed and at the distance it is astern; no speed is written [5.7.4]. M and a division: does what it does, at the same moment, on a disc of its own [5.7.5]. CU, close up: straight on at the plotted speed, while ships astern gain on it up to 1\u{2033}, as far as their top speed and what they gain in a turn let them, until their gaps are those of the start [5.7.6].".to_owned(),
        "SR SL: the leader first ends a turn that was left; who is short of a column turn, or in the midst of it, drops what is left, and no column turn follows until all lie in line again. Else none until SR SL add up to 0\u{b0}, or to 180\u{b0}, when the last ship leads [5.7.2, 5.7.3]. A larger radius is written behind the turn, as CL60@0.8, and costs more in proportion [5.6]. Who changes flagship, which no unfinished turn of any ship allows, goes straight on that turn [5.9.1].".to_owned(),
        format!("Bases that overlap when all have moved: D10 for each pair, on 1 a collision, and its damage is rolled at once: whose bow touches the other rams her; bow to bow both are rammed, and neither rams; at less than 30\u{b0}, or side to side, they scrape. They move on as plotted, and while they overlap it is rolled again. With a ship that lies stopped, a wreck too, a division rolls once, for the first of its ships that overlaps her. Ships of one column do not collide with each other [5.11].{land}"),
    ])
}

/// Explains how boats and convoys keep together. [5.1.2, 5.3]
pub(super) fn flotillas(view: &View) -> Option<ReferenceEntry> {
    let any = |of: fn(ShipType) -> bool| view.own_ships().any(|ship| of(ship.card.kind));
    let mut says = Vec::new();
    if any(ShipType::is_torpedo_craft) {
        says.push("Divisions of boats, with or without a light cruiser that leads, change freely between line ahead and line of bearing: plot the degrees of the line and the interval, or two lines for an arrowhead. The leader holds its course, at half the flotilla's speed at least. The division with farthest to go runs the flotilla's speed, the others only as far as their places, all on their turn circles [5.3].".to_owned());
    }
    if view.own_divisions().any(|division| division.one_base) {
        says.push("Boats on one base are one target, by size and defence of the first; the guns of all add up, the rearmost is hit first, and they launch together, as many factors as are written, under one counter a side and turn [5.1.1, 6.5.5, 7.4.1].".to_owned());
    }
    if view.setup.options.melees {
        says.push("Melee: two enemy groups of boats that come within 5\u{2033} as they move, with no larger ship between, stop there, light cruisers with them, and turn their broadsides to each other; next turn they lie still, count as at top speed and fire; then they are free [5.16].".to_owned());
    }
    if any(|kind| kind == ShipType::MM) {
        says.push("A convoy turns by ships turns alone [5.1.2].".to_owned());
    }
    (!says.is_empty()).then(|| ReferenceEntry::new("FLOTILLAS", says))
}

/// Explains how light ships turn away from small guns of large ones. [5.15]
pub(super) fn reaction(view: &View) -> Option<ReferenceEntry> {
    let large = may_meet_large_ships(view);
    let light = view.own_ships().any(|ship| ship.card.kind.is_light());
    let says = [
        "A formation of light ships, or a division of them in a mixed one, that medium or light batteries of large ships fired at last turn: count those batteries by a die beside it, medium and light of one ship as two [5.15.5]. D10 less the initiative of the first of its divisions of light ships, once for the formation: not above their number (the higher the initiative, the sooner), it makes off [5.15].",
        "As its move begins, and before anybody moves, each division turns, in column, or if it is not in column all at once, to the course by the nearest 15\u{b0} (0, 15, 30 and so on, halves up) that leads its leader straight away from the middle of the formation that fired most of them: the middle of the places of all its ships, as now put together, the nearest formation of equals; to starboard where that is 180\u{b0} round. It goes at the best speed that it can reach, for this turn alone, and checks no orders; its plot, the rest of a turn and its launches are cancelled, straight on for a lost flagship too, no factor is used; where friends or land lie there it swerves as little as it must, by 15\u{b0} at a time [5.15.3, 5.15.4].",
    ];
    (large && light).then(|| ReferenceEntry::new("REACTION", says.map(str::to_owned).to_vec()))
}

/// Whether there may be large ships. A side may meet unknown ones.
pub(super) fn may_meet_large_ships(view: &View) -> bool {
    let known = view.is_referee() && view.own_ships().next().is_some();
    !known || view.own_ships().any(|ship| ship.card.kind.is_large())
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
    let of = |is: fn(ShipType) -> bool| {
        types_present.iter().filter(|kind| is(**kind)).map(ToString::to_string).collect::<Vec<String>>().join(" ")
    };
    let (large, light, boats) = (of(ShipType::is_large), of(ShipType::is_light), of(ShipType::is_torpedo_craft));
    let mut says = Vec::new();
    if !large.is_empty() {
        says.push(format!("Large ships: {large}."));
    }
    if !light.is_empty() {
        says.push(format!("Light ships: {light}."));
    }
    if !boats.is_empty() {
        says.push(format!("Boats, or torpedo craft: {boats}."));
    }
    if types_present.contains(&ShipType::MM) {
        says.push("Merchantmen: MM, neither large nor light.".to_owned());
    }
    if types_present.len() <= FEW_TYPES {
        let words: Vec<String> = types_present.iter().map(|kind| format!("{kind} {}", type_word(*kind))).collect();
        says.push(format!("{}.", words.join(", ")));
    }
    says.push("What counts is the type on her card, whatever she was built as [1.4].".to_owned());
    let guns = "Guns are big, medium or light by what the card calls them, as a rule of 8\u{2033} of bore and more, of 4.7 to 7.5\u{2033}, and below that [1.5]. A strength that is printed once, without a stroke, is of guns that fire to either side, at one target in a turn [6.4.2].".to_owned();
    ReferenceEntry::new("KINDS OF SHIPS AND GUNS", vec![says.join(" "), guns])
}

/// Explains what formations without orders do. [5.10.3, 5.10.5]
pub(super) fn without_orders(view: &View) -> Option<ReferenceEntry> {
    let says = [
        "A formation rolls once; divisions of it that follow or mimic go on doing so. It keeps the speed of last turn, finishes a turn begun, and then makes one column turn at once; nobody chooses. All is taken from middle to middle of bases before anybody moves. Toward or away: the enemy is the nearest to the leader that is in sight of her side; she turns by the 15\u{b0} nearest to straight at, or straight away from, him, halves up, and by no more than the chart says: 40\u{b0} are 45. With none in sight, out of column and under a new flagship it is straight on.",
        "Friends ahead: of other formations forward of her beam that whose last ship is nearest; the leader turns for that ship by the nearest 15\u{b0}, and if she lies on its track follows it, at its speed or as fast as she can; with none it is straight on. As plotted: the orders are obeyed after all, ships turns as column turns [5.10.3, 5.10.5].",
    ];
    view.setup.options.checks.then(|| ReferenceEntry::new("WITHOUT ORDERS", says.map(str::to_owned).to_vec()))
}

/// Explains what happens to ships that are lost or leave the table. [8.7, 9.3]
pub(super) fn loss_rules(view: &View) -> Vec<String> {
    let fog = if view.setup.hidden { " A marker leaves with its ships." } else { "" };
    vec![
        "Sunk, for points and victory, as soon as it happens: who explodes or is sunk outright, and is taken off; who is sinking, and who is abandoned: she stops at once and lies where she is to the end, hides nobody, and may be run into. These do nothing more and repair nothing [8.7]. All see who is lost, who burns, and how fast a ship goes; the rest of her damage is her owner's to know [8.1].".to_owned(),
        format!("A ship whose middle crosses an edge of the table leaves by it, and does not come back. By her own edge she is safe; by any other she is out of play, but neither sunk nor immobile, and worth nothing [9.3].{fog}"),
    ]
}

/// Whether light ships may launch torpedoes. A side may be attacked by unknown ships. [7.2]
pub(super) fn may_meet_launches(view: &View) -> bool {
    !view.is_referee() || view.own_ships().any(|ship| ship.card.kind.is_light() && ship.card.torpedo.is_some())
}
