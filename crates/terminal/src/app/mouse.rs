//! What the mouse does, wherever it is.

use super::App;
use crate::own_keys;
use crate::views;
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

impl App {
    pub(super) fn mouse(&mut self, mouse: MouseEvent) {
        let at = Position::new(mouse.column, mouse.row);
        let wheel = match mouse.kind {
            MouseEventKind::ScrollUp => Some("ArrowUp"),
            MouseEventKind::ScrollDown => Some("ArrowDown"),
            _ => None,
        };
        let is_down = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        if is_down && let Some(key) = self.feet.last().and_then(|foot| foot.key_at(at)) {
            let key = own_keys::named(key).to_owned();
            return self.press(&key);
        }
        let (None, None, Some(desk)) = (&self.over, &self.front, &mut self.desk) else {
            // At the desk the wheel has no meaning: it would move the cursor or change the speed.
            if let Some(name) = wheel {
                self.press(name);
            } else if is_down && self.list().is_some_and(|list| list.click(at)) {
                self.choose();
            }
            return;
        };
        let scale = views::desk::scale(desk);
        let is_drag = mouse.kind == MouseEventKind::Drag(MouseButton::Left);
        if desk.player.is_some() && scale.contains(at) && (is_down || is_drag) {
            let share = f64::from(at.x - scale.x) / f64::from(scale.width.max(2) - 1);
            desk.with_player(&mut self.with, |player, _, _| {
                player.pause();
                Some(player.place((share * player.len() as f64).round() as usize))
            });
            return;
        }
        let deed = match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => desk.hand.mouse_down(at, &desk.shown, &desk.sight),
            MouseEventKind::Drag(MouseButton::Left) => desk.hand.mouse_drag(at, &desk.shown),
            MouseEventKind::Up(MouseButton::Left) => desk.hand.mouse_up(at, &desk.shown, &desk.sight),
            _ => return,
        };
        desk.perform(deed, &mut self.with);
    }
}
