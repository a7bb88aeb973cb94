//! The builtins that do not call back, and the derived functions.
//!
//! Arguments are taken from their registers. Work that grows with a value counts a step per
//! element, and what a call will allocate is asked for before it is built.
//!
//! Spec: `soil0-cli#11`.

use std::cmp::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::soil::builtins::Builtin;
use crate::soil::core::{Derived, Primitive};
use crate::soil::eval::limits::{Limits, Panic, PanicKind};
use crate::soil::eval::numeric::{self, type_error};
use crate::soil::eval::world::{ReadError, World};
use crate::soil::syntax::tree::ArithOp;
use crate::soil::types::ty::IntTy;
use crate::soil::value::handle::{Handle, Kind, Real, SplitMix64, next_identity};
use crate::soil::value::{
    DerivationError, Function, List, Node, Shared, Text, Value, compare, hash, heap, json, shape,
};

/// What a call may use.
pub(super) struct Budget<'r> {
    pub steps: &'r mut u64,
    /// What [`heap::live`] may reach.
    pub heap_end: i64,
    pub limits: &'r Limits,
    /// When the time is over.
    pub deadline: Option<Instant>,
    pub world: &'r dyn World,
}

impl Budget<'_> {
    /// Asks for bytes that are about to be allocated.
    fn room(&self, bytes: u64) -> Result<(), Panic> {
        let free = self.heap_end.saturating_sub(heap::live());
        if i64::try_from(bytes).is_ok_and(|bytes| bytes <= free) {
            Ok(())
        } else {
            Err(heap_limit(self.limits))
        }
    }

    /// Looks at the clock before elements are copied, which takes no steps: whether a value has to
    /// be copied is no business of the program.
    fn copying(&self, n_items: usize) -> Result<(), Panic> {
        self.room(n_items as u64 * size_of::<Value>() as u64)?;
        match self.deadline {
            Some(deadline) if n_items > 1024 && Instant::now() > deadline => {
                Err(time_limit(self.limits))
            }
            _ => Ok(()),
        }
    }

    /// Counts elements, and asks for the bytes of a list of them.
    fn list_of(&mut self, n_items: usize) -> Result<(), Panic> {
        *self.steps += n_items as u64;
        self.room(n_items as u64 * size_of::<Value>() as u64)
    }
}

#[cold]
pub(super) fn time_limit(limits: &Limits) -> Panic {
    let time = limits.time.map_or(0, |time| time.as_millis());
    Panic::new(PanicKind::Resource, format!("time limit {time}"))
}

#[cold]
pub(super) fn heap_limit(limits: &Limits) -> Panic {
    Panic::new(PanicKind::Resource, format!("heap limit {}", limits.heap))
}

impl From<DerivationError> for Panic {
    fn from(error: DerivationError) -> Panic {
        Panic::new(PanicKind::DerivationError, error.to_string())
    }
}

#[cold]
pub(super) fn out_of_bounds(index: i64) -> Panic {
    Panic::new(PanicKind::IndexOutOfBounds, format!("index {index} out of bounds"))
}

fn take(place: &mut Value) -> Value {
    std::mem::replace(place, Value::Unit)
}

fn text(value: &Value) -> Result<&str, Panic> {
    value.as_text().ok_or_else(type_error)
}

fn items(value: &Value) -> Result<&[Value], Panic> {
    value.as_list().ok_or_else(type_error)
}

fn i64_of(value: &Value) -> Result<i64, Panic> {
    match value {
        Value::Int(_, n) => Ok(*n),
        _ => Err(type_error()),
    }
}

fn usize_of(value: &Value) -> Result<Option<usize>, Panic> {
    Ok(usize::try_from(i64_of(value)?).ok())
}

fn option(value: Option<Value>) -> Value {
    value.map_or_else(Value::none, Value::some)
}

/// Calls a function with all its arguments, which are taken.
pub(super) fn call(
    function: Function,
    args: &mut [Value],
    budget: &mut Budget<'_>,
) -> Result<Value, Panic> {
    match (function, args) {
        (Function::Builtin(builtin), args) => self::builtin(builtin, args, budget),
        (Function::Derived(derived), args) => self::derived(derived, args, budget),
        (Function::Numeric(num, primitive), [a]) => numeric::unary(num, primitive, a),
        (Function::Numeric(num, primitive), [a, b]) => {
            let op = match primitive {
                Primitive::Add => ArithOp::Add,
                Primitive::Sub => ArithOp::Sub,
                Primitive::Mul => ArithOp::Mul,
                Primitive::Div => ArithOp::Div,
                Primitive::Mod => ArithOp::Mod,
                _ => return Err(type_error()),
            };
            numeric::arith(op, num, a, b, budget.steps)
        }
        _ => Err(type_error()),
    }
}

