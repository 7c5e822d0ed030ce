import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { codeOf, openTown, paid, PASSWORD, type Town } from '../../people/town.ts'
import { DAY } from '../../kit/clock.ts'

let town: Town
beforeAll(async () => {
  town = await openTown()
})
afterAll(() => town.close())

let addresses = 0
/** The pace of signing in is counted by address: every test comes from one of its own. */
const fromElsewhere = (): { ip: string } => ({ ip: `192.168.7.${(addresses += 1)}` })

describe('accounts.register', () => {
  it('opens an account, signs in, and lays out the default filter', async () => {
    const answer = await town.ask(
      'accounts', 'register', { email: 'Ivan@Example.ru', password: PASSWORD, username: ' Иван ', timeZone: 'Asia/Omsk' }, fromElsewhere(),
    )
    const user = { id: expect.any(Number), email: 'Ivan@Example.ru', username: 'Иван', email_approve: false, role: [], timeZone: 'Asia/Omsk' }
    expect(answer).toMatchObject({ status: 'ok', result: { user } })
    const { token = null } = answer
    expect(await town.ask('accounts', 'getMe', {}, { token })).toMatchObject({ result: { user } })
    expect(await town.ask('filters', 'listFilters', {}, { token })).toMatchObject({
      result: { filters: [{ name: 'Дефолтная', isDefault: true, scope: 'local', messageType: 'all', limit: 20 }] },
    })
    const { rows } = await town.database.pool.query(`select name from facts where payload @> $1 order by id`, [
      { userId: answer.status === 'ok' ? answer.result.user.id : 0 },
    ])
    expect(rows.map((row: { name: string }) => row.name)).toEqual(['account.registered', 'account.signed-in'])
  })

  it('takes the name from the e-mail and Moscow time when nothing sensible is said', async () => {
    const input = { email: 'nameless@example.ru', password: PASSWORD, username: '  ', timeZone: 'Mars/Olympus' }
    expect(await town.ask('accounts', 'register', input, fromElsewhere())).toMatchObject({
      result: { user: { username: 'nameless', timeZone: 'Europe/Moscow' } },
    })
  })

  it('refuses an e-mail that is taken, in any case, and of two at once lets one in', async () => {
    const from = fromElsewhere()
    const register = (email: string) => town.ask('accounts', 'register', { email, password: PASSWORD }, from)
    const codes = (await Promise.all([register('twice@example.ru'), register('TWICE@example.ru')])).map(codeOf)
    expect(codes.sort()).toEqual(['EMAIL_TAKEN', 'ok'])
    const late = await register('Twice@Example.RU')
    expect(codeOf(late)).toBe('EMAIL_TAKEN')
    expect(late.token).toBeUndefined()
  })

  it('ends the session the browser had before', async () => {
    const anna = await town.customer('anna-before')
    const { token = null } = await town.ask('accounts', 'register', { email: 'anna-after@example.ru', password: PASSWORD }, anna)
    expect(token).not.toBe(anna.token)
    expect(await anna.asks('accounts', 'getMe', {})).toEqual({ user: null })
  })

  test.each([
    ['no e-mail', { password: PASSWORD }, { keyword: 'required', dataPath: '/email', params: { missingProperty: 'email' } }],
    ['no e-mail address', { email: 'nobody', password: PASSWORD }, { keyword: 'format', dataPath: '/email', params: { format: 'email' } }],
    ['a short password', { email: 'a@example.ru', password: '1234567' }, { keyword: 'minLength', dataPath: '/password', params: { limit: 8 } }],
    ['a number for a password', { email: 'a@example.ru', password: 12345678 }, { keyword: 'type', dataPath: '/password', params: { type: 'string' } }],
    ['a very long name', { email: 'a@example.ru', password: PASSWORD, username: 'я'.repeat(81) }, { keyword: 'maxLength', dataPath: '/username', params: { limit: 80 } }],
    ['a name no database holds', { email: 'a@example.ru', password: PASSWORD, username: 'а\u0000б' }, { keyword: 'format', dataPath: '/username', params: { format: 'text' } }],
    ['half a letter', { email: 'a@example.ru', password: PASSWORD, username: 'а\ud83d' }, { keyword: 'format', dataPath: '/username', params: { format: 'text' } }],
  ])('refuses %s', async (_, input, details) => {
    expect(await town.ask('accounts', 'register', input as never, fromElsewhere())).toMatchObject({
      status: 'error', type: 'refusal', code: 'VALIDATION_FAILED', message: 'Неверно заполнены поля', details,
    })
  })
})

