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

/// Makes the enum of the words that the session of a game answers itself, that of their verbs, and the way from a filled row
/// to its word; whoever answers them matches all of them, so that a word which nobody answers does not compile.
///
/// The slots of a row are the fields of its word in their order; a word that is no more than its verb has none, and that of
/// every session, or one of which the slots do not tell it all, is made by a function. Where it stands, `Row`, `Reader` and
/// `Fault` are the game's own.
#[macro_export]
macro_rules! session_words {
    ($($Word:ident = $row:expr
        $(=> $({ $($field:ident: $Type:ty),* $(,)? })? $(($Made:ty) by $make:path)?)?;
    )*) => {
        /// What the session answers itself, and no rule decides, as it was typed.
        #[derive(Clone, PartialEq, Debug)]
        pub enum SessionWord { $($Word $($({ $($field: $Type),* })? $(($Made))?)?,)* }

        /// The verbs of what the session answers itself.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum SessionVerb { $($Word,)* }

        impl SessionVerb {
            /// In the order in which help lists them.
            pub const ALL: &'static [SessionVerb] = &[$(SessionVerb::$Word,)*];

            pub fn row(self) -> &'static Row {
                match self { $(SessionVerb::$Word => { static ROW: Row = $row; &ROW })* }
            }
            /// The verb that is called so in full.
            pub fn called(key: &str) -> Option<SessionVerb> {
                Self::ALL.iter().copied().find(|verb| verb.row().is_called(key))
            }
            /// The verb with which tokens begin, of two words before one of one, and of how many it is.
            pub fn begins(tokens: &[$crate::verbs::Token]) -> Option<(SessionVerb, usize)> {
                [2, 1].into_iter().find_map(|words| {
                    let keys: Vec<&str> = tokens.get(..words)?.iter().map(|token| &*token.key).collect();
                    Some((SessionVerb::called(&keys.join(" "))?, words))
                })
            }
            /// What the row of the verb with which a line begins says of it.
            pub fn nature(line: &str) -> $crate::verbs::Nature {
                let begins = Self::begins(&$crate::verbs::tokens(line));
                begins.map_or_else(Default::default, |(verb, _)| verb.row().nature())
            }
            /// The word that a line amounts to, once its slots are filled.
            pub fn make(self, r: &mut Reader) -> Result<SessionWord, Fault> {
                match self {
                    $(SessionVerb::$Word => Ok(SessionWord::$Word {
                        $($($($field: r.filled.take()?,)*)? $(0: $make(r)?)?)?
                    }),)*
                }
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
