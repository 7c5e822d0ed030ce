/**
 * One growing Int32Array that hands out blocks of numbers and takes them back. Millions of small records live in it, so
 * that neither the garbage collector nor a pointer per record is paid for. A block's offset is its name, and only
 * `tidy` gives it another.
 */
/** Numbers from which on room is dearer than the time to grow more often. */
const LARGE = 1 << 24

/** Less than this is not worth tidying. */
const LITTLE = 1 << 12
/** Blocks that no one holds are passed over quickly. */
const MOST_PASSED = 256

/** Who knows the blocks of an arena, for `tidy`. No live block begins with a negative number. */
export interface Tenants {
  /** As it was asked for. */
  sizeOf(block: number): number
  /** The block lies elsewhere now, and everybody who knows its name must be informed. */
  moved(from: number, to: number): void
}

export class IntArena {
  /** Read again after every `allocate` and `tidy`: growing and shrinking replace the array. */
  data: Int32Array
  /** Numbers in blocks that are handed out now. */
  held = 0
  readonly #reserved: number
  #top: number
  readonly #free = new Map<number, number[]>()
  /** While blocks are moved together: what is before `#packed` is in place, from `#scanned` on all is as it was. */
  #isTidying = false
  #packed = 0
  #scanned = 0

  /** @param reserved numbers at the start that are never handed out, so that small offsets can mean something else */
  constructor(capacity: number, reserved: number) {
    this.data = new Int32Array(Math.max(capacity, reserved))
    this.#reserved = reserved
    this.#top = reserved
  }

  /** Offset of a block of at least `size` numbers; what it holds is whatever was there before. */
  allocate(size: number): number {
    const room = roomFor(size)
    this.held += room
    const offset = this.#free.get(room)?.pop()
    if (offset !== undefined) return offset
    const start = this.#top
    this.#top += room
    if (this.#top > this.data.length) {
      this.#resize(Math.max(this.#top, Math.ceil(this.data.length * (this.data.length < LARGE ? 1.5 : 1.2))))
    }
    return start
  }

  /** `size` as it was asked for. */
  release(offset: number, size: number): void {
    const room = roomFor(size)
    this.held -= room
    this.data[offset] = -room
    // What is still to be passed over must not be handed out before.
    if (this.#isTidying && offset >= this.#scanned) return
    const list = this.#free.get(room)
    if (list === undefined) this.#free.set(room, [offset])
    else list.push(offset)
  }

  /**
   * When more than half is free: one step of moving the blocks together, at most this many of them. When all are, the array
   * shrinks, which copies what is left once.
   */
  tidy(tenants: Tenants, most: number): void {
    if (!this.#isTidying) {
      if (this.#top < LITTLE || this.held * 2 > this.#top) return
      this.#isTidying = true
      this.#free.clear()
      this.#packed = this.#scanned = this.#reserved
    }
    let left = most
    for (let passed = 0; this.#scanned < this.#top && left > 0 && passed < MOST_PASSED; passed++) {
      const from = this.#scanned
      const first = this.data[from]!
      if (first < 0) {
        this.#scanned -= first
        continue
      }
      const size = tenants.sizeOf(from)
      const to = this.#packed
      const room = roomFor(size)
      this.#packed += room
      this.#scanned += room
      left--
      if (to === from) continue
      this.data.copyWithin(to, from, from + size)
      tenants.moved(from, to)
    }
    if (this.#scanned < this.#top) return
    this.#isTidying = false
    this.#top = this.#packed
    if (this.data.length > 2 * this.#top) this.#resize(Math.max(LITTLE, Math.ceil(this.#top * 1.25)))
  }

  #resize(length: number): void {
    const resized = new Int32Array(length)
    resized.set(this.data.length > length ? this.data.subarray(0, length) : this.data)
    this.data = resized
  }
}

/** Sizes are rounded up to four steps per doubling, so that a freed block soon finds a taker. */
const roomFor = (size: number): number => {
  if (size <= 16) return size
  const step = 1 << (29 - Math.clz32(size))
  return Math.ceil(size / step) * step
}

/** The array's numbers at the beginning of one of twice the length. */
export const doubled = (array: Int32Array): Int32Array<ArrayBuffer> => {
  const grown = new Int32Array(array.length * 2)
  grown.set(array)
  return grown
}
