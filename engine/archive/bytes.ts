/** Numbers as bytes: seven bits in each, the lowest first, as long as the highest bit is set. */

const TOP = 0x80
/** Bitwise operators see 32 bits only. */
const SMALL = 0x80000000

export class ByteWriter {
  #bytes: Uint8Array
  length = 0

  constructor(room = 256) {
    this.#bytes = new Uint8Array(room)
  }

  /** A whole number from 0 to 2^53. */
  number(value: number): void {
    this.#need(8)
    let rest = value
    while (rest >= SMALL) {
      this.#bytes[this.length++] = (rest % TOP) | TOP
      rest = Math.floor(rest / TOP)
    }
    while (rest >= TOP) {
      this.#bytes[this.length++] = (rest & 0x7f) | TOP
      rest >>>= 7
    }
    this.#bytes[this.length++] = rest
  }

  /** A whole number of either sign. */
  signed(value: number): void {
    this.number(value < 0 ? -value * 2 - 1 : value * 2)
  }

  bytes(from: Uint8Array): void {
    this.#need(from.length)
    this.#bytes.set(from, this.length)
    this.length += from.length
  }

  /** Two bytes a character. */
  text(from: string): void {
    this.#need(from.length * 2)
    for (let index = 0; index < from.length; index += 1) {
      const unit = from.charCodeAt(index)
      this.#bytes[this.length++] = unit & 0xff
      this.#bytes[this.length++] = unit >> 8
    }
  }

  /** What was written, until something more is. */
  written(): Uint8Array {
    return this.#bytes.subarray(0, this.length)
  }

  clear(): void {
    this.length = 0
  }

  #need(more: number): void {
    if (this.length + more <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + more))
    grown.set(this.#bytes.subarray(0, this.length))
    this.#bytes = grown
  }
}

export class ByteReader {
  readonly #bytes: Uint8Array
  at: number
  readonly end: number

  constructor(bytes: Uint8Array, at = 0, end = bytes.length) {
    this.#bytes = bytes
    this.at = at
    this.end = end
  }

  get done(): boolean {
    return this.at >= this.end
  }

  number(): number {
    const bytes = this.#bytes
    let byte = bytes[this.at++]!
    if (byte < TOP) return byte
    let value = byte & 0x7f
    let worth = TOP
    do {
      byte = bytes[this.at++]!
      value += (byte & 0x7f) * worth
      worth *= TOP
    } while (byte >= TOP)
    return value
  }

  signed(): number {
    const value = this.number()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  /** No copy: as long as what it was read from. */
  bytes(length: number): Uint8Array {
    this.at += length
    return this.#bytes.subarray(this.at - length, this.at)
  }

  text(characters: number): string {
    const bytes = this.#bytes
    let text = ''
    for (let left = characters; left > 0; left -= 1) {
      text += String.fromCharCode(bytes[this.at]! | (bytes[this.at + 1]! << 8))
      this.at += 2
    }
    return text
  }
}
