/** Lists of words side by side that mean the same. */

export type Lemmas = (form: string) => readonly string[]

/** Rows of words that mean the same. */
export type RowGroup = readonly (readonly string[])[]

/** What rows of words stand for, found again in whatever form each word stands. */
export class WordRows<Meaning> {
  readonly #meanings = new Map<string, Meaning[]>()
  /** Lemmas that a row begins with: most words are turned down by them. */
  readonly #firsts = new Set<string>()
  readonly #lemmas: Lemmas
  #longest = 0

  constructor(lemmas: Lemmas) {
    this.#lemmas = lemmas
  }

  add(row: readonly string[], meaning: Meaning): void {
    this.#longest = Math.max(this.#longest, row.length)
    for (const lemma of this.#lemmas(row[0]!)) this.#firsts.add(lemma)
    for (const key of keysOf(row, this.#lemmas)) {
      const known = this.#meanings.get(key)
      if (known === undefined) this.#meanings.set(key, [meaning])
      else if (!known.includes(meaning)) known.push(meaning)
    }
  }

  of(row: readonly string[], lemmas: Lemmas): readonly Meaning[] {
    if (row.length === 0 || row.length > this.#longest) return []
    if (!lemmas(row[0]!).some((lemma) => this.#firsts.has(lemma))) return []
    return [...new Set(keysOf(row, lemmas).flatMap((key) => this.#meanings.get(key) ?? []))]
  }
}

/** One for each choice of what its words mean. */
function keysOf(row: readonly string[], lemmas: Lemmas): string[] {
  return row.reduce<string[]>(
    (keys, form) => keys.flatMap((key) => lemmas(form).map((lemma) => (key === '' ? lemma : `${key} ${lemma}`))),
    [''],
  )
}
