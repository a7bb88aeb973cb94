//! A tree from a tape of choices.

use trellis::soil::Name;
use trellis::soil::syntax::Span;
use trellis::soil::syntax::tree::*;

const EVERYWHERE: Span = Span::new(0, 0);
/// Includes the definition's own name and the words that predicates and rows reserve elsewhere.
const LOWER: &[&str] = &["a", "b", "go", "f", "is", "io", "x_1", "a_name_too_long_to_stand_inline"];
const VARIABLES: &[&str] = &["a", "b", "f", "e"];
const UPPER: &[&str] = &["A", "List", "Result2", "T"];
const TEXTS: &[&str] = &["", "a\"b\\", "\n\r\t\0\u{1f}", "é😀 -- ("];

/// Reads choices off a tape; when it ends, every choice is 0, which is always a leaf.
pub struct Maker {
    tape: std::vec::IntoIter<u16>,
    tree: Tree,
    /// The locals in scope; `None` in trees whose names mean nothing.
    scope: Option<Vec<Name>>,
    fresh: u32,
}

impl Maker {
    pub fn new(tape: Vec<u16>, scoped: bool) -> Self {
        let scope = scoped.then(Vec::new);
        Maker { tape: tape.into_iter(), tree: Tree::default(), scope, fresh: 0 }
    }

    pub fn file(mut self) -> File {
        let name = Name::new(["f", "go"][self.pick(2)]);
        let sig = self.type_();
        let params = self.binders(0);
        let decreases = (self.pick(4) == 1).then(|| self.expr());
        let body = self.expr();
        let def =
            Def { span: EVERYWHERE, name, name_span: EVERYWHERE, sig, decreases, params, body };
        File { tree: self.tree, defs: vec![def] }
    }

    fn pick(&mut self, count: usize) -> usize {
        usize::from(self.tape.next().unwrap_or(0)) % count
    }

    fn word(&mut self, words: &[&str]) -> Name {
        Name::new(words[self.pick(words.len())])
    }

    /// A name where it is bound; in scoped trees a fresh one.
    fn bind(&mut self) -> Binder {
        let name = match self.scope.is_some() {
            true => {
                self.fresh += 1;
                Name::from(format!("v{}", self.fresh))
            }
            false => self.word(LOWER),
        };
        Binder { span: EVERYWHERE, name }
    }

    fn enter(&mut self, binder: &Binder) {
        if let Some(scope) = &mut self.scope {
            scope.push(binder.name.clone());
        }
    }

    fn binders(&mut self, least: usize) -> Vec<Binder> {
        let count = least + self.pick(3);
        let binders = (0..count).map(|_| self.bind()).collect::<Vec<_>>();
        binders.iter().for_each(|binder| self.enter(binder));
        binders
    }

    fn depth(&self) -> usize {
        self.scope.as_ref().map_or(0, Vec::len)
    }

    fn leave(&mut self, depth: usize) {
        if let Some(scope) = &mut self.scope {
            scope.truncate(depth);
        }
    }

    /// A local in scope, or a global name.
    fn root(&mut self) -> Name {
        let choice = self.pick(8);
        match &self.scope {
            None => Name::new(LOWER[choice % LOWER.len()]),
            Some(scope) if scope.is_empty() || choice == 7 => Name::new("global"),
            Some(scope) => scope[choice % scope.len()].clone(),
        }
    }

    fn path(&mut self) -> Path {
        let root = self.root();
        let fields = (0..self.pick(3)).map(|_| self.word(LOWER)).collect();
        Path { root, fields }
    }

    fn lit(&mut self) -> Lit {
        match self.pick(3) {
            0 => Lit::Int(self.word(&["0", "007", "18446744073709551616"])),
            1 => Lit::Float(self.word(&["1.5", "00.10e-3", "2.0e9"])),
            _ => Lit::Str(self.word(TEXTS)),
        }
    }

    /// Distinct field names.
    fn fields(&mut self) -> Vec<Name> {
        let start = self.pick(LOWER.len());
        let count = 1 + self.pick(3);
        (0..count).map(|index| Name::new(LOWER[(start + index) % LOWER.len()])).collect()
    }

