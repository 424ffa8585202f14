//! The types that read data files, as the sources declare them: keys, kinds of values, defaults and doc comments.
use std::{collections::BTreeMap, fs, path::Path};

use serde_json::{Value, json};
use syn::{Attribute, Expr, Field, Fields, GenericArgument, Item, Lit, PathArguments, Stmt, Type as Written, UseTree};

/// The crates with types that read data files.
const CRATES: [&str; 5] = ["src/load", "src/naval", "src/geometry", "src/crystal", "src/play"];

/// The types of these crates, with the constants and functions that give their defaults.
pub struct Types {
    /// By name, each with the file that declares it.
    items: BTreeMap<String, Vec<(String, Item)>>,
    /// The path by which a file imports a name.
    imports: BTreeMap<(String, String), Vec<String>>,
    /// The implementations of `Default`, each with its file.
    defaults: Vec<(String, syn::ItemImpl)>,
}

/// A type, by the file that declares it and its name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Named {
    file: String,
    pub name: String,
}

/// The kind of a value.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    Anything,
    Bool,
    Text,
    /// Text of this form.
    Form(&'static str),
    Whole {
        is_signed: bool,
    },
    Number,
    Inches,
    Fraction,
    List(Box<Kind>),
    /// A list with one element of each of these kinds.
    Tuple(Vec<Kind>),
    /// Values by name.
    Map(Box<Kind>),
    OneOf(Vec<Kind>),
    Named(Named),
}

/// The declaration of a type.
pub enum Type {
    Keys(Vec<Key>),
    Words(Vec<Word>),
    Like(Kind),
}

/// A key of a group.
pub struct Key {
    pub name: String,
    pub others: Vec<String>,
    pub doc: String,
    pub kind: Kind,
    pub is_required: bool,
    pub default: Option<Value>,
}

/// A word of a choice.
pub struct Word {
    pub name: String,
    others: Vec<String>,
    pub doc: String,
    pub inside: Inside,
}

/// The value that belongs to a word.
pub enum Inside {
    Nothing,
    Value(Kind),
    Keys(Vec<Key>),
}

/// The keys of a group with more keys than this are not listed in the value of another key.
const MOST_NAMED: usize = 5;

/// A date, which may be in the old style.
pub const DATE: &str = r"^\d{4}-\d{2}-\d{2}( OS)?$";
/// A time of day.
pub const TIME: &str = r"^\d{2}:\d{2}(:\d{2})?$";
/// A day of any year.
pub const DAY: &str = r"^\d{2}-\d{2}$";
/// A number, or two with a slash between them.
pub const FRACTION: &str = r"^-?\d+(\.\d+|/\d+)?$";

impl Types {
    pub fn read() -> Types {
        let mut types = Types { items: BTreeMap::new(), imports: BTreeMap::new(), defaults: Vec::new() };
        CRATES.iter().for_each(|folder| types.add(&kit::root().join(folder)));
        types
    }

