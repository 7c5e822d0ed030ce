import { describe, expect, expectTypeOf, it, test } from 'vitest'
import { Type } from 'typebox'
import { address, call, type InputOf, type ResultOf } from './call.ts'
import { contract } from './contract.ts'
import { DEFECT_PREFIX, defectSentence, errors } from './errors.ts'
import { listCalls, pathParameters, requestOf } from './request.ts'

const anything = { access: 'anyone', input: Type.Object({}), result: Type.Object({}) } as const

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

  test.each([
    ['../me', '..%2Fme'],
    ['a b?c#d', 'a%20b%3Fc%23d'],
    ['сын', '%D1%81%D1%8B%D0%BD'],
    ['\ud800', '%EF%BF%BD'],
  ])('keeps %j within its part of the path', (id, written) => {
    expect(requestOf(call('DELETE', '/filter/:id', anything), { id }).url).toBe(`/api/filter/${written}`)
  })
})

describe('the whole contract', () => {
  const all = listCalls()

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

describe('errors', () => {
  it('each have a status that says so, and a sentence in Russian', () => {
    for (const [code, { http, message }] of Object.entries(errors)) {
      expect([code, http >= 400 && http < 600, /^[А-ЯЁ]/.test(message)]).toEqual([code, true, true])
      expect(code.startsWith(DEFECT_PREFIX)).toBe(false)
    }
  })

  it('nobody foresaw are told with the code to read out', () => {
    expect(defectSentence('CC-1a2b', 'Ошибка сервера')).toBe(
      'Непредвиденная ошибка (ErrCode: CC-1a2b). Обратитесь в службу техподдержки. Ошибка сервера',
    )
    expect(defectSentence('CC-1a2b', '')).toBe(
      'Непредвиденная ошибка (ErrCode: CC-1a2b). Обратитесь в службу техподдержки.',
    )
  })
})