fn derived(derived: Derived, args: &[Value], budget: &mut Budget<'_>) -> Result<Value, Panic> {
    match (derived, args) {
        (Derived::Eq, [a, b]) => Ok(Value::Bool(compare(a, b, budget.steps)?.is_eq())),
        (Derived::Compare, [a, b]) => Ok(Value::i64(match compare(a, b, budget.steps)? {
            Ordering::Less => -1,
            Ordering::Equal => 0,
            Ordering::Greater => 1,
        })),
        (Derived::Show, [a]) => {
            let shown = json::encode(a)?;
            *budget.steps += shown.len() as u64 / 16;
            Ok(Value::text(&shown))
        }
        (Derived::Hash, [a]) => Ok(Value::Int(IntTy::U64, hash(a)? as i64)),
        _ => Err(type_error()),
    }
}

fn builtin(builtin: Builtin, args: &mut [Value], budget: &mut Budget<'_>) -> Result<Value, Panic> {
    use Builtin::*;
    match (builtin, args) {
        (PanicWith, [message]) => Err(Panic::new(PanicKind::Explicit, text(message)?)),
        (ListLen, [list]) => Ok(Value::i64(items(list)?.len() as i64)),
        (ListNth, [list, index]) => list_nth(list, index),
        (ListGet, [list, index]) => list_get(list, index),
        (ListAppend, [list, item]) => list_append(take(list), take(item), budget),
        (ListSet, [list, index, item]) => list_set(take(list), index, take(item), budget),
        (ListConcat, [a, b]) => list_concat(take(a), take(b), budget),
        (ListSlice, [list, from, to]) => {
            let list = items(list)?;
            let (from, to) = clamped(from, to, list.len())?;
            budget.list_of(to - from)?;
            Ok(Value::list(list[from..to].to_vec()))
        }
        (ListReverse, [list]) => {
            budget.list_of(items(list)?.len())?;
            let mut list = own_list(take(list), budget)?;
            change(&mut list, |items| items.reverse());
            Ok(Value::List(list))
        }
        (ListRange, [from, to]) => {
            let (from, to) = (i64_of(from)?, i64_of(to)?);
            let n_items = if from < to { to.abs_diff(from) } else { 0 };
            budget.room(n_items.saturating_mul(size_of::<Value>() as u64))?;
            budget.list_of(n_items as usize)?;
            Ok(Value::list((from..to).map(Value::i64).collect()))
        }
        (MapInsert, [map, key, value]) => {
            let Value::Map(map) = take(map) else { return Err(type_error()) };
            let place = map.find(key, budget.steps)?;
            Ok(Value::Map(map.insert(&place, take(key), take(value))))
        }
        (MapRemove, [map, key]) => {
            let Value::Map(map) = take(map) else { return Err(type_error()) };
            let place = map.find(key, budget.steps)?;
            Ok(Value::Map(map.remove(&place)))
        }
        (MapGet, [map, key]) => {
            let Value::Map(map) = map else { return Err(type_error()) };
            Ok(option(map.get(key, budget.steps)?.cloned()))
        }
        (MapLen, [Value::Map(map)]) => Ok(Value::i64(map.len() as i64)),
        (MapKeys, [Value::Map(map)]) => {
            budget.list_of(map.len())?;
            Ok(Value::list(map.iter().map(|(key, _)| key.clone()).collect()))
        }
        (MapValues, [Value::Map(map)]) => {
            budget.list_of(map.len())?;
            Ok(Value::list(map.iter().map(|(_, value)| value.clone()).collect()))
        }
        (BytesLen, [Value::Bytes(bytes)]) => Ok(Value::i64(bytes.as_slice().len() as i64)),
        (BytesGet, [Value::Bytes(bytes), index]) => {
            let byte = usize_of(index)?.and_then(|index| bytes.as_slice().get(index).copied());
            Ok(option(byte.map(|byte| Value::Int(IntTy::U8, i64::from(byte)))))
        }
        (BytesConcat, [a, b]) => bytes_concat(take(a), b, budget),
        (BytesFromList, [list]) => {
            let list = items(list)?;
            *budget.steps += list.len() as u64;
            budget.room(list.len() as u64)?;
            let bytes: Result<Vec<u8>, Panic> =
                list.iter().map(|byte| Ok(i64_of(byte)? as u8)).collect();
            Ok(Value::bytes(bytes?))
        }
        (BytesToList, [Value::Bytes(bytes)]) => {
            budget.list_of(bytes.as_slice().len())?;
            let byte = |byte: &u8| Value::Int(IntTy::U8, i64::from(*byte));
            Ok(Value::list(bytes.as_slice().iter().map(byte).collect()))
        }
        (Utf8Decode, [Value::Bytes(bytes)]) => {
            let bytes = bytes.as_slice();
            *budget.steps += bytes.len() as u64;
            budget.room(bytes.len() as u64)?;
            Ok(match std::str::from_utf8(bytes) {
                Ok(valid) => Value::ok(Value::text(valid)),
                Err(error) => {
                    let at = Value::Int(IntTy::U64, error.valid_up_to() as i64);
                    Value::err(Value::Node(Node::new(shape::kernel().utf8_error, 0, [at])))
                }
            })
        }
        (Utf8Encode, [value]) => {
            let bytes = text(value)?.as_bytes();
            *budget.steps += bytes.len() as u64;
            budget.room(bytes.len() as u64)?;
            Ok(Value::bytes(bytes.to_vec()))
        }
        (ClockNow, [Value::Handle(clock)]) => Ok(Value::i64(match &clock.kind {
            Kind::FakeClock(now) => *now,
            Kind::Real(Real::Clock) => budget.world.now(),
            _ => return Err(type_error()),
        })),
        (RandU64, [Value::Handle(rand)]) => {
            let drawn = match &rand.kind {
                Kind::FakeRand(stream) => {
                    stream.lock().unwrap_or_else(PoisonError::into_inner).draw()
                }
                Kind::Real(Real::Rand) => budget.world.draw(),
                _ => return Err(type_error()),
            };
            Ok(Value::Int(IntTy::U64, drawn as i64))
        }
        (FsReadBytes, [Value::Handle(fs), path]) => fs_read_bytes(fs, path, budget),
        (WorldFs, [Value::Handle(world)]) => derive(world, Real::Fs),
        (WorldClock, [Value::Handle(world)]) => derive(world, Real::Clock),
        (WorldRand, [Value::Handle(world)]) => derive(world, Real::Rand),
        (FakeFs, [map]) => match take(map) {
            Value::Map(map) => Ok(handle(Kind::FakeFs(map))),
            _ => Err(type_error()),
        },
        (FakeClock, [now]) => Ok(handle(Kind::FakeClock(i64_of(now)?))),
        (FakeRand, [seed]) => {
            Ok(handle(Kind::FakeRand(Mutex::new(SplitMix64::new(i64_of(seed)? as u64)))))
        }
        (builtin, args) => on_text(builtin, args, budget),
    }
}

