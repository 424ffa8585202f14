//! Plays a session of any game, with a person at the prompt or with a script. Start with [`CliSession::run`].
use std::{io::BufRead, path::Path, process::ExitCode, rc::Rc};

use super::args::{Play, shared::Lines};
use super::output::{self, Out};
use super::prompt::{Keyboard, Prompt};
use super::script::{self, AfterLine};
use super::store::{self, Store};
use super::{asking::FilledLine, dice, file::as_typed, person::Person, sheet_secret};
use load::Sources;
use play::Game;
use play::journal::{Entry, EntryOf, Header, Journal};
use session::{
    Answer, AsTable, DiceMode, DrawFn, Frontend as _, Input, JournalStore, LineEffect, PlayableGame, Refusal, Session,
    Stage, Table, branch_text,
};

pub type FillLine = fn(&mut dyn Table, &Keyboard, &str) -> Result<FilledLine, Refusal>;

pub struct CliGame<'a, G: PlayableGame> {
    /// The seat at the start: which player is active.
    pub seat: G::Seat,
    pub as_table: AsTable<G>,
    pub draw: DrawFn<'a, G>,
    /// Returns a message to print between two lines that is not about the game, such as that a mirror failed.
    pub aside: Box<dyn Fn() -> Option<String> + 'a>,
    pub fill_line: FillLine,
    pub closing_text: fn(&G::State, &Path) -> Option<String>,
}

impl<'a, G: PlayableGame> CliGame<'a, G> {
    /// Returns a game whose lines are never completed by questions.
    pub fn without_line_filling(
        seat: G::Seat,
        as_table: AsTable<G>,
        draw: impl Fn(&mut Session<'_, G>, &G::Drawing) -> Result<Answer, Refusal> + 'a,
    ) -> CliGame<'a, G> {
        CliGame {
            seat,
            as_table,
            draw: Rc::new(draw),
            aside: Box::new(|| None),
            fill_line: |_, _, line| Ok(FilledLine::Line(line.to_owned())),
            closing_text: |_, _| None,
        }
    }
}

impl<G: Game> JournalStore<G> for Store<G> {
    fn journal(&self) -> &Journal<G> {
        Store::journal(self)
    }
    fn journal_mut(&mut self) -> &mut Journal<G> {
        Store::journal_mut(self)
    }
    fn commit(&mut self, entries: Vec<EntryOf<G>>) -> Result<(), Refusal> {
        Store::commit(self, entries)?;
        self.tell_watcher();
        Ok(())
    }
    fn sheet_secret(&self) -> Result<Option<String>, Refusal> {
        sheet_secret::kept(self.path(), self.journal().header())
    }
    fn kept_orders(&self) -> Result<Vec<String>, Refusal> {
        Ok(Store::kept_orders(self)?)
    }
    fn keep_orders(&mut self, lines: &[String]) -> Result<(), Refusal> {
        Ok(Store::keep_orders(self, lines)?)
    }
}

#[derive(Default)]
pub struct NewJournal<'a> {
    /// Drawn at random if not given.
    pub seed: Option<u64>,
    pub salts: Option<u64>,
    /// Keep secrets in a second file.
    pub private: bool,
    /// Which computer players play which sides.
    pub players: Option<serde_json::Value>,
    /// The file to write. Without it, the first free name that starts with `stem`.
    pub output: Option<&'a Path>,
    pub stem: &'a str,
}

impl NewJournal<'_> {
    /// Creates the journal and prints its name.
    pub fn begin<G: PlayableGame>(self, sources: &Sources, setup: G::Setup) -> Result<Store<G>, Refusal> {
        if let Some(error) = G::setup_error(&setup) {
            // No program would open its journal again.
            let what = format!("No game can begin like this: {error}.");
            return Err(Refusal::cannot(what).hint("change the switch or the file to a valid value"));
        }
        let random_seed = || dice::new_seed().map_err(|problem| problem.hint("give one with --seed"));
        let seed = self.seed.map_or_else(random_seed, Ok)?;
        let header = Header::current::<G>(G::NAME, &load::data_hash(sources), seed, setup);
        let header = Header { salts: self.salts, players: self.players, ..header };
        let path = self.output.map_or_else(|| store::free_name(Path::new("."), self.stem), Path::to_owned);
        let create = if self.private { Store::create_private } else { Store::create };
        let store = create(&path, header)?;
        let name = as_typed(&path).display();
        output::note(&format!("Journal: {name}"));
        if self.private {
            output::note(&format!("Private: {name}.private contains the seed and the plots. Show it to no one."));
        }
        Ok(store)
    }
}

