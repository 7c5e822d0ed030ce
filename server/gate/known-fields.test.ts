import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { Type, type TSchema } from 'typebox'
import { address } from '../../contract/call.ts'
import { listCalls, pathParameters } from '../../contract/request.ts'
import { toWire, wireNames, type WireNames } from '../../contract/wire-names.ts'
import { AppError } from '../kit/app-error.ts'
import { ajv, knownFields, type Schema } from './known-fields.ts'
import { madeAfter } from './made-input.samples.ts'
import { inputReader } from './validate.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same with fields that are unknown in every object of it. */
function crowded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(crowded)
  if (!isObject(value)) return value
  const more = { userId: 1, unknown: { userId: 2 }, constructor: 'x', toString: [], hasOwnProperty: null }
  return { ...more, ...Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, crowded(inner)])) }
}

/** Where a value has a field that its schema does not name. */
function unknownIn(schema: Schema, value: unknown, path = ''): string[] {
  if (schema.anyOf) {
    const all = (schema.anyOf as Schema[])
      .filter((branch) => ajv.validate(branch, value))
      .map((branch) => unknownIn(branch, value, path))
    return all.toSorted((left, right) => left.length - right.length)[0] ?? [path]
  }
  if (Array.isArray(value))
    return value.flatMap((each, index) => unknownIn(schema.items as Schema, each, `${path}/${index}`))
  if (!isObject(value)) return []
  if (schema.patternProperties) return []
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined
    return known ? unknownIn(known, inner, `${path}/${name}`) : [`${path}/${name}`]
  })
}

describe('of every call', () => {
  test.each(listCalls().map((each) => [each.name, each] as const))(
    '%s lets no unknown field through',
    (_, { feature, call }) => {
      const names = wireNames[feature]
      const read = inputReader(call, names)
      const inPath = pathParameters(call.path)
      const split = (input: Record<string, unknown>) => ({
        params: Object.fromEntries(inPath.map((name) => [name, String(input[name])])),
        ...(call.method === 'GET' ? { query: input, body: undefined } : { query: {}, body: input }),
      })
      const readOrNull = (sent: Record<string, unknown>) => {
        try {
          return read(split(sent))
        } catch (error) {
          if (error instanceof AppError) return null
          throw error
        }
      }
      fc.assert(
        fc.property(madeAfter(call.input), (made) => {
          const input = readOrNull(crowded(toWire(made, names)) as Record<string, unknown>)
          // Some of what is made is no text that can be stored: another is made instead.
          fc.pre(input !== null)
          expect([address(call.path), ...unknownIn(call.input, input)]).toEqual([address(call.path)])
        }),
        { numRuns: 20 },
      )
    },
  )
})

const pick = (schema: TSchema, value: unknown, names?: WireNames) => knownFields(schema, names)(value)
const Point = Type.Object({ x: Type.Integer(), y: Type.Optional(Type.Integer()) })

test.each<[string, TSchema, unknown, unknown]>([
  ['an object', Point, { x: 1, z: 2 }, { x: 1 }],
  ['objects in a list', Type.Array(Point), [{ x: 1, z: 2 }, 7], [{ x: 1 }, 7]],
  ['an object in an object', Type.Object({ at: Point }), { at: { x: 1, at: {} }, x: 1 }, { at: { x: 1 } }],
  ['an object or nothing', Type.Union([Point, Type.Null()]), { x: 1, z: 2 }, { x: 1 }],
  ['nothing instead of an object', Type.Union([Point, Type.Null()]), null, null],
  [
    'the first of several objects that fits',
    Type.Union([
      Type.Object({ kind: Type.Literal('a'), x: Type.Integer() }),
      Type.Object({ kind: Type.Literal('b'), y: Type.Integer() }),
    ]),
    { kind: 'b', x: 1, y: 2 },
    { kind: 'b', y: 2 },
  ],
  ['a record', Type.Record(Type.String(), Point, { maxProperties: 2 }), { a: { x: 1, z: 2 } }, { a: { x: 1 } }],
  [
    'a record without names that are none',
    Type.Record(Type.String(), Type.Integer(), { maxProperties: 1 }),
    { 'a\nb': 1, c: 2 },
    { c: 2 },
  ],
  ['another type', Point, [{ z: 1 }], [{ z: 1 }]],
  ['an inherited name', Type.Object({ toString: Type.Optional(Type.String()) }), {}, {}],
])('%s keeps what is known of it', (_, schema, value, known) => {
  expect(pick(schema, value)).toEqual(known)
})

it('reads the names that travel, and none of ours instead', () => {
  const schema = Type.Object({
    network: Type.Optional(Type.String()),
    list: Type.Optional(Type.Array(Type.Object({ network: Type.String() }))),
  })
  expect(pick(schema, { resource: 'vk', list: [{ resource: 'ok', network: 'x' }] }, { network: 'resource' })).toEqual({
    network: 'vk',
    list: [{ network: 'ok' }],
  })
  expect(pick(schema, { network: 'vk' }, { network: 'resource' })).toEqual({})
})

it('looks at no more of a record than it may hold', () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, 'x']))
  const schema = Type.Record(Type.String(), Type.String(), { maxProperties: 3 })
  expect(Object.keys(pick(schema, many) as object)).toHaveLength(4)
})

test.each<[string, TSchema]>([
  ['anything', Type.Unknown()],
  ['a list of anything', Type.Array(Type.Any())],
  ['an endless record', Type.Record(Type.String(), Type.String())],
  ['fields of two schemas', Type.Intersect([Point, Point])],
])('%s is no input', (_, schema) => {
  expect(() => knownFields(schema)).toThrow(/input|anything/)
})

test.each([
  ['uuid', 'urn:uuid:00000000-0000-0000-0000-000000000000', false],
  ['uuid', '00000000-0000-0000-0000-00000000000A', true],
  ['date', '0000-01-01', false],
  ['date', '0001-01-01', true],
  ['date', '2026-02-30', false],
  ['date-time', '0000-12-31T23:59:59Z', false],
  ['date-time', '0001-01-01T00:00:00+03:00', false],
  ['date-time', '2026-11-05T09:00:00Z', true],
])('%s %s: %s', (format, text, fits) => {
  expect(ajv.validate({ type: 'string', format }, text)).toBe(fits)
})
