/**
 * A stretch of messages in the order they were added, never rebuilt and dropped as a whole. The slots of a fingerprint are
 * taken in twos as 12 bands, and each band has a table with open addressing: what agrees in one band is looked at. The five
 * rarest words of a text are taken in twos as well, and what has one of these pairs is looked at too.
 * Everything about an entry is in typed arrays made once, 255 bytes for each entry there is room for.
 */
import { CONFLICT, UNLIKE, WordComparison } from './compare-words.ts'
import type { Fingerprint } from './fingerprint.ts'
import { agreement, FINGERPRINT_BYTES, slotOf, SLOTS } from './fingerprint.ts'
import { WORD_PRINT_BYTES, type WordPrint } from './word-print.ts'

const BANDS = SLOTS / 2
const RAREST = 5
const PAIRS = (RAREST * (RAREST - 1)) / 2
/** A cell: the entry's number + 1 below, 8 bits of the band above, so that few strangers are looked at. 0 is free. */
const ENTRY_BITS = 24
const ENTRY_MASK = (1 << ENTRY_BITS) - 1
/** Entries with the same band that are kept: of a text posted a thousand times the first few and the newest can be found. */
const MOST_ALIKE = 8
/** No chain of cells is followed further, anyone who made up the texts. */
const LONGEST_CHAIN = 64
const FILLED = 0.75
/** Of the entries looked at in one find so many are remembered, so that most are compared once. */
const REMEMBERED = 256

/** What is looked for, read once for all segments. */
export class WantedText {
  fingerprint: Fingerprint = new Uint8Array(FINGERPRINT_BYTES)
  readonly words = new WordComparison()
  readonly pairs = new Int32Array(PAIRS)
  pairCount = 0
  readonly #rarest = new Int32Array(RAREST)

  read(fingerprint: Fingerprint, words: WordPrint | null): void {
    this.fingerprint = fingerprint
    this.words.read(words ?? NO_WORDS)
    this.pairCount = 0
    const count = this.#readRarest()
    for (let i = 0; i < count; i++)
      for (let j = i + 1; j < count; j++) this.pairs[this.pairCount++] = pairHash(this.#rarest[i]!, this.#rarest[j]!)
  }

  /** The greatest codes, the greatest first: a word's code begins with its weight. */
  #readRarest(): number {
    const { codes, count } = this.words
    let found = 0
    for (let i = 0; i < count; i++) {
      const code = codes[i]!
      let at = found < RAREST ? found++ : RAREST
      for (; at > 0 && this.#rarest[at - 1]! < code; at--) if (at < RAREST) this.#rarest[at] = this.#rarest[at - 1]!
      if (at < RAREST) this.#rarest[at] = code
    }
    return found
  }
}

const NO_WORDS: WordPrint = new Uint8Array(2)

export class IndexSegment {
  readonly capacity: number
  count = 0
  /** Times of the earliest and the latest message in it. */
  oldest = Infinity
  newest = -Infinity
  readonly ids: Float64Array
  readonly times: Float64Array
  /** Set by `find`: how alike the found entry is. */
  similarity = 0
  readonly #slots: Uint16Array
  readonly #words: Uint8Array
  readonly #cells: Uint32Array
  readonly #width: number
  readonly #pairCells: Uint32Array
  readonly #seen = new Int32Array(REMEMBERED)

  /** @param capacity at most 2^24 - 1 entries */
  constructor(capacity: number) {
    this.capacity = capacity
    this.#width = Math.ceil(capacity / FILLED) + 1
    this.ids = new Float64Array(capacity)
    this.times = new Float64Array(capacity)
    this.#slots = new Uint16Array(capacity * SLOTS)
    this.#words = new Uint8Array(capacity * WORD_PRINT_BYTES)
    this.#cells = new Uint32Array(this.#width * BANDS)
    this.#pairCells = new Uint32Array(this.#width * PAIRS)
  }

  get bytes(): number {
    return [this.ids, this.times, this.#slots, this.#words, this.#cells, this.#pairCells].reduce(
      (sum, { byteLength }) => sum + byteLength,
      0,
    )
  }

  add(id: number, wanted: WantedText, words: WordPrint | null, at: number): void {
    const entry = this.count++
    const { fingerprint, pairs, pairCount } = wanted
    this.ids[entry] = id
    this.times[entry] = at
    if (at < this.oldest) this.oldest = at
    if (at > this.newest) this.newest = at
    for (let slot = 0; slot < SLOTS; slot++) this.#slots[entry * SLOTS + slot] = slotOf(fingerprint, slot)
    for (let band = 0; band < BANDS; band++)
      this.#put(this.#cells, band * this.#width, this.#width, bandHash(fingerprint, band), entry)
    if (words === null || pairCount === 0) return
    this.#words.set(words, entry * WORD_PRINT_BYTES)
    for (let i = 0; i < pairCount; i++) this.#put(this.#pairCells, 0, this.#pairCells.length, pairs[i]!, entry)
  }