fn on_text(builtin: Builtin, args: &mut [Value], budget: &mut Budget<'_>) -> Result<Value, Panic> {
    use Builtin::*;
    match (builtin, args) {
        (Utf8Split, [sep, whole]) => {
            *budget.steps += text(whole)?.len() as u64 / 16;
            let sep = text(sep)?;
            if sep.is_empty() {
                return Ok(Value::list(vec![take(whole)]));
            }
            let n_parts = text(whole)?.matches(sep).count() + 1;
            budget.list_of(n_parts)?;
            let mut parts = Vec::with_capacity(n_parts);
            let mut start = 0;
            for (at, _) in text(whole)?.match_indices(sep) {
                parts.push(part(whole, start, at));
                start = at + sep.len();
            }
            let end = text(whole)?.len();
            parts.push(part(whole, start, end));
            budget.room(0)?;
            Ok(Value::list(parts))
        }
        (Utf8Trim, [whole]) => {
            let content = text(whole)?;
            let blanks = [' ', '\t', '\r', '\n'];
            let start = content.len() - content.trim_start_matches(blanks).len();
            let end = content.trim_end_matches(blanks).len().max(start);
            Ok(part(whole, start, end))
        }
        (Utf8ParseF64, [value]) => Ok(option(parse_f64(text(value)?).map(Value::F64))),
        (Utf8ParseI64, [value]) => {
            let content = text(value)?;
            let digits = content.strip_prefix('-').unwrap_or(content);
            let is_plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            let number = content.parse().ok().filter(|_| is_plain);
            Ok(option(number.map(Value::i64)))
        }
        (Utf8Concat, [a, b]) => utf8_concat(take(a), b, budget),
        (Utf8Join, [sep, parts]) => {
            let (sep, parts) = (text(sep)?, items(parts)?);
            *budget.steps += parts.len() as u64;
            let mut size = 0;
            for value in parts {
                size += text(value)?.len() + sep.len();
            }
            *budget.steps += size as u64 / 16;
            budget.room(size as u64)?;
            let mut joined = String::with_capacity(size);
            for (index, value) in parts.iter().enumerate() {
                if index > 0 {
                    joined.push_str(sep);
                }
                joined.push_str(text(value)?);
            }
            Ok(owned(joined))
        }
        (Utf8Len, [value]) => {
            let content = text(value)?;
            if is_ascii(value) {
                return Ok(Value::i64(content.len() as i64));
            }
            *budget.steps += content.len() as u64 / 16;
            Ok(Value::i64(content.chars().count() as i64))
        }
        (Utf8Chars, [value]) => {
            let content = text(value)?;
            let n_chars = content.chars().count();
            budget.list_of(n_chars)?;
            let mut buffer = [0; 4];
            Ok(Value::list(
                content.chars().map(|c| Value::text(c.encode_utf8(&mut buffer))).collect(),
            ))
        }
        (Utf8Scalar, [value]) => {
            let mut chars = text(value)?.chars();
            Ok(option(match (chars.next(), chars.next()) {
                (Some(only), None) => Some(Value::Int(IntTy::U32, i64::from(u32::from(only)))),
                _ => None,
            }))
        }
        (Utf8FromScalar, [scalar]) => {
            let scalar = u32::try_from(i64_of(scalar)?).ok().and_then(char::from_u32);
            Ok(option(scalar.map(|c| Value::text(c.encode_utf8(&mut [0; 4])))))
        }
        (Utf8Slice, [whole, from, to]) => {
            let content = text(whole)?;
            if is_ascii(whole) {
                let (from, to) = clamped(from, to, content.len())?;
                return Ok(part(whole, from, to));
            }
            *budget.steps += content.len() as u64 / 16;
            let (from, to) = clamped(from, to, content.chars().count())?;
            let offset = |position| {
                content.char_indices().nth(position).map_or(content.len(), |(offset, _)| offset)
            };
            let (from, to) = (offset(from), offset(to));
            Ok(part(whole, from, to))
        }
        (Utf8Find, [needle, whole]) => {
            let content = text(whole)?;
            *budget.steps += content.len() as u64 / 16;
            let found = content.find(text(needle)?);
            Ok(option(found.map(|at| Value::i64(content[..at].chars().count() as i64))))
        }
        (Utf8StartsWith, [start, whole]) => Ok(Value::Bool(text(whole)?.starts_with(text(start)?))),
        (Utf8EndsWith, [end, whole]) => Ok(Value::Bool(text(whole)?.ends_with(text(end)?))),
        (Utf8Replace, [from, to, whole]) => {
            let (from, to, content) = (text(from)?, text(to)?, text(whole)?);
            *budget.steps += content.len() as u64 / 16;
            if from.is_empty() {
                return Ok(take(whole));
            }
            let n_found = content.matches(from).count();
            *budget.steps += n_found as u64;
            let size = (content.len() - n_found * from.len()) as u64
                + (n_found as u64).saturating_mul(to.len() as u64);
            *budget.steps += size / 16;
            budget.room(size)?;
            Ok(owned(content.replace(from, to)))
        }
        (Utf8Lower | Utf8Upper, [value]) => {
            let content = text(value)?;
            *budget.steps += content.len() as u64 / 16;
            budget.room(content.len() as u64)?;
            Ok(owned(match builtin {
                Utf8Lower => content.to_ascii_lowercase(),
                _ => content.to_ascii_uppercase(),
            }))
        }
        _ => Err(type_error()),
    }
}

