//! What a side may know: views, briefings, prompts, errors and odds, compared with everything hidden from it.
mod dice_prompts;
mod everybody;
mod organised;
mod seals;
mod seen;
mod torpedoes;

use kit::on_threads;
use naval::model::{FireOrder, command::Conditions};
use naval::{
    Command, Id, Inches, Naval, SideId, State, notation,
    view::{TABLE_VIEWER, View, Viewer, known_to},
};
use naval_kit::{
    battle::{Chance, Play, setups},
    hidden::possible_state,
};
use play::{Script, decide};
use show::{
    self,
    map::{CharacterSet, Window, scene, svg, terminal_map},
    scenario_brief::Opening,
    status::StatusDetail,
};

/// Everything shown to a side, as one text.
fn shown(state: &State, side: &SideId) -> String {
    let view = View::for_side(state, side);
    let known = known_to(state, side);
    let mut text = vec![
        show::status::prompt(&view),
        show::status::banner(&view),
        show::status::status(&view, StatusDetail::Glance),
        show::status::status(&view, StatusDetail::Open),
        show::status::duties_text(&view),
        show::briefing::briefing(&view),
        show::scenario_brief::scenario_brief(&view),
        show::scenario_brief::scenario_brief_json(&view).to_string(),
        format!("{:?}", show::scenario_brief::opening_lines(&view, Opening::New)),
        serde_json::to_string_pretty(&show::json::view_json(&view)).unwrap(),
        format!("{view:?}"),
        show::places::places_text_and_json(&view, None).0,
        show::sheet::sheets(&view, None).0,
        show::ruler::moves_text_and_json(&view, None).0,
        show::ruler::ranges_text_and_json(&view, None, true).0,
        show::targets::targets_text_and_json(&view, None, false).0,
    ];
    text.extend(maps(&view));
    for line in ["", "plot ", "odds ", "target x at ", "measure ", "card ", "where ", "set ", "launch x at ", "miss "] {
        text.push(format!("{:?}", notation::complete(&known, line, line.len())));
    }
    text.extend(errors(&known));
    text.extend(odds(&known, side));
    text.join("\n")
}

/// The map of a side: for the terminal, in Unicode and in ASCII, and as a picture.
fn maps(view: &View) -> Vec<String> {
    let scene = scene(view);
    let window = Window::whole_table(scene.table);
    let letters = |charset| terminal_map(&scene, window, 100, charset).plain();
    vec![letters(CharacterSet::Unicode), letters(CharacterSet::Ascii), svg(&scene, window)]
}

/// The answers to lines that cannot be carried out, or only just.
fn errors(known: &State) -> Vec<String> {
    let mut lines = Vec::new();
    let units = known
        .ships
        .iter()
        .map(|ship| ship.id.clone())
        .chain(known.divisions.iter().map(|division| division.id.clone()));
    let units: Vec<Id> =
        units.chain([Id::new("rurik"), Id::new("emden"), Id::new("novik"), Id::new("nobody")]).collect();
    for unit in &units {
        for line in [
            format!("plot {unit} 9-CL60 speed 9"),
            format!("plot {unit} F {}", units[0]),
            format!("speed {unit} 20"),
            format!("launch {unit} at {} factors 9 run 99 bow marker Q", units[units.len() - 1]),
            format!("launch {} at {unit} factors 1 run 1 port marker Q", units[0]),
            format!("repair {unit} F1"),
            format!("meet Q {unit} angle 90"),
        ] {
            lines.push(match notation::parse(known, &line) {
                Err(error) => format!("{line}: {error} {:?}", error.hint),
                Ok(typed) => match decide::<Naval>(known, &typed.command, &mut Script::default()) {
                    Ok(events) => format!("{line}: {}", show::event::events_text(known, &events)),
                    Err(halt) => {
                        format!("{line}: {}", show::dice_prompts::naval_halt_error(known, &halt).as_error(None))
                    }
                },
            });
        }
    }
    lines
}

