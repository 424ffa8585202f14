//! Macros that connect a game's rows with its commands.

/// Defines the enum of the verbs, and conversions between a verb, its row and its command.
///
/// If a row names a command, its slots are the command's fields in order. Otherwise a function makes it, and `spelled`
/// gives its spelling. The game's `Row`, `Reader`, `Value`, `Command`, `LineError` and `FromSlot` must be in scope.
#[macro_export]
macro_rules! verb_table {
    (
        verbs { $($Verb:ident = $row:path $(=> $Command:ident { $($field:ident),* })? $(, $make:path)?;)* }
        spelled { $($pattern:pat => $spelled:expr,)* }
    ) => {
        /// Every verb that gives an order. Each form of a verb is separate.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Verb { $($Verb,)* }

        impl Verb {
            /// In the order of the help.
            pub const ALL: &'static [Verb] = &[$(Verb::$Verb,)*];

            pub const fn row(self) -> &'static Row {
                match self { $(Verb::$Verb => &$row,)* }
            }
            /// Returns the command of a line with filled slots, or refuses a combination that does not fit.
            pub fn make(self, r: &mut Reader) -> Result<Command, LineError> {
                match self {
                    $(Verb::$Verb => { $(Ok(Command::$Command { $($field: r.filled.take()?),* }))? $($make(r))? })*
                }
            }
        }

        pub fn spell(command: &Command) -> (Verb, Vec<Vec<Value>>) {
            match command {
                $($(Command::$Command { $($field),* } => (Verb::$Verb, vec![$($field.values()),*]),)?)*
                $($pattern => $spelled,)*
            }
        }
    };
}

/// Defines the enums of a game's session commands and of their verbs, and builds a command from a filled row. The
/// session matches all commands, so one without an answer does not compile.
///
/// The slots of a row are the command's fields in order. A command may have no fields. A function makes shared
/// commands, and those that need more than their slots. `Row`, `Reader` and `LineError` must be the game's own types in
/// scope.
#[macro_export]
macro_rules! session_words {
    ($($Word:ident = $row:expr
        $(=> $({ $($field:ident: $Type:ty),* $(,)? })? $(($Made:ty) by $make:path)?)?;
    )*) => {
        /// A command that the session answers without the rules, as typed.
        #[derive(Clone, PartialEq, Debug)]
        pub enum SessionWord { $($Word $($({ $($field: $Type),* })? $(($Made))?)?,)* }

        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum SessionVerb { $($Word,)* }

        impl SessionVerb {
            /// In the order of the help.
            pub const ALL: &'static [SessionVerb] = &[$(SessionVerb::$Word,)*];

            pub fn row(self) -> &'static Row {
                match self { $(SessionVerb::$Word => { static ROW: Row = $row; &ROW })* }
            }
            /// Returns the verb with exactly this name.
            pub fn by_name(key: &str) -> Option<SessionVerb> {
                Self::ALL.iter().copied().find(|verb| verb.row().is_called(key))
            }
            /// Returns the verb at the start of tokens and how many words it has. Prefers two words to one.
            pub fn at_start(tokens: &[$crate::verbs::Token]) -> Option<(SessionVerb, usize)> {
                [2, 1].into_iter().find_map(|words| {
                    let keys: Vec<&str> = tokens.get(..words)?.iter().map(|token| &*token.key).collect();
                    Some((SessionVerb::by_name(&keys.join(" "))?, words))
                })
            }
            pub fn properties(line: &str) -> $crate::verbs::LineProperties {
                let verb = Self::at_start(&$crate::verbs::tokens(line));
                verb.map_or_else(Default::default, |(verb, _)| verb.row().properties())
            }
            pub fn make(self, r: &mut Reader) -> Result<SessionWord, LineError> {
                match self {
                    $(SessionVerb::$Word => Ok(SessionWord::$Word {
                        $($($($field: r.filled.take()?,)*)? $(0: $make(r)?)?)?
                    }),)*
                }
            }
        }
    };
}

/// Implements `FromSlot` for parts of a command that fill a slot directly, each with its `Value` variant.
#[macro_export]
macro_rules! pieces {
    ($Grammar:ty: $($Part:ty = $Value:ident),* $(,)?) => {
        $(impl $crate::verbs::FromSlot<$Grammar> for $Part {
            fn from_values(values: &[&Value]) -> Option<Self> {
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
