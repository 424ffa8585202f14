//! Steel and Crystal for the terminal and on paper: text, charts, maps, chronicles.
mod chances;
mod chart;
mod chronicle;
mod map;
mod paper;
mod picture;
mod prompts;
mod refusal;
mod report;
mod scene;
mod sentences;
mod statistics;
mod tale;

pub use chances::{
    ScoutResult, battles_json, comparison, forecast_json, forecast_text, plan_json, plan_text, scouts_json, scouts_text,
};
pub use chart::{armies_json, armies_text, chart_json, chart_text, routes, routes_json, shop_json, shop_text};
pub use chronicle::Chronicle;
pub use map::terminal_map;
pub use paper::chart_sheet;
pub use picture::svg;
pub use prompts::{dice_owner, dice_prompt, drawing_method, purpose, purpose_name};
pub use refusal::refusal;
pub use report::stats_svg;
pub use scene::{CampaignMap, MapArea, Owner};
pub use sentences::{event_sentence, points_from_halves, prompt, result_text, status, sum_text};
pub use statistics::{difficulty, report_text, stats_json};
