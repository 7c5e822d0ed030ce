/** Inputs against the contract, with Ajv: its first mistake is what `details` tells (spec §8 VALIDATION_FAILED). */
import type { ValidateFunction } from 'ajv'
import type { Call, ErrorDetails } from '../../contract/call.ts'
import { pathParameters } from '../../contract/request.ts'
import type { WireNames } from '../../contract/wire-names.ts'
import { AppError } from '../kit/app-error.ts'
import { ajv, knownFields, type Schema } from './known-fields.ts'

type Input = Record<string, unknown>

/** Compiled once for a process, however many servers it opens. */
const validators = new WeakMap<Call, ValidateFunction>()

/** Makes the checker of one call: what came in the path, the query and the body (a form's is texts) -> one checked input, in our names. */
export function inputReader(
  call: Call,
  names?: WireNames,
): (parts: { params: Input; query: Input; body: unknown; isForm?: boolean }) => Input {
  const validate = validators.get(call) ?? ajv.compile(call.input)
  validators.set(call, validate)
  const properties = (call.input as Schema).properties as Record<string, Schema>
  // Unknown fields are left out, not refused: an older page may still send them.
  const pick = knownFields(call.input, names) as (input: Input) => Input
  const inPath = pathParameters(call.path)

  return ({ params, query, body, isForm = false }) => {
    if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body))) {
      throw new AppError('VALIDATION_FAILED', { keyword: 'type', dataPath: '', params: { type: 'object' } })
    }
    const sent = pick(call.method === 'GET' ? query : ((body ?? {}) as Input))
    const input = call.method === 'GET' || isForm ? typed(sent, properties) : sent
    Object.assign(input, typed(Object.fromEntries(inPath.map((name) => [name, params[name]])), properties))
    if (!validate(input)) {
      const mistake = validate.errors?.[0]
      const missing = mistake?.keyword === 'required' ? `/${String(mistake.params.missingProperty)}` : ''
      throw new AppError('VALIDATION_FAILED', {
        keyword: mistake?.keyword ?? '',
        dataPath: travellingPath((mistake?.instancePath ?? '') + missing, names),
        params: mistake?.params ?? {},
      })
    }
    const unstorable = findUnstorable(input)
    if (unstorable) throw new AppError('VALIDATION_FAILED', unstorable)
    return input
  }
}

/** The place of a mistake in the names the sender used. */
function travellingPath(path: string, names: WireNames = {}): string {
  return path
    .split('/')
    .map((step) => (Object.hasOwn(names, step) ? names[step] : step))
    .join('/')
}

const unsafe = { keyword: 'maximum', params: { comparison: '<=', limit: Number.MAX_SAFE_INTEGER } }
const unwritable = { keyword: 'format', params: { format: 'text' } }

/**
 * JSON can say what PostgreSQL cannot hold: integers above any id, NUL and halves of surrogate pairs in text. A loop and
 * not a recursion: how deep an input goes, its sender decides.
 */
function findUnstorable(input: Input): ErrorDetails | null {
  const open: [path: string, value: unknown][] = [['', input]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [dataPath, value] = next
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed()) return { ...unwritable, dataPath }
    } else if (typeof value === 'number') {
      if (Number.isInteger(value) && !Number.isSafeInteger(value)) return { ...unsafe, dataPath }
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) open.push([dataPath, name], [`${dataPath}/${name}`, inner])
    }
  }
  return null
}

/** In an address everything is text; the schema says what it stands for. What does not fit stays text and is refused. */
function typed(texts: Input, properties: Record<string, Schema>): Input {
  const result: Input = {}
  for (const [name, value] of Object.entries(texts)) {
    const type = properties[name]?.type
    if (type === 'array') result[name] = Array.isArray(value) ? value : [value]
    else if (typeof value !== 'string') result[name] = value
    else if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(value)) result[name] = Number(value)
    else if (type === 'boolean' && (value === 'true' || value === 'false')) result[name] = value === 'true'
    else result[name] = value
  }
  return result
}
