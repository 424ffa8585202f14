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

/// At most this many duties of a later segment are listed, with what to type there for the first.
const MAX_DUTIES_LISTED: usize = 2;

/// Returns the refused action and the reason.
pub(super) fn explanation(state: &State, reason: &TableReason) -> String {
    use TableReason::*;
    let name = state.name_printer();
    match reason {
        NoSuchShip { ship, open: true } => format!("no ship of the library is called {ship}."),
        NoSuchShip { ship, open: false } => format!("{ship} is not in this battle."),
        SetUpOver { ship } => format!("{} cannot be placed: the set-up is over.", name(ship)),
        OffTable { ship, at, .. } => format!("{} cannot lie at {}, {}: that is off the table.", name(ship), at.x, at.y),
        OnLand { ship, land } => {
            format!("{} cannot lie there: a part of its base would be on {}.", name(ship), land_name(state, land))
        }
        BeginsAshore { unit, land } => {
            let land = land_name(state, land);
            format!("{} cannot begin there: {land} lies there, or is less than half an inch off.", name(unit))
        }
        SideKnown { ship, side } => format!("{} belongs to {}.", name(ship), name(side)),
        TwoSides { side } => format!("there are two sides, and {side} is neither."),
        NameTaken { name: name_typed } => format!("{} is no name for a division: it is taken.", name(name_typed)),
        NamedTwice { ship } => format!("{} is named twice.", name(ship)),
        OtherSide { one, other } => format!("{} and {} are not on the same side.", name(one), name(other)),
        HasPosition { unit } => {
            format!("{} has a position, which tells how far she turned and how she heads.", name(unit))
        }
        NoPosition { unit } => format!("{} has no position.", name(unit)),
        TapeFromUnplacedShip { ship } => format!("{} has no place on the table to lay the tape from.", name(ship)),
        TapeFromOwnDivision { division, ship } => {
            format!("{} is of {}, which is to be put where the tape has it.", name(ship), name(division))
        }
        FixDuringFire { division } => {
            format!("shots are declared in this segment: {} is not put elsewhere between them.", name(division))
        }
        FixTooFar { division, ship, off, most } => {
            let (name, ship) = (name(division), name(ship));
            format!(
                "with {name} {ship} would be put {off}\" off where she was reckoned, and a turn and the tape come to {most}\"."
            )
        }
        TapeFromOnePoint { division } => {
            format!("both readings of {} are from one point, and give no place.", name(division))
        }
        TapesDoNotMeet { by, apart, is_short, .. } => {
            let [one, second] = by.each_ref().map(|taped| tape_reading(state, taped));
            let how = if *is_short { "together" } else { "one" };
            let off = if *is_short { "too short" } else { "too long for the other" };
            format!("{one} and {second} do not meet: {how} {apart}\" {off}.")
        }
        TapesAmbiguous { division, places: [one, second] } => {
            let (x, y) = (second.x, second.y);
            format!(
                "{} may lie at {}, {} or at {x}, {y}: it has no place that tells which.",
                name(division),
                one.x,
                one.y
            )
        }
        DivisionTooLarge { division, ships, max } => {
            format!("division {} would have {ships} ships: no more than {max} of these may form one.", name(division))
        }
        NothingToSeal { side } => {
            let owner = side.as_ref().map_or("either side", |side| name(side));
            format!("nothing of {owner} is plotted that could be sealed.")
        }
        IncompatibleKind { ship, with, .. } => {
            format!("{} does not sail in a division with {}.", name(ship), name(with))
        }
        NotToRule { what: Setting::Sentence { of, .. }, .. } => {
            format!("no sentence {of} of victory is left to the referee.")
        }
        NotToRule { what: Setting::Condition { number, .. }, .. } => {
            format!("no condition {number} of victory waits for a ruling; points count themselves.")
        }
        NotToRule { what, .. } => format!("{what:?} is no matter of victory."),
        RudderJammed { ship, jam } => format!("{} cannot be steered: {}.", name(ship), jam_text(*jam)),
        NoSmokeStopped { ship } => {
            format!("{} lies stopped and lays no smoke: it is laid along a ship's track.", name(ship))
        }
        LeavesFlagship { ship, division, speed, own, .. } => format!(
            "{} makes {own}\" at most: {speed}\" would leave the flagship of {} behind.",
            name(ship),
            name(division)
        ),
        SharesBase { ship, division } => {
            format!("{} cannot be plotted alone: she shares the base of {}.", name(ship), name(division))
        }
        ChecksAlwaysOn => "command checks are part of this battle.".into(),
        NotOfDivision { ship, division } => format!("{} is not in {}.", name(ship), name(division)),
        CircularPlots { division, other } if division == other => format!("{} cannot follow itself.", name(division)),
        CircularPlots { division, other } => {
            format!("{} cannot lean on {}, which leans on it.", name(division), name(other))
        }
        NoLeaderInAction { division, other } => {
            format!("{} cannot do as {}: no ship of it is in action.", name(division), name(other))
        }
        LeaderOffTrack { division, other } => format!(
            "{} cannot follow {}: its leader does not lie on that division's track.",
            name(division),
            name(other)
        ),
        GainsTooMuch { ship, speed, from, max } => {
            format!("{} cannot go from {from}\" to {speed}\" in a turn: she can make {max}\".", name(ship))
        }
        SlowsTooMuch { ship, speed, from, .. } => {
            format!("{} cannot slow from {from}\" to {speed}\" in a turn.", name(ship))
        }
        ConvoyColumnTurn { division } => format!("{} is a convoy and makes no column turns.", name(division)),
        PlotTooLong { division, needs, speed, .. } => format!(
            "the plot of {} needs {needs}\", {}\" more than its speed of {speed}\".",
            name(division),
            *needs - *speed
        ),
        BreaksNextPlot { division, ahead, turn } => format!(
            "after it {} could not make {} of its plot for the next turn, {}: it would not be in column.",
            name(division),
            turn_text(turn),
            plot_text(ahead)
        ),
        OutOfColumn { division, turn, .. } => {
            format!("{} cannot make {}: it is not in column.", name(division), turn_text(turn))
        }
        OptionOff { option } => format!("this battle is not played with {}.", option.replace('_', " ")),
        InMelee { division } => format!("{} lies stopped in a melee this turn.", name(division)),
        StrengthsNotHidden => "both sides know each other's strength in this battle.".into(),
        PreplotsOver { unit } => {
            format!("{} cannot be plotted for ten turns now: that is done before turn 1.", name(unit))
        }
        NotTenTurns { unit, turns } => {
            format!("{} is plotted for ten turns before contact, not for {turns}.", name(unit))
        }
        NoPicket { ship } => {
            format!("{} cannot be plotted alone before contact: the scenario names her no picket.", name(ship))
        }
        OnPreplots { unit, .. } => {
            format!("{} runs what was plotted before turn 1: its side has sighted nobody yet.", name(unit))
        }
        InSight { ship } => format!("there is no quick start any more: {} is in sight.", name(ship)),
        LaunchedLate { ship } => {
            format!("launches are plotted, and the plots of this turn are open: {} launches too late.", name(ship))
        }
        TurnsAwayNoLaunch { division } => {
            format!("{} turns away from fire this turn and launches nothing.", name(division))
        }
        LaunchedToOtherSide { ship, target, bearing } => format!(
            "{} lies on one hand of {}, and torpedoes went to her {bearing} this turn.",
            name(target),
            name(ship)
        ),
        NoPositions => "nobody has a position, and so nobody can come into sight by running on.".into(),
        ApproachAtCentre { side } => format!(
            "{} cannot begin at the centre itself: it steers for that point, from a distance above 0.",
            name(side)
        ),
        NothingGenerated if state.setup.generator.is_some() => {
            "every division is placed and the set-up is over: no division is placed again, and no side comes from \
             elsewhere."
                .into()
        }
        NothingGenerated => "no forces are being generated and placed in this battle.".into(),
        WeatherRolled { range } => format!("the weather is known: the sighting range is {range}\"."),
        ForceRolled { side } => format!("{} has its force already.", name(side)),
        NoShipTypeRow => "that cannot be: the Ship Type Table leaves this face out.".into(),
        TooTight { division, radius, least } => {
            format!("{} turns on a radius of {least}\", and not on {radius}\".", name(division))
        }
        LeavesShipOut { division, ship } => {
            format!("{} would belong to no division: {} is formed anew without her.", name(ship), name(division))
        }
        PlacedAlready { division } => format!("the approach stands: {} is placed by it.", name(division)),
        NoRoomBeside { division, first } => format!("{} finds no room abeam of {}.", name(division), name(first)),
        NotAtStart { division, x, y, .. } => {
            format!("{} cannot begin at {x}, {y}: the first division begins at the point itself.", name(division))
        }
        OverlapsFriend { ship, other, .. } => format!("{} would lie on the base of {}.", name(ship), name(other)),
        NotSetUp { duties } => {
            format!(
                "nothing moves before every division of both sides is placed: {}.",
                list(duties.iter().map(|duty_item| duty_text(state, duty_item)))
            )
        }
        FriendsConverge { one, other, turn } => {
            format!("{} and {} would run on to each other in turn {turn}.", name(one), name(other))
        }
        CollisionTested { one, other } => {
            format!("{} and {} have risked a collision in this move.", name(one), name(other))
        }
        LandByPosition { ship } => {
            format!("{} has a position, and her move shows whether she runs ashore.", name(ship))
        }
        StoppedNotAshore { ship } => format!("{} lies stopped, and runs on to nothing.", name(ship)),
        BasesClear { one, other } => {
            format!("{} and {} lie clear of each other by their positions.", name(one), name(other))
        }
        CollisionRiskTaken { division, ship } => {
            format!("{} has run its risk with {}, who lies stopped.", name(division), name(ship))
        }
        MayNotLeave { ship, rule, by } => format!("{}: {}.", name(ship), against_leaving(state, *rule, *by)),
        ShortOfEdge { ship, edge, short } => format!(
            "{} lies {short}\" within the {} edge{}: a ship leaves the table when her middle crosses an edge.",
            name(ship),
            places::edge_adjective(*edge),
            state.ship(ship).and_then(|ship| ship.at).map(|at| format!(", at {}, {}", at.x, at.y)).unwrap_or_default()
        ),
        LaterDutiesDue { turn, segment, duties } => {
            let duty_texts = duties.iter().map(|duty| labels::duty_and_command(state, duty).0);
            let duties_text = match duties.len() {
                count if count <= MAX_DUTIES_LISTED => list(duty_texts.collect::<Vec<String>>()),
                _ => first_duties(state, duties),
            };
            format!("the {segment} of turn {turn} will not close: {duties_text}.")
        }
        TorpedoReachKnown { side: Some(side) } => {
            format!("whether {} has an enemy in torpedo range hangs on no range that is not known.", name(side))
        }
        TorpedoReachKnown { side: None } => {
            "whether anybody is in torpedo range hangs on no range that is not known.".into()
        }
        FarFromFirst { division, first, range } => {
            format!("{} would begin {range}\" from {}, no ship of it within 6.0.", name(division), name(first))
        }
        AlreadyHalved { turn } => format!("turn {turn} is played in halves already."),
        NoEnemyNear => "no opponents lie within 5.0\" of each other, one of them sighted.".into(),
        OnlyMovesInSecondHalf { unit, turn } => {
            format!("{} only moves in {turn}.5: no opponent lies within 5.0\" of her.", name(unit))
        }
        PlottedForWholeTurn { unit, turn } => format!("{} was plotted for the whole of turn {turn}.", name(unit)),
        ShipsTurnInBend { division, turn } => format!(
            "{} cannot make {}: ships astern have not reached the leader's turning point.",
            name(division),
            turn_text(turn)
        ),
        ArcNotTouched { ship, target, typed, touched } => format!(
            "{} does not bear in the {typed} arc of {}: she lies in the {} arc.",
            name(target),
            name(ship),
            arcs_word(touched)
        ),
        EndOn { ship, target, touched } => {
            format!("{} cannot torpedo {}, who lies in her {} arc.", name(ship), name(target), arcs_word(touched))
        }
        NotAbeam { ship, target, side, touched } => {
            format!("{} cannot launch to {side}: {} lies in her {} arc.", name(ship), name(target), arcs_word(touched))
        }
    }
}

