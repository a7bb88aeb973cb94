//! Records, constructors with payload and captured variables: a header and its fields in one
//! allocation.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::fmt;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicUsize, Ordering, fence};

use crate::soil::types::ty::IntTy;
use crate::soil::value::handle::next_identity;
use crate::soil::value::{Shape, Value, heap};

#[repr(C)]
struct Header {
    count: AtomicUsize,
    shape: &'static Shape,
    variant: u32,
    n_fields: u32,
}

/// A counted pointer to a shape, a variant and the stored fields.
///
/// A type of opaque strategy has one more field at the end, its identity; [`Node::fields`] leaves
/// it out.
pub struct Node {
    header: NonNull<Header>,
}

// SAFETY: fields are values, which threads may share; the last owner drops them.
unsafe impl Send for Node {}
// SAFETY: see above.
unsafe impl Sync for Node {}

impl Node {
    /// Makes a node; `fields` are in declaration order.
    #[inline]
    pub fn new<I>(shape: &'static Shape, variant: u32, fields: I) -> Node
    where
        I: IntoIterator<Item = Value>,
        I::IntoIter: ExactSizeIterator,
    {
        let fields = fields.into_iter();
        let n_fields = fields.len();
        let node = Node::allocate(shape, variant, n_fields);
        let mut written = 0;
        for field in fields {
            assert!(written < n_fields, "an iterator that lied about its length");
            // SAFETY: the index is below the number of fields allocated.
            unsafe { node.first().add(written).write(field) };
            written += 1;
        }
        assert!(written == n_fields, "an iterator that lied about its length");
        node
    }

    /// Makes a node of a type of opaque strategy; its identity is the next number.
    pub fn with_identity(shape: &'static Shape, variant: u32, mut fields: Vec<Value>) -> Node {
        fields.push(Value::Int(IntTy::U64, next_identity() as i64));
        Node::new(shape, variant, fields)
    }

    /// Allocates a node and moves `n_fields` values out of `from` into it.
    ///
    /// # Safety
    /// `from` points to that many initialised values, which the caller must not use again.
    #[inline]
    pub(in crate::soil) unsafe fn take_from(
        shape: &'static Shape,
        variant: u32,
        from: *const Value,
        n_fields: usize,
    ) -> Node {
        let node = Node::allocate(shape, variant, n_fields);
        // SAFETY: both ranges hold `n_fields` values and do not overlap, as one is fresh.
        unsafe { std::ptr::copy_nonoverlapping(from, node.first(), n_fields) };
        node
    }

    /// Allocates a node whose fields the caller writes before anything else happens.
    #[inline]
    fn allocate(shape: &'static Shape, variant: u32, n_fields: usize) -> Node {
        let layout = layout(n_fields);
        // SAFETY: the layout has at least the size of the header.
        let Some(header) = NonNull::new(unsafe { alloc(layout) }.cast::<Header>()) else {
            handle_alloc_error(layout)
        };
        heap::add(layout.size());
        // SAFETY: the memory is fresh and large enough.
        unsafe {
            header.write(Header {
                count: AtomicUsize::new(1),
                shape,
                variant,
                n_fields: n_fields as u32,
            });
        }
        Node { header }
    }

    /// Returns what the node is of.
    #[inline]
    pub fn shape(&self) -> &'static Shape {
        self.header().shape
    }

    /// Returns which variant it is, in declaration order; 0 for a record.
    #[inline]
    pub fn variant(&self) -> u32 {
        self.header().variant
    }

    /// Lists the stored fields, or the one payload.
    #[inline]
    pub fn fields(&self) -> &[Value] {
        let all = self.all_fields();
        if self.shape().opaque { &all[..all.len() - 1] } else { all }
    }

    /// Returns the number that tells this value from others of its opaque type.
    pub fn identity(&self) -> Option<u64> {
        match self.all_fields().last() {
            Some(Value::Int(_, identity)) if self.shape().opaque => Some(*identity as u64),
            _ => None,
        }
    }

    /// Returns a field by its place.
    #[inline]
    pub fn field(&self, slot: usize) -> &Value {
        &self.all_fields()[slot]
    }

    /// Returns the fields for changing, when nobody else holds this node.
    #[inline]
    pub(in crate::soil) fn fields_mut(&mut self) -> Option<&mut [Value]> {
        if !self.is_unique() {
            return None;
        }
        let n_fields = self.header().n_fields as usize;
        // SAFETY: the count is one and the node is borrowed mutably.
        Some(unsafe { std::slice::from_raw_parts_mut(self.first(), n_fields) })
    }

    /// Says whether nobody else holds this node.
    #[inline]
    pub fn is_unique(&self) -> bool {
        self.header().count.load(Ordering::Acquire) == 1
    }

    /// Says whether both are the same node.
    #[inline]
    pub fn same(&self, other: &Node) -> bool {
        self.header == other.header
    }

    /// Lists everything stored, an identity included.
    #[inline]
    pub(in crate::soil) fn all_fields(&self) -> &[Value] {
        // SAFETY: that many fields were written when the node was made.
        unsafe { std::slice::from_raw_parts(self.first(), self.header().n_fields as usize) }
    }

    #[inline]
    fn header(&self) -> &Header {
        // SAFETY: the allocation lives as long as any pointer to it.
        unsafe { self.header.as_ref() }
    }

    #[inline]
    fn first(&self) -> *mut Value {
        // SAFETY: the fields follow the header, whose size is a multiple of their alignment.
        unsafe { self.header.as_ptr().add(1).cast::<Value>() }
    }

    #[cold]
    #[inline(never)]
    fn free(&mut self) {
        fence(Ordering::Acquire);
        let n_fields = self.header().n_fields as usize;
        for slot in 0..n_fields {
            // SAFETY: this was the last pointer; each field is read once and never again.
            heap::reclaim_one(unsafe { self.first().add(slot).read() });
        }
        let layout = layout(n_fields);
        heap::sub(layout.size());
        // SAFETY: allocated by `allocate` with the same layout.
        unsafe { dealloc(self.header.as_ptr().cast::<u8>(), layout) };
    }
}

fn layout(n_fields: usize) -> Layout {
    // SAFETY: the alignment is that of a pointer, and no list of fields comes near the limit.
    unsafe {
        Layout::from_size_align_unchecked(
            size_of::<Header>() + n_fields * size_of::<Value>(),
            align_of::<Header>(),
        )
    }
}

const _: () = assert!(align_of::<Header>() >= align_of::<Value>());
const _: () = assert!(size_of::<Header>().is_multiple_of(align_of::<Value>()));

impl Clone for Node {
    #[inline]
    fn clone(&self) -> Node {
        self.header().count.fetch_add(1, Ordering::Relaxed);
        Node { header: self.header }
    }
}

impl Drop for Node {
    #[inline]
    fn drop(&mut self) {
        if self.header().count.fetch_sub(1, Ordering::Release) == 1 {
            self.free();
        }
    }
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.shape().name, self.variant())?;
        f.debug_list().entries(self.fields()).finish()
    }
}
