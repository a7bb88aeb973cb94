//! The uncovered values, as patterns in the pinned order, with their canonical text.
//!
//! Spec: `soil0-cli#9`.

use std::fmt::{self, Display, Formatter};

use crate::soil::Name;
use crate::soil::patterns::matrix::{Exceeded, Key, Matrix, Pat, Pats, Row, is_useful};
use crate::soil::syntax::deep;
use crate::soil::types::env::{Payload, stored};

/// A pattern that no arm covers.
#[derive(Clone, Debug)]
pub(super) enum Witness {
    Wild,
    /// The legal spelling and the one payload, if any.
    Ctor(String, Option<Box<Witness>>),
    /// Field names with what stands in them, in declaration order.
    Record(Vec<(Name, Witness)>),
}

/// Enumerates at most `most` uncovered cases of a match on one value.
pub(super) fn missing(
    pats: &mut Pats<'_>,
    rows: Matrix,
    most: usize,
) -> Result<Vec<Witness>, Exceeded> {
    let cases = cases(pats, rows, 1, most)?;
    Ok(cases.into_iter().map(|mut case| case.remove(0)).collect())
}

type Case = Vec<Witness>;

fn cases(
    pats: &mut Pats<'_>,
    rows: Matrix,
    n_columns: usize,
    most: usize,
) -> Result<Vec<Case>, Exceeded> {
    if most == 0 || !is_useful(pats, &rows, &vec![Pat::WILD; n_columns])? {
        return Ok(Vec::new());
    }
    if n_columns == 0 {
        return Ok(vec![Vec::new()]);
    }
    deep(|| {
        let keys = pats.keys(&rows, 0);
        match keys.first() {
            Some(Key::Record(_)) => by_record(pats, &rows, n_columns, keys[0], most),
            Some(Key::Ctor(_)) => by_variant(pats, &rows, n_columns, &keys, most),
            Some(Key::Lit(_)) | None => {
                let rest = pats.default(&rows, 0)?;
                let cases = cases(pats, rest, n_columns - 1, most)?;
                Ok(cases.into_iter().map(|case| prepend(Witness::Wild, case)).collect())
            }
        }
    })
}

fn by_variant(
    pats: &mut Pats<'_>,
    rows: &[Row],
    n_columns: usize,
    keys: &[Key],
    most: usize,
) -> Result<Vec<Case>, Exceeded> {
    let Key::Ctor(some) = keys[0] else { unreachable!("the column is a sum's") };
    let n_variants = pats.n_variants(keys[0]).unwrap_or(0) as u32;
    let all = (0..n_variants).map(|variant| crate::soil::types::env::CtorRef { variant, ..some });
    let (heading, absent): (Vec<_>, Vec<_>) =
        all.partition(|ctor| keys.contains(&Key::Ctor(*ctor)));
    let mut found = Vec::new();
    for ctor in absent {
        let rest = pats.default(rows, 0)?;
        let has_payload = !matches!(pats.env.variant(ctor).payload, Payload::None);
        for case in cases(pats, rest, n_columns - 1, most - found.len())? {
            let payload = has_payload.then(|| Box::new(Witness::Wild));
            found.push(prepend(Witness::Ctor(pats.env.spelling(ctor), payload), case));
        }
    }
    for ctor in heading {
        let key = Key::Ctor(ctor);
        let n_args = pats.n_columns(key);
        let inner = pats.specialise(rows, 0, key)?;
        for mut case in cases(pats, inner, n_args + n_columns - 1, most - found.len())? {
            let rest = case.split_off(n_args);
            let payload = match &pats.env.variant(ctor).payload {
                Payload::None => None,
                Payload::One(_) => case.pop(),
                Payload::Record(fields) => {
                    let names = stored(fields).map(|(_, field)| field.name.clone());
                    Some(record(names.zip(case).collect()))
                }
            };
            let head = Witness::Ctor(pats.env.spelling(ctor), payload.map(Box::new));
            found.push(prepend(head, rest));
        }
    }
    Ok(found)
}

fn by_record(
    pats: &mut Pats<'_>,
    rows: &[Row],
    n_columns: usize,
    key: Key,
    most: usize,
) -> Result<Vec<Case>, Exceeded> {
    let Key::Record(decl) = key else { unreachable!("the column is a record's") };
    let n_args = pats.n_columns(key);
    let inner = pats.specialise(rows, 0, key)?;
    let mut found = Vec::new();
    for mut case in cases(pats, inner, n_args + n_columns - 1, most)? {
        let rest = case.split_off(n_args);
        let names = stored(pats.env.fields(decl)).map(|(_, field)| field.name.clone());
        found.push(prepend(record(names.zip(case).collect()), rest));
    }
    Ok(found)
}

fn prepend(head: Witness, mut case: Case) -> Case {
    case.insert(0, head);
    case
}

fn record(fields: Vec<(Name, Witness)>) -> Witness {
    if fields.iter().all(|(_, witness)| matches!(witness, Witness::Wild)) {
        Witness::Wild
    } else {
        Witness::Record(fields)
    }
}

impl Display for Witness {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        deep(|| match self {
            Witness::Wild => f.write_str("_"),
            Witness::Ctor(name, None) => f.write_str(name),
            Witness::Ctor(name, Some(payload)) => match payload.as_ref() {
                inner @ Witness::Ctor(_, Some(_)) => write!(f, "{name} ({inner})"),
                inner => write!(f, "{name} {inner}"),
            },
            Witness::Record(fields) => {
                f.write_str("{ ")?;
                let mut is_open = false;
                let mut separator = "";
                for (name, witness) in fields {
                    if matches!(witness, Witness::Wild) {
                        is_open = true;
                        continue;
                    }
                    write!(f, "{separator}{name} = {witness}")?;
                    separator = ", ";
                }
                f.write_str(if is_open { ", .. }" } else { " }" })
            }
        })
    }
}
