/** Inputs made after a schema, for tests that try every call. */
import fc from 'fast-check'
import type { Schema } from './known-fields.ts'

/** Long lists and texts find nothing that short ones do not, and take long. */
const MOST = 6

/** Whatever fits the schema. */
export function madeAfter(schema: Schema): fc.Arbitrary<unknown> {
  const {
    anyOf,
    enum: values,
    const: only,
    type,
  } = schema as {
    anyOf?: Schema[]
    enum?: unknown[]
    const?: unknown
    type?: string
  }
  if (anyOf) return fc.oneof(...anyOf.map(madeAfter))
  if (values) return fc.constantFrom(...values)
  if (only !== undefined) return fc.constant(only)
  switch (type) {
    case 'object':
      return madeObject(schema)
    case 'array': {
      const least = Number(schema.minItems ?? 0)
      const most = Math.max(least, Math.min(Number(schema.maxItems ?? MOST), MOST))
      const each = madeAfter(schema.items as Schema)
      const lengths = { minLength: least, maxLength: most }
      return schema.uniqueItems ? fc.uniqueArray(each, lengths) : fc.array(each, lengths)
    }
    case 'string':
      return madeText(schema)
    case 'integer':
      return madeInteger(schema)
    case 'number':
      return fc.double({ min: Number(schema.minimum ?? -1e6), max: Number(schema.maximum ?? 1e6), noNaN: true })
    case 'boolean':
      return fc.boolean()
    default:
      return fc.constant(null)
  }
}

function madeObject({ properties = {}, required = [], patternProperties }: Schema): fc.Arbitrary<unknown> {
  if (patternProperties) {
    const [values = {}] = Object.values(patternProperties as Record<string, Schema>)
    return fc.dictionary(fc.string({ minLength: 1, maxLength: MOST }), madeAfter(values), { maxKeys: 3 })
  }
  const fields = Object.entries(properties as Record<string, Schema>).map(([name, inner]) => [name, madeAfter(inner)])
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: required as string[],
    noNullPrototype: true,
  })
}

function madeText({ format, pattern, minLength = 0, maxLength = 30 }: Schema): fc.Arbitrary<string> {
  if (format === 'email') return fc.nat(99).map((number) => `somebody-${number}@example.ru`)
  if (format === 'uuid') return fc.uuid()
  if (format === 'uri') return fc.webUrl()
  if (format === 'date' || format === 'date-time') {
    const moments = fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true })
    return moments.map((at) => (format === 'date' ? at.toISOString().slice(0, 10) : at.toISOString()))
  }
  if (typeof pattern === 'string')
    return fc.stringMatching(new RegExp(pattern, 'u')).map((text) => text.slice(0, Number(maxLength)))
  const most = Math.max(Number(minLength), Math.min(Number(maxLength), 30))
  return fc.oneof(
    fc.string({ minLength: Number(minLength), maxLength: most }),
    fc.string({ unit: 'binary', minLength: Number(minLength), maxLength: most }),
    fc.constantFrom(
      ...[...words, '7'.repeat(Number(minLength))].filter(
        ({ length }) => length >= Number(minLength) && length <= most,
      ),
    ),
  )
}

const words = ['фотограф', '"ищу (фотографа', "о'нил", '!слово', 'п*', '   ', '%_', '../me']

/** Most ids are small: they are of something that is there. */
function madeInteger({ minimum, maximum }: Schema): fc.Arbitrary<number> {
  const [least, most] = [Number(minimum ?? -5), Number(maximum ?? Number.MAX_SAFE_INTEGER)]
  return fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: least, max: Math.min(most, Math.max(least, 0) + 50) }) },
    { weight: 1, arbitrary: fc.integer({ min: least, max: most }) },
  )
}
