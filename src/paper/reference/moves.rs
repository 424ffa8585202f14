//! What is done before a gun fires: the turn, contact, plots, orders, reaction, sight. [3.3, 4, 5]
use super::Entry;
use crate::deck::cards;
use naval::{Segment, ShipType, Sighting, WindForce, view::View};

pub(super) fn turn(view: &View) -> Entry {
    let big = !view.is_referee() || view.own_ships().any(|ship| ship.card.big.is_some());
    let large = !view.is_referee() || view.own_ships().any(|ship| ship.card.kind.is_large());
    let says = |segment: Segment| match segment {
        Segment::Plotting => {
            "the sighting range is rolled where it varies; every division plots, says who makes smoke, and plots the launches of light ships [3.3.1]"
        }
        Segment::Movement => {
            "light ships that were under fire check their reaction; torpedo markers are put down; all move as plotted, torpedoes with them [3.3.2]"
        }
        Segment::Sighting => "each ship looks about; markers of forces that are seen give way to ships [3.3.3]",
        Segment::Illumination if view.setup.night => {
            "searchlights and starshell on ships in sight, then another look [3.3.4]"
        }
        Segment::Illumination => "not in this battle, in which guns need no light [3.3.4, 6.1]",
        Segment::Gunfire if big => {
            "big guns are declared ship by ship in turns: the side with more ships that will fire big guns begins, a D6 each settles a tie, and who has none left passes; then medium and light guns, a die for who begins; all fire, and hits are marked [3.3.5]"
        }
        Segment::Gunfire => "targets are declared, a die for who begins; all fire, and hits are marked [3.3.5]",
        Segment::Torpedo if large => {
            "torpedoes that have met their targets are rolled; attacks of large ships; finishing shots [3.3.6]"
        }
        Segment::Torpedo => "torpedoes that have met their targets are rolled; finishing shots [3.3.6]",
        Segment::DamageControl => {
            "a die for every fire, and each ship may try to repair one hit of an earlier turn [3.3.7]"
        }
        Segment::Damage => {
            "the hits of the turn are rolled on the charts, each side its own ships', in secret; then all look again, for ships that now burn are seen farther off [3.3.8, 4.2]"
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
    Entry::new("SEQUENCE OF PLAY", lines)
}

pub(super) fn orders(view: &View) -> Entry {
    if !view.setup.options.checks {
        return Entry::new("ORDERS", vec!["In this battle every order is obeyed: nobody checks [5.10].".to_owned()]);
    }
    let check = &view.setup.charts.command_check;
    Entry::new("WHO CHECKS ORDERS", vec![
        "A formation is a division, or several of which one leads and the others follow or mimic [5.2]. No check: the formation with the force flagship, which the first page names [5.10.1]; a formation that goes straight on at its speed, or does nothing but close up [5.10.2].".to_owned(),
        format!("All others, and every ship alone, check when they move: D{} not above the sum of the chart Orders received, and they do as plotted; above it they roll on the chart Without orders, and move in column [5.10.3, 5.10.5].", check.sides),
        "The signalling in the sum is that of the flagship of the division that leads the formation. A repeater is a friendly formation nearer to both than they are to each other [5.10.4]. A ship alone that leaves by her own edge needs no roll [5.9.2]. A plot made a turn ahead counts in the sum, and may be cancelled where the check fails [5.7.7]. A new flagship is worth 0, or what the old one was where that is less [5.10.6].".to_owned(),
    ])
}

pub(super) fn sighting(view: &View) -> Entry {
    let seen = &view.setup.charts.sighting;
    let night = if view.setup.night {
        format!(", one that fires or uses a searchlight at x{}", seen.firing_or_searchlight_at_night)
    } else {
        String::new()
    };
    let smoke = match view.setup.wind.force {
        WindForce::Calm => "Smoke stands for the turn in which it is made and the next",
        WindForce::Moderate => "Smoke stands for the turn in which it is made",
        WindForce::High => "Smoke is of no use in this wind",
    };
    let smoke = match view.setup.wind.force {
        WindForce::High => smoke.to_owned(),
        WindForce::Calm | WindForce::Moderate => format!("{smoke}: plotted, it is laid behind the ship as she moves"),
    };
    let winds = view.setup.wind.force != WindForce::Calm;
    let veil = if winds {
        "; fire down the wind, within 30\u{b0} of where it blows, by a ship within 1\u{2033} of her top speed: poor"
    } else {
        ""
    };
    let looks = match view.setup.options.sighting {
        Sighting::ByShip => "A ship fires, launches and lights at those alone whom she sees herself, by the last look",
        Sighting::BySide => {
            "A ship fires, launches and lights at those whom any ship of her side sees, by the last look"
        }
    };
    let light = if view.setup.light.is_empty() {
        ""
    } else {
        " Where the first page says how far a side's ships are seen, that stands in place of the range."
    };
    Entry::new(
        "SIGHTING AND SMOKE",
        vec![
            "Ranges run from forward funnel to forward funnel, bearings from the firer's funnel to any part of the target [3.5.2]. Bow and stern arcs are 60\u{b0} wide, broadsides 120\u{b0} [6.4.4].".to_owned(),
            format!(
                "Whoever is within the sighting range is seen; a burning ship at x{} of it{night} [4.3].{light} {looks} [4.1, 4.2]. Smoke and land block the line [4.6, 4.7].",
                seen.burning
            ),
            format!("{smoke} [4.6]."),
            format!("Visibility for guns is what the first page says. A line of fire across a burning ship: very poor; across one that exploded this turn or the last: extremely poor{veil}. The worst counts [6.5.1.3]."),
        ],
    )
}

/// What is lit by night, and for whom; nothing by day. [4.5]
pub(super) fn illumination(view: &View) -> Option<Entry> {
    let says = [
        "A ship may light one enemy whom she sees with her searchlights and one with starshell, as far as the chart Lights says, where nothing stands in the line. Starshell is fired from medium or light guns, which fire all the same, but not with three fires on board [4.5, 8.5.1]. The light holds for this turn [3.3.4].",
        "Who is lit is seen by all her enemies at x1.5 of the range, and who uses a searchlight as one who fires [4.2, 4.3]. Guns need a target that is lit, burns or fires this turn [6.3]; torpedoes need no light [7.3].",
    ];
    view.setup.night.then(|| Entry::new("ILLUMINATION", says.map(str::to_owned).to_vec()))
}

/// How ships come together whose strength or courses nobody has plotted. [5.13, 5.14]
pub(super) fn contact(view: &View) -> Option<Entry> {
    if 1 < view.turn {
        return None;
    }
    let says = if view.setup.hidden {
        vec![
            "A force marker stands for each division; ten turns are plotted for each and run off without checks until somebody sees an enemy, whose side then plots turn by turn; the other stays on its plots until it sees somebody too [5.13.2, 5.13.3]. A marker that is seen gives way to the ships of its division [4.3]. Two large ships or more within 1\u{2033} of top speed are betrayed by their smoke at twice the sighting range, by day [5.13.6].".to_owned(),
            "Or all go straight on at a speed of their choice until somebody is seen [5.14].".to_owned(),
        ]
    } else {
        vec!["All ships lie on the table from the start, without force markers, and everybody plots freely from the first turn; the first look is that of its Sighting Segment. Where nobody is in reach yet, all may go straight on at the speeds that they begin with until somebody is seen [5.14].".to_owned()]
    };
    Some(Entry::new("BEFORE CONTACT", says))
}

/// Guns ashore, where the viewer has or has seen some. [Q51]
pub(super) fn batteries(view: &View) -> Option<Entry> {
    let says = "CB is neither large nor light. It does not move, plots nothing and checks no orders; its guns bear on both broadsides, 60\u{b0} either way from abeam of its base. Before it has been seen, and while it neither fires nor burns, it is seen at half the sighting range. Hits of big guns, penetrating or not, are rolled on its own chart. Three fires silence it until they are out, five for good; it cannot sink, no torpedo reaches it, and it is worth no points [1.4].";
    cards(view).any(|card| card.kind.is_battery()).then(|| Entry::new("COAST BATTERIES", vec![says.to_owned()]))
}

/// What may be written, and what it costs. [5.5 to 5.12]
pub(super) fn plots(view: &View) -> Entry {
    let land = if view.setup.land.is_empty() {
        ""
    } else {
        " A plot that runs on to land is a ram, bow on; before contact and without orders ships steer clear [5.12]."
    };
    Entry::new("PLOTS AND MOVEMENT", vec![
        "A figure: inches straight on [5.7.1]. SR SL: all ships turn at once to starboard or port [5.7.2]. CR CL: each turns where the leader turned [5.7.3]. Degrees by 15, as 1-CL60-1-SR30 [5.7.8]. F and a division: follows it [5.7.4]; M: does as it does [5.7.5]; CU: closes up [5.7.6]; what is left is run straight on.".to_owned(),
        "A turn runs round the disc of the card's TURN RADIUS, or a larger one [5.6], and takes its arc, marked on the disc, from the speed. A ship may gain a turn what her card says, and lose any amount [5.5].".to_owned(),
        "A division moves no faster than its slowest ship; gaps between bases are 2\u{2033} at most, speeds within 1\u{2033} of the flagship's, or a ship is alone [5.8]. Who changes flagship goes straight on that turn [5.9.1].".to_owned(),
        format!("Bases that overlap: D10, on 1 a collision, and its damage is rolled at once: whose bow touches the other rams her; bow to bow both are rammed; at less than 30\u{b0}, or side to side, they scrape [5.11].{land}"),
    ])
}

/// How boats and convoys keep together. [5.1.2, 5.3]
pub(super) fn flotillas(view: &View) -> Option<Entry> {
    let any = |of: fn(ShipType) -> bool| view.own_ships().any(|ship| of(ship.card.kind));
    let mut says = Vec::new();
    if any(ShipType::is_torpedo_craft) {
        says.push("Divisions of boats, with or without a light cruiser that leads, change freely between line ahead and line of bearing: plot the degrees of the line and the interval, or two lines for an arrowhead. The division with farthest to go runs the flotilla's speed, the others are laid in their places [5.3].".to_owned());
    }
    if view.own_divisions().any(|division| division.one_base) {
        says.push("Boats on one base are one target, by size and defence of the first, and launch as one; the guns of all add up, and the rearmost is hit first [5.1.1, 6.5.5, 7.4.1].".to_owned());
    }
    if view.setup.options.melees {
        says.push("Melee: two enemy groups of boats that come within 5\u{2033} as they move, with no larger ship between, stop there, light cruisers with them, and turn their broadsides to each other; next turn they lie still, count as at top speed and fire; then they are free [5.16].".to_owned());
    }
    if any(|kind| kind == ShipType::MM) {
        says.push("A convoy turns by ships turns alone [5.1.2].".to_owned());
    }
    (!says.is_empty()).then(|| Entry::new("FLOTILLAS", says))
}

/// Whether light ships turn away from the small guns of large ones. [5.15]
pub(super) fn reaction(view: &View) -> Option<Entry> {
    // A side may meet ships that it does not know of.
    let large = !view.is_referee() || view.own_ships().any(|ship| ship.card.kind.is_large());
    let light = view.own_ships().any(|ship| ship.card.kind.is_light());
    let says = "A formation of light ships that medium or light batteries of large ships fired at last turn: count those batteries by a die beside it [5.15.5]. D10 less its initiative: not above their number, it turns away from the formation that fired most of them, at top speed, its plot and launches cancelled [5.15].";
    (large && light).then(|| Entry::new("REACTION", vec![says.to_owned()]))
}

/// The types of ships that a viewer may have to do with.
pub(super) fn types(view: &View) -> Vec<ShipType> {
    let there = |kind: &ShipType| !view.is_referee() || view.own_ships().any(|ship| ship.card.kind == *kind);
    ShipType::ALL.into_iter().filter(there).collect()
}