describe('accounts.login', () => {
  it('signs in with the e-mail in any case and with blanks around it', async () => {
    const oleg = await town.customer('oleg')
    const answer = await town.ask('accounts', 'login', { email: ' OLEG@Example.RU ', password: PASSWORD }, oleg)
    expect(answer).toMatchObject({ status: 'ok', result: { user: { id: oleg.userId, email: 'oleg@example.ru' } } })
  })

  it('answers a wrong password and an unknown e-mail alike', async () => {
    const { ip } = await town.customer('vera')
    const wrong = await town.ask('accounts', 'login', { email: 'vera@example.ru', password: 'не тот пароль' }, { ip })
    const unknown = await town.ask('accounts', 'login', { email: 'nobody@example.ru', password: PASSWORD }, { ip })
    expect(wrong).toEqual(unknown)
    expect(wrong).toMatchObject({ code: 'WRONG_CREDENTIALS', message: 'Неверный email или пароль' })
  })

  it('hands a cookie no script can read and no other site sends, and keeps no token in clear', async () => {
    const { ip } = await town.customer('maria')
    const response = await town.web.app.inject({
      method: 'POST', url: '/auth/login', remoteAddress: ip, payload: { email: 'maria@example.ru', password: PASSWORD },
      headers: { 'user-agent': 'Телескоп/1.0' },
    })
    const [cookie] = response.cookies
    expect(cookie).toMatchObject({ name: 'echolot', path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 60 * 24 * 3600 })
    expect(cookie?.secure).toBeUndefined()
    const token = cookie?.value ?? ''
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)

    const hash = createHash('sha256').update(token).digest()
    const { rows } = await town.database.pool.query('select * from sessions where token_hash = $1', [hash])
    expect(rows).toMatchObject([{ ip, ended_at: null }])
    const { rows: everything } = await town.database.pool.query<{ all: string }>(
      `select string_agg(row::text, ' ') as all from (select s::text as row from sessions s union all select f::text from facts f
        union all select u::text from users u) as rows`,
    )
    expect(everything[0]?.all).not.toContain(token)
    expect(everything[0]?.all).not.toContain(PASSWORD)
  })

  it('puts the cookie under lock in production', async () => {
    const production = await openTown({ config: { production: true } })
    try {
      const { ip } = await production.customer('maria')
      const response = await production.web.app.inject({
        method: 'POST', url: '/auth/login', remoteAddress: ip, payload: { email: 'maria@example.ru', password: PASSWORD },
      })
      expect(response.cookies).toMatchObject([{ name: '__Host-echolot', path: '/', httpOnly: true, sameSite: 'Lax', secure: true }])
      expect(response.headers['strict-transport-security']).toContain('max-age=31536000')
    } finally {
      await production.close()
    }
  })

  it('is refused when it is tried too often from one address, and lets in again later', async () => {
    const { ip } = await town.customer('patient')
    const attempt = (from: string) => town.ask('accounts', 'login', { email: 'nobody@example.ru', password: 'x' }, { ip: from })
    // One of the thirty was the customer's own signing in.
    const codes = await Promise.all(Array.from({ length: 29 }, async () => codeOf(await attempt(ip))))
    expect(new Set(codes)).toEqual(new Set(['WRONG_CREDENTIALS']))
    expect(await attempt(ip)).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', details: { retryAfter: 300 } })
    const response = await town.web.app.inject({ method: 'POST', url: '/auth/login', remoteAddress: ip, payload: { email: 'a@b.ru', password: 'x' } })
    expect(response.statusCode).toBe(429)
    expect(response.headers['retry-after']).toBe('300')
    expect(codeOf(await attempt('192.168.200.1'))).toBe('WRONG_CREDENTIALS')
    town.clock.advance(300_000)
    expect(codeOf(await attempt(ip))).toBe('WRONG_CREDENTIALS')
  })

  test.each([
    [{ email: 'a@example.ru' }, '/password'],
    [{ password: 'x' }, '/email'],
    [{ email: 'a@example.ru', password: 'x'.repeat(201) }, '/password'],
    [{ email: 'a\u0000@example.ru', password: 'x' }, '/email'],
  ])('refuses %j', async (input, dataPath) => {
    expect(await town.ask('accounts', 'login', input as never, fromElsewhere())).toMatchObject({ code: 'VALIDATION_FAILED', details: { dataPath } })
  })
})

describe('accounts.getMe', () => {
  it('is nobody for a guest and for whoever holds a wrong token', async () => {
    expect(await town.ask('accounts', 'getMe', {})).toEqual({ status: 'ok', result: { user: null } })
    expect(await town.ask('accounts', 'getMe', {}, { token: 'A'.repeat(43) })).toEqual({ status: 'ok', result: { user: null } })
  })

  it('tells roles by their codes', async () => {
    const sonya = await town.somebody('sonya', ['support', 'partner'])
    const { user } = await sonya.asks('accounts', 'getMe', {})
    expect(user?.role.toSorted()).toEqual([5, 6])
  })

  it('knows a session as long as it is used, and forgets one that is left alone', async () => {
    const own = await openTown()
    try {
      const anna = await own.customer('anna')
      own.clock.advance(59 * DAY)
      expect(await anna.asks('accounts', 'getMe', {})).toMatchObject({ user: { id: anna.userId } })
      own.clock.advance(59 * DAY)
      expect(await anna.asks('accounts', 'getMe', {})).toMatchObject({ user: { id: anna.userId } })
      own.clock.advance(60 * DAY)
      expect(await anna.asks('accounts', 'getMe', {})).toEqual({ user: null })
      expect(await anna.isRefused('filters', 'listFilters', {})).toBe('UNAUTHORIZED')
    } finally {
      await own.close()
    }
  })
})