/// Opens a journal to continue it as it was begun. Refuses options that would change that.
pub fn resume_from_args<G: PlayableGame>(play: &Play) -> Result<Store<G>, Refusal> {
    refuse_header_options(play)?;
    resume(Path::new(&play.what))
}

/// Opens a journal to continue it, and reports a torn last line.
pub fn resume<G: PlayableGame>(file: &Path) -> Result<Store<G>, Refusal> {
    let store = Store::<G>::open(file, G::NAME)?;
    if let Some(mended) = store.cut_off_line() {
        let (bytes, kept) = (mended.bytes, mended.saved_in.display());
        output::note(&format!("The torn last line ({bytes} bytes) was cut off and saved in {kept}."));
    }
    if let Some(branch) = &store.journal().header().branch {
        output::note(&format!("{}.", branch_text(branch)));
    }
    Ok(store)
}

/// Refuses options whose value is already in the header (line 1) of the journal. A what-if has its own file and may
/// have its own seed.
pub fn refuse_header_options(play: &Play) -> Result<(), Refusal> {
    let (file, continues) = (&play.what, play.at.is_none());
    let (what, hint) = if play.after.is_some() {
        (format!("{file} is a journal, which already names the battle before it."), "omit --after")
    } else if let Some(output) = play.output.as_ref().filter(|_| continues) {
        (
            format!("{file} is a journal and continues in its own file, not in {}.", output.display()),
            "omit -o, or begin a what-if with --at",
        )
    } else if !play.set.is_empty() {
        let hint = "omit --set. At the prompt of a battle, `set rule 3 off because \"agreed\"` cancels a special rule";
        (format!("{file} keeps the switches with which it began."), hint)
    } else if play.measured {
        (format!("{file} continues as it began."), "omit --measured")
    } else if play.private {
        (format!("{file} began without a private file, or already has one."), "omit --private")
    } else if play.salts.is_some() {
        (format!("{file} already has the source of its salts."), "omit --salts")
    } else if play.seed.is_some() && continues {
        (format!("{file} already has a seed."), "omit --seed")
    } else {
        return Ok(());
    };
    Err(Refusal::usage(what).hint(hint))
}

pub struct CliSession<'a> {
    pub sources: &'a Sources,
    pub keyboard: Keyboard,
    pub script: Option<Box<dyn BufRead>>,
    /// Continue after a refused line.
    pub keep_going: bool,
    /// Where dice come from, if the command line states it.
    pub dice: Option<DiceMode>,
}

