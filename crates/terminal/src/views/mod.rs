//! What is on the screen: one file for each thing that can be seen.

pub(crate) mod chosen;
pub(crate) mod collection;
pub(crate) mod compare;
pub(crate) mod daily;
pub(crate) mod desk;
pub(crate) mod help;
pub(crate) mod levels;
pub(crate) mod menu;
pub(crate) mod panel;
pub(crate) mod seats;
pub(crate) mod sheet;
pub(crate) mod tree;
pub(crate) mod variants;

use crate::format;
use crate::words;
use sheet::Sheet;
use telusur_session::palette::Tone;
use unicode_width::UnicodeWidthStr;

/// The smallest window that there is a screen for.
pub const LEAST_SIZE: (u16, u16) = (24, 8);

/// Says that the window is too small.
pub(crate) fn too_small(sheet: &mut Sheet<'_>) {
    let area = sheet.area;
    let size = [area.width.to_string(), area.height.to_string()];
    let text = words::TOO_SMALL.fill(sheet.language, &[&size[0], &size[1]]);
    let lines = format::wrapped(&text, usize::from(area.width));
    let top = area.y + area.height.saturating_sub(lines.len() as u16) / 2;
    for (line, y) in lines.iter().zip(top..area.bottom()) {
        let left = area.x + area.width.saturating_sub(line.width() as u16) / 2;
        sheet.write(left, y, line, sheet.paint.tone(Tone::Open));
    }
}

/// The rows of a list that are seen: from, to, so that the chosen one is among them.
pub(crate) fn window(count: usize, chosen: usize, room: usize) -> std::ops::Range<usize> {
    let room = room.max(1);
    let first = chosen.saturating_sub(room / 2).min(count.saturating_sub(room));
    first..(first + room).min(count)
}
