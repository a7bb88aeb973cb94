//! Terms for types.

use std::fmt::{self, Display, Formatter};

use super::{Signature, Stream};

/// A type that terms are made for.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    I64,
    U8,
    F64,
    Bool,
    Utf8,
    Point,
    Shape,
    Option(Box<Type>),
    List(Box<Type>),
    Boxed(Box<Type>),
    Map(Box<Type>),
}

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Type::I64 => f.write_str("I64"),
            Type::U8 => f.write_str("U8"),
            Type::F64 => f.write_str("F64"),
            Type::Bool => f.write_str("Bool"),
            Type::Utf8 => f.write_str("Utf8"),
            Type::Point => f.write_str("Point"),
            Type::Shape => f.write_str("Shape"),
            Type::Option(inner) => write!(f, "(Option {inner})"),
            Type::List(inner) => write!(f, "(List {inner})"),
            Type::Boxed(inner) => write!(f, "(Box {inner})"),
            Type::Map(inner) => write!(f, "(Map Utf8 {inner})"),
        }
    }
}

impl Type {
    /// Draws a type that nests at most `depth` levels.
    pub fn draw(stream: &mut Stream, depth: usize) -> Type {
        let inner = |stream: &mut Stream| Box::new(Type::draw(stream, depth - 1));
        match stream.below(if depth == 0 { 7 } else { 12 }) {
            0 => Type::U8,
            1 => Type::F64,
            2 => Type::Bool,
            3 => Type::Utf8,
            4 => Type::Point,
            5 => Type::Shape,
            6 | 7 => Type::I64,
            8 => Type::Option(inner(stream)),
            9 => Type::List(inner(stream)),
            10 => Type::Boxed(inner(stream)),
            _ => Type::Map(inner(stream)),
        }
    }
}

/// Writes one definition.
pub fn definition(
    stream: &mut Stream,
    name: &str,
    params: &[Type],
    result: &Type,
    earlier: &[Signature],
) -> String {
    let mut maker = Maker { stream, scope: Vec::new(), n_names: 0, earlier };
    let names: Vec<String> = params.iter().map(|ty| maker.bind(ty)).collect();
    let body = maker.term(result, 4);
    let types: Vec<String> = params.iter().map(|ty| format!("{ty} -> ")).collect();
    format!("{name} : {}{result}\n{name} {} = {body}\n", types.concat(), names.join(" "))
}

struct Maker<'a> {
    stream: &'a mut Stream,
    scope: Vec<(String, Type)>,
    n_names: usize,
    earlier: &'a [Signature],
}

