/**
 * The shape of a parsed query: what the parser makes, the printer prints, the explainer reads aloud and the index
 * registers. All forms are folded (lower case, ё as е), as the tokeniser folds a message.
 */

/** Something that stands at one place of a text; a phrase stands over several neighbouring places. */
export type Atom =
  /**
   * Any form of the word: its lemmas and the token's lemmas meet. With `anyAspect`, `~сделать`, of «делать» as well. `parts`: a name that
   * shows by its capitals what it is glued of, «БургерДом».
   */
  | { kind: 'word'; form: string; anyAspect?: true; parts?: readonly string[] }
  | { kind: 'exact'; form: string } // this form and no other
  | { kind: 'prefix'; stem: string } // any token that begins with the stem, `слов*`
  /**
   * Exactly these forms, side by side, in this order, in one sentence. `pointed`: as `кино.поиск`, which is also one word; `slashed`: an
   * abbreviation as `б/у`, with its other writings.
   */
  | { kind: 'phrase'; forms: string[]; pointed?: true; slashed?: true }

/** A place in a proximity that any one of the atoms may fill: `(ищу | нужен) /3 мастер` has two slots. */
export type Slot = Atom[]

export type Query =
  | { kind: 'atom'; atom: Atom }
  /**
   * Words side by side, `ремонт квартиры`: any order, at most `gap` other words between neighbours, one sentence. `isName`: each is written
   * with a capital or is a number behind one, «Рыжий Лис», «Студия 17».
   */
  | { kind: 'near'; slots: Slot[]; gap: number; isName?: true }
  /** `а /5 б /3 в`: slot i and slot i+1 stand in one sentence with at most `gaps[i]` words between, any order. */
  | { kind: 'chain'; slots: Slot[]; gaps: number[] }
  | { kind: 'all'; parts: Query[] }
  | { kind: 'any'; parts: Query[] }
  /** Only directly inside an `all` that also holds a part without a minus. */
  | { kind: 'not'; part: Query }

/** What is registered under one id: any keyword fits, any context fits (when there is one), nothing excluded fits. */
export interface StandingQuery {
  keywords: Query[]
  context: Query[]
  excluded: Query[]
}

/** Other words allowed between neighbours when a query does not say. */
export const DEFAULT_GAP = 3
