//! A disk that fails on request: a SQLite VFS around the default one. It counts writes in one
//! folder, fails a chosen operation, and can lose unsynced data like a power cut.
#![allow(unsafe_code, reason = "SQLite asks for a table of C functions")]

use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::mem::size_of;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::ptr::null_mut;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};

use rusqlite::ffi;

#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Fault {
    /// One operation fails with an I/O error.
    Error,
    /// One sync fails after all was written.
    Sync,
    /// Writes find no space until the disk is healed.
    Full,
    /// One read fails.
    Read,
    /// From here on nothing reaches the disk; what was not synced is lost.
    PowerCut,
}

#[derive(Copy, Clone, Eq, PartialEq)]
enum Operation {
    Read,
    Write,
    Sync,
}

/// The disk of one folder.
#[derive(Default)]
pub(crate) struct Disk(Mutex<State>);

#[derive(Default)]
struct State {
    fault: Option<Fault>,
    /// Operations that may still succeed.
    before: u64,
    /// How often the fault has struck.
    struck: u64,
    /// How to undo what was not synced, the latest last.
    unsynced: Vec<Undo>,
}

struct Undo {
    path: PathBuf,
    size: u64,
    offset: u64,
    bytes: Vec<u8>,
}

impl Disk {
    /// The disk of this folder. Files that are opened there from now on are on it.
    pub(crate) fn of(folder: &Path) -> Arc<Disk> {
        register();
        let disk = Arc::<Disk>::default();
        disks().insert(folder.canonicalize().unwrap(), disk.clone());
        disk
    }

    /// Fails after this many operations of the fault's kind.
    pub(crate) fn fail(&self, fault: Fault, after: u64) {
        let mut state = self.state();
        (state.fault, state.before, state.struck) = (Some(fault), after, 0);
    }

    pub(crate) fn heal(&self) {
        self.state().fault = None;
    }

    pub(crate) fn has_failed(&self) -> bool {
        self.state().struck > 0
    }

