/**
 * Inputs are closed by construction: an input is built of the fields its schema names, at every depth, and nothing else of what was
 * sent is looked at. So a field that is unknown costs nothing, and reaches no handler.
 */
import { Ajv, type AnySchemaObject } from 'ajv'
import addFormats from 'ajv-formats'
import type { WireNames } from '../../contract/wire-names.ts'

/** What was sent -> what the schema knows of it, in our names. What is of another type stays as it is, for the validation to refuse. */
export type PickKnown = (value: unknown) => unknown

/** As much of JSON Schema as the contract is written in. */
export type Schema = AnySchemaObject

export const ajv = new Ajv({ allErrors: false, strict: false })
addFormats.default(ajv, ['email', 'uri'])
// As PostgreSQL takes it: ajv's own lets `urn:uuid:` stand before it.
ajv.addFormat('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)
// Before the year 1 there is none in PostgreSQL. RFC 3339 as addFormats reads it also lets pass what no Date holds: a leap second,
// an offset without minutes.
const known = addFormats.default.get as (name: string) => { validate(text: string): boolean }
const [date, dateTime] = [known('date'), known('date-time')]
ajv.addFormat('date', (text: string) => date.validate(text) && !text.startsWith('0000'))
ajv.addFormat('date-time', (text: string) => {
  const year = new Date(text).getUTCFullYear()
  return dateTime.validate(text) && year >= 1 && year <= 9999
})

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const sent: PickKnown = (value) => value

/** @throws Error when the schema says something that is not followed here: it would let pass what it does not name */
export function knownFields(schema: Schema, names: WireNames = {}): PickKnown {
  if (schema.anyOf) return knownOfAny(schema.anyOf as Schema[], names)
  if (schema.type === 'object') return knownOfObject(schema, names)
  if (schema.type === 'array') {
    if (!isObject(schema.items)) throw new Error(`A list of anything: ${JSON.stringify(schema)}`)
    const pick = knownFields(schema.items, names)
    return (value) => (Array.isArray(value) ? value.map(pick) : value)
  }
  if (isScalar(schema)) return sent
  throw new Error(`An input must name its fields: ${JSON.stringify(schema)}`)
}

function isScalar({ type, enum: values, const: only }: Schema): boolean {
  if (type !== undefined) return ['string', 'number', 'integer', 'boolean', 'null'].includes(String(type))
  const all: unknown[] = Array.isArray(values) ? values : only === undefined ? [{}] : [only]
  return all.every((value) => typeof value !== 'object' || value === null)
}

function knownOfObject({ properties = {}, patternProperties, maxProperties }: Schema, names: WireNames): PickKnown {
  if (patternProperties) return knownOfRecord(patternProperties as Record<string, Schema>, maxProperties, names)
  const fields = Object.entries(properties as Record<string, Schema>).map(([name, inner]) => ({
    name,
    travelling: names[name] ?? name,
    pick: knownFields(inner, names),
  }))
  return (value) => {
    if (!isObject(value)) return value
    const known: Record<string, unknown> = {}
    for (const { name, travelling, pick } of fields)
      if (Object.hasOwn(value, travelling) && value[travelling] !== undefined) known[name] = pick(value[travelling])
    return known
  }
}

/** Whose keys are the sender's own: as many of them as are allowed, and one more, so that too many are refused. */
function knownOfRecord(patterns: Record<string, Schema>, maxProperties: unknown, names: WireNames): PickKnown {
  const [[pattern, values] = []] = Object.entries(patterns)
  if (pattern === undefined || !values || typeof maxProperties !== 'number')
    throw new Error('A record in an input needs maxProperties')
  const pick = knownFields(values, names)
  const isKey = new RegExp(pattern, 'u')
  return (value) => {
    if (!isObject(value)) return value
    const entries = Object.entries(value)
      .filter(([key]) => isKey.test(key))
      .slice(0, maxProperties + 1)
    return Object.fromEntries(entries.map(([key, inner]) => [key, pick(inner)]))
  }
}

/** Of several it is the first that fits without what it does not know. */
function knownOfAny(schemas: Schema[], names: WireNames): PickKnown {
  const branches = schemas.map((schema) => ({ pick: knownFields(schema, names), schema }))
  const structured = branches.filter(({ schema }) => !isScalar(schema))
  const [only] = structured
  if (!only) return sent
  if (structured.length === 1) return only.pick
  const tried = structured.map(({ pick, schema }) => ({ pick, fits: ajv.compile(schema) }))
  return (value) => {
    if (typeof value !== 'object' || value === null) return value
    for (const { pick, fits } of tried) {
      const known = pick(value)
      if (fits(known)) return known
    }
    return only.pick(value)
  }
}
