//! The operators of the notations: one table says of each how it is written and how strongly it
//! binds.

/// The precedence levels within a chain, strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// `*` between numbers, `/`, `%`
    Product,
    /// `+`, `-`, `++`, `union`, `intersect`, `setminus`
    Sum,
    /// `<<`, `>>`, `>>>`
    Shift,
    /// `=`, `!=`, `<`, `<=`, `>`, `>=`, `in`, `subset`
    Comparison,
    /// `&`
    BitAnd,
    /// `^`
    BitXor,
    /// `|`
    BitOr,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `*` as separating conjunction
    Star,
    /// `==>`
    Implies,
    /// `<==>`
    Iff,
}

/// Binary operators in chains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinOp {
    /// `<==>`
    Iff,
    /// `==>`
    Implies,
    /// `||`
    Or,
    /// `&&`
    And,
    /// `=` or `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `in`
    In,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `++` between two operands
    Concat,
    /// `*`: multiplication or separating conjunction, by types
    Star,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `--*`
    Wand,
    /// `union`
    Union,
    /// `intersect`
    Intersect,
    /// `setminus`
    SetMinus,
    /// `subset`
    Subset,
    /// `&`
    BitAnd,
    /// `|` between two operands
    BitOr,
    /// `^`
    BitXor,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `>>>`
    UShr,
}

/// Assignment operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssignOp {
    /// `:=` (and `=`)
    Set,
    /// `+=`
    Add,
    /// `-=`
    Sub,
    /// `*=`
    Mul,
    /// `/=`
    Div,
    /// `%=`
    Rem,
    /// `&=`
    BitAnd,
    /// `|=`
    BitOr,
    /// `^=`
    BitXor,
    /// `<<=`
    Shl,
    /// `>>=`
    Shr,
    /// `>>>=`
    UShr,
}

/// What the table says of an operator.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The operator in ASCII.
    pub sign: &'static str,
    /// How strongly it binds, with `*` as multiplication; `None` if it is not supported.
    pub level: Option<Level>,
    /// The comparison that holds where this one does not.
    pub negated: Option<BinOp>,
}

impl BinOp {
    /// The row of the operator.
    #[must_use]
    pub const fn row(self) -> Row {
        const fn row(sign: &'static str, level: Level) -> Row {
            Row {
                sign,
                level: Some(level),
                negated: None,
            }
        }
        const fn comparison(sign: &'static str, negated: BinOp) -> Row {
            Row {
                negated: Some(negated),
                ..row(sign, Level::Comparison)
            }
        }
        match self {
            BinOp::Iff => row("<==>", Level::Iff),
            BinOp::Implies => row("==>", Level::Implies),
            BinOp::Or => row("||", Level::Or),
            BinOp::And => row("&&", Level::And),
            BinOp::Eq => comparison("=", BinOp::Ne),
            BinOp::Ne => comparison("!=", BinOp::Eq),
            BinOp::Lt => comparison("<", BinOp::Ge),
            BinOp::Le => comparison("<=", BinOp::Gt),
            BinOp::Gt => comparison(">", BinOp::Le),
            BinOp::Ge => comparison(">=", BinOp::Lt),
            BinOp::In => row("in", Level::Comparison),
            BinOp::Add => row("+", Level::Sum),
            BinOp::Sub => row("-", Level::Sum),
            BinOp::Concat => row("++", Level::Sum),
            BinOp::Star => row("*", Level::Product),
            BinOp::Div => row("/", Level::Product),
            BinOp::Rem => row("%", Level::Product),
            BinOp::Wand => Row {
                sign: "--*",
                level: None,
                negated: None,
            },
            BinOp::Union => row("union", Level::Sum),
            BinOp::Intersect => row("intersect", Level::Sum),
            BinOp::SetMinus => row("setminus", Level::Sum),
            BinOp::Subset => row("subset", Level::Comparison),
            BinOp::BitAnd => row("&", Level::BitAnd),
            BinOp::BitOr => row("|", Level::BitOr),
            BinOp::BitXor => row("^", Level::BitXor),
            BinOp::Shl => row("<<", Level::Shift),
            BinOp::Shr => row(">>", Level::Shift),
            BinOp::UShr => row(">>>", Level::Shift),
        }
    }

    /// The operator in ASCII.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        self.row().sign
    }

    /// Whether it compares two values in order or for equality.
    #[must_use]
    pub const fn compares(self) -> bool {
        self.negated().is_some()
    }

    /// Whether it fails where the right operand is zero.
    #[must_use]
    pub const fn divides(self) -> bool {
        matches!(self, BinOp::Div | BinOp::Rem)
    }

    /// The comparison that holds where this one does not; `None` of other operators.
    #[must_use]
    pub const fn negated(self) -> Option<BinOp> {
        self.row().negated
    }
}

impl AssignOp {
    /// The operator of a compound assignment; `None` of a plain one.
    #[must_use]
    pub const fn operator(self) -> Option<BinOp> {
        Some(match self {
            AssignOp::Set => return None,
            AssignOp::Add => BinOp::Add,
            AssignOp::Sub => BinOp::Sub,
            AssignOp::Mul => BinOp::Star,
            AssignOp::Div => BinOp::Div,
            AssignOp::Rem => BinOp::Rem,
            AssignOp::BitAnd => BinOp::BitAnd,
            AssignOp::BitOr => BinOp::BitOr,
            AssignOp::BitXor => BinOp::BitXor,
            AssignOp::Shl => BinOp::Shl,
            AssignOp::Shr => BinOp::Shr,
            AssignOp::UShr => BinOp::UShr,
        })
    }
}
