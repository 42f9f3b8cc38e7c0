//! An NVIDIA GPU: the one place that talks to the driver and to the run-time compiler.
//!
//! Both are libraries that may be missing, and `cudarc` panics if it calls one that is. So they are looked for first.
//!
//! This is the only module of Telusur with unsafe code. Loading a library runs its start-up code; the compiler's machine
//! code is fetched through a function that `cudarc` has no safe form of; and a kernel reads and writes whatever its
//! arguments tell it to, which no compiler can check: [`Device::launch`] is called by `four_pegs.rs` and `tiles.rs`
//! alone, next to the allocations whose sizes the kernels rely on, and the tests run all of it on the processor.
#![allow(unsafe_code)]

use crate::device::{Argument, Device, KERNELS, Program, Size};
use crate::error::GpuError;
use cudarc::driver::sys::CUdevice_attribute as Attribute;
use cudarc::driver::{CudaContext, CudaFunction, CudaSlice, CudaStream, LaunchConfig, PushKernelArg};
use cudarc::nvrtc::{Ptx, result as compiler, sys as compiler_sys};
use std::ffi::{CStr, CString};
use std::path::PathBuf;
use std::sync::Arc;

/// The first GPU that the driver has.
pub(crate) struct Cuda {
    context: Arc<CudaContext>,
    stream: Arc<CudaStream>,
    name: String,
    processors: u32,
    capability: (i32, i32),
}

/// Kernels, ready to run on it.
pub(crate) struct Loaded {
    stream: Arc<CudaStream>,
    context: Arc<CudaContext>,
    groups: u32,
    functions: [CudaFunction; KERNELS.len()],
}

impl Cuda {
    pub(crate) fn open() -> Result<Self, GpuError> {
        // SAFETY: loads the driver's library if there is one, and closes it again.
        if !unsafe { cudarc::driver::sys::is_culib_present() } {
            return Err(GpuError::NoDriver);
        }
        let none = |error: cudarc::driver::DriverError| GpuError::NoDevice(error.to_string());
        let context = CudaContext::new(0).map_err(none)?;
        let failed = |error| GpuError::failed("say what it is", said(error));
        Ok(Cuda {
            stream: context.default_stream(),
            name: context.name().map_err(failed)?,
            processors: context
                .attribute(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)
                .map_err(failed)?
                .try_into()
                .unwrap_or(1),
            capability: context.compute_capability().map_err(failed)?,
            context,
        })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Bytes that are free, and all.
    pub(crate) fn memory(&self) -> Result<(u64, u64), GpuError> {
        let (free, total) =
            self.context.mem_get_info().map_err(|error| GpuError::failed("say what is free", said(error)))?;
        Ok((free as u64, total as u64))
    }

    /// Compiles a program for this device.
    pub(crate) fn load(&self, program: &Program) -> Result<Loaded, GpuError> {
        find_compiler()?;
        let code = compile(program, self.capability)?;
        let failed = |error| GpuError::failed("load the kernels", said(error));
        let module = self.context.load_module(code).map_err(failed)?;
        let mut functions = Vec::with_capacity(KERNELS.len());
        for kernel in KERNELS {
            functions.push(module.load_function(kernel).map_err(failed)?);
        }
        let functions =
            functions.try_into().map_err(|_| GpuError::failed("load the kernels", "one is missing"))?;
        Ok(Loaded {
            stream: self.stream.clone(),
            context: self.context.clone(),
            groups: self.processors * program.resident,
            functions,
        })
    }
}

/// A driver's error in words; the driver may have none.
fn said(error: cudarc::driver::DriverError) -> String {
    error
        .error_string()
        .ok()
        .and_then(|text| text.to_str().ok())
        .map_or_else(|| error.to_string(), str::to_owned)
}

/// Makes sure that the compiler's library can be loaded. Toolkits don't always tell the system where they are, so the
/// usual folders are tried too: a library that is loaded once is found by its name from then on.
fn find_compiler() -> Result<(), GpuError> {
    // SAFETY: loads the compiler's library if there is one, and closes it again.
    let is_present = || unsafe { compiler_sys::is_culib_present() };
    if is_present() {
        return Ok(());
    }
    let roots =
        ["CUDA_PATH", "CUDA_HOME", "CUDA_ROOT"].into_iter().filter_map(std::env::var_os).map(PathBuf::from);
    let roots = roots.chain(["/usr/local/cuda", "/opt/cuda", "/usr/lib/cuda"].map(PathBuf::from));
    let folders = roots
        .flat_map(|root| ["lib64", "lib", "targets/x86_64-linux/lib", "bin", ""].map(|part| root.join(part)));
    for path in folders.flat_map(|folder| {
        ["libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so"].map(|name| folder.join(name))
    }) {
        // SAFETY: the library is NVIDIA's compiler, by its name and place; its start-up code only sets it up.
        if let Ok(library) = unsafe { libloading::Library::new(&path) } {
            // It has to stay.
            std::mem::forget(library);
            if is_present() {
                return Ok(());
            }
        }
    }
    Err(GpuError::NoCompiler)
}

/// Machine code for a device of this capability; where the compiler is older than the device, code that the driver
/// translates.
fn compile(program: &Program, (major, minor): (i32, i32)) -> Result<Ptx, GpuError> {
    let text = CString::new(program.text.concat())
        .map_err(|_| GpuError::failed("compile the kernels", "their text has a zero byte"))?;
    let real = format!("sm_{major}{minor}");
    match compile_for(program, &text, Some(&real)) {
        Err(GpuError::Failed { what, .. }) if what.contains("gpu-architecture") => {
            compile_for(program, &text, None)
        }
        other => other,
    }
}

fn compile_for(program: &Program, text: &CStr, architecture: Option<&str>) -> Result<Ptx, GpuError> {
    const DOING: &str = "compile the kernels";
    let mut options = program.macros();
    options.push("--std=c++17".to_owned());
    options.extend(architecture.map(|name| format!("--gpu-architecture={name}")));
    let failed = |error: compiler::NvrtcError| GpuError::failed(DOING, error.to_string());
    let name = CString::new(program.name).unwrap_or_default();
    let handle = compiler::create_program(text, Some(&name)).map_err(failed)?;
    // SAFETY: the handle is alive until it is destroyed below, and only used here; the buffer for the machine code has
    // the size that the compiler has just asked for.
    unsafe {
        let code = match compiler::compile_program(handle, &options) {
            Err(error) => {
                let log = compiler::get_program_log(handle).unwrap_or_default();
                let log: Vec<u8> = log.iter().map(|&byte| byte as u8).take_while(|&byte| byte != 0).collect();
                Err(GpuError::failed(DOING, format!("{error}: {}", String::from_utf8_lossy(&log).trim())))
            }
            Ok(()) if architecture.is_none() => compiler::get_ptx(handle).map_err(failed).map(|text| {
                let text: Vec<u8> =
                    text.iter().map(|&byte| byte as u8).take_while(|&byte| byte != 0).collect();
                Ptx::from_src(String::from_utf8_lossy(&text))
            }),
            Ok(()) => {
                let mut size = 0;
                compiler_sys::nvrtcGetCUBINSize(handle, &mut size).result().map_err(failed).and_then(|()| {
                    let mut code = vec![0u8; size];
                    compiler_sys::nvrtcGetCUBIN(handle, code.as_mut_ptr().cast()).result().map_err(failed)?;
                    Ok(Ptx::from_binary(code))
                })
            }
        };
        _ = compiler::destroy_program(handle);
        code
    }
}

impl Device for Loaded {
    type Memory = CudaSlice<u8>;

