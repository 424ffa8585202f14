//! `plot 2nd 1-CL60-1 ?`: where a plot would take a division, in words and on the map. Nothing is filed.
use serde_json::json;

use crate::{AtTable as _, DiceAtHand, Problem, Session, Told};
use naval::{Command, Fact, Naval, movement, notation, view::View};
use play::{self, Game};
use show::map::{self, Window};

impl Session<'_, Naval> {
    /// Where this plot would take whom it is for, as far as nothing stops them. Refused as the plot itself is, and where
    /// nobody has a position or it is for a later turn.
    pub(super) fn preview(&self, command: &Command) -> Result<Told, Problem> {
        let known = self.known();
        self.may_order(command)?;
        let mut hand = DiceAtHand::supposed(&[]);
        let events = play::decide::<Naval>(&known, command, &mut hand);
        let events = events.map_err(|halt| Naval::refused(None, &known, command, halt))?;
        let (unit, advance) = match command {
            Command::Plot { unit, advance, .. } => (unit, *advance),
            // Of who moves by hand a speed alone is the whole plot.
            Command::Speed { unit, .. } => (unit, false),
            _ => {
                return Err(Problem::new("only a plot can be asked about so").hint(notation::example(&known, "plot")));
            }
        };
        if advance {
            return Err(
                Problem::new("where a plot of next turn ends hangs on this turn's move").hint("the plot of this turn")
            );
        }
        let mut then = known.clone().into_owned();
        play::apply_all::<Naval>(&mut then, &events);
        let division = then.division_of(unit);
        let plot = division.and_then(|division| Some((division, division.plot.as_ref()?)));
        let runs = plot.and_then(|(division, plot)| movement::foreseen(&then, division, plot));
        let Some(runs) = runs.filter(|runs| !runs.is_empty()) else {
            let what =
                format!("{} has no position: where the plot would end is for the ruler to say", known.name(unit));
            // Of a unit that is moved by hand a speed alone is a plot.
            let line = match command {
                Command::Speed { unit, speed } => format!("plot {} {speed}", notation::typed_name(&known, unit)),
                other => notation::print(&known, other),
            };
            return Err(Problem::new(what).hint(line));
        };
        let name = known.name(unit);
        // Drawn where they would be, all others where they are; what is not told stays untold.
        let mut moved = self.state().clone();
        runs.into_iter().for_each(|run| Naval::apply(&mut moved, &Fact::Moved(run)));
        let view = View::seen_by(&moved, &self.seat.reader);
        let (lines, values) = show::ruler::move_lines(&view, Some(unit));
        let mut text = format!("Nothing is filed. As far as nothing stops {name}:\n{}", lines.join("\n"));
        let scene = map::scene(&view);
        if let Some(window) = Window::about(scene.table, &scene.places(unit.as_str())) {
            let page = map::terminal(&scene, window, show::lines::WIDTH, self.door.lettering());
            text = format!("{text}\n\n{}", page.plain());
        }
        Ok(Told::text(text).with(json!({ "foreseen": values })))
    }
}
