//! What Tisane says over HTTP, sockets and `--json`.
//!
//! Only this crate derives `Serialize` for the wire. Its types are values for readers elsewhere:
//! letters are strings, squares have names, nothing refers to an alphabet. The web app's
//! `protocol.ts` is generated from them (`cargo xtask types`), and a test fails when it is stale.

mod analysis;
pub mod bounds;
mod desk;
mod detail;
mod error;
mod following;
#[doc(hidden)]
pub mod fuzz;
pub mod game;
mod json;
mod kept;
mod lexicon;
mod line;
mod lines;
mod measured;
mod moderation;
pub mod part;
mod place;
mod position;
mod practice;
mod question;
mod record;
pub mod request;
mod review;
mod room;
mod ruleset;
mod score;
mod script;
mod sheet;
mod socket;
pub mod stored;
mod streamed;
mod tiles;
#[cfg(test)]
mod typescript;
mod words;

pub use analysis::{AnalysisView, BatchError, BatchView, RankedView, UnseenView};
pub use desk::{Desk, read};
pub use detail::{
    ActionKind, MisfitKind, NotationKind, PositionKind, SheetKind, action_values, no_such_ruleset,
    pattern_trouble, refusal_values, spelling_values,
};
pub use error::{ErrorCode, ErrorView};
pub use following::{FollowAct, FollowView};
pub use json::{Answer, Json, written};
pub use kept::{
    BoardContent, CardView, ChangeRequest, Content, FollowedContent, KeepRequest, KeptKind,
    KeptList, KeptSummary, KeptView, QuizContent, ReviewContent, SharedView,
};
pub use lexicon::{AboutView, LexiconList, LexiconSummary, LexiconView, notes_about};
pub use line::{
    DrawView, EndedView, ExactnessView, LineView, MistakeView, PlyView, RestView, SizeView,
    method_name,
};
pub use measured::{
    BenchGame, BenchView, BenchWidest, LadderView, MatchSideView, MatchView, PerftView, RungView,
};
pub use moderation::{
    AdminAction, AdminLog, AdminLogEntry, AnnouncementAnswer, AnnouncementView, BanList, BanView,
    MyData, PlayerList, PlayerView, ReportList, ReportRequest, ReportView, ReportedView, SaidIn,
};
pub use place::{PlaceRequest, PlacementView, PlacementsView, VariantView};
pub use position::{OperationView, PositionView, PublicMoveView, PublicTurnView};
pub use practice::{NewPractice, PracticeLines, PracticeRecordView, PracticeView};
pub use question::{EngineView, HeldView, JudgeView, Question, QuestionRequest, ReadView};
pub use record::{ImportRequest, RecordTurn, RecordView};
pub use review::{
    ByEquityView, ReviewView, ReviewedPlayerView, ReviewedTurnView, StrengthView, TurnProgress,
};
pub use room::{
    BannedView, BotList, BotView, ChangePasswordRequest, ChannelView, ChatView, DeleteRequest,
    ExpectedView, GameTerms, LobbyView, MeView, MutedList, MutedView, NameRequest, OccupantView,
    PaceView, PasswordRequest, RatingView, RoomList, RoomSummary, RoomView, SeatRatings,
    SessionList, SessionView, TokenView, UnratedReason, UpdateView,
};
pub use ruleset::{
    BlanksView, BonusView, ChallengeView, ClockView, EndView, LayoutView, OutGainsView,
    OvertimeView, PerChallengeView, PlayersView, PremiumView, RulesetList, RulesetSummary,
    RulesetView, ScorelessView, SquareView, TieBreakView, TileView,
};
pub use score::{ScoreView, ScoredTileView, ScoredWordView};
pub use script::is_right_to_left;
pub use sheet::{
    LostTurnView, SheetEndView, SheetPlayerView, SheetTurnView, SheetView, ToComeView, sheet,
};
pub use socket::{Ask, Asked, BANNED, MoveResult, SESSION_ENDED, Said};
pub use streamed::Streamed;
pub use tisane_app::open::place_name;
pub use words::{
    CheckedWord, DefinitionView, FoundWord, HooksView, LONGEST_WORDS_TEXT, MOST_WORDS, PartView,
    SenseView, WordCheck, WordsFound, WordsQuestion, words_of,
};
