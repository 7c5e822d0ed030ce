/** Plain Russian text everywhere; nothing in it is read as HTML. */
export interface Letter {
  subject: string
  title: string
  paragraphs: string[]
  /** After the paragraphs: what has more to it than words. */
  body?: readonly LetterBlock[]
  /** Shown by lists of letters beside the subject; left out: the code and the paragraphs. */
  preheader?: string
  /** Shown large, easy to copy. */
  code?: string
  /** One below the other, each by itself. */
  cards?: LetterCard[]
  button?: LetterLink
  /** Smaller, after everything else. */
  footnote?: string
  /** Under everything, instead of that no answer is needed: why it came, and the ways out. */
  closing?: { text: string; links: LetterLink[] }
}

export interface LetterLink {
  title: string
  url: string
}

/** A stretch of words; `url`: it leads there. */
export interface LetterRun {
  text: string
  bold?: true
  url?: string
}

export type LetterBlock =
  | { kind: 'paragraph' | 'heading'; runs: readonly LetterRun[] }
  | { kind: 'list'; items: readonly (readonly LetterRun[])[] }
  | { kind: 'button'; title: string; url: string }

/** A message someone is notified of. */
export interface LetterCard {
  /** What is to be seen first: «Горячий». */
  badge: { title: string; hot: boolean } | null
  /** Where it stands. */
  place: string
  /** Of the clock of who reads. */
  time: string
  text: string
  /** What of the text let it in: start, end, start, end … in UTF-16 units. */
  marks: readonly number[]
  /** Who wrote it, and what else is known; empty: nothing. */
  from: string
  /** The way to it; the others are for what can be done with it at once. */
  open: LetterLink
  actions: LetterLink[]
}

/** Something attached. */
export interface LetterFile {
  name: string
  /** Its media type. */
  type: string
  bytes: Buffer
}

/** Of the header, beyond those that every letter has. Printable ASCII, each sent in one line. */
export type LetterHeaders = Readonly<Record<string, string>>
