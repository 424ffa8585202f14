//! Maps of what a side may know of the table, for a terminal and as SVG.
//!
//! A [`Scene`] is built from a view, and each drawing from the scene alone. Drawings use no rules and no
//! other data.
mod grid;
mod legend;
mod page;
mod placed;
pub mod scene;
mod seen;
mod signs;
mod svg;
mod terminal;
mod window;

pub use grid::CharacterSet;
pub use page::{Ink, Page, Span};
pub use scene::Scene;
pub use seen::{add_notes, scene};
pub use svg::{ChartPart, UNITS_PER_INCH, draw_part, svg, svg_with_lettering};
pub use terminal::{MIN_COLUMNS, terminal_map};
pub use window::Window;

use grid::Grid;
use scene::{Reach, ShipStatus};