    /// Undoes what was not synced. Nothing has these files open by now.
    pub(crate) fn lose_power(&self) {
        for undo in self.state().unsynced.drain(..).rev() {
            let Ok(file) = std::fs::File::options().write(true).open(&undo.path) else { continue };
            file.write_all_at(&undo.bytes, undo.offset).unwrap();
            file.set_len(undo.size).unwrap();
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The error of this operation, if it fails.
    fn strike(&self, operation: Operation) -> Option<c_int> {
        let mut state = self.state();
        let fault = state.fault?;
        let concerned = match fault {
            Fault::Read => operation == Operation::Read,
            Fault::Sync => operation == Operation::Sync,
            Fault::Error | Fault::Full => operation != Operation::Read,
            Fault::PowerCut => operation != Operation::Read || state.struck > 0,
        };
        if !concerned {
            return None;
        }
        if state.before > 0 {
            state.before -= 1;
            return None;
        }
        state.struck += 1;
        if matches!(fault, Fault::Error | Fault::Sync | Fault::Read) {
            state.fault = None;
        }
        Some(match (fault, operation) {
            (Fault::Full, _) => ffi::SQLITE_FULL,
            (_, Operation::Read) => ffi::SQLITE_IOERR_READ,
            (_, Operation::Write) => ffi::SQLITE_IOERR_WRITE,
            (_, Operation::Sync) => ffi::SQLITE_IOERR_FSYNC,
        })
    }

    /// Remembers a part of a file before it changes.
    fn remember(&self, path: &Path, offset: u64, length: usize) {
        let Ok(file) = std::fs::File::open(path) else { return };
        let size = file.metadata().map_or(0, |metadata| metadata.len());
        let mut bytes = vec![0; length.min(size.saturating_sub(offset) as usize)];
        if file.read_exact_at(&mut bytes, offset).is_ok() {
            self.state().unsynced.push(Undo { path: path.to_owned(), size, offset, bytes });
        }
    }

    fn forget(&self, path: &Path) {
        self.state().unsynced.retain(|undo| undo.path != path);
    }
}

type Disks = HashMap<PathBuf, Arc<Disk>>;

fn disks() -> MutexGuard<'static, Disks> {
    static DISKS: LazyLock<Mutex<Disks>> = LazyLock::new(Mutex::default);
    DISKS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The disk that a file is on, if it is one of ours.
unsafe fn disk_of(name: *const c_char) -> Option<Context> {
    if name.is_null() {
        return None;
    }
    let path = PathBuf::from(unsafe { CStr::from_ptr(name) }.to_str().ok()?);
    let disk = disks().get(path.parent()?)?.clone();
    Some(Context { disk, path })
}

struct Context {
    disk: Arc<Disk>,
    path: PathBuf,
}

/// An open file; the one of the usual VFS follows in memory.
#[repr(C)]
struct File {
    methods: *const ffi::sqlite3_io_methods,
    context: *mut Context,
}

struct Vfs(*mut ffi::sqlite3_vfs);
unsafe impl Send for Vfs {}
unsafe impl Sync for Vfs {}

static USUAL: OnceLock<Vfs> = OnceLock::new();

fn usual() -> *mut ffi::sqlite3_vfs {
    USUAL.get().expect("it is registered").0
}

fn register() {
    USUAL.get_or_init(|| unsafe {
        let usual = ffi::sqlite3_vfs_find(std::ptr::null());
        let mut ours = *usual;
        ours.szOsFile += size_of::<File>() as c_int;
        ours.zName = c"faulty".as_ptr();
        ours.pNext = null_mut();
        ours.xOpen = Some(open);
        ours.xDelete = Some(delete);
        assert_eq!(ffi::sqlite3_vfs_register(Box::leak(Box::new(ours)), 1), ffi::SQLITE_OK);
        Vfs(usual)
    });
}

unsafe fn real(file: *mut ffi::sqlite3_file) -> *mut ffi::sqlite3_file {
    unsafe { file.cast::<u8>().add(size_of::<File>()).cast() }
}

unsafe fn context<'a>(file: *mut ffi::sqlite3_file) -> &'a Context {
    unsafe { &*(*file.cast::<File>()).context }
}

/// Calls a method of the file below.
macro_rules! below {
    ($file:ident, $method:ident $(, $argument:expr)*) => {
        unsafe {
            let real = real($file);
            ((*(*real).pMethods).$method.unwrap())(real $(, $argument)*)
        }
    };
}

unsafe extern "C" fn open(
    _: *mut ffi::sqlite3_vfs,
    name: *const c_char,
    file: *mut ffi::sqlite3_file,
    flags: c_int,
    out: *mut c_int,
) -> c_int {
    unsafe {
        let below = (*usual()).xOpen.unwrap();
        let Some(context) = disk_of(name) else { return below(usual(), name, file, flags, out) };
        let ours = file.cast::<File>();
        (*ours).methods = std::ptr::null();
        let code = below(usual(), name, real(file), flags, out);
        if code == ffi::SQLITE_OK {
            (*ours).context = Box::into_raw(Box::new(context));
            (*ours).methods = &raw const METHODS;
        }
        code
    }
}

unsafe extern "C" fn delete(_: *mut ffi::sqlite3_vfs, name: *const c_char, sync: c_int) -> c_int {
    unsafe {
        if let Some(context) = disk_of(name) {
            if context.disk.strike(Operation::Write).is_some() {
                return ffi::SQLITE_IOERR_DELETE;
            }
            context.disk.forget(&context.path);
        }
        ((*usual()).xDelete.unwrap())(usual(), name, sync)
    }
}

unsafe extern "C" fn close(file: *mut ffi::sqlite3_file) -> c_int {
    let code = below!(file, xClose);
    unsafe { drop(Box::from_raw((*file.cast::<File>()).context)) };
    code
}

unsafe extern "C" fn read(
    file: *mut ffi::sqlite3_file,
    to: *mut c_void,
    length: c_int,
    offset: i64,
) -> c_int {
    match unsafe { context(file) }.disk.strike(Operation::Read) {
        Some(code) => code,
        None => below!(file, xRead, to, length, offset),
    }
}

unsafe extern "C" fn write(
    file: *mut ffi::sqlite3_file,
    from: *const c_void,
    length: c_int,
    offset: i64,
) -> c_int {
    let Context { disk, path } = unsafe { context(file) };
    if let Some(code) = disk.strike(Operation::Write) {
        return code;
    }
    disk.remember(path, offset as u64, length as usize);
    below!(file, xWrite, from, length, offset)
}

unsafe extern "C" fn truncate(file: *mut ffi::sqlite3_file, size: i64) -> c_int {
    let Context { disk, path } = unsafe { context(file) };
    if disk.strike(Operation::Write).is_some() {
        return ffi::SQLITE_IOERR_TRUNCATE;
    }
    disk.remember(path, size as u64, usize::MAX);
    below!(file, xTruncate, size)
}

/// Nothing is really synced: what counts here is what would be lost.
unsafe extern "C" fn sync(file: *mut ffi::sqlite3_file, _: c_int) -> c_int {
    let Context { disk, path } = unsafe { context(file) };
    if let Some(code) = disk.strike(Operation::Sync) {
        return code;
    }
    disk.forget(path);
    ffi::SQLITE_OK
}

unsafe extern "C" fn file_size(file: *mut ffi::sqlite3_file, size: *mut i64) -> c_int {
    below!(file, xFileSize, size)
}

unsafe extern "C" fn lock(file: *mut ffi::sqlite3_file, level: c_int) -> c_int {
    below!(file, xLock, level)
}

unsafe extern "C" fn unlock(file: *mut ffi::sqlite3_file, level: c_int) -> c_int {
    below!(file, xUnlock, level)
}

unsafe extern "C" fn check_reserved(file: *mut ffi::sqlite3_file, out: *mut c_int) -> c_int {
    below!(file, xCheckReservedLock, out)
}

unsafe extern "C" fn control(
    file: *mut ffi::sqlite3_file,
    operation: c_int,
    argument: *mut c_void,
) -> c_int {
    below!(file, xFileControl, operation, argument)
}

unsafe extern "C" fn sector_size(file: *mut ffi::sqlite3_file) -> c_int {
    below!(file, xSectorSize)
}

unsafe extern "C" fn characteristics(file: *mut ffi::sqlite3_file) -> c_int {
    below!(file, xDeviceCharacteristics)
}

unsafe extern "C" fn shm_map(
    file: *mut ffi::sqlite3_file,
    page: c_int,
    size: c_int,
    extend: c_int,
    out: *mut *mut c_void,
) -> c_int {
    below!(file, xShmMap, page, size, extend, out)
}

unsafe extern "C" fn shm_lock(
    file: *mut ffi::sqlite3_file,
    offset: c_int,
    n: c_int,
    flags: c_int,
) -> c_int {
    below!(file, xShmLock, offset, n, flags)
}

unsafe extern "C" fn shm_barrier(file: *mut ffi::sqlite3_file) {
    below!(file, xShmBarrier)
}

unsafe extern "C" fn shm_unmap(file: *mut ffi::sqlite3_file, delete: c_int) -> c_int {
    below!(file, xShmUnmap, delete)
}

static METHODS: ffi::sqlite3_io_methods = ffi::sqlite3_io_methods {
    iVersion: 2,
    xClose: Some(close),
    xRead: Some(read),
    xWrite: Some(write),
    xTruncate: Some(truncate),
    xSync: Some(sync),
    xFileSize: Some(file_size),
    xLock: Some(lock),
    xUnlock: Some(unlock),
    xCheckReservedLock: Some(check_reserved),
    xFileControl: Some(control),
    xSectorSize: Some(sector_size),
    xDeviceCharacteristics: Some(characteristics),
    xShmMap: Some(shm_map),
    xShmLock: Some(shm_lock),
    xShmBarrier: Some(shm_barrier),
    xShmUnmap: Some(shm_unmap),
    xFetch: None,
    xUnfetch: None,
};
