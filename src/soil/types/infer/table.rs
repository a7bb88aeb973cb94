//! The store of types under inference: nodes in one arena, unified in place.
//!
//! Unification links whole nodes, not only variables, so shared parts are visited once. Every write
//! leaves a trail; a failed unification is undone, so nothing follows from a rejected equation.
//!
//! Levels bound generalisation: a variable belongs to the innermost `let` value that it was made
//! in, level 0 is never generalised, [`GENERIC`] marks a quantified variable.

use rustc_hash::FxHashMap;

use crate::soil::syntax::deep;
use crate::soil::syntax::tree::Effects;
use crate::soil::types::scheme::{Head, Scheme, SchemeNode, SchemeTail};

/// A type of a [`Table`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TyId(pub u32);

/// The level of quantified variables.
pub(crate) const GENERIC: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Node {
    Var {
        level: u32,
    },
    Link(TyId),
    /// Index among the names of rigid type variables.
    Rigid(u32),
    Con {
        head: Head,
        first_arg: u32,
        n_args: u32,
    },
    Arrow {
        dom: TyId,
        row: Row,
        cod: TyId,
    },
    /// A type about which an error has been reported; equal to every type.
    Error,
    /// The same for an unresolved name, by its index among those.
    Unknown(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub effects: Effects,
    pub tail: Tail,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tail {
    Closed,
    /// Index of an unknown tail.
    Open(u32),
    /// Index among the names of rigid row variables.
    Rigid(u32),
}

impl Row {
    pub(crate) const TOTAL: Row = Row { effects: Effects::NONE, tail: Tail::Closed };
}

/// The innermost parts at which two types differ.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Clash {
    Types(TyId, TyId),
    Rows(Row, Row),
    /// The variable would contain itself.
    Infinite,
}

enum Undo {
    Node(TyId, Node),
    Tail(u32),
}

#[derive(Default)]
pub(crate) struct Table {
    nodes: Vec<Node>,
    args: Vec<TyId>,
    tails: Vec<Option<Row>>,
    trail: Vec<Undo>,
    marks: Vec<u32>,
    epoch: u32,
    leaves: FxHashMap<Head, TyId>,
    pub(crate) level: u32,
    /// What each unresolved name was first required to be.
    pub(crate) hints: Vec<Option<TyId>>,
}

impl Table {
    pub(crate) fn add(&mut self, node: Node) -> TyId {
        self.nodes.push(node);
        TyId(self.nodes.len() as u32 - 1)
    }

    pub(crate) fn fresh(&mut self) -> TyId {
        let level = self.level;
        self.add(Node::Var { level })
    }

    /// Makes a variable that is never generalised.
    pub(crate) fn fresh_pinned(&mut self) -> TyId {
        self.add(Node::Var { level: 0 })
    }

    pub(crate) fn fresh_row(&mut self) -> Row {
        self.tails.push(None);
        Row { effects: Effects::NONE, tail: Tail::Open(self.tails.len() as u32 - 1) }
    }

    pub(crate) fn con(&mut self, head: Head, args: &[TyId]) -> TyId {
        if args.is_empty()
            && let Some(id) = self.leaves.get(&head)
        {
            return *id;
        }
        let first_arg = self.args.len() as u32;
        self.args.extend_from_slice(args);
        let id = self.add(Node::Con { head, first_arg, n_args: args.len() as u32 });
        if args.is_empty() {
            self.leaves.insert(head, id);
        }
        id
    }

    /// Follows links to the node that stands for a type.
    pub(crate) fn find(&self, mut id: TyId) -> (TyId, Node) {
        loop {
            match self.nodes[id.0 as usize] {
                Node::Link(next) => id = next,
                node => return (id, node),
            }
        }
    }

    pub(crate) fn node(&self, id: TyId) -> Node {
        self.find(id).1
    }

    pub(crate) fn args(&self, first_arg: u32, n_args: u32) -> &[TyId] {
        &self.args[first_arg as usize..(first_arg + n_args) as usize]
    }

    /// Returns the effects and the tail of a row with all known tails followed.
    pub(crate) fn row(&self, mut row: Row) -> Row {
        while let Tail::Open(tail) = row.tail
            && let Some(rest) = self.tails[tail as usize]
        {
            row = Row { effects: row.effects.union(rest.effects), tail: rest.tail };
        }
        row
    }

    fn set(&mut self, id: TyId, node: Node) {
        self.trail.push(Undo::Node(id, self.nodes[id.0 as usize]));
        self.nodes[id.0 as usize] = node;
    }

    /// Makes an unknown tail stand for a row; used by unification and by effect solving.
    pub(crate) fn set_tail(&mut self, tail: u32, row: Row) {
        self.trail.push(Undo::Tail(tail));
        self.tails[tail as usize] = Some(row);
    }

    /// Makes an unresolved variable stand for a type that does not contain it.
    pub(crate) fn assign(&mut self, var: TyId, ty: TyId) {
        self.nodes[var.0 as usize] = Node::Link(ty);
    }

    pub(crate) fn unify(&mut self, a: TyId, b: TyId) -> Result<(), Clash> {
        self.trail.clear();
        let outcome = self.unify_all(a, b);
        if outcome.is_err() {
            self.rollback();
        }
        outcome
    }

    /// Takes back what the last unification has done.
    pub(crate) fn rollback(&mut self) {
        while let Some(undo) = self.trail.pop() {
            match undo {
                Undo::Node(id, node) => self.nodes[id.0 as usize] = node,
                Undo::Tail(tail) => self.tails[tail as usize] = None,
            }
        }
    }

    /// Says whether all pairs could be equal at once; changes nothing.
    pub(crate) fn could_unify(&mut self, pairs: &[(TyId, TyId)]) -> bool {
        self.trail.clear();
        let fits = pairs.iter().all(|(a, b)| self.unify_all(*a, *b).is_ok());
        self.rollback();
        fits
    }

    fn unify_all(&mut self, a: TyId, b: TyId) -> Result<(), Clash> {
        let mut todo = vec![(a, b)];
        while let Some((a, b)) = todo.pop() {
            let ((a, node_a), (b, node_b)) = (self.find(a), self.find(b));
            if a == b {
                continue;
            }
            match (node_a, node_b) {
                (Node::Unknown(name), _) => self.hint(name, b),
                (_, Node::Unknown(name)) => self.hint(name, a),
                (Node::Error, _) | (_, Node::Error) => {}
                (Node::Var { level: of_a }, Node::Var { level: of_b }) => {
                    let (from, to) = if of_a > of_b { (a, b) } else { (b, a) };
                    self.set(from, Node::Link(to));
                }
                (Node::Var { level }, _) => self.bind(a, level, b)?,
                (_, Node::Var { level }) => self.bind(b, level, a)?,
                (Node::Rigid(x), Node::Rigid(y)) if x == y => {}
                (
                    Node::Con { head: x, first_arg: from_a, n_args },
                    Node::Con { head: y, first_arg: from_b, .. },
                ) if x == y => {
                    self.set(a, Node::Link(b));
                    for at in (0..n_args).rev() {
                        todo.push((
                            self.args[(from_a + at) as usize],
                            self.args[(from_b + at) as usize],
                        ));
                    }
                }
                (
                    Node::Arrow { dom: dom_a, row: row_a, cod: cod_a },
                    Node::Arrow { dom: dom_b, row: row_b, cod: cod_b },
                ) => {
                    self.unify_rows(row_a, row_b)?;
                    self.set(a, Node::Link(b));
                    todo.push((cod_a, cod_b));
                    todo.push((dom_a, dom_b));
                }
                _ => return Err(Clash::Types(a, b)),
            }
        }
        Ok(())
    }

    fn hint(&mut self, name: u32, ty: TyId) {
        self.hints[name as usize].get_or_insert(ty);
    }

    fn bind(&mut self, var: TyId, level: u32, ty: TyId) -> Result<(), Clash> {
        let mut found = false;
        self.visit(ty, |table, id, node| match node {
            Node::Var { level: other } if id != var && other > level => {
                table.set(id, Node::Var { level });
            }
            _ => found |= id == var,
        });
        if found {
            return Err(Clash::Infinite);
        }
        self.set(var, Node::Link(ty));
        Ok(())
    }

    /// Visits every node of a type once, parents first.
    pub(crate) fn visit(&mut self, ty: TyId, mut visitor: impl FnMut(&mut Table, TyId, Node)) {
        self.epoch += 1;
        self.marks.resize(self.nodes.len(), 0);
        let mut todo = vec![ty];
        while let Some(id) = todo.pop() {
            let (id, node) = self.find(id);
            if std::mem::replace(&mut self.marks[id.0 as usize], self.epoch) == self.epoch {
                continue;
            }
            match node {
                Node::Con { first_arg, n_args, .. } => {
                    todo.extend_from_slice(self.args(first_arg, n_args));
                }
                Node::Arrow { dom, cod, .. } => todo.extend([dom, cod]),
                _ => {}
            }
            visitor(self, id, node);
        }
    }

    fn unify_rows(&mut self, a: Row, b: Row) -> Result<(), Clash> {
        let (a, b) = (self.row(a), self.row(b));
        let clash = Err(Clash::Rows(a, b));
        match (a.tail, b.tail) {
            (Tail::Open(x), Tail::Open(y)) if x != y => {
                let rest = self.fresh_row().tail;
                self.set_tail(x, Row { effects: b.effects.minus(a.effects), tail: rest });
                self.set_tail(y, Row { effects: a.effects.minus(b.effects), tail: rest });
                Ok(())
            }
            (x, y) if x == y => {
                if a.effects == b.effects {
                    Ok(())
                } else {
                    clash
                }
            }
            (Tail::Open(open), _) if a.effects.minus(b.effects).is_empty() => {
                self.set_tail(open, Row { effects: b.effects.minus(a.effects), tail: b.tail });
                Ok(())
            }
            (_, Tail::Open(open)) if b.effects.minus(a.effects).is_empty() => {
                self.set_tail(open, Row { effects: a.effects.minus(b.effects), tail: a.tail });
                Ok(())
            }
            _ => clash,
        }
    }

    /// Keeps every variable of a type from being generalised.
    pub(crate) fn pin(&mut self, ty: TyId) {
        self.visit(ty, |table, id, node| {
            if matches!(node, Node::Var { .. }) {
                table.nodes[id.0 as usize] = Node::Var { level: 0 };
            }
        });
    }

    /// Quantifies the variables of a type that belong to a deeper level; says whether there are any.
    pub(crate) fn generalise(&mut self, ty: TyId) -> bool {
        let outer = self.level;
        let mut any = false;
        self.visit(ty, |table, id, node| {
            if let Node::Var { level } = node
                && level > outer
            {
                table.nodes[id.0 as usize] = Node::Var { level: GENERIC };
                any = true;
            }
        });
        any
    }

    /// Copies a type with fresh variables for its quantified ones.
    pub(crate) fn instantiate(&mut self, ty: TyId) -> TyId {
        let mut copies = FxHashMap::default();
        self.copy(ty, &mut copies)
    }

    fn copy(&mut self, ty: TyId, copies: &mut FxHashMap<TyId, TyId>) -> TyId {
        let (id, node) = self.find(ty);
        if let Some(copy) = copies.get(&id) {
            return *copy;
        }
        let copy = deep(|| match node {
            Node::Var { level: GENERIC } => self.fresh(),
            Node::Con { head, first_arg, n_args } if n_args > 0 => {
                let args = self.args(first_arg, n_args).to_vec();
                let copied: Vec<TyId> = args.iter().map(|arg| self.copy(*arg, copies)).collect();
                if args.iter().zip(&copied).all(|(a, b)| self.find(*a).0 == self.find(*b).0) {
                    id
                } else {
                    self.con(head, &copied)
                }
            }
            Node::Arrow { dom, row, cod } => {
                let (new_dom, new_cod) = (self.copy(dom, copies), self.copy(cod, copies));
                self.add(Node::Arrow { dom: new_dom, row, cod: new_cod })
            }
            _ => id,
        });
        copies.insert(id, copy);
        copy
    }

    /// Makes fresh arguments for the variables of a scheme.
    pub(crate) fn fresh_args(&mut self, n: usize) -> Vec<TyId> {
        (0..n).map(|_| self.fresh()).collect()
    }

    /// Instantiates a scheme at the given arguments and fresh row variables.
    pub(crate) fn apply(&mut self, scheme: &Scheme, args: &[TyId]) -> TyId {
        let n_vars = scheme.vars.len() as u32;
        let first_tail = self.tails.len() as u32;
        self.tails.resize(self.tails.len() + scheme.rows.len(), None);
        let base = self.nodes.len() as u32;
        let at = |id: u32| match id.checked_sub(n_vars) {
            None => args[id as usize],
            Some(node) => TyId(base + node),
        };
        let arg_base = self.args.len() as u32;
        self.args.extend(scheme.args.iter().map(|id| at(*id)));
        self.nodes.extend(scheme.nodes.iter().map(|node| match *node {
            SchemeNode::Con { head, first_arg, n_args } => {
                Node::Con { head, first_arg: arg_base + first_arg, n_args }
            }
            SchemeNode::Arrow { dom, effects, tail, cod } => {
                let tail = match tail {
                    SchemeTail::Closed => Tail::Closed,
                    SchemeTail::Var(row) => Tail::Open(first_tail + row),
                };
                Node::Arrow { dom: at(dom), row: Row { effects, tail }, cod: at(cod) }
            }
        }));
        at(scheme.root)
    }
}
