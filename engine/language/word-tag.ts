/** What a form of a paradigm is: part of speech, case, number … as OpenCorpora names them. */

/** Parts of speech that a guess may give: new words are nouns, adjectives and verbs. */
const OPEN = ['NOUN', 'ADJF', 'ADJS', 'VERB', 'INFN', 'PRTF', 'PRTS', 'GRND']
/** Parts of speech that no new word joins. */
const UNPRODUCTIVE = ['NUMR', 'NPRO', 'PRED', 'PREP', 'CONJ', 'PRCL', 'INTJ', 'Apro']
/** Words that hold a sentence together; no one looks for «переть» in «при» or for «мыть» in «мой». */
const CLOSED = ['PREP', 'CONJ', 'PRCL', 'NPRO', 'NUMR', 'PRED', 'Apro']

export class WordTag {
  /** As the dictionary writes it. */
  readonly name: string
  /** The grammemes that tell this form of the word from its others. */
  readonly flex: readonly string[]
  readonly isAbbreviation: boolean
  readonly isClosed: boolean
  /** A participle in its full form. */
  readonly isParticiple: boolean
  readonly isGerund: boolean
  readonly isNominal: boolean
  readonly isVerb: boolean
  /** Of a person, a place or an organisation. */
  readonly isProper: boolean
  /** Of an organisation or a brand; many are ordinary words: «автосервис», «стоматология». */
  readonly isFirm: boolean
  readonly isPlace: boolean
  readonly isFirstName: boolean
  /** A person's name as it is called. */
  readonly isCalled: boolean
  /** The name of several people, «Марки», «Генам»; not where one is called so, too: «Маргарит», «Серёг». */
  readonly isSeveralCalled: boolean
  readonly isOrdinaryNoun: boolean
  /** In its dictionary form. */
  readonly isPlainNoun: boolean
  /** Of someone, in its dictionary form. */
  readonly isPersonNoun: boolean
  /** The genitive plural of things. */
  readonly isManyThings: boolean
  readonly isShortAdjective: boolean
  readonly isAdverb: boolean
  /** May the dictionary guess it of an unknown word at all, and do we follow? */
  readonly isProductive: boolean
  readonly isGuessable: boolean
  /** A grammeme, or a category with the grammeme it has. */
  readonly #grammemes = new Map<string, string>()

  constructor(name: string, parents: ReadonlyMap<string, string>) {
    this.name = name
    const [fixed = '', flexible] = name.split(' ')
    this.flex = flexible === undefined ? [] : flexible.split(',')
    for (const grammeme of [...fixed.split(','), ...this.flex]) {
      this.#grammemes.set(grammeme, '')
      let child = grammeme
      for (let parent = parents.get(child); parent; parent = parents.get(child)) {
        this.#grammemes.set(parent, child)
        child = parent
      }
    }
    const hasAny = (some: string[]): boolean => some.some((grammeme) => this.has(grammeme))
    this.isAbbreviation = this.has('Abbr')
    this.isParticiple = this.has('PRTF')
    this.isGerund = this.has('GRND')
    this.isProper = hasAny(['Name', 'Surn', 'Patr', 'Geox', 'Orgn', 'Trad'])
    this.isFirm = hasAny(['Orgn', 'Trad'])
    this.isPlace = this.has('Geox')
    this.isFirstName = hasAny(['Name', 'Patr'])
    this.isVerb = hasAny(['VERB', 'INFN'])
    this.isCalled = this.has('Name') && this.has('nomn')
    this.isSeveralCalled = this.hasAll(['Name', 'plur']) && !hasAny(['gent', 'accs'])
    this.isOrdinaryNoun = this.has('NOUN') && !this.isProper
    this.isPlainNoun = this.isOrdinaryNoun && this.hasAll(['sing', 'nomn'])
    this.isPersonNoun = this.isPlainNoun && this.has('anim')
    this.isManyThings = this.isOrdinaryNoun && this.hasAll(['inan', 'plur', 'gent'])
    this.isShortAdjective = this.has('ADJS')
    this.isAdverb = this.has('ADVB')
    this.isNominal = hasAny(['NOUN', 'ADJF'])
    this.isClosed = hasAny(CLOSED)
    this.isProductive = !hasAny(UNPRODUCTIVE)
    this.isGuessable = this.isProductive && hasAny(OPEN)
  }

  has(grammeme: string): boolean {
    return this.#grammemes.has(grammeme)
  }

  hasAll(grammemes: readonly string[]): boolean {
    return grammemes.every((grammeme) => this.#grammemes.has(grammeme))
  }

  /** The grammeme of a category. */
  get(category: string): string | undefined {
    return this.#grammemes.get(category)
  }

  agrees(other: WordTag, categories: readonly string[]): boolean {
    return categories.every((category) => this.get(category) === other.get(category))
  }
}
