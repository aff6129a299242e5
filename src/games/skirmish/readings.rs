//! The readings of skirmish's rulings, one type per ruling. Their texts are in `spec/skirmish/rulings.yaml`.

rulebound_core::readings! {
    starting_maximum: StartingMaximum { Same, None }
    team_twice: TeamTwice { Refused, Allowed }
    teams_seen: TeamsSeen { Seen, Hidden }
    small_map: SmallMap { Refused, PassedOver }
    chosen_twice: ChosenTwice { Match, Team }
    halves: Halves { FirstRows, LastRows }
    half_means: HalfMeans { Placing, Nothing }
    halves_divide: HalvesDivide { Rows, Columns }
    middle_row: MiddleRow { Nobody, Both }
    none_left: NoneLeft { PassedOver, DraftEnds }
    exchange_order: ExchangeOrder { Together, StartingFirst, OtherFirst }
    both_order: BothOrder { StartingFirst, OtherFirst }
    exchange_seen: ExchangeSeen { Count, Hidden }
    talents_when: TalentsWhen { AfterExchange, BeforeExchange }
    forfeit_preparation: ForfeitPreparation { Allowed, Refused }
    hands_hidden: HandsHidden { Hidden, Open }
    turn_start: TurnStart { RaiseFirst, RestoreFirst, DrawFirst }
    turn_ends: TurnEnds { ByChoice, WhenSpent }
    unspent: Unspent { TurnEnd, UntilRestored }
    bounds: Bounds { Both, Maximum, Current }
    above_maximum: AboveMaximum { May, MayNot }
    point_gained: PointGained { Maximum, Current, FirstTurn }
    gained_by_text: GainedByText { Current, Maximum }
    distance: Distance { Orthogonal, Diagonal, Hexagonal }
    corners: Corners { May, MayNot }
    path: Path { Path, DistanceAlone }
    speed_counts: SpeedCounts { Turn, EachWalk }
    tile_shared: TileShared { One, Together }
    through: Through { Nobody, Allies, Everybody }
    fainted_tiles: FaintedTiles { Free, Occupied }
    walk_nowhere: WalkNowhere { Refused, Allowed }
    reach_line: ReachLine { NotNeeded, Needed }
    skill_reach: SkillReach { AttacksOnly, SkillsToo }
    given_otherwise: GivenOtherwise { AsAText, One }
    map_effects: MapEffects { Entering, TurnEnd, None }
    counter_reach: CounterReach { InReach, Always }
    counter_faint: CounterFaint { Still, Not }
    counter_restrain: CounterRestrain { Still, Not }
    counter_again: CounterAgain { Not, Answered }
    counter_cost: CounterCost { Nothing, AttackCost }
    counter_declined: CounterDeclined { Always, May }
    counter_timing: CounterTiming { Simultaneous, Afterwards }
    counter_limit: CounterLimit { Unlimited, OnceATurn }
    attack_fainted: AttackFainted { Refused, Allowed }
    skill_counter: SkillCounter { Not, Answered }
    instances: Instances { AllDamage, AttacksOnly, HealingToo }
    several_targets: SeveralTargets { Each, Together }
    surpasses: Surpasses { More, Reached }
    third: Third { Exact, RoundedUp }
    below_third: BelowThird { AtOrBelow, Below }
    third_of: ThirdOf { Current, Printed }
    fainted_wounded: FaintedWounded { Wounded, Not }
    heal_fainted: HealFainted { Nothing, StaysFainted, StandsUp }
    lowered_armor: LoweredArmor { Faints, NextDamage }
    raise_lasts: RaiseLasts { ForGood, Turn }
    tier_damage: TierDamage { DamageKept, RemainingKept }
    card_user: CardUser { ItsCharacter, AnyCharacter }
    same_skill: SameSkill { Picked, FirstPlaced }
    fainted_user: FaintedUser { Refused, Allowed }
    user_faints: UserFaints { GoesOn, Stops }
    used_card: UsedCard { DiscardPile, UnderDeck, OutOfMatch }
    used_card_when: UsedCardWhen { Before, After }
    equal_cards: EqualCards { Leftmost, Rightmost }
    drawn_enters: DrawnEnters { Right, Left }
    beyond_limit: BeyondLimit { EachTime, UntilFull }
    full_hand_empty_deck: FullHandEmptyDeck { Not, Discarded }
    named_cards: NamedCards { Searched, Unshuffled, Created }
    named_missing: NamedMissing { Nothing, Loses }
    defeat_checked: DefeatChecked { AtOnce, AfterStep }
    both_lose: BothLose { Draw, WhoseTurnLoses, WhoseTurnWins }
    mixed_losses: MixedLosses { Both, DeckLoses, FaintedLoses }
    familiar_counts: FamiliarCounts { Counts, Not }
    grows: Grows { ByType, AllStack }
    applied_turn: AppliedTurn { Reduced, Spared }
    wears_off: WearsOff { OwnTurns, EveryTurn }
    permanent: Permanent { ForGood, WearsOff }
    fainted_effects: FaintedEffects { Lost, Kept }
    opposite_costs: OppositeCosts { Cancel, Dearer }
    cost_order: CostOrder { Together, TailwindFirst }
    ignite_bounds: IgniteBounds { Apply, Not }
    ignite_instance: IgniteInstance { One, EachStack }
    minimized: Minimized { Bounds, Tiers }
    both_bounds: BothBounds { Least, Greatest, Neither }
    dealer: Dealer { Nobody, Causer }
    bound_consumed: BoundConsumed { UsedUp, Kept }
    end_order: EndOrder { IgniteFirst, ReductionFirst }
    unlisted_effects: UnlistedEffects { OtherNames, Refused }
    unfitting_number: UnfittingNumber { Taken, Refused }
    bounty_leader: BountyLeader { Now, Ever }
    leader_passes: LeaderPasses { Stays, Passes, PassesToAny }
    even_turns: EvenTurns { Own, Match }
    condition_read: ConditionRead { Once, EachTime }
    defiance_who: DefianceWho { User, Anybody }
    keyword_scope: KeywordScope { Text, FirstEffect }
    targets_again: TargetsAgain { Again, Same }
    channel_restrained: ChannelRestrained { Allowed, Refused }
    channel_spent: ChannelSpent { Refused, NoEffect }
    channel_points: ChannelPoints { Nothing, AttackCost }
    delirium_spent: DeliriumSpent { Refused, NoEffect, Activated }
    delirium_current: DeliriumCurrent { Kept, FallsToo, Capped }
    keyword_declined: KeywordDeclined { Must, May }
    keyword_due: KeywordDue { Before, After }
    inspiration_chance: InspirationChance { Each, OneForAll }
    inspiration_your: InspirationYour { User, Team }
    inspiration_bound: InspirationBound { May, Raisable }
    inspiration_affected: InspirationAffected { Targets, All }
    inspiration_when: InspirationWhen { After, AsAffected }
    inspiration_twice: InspirationTwice { Once, EachEffect }
    nothing_after: NothingAfter { Read, Refused }
    no_text: NoText { Used, Refused }
    allies_include: AlliesInclude { LeaderToo, Others }
    specialist: Specialist { Same, Apart }
    class_denied: ClassDenied { Allowed, Refused }
    stance_scores: StanceScores { Change, Kept }
    stance_bounds: StanceBounds { Lost, ComeBack }
    stance_talent: StanceTalent { Not, Activates }
    stance_reach: StanceReach { Changes, Kept }
    stance_lasts: StanceLasts { UntilSwitched, Turn }
    familiar_class: FamiliarClass { Melee, AsSummoner }
    familiar_tile: FamiliarTile { Beside, Anywhere }
    familiar_again: FamiliarAgain { Another, Refused }
    familiar_revived: FamiliarRevived { May, MayNot }
    familiar_fresh: FamiliarFresh { Acts, Waits }
    trap_trigger: TrapTrigger { SteppedOn, WalkEnds, Nothing }
    tile_or_trap: TileOrTrap { TileFirst, TrapFirst }
    trap_hits: TrapHits { Everyone, Opponents }
    all_traps: AllTraps { Everyones, Own }
    trap_order: TrapOrder { Placed, Picked }
    discards_seen: DiscardsSeen { All, Top }
    trap_seen: TrapSeen { Everybody, Owner }
    trap_tile: TrapTile { Refused, Allowed }
    restored_unused: RestoredUnused { Nothing, Another }
    skill_damage: SkillDamage { Power, Fixed }
    skill_heal: SkillHeal { Power, Third }
    revive_armor: ReviveArmor { All, Third, One }
    revive_scores: ReviveScores { Kept, Printed }
    revive_tile: ReviveTile { WhereItFainted, Beside }
    fainted_scores: FaintedScores { Not, Changed }
    revive_fresh: ReviveFresh { Acts, Waits }
    defeated: Defeated { Faints, Surpassed }
    other_characters: OtherCharacters { Everyone, AsSuits }
    user_picked: UserPicked { May, MayNot }
    no_target: NoTarget { Refused, Allowed }
    too_few: TooFew { AsMany, None }
    all_order: AllOrder { CameFirst, Picked }
    or_once: OrOnce { Once, Each }
    up_to_none: UpToNone { Allowed, AtLeastOne }
    picks_when: PicksWhen { WhenItComes, Before }
    list_scope: ListScope { List, Own }
    white_space: WhiteSpace { Any, Spaces }
    unread_text: UnreadText { Refused, Nothing }
}
