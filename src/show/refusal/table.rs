//! Refusals about the set-up, positions and plots.
use super::{
    first_duties,
    hints::nearest,
    trial::{self, continuing_speed},
};
use crate::{
    against_leaving, arcs_word, duty_text, jam_text, labels, list, meetings::land_name, name_list, places, tape_reading,
};
use naval::model::{Edge, Element, Fine, Harm, Hit, HitState, Plot, Setting, TableReason};
use naval::rules::{placement, survey};
use naval::{
    Command, Id, Inches, Reason, State,
    notation::{self, plot_text, turn_text, typed_name},
};
use play::Hint;

/// If at most this many duties of a later segment are due, the hint has what to type there for the first.
const MAX_DUTIES_WITH_COMMAND: usize = 2;

pub(super) fn explanation(state: &State, reason: &TableReason) -> String {
    use TableReason::*;
    let name = state.name_printer();
    match reason {
        NoSuchShip { ship, open: true } => format!("There is no ship {ship} in the library."),
        NoSuchShip { ship, open: false } => format!("The ship {ship} is not in this battle."),
        SetUpOver { ship } => format!("{} cannot be placed: the set-up is over.", name(ship)),
        OffTable { ship, at, .. } => format!("{} cannot be at {}, {}: that is off the table.", name(ship), at.x, at.y),
        OnLand { ship, land } => {
            format!("{} cannot be there: part of its base would be on {}.", name(ship), land_name(state, land))
        }
        BeginsAshore { unit, land } => {
            let land = land_name(state, land);
            format!("{} cannot begin there: {land} is there, or less than half an inch away.", name(unit))
        }
        SideKnown { ship, side } => format!("{} belongs to {}.", name(ship), name(side)),
        TwoSides { side } => format!("Side {side} is not one of the two."),
        NameTaken { name: name_typed } => format!("The name {} is taken and cannot be a division's.", name(name_typed)),
        NamedTwice { ship } => format!("{} is named twice.", name(ship)),
        OtherSide { one, other } => format!("{} and {} are not on the same side.", name(one), name(other)),
        HasPosition { unit } => {
            format!("{} has a position, which already gives its heading and how far it turned.", name(unit))
        }
        NoPosition { unit } => format!("{} has no position.", name(unit)),
        TapeFromUnplacedShip { ship } => format!("{} has no position on the table to measure from.", name(ship)),
        TapeFromOwnDivision { division, ship } => {
            format!("{} is in {}, the division being placed.", name(ship), name(division))
        }
        FixDuringFire { division } => {
            format!("Fire is already declared in this segment: {} cannot be moved now.", name(division))
        }
        FixTooFar { division, ship, off, most } => {
            let (name, ship) = (name(division), name(ship));
            format!(
                "This fix moves {ship} of {name} {off}\" from its calculated position: a turn and the tape allow {most}\"."
            )
        }
        TapeFromOnePoint { division } => {
            format!("Both measurements of {} are from the same point, so they give no position.", name(division))
        }
        TapesDoNotMeet { by, apart, is_short, .. } => {
            let [first, second] = by.each_ref().map(|taped| tape_reading(state, taped));
            let how = if *is_short { "together they are" } else { "one is" };
            let off = if *is_short { "too short" } else { "too long for the other" };
            format!("{first} and {second} do not meet: {how} {apart}\" {off}.")
        }
        TapesAmbiguous { division, places: [first, second] } => {
            let (x, y) = (second.x, second.y);
            format!(
                "{} may be at {}, {} or at {x}, {y}: it has no earlier position to decide which.",
                name(division),
                first.x,
                first.y
            )
        }
        DivisionTooLarge { division, ships, max } => {
            format!("Division {} would have {ships} ships: at most {max} of these may form one.", name(division))
        }
        NothingToSeal { side } => {
            let owner = side.as_ref().map_or("either side", |side| name(side));
            format!("There are no plots of {owner} to seal.")
        }
        IncompatibleKind { ship, with, .. } => {
            format!("{} cannot be in a division with {}.", name(ship), name(with))
        }
        NotToRule { what: Setting::Sentence { of, .. }, .. } => format!("Victory sentence {of} needs no ruling."),
        NotToRule { what: Setting::Condition { number, .. }, .. } => {
            format!("Victory condition {number} needs no ruling.")
        }
        NotToRule { what, .. } => format!("{what:?} is not a matter of victory."),
        RudderJammed { ship, jam } => format!("{} cannot be steered: {}.", name(ship), jam_text(*jam)),
        NoSmokeStopped { ship } => {
            format!("{} is stopped and cannot make smoke, which follows a ship's track.", name(ship))
        }
        LeavesFlagship { ship, division, speed, own, .. } => format!(
            "{}'s top speed is {own}\": {speed}\" would leave the flagship of {} behind.",
            name(ship),
            name(division)
        ),
        SharesBase { ship, division } => {
            format!("{} cannot be plotted alone: it shares the base of {}.", name(ship), name(division))
        }
        ChecksAlwaysOn => "This battle uses command checks.".into(),
        NotOfDivision { ship, division } => format!("{} is not in {}.", name(ship), name(division)),
        CircularPlots { division, other } if division == other => format!("{} cannot follow itself.", name(division)),
        CircularPlots { division, other } => {
            format!("{} cannot depend on {}, whose plot depends on it.", name(division), name(other))
        }
        NoLeaderInAction { division, other } => {
            format!("{} cannot follow {}, which has no ship in action.", name(division), name(other))
        }
        LeaderOffTrack { division, other } => format!(
            "{} cannot follow {}: its leader is not on the other division's track.",
            name(division),
            name(other)
        ),
        GainsTooMuch { ship, speed, from, max } => {
            format!("{} cannot speed up from {from}\" to {speed}\" in a turn: its limit is {max}\".", name(ship))
        }
        SlowsTooMuch { ship, speed, from, .. } => {
            format!("{} cannot slow from {from}\" to {speed}\" in a turn.", name(ship))
        }
        ConvoyColumnTurn { division } => format!("{} is a convoy and cannot make column turns.", name(division)),
        PlotTooLong { division, needs, speed, .. } => format!(
            "The plot of {} needs {needs}\", {}\" more than its speed of {speed}\".",
            name(division),
            *needs - *speed
        ),
        BreaksNextPlot { division, ahead, turn } => format!(
            "After this plot {} could not make {} of its next plot, {}: it would not be in column.",
            name(division),
            turn_text(turn),
            plot_text(ahead)
        ),
        OutOfColumn { division, turn, .. } => {
            format!("{} cannot make {}: it is not in column.", name(division), turn_text(turn))
        }
        OptionOff { option } => format!("This battle does not use {}.", option.replace('_', " ")),
        InMelee { division } => format!("{} is stopped in a melee this turn.", name(division)),
        StrengthsNotHidden => "This battle has no hidden forces.".into(),
        PreplotsOver { unit } => {
            format!("{} cannot be plotted for ten turns now: that is done before turn 1.", name(unit))
        }
        NotTenTurns { unit, turns } => {
            format!("{} must be plotted for ten turns before contact, not for {turns}.", name(unit))
        }
        NoPicket { ship } => {
            format!("{} cannot be plotted alone before contact: it is not a picket of the scenario.", name(ship))
        }
        OnPreplots { unit, .. } => {
            format!("{} runs its plots from before turn 1: its side has sighted no enemy yet.", name(unit))
        }
        InSight { ship } => format!("A quick start is no longer possible: {} is in sight.", name(ship)),
        LaunchedLate { ship } => {
            format!("Launches are plotted, and this turn's plotting is over: {} launches too late.", name(ship))
        }
        TurnsAwayNoLaunch { division } => {
            format!("{} turns away from fire this turn and cannot launch.", name(division))
        }
        LaunchedToOtherSide { ship, target, bearing } => format!(
            "{} is on one side of {}, and torpedoes were launched to {bearing} this turn.",
            name(target),
            name(ship)
        ),
        NoPositions => "A quick start needs ships with positions, and no ship has one.".into(),
        ApproachAtCentre { side } => format!(
            "{} cannot begin at the centre itself: it heads for that point, from a distance above 0.",
            name(side)
        ),
        NothingGenerated if state.setup.generator.is_some() => {
            "The set-up is over: all divisions are placed, and no place or approach can change.".into()
        }
        NothingGenerated => "This is not a generated battle.".into(),
        WeatherRolled { range } => format!("The weather is known: the sighting range is {range}\"."),
        ForceRolled { side } => format!("{} already has its force.", name(side)),
        NoShipTypeRow => "The Ship Type Table has no result for this roll.".into(),
        TooTight { division, radius, least } => {
            format!("{} needs a turning radius of at least {least}\", not {radius}\".", name(division))
        }
        LeavesShipOut { division, ship } => {
            format!("{} would be in no division: {} is formed again without it.", name(ship), name(division))
        }
        PlacedAlready { division } => format!("The approach cannot change: {} is placed by it.", name(division)),
        NoRoomBeside { division, first } => format!("{} has no room abeam of {}.", name(division), name(first)),
        NotAtStart { division, x, y, .. } => {
            format!(
                "{} cannot begin at {x}, {y}: a side's first division begins at its approach point.",
                name(division)
            )
        }
        OverlapsFriend { ship, other, .. } => format!("{} would overlap the base of {}.", name(ship), name(other)),
        NotSetUp { duties } => {
            format!(
                "No ship moves until all divisions of both sides are placed: {}.",
                list(duties.iter().map(|duty_item| duty_text(state, duty_item)))
            )
        }
        FriendsConverge { one, other, turn } => {
            format!("{} and {} would collide in turn {turn}.", name(one), name(other))
        }
        CollisionTested { one, other } => {
            format!("{} and {} have already rolled for a collision in this move.", name(one), name(other))
        }
        LandByPosition { ship } => {
            format!("{} has a position, so its move shows whether it runs ashore.", name(ship))
        }
        StoppedNotAshore { ship } => format!("{} is stopped and cannot run ashore.", name(ship)),
        BasesClear { one, other } => {
            format!("{} and {} do not overlap at their positions.", name(one), name(other))
        }
        CollisionRiskTaken { division, ship } => {
            format!("{} has already rolled for a collision with {}, which is stopped.", name(division), name(ship))
        }
        MayNotLeave { ship, rule, by } => format!("{}: {}.", name(ship), against_leaving(state, *rule, *by)),
        ShortOfEdge { ship, edge, short } => format!(
            "{} is {short}\" inside the {} edge{}: a ship leaves the table when its middle crosses an edge.",
            name(ship),
            places::edge_adjective(*edge),
            state.ship(ship).and_then(|ship| ship.at).map(|at| format!(", at {}, {}", at.x, at.y)).unwrap_or_default()
        ),
        LaterDutiesDue { turn, segment, duties } => {
            let duty_texts = duties.iter().map(|duty| labels::duty_and_command(state, duty).0);
            let duties_text = match duties.len() {
                count if count <= MAX_DUTIES_WITH_COMMAND => list(duty_texts.collect::<Vec<String>>()),
                _ => first_duties(state, duties),
            };
            format!("The {segment} of turn {turn} will not close: {duties_text}.")
        }
        TorpedoReachKnown { side: Some(side) } => {
            format!("All ranges that decide whether {} has an enemy in torpedo range are known.", name(side))
        }
        TorpedoReachKnown { side: None } => "All ranges that decide which ships are in torpedo range are known.".into(),
        FarFromFirst { division, first, range } => {
            format!("{} would begin {range}\" from {}: no ship of it is within 6.0\".", name(division), name(first))
        }
        AlreadyHalved { turn } => format!("Turn {turn} is already played in halves."),
        NoEnemyNear => "No opponents are within 5.0\" of each other with one of them sighted.".into(),
        OnlyMovesInSecondHalf { unit, turn } => {
            format!("{} only moves in {turn}.5: no opponent is within 5.0\" of it.", name(unit))
        }
        PlottedForWholeTurn { unit, turn } => format!("{} is already plotted for all of turn {turn}.", name(unit)),
        ShipsTurnInBend { division, turn } => format!(
            "{} cannot make {}: ships astern have not reached the leader's turning point.",
            name(division),
            turn_text(turn)
        ),
        ArcNotTouched { ship, target, typed, touched } => format!(
            "{} is not in the {typed} arc of {}: it is in the {} arc.",
            name(target),
            name(ship),
            arcs_word(touched)
        ),
        EndOn { ship, target, touched } => {
            format!("{} cannot torpedo {}, which is in its {} arc.", name(ship), name(target), arcs_word(touched))
        }
        NotAbeam { ship, target, side, touched } => {
            format!("{} cannot launch to {side}: {} is in its {} arc.", name(ship), name(target), arcs_word(touched))
        }
    }
}

