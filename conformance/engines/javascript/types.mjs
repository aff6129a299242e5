// The shapes of what the other files pass around. There is no code here, only types for editors and the checker.

/** @typedef {import("./rules.mjs").Law} Law */
/** @typedef {"minion" | "device" | "enchantment" | "spell"} CardType */
/** @typedef {{name: string, element: string, type: CardType, cost?: number, life?: number | null, attack?: number | null, armor?: number | null, text?: string | null}} Card */

/** @typedef {"start" | "beginning" | "refresh" | "plan" | "draft" | "action" | "over"} Phase */
/** @typedef {{player: number} | {object: string}} Target */
/** @typedef {{player?: number, object?: string, card?: string, number?: number}} Choice  An answer to a question. */
/** @typedef {"attack" | "armor" | "life"} Score */

/**
 * @typedef {object} Seat  A player.
 * @property {number} alliance
 * @property {number} life
 * @property {number} energy
 * @property {string[]} deck the topmost card first
 * @property {string[]} hand sorted
 * @property {string[]} discard the topmost card last
 * @property {boolean} out
 */

/**
 * @typedef {object} Thing  A card in play.
 * @property {string} id
 * @property {number} owner
 * @property {number} controller
 * @property {string} name of the card, also while it lies face down
 * @property {boolean} tapped
 * @property {boolean} faceDown
 * @property {string | null} on the Minion that it is on
 * @property {number} since the turn in which it entered play
 * @property {number} damage
 * @property {{score: Score, by: number, until?: number}[]} changes until the end of the turn, or of a player's
 * @property {number} nextAttack
 * @property {string[]} gained the cards whose abilities it has besides its own
 * @property {{card: string, ability: number}[]} used in this turn, if that is limited
 * @property {{to: number, until?: number} | null} lent who controls it again at the end of the turn, or of a player's
 */

/**
 * @typedef {object} Attack
 * @property {number} by
 * @property {number} defending
 * @property {Target[]} targets
 * @property {string[]} attackers those that are not yet resolved
 * @property {{with: string, against: Target}[]} defenders
 * @property {{attacker: string, to: Target}[]} redirected
 */

/** @typedef {{player: number, place: Place, count: number, to?: number}} Shown */
/** @typedef {{cheaper: {player: number, sort: Sort, less: number}} | {"more-damage": {player: number, by: number}}} Lasting */

/**
 * @typedef {object} Pending  A question.
 * @property {number} player who is asked
 * @property {any} question as the protocol shows it
 * @property {Choice[]} options the answers
 * @property {"may" | "pick" | "react" | "beginning"} kind
 * @property {boolean} mayStop whether "done" is an answer
 * @property {string} clause what a wrong answer breaks
 */

/** @typedef {Generator<Pending, any, any>} Task  Something under way, which stops at each question and goes on with its answer. */

/**
 * @typedef {object} Match
 * @property {Law} law
 * @property {Record<string, Card>} cards
 * @property {number} turn
 * @property {number} active
 * @property {Phase} phase
 * @property {string[]} done
 * @property {Target[]} attacked
 * @property {Attack | null} attack
 * @property {Seat[]} players
 * @property {Thing[]} things the cards in play, in the order in which they entered
 * @property {Record<string, number>} counted
 * @property {string[]} row
 * @property {string[]} draftDeck
 * @property {Record<string, number>} bases
 * @property {Shown[]} shown
 * @property {Lasting[]} lasting
 * @property {{winners: number[]} | null} over
 * @property {Doing[]} waiting abilities that have been triggered
 * @property {number} events how many events have triggered abilities
 * @property {Task | null} task what is under way
 * @property {Pending | null} pending
 * @property {(Choice | null)[]} given answers that had been given when the scenario began
 * @property {any[]} chance the outcomes of chance that the step still has
 */

/** @typedef {"hand" | "deck" | "discard" | "draft-deck" | "draft-row"} Place */
/** @typedef {"card" | {type: CardType} | {named: string}} Sort */
/** @typedef {{number: number} | {count: any} | "damage-taken" | "its-cost"} Amount */
/** @typedef {any} Effect  By the schema `tree`. */
/** @typedef {{only?: any, may?: boolean, effect: Effect}} Step */
/** @typedef {{when: any, does: Step[]}} Ability */

/** @typedef {{card: string, index: number, ability: Ability}} Has  An ability that a card in play has, and the card whose text it is. */

/**
 * @typedef {object} Doing  An ability under way.
 * @property {number} by whom its "you" means
 * @property {string} card the card whose text it is
 * @property {number} index which ability of the text
 * @property {Thing | null} source the card in play that has it
 * @property {string | null} self what "this" means
 * @property {Step[]} steps
 * @property {number} step which of them comes next
 * @property {Resumed | null} resumed how far that step had got when the scenario began
 * @property {number} event the event that has triggered it
 * @property {Choice | null} that what was picked last, a player or a card in play
 * @property {string | null} thatCard the card in play that was picked last
 * @property {number | null} player the player that was picked last
 * @property {{name: string, owner: number, to: string} | null} moved the card that was moved last, and where it is now
 * @property {number} dealt the damage that the last step has done
 * @property {boolean} done whether the last step did something
 * @property {boolean} held whether what the last step depended on was so
 * @property {boolean} was whether the last "if it is" was so
 * @property {number} revealed how many cards on top of the deck are revealed
 * @property {Shown[]} shows what it has revealed
 * @property {Hit | null} hit the damage that is about to be done
 */

/**
 * @typedef {object} Resumed  How far a step had got when the scenario began.
 * @property {boolean} agreed whether the player has agreed to it
 * @property {boolean} begun whether what it depends on was so
 * @property {boolean} sorted whether the cards to discard of those revealed have been picked
 * @property {Choice[]} picked
 * @property {number} applied for how many of these it has been done
 * @property {boolean} enough whether enough has been picked
 * @property {Hit[]} hits the damage that is left of the step before
 */

/** @typedef {{by: number, target: Target, amount: number, asked: string[]}} Hit  Damage that is about to be done. */

export {};
