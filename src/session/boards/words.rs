//! What is answered at every board besides its moves and verbs: how each word is typed, offered and told.
use play::verbs::Common;

/// A word that is answered at every board.
pub struct Row {
    word: &'static str,
    aliases: &'static [&'static str],
    /// Something has to stand behind it.
    takes: bool,
    /// How it stands in help, and what is said of it there; one that stands with another has no usage of its own.
    usage: &'static str,
    says: &'static str,
}

const fn word(word: &'static str, usage: &'static str, says: &'static str) -> Row {
    Row { word, aliases: &[], takes: false, usage, says }
}
const fn common(common: Common, usage: &'static str, says: &'static str) -> Row {
    let (name, aliases) = common.spelt();
    Row { aliases, ..word(name, usage, says) }
}

play::session_words! {
    Moves = word("moves", "moves [SQUARE]", "list legal moves");
    WhyNot = Row { takes: true, ..word("why not", "why not MOVE", "explain a refusal") };
    Board = word("board", "board", "show the mover's board");
    Status = word("status", "status", "show whose turn it is");
    Undo = common(Common::Undo, "undo, redo", "take back, bring back");
    Redo = common(Common::Redo, "", "");
    Log = common(Common::Log, "log", "show the game so far");
    Why = common(Common::Why, "why [ENTRY]", "show the paragraphs");
    Rules = word("rules", "rules [NUMBER]", "look up a rule");
    Dice = common(Common::Dice, "dice ask|roll", "choose who rolls");
    Note = Row { takes: true, ..word("note", "note WORDS", "add to the record") };
    Hint = word("hint", "hint [LEVEL]", "ask the machine");
    Clock = word("clock", "clock [20m+10s|stop] [because \"...\"]", "set, stop or show the time to think");
    Go = word("go", "go [LEVEL]", "let it move");
    Position = Row { aliases: &["position"], ..word("save position", "save position", "show it as text") };
    Help = word("help", "help, quit", "");
    Quit = common(Common::Quit, "", "");
    PlaceLine = Row { takes: true, ..word("place line", "place line BW.WW/CT", "place all your pieces at once") };
    PlaceRandom = word("place random", "place random", "place at random, sensibly");
    Belief = word("belief", "belief", "what pieces may be");
    Analyse = Row {
        aliases: &["analyze"],
        ..word("analyse", "analyse [3] [depth 6|nodes N|time MS]", "show the best lines with their scores")
    };
}

impl Row {
    fn is_called(&self, key: &str) -> bool {
        self.word == key || self.aliases.contains(&key)
    }
    /// How a line with it begins, as Tab completes it.
    pub fn begun(&self) -> String {
        format!("{}{}", self.word, if self.takes { " " } else { "" })
    }
}

impl SessionWord {
    /// The word that a line begins with, and the words behind it.
    pub fn begins<'w, 'l>(words: &'w [&'l str]) -> Option<(SessionWord, &'w [&'l str])> {
        let most = words.len().min(2);
        (1..=most).rev().find_map(|many| Some((SessionWord::called(&words[..many].join(" "))?, &words[many..])))
    }

    /// The words of a game in which men are hidden, or none.
    pub fn known(hides: bool) -> impl Iterator<Item = &'static Row> {
        use SessionWord::{Belief, PlaceLine, PlaceRandom};
        let of_hidden = |word: &SessionWord| matches!(word, Belief | PlaceLine | PlaceRandom);
        SessionWord::ALL.iter().filter(move |word| hides || !of_hidden(word)).map(|word| word.row())
    }
}

/// Where more of the rules is told than help has room for.
const MORE: &str = "  LEVEL          beginner, club or full

help rules       all the rules, as `kaiser print` puts them on a card
help WORD        what they say of a man or a word, or under a number";

/// What help says of them: two on a line, one that is long by itself.
pub fn help(hides: bool) -> String {
    let (long, short): (Vec<&Row>, Vec<&Row>) =
        SessionWord::known(hides).filter(|row| !row.usage.is_empty()).partition(|row| 15 < row.usage.len());
    let cell = |row: &&Row| format!("{:<15}{:<27}", row.usage, row.says);
    let mut lines: Vec<String> = short.chunks(2).map(|pair| pair.iter().map(cell).collect()).collect();
    lines.extend(long.iter().map(|row| format!("{}  {}", row.usage, row.says)));
    let lines: Vec<String> = lines.iter().map(|line| format!("  {}", line.trim_end())).collect();
    format!("{}\n{MORE}", lines.join("\n"))
}