pub(super) fn hint(state: &State, reason: &TableReason) -> Option<Hint> {
    use TableReason::*;
    Some(match reason {
        NoSuchShip { open: true, .. } => "`ship list` outside the game shows them all.".into(),
        NoSuchShip { ship, open: false } => nearest(state, ship)
            .unwrap_or_else(|| Hint::line("status") + " lists the ships. Any ship may be placed in `play sandbox`."),
        SetUpOver { ship } => {
            let form = format!("set {} at X Y heading DEGREES because \"measured\"", typed_name(state, ship));
            "to correct its position: " + Hint::form(form) + "."
        }
        OffTable { width, height, .. } => format!("x runs from 0 to {width}, y from 0 to {height}.").into(),
        OnLand { .. } | BeginsAshore { .. } => Hint::line("map") + " shows the shores. Choose a place farther away.",
        SideKnown { .. } => "omit the side.".into(),
        TwoSides { .. } => {
            let sides: Vec<&str> = state.setup.sides.iter().map(|side| side.id.as_str()).collect();
            format!("they are {}.", sides.join(" and ")).into()
        }
        NameTaken { .. } => "choose another, such as `1st`.".into(),
        NamedTwice { .. } => "name every ship once.".into(),
        OtherSide { .. } => "all ships, and any division they follow, must be on one side.".into(),
        HasPosition { .. } => {
            Hint::line("where")
                + " shows it. A shot may still name another angle, with turned or courses after its range."
        }
        TapeFromUnplacedShip { .. } | TapeFromOwnDivision { .. } => {
            "measure from a table corner (nw, ne, sw or se) or a ship of another division with a position.".into()
        }
        FixDuringFire { .. } => {
            "fix it before the first declaration, or after the Gunfire Segment. "
                + Hint::line("undo")
                + " cancels a declaration."
        }
        FixTooFar { .. } => "measure again, or end with: because \"the table was shaken\"".into(),
        TapeFromOnePoint { .. } => "measure the second from another corner, or from a ship.".into(),
        TapesDoNotMeet { .. } => "measure again, to the middle of the leader's base.".into(),
        TapesAmbiguous { .. } => "measure from two corners of the same edge.".into(),
        NoPosition { unit } => "type " + place_form(&typed_name(state, unit)) + " first, as it is on the table.",
        DivisionTooLarge { .. } => "form two divisions.".into(),
        NothingToSeal { .. } => "plot a division first.".into(),
        IncompatibleKind { division, .. } => Hint::words(format!(
            "a division is of destroyers and torpedo boats, of light and protected cruisers, or of large ships: \
                 omit it from {}.",
            state.name(division)
        )),
        NotToRule { what: Setting::Sentence { .. }, have } => rulings_due("sentence", have, "nobody"),
        NotToRule { what: Setting::Condition { .. }, have } => rulings_due("condition", have, "yes"),
        NotToRule { .. } => return None,
        RudderJammed { ship, .. } => jammed_hint(state, ship).into(),
        NoSmokeStopped { .. } => "omit it, or plot a speed above 0.".into(),
        LeavesFlagship { division, next, own, .. } => {
            let most = *own + Inches::whole(1);
            new_flag(state, division, next) + format!(". A speed of {most} or less keeps the flagship.")
        }
        SharesBase { division, .. } => "type " + plot_form(state, division) + ".",
        ChecksAlwaysOn => "`options: {checks: false}` in a scenario file turns them off.".into(),
        NotOfDivision { division, .. } => {
            return state.division(division).map(|division| {
                let are = if division.ships.len() == 1 { "only ship is" } else { "ships are" };
                format!("its {are} {}.", name_list(state, &division.ships)).into()
            });
        }
        CircularPlots { division, other } if division == other => {
            "F and M must name another division of its formation.".into()
        }
        CircularPlots { .. } => "plot one of them without the other.".into(),
        NoLeaderInAction { division, .. } => {
            let line = format!("plot {} {}", typed_name(state, division), continuing_speed(state, division));
            "try " + Hint::line(line) + "."
        }
        LeaderOffTrack { division, other } => {
            let line = Hint::line(format!("plot {} M{}", typed_name(state, division), typed_name(state, other)));
            "steer it there first, or type " + line + " to move the same way."
        }
        GainsTooMuch { max, .. } => format!("a speed of {max} or less can be reached this turn.").into(),
        SlowsTooMuch { min, .. } => format!("plot speed {min} or more.").into(),
        ConvoyColumnTurn { .. } => "plot ships turns: SR or SL.".into(),
        PlotTooLong { division, fits, faster, ahead, .. } => {
            trial::shorter_or_faster(state, division, fits.as_ref(), faster, *ahead)
        }
        BreaksNextPlot { division, .. } => {
            let present_speed =
                state.ships_of(division).find(|ship| ship.is_in_action()).map_or(Inches::ZERO, |ship| ship.speed);
            let line = format!("plot {} {present_speed} next", typed_name(state, division));
            "first plot the next turn again, such as " + Hint::line(line) + "."
        }
        OutOfColumn { division, offset, .. } => {
            let by_ships = if *offset == Inches::ZERO {
                "the ships are not on one track: plot ships turns, or the ships alone".to_owned()
            } else {
                realignment_turn(offset.as_f64())
            };
            Hint::words(by_ships) + column_statement(state, division)
        }
        OptionOff { option } => format!("`options: {{{option}: true}}` in a scenario file turns the rule on.").into(),
        InMelee { .. } => "it may be plotted again next turn.".into(),
        StrengthsNotHidden => "`hidden: true` in a scenario file adds force markers and ten turns of plots.".into(),
        PreplotsOver { unit } => "type " + plot_form(state, unit) + " once its side has sighted an enemy.",
        NotTenTurns { unit, .. } => {
            let (unit, speed) = (typed_name(state, unit), continuing_speed(state, unit));
            let form = Hint::form(format!("preplot {unit} {speed}; {speed} x9"));
            "give a plot for each turn, or one for several: " + form + "."
        }
        NoPicket { .. } => "plot the ten turns for its division.".into(),
        OnPreplots { unit, first: true } => {
            let line = format!("preplot {} {} x10", typed_name(state, unit), continuing_speed(state, unit));
            "type " + Hint::line(line) + "."
        }
        OnPreplots { first: false, .. } | AlreadyHalved { .. } => next_continues(),
        InSight { .. } => "`plot` and " + Hint::line("next") + " play turn by turn.",
        LaunchedLate { .. } => "type the same launch with a reason: because \"it was written and not typed\".".into(),
        TurnsAwayNoLaunch { .. } => "its launches of this turn are cancelled, and it keeps their factors.".into(),
        LaunchedToOtherSide { ship, .. } => {
            Hint::line("undo") + " cancels a launch. " + place_form(&typed_name(state, ship)) + " sets the position."
        }
        NoPositions => {
            let form = Hint::form("place SHIP at X Y heading DEGREES speed INCHES");
            "type " + form + " for each ship, as it is on the table."
        }
        ApproachAtCentre { side } => {
            let bearing = placement::likely_bearing(state, side);
            let line = Hint::line(format!("approach {} 24 bearing {bearing}", typed_name(state, side)));
            "give the distance from the centre and the bearing: " + line + "."
        }
        NothingGenerated if state.setup.generator.is_some() => {
            let form = Hint::form("set NAME at X Y heading DEGREES because \"measured\"");
            "`plot` or " + Hint::line("quickstart") + " moves them. To correct a position: " + form + "."
        }
        NothingGenerated => "`generated: yellow-sea` in a scenario file generates the forces.".into(),
        WeatherRolled { .. } => "roll the forces next.".into(),
        ForceRolled { .. } => Hint::line("status") + " lists it.",
        NoShipTypeRow => return None,
        TooTight { radius, least, .. } => {
            format!("omit @{radius}, or plot a wider turn, such as @{}.", *least * 2).into()
        }
        LeavesShipOut { ship, .. } => {
            "name it too, or first " + Hint::form(format!("division NAME {}", typed_name(state, ship))) + "."
        }
        PlacedAlready { .. } => "place the other divisions within 6.0\" of it.".into(),
        NoRoomBeside { division, .. } => {
            let line = Hint::line(format!("deploy {} at 30 20", typed_name(state, division)));
            "choose a place within 6.0\" of it: " + line + "."
        }
        NotAtStart { division, start, .. } => {
            Hint::words(format!("that point is {}, {}: type ", start.x, start.y)) + deploy_line(state, division) + "."
        }
        OverlapsFriend { division, .. } => {
            "omit the place to get room abeam of the first: " + deploy_line(state, division) + "."
        }
        NotSetUp { .. } => "place them: a set-up cannot be waived.".into(),
        FriendsConverge { one, other, .. } => {
            let line = format!("quickstart {} 2 {} 1.5", typed_name(state, one), typed_name(state, other));
            "give other speeds, such as " + Hint::line(line) + ", or plot them."
        }
        CollisionTested { .. } => "each pair rolls one die a move. " + next_continues(),
        LandByPosition { ship } => {
            let ship = typed_name(state, ship);
            let set = Hint::line(format!("set {ship} at 30 20 heading 90 because \"measured\""));
            Hint::line(format!("where {ship}")) + " shows where it is. To correct that: " + set + "."
        }
        StoppedNotAshore { .. } => "a ship runs ashore only once. " + next_continues(),
        BasesClear { one, .. } => {
            let unit = typed_name(state, one);
            let set = Hint::form(format!("set {unit} at X Y heading DEGREES because \"measured\""));
            Hint::line(format!("where {unit}")) + " shows its position. To correct it: " + set + "."
        }
        CollisionRiskTaken { .. } => "only the first ship of a division to meet it rolls. " + next_continues(),
        MayNotLeave { ship, by, .. } => exit_with_reason(state, ship, *by),
        ShortOfEdge { ship, edge, .. } => exit_with_reason(state, ship, Some(*edge)),
        LaterDutiesDue { turn, segment, duties } => {
            let first = duties.first().filter(|_| duties.len() <= MAX_DUTIES_WITH_COMMAND);
            // In another turn, the nearest two ships are not known yet.
            let named =
                |duty, line| if *turn == state.turn { labels::with_nearest_two(state, duty, line) } else { line };
            let line = first.and_then(|duty| Some(named(duty, labels::duty_and_command(state, duty).1?)));
            let then_type = line.map(|line| format!(", then type: {line}")).unwrap_or_default();
            Hint::line(format!("next to {}", segment.word())) + format!(" goes up to it{then_type}.")
        }
        TorpedoReachKnown { side } => {
            let is_asked = |setup_side: &&naval::model::Side| side.as_ref().is_none_or(|side| *side == setup_side.id);
            let is_die_due = |setup_side: &naval::model::Side| {
                let is_rolled = state.this_turn.torpedo_checks.contains(&setup_side.id);
                !is_rolled && !naval::rules::torpedo::tied_targets(state, &setup_side.id).is_empty()
            };
            let is_due = state.setup.sides.iter().filter(is_asked).any(is_die_due);
            if is_due {
                Hint::line("next") + " rolls the die that is due."
            } else {
                "no die is due for it. " + next_continues()
            }
        }
        FarFromFirst { .. } => "place it nearer.".into(),
        NoEnemyNear => "type a range that you have measured: " + Hint::form("measure SHIP SHIP RANGE") + ".",
        OnlyMovesInSecondHalf { .. } => Hint::line("next") + " starts the next segment.",
        PlottedForWholeTurn { .. } => "in the second half only torpedoes are plotted: `launch`.".into(),
        ShipsTurnInBend { .. } => "plot straight on until the column is straight.".into(),
        ArcNotTouched { ship, target, typed, .. } => {
            let (firer, target_name) = (typed_name(state, ship), typed_name(state, target));
            let tape = match survey::range(state, ship, target) {
                Some(range) => Hint::line(format!("measure {firer} {target_name} {range} arc {typed}")),
                None => Hint::form(format!("measure {firer} {target_name} RANGE arc {typed}")),
            };
            "omit the arc, or record your measurement: " + tape + "."
        }
        EndOn { .. } => {
            "light ships launch through a broadside arc: turn first, and finish the target next turn.".into()
        }
        NotAbeam { .. } => {
            "torpedoes leave through a broadside arc: launch to the target's side, or turn first.".into()
        }
    })
}

