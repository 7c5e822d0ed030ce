/** The paradigms of OpenCorpora: which forms a word has, what each is, and which of them is the lemma. */
import { MISSING } from './dawg.ts'
import { WordTag } from './word-tag.ts'

/** The files of the dictionary that tell of paradigms. */
export interface ParadigmFiles {
  paradigms: ArrayBuffer
  suffixes: readonly string[]
  tags: readonly string[]
  grammemes: ReadonlyArray<readonly [name: string, parent: string, russian: string, described: string]>
}

/** One way to read a form. */
export interface Parse {
  /** As the dictionary writes it, with ё. */
  readonly word: string
  readonly tag: WordTag
  readonly paradigm: number
  /** Which form of the paradigm. */
  readonly form: number
  /** How sure it is; only the order and shares mean something. */
  score: number
}

/** What stands before a paradigm's forms. */
export const PREFIXES = ['', 'по', 'наи'] as const

/** What agrees in a compound whose both parts are inflected. */
export const AGREEING = ['POST', 'NMbr', 'CAse', 'PErs', 'TEns'] as const
/** Lemmas of their own, against the dictionary, which files «второй» under «два», «лучший» under «хороший», «Ильич» under «Илья». */
const ORDINAL = ['ADJF', 'Anum', 'masc', 'sing', 'nomn'] as const
const SUPERLATIVE = ['Supr', 'masc', 'sing', 'nomn'] as const
const PATRONYMIC_SHE = ['Patr', 'femn', 'sing', 'nomn'] as const
const PATRONYMIC_HE = ['Patr', 'masc', 'sing', 'nomn'] as const

/** From a form to a lemma: without `cut` letters at its end, and with others at either end. */
export interface Rule {
  skip: number
  cut: number
  before: string
  after: string
}

/** Paradigms and their forms go by number. */
export class Paradigms {
  readonly #paradigms: Uint16Array[] = []
  readonly #suffixes: readonly string[]
  readonly #tagNames: readonly string[]
  readonly #parents: ReadonlyMap<string, string>
  readonly #tags: WordTag[] = []
  /** By paradigm and form, which form is the lemma; filled as they are met. */
  readonly #lemmaForms: Int16Array[] = []

  constructor(files: ParadigmFiles) {
    this.#suffixes = files.suffixes
    this.#tagNames = files.tags
    this.#parents = new Map(
      files.grammemes.flatMap(([name, parent, russian]) => [
        [name, parent],
        [russian, parent],
      ]),
    )
    const numbers = new Uint16Array(files.paradigms)
    for (let at = 1; this.#paradigms.length < numbers[0]!;) {
      const size = numbers[at++]!
      this.#paradigms.push(numbers.subarray(at, at + size))
      at += size
    }
  }

  /** Folded. */
  lemma(parse: Parse, before = '', after = ''): string {
    return this.#inflected(parse, this.#lemmaForm(parse.paradigm, parse.form), before) + after
  }

  /** That of a compound whose both parts are inflected. */
  lemmaOfBoth(left: Parse, right: Parse): string {
    const own = ownForm(right.tag)
    const forms =
      own === undefined ? undefined : [this.#formWith(left.paradigm, own), this.#formWith(right.paradigm, own)]
    if (forms !== undefined && forms[0]! >= 0 && forms[1]! >= 0)
      return `${this.#inflected(left, forms[0]!)}-${this.#inflected(right, forms[1]!)}`
    const agreeing = this.#formAgreeing(left.paradigm, this.tagOf(right.paradigm, 0))
    return agreeing < 0
      ? folded(`${left.word}-${right.word}`)
      : `${this.#inflected(left, agreeing)}-${this.#inflected(right, 0)}`
  }

  /** From the form that was read to its lemma. */
  rule(parse: Parse): Rule {
    const paradigm = this.#paradigms[parse.paradigm]!
    const count = paradigm.length / 3
    const lemma = this.#lemmaForm(parse.paradigm, parse.form)
    return {
      skip: PREFIXES[paradigm[2 * count + parse.form]!]!.length,
      cut: this.#suffixes[paradigm[parse.form]!]!.length,
      before: PREFIXES[paradigm[2 * count + lemma]!]!,
      after: folded(this.#suffixes[paradigm[lemma]!]!),
    }
  }

  tagOf(paradigm: number, form: number): WordTag {
    const numbers = this.#paradigms[paradigm]!
    const number = numbers[numbers.length / 3 + form]!
    return (this.#tags[number] ??= new WordTag(this.#tagNames[number]!, this.#parents))
  }

  /** Another form of a word that was read so, folded, with something before it. */
  #inflected(parse: Parse, form: number, before = ''): string {
    const paradigm = this.#paradigms[parse.paradigm]!
    const count = paradigm.length / 3
    const base = parse.word.substring(
      PREFIXES[paradigm[2 * count + parse.form]!]!.length,
      parse.word.length - this.#suffixes[paradigm[parse.form]!]!.length,
    )
    return folded(PREFIXES[paradigm[2 * count + form]!]! + before + base + this.#suffixes[paradigm[form]!]!)
  }

  /** Which form is the lemma. */
  #lemmaForm(paradigm: number, form: number): number {
    const forms = (this.#lemmaForms[paradigm] ??= new Int16Array(this.#paradigms[paradigm]!.length / 3).fill(MISSING))
    if (forms[form] === MISSING) {
      const own = ownForm(this.tagOf(paradigm, form))
      forms[form] = own === undefined ? 0 : Math.max(0, this.#formWith(paradigm, own))
    }
    return forms[form]!
  }

  /** The first form with all of these grammemes; `MISSING`. */
  #formWith(paradigm: number, grammemes: readonly string[]): number {
    return this.#firstForm(paradigm, (tag) => tag.hasAll(grammemes))
  }

  /** The first form that agrees in a compound with a word tagged so; `MISSING`. */
  #formAgreeing(paradigm: number, other: WordTag): number {
    return this.#firstForm(paradigm, (tag) => tag.agrees(other, AGREEING))
  }

  #firstForm(paradigm: number, fits: (tag: WordTag) => boolean): number {
    const count = this.#paradigms[paradigm]!.length / 3
    for (let form = 0; form < count; form++) if (fits(this.tagOf(paradigm, form))) return form
    return MISSING
  }
}

const ownForm = (tag: WordTag): readonly string[] | undefined =>
  tag.has('Anum')
    ? ORDINAL
    : tag.has('Supr')
      ? SUPERLATIVE
      : tag.has('Patr')
        ? tag.has('femn')
          ? PATRONYMIC_SHE
          : PATRONYMIC_HE
        : undefined

const folded = (word: string): string => word.toLowerCase().replaceAll('ё', 'е')

/** @param word folded, as its lemma is */
export const applied = ({ skip, cut, before, after }: Rule, word: string): string => {
  if (cut === 0 && skip === 0) return after === '' ? word : word + after
  const base = word.substring(skip, word.length - cut)
  return before === '' ? base + after : before + base + after
}

export const ruleKeyOf = ({ skip, cut, before, after }: Rule): string => `${skip} ${cut} ${before} ${after}`
