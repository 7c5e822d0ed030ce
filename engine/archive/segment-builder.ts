/** Collects messages into one segment, in memory. */
import type { Language } from '../language/language.ts'
import { formTerms } from '../language/terms.ts'
import { tokenise } from '../language/tokenise.ts'
import { BlockWriter, Places, Posting, type TermBlock } from './segment.ts'

export interface IndexedMessage {
  id: number
  receivedAt: Date
  publishedAt: Date
  /** What `REINDEXED` and `DEAD` of a segment say. */
  flags: number
  network: string
  kind: string
  /** Null: it is gone, and nothing finds it. */
  text: string | null
}

// No token of a text begins with a colon.
export const networkTerm = (network: string): string => `:network=${network}`
export const kindTerm = (kind: string): string => `:kind=${kind}`

export class SegmentBuilder {
  readonly #language: Language
  readonly #messages: Omit<IndexedMessage, 'text'>[] = []
  readonly #postings = new Map<string, Posting>()
  /** What a form stands for: words come again and again. */
  readonly #forms = new Map<string, Posting[]>()

  constructor(language: Language) {
    this.#language = language
  }

  get size(): number {
    return this.#messages.length
  }

  /**
   * All of the text, where terms of kept messages end after this many words: what these terms do not find is not looked at again.
   */
  add({ text, ...message }: IndexedMessage): void {
    const place = this.#messages.push(message) - 1
    if (text === null) return
    this.#posting(networkTerm(message.network)).add(place)
    this.#posting(kindTerm(message.kind)).add(place)
    for (const { form } of tokenise(text)) {
      let postings = this.#forms.get(form)
      if (postings === undefined) {
        postings = formTerms(this.#language, form).map((term) => this.#posting(term))
        this.#forms.set(form, postings)
      }
      for (const posting of postings) posting.add(place)
    }
  }

  places(): Places {
    const places = new Places(this.#messages.length)
    for (const [place, { id, receivedAt, publishedAt, flags }] of this.#messages.entries()) {
      places.ids[place] = id
      places.received[place] = receivedAt.getTime()
      places.published[place] = publishedAt.getTime()
      places.flags[place] = flags
    }
    return places
  }

  *blocks(): Generator<TermBlock> {
    const writer = new BlockWriter()
    for (const term of [...this.#postings.keys()].sort()) {
      const posting = this.#postings.get(term)!
      const full = writer.add(term, posting.count, posting.written)
      if (full) yield full
    }
    const last = writer.take()
    if (last) yield last
  }

  #posting(term: string): Posting {
    let posting = this.#postings.get(term)
    if (posting === undefined) {
      posting = new Posting()
      this.#postings.set(term, posting)
    }
    return posting
  }
}
