//! The web app's `protocol.ts`, from the types of this crate.

use ts_rs::{Config, TS};

use crate::game::*;
use crate::request::*;
use crate::*;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/protocol.ts");

/// Every type of the wire. A new one is added here too.
fn typescript() -> String {
    let mut text = String::from("// What the server says and hears. Generated from crates/protocol by `cargo xtask types`; do not edit.\n");
    let config = Config::default().with_large_int("number");
    macro_rules! declare {
        ($($kind:ty),* $(,)?) => {$(
            text.push('\n');
            text.push_str(&<$kind>::docs().unwrap_or_default());
            text.push_str(&format!("export {}\n", <$kind>::decl(&config)));
        )*};
    }
    declare![
        ErrorView,
        ErrorCode,
        MisfitKind,
        ActionKind,
        RulesetList,
        RulesetSummary,
        RulesetView,
        PlayersView,
        BonusView,
        LayoutView,
        SquareView,
        PremiumView,
        TileView,
        BlanksView,
        ChallengeView,
        PerChallengeView,
        EndView,
        ScorelessView,
        OutGainsView,
        TieBreakView,
        ClockView,
        OvertimeView,
        AboutView,
        LexiconList,
        LexiconSummary,
        LexiconView,
        WordCheck,
        CheckedWord,
        DefinitionView,
        SenseView,
        PartView,
        WordsFound,
        FoundWord,
        HooksView,
        AnalysisView,
        LineView,
        EndedView,
        ExactnessView,
        PlyView,
        ReviewView,
        ReviewedPlayerView,
        ReviewedTurnView,
        MistakeView,
        ByEquityView,
        SizeView,
        StrengthView,
        BatchView,
        BatchError,
        ScoreView,
        ScoredWordView,
        ScoredTileView,
        EngineView,
        NewPractice,
        PracticeLines,
        PracticeView,
        PracticeRecordView,
        PlacedView,
        PositionView,
        OperationView,
        PublicTurnView,
        PublicMoveView,
        Question,
        QuestionRequest,
        ReadView,
        RankView,
        RankedView,
        UnseenView,
        HeldView,
        JudgeView,
        SheetView,
        SheetPlayerView,
        SheetEndView,
        SheetTurnView,
        LostTurnView,
        ToComeView,
        FollowAct,
        FollowView,
        PlaceRequest,
        PlacementsView,
        PlacementView,
        VariantView,
        PerftView,
        BenchView,
        BenchGame,
        BenchWidest,
        MatchView,
        MatchSideView,
        LadderView,
        RungView,
        GameView,
        PhaseView,
        SeatState,
        LossView,
        LotView,
        TurnView,
        TakenView,
        VerdictView,
        PriceView,
        OutcomeView,
        ReasonView,
        ResultView,
        EventView,
        NewGame,
        SpectatorsView,
        ActionRequest,
        ActionView,
        SolveRequest,
        AheadRequest,
        ReviewRequest,
        ReviewedGame,
        ScoreRequest,
        RoomView,
        OccupantView,
        RoomSummary,
        RoomList,
        ChatView,
        UpdateView,
        MeView,
        RatingView,
        SeatRatings,
        PaceView,
        NameRequest,
        PasswordRequest,
        TokenView,
        MutedList,
        MutedView,
        BotView,
        BotList,
        RecordView,
        RecordTurn,
        ImportRequest,
        KeptView,
        KeptSummary,
        KeptList,
        SharedView,
        KeepRequest,
        ChangeRequest,
        KeptKind,
        Content,
        BoardContent,
        FollowedContent,
        ReviewContent,
        QuizContent,
        CardView,
        Streamed<AnalysisView>,
        Asked,
        Ask,
        Said,
    ];
    // The comment of a field stands on its own lines; nothing else needs a blank at a line's end.
    text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n") + "\n"
}

#[test]
fn protocol_ts_is_up_to_date() {
    let wanted = typescript();
    if std::env::var_os("TISANE_WRITE_TYPES").is_some() {
        std::fs::write(FILE, &wanted).expect("web/src is there");
    }
    let found = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(found == wanted, "web/src/protocol.ts is stale: run `cargo xtask types`");
}
