//! The wire and the stored format, tested from outside.

mod desk;
mod practice;
mod stored;
mod views;
mod words;
