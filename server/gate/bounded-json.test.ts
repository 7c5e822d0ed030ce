import fc from 'fast-check'
import { afterEach, expect, it, test, vi } from 'vitest'
import { isTooMuch } from './bounded-json.ts'
import { boundedParser } from './bounded-parser.ts'

const fields = (many: number): string =>
  Array.from({ length: many }, (_, index) => `"${index.toString(36)}":1`).join(',')

test.each<[string, string, boolean]>([
  ['as many fields as there may be', `{${fields(1_000)}}`, false],
  ['one more', `{${fields(1_001)}}`, true],
  ['one more with spaces', `{${fields(1_001).replaceAll(':', ' : ')}}`, true],
  ['more of them deep within', `{"a":[{"b":{${fields(500)}}},{"c":{${fields(500)}}}]}`, true],
  ['lists and nothing in them', `[${'[],'.repeat(999)}[]]`, true],
  ['a list of numbers, however long', `{"ids":[${'1,'.repeat(100_000)}1]}`, false],
  ['levels', '['.repeat(35) + ']'.repeat(35), false],
  ['one more level', '['.repeat(36) + ']'.repeat(36), true],
  ['a text of such signs', JSON.stringify({ text: '{"a":[\\"{:'.repeat(10_000) }), false],
  ['a text that ends in a backslash', `{"text":"\\\\",${fields(1_000)}}`, true],
  ['a text that never ends', `{"text":"${'{'.repeat(2_000)}`, false],
])('%s: %s', (_, json, much) => {
  expect(isTooMuch(json)).toBe(much)
})

it('counts what the parser makes', () => {
  const partsOf = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 0
    const inner = Object.values(value)
    return (
      Math.max(Array.isArray(value) ? 0 : inner.length, 1) + inner.reduce<number>((sum, each) => sum + partsOf(each), 0)
    )
  }
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), fc.nat(40), (value, space) => {
      fc.pre(partsOf(value) < 1_000)
      expect(isTooMuch(JSON.stringify(value, null, space % 5))).toBe(false)
      const wide = { value, more: Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`k${index}`, 0])) }
      expect(isTooMuch(JSON.stringify(wide))).toBe(true)
    }),
    { numRuns: 200 },
  )
})

afterEach(() => void vi.restoreAllMocks())

it('what is too much over a socket is never parsed, and keeps its kind, its room and its number', () => {
  const parsed = vi.spyOn(JSON, 'parse')
  const decoder = new boundedParser.Decoder()
  const packets: unknown[] = []
  decoder.on('decoded', (packet: unknown) => packets.push(packet))
  decoder.add(`2/room,17["call",{"name":"accounts.getMe","input":{${fields(20_000)}}}]`)
  decoder.add('218["call",{"name":"accounts.getMe","input":{}}]')
  expect(packets).toEqual([
    { type: 2, nsp: '/room', id: 17, data: ['call', null] },
    { type: 2, nsp: '/', id: 18, data: ['call', { name: 'accounts.getMe', input: {} }] },
  ])
  expect(Math.max(...parsed.mock.calls.map(([text]) => text.length))).toBeLessThan(100)
})
