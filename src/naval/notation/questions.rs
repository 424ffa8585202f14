//! The guided form: a verb typed alone is asked for what it needs, one question at a time.
use super::{
    complete::targets,
    help,
    names::{Found, Names, Sort},
    print::name,
    reader::BATTERIES,
    settings::{DIALS, Dial},
    words::quoted,
};
use crate::{
    gunnery,
    measure::Id,
    ship::{BatteryKind, HitState, Ship},
    sighting::judged,
    state::State,
    survey::{range, range_as_they_lie},
};

/// One question of the guided form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The question, below what is said with it.
    pub says: String,
    /// What is shown, and the answer that it stands for; an empty answer leaves the matter out.
    pub choices: Vec<(String, String)>,
    /// Whether words other than the choices may be typed.
    pub free: bool,
}

impl Question {
    fn choice(says: &str, choices: Vec<(String, String)>) -> Option<Question> {
        Some(Question { says: says.to_owned(), choices, free: false })
    }
    fn free(says: &str) -> Option<Question> {
        Question::open(says, Vec::new())
    }
    fn open(says: &str, choices: Vec<(String, String)>) -> Option<Question> {
        Some(Question { says: says.to_owned(), choices, free: true })
    }
}

fn plain(words: &[&str]) -> Vec<(String, String)> {
    words.iter().map(|word| ((*word).to_owned(), (*word).to_owned())).collect()
}
fn or_nothing(shown: &str, mut choices: Vec<(String, String)>) -> Vec<(String, String)> {
    choices.insert(0, (shown.to_owned(), String::new()));
    choices
}

/// The next question for a verb typed alone, given the answers so far; `None` when the order is complete.
///
/// Verbs that may well stand alone (`next`, `declared`, `fires`, `damage`, `end`) and the verbs of the session ask
/// nothing.
pub fn questions(state: &State, verb: &str, answers: &[String]) -> Option<Question> {
    let asked = Asked { state, answers };
    match canonical(verb)? {
        "target" => asked.target(),
        "fire" => asked.fire(),
        "measure" => asked.measure(),
        "illuminate" => asked.illuminate(),
        "launch" => asked.launch(),
        "meet" => asked.meet(),
        "miss" => asked.only(|asked| Question::choice("Which marker?", asked.markers())),
        "torpedoes" => asked.only(|asked| Question::choice("Which side?", asked.sides())),
        "coup" => asked.coup(),
        "repair" => asked.repair(),
        "orders" => asked.only(|asked| {
            let by_hand = |ship: &Ship| ship.at.is_none();
            Question::choice("Which division?", asked.divisions(by_hand))
        }),
        "collide" => match answers.len() {
            0 => Question::choice("Whose bow strikes?", asked.ships(|_| true)),
            1 => Question::choice("Whom?", asked.ships(|_| true).into_iter().chain(plain(&["land"])).collect()),
            2 if answers[1] == "land" => None,
            2 => Question::choice(
                "How do they meet?",
                or_nothing("the first rams the second", plain(&["bow", "scrape"])),
            ),
            _ => None,
        },
        "smoke" => asked.only(|asked| Question::choice("Who makes smoke?", asked.units(|ship| ship.run.is_some()))),
        "react" => asked.only(|asked| Question::choice("Which division?", asked.light_divisions())),
        "sight" => asked.only(|asked| Question::choice("Who is seen?", asked.units(|ship| !ship.sighted))),
        "unsight" => asked.only(|asked| Question::choice("Who is lost from sight?", asked.units(|ship| ship.sighted))),
        "speed" | "plot" => match answers.len() {
            0 => Question::choice("Whose speed?", asked.units(|_| true)),
            1 => Question::free("What speed, in inches a turn?"),
            _ => None,
        },
        "flag" => match answers.len() {
            0 => Question::choice("Which division?", asked.divisions(|_| true)),
            1 => {
                let of = asked.answers[0].trim();
                let division = super::parse::division(state, of).ok();
                Question::choice("To which ship?", asked.ships(|ship| Some(&ship.division) == division.as_ref()))
            }
            _ => None,
        },
        "exit" => match answers.len() {
            0 => Question::choice("Who leaves the table?", asked.ships(|_| true)),
            1 => Question::choice("By which edge?", or_nothing("not said", plain(&["north", "east", "south", "west"]))),
            _ => None,
        },
        "note" => asked.only(|_| Question::free("What is to be noted?")),
        "set" => asked.set(),
        _ => None,
    }
}

