//! What a search asks of a device: memory, copies, and kernels that run. A GPU is one; the tests have another, which
//! runs the same kernels on the processor.

use crate::error::GpuError;

/// Kernels that are compiled together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Program {
    /// For error messages.
    pub(crate) name: &'static str,
    /// The text, in parts that follow each other.
    pub(crate) text: [&'static str; 2],
    /// Groups of threads that a processor of the device is to hold at once: the compiler divides the registers by it.
    pub(crate) resident: u32,
    /// Columns of the board, for programs that are about one.
    pub(crate) columns: Option<u32>,
}

impl Program {
    /// What the compiler is to know besides the text.
    pub(crate) fn macros(&self) -> Vec<String> {
        let columns = self.columns.map(|columns| format!("-DCOLUMNS={columns}"));
        [format!("-DRESIDENT={}", self.resident)].into_iter().chain(columns).collect()
    }
}

const PRELUDE: &str = include_str!("kernels/prelude.cu");

/// Tower of Hanoi on four pegs.
pub(crate) const FOUR_PEGS: Program = Program {
    name: "four_pegs",
    text: [PRELUDE, include_str!("kernels/four_pegs.cu")],
    resident: 4,
    columns: None,
};

/// Sliding tiles on two or three columns.
pub(crate) const fn tiles(columns: u32) -> Program {
    Program {
        name: "tiles",
        text: [PRELUDE, include_str!("kernels/tiles.cu")],
        resident: 3,
        columns: Some(columns),
    }
}

/// Kernels of every program, by name.
pub(crate) const KERNELS: [&str; 3] = ["plan", "advance", "watch"];

/// An argument of a kernel. All of them take eight bytes.
pub(crate) enum Argument<'a, M> {
    Memory(&'a M),
    Number(u64),
}

impl<M> Clone for Argument<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<M> Copy for Argument<'_, M> {}

/// How many threads run a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    /// Groups of threads that see each other's shared memory.
    pub(crate) groups: u32,
    /// Threads of a group.
    pub(crate) threads: u32,
}

/// A device with a program. Everything happens in the order in which it is asked for.
pub(crate) trait Device {
    /// Memory of the device, given back when it is dropped.
    type Memory;

    /// Bytes that can be allocated.
    fn free_bytes(&self) -> Result<u64, GpuError>;

    /// How many groups of threads the device holds at once: so many that each has to do several pieces of the work.
    fn groups(&self) -> u32;

    /// Memory that is all zero.
    fn allocate(&self, bytes: u64) -> Result<Self::Memory, GpuError>;

    /// Copies bytes to the device.
    fn write(&self, to: &mut Self::Memory, at: u64, bytes: &[u8]) -> Result<(), GpuError>;

    /// Copies bytes from the device, when everything before is done.
    fn read(&self, from: &Self::Memory, at: u64, bytes: &mut [u8]) -> Result<(), GpuError>;

    /// Runs one of the program's [`KERNELS`].
    ///
    /// The arguments must be those of the kernel's text, in its order.
    fn launch(
        &self,
        kernel: &'static str,
        size: Size,
        arguments: &[Argument<'_, Self::Memory>],
    ) -> Result<(), GpuError>;
}

/// Numbers as the device has them.
pub(crate) fn bytes_of<const N: usize>(numbers: impl IntoIterator<Item = [u8; N]>) -> Vec<u8> {
    numbers.into_iter().flatten().collect()
}

/// Numbers of eight bytes from the device.
pub(crate) fn words_from(bytes: &[u8]) -> impl Iterator<Item = u64> {
    bytes.chunks_exact(8).map(|word| word.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
}