fn owned(content: String) -> Value {
    if content.len() <= crate::soil::value::Short::MAX {
        Value::text(&content)
    } else {
        Value::Text(Shared::new(Text::new(content)))
    }
}

fn is_ascii(value: &Value) -> bool {
    match value {
        Value::Text(long) => long.is_ascii(),
        Value::Short(short) => short.as_str().is_ascii(),
        _ => false,
    }
}

/// Makes a text of the bytes from `start` up to `end` of another, on scalar boundaries.
fn part(whole: &Value, start: usize, end: usize) -> Value {
    match whole {
        Value::Text(long) => Text::part(long, start, end),
        _ => Value::text(whole.as_text().map_or("", |content| &content[start..end])),
    }
}

/// Clamps two positions; the second is never below the first.
fn clamped(from: &Value, to: &Value, len: usize) -> Result<(usize, usize), Panic> {
    let clamp = |position: i64| usize::try_from(position.max(0)).unwrap_or(usize::MAX).min(len);
    let (from, to) = (clamp(i64_of(from)?), clamp(i64_of(to)?));
    Ok((from, to.max(from)))
}

fn parse_f64(content: &str) -> Option<f64> {
    let digits = content.strip_prefix('-').unwrap_or(content);
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let fits = match digits.split_once('.') {
        Some((whole, fraction)) => is_number(whole) && is_number(fraction),
        None => is_number(digits),
    };
    content.parse().ok().filter(|_| fits)
}

