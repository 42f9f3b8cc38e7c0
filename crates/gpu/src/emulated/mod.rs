//! A device on the processor, for tests: the kernels' own text, compiled by the machine's C++ compiler.
//!
//! `host.cpp` gives that text what CUDA has and C++ has not, and obeys commands; this is the other end of its pipes. Where
//! there is no C++ compiler there is no such device, and its tests have nothing to run on.

mod tests;

use crate::device::{Argument, Device, KERNELS, Program, Size};
use crate::error::GpuError;
use std::cell::RefCell;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;

/// One compilation at a time: tests of one program wait for the first and share what it made.
static COMPILING: Mutex<()> = Mutex::new(());

pub(crate) struct Emulated {
    child: RefCell<Child>,
    /// Sizes of the memories, by number.
    allocated: RefCell<Vec<u64>>,
    most: u64,
}

impl Emulated {
    /// A device with a program; `None` where there is no C++ compiler for it.
    pub(crate) fn new(program: &Program) -> Option<Self> {
        let binary = compiled(program)?;
        let child = Command::new(binary).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        Some(Emulated {
            child: RefCell::new(child.expect("what was compiled can be run")),
            allocated: RefCell::default(),
            most: 1 << 30,
        })
    }

    /// The same with so much memory.
    pub(crate) fn with_memory(mut self, most: u64) -> Self {
        self.most = most;
        self
    }

    pub(crate) fn allocated(&self) -> u64 {
        self.allocated.borrow().iter().sum()
    }

    fn tell(&self, what: u8, numbers: &[u64], bytes: &[u8]) -> Result<(), GpuError> {
        let mut message = vec![what];
        message.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        message.extend_from_slice(bytes);
        let mut child = self.child.borrow_mut();
        let pipe = child.stdin.as_mut().expect("the pipe is open");
        pipe.write_all(&message)
            .and_then(|()| pipe.flush())
            .map_err(|error| GpuError::failed("listen", error.to_string()))
    }
}

impl Drop for Emulated {
    fn drop(&mut self) {
        let child = self.child.get_mut();
        // Without commands it ends by itself.
        drop(child.stdin.take());
        _ = child.wait();
    }
}

/// The program for the processor, compiled when it is not there already. Its name tells the text, so that it is there
/// the next time.
fn compiled(program: &Program) -> Option<PathBuf> {
    let guard = COMPILING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let host = include_str!("host.cpp");
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    let mut hasher = DefaultHasher::new();
    (host, program.text, program.macros(), &compiler).hash(&mut hasher);
    // Beside the test's own binary, where build products belong.
    let folder = std::env::current_exe().ok()?.parent()?.join("emulated");
    let binary = folder.join(format!("{}-{:016x}", program.name, hasher.finish()));
    if binary.is_file() {
        return Some(binary);
    }
    std::fs::create_dir_all(&folder).expect("the build folder can be written");
    let mine = |end: &str| binary.with_extension(format!("{}.{end}", std::process::id()));
    let (source, text, made) = (mine("cpp"), mine("cu"), mine("new"));
    std::fs::write(&source, host).expect("the build folder can be written");
    std::fs::write(&text, program.text.concat()).expect("the build folder can be written");
    let output = Command::new(&compiler)
        .args(["-std=c++17", "-O1", "-fno-strict-aliasing", "-w"])
        .arg(format!("-DKERNELS_TEXT=\"{}\"", text.display()))
        .args(program.macros())
        .arg("-o")
        .arg(&made)
        .arg(&source)
        .output();
    _ = (std::fs::remove_file(&source), std::fs::remove_file(&text));
    let Ok(output) = output else {
        println!("there is no C++ compiler '{compiler}': the kernels are not tried");
        return None;
    };
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "the kernels don't compile: {said}");
    std::fs::rename(&made, &binary).expect("the build folder can be written");
    drop(guard);
    Some(binary)
}

impl Device for Emulated {
    type Memory = u64;

    fn free_bytes(&self) -> Result<u64, GpuError> {
        Ok(self.most - self.allocated())
    }

    fn groups(&self) -> u32 {
        // Several share the work, as on a GPU, and not evenly.
        3
    }

    fn allocate(&self, bytes: u64) -> Result<u64, GpuError> {
        self.allocated.borrow_mut().push(bytes);
        if self.allocated() > self.most {
            return Err(GpuError::failed("give memory", "out of memory"));
        }
        self.tell(b'A', &[bytes], &[])?;
        Ok(self.allocated.borrow().len() as u64 - 1)
    }

    fn write(&self, to: &mut u64, at: u64, bytes: &[u8]) -> Result<(), GpuError> {
        self.tell(b'W', &[*to, at, bytes.len() as u64], bytes)
    }

    fn read(&self, from: &u64, at: u64, bytes: &mut [u8]) -> Result<(), GpuError> {
        self.tell(b'R', &[*from, at, bytes.len() as u64], &[])?;
        let mut child = self.child.borrow_mut();
        let pipe = child.stdout.as_mut().expect("the pipe is open");
        pipe.read_exact(bytes).map_err(|error| GpuError::failed("give data back", error.to_string()))
    }

    fn launch(
        &self,
        kernel: &'static str,
        size: Size,
        arguments: &[Argument<'_, u64>],
    ) -> Result<(), GpuError> {
        let number = KERNELS.iter().position(|&name| name == kernel).expect("the kernel exists") as u64;
        let mut numbers = vec![number, size.groups.into(), size.threads.into(), arguments.len() as u64];
        for argument in arguments {
            numbers.extend(match argument {
                Argument::Memory(memory) => [1, **memory],
                Argument::Number(number) => [0, *number],
            });
        }
        self.tell(b'L', &numbers, &[])
    }
}