describe('accounts.logout', () => {
  it('ends this session, takes the cookie away, and closes its socket with a word', async () => {
    const anna = await town.customer('anna')
    const elsewhere = await anna.signIn()
    const here = await anna.connects()
    const there = await town.connect(elsewhere)
    const closed = new Promise<string>((resolve) => here.socket.once('disconnect', resolve))

    const answer = await town.ask('accounts', 'logout', {}, anna)
    expect(answer).toEqual({ status: 'ok', result: {}, token: '' })
    expect(await closed).toBe('io server disconnect')
    expect(here.heard['session.ended']).toEqual([{}])
    expect(await anna.isRefused('filters', 'listFilters', {})).toBe('UNAUTHORIZED')

    expect(await there.asks('accounts', 'getMe', {})).toMatchObject({ user: { id: anna.userId } })
    expect(there.heard['session.ended']).toEqual([])
  })

  it('is nothing to a guest', async () => {
    expect(await town.ask('accounts', 'logout', {})).toMatchObject({ status: 'ok', result: {} })
  })
})

describe('accounts.logoutAllDevices', () => {
  it('ends every session of the person, and of nobody else', async () => {
    const dasha = await town.customer('dasha')
    const other = await town.customer('other')
    const browser = await town.connect(await dasha.signIn())
    const stranger = await other.connects()
    const closed = new Promise((resolve) => browser.socket.once('disconnect', resolve))

    const answer = await town.ask('accounts', 'logoutAllDevices', {}, dasha)
    expect(answer).toEqual({ status: 'ok', result: { ended: 2 }, token: '' })
    await closed
    expect(browser.heard['session.ended']).toEqual([{}])
    expect(await dasha.asks('accounts', 'getMe', {})).toEqual({ user: null })
    expect(await stranger.asks('accounts', 'getMe', {})).toMatchObject({ user: { id: other.userId } })
  })

  it('is refused to a guest', async () => {
    expect(codeOf(await town.ask('accounts', 'logoutAllDevices', {}))).toBe('UNAUTHORIZED')
  })
})

it('closes the sockets of sessions that ended while the bus was away', async () => {
  const own = await openTown()
  try {
    const anna = await own.customer('anna', paid('photographers'))
    const browser = await anna.connects()
    const closed = new Promise((resolve) => browser.socket.once('disconnect', resolve))
    await own.missNotices(() => anna.asks('accounts', 'logoutAllDevices', {}))
    await closed
    expect(browser.heard['session.ended']).toEqual([{}])
  } finally {
    await own.close()
  }
})

describe('accounts.listAuthHistory', () => {
  it('lists the own sessions, newest first, and says which is this one', async () => {
    const katya = await town.customer('katya')
    await town.customer('stranger')
    town.clock.advance(60_000)
    await town.web.app.inject({
      method: 'POST', url: '/auth/login', remoteAddress: '10.9.9.9', payload: { email: katya.email, password: PASSWORD },
      headers: { 'user-agent': 'Телескоп'.repeat(100) },
    })
    const all = await katya.asks('accounts', 'listAuthHistory', {})
    expect(all).toMatchObject({ total: 2, page: 1, pages: 1, limit: 20 })
    expect(all.docs).toMatchObject([
      { ip: '10.9.9.9', current: false, createdAt: town.clock.now().toISOString() },
      { ip: katya.ip, current: true },
    ])
    expect(all.docs[0]?.userAgent.length).toBeLessThanOrEqual(400)
    const second = await katya.asks('accounts', 'listAuthHistory', { page: 2, limit: 1 })
    expect(second).toMatchObject({ docs: [{ current: true }], total: 2, page: 2, pages: 2, limit: 1 })
    expect((await katya.asks('accounts', 'listAuthHistory', { page: 3, limit: 1 })).docs).toEqual([])
  })

  it('is refused to a guest', async () => {
    expect(codeOf(await town.ask('accounts', 'listAuthHistory', {}))).toBe('UNAUTHORIZED')
  })

  test.each([
    ['limit=101', { keyword: 'maximum', dataPath: '/limit', params: { comparison: '<=', limit: 100 } }],
    ['page=0', { keyword: 'minimum', dataPath: '/page', params: { comparison: '>=', limit: 1 } }],
    ['page=first', { keyword: 'type', dataPath: '/page', params: { type: 'integer' } }],
    ['page=1&page=2', { keyword: 'type', dataPath: '/page', params: { type: 'integer' } }],
  ])('refuses %s', async (query, details) => {
    const nina = await town.customer(`nina-${query.replace(/\W/g, '-')}`)
    const response = await town.web.app.inject({ method: 'GET', url: `/api/user/auth-history?${query}`, headers: { cookie: `echolot=${nina.token}` } })
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({ code: 'VALIDATION_FAILED', details })
  })
})
