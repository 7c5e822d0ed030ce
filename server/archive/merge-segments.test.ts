import { describe, expect, it } from 'vitest'
import { DAY, HOUR } from '../kit/clock.ts'
import { chooseMerge, LARGEST, type SegmentRow } from './merge-segments.ts'

const now = new Date('2026-11-20T23:00:00Z')
const today = new Date('2026-11-20T10:00:00Z')
const yesterday = new Date(today.getTime() - DAY)

const rows = (...written: [size: number, at?: Date][]): SegmentRow[] =>
  written.map(([size, at = today], n) => ({ id: 100 - n, position: n + 1, fromAt: at, toAt: at, size }))
const chosen = (...written: [size: number, at?: Date][]) =>
  chooseMerge(rows(...written), now)?.map(({ position }) => position) ?? null
/** Until all are well as they are. */
function mergeAll(rows: SegmentRow[], at: Date): { segments: SegmentRow[]; merged: number } {
  let segments = rows
  let merged = 0
  for (let next = chooseMerge(segments, at); next; next = chooseMerge(segments, at)) {
    const [gone, size] = [new Set(next.map(({ id }) => id)), next.reduce((sum, each) => sum + each.size, 0)]
    const last = next.at(-1)!
    segments = [...segments.filter(({ id }) => !gone.has(id)), { ...last, size }].sort(
      (a, b) => a.position - b.position,
    )
    merged += size
  }
  return { segments, merged }
}
const times = (count: number, size: number, at = today): [number, Date][] =>
  Array.from({ length: count }, () => [size, at])

describe('segments that become one', () => {
  it('are eight neighbours of about one size', () => {
    expect(chosen(...times(7, 10))).toBe(null)
    expect(chosen(...times(8, 10))).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(chosen([5_000], ...times(8, 10))).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
    expect(chosen([5_000], [900], [80], [9], [1])).toBe(null)
  })
  it('leave no small one behind a larger one', () => {
    expect(chosen([10], [5_000])).toEqual([1, 2])
  })
  it('are all of a day that is over, and none of two days', () => {
    expect(chosen([10, yesterday], [5_000, yesterday], [10])).toEqual([1, 2])
    expect(chosen([5_000, yesterday], [5_000])).toBe(null)
  })
  it('grow no larger than is dropped and merged in one go', () => {
    const half = LARGEST / 2
    expect(chosen(...times(3, half, yesterday))).toEqual([1, 2])
    expect(chosen(...times(2, half + 1, yesterday))).toBe(null)
    expect(chosen([10], [LARGEST])).toBe(null)
    expect(chosen(...times(8, LARGEST / 6))).toEqual([1, 2, 3, 4, 5, 6])
  })
  it('are soon few, whatever comes', () => {
    let segments: SegmentRow[] = []
    let merged = 0
    let position = 0
    const count = 2_000
    for (let n = 0; n < count; n += 1) {
      position += 1
      segments.push({
        id: position,
        position,
        fromAt: today,
        toAt: new Date(today.getTime() + (n / count) * 10 * HOUR),
        size: 1 + ((n * 7919) % 60),
      })
      const all = mergeAll(segments, now)
      segments = all.segments
      merged += all.merged
      expect(segments.length).toBeLessThan(50)
    }
    // How often each message is written again, all in all.
    expect(merged / segments.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(12)
  })
  it('are no two that one could hold once the day is over, whatever sizes kills have left', () => {
    const left = rows(
      ...Array.from({ length: 60 }, (_, n): [number] => [n % 7 === 3 ? 20_000 + n * 1_000 : 1 + ((n * 7919) % 600)]),
    )
    const over = new Date(now.getTime() + DAY)
    const { segments } = mergeAll(left, over)
    const sizes = segments.map(({ size }) => size)
    expect(sizes.slice(1).filter((size, n) => size + sizes[n]! <= LARGEST)).toEqual([])
    const whole = left.reduce((sum, { size }) => sum + size, 0)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(whole)
    expect(sizes.length).toBeLessThanOrEqual(2 * Math.ceil(whole / LARGEST))
  })
})