/// Returns what to type instead.
pub(super) fn hint(state: &State, reason: &TableReason) -> Option<Hint> {
    use TableReason::*;
    Some(match reason {
        NoSuchShip { open: true, .. } => "`ship list` outside the game shows them all.".into(),
        NoSuchShip { ship, open: false } => nearest(state, ship)
            .unwrap_or_else(|| Hint::line("status") + " lists the ships; any ship may be placed in `play sandbox`."),
        SetUpOver { ship } => {
            let form = format!("set {} at X Y heading DEGREES because \"measured\"", typed_name(state, ship));
            "the tape corrects her: " + Hint::form(form) + "."
        }
        OffTable { width, height, .. } => format!("x runs from 0 to {width}, y from 0 to {height}.").into(),
        OnLand { .. } | BeginsAshore { .. } => Hint::line("map") + " shows the shores; say a place farther off.",
        SideKnown { .. } => "leave the side out.".into(),
        TwoSides { .. } => {
            let sides: Vec<&str> = state.setup.sides.iter().map(|side| side.id.as_str()).collect();
            format!("they are {}.", sides.join(" and ")).into()
        }
        NameTaken { .. } => "choose another, such as `1st`.".into(),
        NamedTwice { .. } => "name every ship once.".into(),
        OtherSide { .. } => "a division, and whom it follows, is of one side.".into(),
        HasPosition { .. } => {
            Hint::line("where")
                + " shows it; a shot may still name another angle, with turned or courses behind its range."
        }
        TapeFromUnplacedShip { .. } | TapeFromOwnDivision { .. } => {
            "a corner of the table, nw, ne, sw or se, or a ship of another division that has a place.".into()
        }
        FixDuringFire { .. } => {
            "before the first is declared, or when the Gunfire Segment is over; "
                + Hint::line("undo")
                + " takes a declaration back."
        }
        FixTooFar { .. } => "lay the tape again; or end with: because \"the table was shaken\"".into(),
        TapeFromOnePoint { .. } => "take the second from another corner, or from a ship.".into(),
        TapesDoNotMeet { .. } => "lay the tape again, to the middle of the leader's base.".into(),
        TapesAmbiguous { .. } => "take both readings from corners of the same edge.".into(),
        NoPosition { unit } => "type " + place_form(&typed_name(state, unit)) + " first, as she lies on the table.",
        DivisionTooLarge { .. } => "form two divisions.".into(),
        NothingToSeal { .. } => "file a plot first.".into(),
        IncompatibleKind { division, .. } => Hint::says(format!(
            "destroyers and torpedo boats go together, light and protected cruisers, large ships: leave her out of \
                 {}.",
            state.name(division)
        )),
        NotToRule { what: Setting::Sentence { .. }, have } => rulings_due("sentence", have, "nobody"),
        NotToRule { what: Setting::Condition { .. }, have } => rulings_due("condition", have, "yes"),
        NotToRule { .. } => return None,
        RudderJammed { ship, .. } => jammed_hint(state, ship).into(),
        NoSmokeStopped { .. } => "leave her out, or plot a speed above 0.".into(),
        LeavesFlagship { division, next, own, .. } => {
            let most = *own + Inches::whole(1);
            new_flag(state, division, next) + format!("; a speed of {most} or less keeps the flagship.")
        }
        SharesBase { division, .. } => "type " + plot_form(state, division) + ".",
        ChecksAlwaysOn => "`options: {checks: false}` in a scenario file leaves them out.".into(),
        NotOfDivision { division, .. } => {
            return state.division(division).map(|division| {
                let are = if division.ships.len() == 1 { "only ship is" } else { "ships are" };
                format!("its {are} {}.", name_list(state, &division.ships)).into()
            });
        }
        CircularPlots { division, other } if division == other => {
            "F and M name another division of its formation.".into()
        }
        CircularPlots { .. } => "one of them needs a plot of its own.".into(),
        NoLeaderInAction { division, .. } => {
            let line = format!("plot {} {}", typed_name(state, division), continuing_speed(state, division));
            "try " + Hint::line(line) + "."
        }
        LeaderOffTrack { division, other } => {
            let line = Hint::line(format!("plot {} M{}", typed_name(state, division), typed_name(state, other)));
            "steer her there first, or type " + line + " to move alike."
        }
        GainsTooMuch { max, .. } => format!("a speed of {max} or less can be reached this turn.").into(),
        SlowsTooMuch { min, .. } => format!("plot speed {min} or more.").into(),
        ConvoyColumnTurn { .. } => "plot ships turns: SR or SL.".into(),
        PlotTooLong { division, fits, faster, ahead, .. } => {
            trial::shorter_or_faster(state, division, fits.as_ref(), faster, *ahead)
        }
        BreaksNextPlot { division, .. } => {
            let made =
                state.ships_of(division).find(|ship| ship.is_in_action()).map_or(Inches::ZERO, |ship| ship.speed);
            let line = format!("plot {} {made} next", typed_name(state, division));
            "first plot the next turn anew, such as " + Hint::line(line) + "."
        }
        OutOfColumn { division, offset, .. } => {
            let by_ships = if *offset == Inches::ZERO {
                "the ships do not lie on one track; plot ships turns, or the ships alone".to_owned()
            } else {
                realignment_turn(offset.as_f64())
            };
            Hint::says(by_ships) + column_statement(state, division)
        }
        OptionOff { option } => format!("`options: {{{option}: true}}` in a scenario file brings the rule in.").into(),
        InMelee { .. } => "it may be plotted again next turn.".into(),
        StrengthsNotHidden => {
            "`hidden: true` in a scenario file brings in force markers and ten turns of plots.".into()
        }
        PreplotsOver { unit } => "type " + plot_form(state, unit) + " once its side has sighted an enemy.",
        NotTenTurns { unit, .. } => {
            let (unit, speed) = (typed_name(state, unit), continuing_speed(state, unit));
            let form = Hint::form(format!("preplot {unit} {speed}; {speed} x9"));
            "a plot for each turn, or one for several: " + form + "."
        }
        NoPicket { .. } => "the ten turns are plotted for its division.".into(),
        OnPreplots { unit, first: true } => {
            let line = format!("preplot {} {} x10", typed_name(state, unit), continuing_speed(state, unit));
            "type " + Hint::line(line) + "."
        }
        OnPreplots { first: false, .. } | AlreadyHalved { .. } => next_continues(),
        InSight { .. } => "`plot` and " + Hint::line("next") + " play turn by turn.",
        LaunchedLate { .. } => "the same launch with a reason: because \"it was written and not typed\".".into(),
        TurnsAwayNoLaunch { .. } => "its launches of this turn are cancelled, and their factors unspent.".into(),
        LaunchedToOtherSide { ship, .. } => {
            Hint::line("undo")
                + " takes a launch back; "
                + place_form(&typed_name(state, ship))
                + " tells how they lie."
        }
        NoPositions => {
            let form = Hint::form("place SHIP at X Y heading DEGREES speed INCHES");
            "type " + form + " for each ship, as she lies on the table."
        }
        ApproachAtCentre { side } => {
            let bearing = placement::likely_bearing(state, side);
            let line = Hint::line(format!("approach {} 24 bearing {bearing}", typed_name(state, side)));
            "say how far from the centre, and where: " + line + "."
        }
        NothingGenerated if state.setup.generator.is_some() => {
            let form = Hint::form("set NAME at X Y heading DEGREES because \"measured\"");
            "`plot` or " + Hint::line("quickstart") + " moves them; the tape corrects one: " + form + "."
        }
        NothingGenerated => "`generated: yellow-sea` in a scenario file has the dice make them.".into(),
        WeatherRolled { .. } => "roll the forces next.".into(),
        ForceRolled { .. } => Hint::line("status") + " lists it.",
        NoShipTypeRow => return None,
        TooTight { radius, least, .. } => {
            format!("leave @{radius} out, or plot a wider turn, such as @{}.", *least * 2).into()
        }
        LeavesShipOut { ship, .. } => {
            "name her too, or first " + Hint::form(format!("division NAME {}", typed_name(state, ship))) + "."
        }
        PlacedAlready { .. } => "place the other divisions within 6.0 of it.".into(),
        NoRoomBeside { division, .. } => {
            let line = Hint::line(format!("deploy {} at 30 20", typed_name(state, division)));
            "say where, within 6.0 of it: " + line + "."
        }
        NotAtStart { division, start, .. } => {
            Hint::says(format!("that is {}, {}; type ", start.x, start.y)) + deploy_line(state, division) + "."
        }
        OverlapsFriend { division, .. } => {
            "leave the place out for room abeam of the first: " + deploy_line(state, division) + "."
        }
        NotSetUp { .. } => "do it; a set-up cannot be waived.".into(),
        FriendsConverge { one, other, .. } => {
            let line = format!("quickstart {} 2 {} 1.5", typed_name(state, one), typed_name(state, other));
            "say other speeds, such as " + Hint::line(line) + ", or plot them."
        }
        CollisionTested { .. } => "one die for each two and move; " + next_continues(),
        LandByPosition { ship } => {
            let ship = typed_name(state, ship);
            let set = Hint::line(format!("set {ship} at 30 20 heading 90 because \"measured\""));
            Hint::line(format!("where {ship}")) + " shows where she lies; the tape corrects it: " + set + "."
        }
        StoppedNotAshore { .. } => "a ship strikes the shore once; " + next_continues(),
        BasesClear { one, .. } => {
            let unit = typed_name(state, one);
            let set = Hint::form(format!("set {unit} at X Y heading DEGREES because \"measured\""));
            Hint::line(format!("where {unit}")) + " shows hers; the tape corrects it: " + set + "."
        }
        CollisionRiskTaken { .. } => "only the first ship of a division to meet her risks it; " + next_continues(),
        MayNotLeave { ship, by, .. } => exit_with_reason(state, ship, *by),
        ShortOfEdge { ship, edge, .. } => exit_with_reason(state, ship, Some(*edge)),
        LaterDutiesDue { turn, segment, duties } => {
            let first = duties.first().filter(|_| duties.len() <= MAX_DUTIES_LISTED);
            // In another turn, the nearest two ships are not known yet.
            let named =
                |duty, line| if *turn == state.turn { labels::with_nearest_two(state, duty, line) } else { line };
            let line = first.and_then(|duty| Some(named(duty, labels::duty_and_command(state, duty).1?)));
            let there = line.map(|line| format!(", and there {line}")).unwrap_or_default();
            Hint::line(format!("next to {}", segment.word())) + format!(" goes on as far as that{there}.")
        }
        TorpedoReachKnown { side } => {
            let is_asked = |setup_side: &&naval::model::Side| side.as_ref().is_none_or(|side| *side == setup_side.id);
            let is_die_due = |setup_side: &naval::model::Side| {
                let is_thrown = state.this_turn.torpedo_checks.contains(&setup_side.id);
                !is_thrown && !naval::rules::torpedo::tied_targets(state, &setup_side.id).is_empty()
            };
            let is_due = state.setup.sides.iter().filter(is_asked).any(is_die_due);
            if is_due {
                Hint::line("next") + " throws the die that is due."
            } else {
                "no die is due for it; " + next_continues()
            }
        }
        FarFromFirst { .. } => "nearer to it.".into(),
        NoEnemyNear => "type a range that you have read: " + Hint::form("measure SHIP SHIP RANGE") + ".",
        OnlyMovesInSecondHalf { .. } => Hint::line("next") + " goes on to the next segment.",
        PlottedForWholeTurn { .. } => "in the second half only torpedoes are plotted: `launch`.".into(),
        ShipsTurnInBend { .. } => "straight on until the column is straight.".into(),
        ArcNotTouched { ship, target, typed, .. } => {
            let (firer, target_name) = (typed_name(state, ship), typed_name(state, target));
            let tape = match survey::range(state, ship, target) {
                Some(range) => Hint::line(format!("measure {firer} {target_name} {range} arc {typed}")),
                None => Hint::form(format!("measure {firer} {target_name} RANGE arc {typed}")),
            };
            "leave the arc out; the tape overrides it: " + tape + "."
        }
        EndOn { .. } => {
            "a light ship's torpedoes leave through a broadside arc: turn first, and finish her next turn.".into()
        }
        NotAbeam { .. } => {
            "torpedoes leave through a broadside arc: launch to the side where she lies, or turn first.".into()
        }
    })
}

