/** The people who wrote messages, each once. */
import type { FeedMessage } from '../../../contract/feed.ts'
import { networkTitles } from '../../../contract/networks.ts'
import type { Cell, Column } from './sheet.ts'

export const authorColumns: Column[] = [
  { title: 'Автор', kind: 'text', width: 28, place: 'head' },
  { title: 'Адрес автора', kind: 'link', width: 32, place: 'detail' },
  { title: 'Сеть', kind: 'text', width: 15, place: 'head' },
  { title: 'Место', kind: 'text', width: 20, place: 'head' },
  { title: 'Сообщений', kind: 'number', width: 12, place: 'detail' },
  { title: 'Первое сообщение', kind: 'moment', width: 17, place: 'detail' },
  { title: 'Последнее сообщение', kind: 'moment', width: 17, place: 'detail' },
  { title: 'Последний текст', kind: 'text', width: 80, place: 'text' },
]

/** How many messages everybody wrote, and when: a few numbers an author outside of the heap, so that a million of them fit. */
export class AuthorTally {
  private readonly places = new Map<number, number>()
  private messages = new Uint32Array(1024)
  /** Moments in milliseconds. */
  private first = new Float64Array(1024)
  private last = new Float64Array(1024)
  /** The seqId of the last message. */
  private lastSeqId = new Float64Array(1024)

  get size(): number {
    return this.places.size
  }

  add({ author, publishedAt, seqId }: FeedMessage): void {
    if (!author) return
    const at = Date.parse(publishedAt)
    const place = this.places.get(author.id) ?? this.newPlace(author.id, at)
    this.messages[place] = (this.messages[place] ?? 0) + 1
    this.first[place] = Math.min(this.first[place] ?? at, at)
    if (this.lastSeqId[place] !== 0 && at <= (this.last[place] ?? at)) return
    this.last[place] = at
    this.lastSeqId[place] = seqId
  }

  /** The author's row when this is his last message; null for all others. */
  rowOf({ author, seqId, resource, location, text }: FeedMessage, wall: (moment: number) => number): Cell[] | null {
    const place = author ? this.places.get(author.id) : undefined
    if (!author || place === undefined || this.lastSeqId[place] !== seqId) return null
    const { messages, first, last } = this
    return [
      author.name, author.url, networkTitles[resource], author.city ?? location?.name ?? null,
      messages[place] ?? 0, wall(first[place] ?? 0), wall(last[place] ?? 0), text,
    ]
  }

  private newPlace(authorId: number, at: number): number {
    const place = this.places.size
    if (place === this.messages.length) {
      this.messages = doubled(this.messages, new Uint32Array(place * 2))
      this.first = doubled(this.first, new Float64Array(place * 2))
      this.last = doubled(this.last, new Float64Array(place * 2))
      this.lastSeqId = doubled(this.lastSeqId, new Float64Array(place * 2))
    }
    this.places.set(authorId, place)
    this.first[place] = at
    return place
  }
}

function doubled<Numbers extends Uint32Array | Float64Array>(few: Numbers, many: Numbers): Numbers {
  many.set(few)
  return many
}