fn canonical(verb: &str) -> Option<&'static str> {
    help::verb(verb).ok().map(|help| help.verb)
}

/// The line that a verb and its answers amount to: what could have been typed at once.
pub fn guided_line(verb: &str, answers: &[String]) -> String {
    let verb = canonical(verb).unwrap_or(verb);
    let mut line = verb.to_owned();
    for (at, answer) in answers.iter().enumerate() {
        let answer = answer.trim();
        if answer.is_empty() {
            continue;
        }
        let in_words = matches!((verb, at), ("note", 0) | ("set", 3)) && !answer.starts_with(['"', '“', '„']);
        let answer = if in_words { quoted(answer) } else { answer.to_owned() };
        let before = lead(verb, at);
        let led = before.is_empty() || answer == "dummy" || answer.split_whitespace().next() == Some(before);
        line.push(' ');
        if !led {
            line.push_str(before);
            line.push(' ');
        }
        line.push_str(&answer);
    }
    line
}

/// The word that introduces an answer.
fn lead(verb: &str, at: usize) -> &'static str {
    match (verb, at) {
        ("target" | "launch" | "coup", 1) => "at",
        ("target" | "measure" | "coup", 2) | ("illuminate", 3) => "range",
        ("target", 3) => "arc",
        ("target", 4) => "battery",
        ("launch", 2) | ("coup", 3) => "factors",
        ("launch", 3) => "run",
        ("launch", 5) => "marker",
        ("meet", 2) => "angle",
        ("speed" | "plot", 1) => "speed",
        ("exit", 1) => "by",
        ("set", 3) => "because",
        _ => "",
    }
}

struct Asked<'a> {
    state: &'a State,
    answers: &'a [String],
}

