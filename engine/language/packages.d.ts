// What we use of two packages that bring no types of their own.

declare module 'az' {
  export interface Tag {
    readonly POST?: string
    readonly Abbr?: boolean
    readonly Apro?: boolean
    readonly Anum?: boolean
    readonly Supr?: boolean
    readonly Patr?: boolean
    readonly femn?: boolean
    readonly impf?: boolean
    readonly perf?: boolean
    /** The grammemes that tell this form of the word from its others. */
    readonly flex: readonly string[]
  }

  export interface Parse {
    readonly tag: Tag
    /** Below 1 for a reading that OpenCorpora's annotated texts hold; 1 or unreliable otherwise. */
    readonly score: number
    normalize(): Parse | false
    /** The first form of the word that has all these grammemes. */
    inflect(grammemes: readonly string[]): Parse | false
    toString(): string
  }

  export interface ParseOptions {
    ignoreCase: boolean
    stutter?: number
    typos?: number
    parsers?: string[]
    /** False leaves `score` as the dictionary has it. */
    normalizeScore?: boolean
  }

  interface Morph {
    (word: string, options: ParseOptions): Parse[]
    init(directory: string, done: (error: Error | null) => void): void
  }

  const az: { Morph: Morph }
  export default az
}

declare module 'snowball-stemmers' {
  const snowball: { newStemmer(language: 'russian'): { stem(word: string): string } }
  export default snowball
}
