//! `soil0 lex`: the tokens of a file.
//!
//! Spec: `soil0-cli#8.1`, `soil0-cli#4.5`.

use super::{Call, Command, Success, input};
use crate::contract::Diagnostic;
use crate::contract::documents::{SourceSpan, Spanned, Token, Tokens};
use crate::contract::wire::to_json;
use crate::soil::syntax::token::{self, Kind};
use crate::soil::syntax::{SourceFile, lex};

pub(super) const COMMAND: Command = Command { name: "lex", flags: &[], run };

fn run(call: &Call) -> Result<Success, Vec<Diagnostic>> {
    let source = input::source(&call.input).map_err(|fault| vec![fault])?;
    let tokens = lex::tokens(&source).map_err(|fault| vec![fault])?;
    let tokens = tokens.into_iter().map(|token| document(&source, token)).collect();
    Ok(Success::document(to_json(&Tokens { tokens })))
}

fn document(source: &SourceFile, token: token::Token) -> Spanned<Token> {
    let text = &source.text()[token.span.start as usize..token.span.end as usize];
    let item = match token.kind {
        Kind::Lower => Token::TIdent { name: text.into() },
        Kind::Hidden => Token::TPrivate { name: text.into() },
        Kind::Upper => Token::TTypeName { name: text.into() },
        Kind::Int => Token::TInt { digits: lex::number(text).into() },
        Kind::Float => Token::TFloat { text: lex::number(text).into() },
        Kind::Str => Token::TStr { value: lex::string(text).into() },
        Kind::Hole => Token::THole { name: text[1..].into() },
        kind if kind.is_keyword() => Token::TKeyword { word: text.into() },
        _ => Token::TOp { op: text.into() },
    };
    Spanned { span: SourceSpan::from(source.locate(token.span)), item }
}