    /// Adds the declarations of the files of a folder.
    fn add(&mut self, folder: &Path) {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                self.add(&path);
                continue;
            }
            if path.extension().is_none_or(|ending| ending != "rs") {
                continue;
            }
            let file = path.strip_prefix(kit::root()).unwrap().display().to_string();
            for item in syn::parse_file(&fs::read_to_string(&path).unwrap()).unwrap().items {
                if let Item::Impl(item) = item {
                    if item.trait_.as_ref().is_some_and(|(name, _)| name.is_ident("Default")) {
                        self.defaults.push((file.clone(), item));
                    }
                    continue;
                }
                if let Item::Use(item) = &item {
                    self.import(&file, &item.tree, &[]);
                }
                let name = match &item {
                    Item::Struct(item) => &item.ident,
                    Item::Enum(item) => &item.ident,
                    Item::Const(item) => &item.ident,
                    Item::Fn(item) => &item.sig.ident,
                    Item::Type(item) => &item.ident,
                    _ => continue,
                };
                self.items.entry(name.to_string()).or_default().push((file.clone(), item));
            }
        }
    }

    fn import(&mut self, file: &str, tree: &UseTree, before: &[String]) {
        match tree {
            UseTree::Path(path) => {
                self.import(file, &path.tree, &[before, &[path.ident.to_string()]].concat());
            }
            UseTree::Name(name) => {
                self.imports.insert((file.to_owned(), name.ident.to_string()), before.to_vec());
            }
            UseTree::Group(group) => group.items.iter().for_each(|item| self.import(file, item, before)),
            _ => {}
        }
    }

    /// The type of this name in a file of `src`.
    #[track_caller]
    pub fn named(&self, file: &str, name: &str) -> Named {
        let file = format!("src/{file}");
        assert!(self.item(&file, name).is_some(), "{file} declares no {name}");
        Named { file, name: name.to_owned() }
    }

    fn item(&self, file: &str, name: &str) -> Option<&Item> {
        self.items.get(name)?.iter().find(|(path, _)| path == file).map(|(_, item)| item)
    }

    /// The type that a name means in a file: one declared there, otherwise the one of that name that best fits the
    /// path by which the file imports it.
    fn resolve(&self, file: &str, name: &str) -> Named {
        if self.item(file, name).is_some() {
            return Named { file: file.to_owned(), name: name.to_owned() };
        }
        let path = self.imports.get(&(file.to_owned(), name.to_owned())).map_or(&[][..], Vec::as_slice);
        let crate_name = path.first().filter(|first| CRATES.contains(&&*format!("src/{first}")));
        let crate_name = crate_name.map_or_else(|| file.split('/').nth(1).unwrap(), String::as_str);
        let folder = file.trim_end_matches(".rs").rsplit_once('/').map_or("", |(folder, _)| folder);
        let fit = |score: &str| {
            let parts: Vec<&str> = score.trim_end_matches(".rs").split('/').collect();
            (path.iter().filter(|part| parts.contains(&part.as_str())).count(), score.starts_with(folder))
        };
        let found = self.items.get(name).into_iter().flatten().map(|(path, _)| path);
        let (own, others): (Vec<&String>, Vec<&String>) =
            found.partition(|path| path.split('/').nth(1) == Some(crate_name));
        // A crate imports some names for all of its files.
        let mut found = if own.is_empty() { others } else { own };
        found.sort_by_key(|path| std::cmp::Reverse(fit(path)));
        match found[..] {
            [best, ..] if found.get(1).is_none_or(|next| fit(next) < fit(best)) => {
                Named { file: best.clone(), name: name.to_owned() }
            }
            _ => panic!("{name} in {file} may be of {found:?}"),
        }
    }

    /// The declaration of a type.
    pub fn declaration(&self, Named { file, name }: &Named) -> Type {
        match (&**name, self.item(file, name).unwrap()) {
            // These types have their own `Deserialize`.
            ("ShipSet", _) => {
                Type::Like(Kind::OneOf(vec![Kind::List(Box::new(Kind::Text)), self.kind_named(file, "ShipSetKeys")]))
            }
            ("NameEntry", Item::Enum(_)) => {
                Type::Like(Kind::OneOf(vec![Kind::Text, self.kind_named(file, "DatedName")]))
            }
            ("FigureRange", Item::Enum(_)) => {
                let whole = Kind::Whole { is_signed: false };
                Type::Like(Kind::OneOf(vec![whole.clone(), Kind::Tuple(vec![whole.clone(), whole])]))
            }
            ("DayOfYear", _) => Type::Like(Kind::Form(DAY)),
            (_, Item::Struct(item)) => {
                let serde = Serde::from_attributes(&item.attrs);
                if let Some(other) = serde.from {
                    return Type::Like(self.kind_named(file, &other));
                }
                match &item.fields {
                    Fields::Named(_) => {
                        let defaults = if serde.is_default { self.defaults(file, name) } else { Vec::new() };
                        Type::Keys(self.keys(file, &item.fields, serde.is_default, &defaults))
                    }
                    Fields::Unnamed(fields) => Type::Like(self.kind(file, &fields.unnamed[0].ty)),
                    Fields::Unit => panic!("{name} has no fields"),
                }
            }
            (_, Item::Enum(item)) => {
                let serde = Serde::from_attributes(&item.attrs);
                if let Some(other) = serde.from {
                    return Type::Like(self.kind_named(file, &other));
                }
                let words = item.variants.iter().map(|variant| {
                    let own = Serde::from_attributes(&variant.attrs);
                    let name = own.rename.unwrap_or_else(|| cased(&variant.ident.to_string(), serde.case.as_deref()));
                    let inside = match &variant.fields {
                        Fields::Unit => Inside::Nothing,
                        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                            Inside::Value(self.kind(file, &fields.unnamed[0].ty))
                        }
                        Fields::Unnamed(fields) => Inside::Value(Kind::Tuple(
                            fields.unnamed.iter().map(|field| self.kind(file, &field.ty)).collect(),
                        )),
                        fields @ Fields::Named(_) => Inside::Keys(self.keys(file, fields, false, &[])),
                    };
                    Word { name, others: own.aliases, doc: doc(&variant.attrs), inside }
                });
                let words: Vec<Word> = words.collect();
                if !serde.is_untagged {
                    return Type::Words(words);
                }
                let kinds = words.into_iter().map(|word| match word.inside {
                    Inside::Value(kind) => kind,
                    Inside::Keys(_) => Kind::Anything,
                    Inside::Nothing => panic!("{name} has a word without a value"),
                });
                Type::Like(Kind::OneOf(kinds.collect()))
            }
            (_, Item::Type(item)) => Type::Like(self.kind(file, &item.ty)),
            _ => panic!("{name} is not a type"),
        }
    }

    fn kind_named(&self, file: &str, name: &str) -> Kind {
        if name == "String" { Kind::Text } else { Kind::Named(self.resolve(file, name)) }
    }

    fn keys(&self, file: &str, fields: &Fields, all_have_defaults: bool, defaults: &[(String, Value)]) -> Vec<Key> {
        let mut keys = Vec::new();
        for field in fields {
            let serde = Serde::from_attributes(&field.attrs);
            if serde.is_skipped {
                continue;
            }
            let own = field.ident.as_ref().unwrap().to_string();
            let kind = self.kind(file, &field.ty);
            let is_optional = all_have_defaults || serde.is_default || serde.default.is_some();
            let is_optional = is_optional || (container(field).is_some() && !serde.must_be_given);
            let from_function = serde.default.as_deref().and_then(|function| self.returned(file, function));
            let from_type = defaults.iter().find(|(kind, _)| *kind == own).map(|(_, value)| value.clone());
            let is_zero = is_optional && container(field).is_none_or(|container| container != "Option");
            let default = from_function.or(from_type).or_else(|| is_zero.then(|| self.zero(&kind)).flatten());
            let name = serde.rename.unwrap_or(own);
            keys.push(Key {
                name,
                others: serde.aliases,
                doc: doc(&field.attrs),
                kind,
                is_required: !is_optional,
                default,
            });
        }
        keys
    }

    /// The kind of a value by its type. `Option`, `Box` and `Deferred` count as the type inside them.
    fn kind(&self, file: &str, written: &Written) -> Kind {
        match written {
            Written::Array(array) => {
                let Expr::Lit(length) = &array.len else { panic!("a list of unknown length in {file}") };
                let Lit::Int(length) = &length.lit else { panic!("a list of unknown length in {file}") };
                let element = self.kind(file, &array.elem);
                Kind::Tuple(vec![element; length.base10_parse().unwrap()])
            }
            Written::Tuple(tuple) => Kind::Tuple(tuple.elems.iter().map(|element| self.kind(file, element)).collect()),
            Written::Path(path) => {
                let last = path.path.segments.last().unwrap();
                let inside: Vec<&Written> = match &last.arguments {
                    PathArguments::AngleBracketed(list) => list
                        .args
                        .iter()
                        .filter_map(
                            |argument| if let GenericArgument::Type(kind) = argument { Some(kind) } else { None },
                        )
                        .collect(),
                    _ => Vec::new(),
                };
                let name = last.ident.to_string();
                match (&*name, &inside[..]) {
                    ("Option" | "Box" | "Arc" | "Deferred", [inner]) => self.kind(file, inner),
                    ("Vec", [inner]) => Kind::List(Box::new(self.kind(file, inner))),
                    ("BTreeMap", [_, inner]) | ("ByRoll", [inner]) => Kind::Map(Box::new(self.kind(file, inner))),
                    ("Case", [inner]) => self.case(file, inner),
                    ("bool", _) => Kind::Bool,
                    ("String" | "Id" | "SideId" | "FormationId" | "Rule", _) => Kind::Text,
                    ("NaiveDate", _) => Kind::Form(DATE),
                    ("NaiveTime", _) => Kind::Form(TIME),
                    ("Inches" | "Fine", _) => Kind::Inches,
                    ("Fraction", _) => Kind::Fraction,
                    ("f64", _) => Kind::Number,
                    ("u8" | "u16" | "u32" | "u64" | "usize" | "AreaId", _) => Kind::Whole { is_signed: false },
                    ("i32" | "i64", _) => Kind::Whole { is_signed: true },
                    ("Value" | "T", _) => Kind::Anything,
                    (name, _) => self.kind_named(file, name),
                }
            }
            _ => panic!("unknown kind of type in {file}"),
        }
    }

    /// `Case` is generic: a figure and the ships that have it.
    fn case(&self, file: &str, written: &Written) -> Kind {
        let is = match self.kind(file, written) {
            Kind::Named(Named { name, .. }) => name,
            Kind::Fraction => "Fraction".to_owned(),
            _ => "number".to_owned(),
        };
        Kind::Named(Named { file: format!("case of {is}"), name: "Case".to_owned() })
    }

    /// The default of a kind, if its type has an empty default.
    fn zero(&self, kind: &Kind) -> Option<Value> {
        match kind {
            Kind::Bool => Some(json!(false)),
            Kind::Whole { .. } => Some(json!(0)),
            Kind::Number | Kind::Inches => Some(json!(0)),
            Kind::Named(named) => {
                let Item::Enum(item) = self.item(&named.file, &named.name)? else { return None };
                let usual = item
                    .variants
                    .iter()
                    .position(|variant| variant.attrs.iter().any(|attribute| attribute.path().is_ident("default")));
                let Type::Words(words) = self.declaration(named) else { return None };
                usual.map(|index| json!(words[index].name))
            }
            _ => None,
        }
    }

    /// What a function without arguments returns, if it is a figure or a word.
    fn returned(&self, file: &str, function: &str) -> Option<Value> {
        let Item::Fn(function) = self.item(file, function)? else { return None };
        let Some(Stmt::Expr(expression, None)) = function.block.stmts.last() else { return None };
        self.value(file, expression)
    }

    /// The figures and words of a type's `Default`.
    fn defaults(&self, file: &str, name: &str) -> Vec<(String, Value)> {
        for (kind, item) in &self.defaults {
            let is_its = matches!(&*item.self_ty, Written::Path(path) if path.path.is_ident(name));
            if kind != file || !is_its {
                continue;
            }
            let syn::ImplItem::Fn(function) = &item.items[0] else { continue };
            let Some(Stmt::Expr(Expr::Struct(whole), None)) = function.block.stmts.last() else { continue };
            let fields = whole.fields.iter().filter_map(|field| {
                let syn::Member::Named(name) = &field.member else { return None };
                Some((name.to_string(), self.value(file, &field.expr)?))
            });
            return fields.collect();
        }
        Vec::new()
    }

    /// A figure or a word as written in a file.
    fn value(&self, file: &str, expression: &Expr) -> Option<Value> {
        match expression {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Bool(flag) => Some(json!(flag.value)),
                Lit::Int(number) => number.base10_parse::<i64>().ok().map(|number| json!(number)),
                Lit::Float(number) => number.base10_parse::<f64>().ok().map(|number| json!(number)),
                Lit::Str(words) => Some(json!(words.value())),
                _ => None,
            },
            Expr::MethodCall(call) => self.value(file, &call.receiver),
            Expr::Call(call) => {
                let figure = self.value(file, call.args.first()?)?;
                let Expr::Path(function) = &*call.func else { return None };
                if function.path.is_ident("Inches") { Some(json!(figure.as_f64()? / 100.0)) } else { Some(figure) }
            }
            Expr::Path(path) => {
                let names: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
                match &names[..] {
                    [constant] => {
                        let Item::Const(constant) = self.item(file, constant)? else { return None };
                        self.value(file, &constant.expr)
                    }
                    [owner, word] => {
                        let owner = self.resolve(file, owner);
                        let Item::Enum(item) = self.item(&owner.file, &owner.name)? else { return None };
                        let index = item.variants.iter().position(|variant| variant.ident == word)?;
                        let Type::Words(words) = self.declaration(&owner) else { return None };
                        Some(json!(words[index].name))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The schema of a kind. The types that it names are added to `definitions`.
    pub fn schema(&self, kind: &Kind, definitions: &mut serde_json::Map<String, Value>) -> Value {
        match kind {
            Kind::Anything => json!({}),
            Kind::Bool => json!({"type": "boolean"}),
            // YAML reads a name of digits as a number.
            Kind::Text => json!({"type": "string"}),
            Kind::Form(form) => json!({"type": "string", "pattern": form}),
            Kind::Whole { is_signed: true } => json!({"type": "integer"}),
            Kind::Whole { is_signed: false } => json!({"type": "integer", "minimum": 0}),
            Kind::Number | Kind::Inches => json!({"type": "number"}),
            Kind::Fraction => {
                json!({"anyOf": [{"type": "number"}, {"type": "string", "pattern": FRACTION}]})
            }
            Kind::List(item) => json!({"type": "array", "items": self.schema(item, definitions)}),
            Kind::Tuple(all) => {
                let items: Vec<Value> = all.iter().map(|item| self.schema(item, definitions)).collect();
                json!({"type": "array", "items": items, "minItems": all.len(), "maxItems": all.len()})
            }
            Kind::Map(item) => json!({"type": "object", "additionalProperties": self.schema(item, definitions)}),
            Kind::OneOf(kinds) => {
                let kinds: Vec<Value> = kinds.iter().map(|kind| self.schema(kind, definitions)).collect();
                json!({"anyOf": kinds})
            }
            Kind::Named(named) => {
                let name = self.name_in_schema(named);
                if !definitions.contains_key(&name) {
                    // The type may contain itself.
                    definitions.insert(name.clone(), Value::Null);
                    let schema = self.schema_of(named, definitions);
                    definitions.insert(name.clone(), schema);
                }
                json!({"$ref": format!("#/definitions/{name}")})
            }
        }
    }

    /// A name that no other type of a schema has.
    fn name_in_schema(&self, Named { file, name }: &Named) -> String {
        let is_shared = self.items.get(name).is_some_and(|all| all.iter().any(|(path, _)| path != file));
        let stem = file.rsplit('/').next().unwrap_or(file).trim_end_matches(".rs");
        if is_shared { format!("{stem}-{name}").replace(' ', "-") } else { name.clone() }
    }

    fn schema_of(&self, named: &Named, definitions: &mut serde_json::Map<String, Value>) -> Value {
        if let Some(is) = named.file.strip_prefix("case of ") {
            let file = "src/load/formula.rs";
            let case = self.named("load/formula.rs", "Case");
            let Type::Keys(mut keys) = self.declaration(&case) else { panic!("a case has keys") };
            let figure = match is {
                "number" => Kind::Number,
                "Fraction" => Kind::Fraction,
                other => Kind::Named(self.resolve(file, other)),
            };
            keys.iter_mut().filter(|key| key.name == "is").for_each(|key| key.kind = figure.clone());
            return self.schema_of_keys(&keys, definitions);
        }
        match self.declaration(named) {
            Type::Like(kind) => self.schema(&kind, definitions),
            Type::Keys(keys) => self.schema_of_keys(&keys, definitions),
            Type::Words(words) => self.schema_of_words(&words, definitions),
        }
    }

    fn schema_of_keys(&self, keys: &[Key], definitions: &mut serde_json::Map<String, Value>) -> Value {
        let mut properties = serde_json::Map::new();
        for key in keys {
            let mut schema = self.schema(&key.kind, definitions);
            if let Some([least, most]) = bounds(key) {
                schema["minimum"] = least;
                schema["maximum"] = most;
            }
            if !key.is_required {
                schema = or_empty(schema);
            }
            // Keys beside a `$ref` are ignored.
            if schema.get("$ref").is_some() {
                schema = json!({"allOf": [schema]});
            }
            if !key.doc.is_empty() {
                schema["description"] = json!(key.doc);
            }
            if let Some(default) = &key.default {
                schema["default"] = default.clone();
            }
            for name in std::iter::once(&key.name).chain(&key.others) {
                properties.insert(name.clone(), schema.clone());
            }
        }
        // A key with two names may have either.
        let needed = keys.iter().filter(|key| key.is_required && key.others.is_empty());
        let needed: Vec<&String> = needed.map(|key| &key.name).collect();
        json!({"type": "object", "properties": properties, "required": needed, "additionalProperties": false})
    }

    fn schema_of_words(&self, words: &[Word], definitions: &mut serde_json::Map<String, Value>) -> Value {
        let is_alone = |word: &&Word| match &word.inside {
            Inside::Nothing => true,
            Inside::Keys(keys) => keys.iter().all(|key| !key.is_required),
            Inside::Value(Kind::Named(named)) => {
                matches!(self.declaration(named), Type::Keys(keys) if keys.iter().all(|key| !key.is_required))
            }
            Inside::Value(_) => false,
        };
        let names = |word: &Word| std::iter::once(word.name.clone()).chain(word.others.clone()).collect::<Vec<_>>();
        let alone: Vec<String> = words.iter().filter(is_alone).flat_map(names).collect();
        let mut choices = if alone.is_empty() { Vec::new() } else { vec![json!({"enum": alone})] };
        for word in words {
            let inside = match &word.inside {
                Inside::Nothing => continue,
                Inside::Value(kind) => self.schema(kind, definitions),
                Inside::Keys(keys) => self.schema_of_keys(keys, definitions),
            };
            let name = &word.name;
            let mut choice = json!({"type": "object", "properties": {name: inside}, "required": [name], "additionalProperties": false});
            if !word.doc.is_empty() {
                choice["description"] = json!(word.doc);
            }
            choices.push(choice);
        }
        if choices.len() == 1 { choices.swap_remove(0) } else { json!({"anyOf": choices}) }
    }

    /// The values of a key in a few words, with its default in brackets, or `?` if it is optional without one.
    pub fn values(&self, key: &Key, without: Option<&str>, below: &[&Named]) -> String {
        let default = match &key.default {
            _ if key.is_required => None,
            _ if without.is_some() => without.map(str::to_owned),
            None => Some("none".to_owned()),
            Some(Value::String(word)) if word.is_empty() => Some("none".to_owned()),
            Some(Value::String(word)) => Some(word.clone()),
            Some(value) => Some(value.to_string()),
        };
        let words: Vec<String> = match &key.kind {
            Kind::Bool => vec!["true".to_owned(), "false".to_owned()],
            Kind::Named(named) if !below.contains(&named) && !named.file.starts_with("case") => {
                match self.declaration(named) {
                    Type::Words(words) if words.iter().all(|word| matches!(word.inside, Inside::Nothing)) => {
                        words.into_iter().map(|word| word.name).collect()
                    }
                    _ => Vec::new(),
                }
            }
            _ => Vec::new(),
        };
        if words.is_empty() {
            let what = self.what(&key.kind, below);
            return match default {
                None => what,
                Some(default) if default == "none" => what + "?",
                Some(default) => format!("{what} [{default}]"),
            };
        }
        let is_default = |word: &String| default.as_ref() == Some(word);
        let shown = |word: &String| if is_default(word) { format!("[`{word}`]") } else { format!("`{word}`") };
        let rest = default.as_ref().filter(|default| !words.contains(default));
        let rest = rest.map(|default| if default == "none" { "?".to_owned() } else { format!(" [{default}]") });
        words.iter().map(shown).collect::<Vec<_>>().join(", ") + &rest.unwrap_or_default()
    }

    /// A kind in a few words.
    pub fn what(&self, kind: &Kind, below: &[&Named]) -> String {
        match kind {
            Kind::Anything => "number or list".to_owned(),
            Kind::Bool => "`true`, `false`".to_owned(),
            Kind::Text => "text".to_owned(),
            Kind::Form(DATE) => "date".to_owned(),
            Kind::Form(TIME) => "time".to_owned(),
            Kind::Form(_) => "text".to_owned(),
            Kind::Whole { .. } => "integer".to_owned(),
            Kind::Number => "number".to_owned(),
            Kind::Inches => "inches".to_owned(),
            Kind::Fraction => "factor".to_owned(),
            Kind::Map(_) => "keys".to_owned(),
            Kind::List(item) => match &**item {
                Kind::Named(named) if below.contains(&named) => "list, below".to_owned(),
                Kind::Named(named) => match self.declaration(named) {
                    Type::Keys(keys) if keys.len() <= MOST_NAMED => format!("list of {}", names_of(&keys)),
                    Type::Keys(_) => "list".to_owned(),
                    Type::Words(_) | Type::Like(_) => "list".to_owned(),
                },
                _ => "list".to_owned(),
            },
            Kind::Tuple(all) if all.iter().all(|item| *item == Kind::Number || *item == Kind::Inches) => {
                format!("{} numbers", if all.len() == 2 { "two" } else { "three" })
            }
            Kind::Tuple(all) if all.len() == 2 => "two integers".to_owned(),
            Kind::Tuple(_) => "three integers".to_owned(),
            Kind::OneOf(kinds) => kinds.iter().map(|kind| self.what(kind, below)).collect::<Vec<_>>().join(" or "),
            Kind::Named(named) if below.contains(&named) => "below".to_owned(),
            Kind::Named(named) => match self.declaration(named) {
                Type::Keys(keys) if keys.len() <= MOST_NAMED => names_of(&keys),
                Type::Keys(_) => "keys".to_owned(),
                Type::Words(words) => {
                    words.iter().map(|word| format!("`{}`", word.name)).collect::<Vec<_>>().join(", ")
                }
                Type::Like(kind) => self.what(&kind, below),
            },
        }
    }
}

/// The names of keys, in backticks.
fn names_of(keys: &[Key]) -> String {
    keys.iter().map(|key| format!("`{}`", key.name)).collect::<Vec<_>>().join(", ")
}

/// A schema that an empty key fits too: it counts as omitted.
fn or_empty(mut schema: Value) -> Value {
    if let Some(kind) = schema.get("type").and_then(Value::as_str) {
        schema["type"] = json!([kind, "null"]);
        return schema;
    }
    json!({"anyOf": [schema, {"type": "null"}]})
}

/// The bounds that a key's doc comment names: `1 to 999`.
pub fn bounds(key: &Key) -> Option<[Value; 2]> {
    if !matches!(key.kind, Kind::Whole { .. } | Kind::Number | Kind::Inches) {
        return None;
    }
    let words: Vec<&str> = key.doc.split_whitespace().collect();
    let number = |word: &str| {
        let word = word.trim_end_matches([',', '.', ';', ':']).replace(',', "");
        word.parse::<i64>()
            .map(|number| json!(number))
            .or_else(|_| word.parse::<f64>().map(|number| json!(number)))
            .ok()
    };
    words.windows(3).find_map(|three| match three {
        [least, "to", most] => Some([number(least)?, number(most)?]),
        _ => None,
    })
}

/// The type around the value of a field that makes it optional.
fn container(field: &Field) -> Option<&'static str> {
    let Written::Path(path) = &field.ty else { return None };
    let last = path.path.segments.last()?;
    ["Option", "Deferred"].into_iter().find(|container| last.ident == container)
}

/// The serde attributes of a type, a field or a word.
#[derive(Default)]
struct Serde {
    rename: Option<String>,
    case: Option<String>,
    aliases: Vec<String>,
    is_default: bool,
    default: Option<String>,
    from: Option<String>,
    is_skipped: bool,
    is_untagged: bool,
    /// Whether a key is required although its type is optional.
    must_be_given: bool,
}

impl Serde {
    fn from_attributes(attributes: &[Attribute]) -> Serde {
        let mut found = Serde::default();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
            let read = attribute.parse_nested_meta(|meta| {
                let name = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
                let text = meta.value().ok().map(|value| value.parse::<syn::LitStr>()).transpose()?;
                let text = text.map(|text| text.value());
                match (&*name, text) {
                    ("rename", text) => found.rename = text,
                    ("rename_all", text) => found.case = text,
                    ("alias", text) => found.aliases.extend(text),
                    ("default", text) => (found.is_default, found.default) = (text.is_none(), text),
                    ("from" | "try_from", text) => found.from = text,
                    ("skip" | "skip_deserializing", _) => found.is_skipped = true,
                    ("untagged", _) => found.is_untagged = true,
                    ("deserialize_with", Some(text)) => found.must_be_given = text == "required",
                    _ => {}
                }
                Ok(())
            });
            read.unwrap();
        }
        found
    }
}

/// The first paragraph of a doc comment.
fn doc(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter(|attribute| attribute.path().is_ident("doc")).filter_map(|attribute| {
        let syn::Meta::NameValue(doc) = &attribute.meta else { return None };
        let Expr::Lit(literal) = &doc.value else { return None };
        if let Lit::Str(line) = &literal.lit { Some(line.value().trim().to_owned()) } else { None }
    });
    lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A variant's name as serde writes it.
fn cased(name: &str, case: Option<&str>) -> String {
    let separator = match case {
        None => return name.to_owned(),
        Some("lowercase") => return name.to_lowercase(),
        Some("kebab-case") => '-',
        Some("snake_case") => '_',
        Some(other) => panic!("unknown case rule: {other}"),
    };
    let mut cased = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !cased.is_empty() {
            cased.push(separator);
        }
        cased.push(letter.to_ascii_lowercase());
    }
    cased
}
