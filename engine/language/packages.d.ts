// What we use of two packages that bring no types of their own.

declare module 'az' {
  /** For comparison only: `language/dictionary.ts` reads the same files. */
  export interface Parse {
    readonly tag: { toString(): string } & Readonly<Record<string, string | boolean | undefined>>
    readonly score: number
    normalize(): Parse | false
    inflect(grammemes: readonly string[]): Parse | false
    toString(): string
  }

  interface Morph {
    (
      word: string,
      options: { ignoreCase: boolean; stutter?: number; typos?: number; parsers?: string[]; normalizeScore?: boolean },
    ): Parse[]
    init(directory: string, done: (error: Error | null) => void): void
  }

  const az: {
    Morph: Morph
    /** Reads a file. */
    load(url: string, type: 'arraybuffer', done: (error: Error | null, content: ArrayBuffer) => void): void
    load<T>(url: string, type: 'json', done: (error: Error | null, content: T) => void): void
  }
  export default az
}

declare module 'snowball-stemmers' {
  const snowball: { newStemmer(language: 'russian'): { stem(word: string): string } }
  export default snowball
}
