//! What the mouse does, wherever it is.

use super::{App, MainView, Over};
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
        // At the desk the wheel has no meaning: it would move the cursor or change the speed.
        if let Some(name) = wheel
            && (self.over.is_some() || !matches!(self.place, MainView::Desk(_)))
        {
            return self.press(name);
        }
        if let Some(over) = &mut self.over {
            if mouse.kind == MouseEventKind::Down(MouseButton::Left) {
                match over {
                    Over::Tree(tree) => {
                        if tree.click(at) {
                            self.go_to_chosen();
                        }
                    }
                    Over::Variants(variants) => {
                        if variants.click(at) {
                            self.go_on_with_chosen();
                        }
                    }
                    Over::Help(_) | Over::Compare(_) | Over::Seats(_) => {}
                }
            }
            return;
        }
        let is_down = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        match &mut self.place {
            MainView::Menu(menu) => {
                if is_down && menu.click(at) {
                    self.choose_in_menu();
                }
            }
            MainView::Levels { levels, .. } => {
                if is_down && levels.click(at) {
                    self.choose_level();
                }
            }
            MainView::Collection { view, .. } => {
                if is_down && view.click(at) {
                    self.choose_in_collection();
                }
            }
            MainView::Daily(dailies) => {
                if is_down && dailies.click(at) {
                    self.choose_daily();
                }
            }
            MainView::Desk(desk) => {
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
                    MouseEventKind::Down(MouseButton::Left) => {
                        desk.hand.mouse_down(at, &desk.shown, &desk.sight)
                    }
                    MouseEventKind::Drag(MouseButton::Left) => desk.hand.mouse_drag(at, &desk.shown),
                    MouseEventKind::Up(MouseButton::Left) => desk.hand.mouse_up(at, &desk.shown, &desk.sight),
                    _ => return,
                };
                desk.perform(deed, &mut self.with);
            }
        }
    }
}
