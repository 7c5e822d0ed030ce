import { connect } from 'node:net'
import fastify, { type InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import type { Config } from '../config/config.ts'
import type { TestUser } from '../testing/test-user.ts'
import { openTestWorld, type TestWorld } from '../testing/test-world.ts'
import { answerError } from './answer-error.ts'
import { failureDocument } from './failure-document.ts'
import { openReadLog } from './log.samples.ts'
import { readWebFiles } from './web-files.ts'

let world: TestWorld
let anna: TestUser
const { log, lines: logged } = openReadLog('info')

beforeAll(async () => {
  world = await openTestWorld({ log })
  anna = await world.customer('anna')
})
afterAll(() => world.close())
beforeEach(() => {
  logged.length = 0
})

const connectionsOf = ({ web }: TestWorld) =>
  new Promise<number>((resolve, reject) =>
    web.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
const inject = (options: InjectOptions) => world.web.app.inject(options)
const cookie = () => `echolot=${anna.token}`
const refusal = (code: string, message: string) => ({ status: 'error', type: 'refusal', code, message })

describe('a page that could not be answered', () => {
  const document = (code: string | null) => {
    const body = failureDocument(code)
    expect(body).not.toMatch(/<script|undefined|null/)
    for (const way of ['href="/"', 'href="/faq"', 'href="/contacts"', 'action="/podbor-kategorii"'])
      expect(body).toContain(way)
    return body
  }

  it('says so in a document that stands alone, with the code, or that the service is away', () => {
    expect(document('CC-0123abcd')).toContain('<b>CC-0123abcd</b>')
    expect(document(null)).toContain('Сервис сейчас недоступен')
  })

  it('is sent to a browser that came for a page, and to no one else', async () => {
    const failing = fastify()
    const answering = { log: world.log, logDefect: () => {} }
    failing.setErrorHandler((error, request, reply) => answerError(answering, error, request, reply))
    failing.get('/*', () => Promise.reject(new Error('broken')))
    const ask = async (url: string, accept: string) => {
      const { statusCode, headers, body } = await failing.inject({ url, headers: { accept } })
      expect(statusCode).toBe(500)
      return { type: headers['content-type'], body }
    }
    const page = await ask('/faq', 'text/html,*/*')
    expect(page.type).toBe('text/html; charset=utf-8')
    expect(page.body).toMatch(/<b>CC-[\da-f]{8}<\/b>/)
    for (const [url, accept] of [
      ['/api/faq', 'text/html'],
      ['/faq', 'application/json'],
    ] as const)
      expect((await ask(url, accept)).type).toMatch(/json/)
    await failing.close()
  })
})

describe('where a request comes from', () => {
  const update = (headers: Record<string, string>) =>
    inject({
      method: 'PUT',
      url: `/api/filter/${anna.filterId}`,
      headers: { host: 'echolot.example', cookie: cookie(), ...headers },
      payload: {},
    })

  test.each<[string, Record<string, string>]>([
    ['our own page', { origin: 'http://echolot.example' }],
    ['our own page behind TLS', { origin: 'https://echolot.example' }],
    ['a program', {}],
    ['our own page, named by the browser', { 'sec-fetch-site': 'same-origin' }],
  ])('a change from %s passes', async (_, headers) => {
    expect((await update(headers)).statusCode).toBe(200)
  })

  test.each<[string, Record<string, string>]>([
    ['another page', { origin: 'http://evil.example' }],
    ['another port', { origin: 'http://echolot.example:8080' }],
    ['a page that begins like ours', { origin: 'http://echolot.example.evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['another page, named by the browser', { 'sec-fetch-site': 'cross-site' }],
  ])('a change from %s is refused', async (_, headers) => {
    const response = await update(headers)
    expect(response.statusCode).toBe(403)
    expect(response.json()).toEqual(refusal('ORIGIN_NOT_ALLOWED', 'Запрос пришёл с чужой страницы'))
  })

  it('does not matter to whoever only reads', async () => {
    const response = await inject({
      method: 'GET',
      url: '/api/filter/list',
      headers: { origin: 'http://evil.example', cookie: cookie() },
    })
    expect(response.statusCode).toBe(200)
    expect(response.headers['access-control-allow-origin']).toBeUndefined()
  })

  it('is the last address the proxy wrote, not what its sender says', async () => {
    const own = await openTestWorld({ config: { trustProxy: true } })
    try {
      const oleg = await own.customer('oleg')
      await own.web.app.inject({
        method: 'POST',
        url: '/auth/login',
        payload: { email: oleg.email, password: 'x' },
        remoteAddress: '127.0.0.1',
        headers: { 'x-forwarded-for': '127.0.0.1, 203.0.113.7' },
      })
      const { rows } = await own.database.pool.query<{ key: string }>(
        `select key from call_counts where key like '%203.0.113.7'`,
      )
      expect(rows).toHaveLength(1)
      const metrics = await own.web.app.inject({
        url: '/metrics',
        remoteAddress: '10.1.1.1',
        headers: { 'x-forwarded-for': '127.0.0.1, 203.0.113.7' },
      })
      expect(metrics.statusCode).toBe(404)
    } finally {
      await own.close()
    }
  })
})

describe('what is not understood', () => {
  test.each([
    ['GET', '/api/nothing'],
    ['GET', '/auth/nothing'],
    ['POST', '/api/nothing?x=1'],
    ['POST', '/api/filter/list'],
    ['DELETE', '/auth/login'],
    ['GET', '/nothing.png'],
  ] as const)('%s %s is not found', async (method, url) => {
    const response = await inject({ method, url })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual(refusal('NOT_FOUND', 'Неправильный запрос'))
  })

  test.each<[string, Record<string, string>, string]>([
    ['broken JSON', { 'content-type': 'application/json' }, '{"email":'],
    [
      'JSON with a prototype',
      { 'content-type': 'application/json' },
      '{"__proto__":{"email":"a@b.ru"},"password":"12345678"}',
    ],
    ['an empty body called JSON', { 'content-type': 'application/json' }, ''],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'email=a@b.ru'],
    ['plain text', { 'content-type': 'text/plain' }, 'email'],
    ['a list', { 'content-type': 'application/json' }, '[]'],
    ['a number', { 'content-type': 'application/json' }, '5'],
    ['nothing at all', {}, ''],
    [
      'brackets all the way down',
      { 'content-type': 'application/json' },
      `{"email":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
    ],
  ])('%s is refused as invalid', async (_, headers, payload) => {
    const response = await inject({ method: 'POST', url: '/auth/login', headers, payload })
    expect(response.json()).toMatchObject(refusal('VALIDATION_FAILED', 'Неверно заполнены поля'))
    expect(response.statusCode).toBe(422)
    expect(logged).toEqual([])
  })

  it('an address that is none is refused', async () => {
    for (const url of ['/api/filter/%zz', `/api/filter/${'1'.repeat(300)}`]) {
      const response = await inject({ method: 'PUT', url, headers: { cookie: cookie() }, payload: {} })
      expect(response.statusCode).toBeGreaterThanOrEqual(400)
      expect(response.statusCode).toBeLessThan(500)
      expect(response.json()).toMatchObject({ status: 'error', type: 'refusal' })
    }
  })

  it.each([
    '//x',
    '/..',
    '/./',
    '/a%00b',
    '/assets//x',
    '/api//user/me',
    '/%2e%2e/%2e%2e/etc/passwd',
    `/${'x'.repeat(9_000)}`,
    '/\\x',
  ])('%s is no file', async (url) => {
    const response = await inject({ url })
    expect(response.statusCode === 200 || response.statusCode === 404).toBe(true)
    expect(logged).toEqual([])
  })

  it('an id that only looks like one is refused', async () => {
    const registration = 'urn:uuid:00000000-0000-0000-0000-000000000000'
    const response = await inject({ method: 'POST', url: '/auth/register/resend', payload: { registration } })
    expect(response.json()).toMatchObject({ code: 'VALIDATION_FAILED', details: { dataPath: '/registration' } })
  })

  it('a client that goes away within its body is no defect', async () => {
    const { hostname, port } = new URL(world.web.address)
    const client = connect(Number(port), hostname)
    client.write(
      'POST /auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
    )
    await expect.poll(() => connectionsOf(world)).toBeGreaterThan(0)
    client.destroy()
    await expect.poll(() => connectionsOf(world)).toBe(0)
    expect(logged).toEqual([])
  })

  it('too large a body is refused by its size', async () => {
    const response = await inject({
      method: 'POST',
      url: '/auth/login',
      payload: { email: 'a@b.ru', password: 'x'.repeat(1_100_000) },
    })
    expect(response.statusCode).toBe(413)
    expect(response.json()).toEqual(refusal('PAYLOAD_TOO_LARGE', 'Запрос слишком большой'))
  })

  it('the first mistake is answered with where it is and what was asked', async () => {
    const response = await inject({
      method: 'POST',
      url: '/auth/register',
      payload: { email: 'a@b.ru', password: 'short' },
    })
    expect(response.json()).toMatchObject({
      details: { keyword: 'minLength', dataPath: '/password', params: { limit: 8 } },
    })
  })

  it('a mistake inside a list is answered with its place', async () => {
    const browser = await anna.connects()
    const answer = await browser.answers('feed', 'setFeedListener', {
      filters: [{ filterId: anna.filterId, since: 0 }, { filterId: 1 }],
    } as never)
    expect(answer).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { keyword: 'required', dataPath: '/filters/1/since' },
    })
  })
})

describe('a defect', () => {
  it('is answered with a code to read out, and logged with it; what broke is shown to no one', async () => {
    await sql`alter table categories rename to categories_away`.execute(world.db)
    try {
      const response = await inject({
        method: 'GET',
        url: '/api/category/list?secret=1',
        headers: { cookie: cookie() },
      })
      expect(response.statusCode).toBe(500)
      const answer = response.json<{ code: string }>()
      expect(answer).toEqual({
        status: 'error',
        type: 'defect',
        code: expect.stringMatching(/^CC-[0-9a-f]{8}$/),
        message: 'Ошибка сервера',
      })
      expect(response.body).not.toContain('categories')
      expect(logged).toMatchObject([
        {
          msg: 'defect',
          code: answer.code,
          method: 'GET',
          route: '/api/category/list',
          err: { message: expect.stringContaining('"categories" does not exist') },
        },
      ])
      expect(JSON.stringify(logged)).not.toContain(anna.token)
      expect(JSON.stringify(logged)).not.toContain('secret=1')

      const browser = await anna.connects()
      expect(await browser.answers('categories', 'listCategories', {})).toMatchObject({
        type: 'defect',
        code: expect.stringMatching(/^CC-[0-9a-f]{8}$/),
      })
    } finally {
      await sql`alter table categories_away rename to categories`.execute(world.db)
    }
  })
})

/** A policy but for the two scripts that stand in our documents, when they are built: of all, and of public pages. */
function withoutOwnScript(policy: unknown): string {
  const scripts = readWebFiles()?.scripts ?? []
  expect(scripts.length).toBeLessThanOrEqual(2)
  return scripts.reduce((rest, script) => rest.replace(` ${script}`, ''), String(policy))
}

it('every answer carries the headers that keep a page to itself', async () => {
  for (const url of ['/api/category/list', '/api/nothing', '/healthz']) {
    const { headers } = await inject({ url })
    expect(headers['content-security-policy']).toContain("default-src 'self'")
    expect(withoutOwnScript(headers['content-security-policy'])).toContain("script-src 'self';")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    expect(headers['content-security-policy']).toContain("connect-src 'self';")
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers['strict-transport-security']).toBeUndefined()
  }
})

describe('what is kept of answers', () => {
  it.each([
    ['/api/category/list', 'no-store'],
    ['/api/user/me', 'no-store'],
    ['/api/nothing', 'no-store'],
    ['/auth/nothing', 'no-store'],
    ['/healthz', undefined],
  ])('%s: %s', async (url, kept) => {
    expect((await inject({ url, headers: { cookie: cookie() } })).headers['cache-control']).toBe(kept)
  })

  it('goes with the session, and nothing else of the browser does', async () => {
    const leaving = await anna.signIn()
    const { headers, cookies } = await inject({
      method: 'POST',
      url: '/auth/logout',
      headers: { cookie: `echolot=${leaving}; ref_id=7; cart=x` },
      payload: {},
    })
    expect(headers['clear-site-data']).toBe('"cache"')
    expect(cookies.map(({ name, value }) => [name, value])).toEqual([['echolot', '']])
    expect((await inject({ url: '/api/user/me' })).headers['clear-site-data']).toBeUndefined()
  })
})

describe('what watchers read', () => {
  it('/healthz says whether the database answers', async () => {
    const response = await inject({ url: '/healthz' })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ status: 'ok' })
  })

  it('/metrics counts calls by name and outcome, for this machine alone', async () => {
    await anna.isRefused('filters', 'updateFilter', { id: 999_999 })
    const here = await inject({ url: '/metrics' })
    expect(here.headers['content-type']).toContain('text/plain')
    expect(here.body).toMatch(
      /echolot_call_seconds_count\{call="filters\.updateFilter",status="FILTER_NOT_FOUND"\} \d+/,
    )
    expect((await inject({ url: '/metrics', remoteAddress: '203.0.113.7' })).statusCode).toBe(404)
  })
})

describe('where it is configured', () => {
  const captcha = 'https://smartcaptcha.yandexcloud.net'
  let own: TestWorld
  beforeAll(async () => {
    own = await openTestWorld({
      config: {
        publicOrigin: 'https://echolot.example',
        yandexCaptcha: { url: captcha, sitekey: 'ysc1_x', secret: 'ysc2_x' },
        metricsToken: 'secret',
      },
    })
  })
  afterAll(() => own.close())

  test.each([
    ['https://echolot.example', 200],
    ['http://127.0.0.1:3000', 403],
  ])('a change must come from PUBLIC_URL, whatever the request calls the host: %s', async (origin, status) => {
    const headers = { origin, host: '127.0.0.1:3000' }
    const response = await own.web.app.inject({ method: 'POST', url: '/auth/logout', headers, payload: {} })
    expect(response.statusCode).toBe(status)
  })

  test.each<[Record<string, string>, number]>([
    [{}, 404],
    [{ authorization: 'Bearer wrong' }, 404],
    [{ authorization: 'Bearer secret' }, 200],
  ])('/metrics asks for its token: %j', async (headers, status) => {
    expect((await own.web.app.inject({ url: '/metrics', headers })).statusCode).toBe(status)
  })

  it('the captcha of Yandex may run, and nothing else of anybody’s', async () => {
    const policy = (await own.web.app.inject({ url: '/api/category/list' })).headers['content-security-policy']
    expect(withoutOwnScript(policy)).toContain(`script-src 'self' ${captcha};`)
    expect(policy).toContain(`frame-src 'self' ${captcha};`)
    expect(policy).toContain(`connect-src 'self' wss://echolot.example ${captcha};`)
    expect(policy).not.toContain('unsafe-eval')
  })
})

it('the widget of VK may run where a community writes notices, and nowhere else', async () => {
  const policyOf = async (vkNotices: Config['vkNotices']) => {
    const own = await openTestWorld({ config: { vkNotices } })
    const { headers } = await own.web.app.inject({ url: '/api/category/list' })
    await own.close()
    return String(headers['content-security-policy'])
  }
  const group = {
    groupId: 1,
    token: 'x',
    url: 'https://api.vk.ru',
    updates: 'poll',
    secret: '',
    confirmation: '',
  } as const
  const policy = withoutOwnScript(await policyOf(group))
  expect(policy).toContain("script-src 'self' https://vk.com/js/api/ https://vk.ru/js/api/;")
  expect(policy).toContain("frame-src 'self' https://vk.com https://vk.ru;")
  expect(await policyOf(null)).not.toContain('vk.')
})

it('in production nothing of Yandex may run unasked, and browsers keep to TLS', async () => {
  const production = await openTestWorld({ config: { production: true } })
  const { headers } = await production.web.app.inject({ url: '/api/category/list' })
  await production.close()
  expect(headers['content-security-policy']).not.toContain('yandex')
  expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/)
})
