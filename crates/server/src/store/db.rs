//! A connection to SQLite or PostgreSQL, with SQL that both understand. Parameters are `$1`, `$2`
//! and so on; truth values are TRUE and FALSE.

use super::StoreError;

/// A connection that one task uses at a time, usually within a transaction.
pub(crate) trait Db {
    /// Returns the number of rows changed. A row that must be unique but is not is
    /// [`Taken`](StoreError::Taken).
    fn execute(&self, sql: &str, values: &[Value<'_>]) -> Result<usize, StoreError>;
    fn query(&self, sql: &str, values: &[Value<'_>]) -> Result<Vec<Row>, StoreError>;
    /// What a SELECT ends with to lock its rows until the end of the transaction. SQLite has one
    /// writer and needs nothing.
    fn for_update(&self) -> &'static str;
    /// The same, but rows that others have locked are left out.
    fn skip_locked(&self) -> &'static str;
    /// Waits for a lock that lasts until the end of the transaction.
    fn lock(&self, lock: Lock<'_>) -> Result<(), StoreError>;
}

/// The rows that one query of [`list_among`](dyn Db::list_among) finds.
const AMONG: usize = 100;

/// What a row lock can't protect, because the row may not exist yet.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Lock<'a> {
    /// Nobody else compares a name with those of accounts.
    AccountNames,
    /// No account gets a name meanwhile; other guests may.
    GuestNames,
    /// Nobody else changes ratings.
    AllRatings,
    /// Nobody else changes this player's ratings.
    RatingsOf(&'a str),
    /// Nobody else moderates.
    Moderation,
}

impl dyn Db + '_ {
    /// The first row, if there is one.
    pub(super) fn find<T>(
        &self,
        sql: &str,
        values: &[Value<'_>],
        read: impl FnOnce(&Row) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        self.query(sql, values)?.first().map(read).transpose()
    }

    /// The row of a query that always has one.
    pub(super) fn one<T>(
        &self,
        sql: &str,
        values: &[Value<'_>],
        read: impl FnOnce(&Row) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.find(sql, values, read)?.ok_or_else(|| StoreError::Database("a row is missing".into()))
    }

    /// The rows whose column is one of these.
    pub(super) fn list_among<T>(
        &self,
        select: &str,
        column: &str,
        among: &[String],
        mut read: impl FnMut(&Row) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        let mut found = Vec::new();
        for part in among.chunks(AMONG) {
            // Always the same number of parameters, so that one prepared statement serves all.
            let holes: Vec<String> = (1..=AMONG).map(|n| format!("${n}")).collect();
            let sql = format!("{select} WHERE {column} IN ({})", holes.join(", "));
            let values: Vec<Value> = part
                .iter()
                .map(Value::from)
                .chain(std::iter::repeat(Value::Null))
                .take(AMONG)
                .collect();
            found.extend(self.list(&sql, &values, &mut read)?);
        }
        Ok(found)
    }

    pub(super) fn list<T>(
        &self,
        sql: &str,
        values: &[Value<'_>],
        read: impl FnMut(&Row) -> Result<T, StoreError>,
    ) -> Result<Vec<T>, StoreError> {
        self.query(sql, values)?.iter().map(read).collect()
    }
}

/// The value of a parameter.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) enum Value<'a> {
    Null,
    Bool(bool),
    Int(i64),
    Real(f64),
    Text(&'a str),
    Bytes(&'a [u8]),
}

/// Values of parameters, from whatever can be one.
macro_rules! values {
    ($($value:expr),* $(,)?) => { &[$($crate::store::db::Value::from($value)),*] };
}
pub(super) use values;

impl From<bool> for Value<'_> {
    fn from(value: bool) -> Self {
        Value::Bool(value)
    }
}

impl From<i64> for Value<'_> {
    fn from(value: i64) -> Self {
        Value::Int(value)
    }
}

impl From<u32> for Value<'_> {
    fn from(value: u32) -> Self {
        Value::Int(value.into())
    }
}

impl From<u64> for Value<'_> {
    fn from(value: u64) -> Self {
        Value::Int(value as i64)
    }
}

impl From<usize> for Value<'_> {
    fn from(value: usize) -> Self {
        Value::Int(value as i64)
    }
}

impl From<f64> for Value<'_> {
    fn from(value: f64) -> Self {
        Value::Real(value)
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(value: &'a str) -> Self {
        Value::Text(value)
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(value: &'a String) -> Self {
        Value::Text(value)
    }
}

impl<'a> From<&'a [u8; 32]> for Value<'a> {
    fn from(value: &'a [u8; 32]) -> Self {
        Value::Bytes(value)
    }
}

impl<'a, T: Into<Value<'a>>> From<Option<T>> for Value<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Null, Into::into)
    }
}

/// A row of an answer.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Row(pub(super) Vec<Cell>);

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Cell {
    Null,
    /// Also a truth value: 0 or 1.
    Int(i64),
    Real(f64),
    Text(String),
    Bytes(Vec<u8>),
}

impl Row {
    pub(super) fn get<T: FromCell>(&self, column: usize) -> Result<T, StoreError> {
        let value = self.0.get(column).and_then(T::from_cell);
        value.ok_or_else(|| {
            StoreError::Database(format!("column {} has another type", column + 1).into())
        })
    }
}

pub(super) trait FromCell: Sized {
    fn from_cell(cell: &Cell) -> Option<Self>;
}

impl FromCell for i64 {
    fn from_cell(cell: &Cell) -> Option<i64> {
        if let Cell::Int(value) = cell { Some(*value) } else { None }
    }
}

impl FromCell for u64 {
    fn from_cell(cell: &Cell) -> Option<u64> {
        i64::from_cell(cell)?.try_into().ok()
    }
}

impl FromCell for u32 {
    fn from_cell(cell: &Cell) -> Option<u32> {
        i64::from_cell(cell)?.try_into().ok()
    }
}

impl FromCell for bool {
    fn from_cell(cell: &Cell) -> Option<bool> {
        i64::from_cell(cell).map(|value| value != 0)
    }
}

impl FromCell for f64 {
    fn from_cell(cell: &Cell) -> Option<f64> {
        match cell {
            Cell::Real(value) => Some(*value),
            Cell::Int(value) => Some(*value as f64),
            _ => None,
        }
    }
}

impl FromCell for String {
    fn from_cell(cell: &Cell) -> Option<String> {
        if let Cell::Text(value) = cell { Some(value.clone()) } else { None }
    }
}

impl FromCell for Vec<u8> {
    fn from_cell(cell: &Cell) -> Option<Vec<u8>> {
        if let Cell::Bytes(value) = cell { Some(value.clone()) } else { None }
    }
}

impl<T: FromCell> FromCell for Option<T> {
    fn from_cell(cell: &Cell) -> Option<Option<T>> {
        if *cell == Cell::Null { Some(None) } else { T::from_cell(cell).map(Some) }
    }
}

/// A stored name that this version does not know.
pub(super) fn unknown(what: &str, value: &str) -> StoreError {
    StoreError::Database(format!("unknown {what} {:?}", tisane_lexicon::excerpt(value)).into())
}
