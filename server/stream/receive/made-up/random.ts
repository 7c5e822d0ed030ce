/** Chance that can be repeated: the same seed and number give the same choices, on every machine. */
export interface Random {
  /** From 0 up to 1, without 1. */
  next(): number
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** A shuffled copy. */
  shuffle<T>(items: readonly T[]): T[]
}

export function createRandom(seed: number, n: number): Random {
  let state = mix(mix(seed) ^ mix(n + 0x9e3779b9))

  // mulberry32
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }

  function between(least: number, most: number): number {
    return least + Math.floor(next() * (most - least + 1))
  }

  function pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new RangeError('nothing to pick from')
    return items[between(0, items.length - 1)] as T
  }

  function shuffle<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, order: next() }))
      .sort((a, b) => a.order - b.order)
      .map(({ item }) => item)
  }

  return { next, between, chance: (probability) => next() < probability, pick, shuffle }
}

function mix(value: number): number {
  let mixed = value | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b)
  return mixed ^ (mixed >>> 16)
}
