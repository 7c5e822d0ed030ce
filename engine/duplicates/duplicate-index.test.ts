import { afterEach, describe, expect, test, vi } from 'vitest'
import { createDuplicateIndex, type DuplicateIndex } from './duplicate-index.ts'
import { seededRandom } from './edits.samples.ts'
import type { Fingerprint } from './fingerprint.ts'

const DAY = 86_400_000
const random = seededRandom(9)
const made = (): Fingerprint => Uint8Array.from({ length: 48 }, () => random() * 256)

/** The same with some of its 24 slots changed. */
const changed = (fingerprint: Fingerprint, slots: readonly number[]): Fingerprint => {
  const copy = fingerprint.slice()
  for (const slot of slots) copy[slot * 2]! ^= 1
  return copy
}

/**
 * Counts steps, which time would only guess: what is read of a fingerprint that is `counted`, and of what indexes made from now on
 * remember while they find: which of the entries on their way they have met.
 */
function countReads() {
  const looks = { count: 0, counted }
  function counted<Numbers extends Uint8Array | Int32Array>(numbers: Numbers): Numbers {
    return new Proxy(numbers, {
      get(target, name) {
        const value = target[name as keyof Numbers] as unknown
        if (typeof value === 'function') return value.bind(target) as unknown
        if (name !== 'length') looks.count++
        return value
      },
      set(target, name, value: number) {
        target[Number(name)] = value
        return true
      },
    })
  }
  const construct = (made: typeof Int32Array, [size]: [number]) => counted(new made(size))
  vi.stubGlobal('Int32Array', new Proxy(Int32Array, { construct }))
  return looks
}
afterEach(() => void vi.unstubAllGlobals())

describe('createDuplicateIndex', () => {
  test('finds what was added, and how alike it is', () => {
    const index = createDuplicateIndex()
    const print = made()
    expect(index.find(print, 0)).toBeNull()
    index.add(17, print, 5)
    expect(index.find(print, 6)).toEqual({ id: 17, at: 5, similarity: 1 })
    expect(index.find(changed(print, [0, 1, 2, 3, 4, 5]), 6)).toEqual({ id: 17, at: 5, similarity: 0.75 })
    expect(index.find(made(), 6)).toBeNull()
  })

  test('holds to its threshold', () => {
    const index = createDuplicateIndex({ threshold: 0.75 })
    const print = made()
    index.add(1, print, 0)
    expect(index.find(changed(print, [0, 1, 2, 3, 4, 5]), 0)?.id).toBe(1)
    expect(index.find(changed(print, [0, 1, 2, 3, 4, 5, 6]), 0)).toBeNull()
  })

  test('asks for likeness in the beginnings, however alike the rest', () => {
    const index = createDuplicateIndex()
    const print = made()
    index.add(1, print, 0)
    expect(index.find(changed(print, [16, 17, 18, 19]), 0)?.id).toBe(1)
    expect(index.find(changed(print, [16, 17, 18, 19, 20]), 0)).toBeNull()
  })

  test('prefers the most alike', () => {
    const index = createDuplicateIndex()
    const print = made()
    index.add(1, changed(print, [3, 9]), 0)
    index.add(2, changed(print, [3]), 0)
    index.add(3, changed(print, [3, 9, 11]), 0)
    expect(index.find(print, 0)?.id).toBe(2)
  })

  test('sees only the days around a message', () => {
    const index = createDuplicateIndex({ days: 2 })
    const print = made()
    index.add(1, print, 10 * DAY)
    expect(index.find(print, 12 * DAY)?.id).toBe(1)
    expect(index.find(print, 8 * DAY)?.id).toBe(1)
    expect(index.find(print, 12 * DAY + 1)).toBeNull()
    expect(index.find(print, 8 * DAY - 1)).toBeNull()
  })

  test('finds everything of many thousands, over all stretches', () => {
    const index = createDuplicateIndex()
    const prints = Array.from({ length: 60_000 }, made)
    prints.forEach((print, id) => index.add(id, print, id * 1000))
    expect(index.size).toBe(60_000)
    prints.forEach((print, id) => {
      if (id % 7 === 0) expect(index.find(changed(print, [2, 8, 20]), 60_000_000)?.id).toBe(id)
    })
  })

  test('gives memory back when a time is forgotten', () => {
    const index = createDuplicateIndex({ days: 4 })
    const prints = Array.from({ length: 40_000 }, made)
    const time = (id: number): number => (id / prints.length) * 8 * DAY
    prints.forEach((print, id) => index.add(id, print, time(id)))
    const held = index.bytes
    const forgotten = index.forget(4 * DAY)
    expect(forgotten).toBeGreaterThan(14_000)
    expect(index.size).toBe(40_000 - forgotten)
    expect(index.bytes).toBeLessThan(held * 0.7)
    expect(index.find(prints[0]!, 0)).toBeNull()
    expect(index.find(prints.at(-1)!, 8 * DAY)?.id).toBe(39_999)
    index.forget(9 * DAY)
    expect([index.size, index.bytes]).toEqual([0, 0])
    index.add(1, prints[0]!, 9 * DAY)
    expect(index.find(prints[0]!, 9 * DAY)?.id).toBe(1)
  })

  test('looks at little when one text is posted a hundred thousand times', () => {
    const print = made()
    const other = made()
    const looks = countReads()
    const posted = (times: number): DuplicateIndex => {
      const index = createDuplicateIndex()
      index.add(1, other, 0)
      for (let id = 2; id < times; id++) index.add(id, changed(print, [id % 24]), id)
      return index
    }
    const [few, many] = [posted(12_500), posted(100_000)]
    const looksOf = (index: DuplicateIndex): number => {
      looks.count = 0
      expect(index.find(looks.counted(print), 0)?.similarity).toBeGreaterThan(0.9)
      return looks.count
    }
    // Each of the bands is looked up at least; of eight times the messages it would be eight times as much.
    expect(looksOf(few)).toBeGreaterThan(12)
    expect(looksOf(many) / looksOf(few)).toBeLessThan(6)
    expect(looksOf(many)).toBeLessThan(50_000)
    expect(many.find(other, 0)?.id).toBe(1)
  })

  test('refuses a fingerprint of another length', () => {
    const index = createDuplicateIndex()
    expect(() => index.add(1, new Uint8Array(8), 0)).toThrow(RangeError)
    expect(() => index.find(new Uint8Array(47), 0)).toThrow(RangeError)
  })
})