/// The numbers that each own ship would need against each enemy known to the side.
fn odds(known: &State, side: &SideId) -> Vec<String> {
    let mut lines = Vec::new();
    for own in known.ships_of_side(side) {
        for enemy in known.ships.iter().filter(|ship| ship.side != *side) {
            for range in [Some(Inches::whole(6)), None] {
                let order = FireOrder {
                    firer: own.id.clone(),
                    target: enemy.id.clone(),
                    range,
                    bearing: None,
                    battery: None,
                    conditions: Conditions::default(),
                };
                let mut before = known.clone();
                before.segment = naval::Segment::Gunfire;
                let fire = Command::Fire { units: vec![own.id.clone()], apart: false };
                let declared = decide::<Naval>(&before, &Command::Target(order), &mut Script::default());
                lines.push(match declared {
                    Err(halt) => show::dice_prompts::naval_halt_error(known, &halt).as_error(None),
                    Ok(events) => {
                        play::apply_all::<Naval>(&mut before, &events);
                        let mut faces = Script::typed([1; 200]);
                        match decide::<Naval>(&before, &fire, &mut faces) {
                            Ok(events) => show::event::events_text(&before, &events),
                            Err(halt) => show::dice_prompts::naval_halt_error(&before, &halt).as_error(None),
                        }
                    }
                });
            }
        }
    }
    lines
}

/// What a side may order against ships in sight: launches under several letters, and plots.
fn orders(state: &State, side: &SideId) -> Vec<String> {
    let seen = state.ships.iter().find(|ship| ship.side != *side && ship.sighted && ship.is_in_action());
    let mut lines = Vec::new();
    for own in state.ships_of_side(side).filter(|ship| ship.is_in_action()) {
        lines.push(format!("plot {} 1 speed 1", own.id));
        // A side's own keyboard accepts launches only in the Plotting Segment. [3.3.1, Q59]
        let is_plotting = state.segment == naval::Segment::Plotting;
        let Some(target) = seen.filter(|_| is_plotting && own.card.torpedo.is_some()) else { continue };
        for letter in ["Q", "r", "S", "V", "W"] {
            lines.push(format!("launch {} at {} factors 0 run 1 port marker {letter} dummy", own.id, target.id));
        }
        lines.push(format!("plot {} 1 speed 1 T{}/D/{}/1/P/Q", own.id, state.turn, target.id));
    }
    lines
}

const TAKEN: &str = "taken";

/// The answer to an order of a side: first from its knowledge, then from the true state.
fn answer(state: &State, side: &SideId, line: &str) -> String {
    let known = known_to(state, side);
    let typed = match notation::parse(&known, line) {
        Ok(typed) => typed,
        Err(error) => return error.to_string(),
    };
    for (state, kind) in [(&known, "known"), (state, "true")] {
        if let Err(halt) = decide::<Naval>(state, &typed.command, &mut Script::default()) {
            return format!("{kind}: {}", show::dice_prompts::naval_halt_error(&known, &halt).as_error(None));
        }
    }
    TAKEN.to_owned()
}

/// Returns what everyone at the table sees, and the state as the table knows it.
fn seen_at_table(state: &State) -> (View<'_>, State) {
    (View::seen_by(state, &Viewer::Table), known_to(state, &Id::new(TABLE_VIEWER)))
}

/// How many positions were compared, and what they contained.
#[derive(Default)]
struct Seen {
    positions: usize,
    in_sight: usize,
    lost: usize,
    dots: usize,
    forces: usize,
    unlike: usize,
    taken: usize,
}