impl<'a> CliSession<'a> {
    /// Reads a script or a pipe if there is one. Otherwise a person sits at the terminal.
    pub fn from_lines(
        sources: &'a Sources,
        keyboard: &Keyboard,
        lines: &Lines,
        dice: Option<DiceMode>,
    ) -> Result<CliSession<'a>, Refusal> {
        let script = script::open_script(lines.script.as_deref())?;
        Ok(CliSession { sources, keyboard: keyboard.clone(), script, keep_going: lines.keep_going, dice })
    }

    /// Plays until the input ends, then closes the journal, however play ended. `begin` runs before the first line.
    pub fn run<G: PlayableGame<State: 'static>>(
        self,
        mut store: Store<G>,
        game: CliGame<'_, G>,
        begin: impl FnOnce(&mut Session<'_, G>) -> Result<(), Refusal>,
        out: &mut Out,
    ) -> Result<ExitCode, Refusal> {
        let person = if self.script.is_none() { Person::at_prompt(&self.keyboard) } else { Person::script() };
        let draw = game.draw;
        let mut session =
            Session::new(&mut store, &person, self.sources, game.seat, |session, drawing| draw(session, drawing));
        // Set the source of dice before a side has the keyboard.
        if let Some(mode) = self.dice.filter(|mode| *mode != session.dice_mode) {
            // A killed program recorded no `Closed`. Add it, so that the journal shows the restart before the new mode.
            if !session.journal().entries().is_empty() && !session.journal().is_closed() {
                session.record(Entry::Closed)?;
            }
            session.change_dice_mode(mode)?;
        }
        begin(&mut session)?;
        let at_table = (game.as_table)(&mut session);
        let code = print_followups(at_table, Stage::Beginning, out).and_then(|_| match self.script {
            Some(lines) => run_script(at_table, lines, self.keep_going, &game.aside, out),
            None => run_prompt(at_table, game.fill_line, (&person, &self.keyboard), &game.aside, out)
                .map(|()| ExitCode::SUCCESS),
        });
        let code = code.and_then(|code| at_table.next_automatic_step(Stage::Leaving).map(|_| code));
        drop(session);
        // Close in any case, but report an error of play before an error of closing.
        let closed = store.close();
        let code = code?;
        closed?;
        if person.can_ask() {
            let path = as_typed(store.path()).display();
            out.say(format!("Saved {path}. Resume with `kaiser play {path}`."));
            out.say(match store.code() {
                Some(code) => {
                    format!(
                        "Its code is {code}. Note it to prove later that the file is unchanged: `kaiser verify` then \
                    prints it again."
                    )
                }
                None => "Its code is unknown, because the file cannot be read again.".to_owned(),
            });
        }
        if let Some(closing_text) = (game.closing_text)(store.journal().state(), store.path()) {
            out.say(closing_text);
        }
        Ok(code)
    }
}

fn run_script(
    table: &mut dyn Table,
    lines: Box<dyn BufRead>,
    keep_going: bool,
    aside: &dyn Fn() -> Option<String>,
    out: &mut Out,
) -> Result<ExitCode, Refusal> {
    out.say(table.prompt_view().status);
    script::run(lines, keep_going, out, |text, out| {
        let (outcome, answer) = table.line(text)?;
        out.answer(text, &answer);
        if table.is_left() && !outcome.has_moved() {
            return Ok(AfterLine::Quit);
        }
        if outcome.has_moved() {
            print_followups(table, Stage::Moved, out)?;
        }
        aside().iter().for_each(|words| output::note(words));
        Ok(if table.is_in_block() { AfterLine::InBlock } else { AfterLine::Continue })
    })
}