fn next_continues() -> Hint {
    Hint::line("next") + " continues."
}

fn place_form(unit: &str) -> Hint {
    Hint::form(format!("place {unit} at X Y heading DEGREES"))
}

fn plot_form(state: &State, unit: &Id) -> Hint {
    Hint::form(format!("plot {} ...", typed_name(state, unit)))
}

fn deploy_line(state: &State, division: &Id) -> Hint {
    Hint::line(format!("deploy {}", typed_name(state, division)))
}

/// Returns the sentences or conditions that wait for the referee's ruling. [9.2]
fn rulings_due(thing: &str, have: &[usize], word: &str) -> Hint {
    match have.first() {
        Some(first) => {
            let numbers = list(have.iter().map(usize::to_string));
            let form = Hint::form(format!("set {thing} {first} {word} because \"...\""));
            Hint::words(format!("those that do are {numbers}: type ")) + form + "."
        }
        None => "the scenario has none. " + Hint::line("tally") + " shows the victory conditions.",
    }
}

/// Returns advice on a jammed rudder, which is repaired like any other hit, after fires. [8.6]
fn jammed_hint(state: &State, ship: &Id) -> String {
    let is_steering_hit = |hit: &&Hit| hit.state == HitState::Active && matches!(hit.effect, Harm::Steering { .. });
    match state.ship(ship).and_then(|ship| ship.hits.iter().find(is_steering_hit)) {
        Some(hit) => format!(
            "repairing {} in the Damage Control Segment may free it. Until then the ship needs no plot.",
            hit.id
        ),
        None => "the ship needs no plot until the rudder is free.".to_owned(),
    }
}

