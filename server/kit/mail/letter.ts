/** Plain Russian text everywhere; nothing in it is read as HTML. */
export interface Letter {
  subject: string
  title: string
  paragraphs: string[]
  /** Shown large, easy to copy. */
  code?: string
  button?: { title: string; url: string }
  /** Smaller, after everything else. */
  footnote?: string
}
