/** How a call travels: one input object -> path, query and body, and back. The same for the web, the socket and the routes. */
import type { Call } from './call.ts'
import { address } from './call.ts'
import { contract, type Contract } from './contract.ts'

export interface CallRequest {
  method: Call['method']
  /** Path and query. */
  url: string
  body?: Record<string, unknown>
}

export function pathParameters(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
}

/** @param input must have been made for this call: a missing path parameter is a defect */
export function requestOf(call: Call, input: Record<string, unknown>): CallRequest {
  const rest: Record<string, unknown> = { ...input }
  const path = address(call.path).replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return written(value)
  })
  if (call.method !== 'GET') return { method: call.method, url: path, body: rest }
  const query = Object.entries(rest).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((each) => each !== undefined)
      .map((each) => `${written(name)}=${written(each)}`),
  )
  return { method: 'GET', url: query.length > 0 ? `${path}?${query.join('&')}` : path }
}

/** Never throws: of what is no scalar an address has no way to tell. */
function written(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? '[object]' : String(value)
  return encodeURIComponent(text.toWellFormed())
}

/** Every call by its full name, `filters.updateFilter`. */
export function listCalls(): { name: string; feature: keyof Contract; callName: string; call: Call }[] {
  return (Object.entries(contract) as [keyof Contract, Record<string, Call>][]).flatMap(([feature, calls]) =>
    Object.entries(calls).map(([callName, call]) => ({ name: `${feature}.${callName}`, feature, callName, call })),
  )
}
