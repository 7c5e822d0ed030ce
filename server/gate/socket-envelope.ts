/** What a call looks like on a socket: our name for it, or method and path as the specification writes them (spec §7). */
import { Ajv } from 'ajv'
import { Type } from 'typebox'
import { address, type Call } from '../../contract/call.ts'
import { listCalls, pathParameters } from '../../contract/request.ts'

type Input = Record<string, unknown>

const AnyInput = Type.Object({}, { additionalProperties: true })
const ByName = Type.Object({ name: Type.String({ maxLength: 100 }), input: AnyInput })
/** `{ method: 'PUT', path: '/cart/item/7' }`: the path with or without `/api`, and with its parameters filled in. */
const ByPath = Type.Object({
  method: Type.String({ maxLength: 10 }),
  path: Type.String({ maxLength: 2_000 }),
  input: Type.Optional(AnyInput),
})
const ajv = new Ajv()
const isByName = ajv.compile<{ name: string; input: Input }>(ByName)
const isByPath = ajv.compile<{ method: string; path: string; input?: Input }>(ByPath)

const byName = new Map(listCalls().map(({ name, call }) => [name, call]))
/** What is written out goes before a parameter: `/cart/item/list` is no item. */
const byPath = listCalls()
  .map(({ call }) => ({ call, steps: address(call.path).split('/') }))
  .toSorted((left, right) => pathParameters(left.call.path).length - pathParameters(right.call.path).length)

export type Envelope = { call: Call; input: Input } | 'VALIDATION_FAILED' | 'NOT_FOUND'

/** The call that is meant, and what it is asked with; or why it is refused. */
export function readEnvelope(envelope: unknown): Envelope {
  if (isByName(envelope)) return readCall(byName.get(envelope.name), envelope.input)
  if (!isByPath(envelope)) return 'VALIDATION_FAILED'
  const found = findByPath(envelope.method.toUpperCase(), envelope.path)
  return readCall(found?.call, { ...envelope.input, ...found?.input })
}

function readCall(call: Call | undefined, input: Input): Envelope {
  if (!call) return 'NOT_FOUND'
  return fitsAddress(call, input) ? { call, input } : 'VALIDATION_FAILED'
}

function findByPath(method: string, path: string): { call: Call; input: Input } | null {
  const mark = path.indexOf('?')
  const steps = address((mark === -1 ? path : path.slice(0, mark)).replace(/^\/api\//, '/')).split('/')
  for (const { call, steps: declared } of byPath) {
    if (call.method !== method || declared.length !== steps.length) continue
    const params = paramsOf(declared, steps)
    if (params) return { call, input: { ...(mark === -1 ? {} : queryOf(path.slice(mark + 1))), ...params } }
  }
  return null
}

/** Null: it is another path. */
function paramsOf(declared: string[], steps: string[]): Input | null {
  const params: Input = {}
  for (const [index, step] of declared.entries()) {
    const given = steps[index] ?? ''
    if (!step.startsWith(':')) {
      if (step !== given) return null
    } else if (given === '') return null
    else params[step.slice(1)] = decoded(given)
  }
  return params
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

function queryOf(query: string): Input {
  const all = new URLSearchParams(query)
  return Object.fromEntries([...new Set(all.keys())].map((name) => [name, listOrOne(all.getAll(name))]))
}
const listOrOne = (values: string[]): unknown => (values.length === 1 ? values[0] : values)

/** An address holds words and numbers, and of those that only read lists of them. */
function fitsAddress(call: Call, input: Input): boolean {
  if (!pathParameters(call.path).every((name) => isWord(input[name]))) return false
  if (call.method !== 'GET') return true
  return Object.values(input).every((value) => (Array.isArray(value) ? value.every(isWord) : isWord(value)))
}
const isWord = (value: unknown): boolean =>
  typeof value === 'string' ? value.isWellFormed() : typeof value !== 'object' || value === null