impl Asked<'_> {
    fn only(&self, ask: impl FnOnce(&Self) -> Option<Question>) -> Option<Question> {
        if self.answers.is_empty() { ask(self) } else { None }
    }
    /// Everything before has been said and the last question was left unanswered.
    fn done_after(&self, fixed: usize) -> bool {
        fixed < self.answers.len() && self.answers.last().is_some_and(|answer| answer.trim().is_empty())
    }
    /// The unit that an answer names.
    fn named(&self, at: usize) -> Option<Id> {
        let typed = self.answers.get(at)?;
        let names = Names::of(self.state);
        [Sort::Unit, Sort::Marker].into_iter().find_map(|sort| match names.find(sort, typed.trim().trim_matches('"')) {
            Found::One(name) => Some(name.id.clone()),
            Found::Many(_) | Found::Nobody => None,
        })
    }
    fn pair(&self, id: &Id) -> (String, String) {
        (self.state.name(id).to_owned(), name(self.state, id))
    }
    fn ships(&self, which: impl Fn(&Ship) -> bool) -> Vec<(String, String)> {
        self.state.afloat().filter(|ship| which(ship)).map(|ship| self.pair(&ship.id)).collect()
    }
    fn units(&self, which: impl Fn(&Ship) -> bool) -> Vec<(String, String)> {
        let some = |id: &&Id| self.state.ships_of(id).any(|ship| ship.in_action() && which(ship));
        let divisions = self.state.divisions.iter().map(|division| &division.id).filter(some);
        let divisions: Vec<(String, String)> = divisions.map(|id| self.pair(id)).collect();
        self.ships(&which).into_iter().chain(divisions).collect()
    }
    fn sides(&self) -> Vec<(String, String)> {
        self.state.setup.sides.iter().map(|side| self.pair(&side.id)).collect()
    }
    fn markers(&self) -> Vec<(String, String)> {
        let shown = |marker: &crate::state::Marker| {
            let launcher = self.state.name(&marker.launcher);
            let typed = name(self.state, &marker.id);
            (format!("{typed}, launched by {launcher}"), typed)
        };
        self.state.markers.iter().map(shown).collect()
    }
    fn light_divisions(&self) -> Vec<(String, String)> {
        self.divisions(|ship| ship.card.kind.is_light())
    }
    /// Divisions of which some ship in action is meant.
    fn divisions(&self, which: impl Fn(&Ship) -> bool) -> Vec<(String, String)> {
        let meant = |id: &&Id| self.state.ships_of(id).any(|ship| ship.in_action() && which(ship));
        let divisions = self.state.divisions.iter().map(|division| &division.id).filter(meant);
        divisions.map(|id| self.pair(id)).collect()
    }
    /// Enemies of the unit named first, with the range measured this turn.
    fn enemies(&self) -> Vec<(String, String)> {
        let state = self.state;
        let Some(unit) = self.named(0) else { return self.units(|_| true) };
        let Some(side) = state.ships_of(&unit).next().map(|ship| ship.side.clone()) else { return Vec::new() };
        let shown = |id: Id| {
            let range = range(state, &unit, &id).map(|range| format!(", {range}\" away")).unwrap_or_default();
            let seen = judged(state, &unit, &id, false).is_ok();
            let (shown, text) = self.pair(&id);
            (format!("{shown}{range}{}", if seen { "" } else { ", not in sight" }), text)
        };
        targets(state, &unit, &side).into_iter().map(shown).collect()
    }
    /// Enemies in sight of the unit named first, and any other by name; all where none is.
    fn marks(&self) -> Option<Question> {
        let all = self.enemies();
        let by = self.named(0);
        let seen = |(_, typed): &&(String, String)| {
            let id = super::parse::unit(self.state, typed).ok();
            by.as_ref().zip(id).is_some_and(|(by, id)| judged(self.state, by, &id, false).is_ok())
        };
        let some: Vec<(String, String)> = all.iter().filter(seen).cloned().collect();
        if some.is_empty() { Question::choice("At whom?", all) } else { Question::open("At whom?", some) }
    }
    /// Enemies that sink or were abandoned. [7.6, Q46]
    fn hulks(&self) -> Vec<(String, String)> {
        let by = self.named(0);
        let side = by.as_ref().and_then(|by| self.state.ships_of(by).next()).map(|ship| &ship.side);
        let hulks = self.state.ships.iter().filter(|ship| ship.is_on_table() && !ship.in_action());
        hulks.filter(|ship| Some(&ship.side) != side).map(|ship| self.pair(&ship.id)).collect()
    }
    /// A range, with the one measured this turn for the taking.
    fn range(&self) -> Option<Question> {
        let (one, other) = (self.named(0), self.named(1));
        let pair = one.zip(other);
        let known = pair.as_ref().and_then(|(one, other)| self.state.measured(one, other));
        let measured = known.map(|range| (format!("{range}\" as measured"), range.to_string()));
        let lies = pair.as_ref().and_then(|(one, other)| range_as_they_lie(self.state, one, other));
        let lies = lies.map(|range| (format!("{range}\" as they lie"), String::new()));
        Question::open("At what range, in inches?", measured.or(lies).into_iter().collect())
    }

    /// What an arc is that nobody types.
    fn arc_left_out(&self) -> &'static str {
        let tracked = |at| self.named(at).is_some_and(|unit| self.state.is_tracked(&unit));
        if tracked(0) && tracked(1) { "as they lie" } else { "broadside" }
    }

    fn target(&self) -> Option<Question> {
        match self.answers.len() {
            0 => self.firers(),
            // Nobody is called so: the reader of the line says who is.
            1 if self.named(0).is_none() => None,
            1 => self.marks(),
            2 => self.range(),
            3 => Question::choice(
                "Where does she bear?",
                or_nothing(self.arc_left_out(), plain(&["bow", "stern", "port", "starboard"])),
            ),
            4 => Question::choice("Which battery?", or_nothing("all that she would use", self.batteries())),
            _ if self.done_after(5) => None,
            _ => Question::open(
                "Anything along the line of fire? (also: turned 30, target turned 60, courses 45, through NAME)",
                or_nothing(
                    "nothing more",
                    plain(&[
                        "downwind",
                        "visibility poor",
                        "visibility very-poor",
                        "visibility extreme",
                        "blocked by smoke",
                        "blocked by land",
                    ]),
                ),
            ),
        }
    }
    /// The ships that may declare now, each with her division, and any other by name; nothing is asked where there are
    /// none. [3.3.5]
    fn firers(&self) -> Option<Question> {
        let state = self.state;
        let ships = gunnery::may_declare(state);
        let first = ships.first()?;
        let at = targets(state, &first.id, &first.side).into_iter().next()?;
        let line = format!("target {} at {}", name(state, &first.id), name(state, &at));
        let shown = |ship: &&Ship| {
            let (shown, text) = self.pair(&ship.id);
            let division = state.name(&ship.division);
            (if division == shown { shown } else { format!("{shown}, {division}") }, text)
        };
        let whose = gunnery::due(state).map_or_else(String::new, |side| format!(" of {}", state.name(&side)));
        let says = format!("In one line: {line}\nWhich ship{whose} fires?");
        Question::open(&says, ships.iter().map(shown).collect())
    }
    fn batteries(&self) -> Vec<(String, String)> {
        let unit = self.named(0);
        let armed = |ship: &Ship, kind: BatteryKind| match kind {
            BatteryKind::Big => ship.card.big.is_some(),
            BatteryKind::Medium | BatteryKind::Light => ship.card.battery(kind).is_some(),
        };
        let has = |kind: BatteryKind| {
            unit.as_ref().is_none_or(|unit| self.state.ships_of(unit).any(|ship| ship.in_action() && armed(ship, kind)))
        };
        BATTERIES.iter().filter(|(_, kind)| has(*kind)).flat_map(|(word, _)| plain(&[word])).collect()
    }
    fn fire(&self) -> Option<Question> {
        let is_open = self.state.this_move.declarations.iter().any(|one| !one.fired);
        self.only(|asked| {
            let mut choices = plain(&["all"]);
            for one in asked.state.this_move.declarations.iter().filter(|one| !one.fired) {
                let (shown, text) = asked.pair(&one.firer);
                let at = asked.state.name(&one.target);
                if !choices.iter().any(|(_, other)| *other == text) {
                    choices.push((format!("{shown}, at {at}"), text));
                }
            }
            Question::choice("Who fires?", choices).filter(|_| is_open)
        })
    }
    fn measure(&self) -> Option<Question> {
        match self.answers.len() {
            0 => Question::choice("From which ship?", self.units(|_| true)),
            1 => Question::choice("To which ship?", self.enemies()),
            2 => Question::free("What does the tape say, in inches?"),
            _ => None,
        }
    }
    fn illuminate(&self) -> Option<Question> {
        match self.answers.len() {
            0 => Question::choice("Which ship lights?", self.ships(|_| true)),
            1 => Question::choice("Whom?", self.enemies()),
            2 => Question::choice("With what?", plain(&["searchlight", "starshell"])),
            3 => self.range(),
            _ => None,
        }
    }
    fn launch(&self) -> Option<Question> {
        match self.answers.len() {
            0 => Question::choice("Who launches?", self.units(|ship| ship.torpedoes_left > 0)),
            1 => Question::choice("At whom?", self.enemies()),
            2 => {
                let left = self.named(0).map_or(0, |unit| {
                    self.state.ships_of(&unit).map(|ship| u16::from(ship.torpedoes_left)).sum::<u16>()
                });
                let says = format!("How many factors? {left} are left");
                Question::open(&says, vec![("a dummy marker".to_owned(), "dummy".to_owned())])
            }
            3 => Question::free("What run, in inches?"),
            4 => Question::choice("To which side?", plain(&["port", "starboard"])),
            5 => Question::free("Which marker, such as Q?"),
            _ => None,
        }
    }
    fn meet(&self) -> Option<Question> {
        let ships = || {
            let marker = self.named(0).and_then(|id| self.state.markers.iter().find(|marker| marker.id == id));
            self.ships(|ship| marker.is_none_or(|marker| marker.side != ship.side))
        };
        match self.answers.len() {
            0 => Question::choice("Which marker?", self.markers()),
            1 => Question::choice("Whom did its torpedoes meet?", ships()),
            2 => Question::free("At what angle to her keel, in degrees?"),
            _ if self.done_after(3) => None,
            _ => Question::open(
                "Another ship? (and NAME angle D; line NAME angle D for one on the same line)",
                or_nothing("nobody else", Vec::new()),
            ),
        }
    }
    fn coup(&self) -> Option<Question> {
        match self.answers.len() {
            0 => Question::choice("Who launches?", self.ships(|ship| ship.torpedoes_left > 0)),
            1 => Question::choice("At which cripple?", self.enemies().into_iter().chain(self.hulks()).collect()),
            2 => self.range(),
            3 => Question::open("How many factors?", or_nothing("one", Vec::new())),
            _ => None,
        }
    }
    fn repair(&self) -> Option<Question> {
        match self.answers.len() {
            0 => {
                let hurt = |ship: &Ship| ship.hits.iter().any(|hit| hit.state == HitState::Active);
                Question::choice("Which ship?", self.ships(|ship| hurt(ship) && !ship.repair_tried))
            }
            1 => {
                let ship = self.named(0);
                let hits = ship.iter().flat_map(|id| self.state.ship(id)).flat_map(|ship| &ship.hits);
                let active = hits.filter(|hit| hit.state == HitState::Active);
                Question::choice("Which hit?", active.flat_map(|hit| plain(&[hit.id.as_str()])).collect())
            }
            _ => None,
        }
    }
    fn set(&self) -> Option<Question> {
        let dial = self.answers.get(1).and_then(|word| Dial::named(word.trim()));
        match self.answers.len() {
            0 => {
                let table = ("the whole table".to_owned(), super::settings::TABLE.to_owned());
                Question::choice("For whom?", self.units(|_| true).into_iter().chain([table]).collect())
            }
            1 => {
                let table = self.answers[0].trim() == super::settings::TABLE;
                let dials = DIALS.iter().filter(|(_, dial, _)| dial.of_the_table() == table);
                let shown = |(word, _, says): &(&str, Dial, &str)| (format!("{word}: {says}"), (*word).to_owned());
                Question::choice("What is to be set?", dials.map(shown).collect())
            }
            2 if dial == Some(Dial::Mounts) => {
                let ship = self.named(0).and_then(|id| self.state.ship(&id));
                let mounts = ship.iter().flat_map(|ship| &ship.card.big).flat_map(|big| &big.mounts);
                let names: Vec<&str> = mounts.map(|mount| mount.id.as_str()).collect();
                Question::open("Which mounts are lost? (several: a y)", [plain(&["none"]), plain(&names)].concat())
            }
            2 => match dial.map_or(&[][..], Dial::words) {
                [] => Question::free("To what number?"),
                words => Question::choice("To what?", plain(words)),
            },
            3 => Question::free("For what reason?"),
            _ => None,
        }
    }
}
