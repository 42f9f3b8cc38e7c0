//! The inputs that a target begins with: one text file for each, in `corpus/`, with a line of `====` between inputs.

use crate::target::Target;

const BETWEEN: &str = "\n====\n";

/// Inputs to mutate: those of the repository, and those that gave a new outcome.
#[derive(Clone, Debug)]
pub struct Corpus {
    inputs: Vec<Vec<u8>>,
    own: usize,
    next: usize,
}

impl Corpus {
    /// Inputs that are kept in memory besides those of the repository; then a new one takes the place of an old one.
    const MOST_KEPT: usize = 4096;

    /// The inputs of the repository.
    #[must_use]
    pub fn of(target: &Target) -> Self {
        let text = target.corpus.strip_suffix('\n').unwrap_or(target.corpus);
        let inputs: Vec<Vec<u8>> = text.split(BETWEEN).map(|input| input.as_bytes().to_vec()).collect();
        Corpus { own: inputs.len(), next: 0, inputs }
    }

    /// All inputs; never none.
    #[must_use]
    pub fn inputs(&self) -> &[Vec<u8>] {
        &self.inputs
    }

    /// Keeps an input.
    pub fn keep(&mut self, input: &[u8]) {
        if self.inputs.len() < self.own + Self::MOST_KEPT {
            self.inputs.push(input.to_vec());
        } else {
            self.inputs[self.own + self.next] = input.to_vec();
            self.next = (self.next + 1) % Self::MOST_KEPT;
        }
    }
}
