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

pub use asked::{dice_prompt, drawing_method, purpose};
pub use chances::{
    ScoutResult, battles_json, comparison, forecast_json, forecast_text, plan_json, plan_text, scouts_json, scouts_text,
};
pub use chart::{armies_json, armies_text, chart_json, chart_text, routes, routes_json, shop_json, shop_text};
pub use chronicle::Chronicle;
pub use many::{difficulty, many_json, report_text};
pub use map::terminal_map;
pub use paper::chart_sheet;
pub use picture::svg;
pub use refusal::refusal;
pub use report::many_svg;
pub use scene::{CampaignMap, MapArea, Owner};
pub use words::{event_sentence, points_from_halves, prompt, result_text, status, sum_text};
