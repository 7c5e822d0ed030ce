import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lawRuns } from '../../tools/law-runs.ts'
import { StemTable } from './stem-table.ts'

test('a stem table answers as the map that it is made of', () => {
  const entries = fc.array(fc.tuple(fc.integer(), fc.integer({ min: 0, max: 15 })), { maxLength: 200 })
  fc.assert(
    fc.property(entries, fc.array(fc.integer()), (weights, others) => {
      const map = new Map(weights)
      const table = new StemTable(map)
      for (const hash of [...map.keys(), ...others]) expect(table.get(hash)).toBe(map.get(hash) ?? -1)
    }),
    { numRuns: lawRuns(100) },
  )
})
