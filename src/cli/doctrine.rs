//! `kaiser doctrine ...`: how admirals fight, listed, shown and checked.
use serde_json::{Value, json};

use super::{args::DoctrineVerb, commanders::card_named, open};
use load::Sources;
use session::Refusal;

pub fn doctrine(sources: &Sources, verb: &DoctrineVerb) -> Result<(String, Value), Refusal> {
    match verb {
        DoctrineVerb::List => {
            let cards = load::doctrines(sources)?;
            Ok((show::doctrine::card_list(&cards), json!(cards)))
        }
        DoctrineVerb::Show { name } => {
            let cards = load::doctrines(sources)?;
            let card = card_named(&cards, name)?;
            Ok((show::doctrine::card_text(card), json!(card)))
        }
        DoctrineVerb::Check { file } => {
            let name = file.display().to_string();
            let cards = load::doctrine_text(sources, &name, &open::read_data_file(file)?)?;
            let ids: Vec<&str> = cards.iter().map(|card| card.id.as_str()).collect();
            Ok((format!("{name}: {} valid cards.", cards.len()), json!({ "file": name, "cards": ids, "flaws": [] })))
        }
    }
}
