//! Which bracket of a text is the partner of which.

use super::token::{Spanned, Token};

/// The brackets of a token stream.
pub struct Brackets {
    /// The matching bracket of each bracket token.
    partner: Vec<Option<usize>>,
    /// The first unmatched bracket, if any.
    pub unmatched: Option<usize>,
}

impl Brackets {
    /// Matches the brackets of these tokens.
    pub fn new(tokens: &[Spanned<'_>]) -> Brackets {
        let mut partner = vec![None; tokens.len()];
        let mut open: Vec<(usize, Token<'_>)> = Vec::new();
        let mut unmatched = None;
        for (at, spanned) in tokens.iter().enumerate() {
            let fits = match spanned.token {
                opening @ (Token::LParen | Token::LBracket | Token::LBrace) => {
                    open.push((at, opening));
                    continue;
                }
                Token::CastOpen => {
                    open.push((at, Token::LParen));
                    continue;
                }
                Token::RParen => Token::LParen,
                Token::RBracket => Token::LBracket,
                Token::RBrace => Token::LBrace,
                _ => continue,
            };
            match open.pop() {
                Some((from, opening)) if opening == fits => {
                    set(&mut partner, from, at);
                    set(&mut partner, at, from);
                }
                Some((from, _)) => unmatched = unmatched.or(Some(from)),
                None => unmatched = unmatched.or(Some(at)),
            }
        }
        let unmatched = unmatched.or(open.last().map(|(at, _)| *at));
        Brackets { partner, unmatched }
    }

    /// The position of the other bracket; `None` if it has none.
    pub fn partner(&self, at: usize) -> Option<usize> {
        self.partner.get(at).copied().flatten()
    }
}

fn set(partner: &mut [Option<usize>], at: usize, to: usize) {
    if let Some(place) = partner.get_mut(at) {
        *place = Some(to);
    }
}