/// Returns the plot nearest to one at an impossible speed, if the rules would accept it. [5.4, 5.5]
pub(super) fn slower_plot(state: &State, division: &Id, plot: &Plot, why: &Reason) -> Hint {
    if let Reason::Table(TableReason::LeavesFlagship { division, next, .. }) = why {
        let flag = new_flag(state, division, next);
        let keeps = trial::is_legal(state, division, plot).then(|| typed_plot(state, division, plot));
        return if let Some(keeps) = keeps { flag + ". " + keeps + " keeps all ships." } else { flag + "." };
    }
    if !trial::is_legal(state, division, plot) {
        return "no similar plot is possible this turn: plot straight on at the present speed.".into();
    }
    "try " + typed_plot(state, division, plot) + "."
}

/// Returns the line to type for a plot.
fn typed_plot(state: &State, division: &Id, plot: &Plot) -> Hint {
    let (unit, speed) = (typed_name(state, division), plot.speed.unwrap_or(Inches::ZERO));
    Hint::line(match plot.elements[..] {
        [Element::Straight(length)] if length == speed => format!("plot {unit} {speed}"),
        _ => format!("plot {unit} {} speed {speed}", plot_text(plot)),
    })
}

/// Returns how another ship becomes flagship before the slow one is left behind. [5.9.1, Q57]
fn new_flag(state: &State, division: &Id, next: &Id) -> Hint {
    let order = Command::Flag { division: division.clone(), ship: next.clone() };
    let flag = format!("flag {} {}", typed_name(state, division), typed_name(state, next));
    if trial::accepts(state, &order) {
        Hint::line(flag) + " first, then plot straight ahead"
    } else {
        format!("once the plot is straight ahead, {flag} lets the others leave it").into()
    }
}

