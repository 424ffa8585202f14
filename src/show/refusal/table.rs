//! Refusals of what is put on the table and plotted there.
use super::hints::*;
use crate::{damage::helm_held, lines::list, places::arcs_word, special::against_leaving};
use naval::{
    Element, Id, Inches, Setting, State, TableReason,
    notation::{plot_text, turn_text, typed_name},
    placement, survey,
};

/// The referee rules on what the scenario asks of a side, or leaves to him. [9.2]
fn not_to_rule(what: &Setting, have: &[usize]) -> (String, Option<String>) {
    let numbers: Vec<String> = have.iter().map(usize::to_string).collect();
    let (thing, says, word) = match what {
        Setting::Sentence { of, .. } => {
            ("sentence", format!("no sentence {of} of victory is left to the referee"), "nobody")
        }
        Setting::Condition { number, .. } => (
            "condition",
            format!("no condition {number} of victory waits for a ruling; points count themselves"),
            "yes",
        ),
        other => return (format!("{other:?} is no matter of victory."), None),
    };
    let hint = match have.first() {
        Some(first) => format!("they are {}: `set {thing} {first} {word} because \"...\"`.", list(&numbers)),
        None => "the scenario has none; `tally` tells how victory stands.".to_owned(),
    };
    (format!("{says}."), Some(hint))
}

