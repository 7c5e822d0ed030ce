/** Inputs against the contract, with Ajv: its first mistake is what `details` tells (spec §8 VALIDATION_FAILED). */
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { Call } from '../../contract/call.ts'
import { pathParameters } from '../../contract/request.ts'
import { Refusal } from '../kit/refusal.ts'

const ajv = new Ajv({ allErrors: false, removeAdditional: true, strict: false })
addFormats.default(ajv, ['email', 'date', 'date-time', 'uri'])

type Input = Record<string, unknown>

/** Makes the checker of one call: what came in the path, the query and the body -> one checked input. */
export function inputReader(call: Call): (parts: { params: Input; query: Input; body: unknown }) => Input {
  // Unknown fields are taken out, not refused: an older page may still send them.
  const schema = { ...call.input, additionalProperties: false }
  const validate: ValidateFunction = ajv.compile(schema)
  const properties = (schema as { properties?: Record<string, Schema> }).properties ?? {}
  const inPath = pathParameters(call.path)

  return ({ params, query, body }) => {
    if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body))) {
      throw new Refusal('VALIDATION_FAILED', { keyword: 'type', dataPath: '', params: { type: 'object' } })
    }
    const input: Input = call.method === 'GET' ? typed(query, properties) : { ...(body as Input | null | undefined) }
    Object.assign(input, typed(Object.fromEntries(inPath.map((name) => [name, params[name]])), properties))
    if (validate(input)) return input
    const mistake = validate.errors?.[0]
    throw new Refusal('VALIDATION_FAILED', {
      keyword: mistake?.keyword ?? '',
      dataPath: mistake?.keyword === 'required' ? `/${String(mistake.params.missingProperty)}` : (mistake?.instancePath ?? ''),
      params: mistake?.params ?? {},
    })
  }
}

interface Schema {
  type?: string
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