    fn free_bytes(&self) -> Result<u64, GpuError> {
        let (free, _) =
            self.context.mem_get_info().map_err(|error| GpuError::failed("say what is free", said(error)))?;
        Ok(free as u64)
    }

    fn groups(&self) -> u32 {
        self.groups
    }

    fn allocate(&self, bytes: u64) -> Result<Self::Memory, GpuError> {
        let failed = |error| GpuError::failed("give memory", said(error));
        self.stream.alloc_zeros(usize::try_from(bytes.max(1)).unwrap_or(usize::MAX)).map_err(failed)
    }

    fn write(&self, to: &mut Self::Memory, at: u64, bytes: &[u8]) -> Result<(), GpuError> {
        if bytes.is_empty() {
            return Ok(());
        }
        let failed = |what: String| GpuError::failed("take data", what);
        let range = at as usize..at as usize + bytes.len();
        let mut part =
            to.try_slice_mut(range).ok_or_else(|| failed("beyond the end of its memory".to_owned()))?;
        self.stream.memcpy_htod(bytes, &mut part).map_err(|error| failed(said(error)))
    }

    fn read(&self, from: &Self::Memory, at: u64, bytes: &mut [u8]) -> Result<(), GpuError> {
        if bytes.is_empty() {
            return Ok(());
        }
        let failed = |what: String| GpuError::failed("give data back", what);
        let range = at as usize..at as usize + bytes.len();
        let part = from.try_slice(range).ok_or_else(|| failed("beyond the end of its memory".to_owned()))?;
        self.stream.memcpy_dtoh(&part, bytes).map_err(|error| failed(said(error)))?;
        self.stream.synchronize().map_err(|error| failed(said(error)))
    }

    fn launch(
        &self,
        kernel: &'static str,
        size: Size,
        arguments: &[Argument<'_, Self::Memory>],
    ) -> Result<(), GpuError> {
        let failed = |what: String| GpuError::failed("start a kernel", what);
        let function = KERNELS.iter().position(|&name| name == kernel);
        let function =
            function.and_then(|i| self.functions.get(i)).ok_or_else(|| failed(kernel.to_owned()))?;
        let mut launch = self.stream.launch_builder(function);
        for argument in arguments {
            match argument {
                Argument::Memory(memory) => launch.arg(*memory),
                Argument::Number(number) => launch.arg(number),
            };
        }
        let size = LaunchConfig {
            grid_dim: (size.groups.max(1), 1, 1),
            block_dim: (size.threads, 1, 1),
            shared_mem_bytes: 0,
        };
        // SAFETY: see the head of the module. One stream does everything in order, so memory outlives what uses it.
        unsafe { launch.launch(size) }.map_err(|error| failed(said(error)))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::{FOUR_PEGS, tiles};

    /// No GPU is needed to compile for one.
    #[test]
    fn the_kernels_compile_where_the_compiler_is_at_hand() {
        if find_compiler().is_err() {
            return;
        }
        for program in [FOUR_PEGS, tiles(2), tiles(3)] {
            for capability in [(7, 5), (8, 0), (9, 0)] {
                compile(&program, capability).unwrap_or_else(|error| panic!("{capability:?}: {error}"));
            }
            compile(&program, (999, 0)).unwrap_or_else(|error| panic!("unknown device: {error}"));
        }
        let broken = Program { text: ["no kernel", ""], ..FOUR_PEGS };
        let error = compile(&broken, (9, 0)).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains("failed to compile the kernels") && error.contains("error"), "{error}");
    }
}
