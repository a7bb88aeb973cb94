//! Well-typed programs made from a number, for laws about the checker and the evaluator.
//!
//! A term is made for a type, with the names in scope: literals, variables, `let`, `if`, `match`,
//! operators, records, constructors, lambdas, bounded recursion, builtins and calls of earlier
//! definitions. The same number always makes the same program. Every program checks; it may panic
//! when run, and always ends.

mod term;
pub mod trees;

pub use term::Type;

/// A generated program: declarations, and files in manifest order.
pub struct Generated {
    /// Text of `type` declarations, a line each.
    pub types: &'static str,
    /// Path and text of each file.
    pub files: Vec<(String, String)>,
    /// Name, parameter types and result of each definition.
    pub signatures: Vec<Signature>,
}

/// What a generated definition takes and gives.
#[derive(Clone)]
pub struct Signature {
    /// LOWER.
    pub name: String,
    /// Types of the parameters, at least one.
    pub params: Vec<Type>,
    /// Type of the result.
    pub result: Type,
}

/// The declared types that generated programs use.
pub const TYPES: &str = "\
type Point = { x : I64, y : U8, label : Utf8 }
type Shape = | Circle F64 | Square { side : I64, name : Utf8 } | Empty
type Box a = { item : a, count : I64 }
";

/// A stream of numbers.
pub struct Stream(u64);

impl Stream {
    /// Starts the stream of a seed.
    pub fn new(seed: u64) -> Stream {
        Stream(seed)
    }

    /// Draws a number below `n`, which is not zero.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

/// Makes a program of `n_defs` definitions.
pub fn program(seed: u64, n_defs: usize) -> Generated {
    let mut stream = Stream::new(seed);
    let mut signatures: Vec<Signature> = Vec::new();
    let mut files = Vec::new();
    for at in 0..n_defs {
        let name = format!("d{at}");
        let n_params = 1 + stream.below(3);
        let params: Vec<Type> = (0..n_params).map(|_| Type::draw(&mut stream, 2)).collect();
        let result = Type::draw(&mut stream, 2);
        let text = term::definition(&mut stream, &name, &params, &result, &signatures);
        files.push((format!("g/{name}.soil"), text));
        signatures.push(Signature { name, params, result });
    }
    Generated { types: TYPES, files, signatures }
}
