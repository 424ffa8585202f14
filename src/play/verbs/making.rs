//! What a game's rows and its commands have to do with each other, written once for every game.

/// Makes the enum of the verbs and the way from each to its row and to its command, and from commands to verbs.
///
/// Where a command is named, the slots of the row are its fields in their order; else a function makes it, and `spelled`
/// tells how it is spelt. Where it stands, `Row`, `Reader`, `Value`, `Command`, `Fault` and `Piece` are the game's own.
#[macro_export]
macro_rules! verb_table {
    (
        verbs { $($Verb:ident = $row:path $(=> $Command:ident { $($field:ident),* })? $(, $make:path)?;)* }
        spelled { $($pattern:pat => $spelled:expr,)* }
    ) => {
        /// Everything that can be ordered, each form of a verb by itself.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Verb { $($Verb,)* }

        impl Verb {
            /// In the order in which help lists them.
            pub const ALL: &'static [Verb] = &[$(Verb::$Verb,)*];

            pub const fn row(self) -> &'static Row {
                match self { $(Verb::$Verb => &$row,)* }
            }
            /// The command that a line amounts to, once its slots are filled; refused where that does not go together.
            pub fn make(self, r: &mut Reader) -> Result<Command, Fault> {
                match self {
                    $(Verb::$Verb => { $(Ok(Command::$Command { $($field: r.filled.take()?),* }))? $($make(r))? })*
                }
            }
        }

        /// The verb of a command, and what fills its slots.
        pub fn spell(command: &Command) -> (Verb, Vec<Vec<Value>>) {
            match command {
                $($(Command::$Command { $($field),* } => (Verb::$Verb, vec![$($field.values()),*]),)?)*
                $($pattern => $spelled,)*
            }
        }
    };
}

/// Makes the enum of the words that the session of a game answers itself, and the way from each to its row; whoever answers
/// them matches all of them, so that a word which nobody answers does not compile.
///
/// Where it stands, `Row` is the game's own.
#[macro_export]
macro_rules! session_words {
    ($($Word:ident = $row:expr;)*) => {
        /// What the session answers itself, and no rule decides.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum SessionWord { $($Word,)* }

        impl SessionWord {
            /// In the order in which help lists them.
            pub const ALL: &'static [SessionWord] = &[$(SessionWord::$Word,)*];

            pub fn row(self) -> &'static Row {
                match self { $(SessionWord::$Word => { static ROW: Row = $row; &ROW })* }
            }
            /// The word that is called so in full.
            pub fn called(key: &str) -> Option<SessionWord> {
                Self::ALL.iter().copied().find(|word| word.row().is_called(key))
            }
        }
    };
}

/// Parts of a command that fill a slot as they are, each with the `Value` that holds it.
#[macro_export]
macro_rules! pieces {
    ($Grammar:ty: $($Part:ty = $Value:ident),* $(,)?) => {
        $(impl $crate::verbs::Piece<$Grammar> for $Part {
            fn of(values: &[&Value]) -> Option<Self> {
                match values {
                    [Value::$Value(part)] => Some(part.clone()),
                    _ => None,
                }
            }
            fn values(&self) -> Vec<Value> {
                vec![Value::$Value(self.clone())]
            }
        })*
    };
}