    fn expr(&mut self) -> ExprId {
        let kind = match self.pick(19) {
            0 => ExprKind::Path(self.path()),
            1 => ExprKind::Lit(self.lit()),
            2 => ExprKind::Ctor(self.word(UPPER)),
            3 => ExprKind::Hole(self.word(&["let", "a", "todo_1"])),
            4 => match self.pick(3) {
                0 => ExprKind::Qualified { space: self.word(LOWER), name: self.word(LOWER) },
                1 => ExprKind::Qualified { space: self.word(UPPER), name: self.word(LOWER) },
                _ => ExprKind::Qualified { space: self.word(UPPER), name: self.word(UPPER) },
            },
            5 | 6 => self.let_(),
            7 => {
                let depth = self.depth();
                let params = self.binders(1).into();
                let body = self.expr();
                self.leave(depth);
                ExprKind::Fun { params, body }
            }
            8 => {
                let cond = self.expr();
                let then_branch = self.expr();
                ExprKind::If { cond, then_branch, else_branch: self.expr() }
            }
            9 | 10 => self.match_(),
            11 => ExprKind::Or { lhs: self.expr(), rhs: self.expr() },
            12 => ExprKind::And { lhs: self.expr(), rhs: self.expr() },
            13 => ExprKind::Not { operand: self.expr() },
            14 => ExprKind::Neg { operand: self.expr() },
            15 => {
                let op = self.comparison();
                ExprKind::Cmp { op, lhs: self.expr(), rhs: self.expr() }
            }
            16 => {
                use ArithOp::{Add, Div, Mod, Mul, Sub};
                let op = [Add, Sub, Mul, Div, Mod][self.pick(5)];
                ExprKind::Arith { op, lhs: self.expr(), rhs: self.expr() }
            }
            17 => match self.pick(3) {
                0 => ExprKind::App { function: self.expr(), argument: self.expr() },
                1 => {
                    let function = ExprKind::Path(self.path());
                    let function = self.tree.expr(EVERYWHERE, function);
                    ExprKind::App { function, argument: self.expr() }
                }
                _ => ExprKind::Annot { expr: self.expr(), ty: self.type_() },
            },
            _ => {
                let update = (self.pick(2) == 1).then(|| self.path());
                let fields = self.fields().into_iter().map(|name| FieldSet {
                    name,
                    name_span: EVERYWHERE,
                    value: self.expr(),
                });
                ExprKind::Record { update, fields: fields.collect() }
            }
        };
        self.tree.expr(EVERYWHERE, kind)
    }

    fn comparison(&mut self) -> CmpOp {
        use CmpOp::{Eq, Ge, Gt, Le, Lt, Ne};
        [Eq, Ne, Lt, Le, Gt, Ge][self.pick(6)]
    }

    fn let_(&mut self) -> ExprKind {
        let depth = self.depth();
        let is_rec = self.pick(2) == 1;
        let count = 1 + self.pick(3);
        let mut binders = Vec::new();
        for _ in 0..count {
            let is_wild = !is_rec && self.pick(4) == 1;
            binders.push((!is_wild).then(|| self.bind()));
        }
        if is_rec {
            binders.iter().flatten().for_each(|binder| self.enter(binder));
        }
        let values = (0..count).map(|_| self.expr()).collect::<Vec<_>>();
        if !is_rec {
            binders.iter().flatten().for_each(|binder| self.enter(binder));
        }
        let body = self.expr();
        self.leave(depth);
        let bindings = binders.into_iter().zip(values);
        let bindings = bindings.map(|(binder, value)| Binding { binder, value }).collect();
        ExprKind::Let { is_rec, bindings, body }
    }

    fn match_(&mut self) -> ExprKind {
        let scrutinee = self.expr();
        let arms = (0..1 + self.pick(3)).map(|_| {
            let depth = self.depth();
            let pattern = self.pattern();
            let body = self.expr();
            self.leave(depth);
            Arm { span: EVERYWHERE, pattern, body }
        });
        ExprKind::Match { scrutinee, arms: arms.collect() }
    }