fn next_continues() -> Hint {
    Hint::line("next") + " goes on."
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
            Hint::says(format!("they are {numbers}: ")) + form + "."
        }
        None => "the scenario has none; " + Hint::line("tally") + " tells how victory stands.",
    }
}

/// Returns advice on a jammed rudder, which is repaired like any other hit, after fires. [8.6]
fn jammed_hint(state: &State, ship: &Id) -> String {
    let is_steering_hit = |hit: &&Hit| hit.state == HitState::Active && matches!(hit.effect, Harm::Steering { .. });
    match state.ship(ship).and_then(|ship| ship.hits.iter().find(is_steering_hit)) {
        Some(hit) => format!(
            "a repair of {} in the Damage Control Segment may free it; until then no plot is owed for her.",
            hit.id
        ),
        None => "no plot is owed for her until it is free.".to_owned(),
    }
}

/// Returns the plot nearest to one at an impossible speed, if the rules would accept it. [5.4, 5.5]
pub(super) fn slower_plot(state: &State, division: &Id, plot: &Plot, why: &Reason) -> Hint {
    if let Reason::Table(TableReason::LeavesFlagship { division, next, .. }) = why {
        let flag = new_flag(state, division, next);
        let keeps = trial::is_legal(state, division, plot).then(|| typed_plot(state, division, plot));
        return if let Some(keeps) = keeps { flag + "; " + keeps + " keeps everybody." } else { flag + "." };
    }
    if !trial::is_legal(state, division, plot) {
        return "no plot near it can be made this turn; plot straight on at the speed that she has.".into();
    }
    "try " + typed_plot(state, division, plot) + "."
}

/// Returns a plot as typed.
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
        format!("once the plot is straight ahead, {flag} lets the others leave her").into()
    }
}

/// Returns the ships turn that brings ships back into column, if they are `offset_deg` clockwise off it. [5.7.3]
fn realignment_turn(offset_deg: f64) -> String {
    let clockwise = offset_deg.round();
    let (side, degrees) = if clockwise <= 180.0 { ("SL", clockwise) } else { ("SR", 360.0 - clockwise) };
    format!("ships turns have swung its ships {degrees} degrees off the column: first {side}{degrees}")
}

/// Returns how to state that a division moved by hand is in column, although its courses differ by the plots. Only
/// a full stop if the ships have positions or all courses agree. (Q56)
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
    "; where the table shows it in column, its course says so: " + line + "."
}

/// Returns the command by which a ship leaves although a rule forbids it, by the edge that was typed.
fn exit_with_reason(state: &State, ship: &Id, by: Option<Edge>) -> Hint {
    let line = notation::print(state, &Command::Exit { ship: ship.clone(), by, because: Some("...".to_owned()) });
    "type why it leaves all the same: " + Hint::form(line) + "."
}
