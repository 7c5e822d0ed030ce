/**
 * A stretch of messages in the order they were added, never rebuilt and dropped as a whole. The slots of a fingerprint are
 * taken in twos as 12 bands, and each band has a table with open addressing: what agrees in one band is looked at.
 * Everything about an entry is in typed arrays made once, 128 bytes for each entry there is room for.
 */
import type { Fingerprint } from './fingerprint.ts'
import { agreement, FINGERPRINT_BYTES, slotOf, SLOTS } from './fingerprint.ts'

const BANDS = SLOTS / 2
/** A cell: the entry's number + 1 below, 8 bits of the band above, so that few strangers are looked at. 0 is free. */
const ENTRY_BITS = 24
const ENTRY_MASK = (1 << ENTRY_BITS) - 1
/** Entries with the same band that are kept: of a text posted a thousand times the first few and the newest can be found. */
const MOST_ALIKE = 8
/** No chain of cells is followed further, anyone who made up the texts. */
const LONGEST_CHAIN = 64
const FILLED = 0.75

export class IndexSegment {
  readonly capacity: number
  count = 0
  /** Times of the earliest and the latest message in it. */
  oldest = Infinity
  newest = -Infinity
  readonly ids: Float64Array
  readonly times: Float64Array
  /** Set by `find`: the slots that the found entry shares. */
  agreed = 0
  readonly #slots: Uint16Array
  readonly #cells: Uint32Array
  readonly #width: number

  /** @param capacity at most 2^24 - 1 entries */
  constructor(capacity: number) {
    this.capacity = capacity
    this.#width = Math.ceil(capacity / FILLED) + 1
    this.ids = new Float64Array(capacity)
    this.times = new Float64Array(capacity)
    this.#slots = new Uint16Array(capacity * SLOTS)
    this.#cells = new Uint32Array(this.#width * BANDS)
  }

  get bytes(): number {
    return this.ids.byteLength + this.times.byteLength + this.#slots.byteLength + this.#cells.byteLength
  }

  add(id: number, fingerprint: Fingerprint, at: number): void {
    const entry = this.count++
    this.ids[entry] = id
    this.times[entry] = at
    if (at < this.oldest) this.oldest = at
    if (at > this.newest) this.newest = at
    for (let slot = 0; slot < SLOTS; slot++) this.#slots[entry * SLOTS + slot] = slotOf(fingerprint, slot)
    for (let band = 0; band < BANDS; band++) this.#put(band, bandHash(fingerprint, band), entry)
  }

  /**
   * The entry between the two times that agrees in the most slots, -1 when none agrees in `fewest`. Of equals, the one met
   * first.
   */
  find(fingerprint: Fingerprint, from: number, to: number, fewest: number): number {
    const cells = this.#cells
    let [best, most] = [-1, fewest - 1]
    for (let band = 0; band < BANDS; band++) {
      const hash = bandHash(fingerprint, band)
      const tag = hash & 0xff
      const start = band * this.#width
      let at = this.#home(hash)
      for (let step = 0; step < LONGEST_CHAIN; step++) {
        const cell = cells[start + at]!
        if (cell === 0) break
        const entry = (cell & ENTRY_MASK) - 1
        if (cell >>> ENTRY_BITS === tag && entry !== best) {
          const agreed = agreement(fingerprint, this.#slots, entry * SLOTS)
          const time = this.times[entry]!
          if (agreed > most && time >= from && time <= to) {
            ;[best, most] = [entry, agreed]
            if (agreed === SLOTS) {
              this.agreed = SLOTS
              return best
            }
          }
        }
        if (++at === this.#width) at = 0
      }
    }
    this.agreed = best < 0 ? 0 : most
    return best
  }

  #put(band: number, hash: number, entry: number): void {
    const cells = this.#cells
    const tag = hash & 0xff
    const start = band * this.#width
    const cell = ((tag << ENTRY_BITS) | (entry + 1)) >>> 0
    let at = this.#home(hash)
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
      if (++at === this.#width) at = 0
    }
    cells[start + (last < 0 ? at : last)] = cell
  }

  #home(hash: number): number {
    return Math.floor(((hash >>> 0) / 4294967296) * this.#width)
  }
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
