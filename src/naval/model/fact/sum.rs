//! Numbers as sums with cited terms. [6.5.1.3, Q24]
use serde::{Deserialize, Serialize};

use super::{Fact, label::Label};
use crate::model::Fraction;
use play::Rule;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sum {
    pub base: Fraction,
    #[serde(rename = "base_says")]
    pub base_label: Label,
    pub base_rule: Rule,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<Term>,
    /// The result after all factors, one rounding, all summands, and the limits of the procedure.
    pub result: i32,
}

/// A cited factor or summand.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<Fraction>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plus: Option<i32>,
    #[serde(rename = "says")]
    pub label: Label,
    pub rule: Rule,
}

impl Fact {
    /// Returns every sum in it, with its place in the JSON of the fact (RFC 6901 pointer).
    pub fn sums(&self) -> Vec<(String, &Sum)> {
        if let Fact::SalvoFired(salvo) = self {
            let (hit, size) = (("to_hit", &salvo.to_hit), ("size", &salvo.size));
            with_pointers("salvo_fired", [("dice", &salvo.dice), hit, size, ("penetration", &salvo.penetration)])
        } else if let Fact::TorpedoesAttacked(attack) = self {
            let (hit, size) = (("to_hit", &attack.to_hit), ("size", &attack.size));
            with_pointers(
                "torpedoes_attacked",
                [("factors", &attack.factors), hit, size, ("penetration", &attack.penetration)],
            )
        } else if let Fact::BatteriesFired(volley) = self {
            let parts = volley.parts.iter().enumerate();
            parts.map(|(at, part)| (format!("/batteries_fired/parts/{at}/strength"), &part.strength)).collect()
        } else if let Fact::RepairRolled { needed, .. } = self {
            with_pointers("repair_rolled", [("needed", needed)])
        } else if let Fact::OrdersChecked { needed, .. } = self {
            with_pointers("orders_checked", [("needed", needed)])
        } else {
            Vec::new()
        }
    }
}

fn with_pointers<'s, const N: usize>(fact: &str, sums: [(&str, &'s Sum); N]) -> Vec<(String, &'s Sum)> {
    sums.map(|(name, sum)| (format!("/{fact}/{name}"), sum)).into()
}

impl Sum {
    pub fn from_base(base: impl Into<Fraction>, base_label: Label, rule: Rule) -> Sum {
        let base = base.into();
        Sum { base, base_label, base_rule: rule, terms: Vec::new(), result: base.rounded() as i32 }
    }
    pub fn times(&mut self, factor: Fraction, label: Label, rule: Rule) {
        self.terms.push(Term { times: Some(factor), plus: None, label, rule });
        self.update_result();
    }
    pub fn plus(&mut self, summand: i32, label: Label, rule: Rule) {
        self.terms.push(Term { times: None, plus: Some(summand), label, rule });
        self.update_result();
    }
    /// Returns the base times all factors, unrounded.
    pub fn product(&self) -> Fraction {
        self.terms.iter().filter_map(|term| term.times).fold(self.base, |product, factor| product * factor)
    }
    fn update_result(&mut self) {
        let sum: i32 = self.terms.iter().filter_map(|term| term.plus).sum();
        self.result = self.product().rounded() as i32 + sum;
    }
    pub fn at_least(&mut self, least: i32) {
        self.result = self.result.max(least);
    }
}