  /**
   * The entry between the two times that is most like what is wanted, -1 when none is a copy or is more alike than `above`. Of
   * equals, the one met first.
   * @param fewest so many slots have to agree where the words do not say that it is a copy
   */
  find(wanted: WantedText, from: number, to: number, fewest: number, above: number): number {
    this.#seen.fill(0)
    this.similarity = above
    let best = -1
    for (let band = 0; band < BANDS && this.similarity < 1; band++) {
      const hash = bandHash(wanted.fingerprint, band)
      best = this.#look(this.#cells, band * this.#width, this.#width, hash, wanted, from, to, fewest, best)
    }
    const { pairs, pairCount } = wanted
    for (let i = 0; i < pairCount && this.similarity < 1; i++)
      best = this.#look(this.#pairCells, 0, this.#pairCells.length, pairs[i]!, wanted, from, to, fewest, best)
    return best
  }

  /** Follows one chain; returns the best so far and keeps how alike it is. */
  #look(
    cells: Uint32Array,
    start: number,
    width: number,
    hash: number,
    wanted: WantedText,
    from: number,
    to: number,
    fewest: number,
    before: number,
  ): number {
    const tag = hash & 0xff
    let best = before
    let at = homeOf(hash, width)
    for (let step = 0; step < LONGEST_CHAIN; step++) {
      const cell = cells[start + at]!
      if (cell === 0) break
      const entry = (cell & ENTRY_MASK) - 1
      if (cell >>> ENTRY_BITS === tag && this.#seen[entry % REMEMBERED] !== entry + 1) {
        this.#seen[entry % REMEMBERED] = entry + 1
        const time = this.times[entry]!
        const similarity = time >= from && time <= to ? this.#compare(wanted, entry, fewest) : 0
        if (similarity > this.similarity) {
          best = entry
          this.similarity = similarity
          if (similarity === 1) break
        }
      }
      if (++at === width) at = 0
    }
    return best
  }

  /** 0 when it is no copy. */
  #compare({ fingerprint, words }: WantedText, entry: number, fewest: number): number {
    const agreed = agreement(fingerprint, this.#slots, entry * SLOTS)
    const byWords = words.count > 0 ? words.compare(this.#words, entry * WORD_PRINT_BYTES) : UNLIKE
    // The same letters under other borders of words are the same text, unless it names another number.
    if (byWords < 0 && (agreed < SLOTS || byWords !== CONFLICT)) return 0
    const byLetters = agreed >= fewest ? agreed / SLOTS : 0
    return Math.max(byLetters, byWords, 0)
  }

  #put(cells: Uint32Array, start: number, width: number, hash: number, entry: number): void {
    const tag = hash & 0xff
    const cell = ((tag << ENTRY_BITS) | (entry + 1)) >>> 0
    let at = homeOf(hash, width)
    let [alike, last] = [0, -1]
    for (let step = 0; step < LONGEST_CHAIN; step++) {
      const there = cells[start + at]!
      if (there === 0) {
        cells[start + at] = cell
        return
      }
      if (there >>> ENTRY_BITS === tag) {
        last = at
        if (++alike === MOST_ALIKE) break
      }
      if (++at === width) at = 0
    }
    cells[start + (last < 0 ? at : last)] = cell
  }
}

const homeOf = (hash: number, width: number): number => Math.floor(((hash >>> 0) / 4294967296) * width)

const pairHash = (greater: number, less: number): number => {
  const both = Math.imul(greater ^ (greater >>> 13), 0x85ebca6b) ^ less
  const stirred = Math.imul(both ^ (both >>> 15), 0x2c1b3c6d)
  return stirred ^ (stirred >>> 13)
}

/** The two slots of a band as one number, stirred: its high bits choose the cell, its low ones are the tag. */
const bandHash = (fingerprint: Fingerprint, band: number): number => {
  const at = band * 4
  const both =
    fingerprint[at]! | (fingerprint[at + 1]! << 8) | (fingerprint[at + 2]! << 16) | (fingerprint[at + 3]! << 24)
  const stirred = Math.imul(both ^ (both >>> 15), 0x2c1b3c6d)
  return stirred ^ (stirred >>> 13)
}

/** Fingerprints from a database may have any length; a wrong one would be taken for another text. */
export const checkFingerprint = (fingerprint: Fingerprint): void => {
  if (fingerprint.length !== FINGERPRINT_BYTES)
    throw new RangeError(`A fingerprint has ${FINGERPRINT_BYTES} bytes, this one ${fingerprint.length}`)
}