fn run_prompt(
    table: &mut dyn Table,
    fill_line: FillLine,
    (person, keyboard): (&Person, &Keyboard),
    aside: &dyn Fn() -> Option<String>,
    out: &mut Out,
) -> Result<(), Refusal> {
    let view = table.prompt_view();
    let mut prompt = Prompt::new(keyboard, !view.is_secret, table.secret_line_test());
    if view.is_awaited && !hand_over(table, &mut prompt, out)? {
        return Ok(());
    }
    view.opening.iter().for_each(|answer| out.show(answer));
    out.say(view.welcome);
    // A line that was typed while a long answer was shown.
    let mut typed_ahead: Option<String> = None;
    loop {
        aside().iter().for_each(|words| output::note(words));
        let view = table.prompt_view();
        let typed = match typed_ahead.take() {
            Some(line) => Some(line).inspect(|line| out.say(format!("{}{line}", view.prompt))),
            None => prompt.line(table.complete(), &view.prompt, out)?,
        };
        let Some(typed) = typed else { break };
        let line = match (typed.trim(), view.empty_line_means) {
            ("", None) => continue,
            ("", Some(enter)) => enter.to_owned(),
            (typed, _) => match fill_line(table, keyboard, typed) {
                Ok(FilledLine::Line(line)) => {
                    if line != typed {
                        out.say(format!("> {line}"));
                    }
                    line
                }
                Ok(FilledLine::Cancelled) => {
                    output::note("Cancelled. Nothing changed.");
                    prompt.note_refusal();
                    continue;
                }
                Ok(FilledLine::Gone) => break,
                Err(problem) => {
                    output::report(&problem, out.json);
                    prompt.note_refusal();
                    continue;
                }
            },
        };
        let begun = table.line(&line);
        let result =
            begun.and_then(|done| if table.is_in_block() { read_block(table, &prompt, done, out) } else { Ok(done) });
        let is_refused = result.is_err();
        match result {
            Ok((outcome, answer)) => {
                let is_passed_on = table.prompt_view().is_handed_over(&view);
                if is_passed_on && !hand_over(table, &mut prompt, out)? {
                    break;
                }
                if outcome.has_moved() {
                    out.answer(&line, &answer);
                } else {
                    out.print_by_screen(&line, &answer, |question| wants_more(keyboard, question, &mut typed_ahead))?;
                    if table.is_left() {
                        break;
                    }
                }
                let followed = outcome.has_moved() && print_followups(table, Stage::Moved, out)?;
                if followed
                    && !is_passed_on
                    && table.prompt_view().is_handed_over(&view)
                    && !hand_over(table, &mut prompt, out)?
                {
                    break;
                }
                table.prompt_view().shown_after(outcome).iter().for_each(|answer| out.show(answer));
            }
            // Going back at a question is not an error.
            Err(problem) if problem.is_stopped() && !out.json => {
                output::note(&show::lines::capital(&problem.error.what))
            }
            Err(problem) => output::report(&problem, out.json),
        }
        if is_refused {
            prompt.note_refusal();
        }
        if person.has_interrupted() && !view.is_stoppable {
            out.say("Ctrl-C came too late: the line was carried out. `undo` undoes it.");
        }
        if out.is_closed || table.is_left() {
            break;
        }
    }
    Ok(())
}

/// Reads the lines of a block, and returns the answer to all.
///
/// # Errors
/// The person drops the block, or one of its lines is refused.
fn read_block(
    table: &mut dyn Table,
    prompt: &Prompt,
    (_, help): (LineEffect, Answer),
    out: &mut Out,
) -> Result<(LineEffect, Answer), Refusal> {
    out.show(&help);
    loop {
        let Some(line) = prompt.block_line(out)? else {
            let count = show::lines::count(table.drop_block(), "line");
            return Err(Refusal::stopped(format!("the block is dropped ({count}). Nothing changed.")));
        };
        let done = table.line(&line);
        if done.is_err() || !table.is_in_block() {
            return done;
        }
    }
}

/// Whether the person wants more of a long answer. A command typed instead is kept in `typed_ahead`.
fn wants_more(keyboard: &Keyboard, question: &str, typed_ahead: &mut Option<String>) -> Result<bool, Refusal> {
    let Input::Line(word) = keyboard.read_answer(question)? else { return Ok(false) };
    let is_more = word.trim().is_empty();
    if !is_more && !word.trim().eq_ignore_ascii_case(output::STOP_READING) {
        *typed_ahead = Some(word);
    }
    Ok(is_more)
}

/// Prints what happens without a line. Returns whether anything did.
fn print_followups(table: &mut dyn Table, from: Stage, out: &mut Out) -> Result<bool, Refusal> {
    let mut stage = from;
    while let Some(followed) = table.next_automatic_step(stage)? {
        if let Some(text) = followed.sentence {
            out.say(text);
        }
        if let Some((line, answer)) = followed.line_and_answer {
            out.answer(&line, &answer);
        }
        stage = Stage::Followed;
    }
    Ok(stage != from)
}

/// Wipes the screen and the prompt's memory for the next player, then waits until that player confirms.
///
/// Returns false if no one does. A public position needs no confirmation.
fn hand_over(table: &dyn Table, prompt: &mut Prompt, out: &mut Out) -> Result<bool, Refusal> {
    out.clear();
    let view = table.prompt_view();
    prompt.hand_over(!view.is_secret);
    if let Some(question) = view.curtain_question {
        loop {
            match prompt.keyboard.read_answer(&question)? {
                Input::Line(_) => break,
                Input::Interrupted => {}
                Input::End => return Ok(false),
            }
        }
    }
    out.clear();
    Ok(true)
}
