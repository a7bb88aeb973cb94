//! Pattern matrices: lowering, specialisation and usefulness.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::soil::syntax::Span;
use crate::soil::syntax::deep;
use crate::soil::syntax::tree::{Lit, PatternId, PatternKind as TreePattern, Tree};
use crate::soil::types::env::{Body, CtorRef, DeclId, Payload, TypeEnv, stored};
use crate::soil::types::infer::{PatIx, Pattern, PatternKind};

/// A pattern of [`Pats`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Pat(pub u32);

impl Pat {
    /// `_`, a variable, or a record pattern that demands nothing.
    pub(super) const WILD: Pat = Pat(0);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Head {
    Wild,
    /// Arguments from an index on, in [`Pats::args`], one a column of the constructor.
    Ctor(CtorRef, u32),
    Record(DeclId, u32),
    /// Index among the distinct literals.
    Lit(u32),
}

/// What a column is split by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Key {
    Ctor(CtorRef),
    Record(DeclId),
    Lit(u32),
}

pub(super) type Row = Vec<Pat>;
pub(super) type Matrix = Vec<Row>;

/// The budget of a match is used up.
#[derive(Debug)]
pub(super) struct Exceeded;

/// Cells that the checks of one match may copy or compare.
const BUDGET: u64 = 20_000_000;

/// The lowered patterns of one match.
pub(super) struct Pats<'a> {
    pub env: &'a TypeEnv,
    tree: &'a Tree,
    source: &'a [Pattern],
    heads: Vec<Head>,
    pub args: Vec<Pat>,
    literals: FxHashMap<LitKey, u32>,
    budget: u64,
}

/// A literal by its value.
#[derive(PartialEq, Eq, Hash)]
enum LitKey {
    /// Without leading zeros.
    Int(String),
    F64(u64),
    Utf8(crate::soil::Name),
}

impl<'a> Pats<'a> {
    pub(super) fn new(env: &'a TypeEnv, tree: &'a Tree, source: &'a [Pattern]) -> Self {
        Pats {
            env,
            tree,
            source,
            heads: vec![Head::Wild],
            args: Vec::new(),
            literals: FxHashMap::default(),
            budget: BUDGET,
        }
    }

    pub(super) fn head(&self, pat: Pat) -> Head {
        self.heads[pat.0 as usize]
    }

    pub(super) fn span(&self, ix: PatIx) -> Span {
        self.tree[self.source[ix.0 as usize].tree].span
    }

    pub(super) fn spend(&mut self, n_cells: usize) -> Result<(), Exceeded> {
        self.budget = self.budget.checked_sub(n_cells as u64 + 1).ok_or(Exceeded)?;
        Ok(())
    }

    /// Lowers a checked pattern: binders become `_`, columns are complete.
    pub(super) fn lower(&mut self, ix: PatIx) -> Pat {
        let source = self.source;
        let pattern = &source[ix.0 as usize];
        deep(|| {
            let head = match &pattern.kind {
                PatternKind::Wild | PatternKind::Bind(_) | PatternKind::Error => return Pat::WILD,
                PatternKind::Lit(_) => Head::Lit(self.literal(pattern.tree)),
                PatternKind::Ctor { ctor, columns } => {
                    let first = self.columns(self.n_columns(Key::Ctor(*ctor)), columns);
                    Head::Ctor(*ctor, first)
                }
                PatternKind::Record { decl, columns } => {
                    let first = self.columns(self.n_columns(Key::Record(*decl)), columns);
                    Head::Record(*decl, first)
                }
            };
            self.heads.push(head);
            Pat(self.heads.len() as u32 - 1)
        })
    }

    fn columns(&mut self, n_columns: usize, columns: &[(u32, PatIx)]) -> u32 {
        let mut lowered = vec![Pat::WILD; n_columns];
        for (at, pattern) in columns {
            lowered[*at as usize] = self.lower(*pattern);
        }
        let first = self.args.len() as u32;
        self.args.extend(lowered);
        first
    }

    fn literal(&mut self, id: PatternId) -> u32 {
        let TreePattern::Lit(lit) = &self.tree[id].kind else {
            unreachable!("a literal pattern stands for a literal")
        };
        let key = match lit {
            Lit::Int(digits) => LitKey::Int(digits.trim_start_matches('0').to_owned()),
            Lit::Float(text) => LitKey::F64(text.parse::<f64>().map_or(0, f64::to_bits)),
            Lit::Str(text) => LitKey::Utf8(text.clone()),
        };
        let next = self.literals.len() as u32;
        *self.literals.entry(key).or_insert(next)
    }

    /// Counts the columns that a constructor brings.
    pub(super) fn n_columns(&self, key: Key) -> usize {
        match key {
            Key::Lit(_) => 0,
            Key::Record(decl) => stored(self.env.fields(decl)).count(),
            Key::Ctor(ctor) => match &self.env.variant(ctor).payload {
                Payload::None => 0,
                Payload::One(_) => 1,
                Payload::Record(fields) => stored(fields).count(),
            },
        }
    }

    /// Returns what heads a pattern; `None` for a wildcard.
    pub(super) fn key(&self, pat: Pat) -> Option<Key> {
        match self.head(pat) {
            Head::Wild => None,
            Head::Ctor(ctor, _) => Some(Key::Ctor(ctor)),
            Head::Record(decl, _) => Some(Key::Record(decl)),
            Head::Lit(lit) => Some(Key::Lit(lit)),
        }
    }

