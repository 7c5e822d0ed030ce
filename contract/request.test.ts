import { describe, expect, expectTypeOf, it, test } from 'vitest'
import { Type } from 'typebox'
import { address, call, commonBody, longBody, type InputOf, type ResultOf } from './call.ts'
import { contract } from './contract.ts'
import { DEFECT_PREFIX, defectSentence, errors } from './errors.ts'
import { listCalls, pathParameters, requestOf } from './request.ts'

const anything = {
  access: 'anyone',
  teamNeed: 'none',
  underMask: 'refused',
  input: Type.Object({}),
  result: Type.Object({}),
} as const

test.each([
  ['/feed/query', '/api/feed/query'],
  ['/auth/login', '/auth/login'],
])('%s lies at %s', (path, expected) => {
  expect(address(path)).toBe(expected)
})

test.each([
  ['/filter/:id', ['id']],
  ['/filter/:id/copy/:to', ['id', 'to']],
  ['/filter/list', []],
])('the parameters of %s are %j', (path, names) => {
  expect(pathParameters(path)).toEqual(names)
})

describe('a request', () => {
  it('carries what the path names in the path, and the rest in the body', () => {
    const input = { id: 5, limit: 10, words: ['сын'] }
    expect(requestOf(call('PUT', '/filter/:id', anything), input)).toEqual({
      method: 'PUT',
      url: '/api/filter/5',
      body: { limit: 10, words: ['сын'] },
    })
    expect(input).toEqual({ id: 5, limit: 10, words: ['сын'] })
  })

  it('of reading carries the rest in the query, lists as the same name again, and what is undefined not at all', () => {
    const read = call('GET', '/user/:id/history', anything)
    expect(requestOf(read, { id: 1, page: 2, kinds: ['a', 'b&c'], limit: undefined, exact: false })).toEqual({
      method: 'GET',
      url: '/api/user/1/history?page=2&kinds=a&kinds=b%26c&exact=false',
    })
    expect(requestOf(read, { id: 1 })).toEqual({ method: 'GET', url: '/api/user/1/history' })
  })

  it('is made of whatever it is asked with', () => {
    const read = call('GET', '/history', anything)
    const odd = { a: { toString: 1 }, b: [Object.create(null), 'x'], c: '\ud800', ['\ud800']: 1, d: null }
    expect(requestOf(read, odd).url).toBe(
      '/api/history?a=%5Bobject%5D&b=%5Bobject%5D&b=x&c=%EF%BF%BD&%EF%BF%BD=1&d=null',
    )
  })

  test.each([
    ['../me', '..%2Fme'],
    ['a b?c#d', 'a%20b%3Fc%23d'],
    ['сын', '%D1%81%D1%8B%D0%BD'],
    ['\ud800', '%EF%BF%BD'],
    [{ toString: 1 }, '%5Bobject%5D'],
    [null, 'null'],
  ])('keeps %j within its part of the path', (id, written) => {
    expect(requestOf(call('DELETE', '/filter/:id', anything), { id }).url).toBe(`/api/filter/${written}`)
  })
})

const all = listCalls()

describe('the whole contract', () => {
  it('lists every call by its full name', () => {
    expect(all.map(({ name }) => name)).toEqual(
      Object.entries(contract).flatMap(([feature, calls]) =>
        Object.keys(calls).map((callName) => `${feature}.${callName}`),
      ),
    )
  })

  it('has no two calls at one address', () => {
    const addresses = all.map(({ call: { method, path } }) => `${method} ${address(path).replace(/:\w+/g, ':')}`)
    expect(addresses).toEqual([...new Set(addresses)])
  })

  it('takes and gives objects, and knows every parameter of its paths', () => {
    for (const { name, call: declared } of all) {
      const { input, result } = declared as unknown as Record<'input' | 'result', { type: string; properties: object }>
      expect([name, input.type, result.type]).toEqual([name, 'object', 'object'])
      for (const parameter of pathParameters(declared.path)) expect(input.properties).toHaveProperty(parameter)
    }
  })

  it('types the input and the result of a call', () => {
    expectTypeOf<InputOf<typeof contract.accounts.login>>().toEqualTypeOf<{
      email: string
      password: string
      captcha?: string
    }>()
    expectTypeOf<ResultOf<typeof contract.accounts.logoutAllDevices>>().toEqualTypeOf<{ ended: number }>()
  })
})

