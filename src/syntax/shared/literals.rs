//! The values of literals.

use num_bigint::BigInt;

/// The value of an integer literal accepted by the lexer: decimal, `0x…`, and in
/// `.java` files `0b…`, octal (`017`) and with an `L` suffix.
pub fn int(text: &str) -> BigInt {
    let digits: String = text.chars().filter(|c| *c != '_').collect();
    let prefixed = |prefixes: [&str; 2]| prefixes.iter().find_map(|p| digits.strip_prefix(p));
    let (digits, radix) = if let Some(hex) = prefixed(["0x", "0X"]) {
        (hex, 16)
    } else if let Some(binary) = prefixed(["0b", "0B"]) {
        (binary, 2)
    } else if digits.len() > 1 && digits.starts_with('0') {
        (digits.as_str(), 8)
    } else {
        (digits.as_str(), 10)
    };
    let digits = digits.trim_end_matches(['l', 'L']);
    // Only digits remain. Most numbers are small, and these are read without dividing.
    match u64::from_str_radix(digits, radix) {
        Ok(small) => BigInt::from(small),
        Err(_) => BigInt::parse_bytes(digits.as_bytes(), radix).unwrap_or_default(),
    }
}

/// Whether a literal is in a binary, octal or hexadecimal radix.
pub fn is_pattern(text: &str) -> bool {
    text.len() > 1 && text.starts_with('0')
}

/// The value of a string or character literal with its quotes, as UTF-16;
/// `None` if an escape is unknown.
pub fn text(literal: &str) -> Option<Vec<u16>> {
    let mut inner = literal.chars();
    inner.next();
    inner.next_back();
    let mut units = Vec::new();
    let mut buffer = [0; 2];
    while let Some(c) = inner.next() {
        if c == '\\' {
            units.push(escape(&mut inner)?);
        } else {
            units.extend_from_slice(c.encode_utf16(&mut buffer));
        }
    }
    Some(units)
}

/// The value of an escape, after its backslash.
fn escape(rest: &mut std::str::Chars<'_>) -> Option<u16> {
    let c = rest.next()?;
    Some(match c {
        'n' => 10,
        't' => 9,
        'r' => 13,
        'b' => 8,
        'f' => 12,
        's' => 32,
        '"' | '\'' | '\\' => u16::try_from(u32::from(c)).ok()?,
        'u' => {
            while rest.as_str().starts_with('u') {
                rest.next();
            }
            let digits = rest.as_str().get(..4)?;
            let valid = digits.bytes().all(|b| b.is_ascii_hexdigit());
            let value = u16::from_str_radix(digits, 16).ok().filter(|_| valid)?;
            rest.nth(3);
            value
        }
        '0'..='7' => {
            let longest = if c <= '3' { 2 } else { 1 };
            let mut value = c.to_digit(8)?;
            for _ in 0..longest {
                let Some(digit) = rest.clone().next().and_then(|c| c.to_digit(8)) else {
                    break;
                };
                value = value * 8 + digit;
                rest.next();
            }
            u16::try_from(value).ok()?
        }
        _ => return None,
    })
}