#[inline]
pub(super) fn list_nth(list: &Value, index: &Value) -> Result<Value, Panic> {
    let (Value::List(list), Value::Int(_, index)) = (list, index) else { return Err(type_error()) };
    match usize::try_from(*index).ok().and_then(|at| list.items().get(at)) {
        Some(item) => Ok(item.clone()),
        None => Err(out_of_bounds(*index)),
    }
}

#[inline]
pub(super) fn list_get(list: &Value, index: &Value) -> Result<Value, Panic> {
    let list = items(list)?;
    Ok(option(usize_of(index)?.and_then(|at| list.get(at).cloned())))
}

/// Returns a list that nobody else holds, with the same elements.
fn own_list(list: Value, budget: &mut Budget<'_>) -> Result<Shared<List>, Panic> {
    let Value::List(mut list) = list else { return Err(type_error()) };
    if list.get_mut().is_none() {
        let n_items = list.items().len();
        budget.copying(n_items)?;
        let mut copy = Vec::with_capacity(n_items + 1);
        copy.extend_from_slice(list.items());
        list = Shared::new(List::new(copy));
    }
    Ok(list)
}

fn change(list: &mut Shared<List>, change: impl FnOnce(&mut Vec<Value>)) {
    if let Some(list) = list.get_mut() {
        list.change(change);
    }
}

pub(super) fn list_append(
    list: Value,
    item: Value,
    budget: &mut Budget<'_>,
) -> Result<Value, Panic> {
    let mut list = own_list(list, budget)?;
    if let Some(own) = list.get_mut() {
        own.push(item);
    }
    budget.room(0)?;
    Ok(Value::List(list))
}

fn list_set(
    list: Value,
    index: &Value,
    item: Value,
    budget: &mut Budget<'_>,
) -> Result<Value, Panic> {
    let n_items = items(&list)?.len();
    let Some(index) = usize_of(index)?.filter(|index| *index < n_items) else {
        return Ok(Value::none());
    };
    let mut list = own_list(list, budget)?;
    change(&mut list, |items| items[index] = item);
    Ok(Value::some(Value::List(list)))
}

fn list_concat(a: Value, b: Value, budget: &mut Budget<'_>) -> Result<Value, Panic> {
    if items(&a)?.is_empty() {
        return Ok(b);
    }
    let more = items(&b)?;
    budget.list_of(more.len())?;
    let mut list = own_list(a, budget)?;
    change(&mut list, |items| items.extend_from_slice(more));
    budget.room(0)?;
    Ok(Value::List(list))
}

fn utf8_concat(a: Value, b: &Value, budget: &mut Budget<'_>) -> Result<Value, Panic> {
    let more = text(b)?;
    *budget.steps += more.len() as u64 / 16;
    budget.room(more.len() as u64)?;
    if let Value::Text(mut long) = a {
        if let Some(own) = long.get_mut()
            && own.push(more)
        {
            budget.room(0)?;
            return Ok(Value::Text(long));
        }
        return concat(long.as_str(), more, budget);
    }
    concat(text(&a)?, more, budget)
}

fn concat(a: &str, b: &str, budget: &mut Budget<'_>) -> Result<Value, Panic> {
    budget.room((a.len() + b.len()) as u64)?;
    budget.copying(a.len() / size_of::<Value>())?;
    let mut content = String::with_capacity(a.len() + b.len());
    content.push_str(a);
    content.push_str(b);
    Ok(owned(content))
}

