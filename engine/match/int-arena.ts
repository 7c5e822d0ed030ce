/**
 * One growing Int32Array that hands out blocks of numbers and takes them back. Millions of small records live in it, so
 * that neither the garbage collector nor a pointer per record is paid for. A block never moves: its offset is its name.
 */
/** Numbers from which on room is dearer than the time to grow more often. */
const LARGE = 1 << 24

export class IntArena {
  /** Read again after every `allocate`: growing replaces the array. */
  data: Int32Array
  /** Numbers in blocks that are handed out now. */
  held = 0
  #top: number
  readonly #free = new Map<number, number[]>()

  /** @param reserved numbers at the start that are never handed out, so that small offsets can mean something else */
  constructor(capacity: number, reserved: number) {
    this.data = new Int32Array(Math.max(capacity, reserved))
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
      const grown = new Int32Array(Math.max(this.#top, Math.ceil(this.data.length * (this.data.length < LARGE ? 1.5 : 1.2))))
      grown.set(this.data)
      this.data = grown
    }
    return start
  }

  /** `size` as it was asked for. */
  release(offset: number, size: number): void {
    const room = roomFor(size)
    this.held -= room
    const list = this.#free.get(room)
    if (list === undefined) this.#free.set(room, [offset])
    else list.push(offset)
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
