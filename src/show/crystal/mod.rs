//! Steel and Crystal for the terminal and on paper: text, charts, maps, chronicles.
mod asked;
mod chances;
mod chart;
mod chronicle;
mod many;
mod map;
mod paper;
mod picture;
mod refusal;
mod report;
mod scene;
mod tale;
mod words;

pub use asked::{ask, how_drawn, purpose};
pub use chances::{Scouted, battles, battles_json, forecast, forecast_json, plan, plan_json, scouts, scouts_json};
pub use chart::{armies, armies_json, chart, chart_json, shop, shop_json, ways, ways_json};
pub use chronicle::Chronicle;
pub use many::{difficulty, many, many_json};
pub use map::terminal;
pub use paper::paper;
pub use picture::svg;
pub use refusal::refused;
pub use report::many_svg;
pub use scene::{Owner, Scene, Spot};
pub use words::{event, points, prompt, result, status, sum};