describe('the longest input of a call', () => {
  interface Schema {
    type?: string
    anyOf?: Schema[]
    enum?: unknown[]
    const?: unknown
    items?: Schema
    properties?: Record<string, Schema>
    maxItems?: number
    maxLength?: number
    maxProperties?: number
    format?: string
    pattern?: string
  }
  /** In bytes, of Russian letters. */
  function longest({
    type,
    anyOf,
    enum: values,
    const: only,
    items,
    properties,
    maxItems,
    maxLength,
    format,
    pattern,
    maxProperties,
  }: Schema): number {
    if (anyOf) return Math.max(...anyOf.map(longest))
    if (only !== undefined) return JSON.stringify(only).length
    if (values) return Math.max(...values.map((value) => JSON.stringify(value).length))
    if (type === 'string') return (maxLength === undefined ? (format || pattern ? 32 : Infinity) : maxLength * 2) + 2
    if (type === 'array') return (maxItems ?? Infinity) * (longest(items ?? {}) + 1) + 2
    if (type !== 'object') return 20
    if (maxProperties !== undefined) return maxProperties * 2_000
    return Object.entries(properties ?? {}).reduce((sum, [name, inner]) => sum + name.length + 4 + longest(inner), 2)
  }

  /** How many fields it may have, at every depth. */
  function mostFields({ type, anyOf, items, properties, maxItems, maxProperties }: Schema): number {
    if (anyOf) return Math.max(...anyOf.map(mostFields))
    if (type === 'array') {
      const each = mostFields(items ?? {})
      return each === 0 ? 0 : (maxItems ?? Infinity) * each
    }
    if (type !== 'object') return 0
    if (maxProperties !== undefined) return maxProperties
    return Object.values(properties ?? {}).reduce((sum, inner) => sum + 1 + mostFields(inner), 0)
  }

  // What a gate refuses to parse (server/gate/bounded-json.ts): more than 1000 fields, over a socket with those of the envelope.
  test.each(all.map((each) => [each.name, each.call] as const))(
    '%s has fewer fields than are parsed',
    (_, declared) => {
      expect(mostFields(declared.input as Schema)).toBeLessThanOrEqual(990)
    },
  )

  test.each(all.map((each) => [each.name, each.call] as const))('%s fits into its body', (_, declared) => {
    const most = longest(declared.input as Schema)
    const allowed = declared.maxBody ?? commonBody
    // Pasted links are many short ones or a few long texts: both at once are more than anyone pastes.
    if (declared.path === '/monitored-group/bulk') expect(allowed).toBe(longBody)
    else if (declared.method === 'GET') expect(declared.maxBody).toBeUndefined()
    else expect(most).toBeLessThanOrEqual(allowed)
    // Of notices the body is no input.
    if (most <= commonBody && !declared.hook) expect(declared.maxBody).toBeUndefined()
  })
})

describe('errors', () => {
  it('each have a status that says so, and a sentence in Russian', () => {
    // What is missing in the form of a mailing the specification says in small letters (spec §5).
    const beginning = (code: string): RegExp => (/^MAILING_[A-Z]+_REQUIRED$/.test(code) ? /^(не |[А-ЯЁ])/ : /^[А-ЯЁ]/)
    for (const [code, { http, message }] of Object.entries(errors)) {
      expect([code, http >= 400 && http < 600, beginning(code).test(message)]).toEqual([code, true, true])
      expect(code.startsWith(DEFECT_PREFIX)).toBe(false)
    }
  })

  it('no one foresaw are answered with the code to read out', () => {
    expect(defectSentence('CC-1a2b', 'Ошибка сервера')).toBe(
      'Непредвиденная ошибка (ErrCode: CC-1a2b). Обратитесь в службу техподдержки. Ошибка сервера',
    )
    expect(defectSentence('CC-1a2b', '')).toBe(
      'Непредвиденная ошибка (ErrCode: CC-1a2b). Обратитесь в службу техподдержки.',
    )
  })
})