impl Seen {
    /// Compares what is shown to the side and to the table with the same after all hidden information has changed.
    fn compare(&mut self, state: &State, side: &SideId, (title, seed, step): (&str, u64, u64)) {
        let other = possible_state(state, side, &mut Chance::new(seed * 1000 + step));
        assert_ne!(other, *state, "nothing was hidden");
        let (was, is) = (shown(state, side), shown(&other, side));
        if was != is {
            let differ = was.lines().zip(is.lines()).find(|(was, is)| was != is);
            panic!("{title} seed {seed} step {step}, it shows to {side}: {differ:#?}");
        }
        let (was, is) = (seen_at_table(state), seen_at_table(&other));
        if was != is {
            let (was, is) = (format!("{was:#?}"), format!("{is:#?}"));
            let differ = was.lines().zip(is.lines()).find(|(was, is)| was != is);
            panic!("{title} seed {seed} step {step}, it shows to the table: {differ:#?}");
        }
        for line in orders(state, side) {
            let (was, is) = (answer(state, side, &line), answer(&other, side, &line));
            assert_eq!(was, is, "{title} seed {seed} step {step}, {side}: {line}");
            self.taken += usize::from(was == TAKEN && line.starts_with("launch"));
        }
        let view = View::for_side(state, side);
        self.positions += 1;
        self.in_sight += usize::from(view.enemies().next().is_some());
        self.lost += usize::from(view.lost_from_sight().next().is_some());
        self.dots += usize::from(view.enemy_markers().next().is_some());
        self.forces += usize::from(!view.force_markers.is_empty());
        self.unlike += usize::from(View::referee(state) != View::referee(&other));
    }
}

/// Over hundreds of positions, hidden information may have any value without changing anything on the screen, on the
/// map or in the printed briefing. [4.3, 5.7, 5.13.1, 7.4.6]
#[test]
fn r4_3_hidden_information_changes_nothing_that_a_side_is_shown() {
    let games = setups()
        .into_iter()
        .enumerate()
        .flat_map(|(index, setup)| (0..8).map(move |seed| (index, setup.clone(), seed)));
    let seen = on_threads(2, games.collect::<Vec<_>>(), |(at, setup, seed)| {
        let mut seen = Seen::default();
        let mut play = Play::new(&setup, seed * 3 + at as u64);
        for step in 0..150 {
            play.type_random_line();
            if step % 10 == 9 {
                setup.sides.iter().for_each(|side| seen.compare(&play.state, &side.id, (&setup.title, seed, step)));
            }
        }
        seen
    });
    let all = |figure: fn(&Seen) -> usize| seen.iter().map(figure).sum::<usize>();
    let (positions, in_sight, lost) = (all(|seen| seen.positions), all(|seen| seen.in_sight), all(|seen| seen.lost));
    let (dots, forces, unlike) = (all(|seen| seen.dots), all(|seen| seen.forces), all(|seen| seen.unlike));
    let taken = all(|seen| seen.taken);
    // The positions cover enough: enemies are seen and lost, and have torpedoes in the water.
    assert!(positions > 600 && unlike == positions, "{positions} positions, {unlike} unlike");
    assert!(in_sight > 200 && lost > 50 && dots > 50, "{in_sight} in sight, {lost} lost, {dots} with markers");
    assert!(forces > 50, "{forces} with force markers");
    assert!(taken > 50, "{taken} launches taken");
}

#[test]
fn the_table_is_a_separate_viewer_and_owns_nothing() {
    for (word, viewer) in
        [(None, Viewer::Referee), (Some(TABLE_VIEWER), Viewer::Table), (Some("japan"), Viewer::Side("japan".into()))]
    {
        assert_eq!(Viewer::from_name(word), viewer);
        assert_eq!(viewer.journal_name(), word);
    }
    let state = naval::begin(&naval_kit::scenario("asahi-retvizan"));
    let view = View::seen_by(&state, &Viewer::Table);
    assert_eq!((view.viewer_name(), view.viewer.side(), view.own_ships().count()), ("the table", None, 0));
    assert!(view.setup.sides.iter().all(|side| !view.owns(&side.id)));
    assert_eq!(show::json::view_json(&view)["side"], TABLE_VIEWER);
}