/// What is wrong and what to type instead.
pub(super) fn sentence(state: &State, reason: &TableReason) -> (String, Option<String>) {
    let name = |id: &'_ Id| state.name(id).to_owned();
    let hint = |text: String| Some(text);
    match reason {
        TableReason::NoSuchShip { ship, open: true } => (
            format!("no ship of the library is called {ship}."),
            hint("`ship list` outside the game shows them all.".into()),
        ),
        TableReason::NoSuchShip { ship, open: false } => (
            format!("{ship} is not in this battle."),
            nearest(state, ship)
                .or_else(|| hint("`status` lists the ships; any ship may be placed in `play sandbox`.".into())),
        ),
        TableReason::SetUpOver { ship } => (
            format!("{} cannot be placed: the set-up is over.", name(ship)),
            hint(format!("the tape corrects her: `set {ship} at X Y heading DEGREES because \"measured\"`.")),
        ),
        TableReason::OffTable { ship, at, width, height } => (
            format!("{} cannot lie at {}, {}: that is off the table.", name(ship), at.x, at.y),
            hint(format!("x runs from 0 to {width}, y from 0 to {height}.")),
        ),
        TableReason::SideGiven { ship, side } => {
            (format!("{} belongs to {}.", name(ship), name(side)), hint("leave the side out.".into()))
        }
        TableReason::TwoSides { side } => {
            let sides: Vec<&str> = state.setup.sides.iter().map(|side| side.id.as_str()).collect();
            (format!("there are two sides, and {side} is neither."), hint(format!("they are {}.", sides.join(" and "))))
        }
        TableReason::NameTaken { name: taken } => (
            format!("{} is no name for a division: it is taken.", name(taken)),
            hint("choose another, such as `1st`.".into()),
        ),
        TableReason::NamedTwice { ship } => {
            (format!("{} is named twice.", name(ship)), hint("name every ship once.".into()))
        }
        TableReason::OtherSide { one, other } => (
            format!("{} and {} are not on the same side.", name(one), name(other)),
            hint("a division, and whom it follows, is of one side.".into()),
        ),
        TableReason::NoPosition { unit } => (
            format!("{} has no position.", name(unit)),
            hint(format!("type `place {unit} at X Y heading DEGREES` first, as she lies on the table.")),
        ),
        TableReason::DivisionTooLarge { division, ships, max } => (
            format!("division {} would have {ships} ships: no more than {max} of these may form one.", name(division)),
            hint("form two divisions.".into()),
        ),
        TableReason::NothingToSeal { side } => {
            let who = side.as_ref().map_or("either side".to_owned(), name);
            (format!("nothing of {who} is plotted that could be sealed."), hint("file a plot first.".into()))
        }
        TableReason::OtherCompany { division, ship, with } => (
            format!("{} does not sail in a division with {}.", name(ship), name(with)),
            hint(format!(
                "destroyers and torpedo boats go together, light and protected cruisers, large ships: leave her out of {}.",
                name(division)
            )),
        ),
        TableReason::NotToRule { what, have } => not_to_rule(what, have),
        TableReason::RudderJammed { ship, jam } => (
            format!("{} cannot be steered: {}.", name(ship), helm_held(*jam)),
            hint(jammed_hint(state, ship)),
        ),
        TableReason::NoSmokeStopped { ship } => (
            format!("{} lies stopped and lays no smoke: it is laid along a ship's track.", name(ship)),
            hint("leave her out, or plot a speed above 0.".into()),
        ),
        TableReason::LagsTooFar { ship, speed, own, max } => (
            format!(
                "{} makes {own}\" at most and would lag behind the {speed}\" of her division by more than 1.0\".",
                name(ship)
            ),
            hint(format!("a speed of {max} or less keeps her in it; or plot her alone: `plot {ship} {own}`.")),
        ),
        TableReason::SharesBase { ship, division } => (
            format!("{} cannot be plotted alone: she shares the base of {}.", name(ship), name(division)),
            hint(format!("type `plot {division} ...`.")),
        ),
        TableReason::ChecksHold => (
            "command checks are part of this battle.".into(),
            hint("`options: {checks: false}` in a scenario file leaves them out.".into()),
        ),
        TableReason::NotOfDivision { ship, division } => (
            format!("{} is not in {}.", name(ship), name(division)),
            state.division(division).map(|division| {
                format!("its ships are {}.", list(&division.ships.iter().map(name).collect::<Vec<String>>()))
            }),
        ),
        TableReason::PlotsInCircle { division, other } if division == other => (
            format!("{} cannot follow itself.", name(division)),
            hint("F and M name another division of its formation.".into()),
        ),
        TableReason::PlotsInCircle { division, other } => (
            format!("{} cannot lean on {}, which leans on it.", name(division), name(other)),
            hint("one of them needs a plot of its own.".into()),
        ),
        TableReason::NotAstern { division, other } => (
            format!(
                "{} cannot follow {}: its leader does not lie on that division's track.",
                name(division),
                name(other)
            ),
            hint(format!("steer her there first, or type `plot {division} M{other}` to move alike.")),
        ),
        TableReason::GainsTooMuch { ship, speed, from, max } => (
            format!("{} cannot go from {from}\" to {speed}\" in a turn: she can make {max}\".", name(ship)),
            hint(format!("plot speed {max} or less.")),
        ),
        TableReason::SlowsTooMuch { ship, speed, from, min } => (
            format!("{} cannot slow from {from}\" to {speed}\" in a turn.", name(ship)),
            hint(format!("plot speed {min} or more.")),
        ),
        TableReason::ConvoyColumnTurn { division } => (
            format!("{} is a convoy and makes no column turns.", name(division)),
            hint("plot ships turns: SR or SL.".into()),
        ),
        TableReason::PlotTooLong { division, needs, speed, fits, faster } => (
            format!(
                "the plot of {} needs {needs}\", {}\" more than its speed of {speed}\".",
                name(division),
                over(*needs, *speed)
            ),
            hint(super::trial::shorter_or_faster(state, division, fits.as_ref(), faster)),
        ),
        TableReason::OutOfColumn { division, turn, offset } => (
            format!("{} cannot make {}: it is not in column.", name(division), turn_text(turn)),
            hint(if *offset == Inches::ZERO {
                "the ships do not lie on one track; plot ships turns, or the ships alone.".into()
            } else {
                format!("its ships turns add up to {offset} degrees; turn the ships back to 0 or on to 180 first.")
            }),
        ),
        TableReason::OptionOff { option } => (
            format!("this battle is not played with {}.", option.replace('_', " ")),
            hint(format!("`options: {{{option}: true}}` in a scenario file brings the rule in.")),
        ),
        TableReason::InMelee { division } => (
            format!("{} lies stopped in a melee this turn.", name(division)),
            hint("it may be plotted again next turn.".into()),
        ),
        TableReason::NothingHidden => (
            "both sides know each other's strength in this battle.".into(),
            hint("`hidden: true` in a scenario file brings in force markers and ten turns of plots.".into()),
        ),
        TableReason::PreplotsOver { unit } => (
            format!("{} cannot be plotted for ten turns now: that is done before turn 1.", name(unit)),
            hint(format!("type `plot {unit} ...` once its side has sighted an enemy.")),
        ),
        TableReason::NotTenTurns { unit, turns } => (
            format!("{} is plotted for ten turns before contact, not for {turns}.", name(unit)),
            hint(format!("a plot for each turn, or one for several: `preplot {unit} 1-CL30 speed 2; 2 x9`.")),
        ),
        TableReason::NoPicket { ship } => (
            format!("{} cannot be plotted alone before contact: the scenario names her no picket.", name(ship)),
            hint("plot her division.".into()),
        ),
        TableReason::OnPreplots { unit, first } => (
            format!("{} runs what was plotted before turn 1: its side has sighted nobody yet.", name(unit)),
            hint(if *first { format!("type `preplot {unit} 2 x10`.") } else { "`next` goes on.".into() }),
        ),
        TableReason::InSight { ship } => (
            format!("there is no quick start any more: {} is in sight.", name(ship)),
            hint("`plot` and `next` play turn by turn.".into()),
        ),
        TableReason::LaunchedOnOtherHand { ship, target, bearing } => (
            format!(
                "{} lies on one hand of {}, and torpedoes went to her {bearing} this turn.",
                name(target),
                name(ship)
            ),
            hint(format!("`cancel` takes a launch back; `place {ship} at X Y heading DEGREES` tells how they lie.")),
        ),
        TableReason::NobodyTracked => (
            "nobody has a position, and so nobody can come into sight by running on.".into(),
            hint("type `place SHIP at X Y heading DEGREES speed INCHES` for each ship, as she lies on the table.".into()),
        ),
        TableReason::ApproachAtCentre { side } => (
            format!("{} cannot begin at the centre itself: it steers for that point, from a distance above 0.", name(side)),
            hint(format!(
                "say how far from the centre, and where: `approach {side} 24 bearing {}`.",
                placement::likely_bearing(state, side)
            )),
        ),
        TableReason::NothingGenerated if state.setup.generator.is_some() => (
            "every division is placed and the set-up is over: no division is placed again, and no side comes from elsewhere.".into(),
            hint("`plot` or `quickstart` moves them; the tape corrects one: `set NAME at X Y heading DEGREES because \"measured\"`.".into()),
        ),
        TableReason::NothingGenerated => (
            "no forces are being generated and placed in this battle.".into(),
            hint("`generated: yellow-sea` in a scenario file has the dice make them.".into()),
        ),
        TableReason::WeatherRolled { range } => {
            (format!("the weather is known: the sighting range is {range}\"."), hint("roll the forces next.".into()))
        }
        TableReason::HasItsForce { side } => {
            (format!("{} has its force already.", name(side)), hint("`status` lists it.".into()))
        }
        TableReason::TooTight { division, radius, least } => (
            format!("{} turns on a radius of {least}\", and not on {radius}\".", name(division)),
            hint(format!("leave @{radius} out, or plot a wider turn, such as @{}.", *least * 2)),
        ),
        TableReason::LeftOver { division, ship } => (
            format!("{} would belong to no division: {} is formed anew without her.", name(ship), name(division)),
            hint(format!("name her too, or first `division NAME {ship}`.")),
        ),
        TableReason::PlacedAlready { division } => (
            format!("the approach stands: {} is placed by it.", name(division)),
            hint("place the other divisions within 6.0 of it.".into()),
        ),
        TableReason::NoRoomBeside { division, first } => (
            format!("{} finds no room abeam of {}.", name(division), name(first)),
            hint(format!("say where, within 6.0 of it: `deploy {division} at 30 20`.")),
        ),
        TableReason::NotAtStart { division, x, y, start } => (
            format!("{} cannot begin at {x}, {y}: the first division begins at the point itself.", name(division)),
            hint(format!("that is {}, {}; type `deploy {division}`.", start.x, start.y)),
        ),
        TableReason::OnFriend { division, ship, other } => (
            format!("{} would lie on the base of {}.", name(ship), name(other)),
            hint(format!("leave the place out for room abeam of the first: `deploy {division}`.")),
        ),
        TableReason::NotSetUp { duties } => (
            format!("nothing moves before every division of both sides is placed: {}.", list(&owed(state, duties))),
            hint("do it; a set-up cannot be waived.".into()),
        ),
        TableReason::FriendsConverge { one, other, turn } => (
            format!("{} and {} would run on to each other in turn {turn}.", name(one), name(other)),
            hint(format!("say other speeds, such as `quickstart {one} 2 {other} 1.5`, or plot them.")),
        ),
        TableReason::CollisionTested { one, other } => (
            format!("{} and {} have risked a collision in this move.", name(one), name(other)),
            hint("one die for each two and move; `next` goes on.".into()),
        ),
        TableReason::LandByPosition { ship } => (
            format!("{} has a position, and her move shows whether she runs ashore.", name(ship)),
            hint(format!("`where {ship}` shows where she lies; the tape corrects it: `set {ship} at 30 20 heading 90 because \"measured\"`.")),
        ),
        TableReason::StrikesNothing { ship } => (
            format!("{} lies stopped, and runs on to nothing.", name(ship)),
            hint("a ship strikes the shore once; `next` goes on.".into()),
        ),
        TableReason::BasesClear { one, other } => (
            format!("{} and {} lie clear of each other by their positions.", name(one), name(other)),
            hint(format!("`where {one}` shows hers; the tape corrects it: `set {one} at X Y heading DEGREES because \"measured\"`.")),
        ),
        TableReason::RiskRun { division, ship } => (
            format!("{} has run its risk with {}, who lies stopped.", name(division), name(ship)),
            hint("only the first ship of a division to meet her risks it; `next` goes on.".into()),
        ),
        TableReason::MayNotLeave { ship, rule, by } => (
            format!("{}: {}.", name(ship), against_leaving(state, *rule, *by)),
            hint(format!("say why she leaves all the same: `exit {ship} because \"...\"`.")),
        ),
        TableReason::ShortOfEdge { ship, edge, short } => (
            format!(
                "{} lies {short}\" within the {} edge{}: a ship leaves the table when her middle crosses an edge.",
                name(ship),
                crate::places::edge(*edge),
                state.ship(ship).and_then(|ship| ship.at).map_or_else(String::new, |at| format!(", at {}, {}", at.x, at.y)),
            ),
            hint(format!("say why she leaves all the same: `exit {ship} because \"...\"`.")),
        ),
        TableReason::OwedLater { turn, segment, duties } => (
            format!("the {segment} of turn {turn} will not close: {}.", first_of(&owed(state, duties))),
            hint(format!("`next to {}` goes on as far as that.", segment.word())),
        ),
        TableReason::ReachKnown { side: Some(side) } => (
            format!("whether {} has an enemy in torpedo range hangs on no range that is not known.", name(side)),
            hint("`next` throws the dice that are due.".into()),
        ),
        TableReason::ReachKnown { side: None } => (
            "whether anybody is in torpedo range hangs on no range that is not known.".into(),
            hint("`next` throws the dice that are due.".into()),
        ),
        TableReason::FarFromFirst { division, first, range } => (
            format!("{} would begin {range}\" from {}, no ship of it within 6.0.", name(division), name(first)),
            hint("nearer to it.".into()),
        ),
        TableReason::HalvedAlready { turn } => {
            (format!("turn {turn} is played in halves already."), hint("`next` goes on.".into()))
        }
        TableReason::NobodyNear => (
            "no opponents lie within 5.0\" of each other, one of them sighted.".into(),
            hint("type a range that you have read: `measure SHIP SHIP RANGE`.".into()),
        ),
        TableReason::OnlyMoves { unit, turn } => (
            format!("{} only moves in {turn}.5: no opponent lies within 5.0\" of her.", name(unit)),
            hint("`next` goes on to the next segment.".into()),
        ),
        TableReason::PlottedForWholeTurn { unit, turn } => (
            format!("{} was plotted for the whole of turn {turn}.", name(unit)),
            hint("in the second half only torpedoes are plotted: `launch`.".into()),
        ),
        TableReason::ShipsTurnInBend { division, turn } => (
            format!(
                "{} cannot make {}: ships astern have not reached the leader's turning point.",
                name(division),
                turn_text(turn)
            ),
            hint("straight on until the column is straight.".into()),
        ),
        TableReason::ArcNotTouched { ship, target, typed, touched } => (
            format!(
                "{} does not bear in the {typed} arc of {}: she lies in the {} arc.",
                name(target),
                name(ship),
                arcs_word(touched)
            ),
            hint(format!("leave the arc out; the tape overrides it: `measure {ship} {target} {} arc {typed}`.",
                survey::range(state, ship, target).map_or_else(|| "RANGE".to_owned(), |range| range.to_string()))),
        ),
        TableReason::EndOn { ship, target, touched } => (
            format!("{} cannot torpedo {}, who lies in her {} arc.", name(ship), name(target), arcs_word(touched)),
            hint("a light ship's torpedoes leave through a broadside arc: turn first, and finish her next turn.".into()),
        ),
        TableReason::NotAbeam { ship, target, side, touched } => (
            format!("{} cannot launch to {side}: {} lies in her {} arc.", name(ship), name(target), arcs_word(touched)),
            hint("torpedoes leave through a broadside arc: launch to the side where she lies, or turn first.".into()),
        ),
    }
}

fn over(needs: Inches, speed: Inches) -> Inches {
    needs - speed
}

/// A plot at a speed that cannot be made, with the nearest that can be. [5.4, 5.5]
pub(super) fn too_fast(
    state: &State,
    why: String,
    division: &Id,
    plot: &naval::plot::Plot,
) -> (String, Option<String>) {
    let speed = plot.speed.unwrap_or(Inches::ZERO);
    let text = match plot.elements[..] {
        [Element::Straight(length)] if length == speed => format!("{speed}"),
        _ => format!("{} speed {speed}", plot_text(plot)),
    };
    let nothing = "no plot near it can be made this turn; plot straight on at the speed that she has.";
    let may = super::trial::lawful(state, division, plot);
    let hint = if may { format!("try `plot {} {text}`.", typed_name(state, division)) } else { nothing.into() };
    (why, Some(hint))
}
