//! Why a search did not happen on a GPU.

/// What went wrong, in a line that says what would help.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GpuError {
    /// The driver's library can't be loaded.
    #[error("no NVIDIA driver was found (its library libcuda can't be loaded)")]
    NoDriver,
    /// The driver works but has no device.
    #[error("the NVIDIA driver is here, but it has no GPU to offer: {0}")]
    NoDevice(String),
    /// There is no run-time compiler.
    #[error(
        "no CUDA compiler was found (its library libnvrtc can't be loaded); install it, or name the folder of the CUDA \
         toolkit in the variable CUDA_PATH"
    )]
    NoCompiler,
    /// The level is none that this crate has kernels for.
    #[error("{0}")]
    Unsuitable(String),
    /// The planes don't fit.
    #[error("the search needs {} of GPU memory, and {} are free", gigabytes(*needed), gigabytes(*free))]
    TooLarge {
        /// Bytes that the search takes; `u64::MAX` for more than can be counted.
        needed: u64,
        /// Bytes that are free on the device.
        free: u64,
    },
    /// The driver or the compiler refused to do something.
    #[error("the GPU failed to {doing}: {what}")]
    Failed {
        /// What was tried.
        doing: &'static str,
        /// What it answered.
        what: String,
    },
}

impl GpuError {
    /// A failure to do something, with the driver's or compiler's answer.
    pub(crate) fn failed(doing: &'static str, what: impl Into<String>) -> Self {
        GpuError::Failed { doing, what: what.into() }
    }
}

fn gigabytes(bytes: u64) -> String {
    match bytes {
        u64::MAX => "more than 18 million terabytes".to_owned(),
        0..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_said_in_units_that_fit() {
        let said = |needed, free| GpuError::TooLarge { needed, free }.to_string();
        assert_eq!(
            said(379_600_000_000, 149_500_000_000),
            "the search needs 379.6 GB of GPU memory, and 149.5 GB are free"
        );
        assert!(said(2_500_000, 0).contains("2.5 MB"));
        assert!(said(u64::MAX, 1).contains("more than"));
    }
}
