//! The readings of motion's rulings, one type per ruling. Their texts are in `spec/motion/rulings.yaml`; rulings whose
//! readings set parameters have no type here.

rulebound_core::readings! {
    /// Beside a named element, what may an `a` be?
    any_beside_named: AnyBesideNamed { AnyLetter, ClassLetters, AnyGem }
    /// Does an `A` apply to gems that the letters next to it name?
    all_beside_named: AllBesideNamed { Others, Every }
    /// May one movement serve two entries of one card?
    entries_of_one_card: EntriesOfOneCard { AnyEntry, DifferentCards }
    /// May two entries of one card count one movement, or one gem?
    twice_in_one_card: TwiceInOneCard { Never, DifferentEntries }
    /// May a gem be held where it has just arrived?
    moved_then_held: MovedThenHeld { Never, Allowed, WhenAlone }
    /// May a gem be moved away after it was held?
    held_then_moved: HeldThenMoved { Never, Allowed }
    /// Which cards are sustained?
    sustained_mark: SustainedMark { Mark, AnyHold }
    /// Are held gems chosen once or at every payment?
    hold_assignment: HoldAssignment { Anew, Fixed }
    /// Does an entry with a class of spheres mean one sphere for all its gems?
    class_sphere_entry: ClassSphereEntry { OneSphere, EachGem }
    /// May a class letter name spheres?
    class_spheres: ClassSpheres { Allowed, Refused }
    /// Where is an X allowed?
    x_scope: XScope { AnyMotion, OutOnly }
    /// Where is an A allowed?
    all_scope: AllScope { OutOnly, AnyMotion }
    /// How far does a prefix reach?
    prefix_reach: PrefixReach { NextLetter, RestOfEntry }
    /// Is X one number for all entries of a card?
    x_across_entries: XAcrossEntries { OneValue, EachEntry }
    /// Which number is an X that is not declared?
    x_undeclared: XUndeclared { Largest, MustDeclare }
    /// Which number is the X of a sustained card in play?
    sustained_x: SustainedX { AsPlayed, Least }
    /// Does `A` before a class letter mean every matching gem?
    all_types: AllTypes { EveryMatching, OneType }
    /// Can `A` be paid if there is no such gem?
    all_none: AllNone { Payable, Refused }
    /// May a movement that an `A` counts pay for something else on its side?
    all_counted: AllCounted { Alone, Shared }
    /// What happens to an X declared for a card without one?
    x_of_nothing: XOfNothing { Refused, Ignored }
    /// What does a class of spheres mean in a value?
    value_of_class: ValueOfClass { AllSpheres, OneSphere }
    /// Which of two equal cards in play is ended?
    copies_named: CopiesNamed { Oldest, Newest }
    /// Does `A` reach held gems?
    all_held: AllHeld { ReachesHeld, SparesHeld }
    /// Does a movement into the same sphere count?
    self_move: SelfMove { Refused, Counts }
    /// How many times may a gem move in one payment?
    moves_per_gem: MovesPerGem { Once, Repeatedly }
    /// What does a capital letter alone mean?
    lone_capital: LoneCapital { Refused, AnyNumber }
    /// What happens if a held gem would have to leave?
    held_gem_leaves: HeldGemLeaves { Forbidden, CardEnds }
    /// May a movement serve no entry?
    unneeded: Unneeded { Refused, Allowed }
    /// Must exactly that many gems be in the sphere, or at least that many?
    must_be_in: MustBeIn { AtLeast, Exactly }
    /// May gems leave the board?
    off_board: OffBoard { Refused, Allowed }
    /// May a player end a sustained card?
    release: Release { Never, AtWill }
    /// Does a resolved card come back to the hand?
    cards_at_hand: CardsAtHand { Kept, Spent }
    /// Without a board, how many gems are there?
    supply: Supply { AsNeeded, OneOfEach }
    /// Which of two payments is the lesser?
    least: Least { GemsFirst, MovementsFirst }
    /// Which of the cards played together is resolved first?
    resolution_order: ResolutionOrder { AsDeclared, LastFirst }
    /// Which white space is allowed in a cost, and where?
    blanks: Blanks { BetweenSigns, InTheArrowToo, Spaces }
    /// May cards that demand the same movement be paid together?
    independently: Independently { TwoMovements, SeparatePayments }
    /// Which copies of a card does a declared X apply to?
    x_of_copies: XOfCopies { AllCopies, FirstCopy }
    /// Which rules of an X apply to a lone capital?
    lone_capital_as_x: LoneCapitalAsX { OwnRule, LikeX }
    /// Are the values of a sustained card counted again?
    sustained_values: SustainedValues { Once, EachPayment }
    /// What is a value with an unknown letter?
    value_letters: ValueLetters { Refused, Words }
    /// What is something that is almost a value?
    value_slips: ValueSlips { Words, Refused }
    /// Do the gems of sustained cards in play count in a minimum?
    minimum_kept: MinimumKept { Counted, NotCounted }
    /// Which cards does a minimum end?
    minimum_ending: MinimumEnding { KeptIfPossible, Smallest }
    /// Are the gems of a repeated class letter of one element?
    class_letter_repeated: ClassLetterRepeated { AnyMix, OneElement }
    /// May a movement for a sustained card also serve another card?
    sustained_movements: SustainedMovements { Chained, Apart }
    /// Which sphere of a class may an `A` take?
    all_sphere_chosen: AllSphereChosen { AnySphere, WithGems }
    /// Do the gems of sustained cards count in a value?
    value_of_held: ValueOfHeld { Counted, NotCounted }
    /// May a value in card text have white space?
    value_blanks: ValueBlanks { None, AsInACost }
    /// Is a comma a bar?
    comma: Comma { Refused, SameAsBar }
}