impl Maker<'_> {
    fn bind(&mut self, ty: &Type) -> String {
        let name = format!("v{}", self.n_names);
        self.n_names += 1;
        self.scope.push((name.clone(), ty.clone()));
        name
    }

    /// Makes a term in a scope that ends with it.
    fn inside(&mut self, mark: usize, ty: &Type, fuel: usize) -> String {
        let term = self.term(ty, fuel);
        self.scope.truncate(mark);
        term
    }

    fn term(&mut self, ty: &Type, fuel: usize) -> String {
        if fuel == 0 {
            return self.leaf(ty);
        }
        let mark = self.scope.len();
        let fuel = fuel - 1;
        match self.stream.below(14) {
            0 | 1 => {
                let bound = Type::draw(self.stream, 1);
                let value = self.term(&bound, fuel);
                let name = self.bind(&bound);
                format!("(let {name} = {value} in {})", self.inside(mark, ty, fuel))
            }
            2 => {
                let cond = self.term(&Type::Bool, fuel);
                format!("(if {cond} then {} else {})", self.term(ty, fuel), self.term(ty, fuel))
            }
            3 => {
                let inner = Type::draw(self.stream, 1);
                let scrutinee = self.term(&Type::Option(Box::new(inner.clone())), fuel);
                let name = self.bind(&inner);
                let some = self.inside(mark, ty, fuel);
                let none = self.term(ty, fuel);
                format!(
                    "(match ({scrutinee} : Option {inner}) with | Some {name} -> {some} | None -> {none})"
                )
            }
            4 => {
                let scrutinee = self.term(&Type::Shape, fuel);
                let radius = self.bind(&Type::F64);
                let circle = self.inside(mark, ty, fuel);
                let side = self.bind(&Type::I64);
                let square = self.inside(mark, ty, fuel);
                let empty = self.term(ty, fuel);
                format!(
                    "(match {scrutinee} with | Circle {radius} -> {circle} | Square {{ side = {side}, .. }} -> {square} | Empty -> {empty})"
                )
            }
            5 => {
                let scrutinee = self.term(&Type::I64, fuel);
                let (zero, ten) = (self.term(ty, fuel), self.term(ty, fuel));
                let other = self.bind(&Type::I64);
                let rest = self.inside(mark, ty, fuel);
                format!("(match {scrutinee} with | 0 -> {zero} | 10 -> {ten} | {other} -> {rest})")
            }
            6 => {
                let start = self.term(ty, fuel);
                let (go, counter) =
                    (format!("v{}", self.n_names), format!("v{}", self.n_names + 1));
                self.n_names += 2;
                let acc = self.bind(ty);
                let step = self.inside(mark, ty, fuel.min(1));
                let n = self.stream.below(4);
                format!(
                    "(let rec {go} = fun {counter} {acc} -> if {counter} <= 0 then {acc} else {go} ({counter} - 1) {step} in {go} {n} {start})"
                )
            }
            7 => {
                let item = Type::draw(self.stream, 1);
                let list = self.term(&Type::List(Box::new(item.clone())), fuel);
                let start = self.term(ty, fuel);
                let (acc, element) = (self.bind(ty), self.bind(&item));
                let step = self.inside(mark, ty, fuel.min(1));
                format!("(list_fold (fun {acc} {element} -> {step}) {start} {list})")
            }
            8 | 9 => self.call(ty, fuel),
            _ => self.shaped(ty, fuel),
        }
    }

    /// Calls an earlier definition that gives `ty`.
    fn call(&mut self, ty: &Type, fuel: usize) -> String {
        let fitting: Vec<&Signature> =
            self.earlier.iter().filter(|signature| signature.result == *ty).collect();
        if fitting.is_empty() {
            return self.shaped(ty, fuel);
        }
        let chosen = fitting[self.stream.below(fitting.len())].clone();
        let fuel = fuel.min(1);
        let args: Vec<String> = chosen.params.iter().map(|param| self.term(param, fuel)).collect();
        format!("({} {})", chosen.name, args.join(" "))
    }

    /// Makes a term by the form of its type.
    fn shaped(&mut self, ty: &Type, fuel: usize) -> String {
        let mark = self.scope.len();
        match ty {
            Type::I64 | Type::U8 | Type::F64 => match self.stream.below(8) {
                0 if *ty == Type::I64 => format!("(utf8_len {})", self.term(&Type::Utf8, fuel)),
                1 if *ty == Type::I64 => {
                    let item = Type::draw(self.stream, 1);
                    format!("(list_len {})", self.term(&Type::List(Box::new(item)), fuel))
                }
                2 if *ty == Type::I64 => {
                    let value = self.term(&Type::Point, fuel);
                    let name = self.bind(&Type::Point);
                    self.scope.truncate(mark);
                    format!("(let {name} = {value} in {name}.x)")
                }
                3 => format!("(- {})", self.term(ty, fuel)),
                at => {
                    let op = ["+", "-", "*", "/", "%"][at % 5];
                    format!("({} {op} {})", self.term(ty, fuel), self.term(ty, fuel))
                }
            },
            Type::Bool => match self.stream.below(4) {
                0 => format!("(not {})", self.term(ty, fuel)),
                1 => {
                    let op = ["and", "or"][self.stream.below(2)];
                    format!("({} {op} {})", self.term(ty, fuel), self.term(ty, fuel))
                }
                _ => {
                    let operand = Type::draw(self.stream, 1);
                    let op = ["==", "!=", "<", "<=", ">", ">="][self.stream.below(6)];
                    let (lhs, rhs) = (self.term(&operand, fuel), self.term(&operand, fuel));
                    format!("({lhs} {op} {rhs})")
                }
            },
            Type::Utf8 => match self.stream.below(3) {
                0 => format!("(I64::show {})", self.term(&Type::I64, fuel)),
                1 => format!("(Shape::show {})", self.term(&Type::Shape, fuel)),
                _ => format!("(utf8_concat {} {})", self.term(ty, fuel), self.term(ty, fuel)),
            },
            Type::Point => match self.stream.below(3) {
                0 => {
                    let value = self.term(ty, fuel);
                    let name = self.bind(ty);
                    self.scope.truncate(mark);
                    let x = self.term(&Type::I64, fuel);
                    format!("(let {name} = ({value} : Point) in {{ {name} with x = {x} }})")
                }
                _ => format!(
                    "{{ y = {}, x = {}, label = {} }}",
                    self.term(&Type::U8, fuel),
                    self.term(&Type::I64, fuel),
                    self.term(&Type::Utf8, fuel)
                ),
            },
            Type::Shape => match self.stream.below(2) {
                0 => format!("(Circle {})", self.term(&Type::F64, fuel)),
                _ => format!(
                    "(Square {{ side = {}, name = {} }})",
                    self.term(&Type::I64, fuel),
                    self.term(&Type::Utf8, fuel)
                ),
            },
            Type::Option(inner) => match self.stream.below(3) {
                0 => format!(
                    "(list_get {} {})",
                    self.term(&Type::List(inner.clone()), fuel),
                    self.term(&Type::I64, fuel)
                ),
                1 => format!(
                    "(map_get {} {})",
                    self.term(&Type::Map(inner.clone()), fuel),
                    self.term(&Type::Utf8, fuel)
                ),
                _ => format!("(Some {})", self.term(inner, fuel)),
            },
            Type::List(inner) => match self.stream.below(3) {
                0 => {
                    let item = Type::draw(self.stream, 1);
                    let list = self.term(&Type::List(Box::new(item.clone())), fuel);
                    let name = self.bind(&item);
                    let image = self.inside(mark, inner, fuel);
                    format!("(list_map (fun {name} -> {image}) {list})")
                }
                1 => format!("(list_reverse {})", self.term(ty, fuel)),
                _ => format!("(list_append {} {})", self.term(ty, fuel), self.term(inner, fuel)),
            },
            Type::Boxed(inner) => format!(
                "{{ item = {}, count = {} }}",
                self.term(inner, fuel),
                self.term(&Type::I64, fuel)
            ),
            Type::Map(inner) => format!(
                "(map_insert {} {} {})",
                self.term(ty, fuel),
                self.term(&Type::Utf8, fuel),
                self.term(inner, fuel)
            ),
        }
    }

    fn leaf(&mut self, ty: &Type) -> String {
        let named: Vec<&String> =
            self.scope.iter().filter(|(_, known)| known == ty).map(|(name, _)| name).collect();
        if !named.is_empty() && self.stream.below(4) > 0 {
            return named[self.stream.below(named.len())].clone();
        }
        let n = self.stream.below(100);
        match ty {
            Type::I64 => n.to_string(),
            Type::U8 => format!("({n} : U8)"),
            Type::F64 => format!("{n}.5"),
            Type::Bool => ["True", "False"][n % 2].to_owned(),
            Type::Utf8 => format!("\"t{n}\""),
            Type::Point => format!("{{ x = {n}, y = ({n} : U8), label = \"p\" }}"),
            Type::Shape => "Empty".to_owned(),
            Type::Option(_) => format!("(None : {ty})"),
            Type::List(_) => format!("(list_empty : {ty})"),
            Type::Map(_) => format!("(map_empty : {ty})"),
            Type::Boxed(inner) => format!("{{ item = {}, count = {n} }}", self.leaf(inner)),
        }
    }
}
