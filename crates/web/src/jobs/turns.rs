//! A bounded queue with fair turns: clients are served in rotation, each in the order of its own requests, so that
//! one with many wishes does not keep the others waiting.

use std::collections::VecDeque;

/// Waiting, in all.
const MOST_WAITING: usize = 32;
/// Waiting, of one client.
const MOST_OF_A_CLIENT: usize = 8;

/// The queue has no room, or the client has too many in it already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Full;

pub(super) struct Turns<T> {
    /// Clients that wait, the next one first, each with its wishes.
    rotation: VecDeque<(String, VecDeque<T>)>,
}

impl<T> Default for Turns<T> {
    fn default() -> Self {
        Turns { rotation: VecDeque::new() }
    }
}

impl<T> Turns<T> {
    pub(super) fn len(&self) -> usize {
        self.rotation.iter().map(|(_, wishes)| wishes.len()).sum()
    }

    pub(super) fn push(&mut self, client: &str, wish: T) -> Result<(), Full> {
        if self.len() >= MOST_WAITING {
            return Err(Full);
        }
        match self.rotation.iter_mut().find(|(name, _)| name == client) {
            Some((_, wishes)) if wishes.len() >= MOST_OF_A_CLIENT => return Err(Full),
            Some((_, wishes)) => wishes.push_back(wish),
            None => self.rotation.push_back((client.to_owned(), VecDeque::from([wish]))),
        }
        Ok(())
    }

    /// The next wish; its client goes to the end of the rotation.
    pub(super) fn pop(&mut self) -> Option<T> {
        let (client, mut wishes) = self.rotation.pop_front()?;
        let wish = wishes.pop_front();
        if !wishes.is_empty() {
            self.rotation.push_back((client, wishes));
        }
        wish
    }

    /// Takes wishes out that are not wanted any more.
    pub(super) fn remove(&mut self, unwanted: impl Fn(&T) -> bool) -> Vec<T> {
        let mut removed = Vec::new();
        for (_, wishes) in &mut self.rotation {
            let (out, stay) = std::mem::take(wishes).into_iter().partition(&unwanted);
            *wishes = stay;
            removed.extend::<VecDeque<T>>(out);
        }
        self.rotation.retain(|(_, wishes)| !wishes.is_empty());
        removed
    }

    /// All wishes in the order in which they would be served.
    pub(super) fn in_order(&self) -> Vec<&T> {
        let longest = self.rotation.iter().map(|(_, wishes)| wishes.len()).max().unwrap_or(0);
        (0..longest)
            .flat_map(|round| self.rotation.iter().filter_map(move |(_, wishes)| wishes.get(round)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled() -> Turns<u32> {
        let mut turns = Turns::default();
        for (client, wish) in [("a", 1), ("a", 2), ("a", 3), ("b", 4), ("c", 5), ("b", 6)] {
            turns.push(client, wish).unwrap();
        }
        turns
    }

    #[test]
    fn clients_take_turns() {
        let mut turns = filled();
        assert_eq!(turns.in_order(), [&1, &4, &5, &2, &6, &3]);
        let served: Vec<u32> = std::iter::from_fn(|| turns.pop()).collect();
        assert_eq!(served, [1, 4, 5, 2, 6, 3]);
        assert_eq!((turns.len(), turns.pop()), (0, None));
    }

    #[test]
    fn a_late_client_does_not_wait_for_all_the_others_have() {
        let mut turns = filled();
        assert_eq!((turns.pop(), turns.pop()), (Some(1), Some(4)));
        turns.push("d", 7).unwrap();
        assert_eq!(turns.in_order(), [&5, &2, &6, &7, &3]);
    }

    #[test]
    fn nobody_can_fill_it_and_nothing_can_overfill_it() {
        let mut turns = Turns::default();
        for wish in 0..MOST_OF_A_CLIENT {
            turns.push("greedy", wish).unwrap();
        }
        assert_eq!(turns.push("greedy", 99), Err(Full));
        for client in 0..MOST_WAITING - MOST_OF_A_CLIENT {
            turns.push(&client.to_string(), 0).unwrap();
        }
        assert_eq!(turns.push("late", 99), Err(Full));
        turns.pop();
        assert_eq!(turns.push("late", 99), Ok(()));
    }

    #[test]
    fn what_is_removed_is_not_served() {
        let mut turns = filled();
        let mut removed = turns.remove(|wish| wish % 2 == 0);
        removed.sort_unstable();
        assert_eq!((removed, turns.in_order()), (vec![2, 4, 6], vec![&1, &5, &3]));
    }
}
