//! The readings of combo's rulings, one type per ruling. Their texts are in `spec/combo/rulings.yaml`.

rulebound_core::readings! {
    exotic_copies: ExoticCopies { OneOfEach, OneADeck }
    draw_beyond_limit: DrawBeyondLimit { Stops, ExcessDiscarded }
    recycling_time: RecyclingTime { AtNextDraw, AtOnce }
    recycling_order: RecyclingOrder { Shuffled, TurnedOver }
    recycling_choice: RecyclingChoice { Automatic, MayDecline }
    leaving_order: LeavingOrder { FirstPlaced, LastPlaced }
    partial_draw: PartialDraw { DrawsThenLoses, LosesAtOnce }
    first_round: FirstRound { TurnAndNext, Numbered }
    last_heart: LastHeart { LastFlip, NextAttack }
    compared: Compared { AtTurnEnd, AtNextDraw }
    no_free_hand: NoFreeHand { PlayerNames, Oldest }
    spare_hand: SpareHand { AssistsOnly, Allowed, Refused }
    assist_over_trap: AssistOverTrap { Destroyed, Refused }
    two_handed_over_trap: TwoHandedOverTrap { Stays, Destroyed, Refused }
    assists_again: AssistsAgain { EveryTurn, FirstRound }
    no_hands: NoHands { Fewest, Refused }
    no_shield: NoShield { Zero, Refused }
    aim_targets: AimTargets { One, Several }
    aim_withdrawn: AimWithdrawn { Stands, MayWithdraw }
    left_over: LeftOver { ReachesHearts, Spent }
    shield_threshold: ShieldThreshold { ShieldAlone, WithDefense }
    aimed_attack: AimedAttack { AllAttack, LineOnly }
    several_in_the_way: SeveralInTheWay { EachAlone, OneAfterAnother }
    crumbling_shield: CrumblingShield { Destroyed, Discarded }
    aim_and_guard: AimAndGuard { Both, GuardOnly }
    first_since: FirstSince { SinceSet, InTheMatch }
    trap_timing: TrapTiming { BeforeEffect, AfterEffect }
    traps_together: TrapsTogether { AllGoOff, FirstOnly }
    both_parts: BothParts { LeftPart, BothOfThem }
    unmet_trap: UnmetTrap { Waits, Spent }
    copies_named: CopiesNamed { Oldest, Newest }
    missed_trap: MissedTrap { GoesOffByItself, ByHand }
    own_trap: OwnTrap { GoesOff, Spared }
    traps_hidden: TrapsHidden { FaceDown, FaceUp }
    unknown_text: UnknownText { Refused, Ignored }
    idle_effect: IdleEffect { Refused, Ignored }
    after: After { Earlier, JustBefore }
    part_of_a_name: PartOfAName { Letters, AnyCase, Words }
    target_declined: TargetDeclined { MustName, MayDecline }
    transfer_across: TransferAcross { Allowed, Refused }
    transfer_as_discard: TransferAsDiscard { NotDiscarded, Discarded }
    transfer_recycles: TransferRecycles { Not, Recycles }
    empty_turn: EmptyTurn { MayPlayNone, OneAtLeast }
    terrain_gap: TerrainGap { NoGap, Gap }
    loss_when_full: LossWhenFull { NoLoss, Loses }
    beaten_defends: BeatenDefends { Counts, LostFirst }
    targets_apart: TargetsApart { Apart, SameAllowed }
    naming_ahead: NamingAhead { EachInTurn, AsManyAsCan }
    burn_unused: BurnUnused { Burns, Stays }
    terrain_amounts: TerrainAmounts { Nothing, ToItsPlayer }
    first_choice: FirstChoice { Counts, Free }
    asterisks_named: AsterisksNamed { Without, With }
    exotic_name: ExoticName { Around, Anywhere }
    trap_condition: TrapCondition { Twice, WhenItGoesOff }
    source_read: SourceRead { Once, WhileInPlay }
    amount_condition: AmountCondition { AtAnyTime, WhenPlayed }
    count_looked_at: CountLookedAt { InTurn, WhenPlayed }
    terrain_itself: TerrainItself { Itself, Others }
    trap_names: TrapNames { Refused, Named }
    sprung_hidden: SprungHidden { FaceDown, FaceUp }
    miss_proof: MissProof { InFact, Seen }
    trap_and_replaced: TrapAndReplaced { Lost, Kept }
    done_again: DoneAgain { Never, WhenChosen, EveryTurn }
    looks_when: LooksWhen { AnyTime, OwnTurn }
    transferred_cards: TransferredCards { Named, ByChance }
    transferred_unread: TransferredUnread { TopOrChance, Shown }
    transfer_too_few: TransferTooFew { AllThere, None }
    transferred_to_source: TransferredToSource { OnTop, AtTheBottom }
    trap_on_protected: TrapOnProtected { GoesOff, Waits }
    on_top_of_protected: OnTopOfProtected { Refused, Discarded }
    of_the_kind: OfTheKind { OneOfThem, AnyCard }
    bare_piles: BarePiles { Own, Both }
    counted_in_both: CountedInBoth { Together, EachPile }
    after_the_end: AfterTheEnd { Comparison, Nothing }
    unfit_card: UnfitCard { NotPlayed, NoDeck }
    empty_line_aims: EmptyLineAims { Stands, Lapses }
    last: Last { LastSuch, LastInLine, WhenPlayed }
    off_line: OffLine { BehindTheLine, Never }
    in_line: InLine { OwnLine, BothLines }
    terrain_school: TerrainSchool { ByName, BySchool }
    attack_card: AttackCard { ByType, ByAmount }
    rounding: Rounding { Down, Up }
    taken: Taken { Incoming, Undefended }
    taken_when: TakenWhen { OwnTurn, AnyTurn }
    effect_order: EffectOrder { AsPrinted, DestroysFirst }
    shared_ends: SharedEnds { LastAlone, AllJoined }
    condition_looked_at: ConditionLookedAt { WhenPlayed, InTurn }
    left_play: LeftPlay { NoMore, AllOfIt }
    targets_named: TargetsNamed { WhenPlayed, InTurn }
    target_itself: TargetItself { Others, ItselfToo }
    no_target: NoTarget { NoEffect, Refused }
    protected_target: ProtectedTarget { NoEffect, Refused }
    phase_and_crumble: PhaseAndCrumble { CrumbleFirst, PhaseFirst }
    destroyed_instead: DestroyedInstead { Discarded, Stays }
    several_ors: SeveralOrs { OneChoice, Refused }
    or_unchosen: OrUnchosen { MustChoose, Later }
    or_marks: OrMarks { InOrder, Required }
    or_reset: OrReset { Owner, Either }
    and_or: AndOr { AndCloser, OrCloser }
    or_of_cards: OrOfCards { AnyOfThem, Refused }
    summon_terrain: SummonTerrain { OldTerrain, NewTerrain }
    stay_looked_at: StayLookedAt { AtOnce, AtTurnEnd }
    endless_match: EndlessMatch { GoesOn, MoreHearts, Nobody }
    foe_piles: FoePiles { Closed, Open }
}
