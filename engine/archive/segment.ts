/**
 * A segment: some messages, each with a place from 0 on, and for every term the places of the messages it stands in.
 * Terms are sorted by their UTF-16 units, as strings compare in this language, and lie in blocks of some of them: a term is
 * found by the block with the greatest first term that is not greater, and all that begin alike lie side by side.
 */
import { ByteReader, ByteWriter } from './bytes.ts'

/** The message was put into this segment again: what an earlier segment says of it holds no more. */
export const REINDEXED = 1
/** A later place of the same segment holds the same message. */
export const DEAD = 2

/** The messages of a segment by their places; times in milliseconds. */
export class Places {
  readonly size: number
  readonly ids: Float64Array
  readonly received: Float64Array
  readonly published: Float64Array
  readonly flags: Uint8Array

  constructor(size: number) {
    this.size = size
    this.ids = new Float64Array(size)
    this.received = new Float64Array(size)
    this.published = new Float64Array(size)
    this.flags = new Uint8Array(size)
  }
}

export function writePlaces({ size, ids, received, published, flags }: Places): Uint8Array {
  const writer = new ByteWriter(size * 12 + 8)
  writer.number(size)
  let id = 0
  let at = 0
  for (let place = 0; place < size; place += 1) {
    writer.signed(ids[place]! - id)
    writer.signed(received[place]! - at)
    writer.signed(received[place]! - published[place]!)
    writer.number(flags[place]!)
    id = ids[place]!
    at = received[place]!
  }
  return writer.written()
}

export function readPlaces(bytes: Uint8Array): Places {
  const reader = new ByteReader(bytes)
  const places = new Places(reader.number())
  let id = 0
  let at = 0
  for (let place = 0; place < places.size; place += 1) {
    id += reader.signed()
    at += reader.signed()
    places.ids[place] = id
    places.received[place] = at
    places.published[place] = at - reader.signed()
    places.flags[place] = reader.number()
  }
  return places
}

/** Where one term stands, while it is collected: places in ascending order, each as far as it is from the one before. */
export class Posting {
  count = 0
  #last = 0
  #bytes = new Uint8Array(4)
  #length = 0

  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  /** The same place twice in a row counts once. */
  add(place: number): void {
    if (this.count > 0 && place === this.#last) return
    let rest = this.count === 0 ? place : place - this.#last
    this.count += 1
    this.#last = place
    if (this.#length + 5 > this.#bytes.length) this.#grow()
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = (rest & 0x7f) | 0x80
      rest >>>= 7
    }
    this.#bytes[this.#length++] = rest
  }

  #grow(): void {
    const grown = new Uint8Array(this.#bytes.length * 2 + 5)
    grown.set(this.#bytes)
    this.#bytes = grown
  }
}

/** A term as a block holds it. */
export interface TermEntry {
  term: string
  count: number
  bytes: Uint8Array
}

export function eachPlace({ count, bytes }: Pick<TermEntry, 'count' | 'bytes'>, visit: (place: number) => void): void {
  let at = 0
  let place = 0
  for (let n = 0; n < count; n += 1) {
    let byte = bytes[at++]!
    let step = byte & 0x7f
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[at++]!
      step |= (byte & 0x7f) << shift
    }
    place += step
    visit(place)
  }
}

export interface TermBlock {
  firstTerm: string
  bytes: Uint8Array
}

/** Blocks stay inside their rows, where PostgreSQL reads them at once; a longer one holds one common term. */
const BLOCK_BYTES = 1_600

/** Terms in, sorted; blocks out. */
export class BlockWriter {
  readonly #writer = new ByteWriter(BLOCK_BYTES * 2)
  #first: string | null = null
  #before = ''

  /** The block that is full before this term comes, or null. */
  add(term: string, count: number, places: Uint8Array): TermBlock | null {
    const full =
      this.#first !== null && this.#writer.length + term.length * 2 + places.length > BLOCK_BYTES ? this.take() : null
    this.#first ??= term
    const shared = sharedLength(this.#before, term)
    this.#writer.number(shared)
    this.#writer.number(term.length - shared)
    this.#writer.text(term.slice(shared))
    this.#writer.number(count)
    this.#writer.number(places.length)
    this.#writer.bytes(places)
    this.#before = term
    return full
  }

  /** What is not handed out yet, or null. */
  take(): TermBlock | null {
    if (this.#first === null) return null
    const block = { firstTerm: this.#first, bytes: this.#writer.written().slice() }
    this.#writer.clear()
    this.#first = null
    this.#before = ''
    return block
  }
}

export function* readBlock(bytes: Uint8Array): Generator<TermEntry> {
  const reader = new ByteReader(bytes)
  let term = ''
  while (!reader.done) {
    const shared = reader.number()
    term = term.slice(0, shared) + reader.text(reader.number())
    const count = reader.number()
    yield { term, count, bytes: reader.bytes(reader.number()) }
  }
}

/** A term as the database sorts it: as strings compare here. */
export function termKey(term: string): Uint8Array {
  const key = new Uint8Array(term.length * 2)
  for (let index = 0; index < term.length; index += 1) {
    const unit = term.charCodeAt(index)
    key[index * 2] = unit >> 8
    key[index * 2 + 1] = unit & 0xff
  }
  return key
}

function sharedLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  let length = 0
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length += 1
  return length
}