    fn pattern(&mut self) -> PatternId {
        let kind = match self.pick(5) {
            0 => PatternKind::Wild,
            1 => {
                let binder = self.bind();
                self.enter(&binder);
                PatternKind::Bind(binder.name)
            }
            2 => PatternKind::Lit(self.lit()),
            3 => {
                let type_name = (self.pick(2) == 1).then(|| self.word(UPPER));
                let name = self.word(UPPER);
                let arg = (self.pick(2) == 1).then(|| self.pattern());
                PatternKind::Ctor { type_name, name, arg }
            }
            _ => {
                let fields = self.fields().into_iter().map(|name| {
                    // A punned field binds its own name, which is not fresh.
                    let is_punned = self.scope.is_none() && self.pick(2) == 1;
                    let pattern = (!is_punned).then(|| self.pattern());
                    FieldPattern { name, name_span: EVERYWHERE, pattern }
                });
                let fields = fields.collect();
                PatternKind::Record { fields, open: self.pick(2) == 1 }
            }
        };
        self.tree.pattern(EVERYWHERE, kind)
    }

    fn type_(&mut self) -> TypeId {
        let kind = match self.pick(6) {
            0 => TypeKind::Var(self.word(VARIABLES)),
            1 | 2 => {
                let name = self.word(UPPER);
                let args = (0..self.pick(4)).map(|_| self.type_()).collect();
                TypeKind::Con { name, args }
            }
            3 | 4 => {
                let name = self.word(LOWER);
                let param = (self.pick(2) == 1).then_some(Binder { span: EVERYWHERE, name });
                let dom = self.type_();
                let bits = self.pick(16);
                let chosen =
                    Effect::ALL.into_iter().filter(|effect| bits >> *effect as u8 & 1 == 1);
                let effects = chosen.fold(Effects::NONE, Effects::with);
                let var = (self.pick(2) == 1).then(|| self.word(VARIABLES));
                TypeKind::Arrow { param, dom, row: Row { effects, var }, cod: self.type_() }
            }
            _ => {
                let binder = Binder { span: EVERYWHERE, name: self.word(LOWER) };
                let base = self.type_();
                TypeKind::Refined { binder, base, pred: self.pred() }
            }
        };
        self.tree.type_(EVERYWHERE, kind)
    }

    fn pred(&mut self) -> PredId {
        let kind = match self.pick(7) {
            0 => PredKind::Cmp { op: self.comparison(), lhs: self.term(), rhs: self.term() },
            1 => PredKind::Implies { lhs: self.pred(), rhs: self.pred() },
            2 => PredKind::Or { lhs: self.pred(), rhs: self.pred() },
            3 => PredKind::And { lhs: self.pred(), rhs: self.pred() },
            4 => PredKind::Not { pred: self.pred() },
            5 => {
                let type_name = (self.pick(2) == 1).then(|| self.word(UPPER));
                let name = self.word(LOWER);
                let payload = (self.pick(2) == 1).then_some(Binder { span: EVERYWHERE, name });
                PredKind::Is { scrutinee: self.term(), type_name, ctor: self.word(UPPER), payload }
            }
            _ => PredKind::Call { name: self.word(VARIABLES), args: self.terms() },
        };
        self.tree.pred(EVERYWHERE, kind)
    }

    fn term(&mut self) -> TermId {
        let kind = match self.pick(5) {
            0 => TermKind::Lit(self.lit()),
            1 => {
                let fields = (0..self.pick(3)).map(|_| self.word(LOWER)).collect();
                TermKind::Path(Path { root: self.word(VARIABLES), fields })
            }
            2 | 3 => {
                let op = [ArithOp::Add, ArithOp::Sub, ArithOp::Mul][self.pick(3)];
                TermKind::Arith { op, lhs: self.term(), rhs: self.term() }
            }
            _ => TermKind::Call { name: self.word(VARIABLES), args: self.terms() },
        };
        self.tree.term(EVERYWHERE, kind)
    }

    fn terms(&mut self) -> Box<[TermId]> {
        (0..1 + self.pick(3)).map(|_| self.term()).collect()
    }
}