    /// Returns how many constructors a column headed by `key` has; `None` when it is open.
    pub(super) fn n_variants(&self, key: Key) -> Option<usize> {
        match key {
            Key::Lit(_) => None,
            Key::Record(_) => Some(1),
            Key::Ctor(ctor) => match &self.env.decl(ctor.decl).body {
                Body::Sum(variants) => Some(variants.len()),
                _ => None,
            },
        }
    }

    /// Lists the rows that match `key` in column `at`, with that column replaced by its arguments.
    pub(super) fn specialise(
        &mut self,
        rows: &[Row],
        at: usize,
        key: Key,
    ) -> Result<Matrix, Exceeded> {
        let n_columns = self.n_columns(key);
        let mut out = Vec::new();
        for row in rows {
            self.spend(1)?;
            if let Some(row) = self.specialise_row(row, at, key, n_columns) {
                self.spend(row.len())?;
                out.push(row);
            }
        }
        Ok(out)
    }

    pub(super) fn specialise_row(
        &self,
        row: &[Pat],
        at: usize,
        key: Key,
        n_columns: usize,
    ) -> Option<Row> {
        let (first, is_wild) = match (self.head(row[at]), key) {
            (Head::Wild, _) => (0, true),
            (Head::Ctor(ctor, first), Key::Ctor(wanted)) if ctor == wanted => (first, false),
            (Head::Record(_, first), Key::Record(_)) => (first, false),
            (Head::Lit(lit), Key::Lit(wanted)) if lit == wanted => (0, false),
            _ => return None,
        };
        let mut out = Vec::with_capacity(row.len() + n_columns - 1);
        out.extend_from_slice(&row[..at]);
        if is_wild {
            out.resize(at + n_columns, Pat::WILD);
        } else {
            out.extend_from_slice(&self.args[first as usize..first as usize + n_columns]);
        }
        out.extend_from_slice(&row[at + 1..]);
        Some(out)
    }

    /// Lists the rows that have a wildcard in column `at`, without that column.
    pub(super) fn default(&mut self, rows: &[Row], at: usize) -> Result<Matrix, Exceeded> {
        let mut out = Vec::new();
        for row in rows {
            self.spend(1)?;
            if row[at] == Pat::WILD {
                self.spend(row.len())?;
                let mut row = row.clone();
                row.remove(at);
                out.push(row);
            }
        }
        Ok(out)
    }

    /// Lists what heads a column, without duplicates, by first appearance.
    pub(super) fn keys(&self, rows: &[Row], at: usize) -> Vec<Key> {
        let mut seen = rustc_hash::FxHashSet::default();
        let keys = rows.iter().filter_map(|row| self.key(row[at]));
        keys.filter(|key| seen.insert(*key)).collect()
    }
}

/// Says whether some value matches `query` and none of `rows`.
pub(super) fn is_useful(
    pats: &mut Pats<'_>,
    rows: &[Row],
    query: &[Pat],
) -> Result<bool, Exceeded> {
    let mut todo: Vec<(Cow<'_, [Row]>, Row)> = vec![(Cow::Borrowed(rows), query.to_vec())];
    while let Some((mut rows, mut query)) = todo.pop() {
        if rows.is_empty() {
            return Ok(true);
        }
        // Columns that the query fixes come first: they only ever remove rows.
        while let Some(at) = query.iter().position(|pat| *pat != Pat::WILD) {
            let key = pats.key(query[at]).expect("the column is no wildcard");
            let n_columns = pats.n_columns(key);
            rows = pats.specialise(&rows, at, key)?.into();
            query = pats
                .specialise_row(&query, at, key, n_columns)
                .expect("a pattern matches its own constructor");
        }
        pats.spend(rows.len() * query.len())?;
        if rows.is_empty() {
            return Ok(true);
        }
        // From here on the query is all wildcards: the question is whether the rows are complete.
        if rows.iter().any(|row| row.iter().all(|pat| *pat == Pat::WILD)) {
            continue;
        }
        let at = column(&rows, query.len());
        let keys = pats.keys(&rows, at);
        let is_complete = pats.n_variants(keys[0]).is_some_and(|n| n == keys.len());
        if !is_complete {
            // A value with none of the heads is covered by the wildcard rows alone, and those rows
            // are in every other branch too, so the other branches cannot hold more.
            query.remove(at);
            let rows = pats.default(&rows, at)?;
            todo.push((rows.into(), query));
            continue;
        }
        for key in keys.into_iter().rev() {
            let n_columns = pats.n_columns(key);
            let rows = pats.specialise(&rows, at, key)?;
            let query = vec![Pat::WILD; query.len() + n_columns - 1];
            todo.push((rows.into(), query));
        }
    }
    Ok(false)
}

/// Chooses the column to split: the one that the narrowest row needs, and of those the one that
/// most rows look at. Splitting it empties branches soonest.
fn column(rows: &[Row], n_columns: usize) -> usize {
    let looks = |row: &Row| row.iter().filter(|pat| **pat != Pat::WILD).count();
    let narrowest = rows.iter().min_by_key(|row| looks(row)).expect("there are rows");
    (0..n_columns)
        .filter(|at| narrowest[*at] != Pat::WILD)
        .max_by_key(|at| rows.iter().filter(|row| row[*at] != Pat::WILD).count())
        .expect("no row is all wildcards")
}