/// Returns the ships turn that brings ships back into column, if they are `offset_deg` clockwise off it. [5.7.3]
fn realignment_turn(offset_deg: f64) -> String {
    let clockwise = offset_deg.round();
    let (side, degrees) = if clockwise <= 180.0 { ("SL", clockwise) } else { ("SR", 360.0 - clockwise) };
    format!("ships turns have put its ships {degrees} degrees off the column: first {side}{degrees}")
}

/// Returns how to state that a division moved by hand is in column, although its courses differ by the plots. If
/// the ships have positions or all courses agree, it is only a full stop. (Q56)
pub(super) fn column_statement(state: &State, division: &Id) -> Hint {
    let courses: Vec<Option<Fine>> = state
        .ships_of(division)
        .filter(|ship| ship.is_in_action() && ship.at.is_none())
        .map(|ship| ship.helm.course)
        .collect();
    let known = courses.iter().flatten().next();
    if courses.windows(2).all(|pair| pair[0] == pair[1]) {
        return ".".into();
    }
    let course = known.map_or(0.0, |course| course.as_f64()).round();
    let line = Hint::line(format!("course {} {course}", typed_name(state, division)));
    ". If it is in column on the table, type " + line + "."
}

/// Returns the command by which a ship leaves although a rule forbids it, by the edge that was typed.
fn exit_with_reason(state: &State, ship: &Id, by: Option<Edge>) -> Hint {
    let line = notation::print(state, &Command::Exit { ship: ship.clone(), by, because: Some("...".to_owned()) });
    "to let it leave anyway, give a reason: " + Hint::form(line) + "."
}
