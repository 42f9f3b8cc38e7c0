//! States per depth, for a chart. A search may have tens of thousands of layers; a chart has a bar for each group of them.

use serde::Serialize;

/// Bars at most: more can't be told apart.
const MOST: usize = 160;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Depths {
    /// States in each group of `depths_step` layers.
    depths: Vec<u64>,
    depths_step: usize,
}

impl Depths {
    pub(crate) fn new(layers: &[u64]) -> Self {
        let step = layers.len().div_ceil(MOST).max(1);
        Depths { depths: layers.chunks(step).map(|group| group.iter().sum()).collect(), depths_step: step }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_layers_are_taken_together() {
        assert_eq!(Depths::new(&[]), Depths { depths: vec![], depths_step: 1 });
        assert_eq!(Depths::new(&[1, 2, 4]), Depths { depths: vec![1, 2, 4], depths_step: 1 });
        let layers: Vec<u64> = (0..16_383).collect();
        let depths = Depths::new(&layers);
        assert_eq!((depths.depths_step, depths.depths.len()), (103, 160));
        assert_eq!(depths.depths.iter().sum::<u64>(), layers.iter().sum::<u64>());
    }
}
