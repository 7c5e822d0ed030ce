// What we use of two packages that bring no types of their own.

declare module 'az' {
  export interface Tag {
    readonly POST?: string
    readonly Abbr?: boolean
    readonly Apro?: boolean
  }

  export interface Parse {
    readonly tag: Tag
    /** Between 0 and 1 for a dictionary word that the corpus knows; unreliable otherwise. */
    readonly score: number
    normalize(): Parse | false
    toString(): string
  }

  export interface ParseOptions {
    ignoreCase: boolean
    stutter: number
    typos: number
    parsers: string[]
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
