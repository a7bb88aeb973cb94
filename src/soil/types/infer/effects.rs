//! Effects: what the calls of a body perform against what their context allows.
//!
//! Contexts grow until nothing changes, then every open one is closed and each call is judged.
//!
//! Spec: `soil-syntax-spec#5.3`, `soil0-cli#8.5`.

use crate::contract::Code;
use crate::soil::facts::{Obligation, ObligationKind};
use crate::soil::syntax::tree::{Effect, Effects};
use crate::soil::types::infer::Infer;
use crate::soil::types::infer::settle::Arithmetic;
use crate::soil::types::infer::table::{Row, Tail};

impl Infer<'_> {
    /// Solves the rows; returns the uncovered panic sites and whether a call may not end.
    pub(super) fn settle_effects(
        &mut self,
        arithmetic: Vec<Arithmetic>,
    ) -> (Vec<Obligation>, bool) {
        let panic = Row { effects: Effects::NONE.with(Effect::Panic), tail: Tail::Closed };
        let mut equations: Vec<(Row, Row)> =
            self.performed.iter().map(|call| (call.row, call.context)).collect();
        equations.extend(arithmetic.iter().map(|site| (panic, site.context)));
        // Only open contexts grow; the others need no second look.
        equations.retain(|(_, context)| matches!(self.table.row(*context).tail, Tail::Open(_)));
        // Effects first, rigid tails after: a tail that is bound cannot grow, so binding one early
        // would let the order of two calls decide.
        while equations
            .iter()
            .fold(false, |grown, (row, context)| self.grow(*row, *context) | grown)
        {}
        while equations
            .iter()
            .fold(false, |bound, (row, context)| self.bind_tail(*row, *context) | bound)
        {}
        let mut obligations = Vec::new();
        let mut may_loop = false;
        for at in 0..self.performed.len() {
            let call = &self.performed[at];
            let (performed, context) = (self.table.row(call.row), self.table.row(call.context));
            let (span, node) = (call.span, call.node);
            let is_own = call.context == self.own_row;
            let missing = performed.effects.minus(context.effects);
            let outside = Effects::NONE.with(Effect::Io).with(Effect::Ffi);
            let escapes =
                matches!(performed.tail, Tail::Rigid(_)) && performed.tail != context.tail;
            if escapes {
                if !self.has_faults || is_own {
                    let message = self.escaping_row(node, performed, context);
                    self.report(Code::EffectViolation, span, message);
                }
                continue;
            }
            if missing.contains(Effect::Io) || missing.contains(Effect::Ffi) {
                if !self.has_faults || is_own {
                    let missing = missing.minus(missing.minus(outside));
                    let message = self.uncovered(node, missing, is_own);
                    self.report(Code::EffectViolation, span, message);
                }
                continue;
            }
            may_loop |= missing.contains(Effect::Div);
            if missing.contains(Effect::Panic) {
                let callee = self.callee(node);
                obligations.push(self.obligation(ObligationKind::CalleePanic { callee }, span));
            }
        }
        for Arithmetic { context, span, kind } in arithmetic {
            if !self.table.row(context).effects.contains(Effect::Panic) {
                obligations.push(self.obligation(kind, span));
            }
        }
        (obligations, may_loop)
    }

    /// Makes an open context allow the effects that are performed in it; says whether it has grown.
    fn grow(&mut self, performed: Row, context: Row) -> bool {
        let (performed, context) = (self.table.row(performed), self.table.row(context));
        let effects = performed.effects.minus(context.effects);
        let Tail::Open(tail) = context.tail else { return false };
        if effects.is_empty() {
            return false;
        }
        let rest = self.table.fresh_row().tail;
        self.table.set_tail(tail, Row { effects, tail: rest });
        true
    }

    /// Gives an open context the rigid tail of what is performed in it; says whether it has.
    fn bind_tail(&mut self, performed: Row, context: Row) -> bool {
        let (performed, context) = (self.table.row(performed), self.table.row(context));
        let (Tail::Rigid(_), Tail::Open(tail)) = (performed.tail, context.tail) else {
            return false;
        };
        self.table.set_tail(tail, Row { effects: Effects::NONE, tail: performed.tail });
        true
    }
}