fn bytes_concat(a: Value, b: &Value, budget: &mut Budget<'_>) -> Result<Value, Panic> {
    let (Value::Bytes(mut a), Value::Bytes(b)) = (a, b) else { return Err(type_error()) };
    let (own_len, more) = (a.as_slice().len(), b.as_slice());
    *budget.steps += more.len() as u64 / 16;
    budget.room((own_len + more.len()) as u64)?;
    match a.get_mut() {
        Some(own) => {
            own.push(more);
            Ok(Value::Bytes(a))
        }
        None => Ok(Value::bytes([a.as_slice(), more].concat())),
    }
}

fn handle(kind: Kind) -> Value {
    Value::Handle(Shared::new(Handle { identity: next_identity(), kind }))
}

fn derive(world: &Shared<Handle>, real: Real) -> Result<Value, Panic> {
    match world.kind {
        Kind::Real(Real::World) => Ok(handle(Kind::Real(real))),
        _ => Err(type_error()),
    }
}

fn fs_read_bytes(
    fs: &Shared<Handle>,
    path: &Value,
    budget: &mut Budget<'_>,
) -> Result<Value, Panic> {
    let read = match &fs.kind {
        Kind::FakeFs(files) => match files.get(path, budget.steps)? {
            Some(content) => Ok(text(content)?.as_bytes().to_vec()),
            None => Err(ReadError::NotFound),
        },
        Kind::Real(Real::Fs) => budget.world.read(text(path)?),
        _ => return Err(type_error()),
    };
    let errors = shape::kernel().fs_error;
    Ok(match read {
        Ok(bytes) => {
            *budget.steps += bytes.len() as u64 / 16;
            budget.room(bytes.len() as u64)?;
            Value::ok(Value::bytes(bytes))
        }
        Err(ReadError::NotFound) => Value::err(Value::Node(Node::new(errors, 0, [path.clone()]))),
        Err(ReadError::Failed(message)) => {
            let fields = [path.clone(), Value::text(&message)];
            Value::err(Value::Node(Node::new(errors, 1, fields)))
        }
    })
}

/// Lists the keys and the values of a map.
pub(super) fn entries(map: Value, budget: &mut Budget<'_>) -> Result<(Value, Value), Panic> {
    let Value::Map(map) = map else { return Err(type_error()) };
    budget.room(map.len() as u64 * 2 * size_of::<Value>() as u64)?;
    let keys = map.iter().map(|(key, _)| key.clone()).collect();
    let values = map.iter().map(|(_, value)| value.clone()).collect();
    Ok((Value::list(keys), Value::list(values)))
}

/// Sorts a list by keys, stably; a merge sort of our own, so that the steps are pinned.
pub(super) fn sort(list: Value, keys: Value, budget: &mut Budget<'_>) -> Result<Value, Panic> {
    let keys = items(&keys)?;
    let n_items = keys.len();
    budget.room(n_items as u64 * (size_of::<Value>() as u64 + 16))?;
    let mut order: Vec<u32> = (0..n_items as u32).collect();
    let mut merged = order.clone();
    let mut width = 1;
    while width < n_items {
        for start in (0..n_items).step_by(2 * width) {
            let middle = (start + width).min(n_items);
            let end = (start + 2 * width).min(n_items);
            let (mut left, mut right) = (start, middle);
            for place in &mut merged[start..end] {
                let takes_left = if left == middle {
                    false
                } else if right == end {
                    true
                } else {
                    *budget.steps += 1;
                    let (a, b) = (&keys[order[left] as usize], &keys[order[right] as usize]);
                    compare(a, b, budget.steps)?.is_le()
                };
                let from = if takes_left { &mut left } else { &mut right };
                *place = order[*from];
                *from += 1;
            }
            if budget.limits.steps.is_some_and(|limit| *budget.steps > limit) {
                return Err(step_limit(budget.limits));
            }
        }
        std::mem::swap(&mut order, &mut merged);
        width *= 2;
    }
    let list = items(&list)?;
    Ok(Value::list(order.iter().map(|index| list[*index as usize].clone()).collect()))
}

#[cold]
pub(super) fn step_limit(limits: &Limits) -> Panic {
    let limit = limits.steps.unwrap_or(u64::MAX);
    Panic::new(PanicKind::Resource, format!("step limit {limit}"))
}
