/** A set of the places of a segment. */
export class Bits {
  readonly size: number
  readonly words: Uint32Array

  constructor(size: number) {
    this.size = size
    this.words = new Uint32Array((size + 31) >>> 5)
  }

  add(place: number): void {
    this.words[place >>> 5]! |= 1 << (place & 31)
  }

  has(place: number): boolean {
    return (this.words[place >>> 5]! & (1 << (place & 31))) !== 0
  }

  copy(): Bits {
    const bits = new Bits(this.size)
    bits.words.set(this.words)
    return bits
  }

  /** These three change the set itself. */
  or(other: Bits): Bits {
    const { words } = this
    for (let i = 0; i < words.length; i += 1) words[i]! |= other.words[i]!
    return this
  }

  and(other: Bits): Bits {
    const { words } = this
    for (let i = 0; i < words.length; i += 1) words[i]! &= other.words[i]!
    return this
  }

  invert(): Bits {
    const { words } = this
    for (let i = 0; i < words.length; i += 1) words[i] = ~words[i]!
    if (this.size % 32 !== 0) words[words.length - 1]! &= (1 << (this.size % 32)) - 1
    return this
  }

  count(): number {
    let count = 0
    for (let word of this.words) {
      word -= (word >>> 1) & 0x55555555
      word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
      count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
    }
    return count
  }

  /** The greatest place first. */
  eachBackwards(visit: (place: number) => void): void {
    for (let i = this.words.length - 1; i >= 0; i -= 1) {
      let word = this.words[i]!
      while (word !== 0) {
        const bit = 31 - Math.clz32(word)
        visit(i * 32 + bit)
        word &= ~(1 << bit)
      }
    }
  }
}
