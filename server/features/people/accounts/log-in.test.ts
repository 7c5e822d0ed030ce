import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { codeOf } from '../../../testing/read-answer.ts'
import { openTestWorld, PASSWORD, type TestWorld } from '../../../testing/test-world.ts'
import { DAY, HOUR, MINUTE } from '../../../kit/clock.ts'
import { forgetOldFailures } from './sign-in-failures.ts'
import { packed, solveCaptcha } from './solve-captcha.samples.ts'
import { openYandexCaptchaSimulator, type YandexCaptchaSimulator } from './yandex-captcha.simulator.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

let addresses = 0
/** Failures are counted by address, too: every test comes from others. */
const fromElsewhere = (): { ip: string } => ({ ip: `192.168.${20 + ((addresses += 1) >> 8)}.${addresses & 255}` })
const logIn = (email: string, password: string, from = fromElsewhere(), captcha?: string) =>
  world.ask('accounts', 'login', { email, password, ...(captcha === undefined ? {} : { captcha }) }, from)

describe('accounts.login', () => {
  it('signs in with the e-mail in any case and with blanks around it', async () => {
    const oleg = await world.customer('oleg')
    const answer = await world.ask('accounts', 'login', { email: ' OLEG@Example.RU ', password: PASSWORD }, oleg)
    expect(answer).toMatchObject({ status: 'ok', result: { user: { id: oleg.userId, email: 'oleg@example.ru' } } })
    // The browser's own session ended with it.
    expect(answer.token).not.toBe(oleg.token)
    expect(await oleg.asks('accounts', 'getMe', {})).toEqual({ user: null })
  })

  it('answers a wrong password and an unknown e-mail alike, and does the same work', async () => {
    const vera = await world.customer('vera')
    const wrong = await logIn('vera@example.ru', 'не тот пароль')
    const unknown = await logIn('nobody@example.ru', PASSWORD)
    expect(wrong).toEqual(unknown)
    expect(wrong).toMatchObject({
      code: 'CREDENTIALS_INVALID',
      message: 'Неверный email или пароль',
      details: { captcha: false },
    })
    const { rows } = await world.database.pool.query(
      `select user_id from audit_log where action = 'sign-in-failed' order by id`,
    )
    expect(rows).toEqual([{ user_id: vera.userId }, { user_id: null }])
  })

  it('answers whoever has no password like whoever does not exist', async () => {
    const guest = await world.customer('networker')
    await world.database.pool.query('update users set password_hash = null where id = $1', [guest.userId])
    for (const password of ['nobody', '', PASSWORD])
      expect(codeOf(await logIn('networker@example.ru', password))).toBe('CREDENTIALS_INVALID')
  })

  it('hands a cookie no script can read and no other site sends, and keeps no token in clear', async () => {
    const { ip } = await world.customer('maria')
    const response = await world.web.app.inject({
      method: 'POST',
      url: '/auth/login',
      remoteAddress: ip,
      payload: { email: 'maria@example.ru', password: PASSWORD },
      headers: { 'user-agent': 'Телескоп/1.0' },
    })
    const [cookie] = response.cookies
    expect(cookie).toMatchObject({
      name: 'echolot',
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      maxAge: 60 * 24 * 3600,
    })
    expect(cookie?.secure).toBeUndefined()
    const token = cookie?.value ?? ''
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)

    const hash = createHash('sha256').update(token).digest()
    const { rows } = await world.database.pool.query('select * from sessions where token_hash = $1', [hash])
    expect(rows).toMatchObject([{ ip, ended_at: null }])
    const { rows: everything } = await world.database.pool.query<{ all: string }>(
      `select string_agg(row::text, ' ') as all from (select s::text as row from sessions s union all select f::text from facts f
        union all select u::text from users u union all select a::text from audit_log a) as rows`,
    )
    expect(everything[0]?.all).not.toContain(token)
    expect(everything[0]?.all).not.toContain(PASSWORD)
  })

  it('puts the cookie under lock in production', async () => {
    const production = await openTestWorld({ config: { production: true } })
    try {
      const { ip } = await production.customer('maria')
      const response = await production.web.app.inject({
        method: 'POST',
        url: '/auth/login',
        remoteAddress: ip,
        payload: { email: 'maria@example.ru', password: PASSWORD },
      })
      const locked = { path: '/', httpOnly: true, sameSite: 'Lax', secure: true }
      expect(response.cookies).toMatchObject([
        { name: '__Host-echolot', ...locked },
        { name: '__Host-echolot-known', ...locked, maxAge: 180 * 24 * 3600 },
      ])
      expect(response.headers['strict-transport-security']).toContain('max-age=31536000')
    } finally {
      await production.close()
    }
  })

  it('takes no session from whoever brings one', async () => {
    await world.customer('fixed')
    const planted = 'A'.repeat(43)
    const answer = await world.ask(
      'accounts',
      'login',
      { email: 'fixed@example.ru', password: PASSWORD },
      { ...fromElsewhere(), token: planted },
    )
    expect(answer.token).toMatch(/^[\w-]{43}$/)
    expect(answer.token).not.toBe(planted)
    expect(await world.ask('accounts', 'getMe', {}, { token: planted })).toMatchObject({ result: { user: null } })
  })

  it('is refused when it is tried too often from one address, and lets in again later', async () => {
    const from = fromElsewhere()
    const codes = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => codeOf(await logIn(`nobody-${index}@example.ru`, 'x', from))),
    )
    expect(codes).not.toContain('RATE_LIMIT_EXCEEDED')
    const response = await world.web.app.inject({
      method: 'POST',
      url: '/auth/login',
      remoteAddress: from.ip,
      payload: { email: 'a@b.ru', password: 'x' },
    })
    expect(response.json()).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', details: { retryAfter: 300 } })
    expect(response.statusCode).toBe(429)
    expect(response.headers['retry-after']).toBe('300')
    world.clock.advance(HOUR)
    expect(codeOf(await logIn('nobody@example.ru', 'x', from))).toBe('CREDENTIALS_INVALID')
  })

  test.each([
    [{ email: 'a@example.ru' }, '/password'],
    [{ password: 'x' }, '/email'],
    [{ email: 'a@example.ru', password: 'x'.repeat(201) }, '/password'],
    [{ email: 'a\u0000@example.ru', password: 'x' }, '/email'],
  ])('refuses %j', async (input, dataPath) => {
    expect(await world.ask('accounts', 'login', input as never, fromElsewhere())).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { dataPath },
    })
  })
})

describe('more than five failures', () => {
  it.each([
    ['of an account', 'failing@example.ru'],
    ['of an e-mail that nobody has', 'failing-nobody@example.ru'],
  ])('%s want a captcha from everywhere', async (_, email) => {
    if (email === 'failing@example.ru') await world.customer('failing')
    for (let index = 1; index <= 6; index += 1) {
      expect(await logIn(email.toUpperCase(), 'не тот')).toMatchObject({
        code: 'CREDENTIALS_INVALID',
        details: { captcha: index > 5 },
      })
    }
    const from = fromElsewhere()
    expect(codeOf(await logIn(email, PASSWORD, from))).toBe('CAPTCHA_REQUIRED')
    const wrong = await logIn(email, 'не тот', from, packed(await solveCaptcha(world, from)))
    expect(wrong).toMatchObject({ code: 'CREDENTIALS_INVALID', details: { captcha: true } })
  })

  it('are forgotten when the right password came, and with the hour', async () => {
    await world.customer('forgetful')
    const from = fromElsewhere()
    const email = 'forgetful@example.ru'
    const fail = async (times: number) => {
      for (let index = 0; index < times; index += 1) await logIn(email, 'не тот')
    }
    await fail(6)
    expect(codeOf(await logIn(email, PASSWORD, from, packed(await solveCaptcha(world, from))))).toBe('ok')
    expect(codeOf(await logIn(email, PASSWORD))).toBe('ok')
    await fail(6)
    expect(codeOf(await logIn(email, PASSWORD))).toBe('CAPTCHA_REQUIRED')
    world.clock.advance(HOUR)
    expect(codeOf(await logIn(email, PASSWORD))).toBe('ok')
  })

  it('from an address want a captcha for every account, and the right password of one account does not help', async () => {
    const from = fromElsewhere()
    const anna = await world.customer('anna')
    for (let index = 1; index <= 6; index += 1) {
      const answer = await logIn(`nobody-${index}@example.org`, 'x', from)
      expect(answer).toMatchObject({ code: 'CREDENTIALS_INVALID', details: { captcha: index > 5 } })
    }
    expect(codeOf(await logIn(anna.email, PASSWORD, from))).toBe('CAPTCHA_REQUIRED')
    expect(codeOf(await logIn(anna.email, PASSWORD, from, packed(await solveCaptcha(world, from))))).toBe('ok')
    expect(codeOf(await logIn('nobody-7@example.org', 'x', from))).toBe('CAPTCHA_REQUIRED')
    expect(codeOf(await logIn(anna.email, PASSWORD))).toBe('ok')
  })

  it('are one address to a whole /64 of IPv6', async () => {
    for (let index = 1; index <= 6; index += 1)
      await logIn(`nobody-${index}@example.net`, 'x', { ip: `2001:db8:1:2::${index}` })
    expect(codeOf(await logIn('nobody-7@example.net', 'x', { ip: '2001:db8:1:2:ffff::7' }))).toBe('CAPTCHA_REQUIRED')
    expect(codeOf(await logIn('nobody-7@example.net', 'x', { ip: '2001:db8:1:3::7' }))).toBe('CREDENTIALS_INVALID')
  })

  it('are counted before they are looked at: of many at once only six get as far as the password', async () => {
    await world.customer('stormed')
    const codes = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => codeOf(await logIn('stormed@example.ru', `не тот ${index}`))),
    )
    expect(codes.filter((code) => code === 'CREDENTIALS_INVALID').length).toBeLessThanOrEqual(6)
    expect(new Set(codes)).toEqual(
      new Set(
        codes.includes('CREDENTIALS_INVALID') ? ['CREDENTIALS_INVALID', 'CAPTCHA_REQUIRED'] : ['CAPTCHA_REQUIRED'],
      ),
    )
  })

  it('end with a hundred in an hour, captcha or not; tries without the captcha are none', async () => {
    const { userId } = await world.customer('besieged')
    const email = 'besieged@example.ru'
    await world.database.pool.query(
      `insert into sign_in_failures (key, at) select 'email ' || $1, $2::timestamptz from generate_series(1, 99)`,
      [email, new Date(world.clock.now().getTime() - 50 * MINUTE)],
    )
    for (let index = 0; index < 5; index += 1) expect(codeOf(await logIn(email, 'не тот'))).toBe('CAPTCHA_REQUIRED')
    const from = fromElsewhere()
    expect(codeOf(await logIn(email, 'не тот', from, packed(await solveCaptcha(world, from))))).toBe(
      'CREDENTIALS_INVALID',
    )
    const solved = packed(await solveCaptcha(world, from))
    expect(await logIn(email, PASSWORD, from, solved)).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      details: { retryAfter: 600 },
    })
    world.clock.advance(10 * MINUTE)
    expect(await logIn(email, PASSWORD, from, solved)).toMatchObject({ status: 'ok', result: { user: { id: userId } } })
  })

  it('are kept for an hour', async () => {
    await logIn('nobody@example.ru', 'x')
    world.clock.advance(HOUR)
    await forgetOldFailures(world.db, world.clock)
    expect((await world.database.pool.query('select 1 from sign_in_failures')).rows).toEqual([])
  })
})

describe('whoever tries at an account locks its owner out nowhere', () => {
  // Captchas are many here, and ours takes a browser a moment.
  let besieged: TestWorld
  let captchas: YandexCaptchaSimulator
  beforeAll(async () => {
    captchas = await openYandexCaptchaSimulator({ now: () => besieged.clock.now() }, 'secret')
    besieged = await openTestWorld({
      config: { yandexCaptcha: { url: captchas.url, sitekey: 'site', secret: 'secret' } },
    })
  })
  afterAll(async () => {
    await besieged.close()
    await captchas.close()
  })

  /** A browser with its cookies. */
  const openBrowser = (ip: string) => {
    const kept = new Map<string, string>()
    return {
      kept,
      async logIn(email: string, password: string, captcha?: string): Promise<string> {
        const cookie = [...kept].map(([name, value]) => `${name}=${value}`).join('; ')
        const payload = { email, password, ...(captcha === undefined ? {} : { captcha }) }
        const response = await besieged.web.app.inject({
          method: 'POST',
          url: '/auth/login',
          remoteAddress: ip,
          headers: { cookie },
          payload,
        })
        // It signs out again at once: a session would be another reason to be let through.
        for (const { name, value } of response.cookies) if (name === 'echolot-known') kept.set(name, value)
        return codeOf(response.json())
      },
    }
  }
  /** This many failures, from as many addresses or from one. */
  const besiege = (email: string, count: number, ip?: string) => {
    const keys = [`email ${email}`, ...(ip === undefined ? [] : [`email ${email} from ${ip}`, `address ${ip}`])]
    return besieged.db
      .insertInto('signInFailures')
      .values(keys.flatMap((key) => Array.from({ length: count }, () => ({ key, at: besieged.clock.now() }))))
      .execute()
  }

  it('from one address: twenty tries are all it has, and from elsewhere the owner comes in', async () => {
    const anna = await besieged.customer('anna-besieged')
    const { ip } = fromElsewhere()
    await besiege(anna.email, 19, ip)
    const attacker = openBrowser(ip)
    expect(await attacker.logIn(anna.email, 'не тот', captchas.solve())).toBe('CREDENTIALS_INVALID')
    for (let index = 0; index < 3; index += 1)
      expect(await attacker.logIn(anna.email, PASSWORD, captchas.solve())).toBe('RATE_LIMIT_EXCEEDED')
    const home = fromElsewhere().ip
    expect(await openBrowser(home).logIn(anna.email, PASSWORD, captchas.solve())).toBe('ok')
    // Nor is anybody else at that address.
    const boris = await besieged.customer('boris-nearby')
    expect(await openBrowser(ip).logIn(boris.email, PASSWORD, captchas.solve())).toBe('ok')
  })

  it('from the very address of the owner, or from everywhere: a browser that was in before comes in', async () => {
    const anna = await besieged.customer('anna-at-home')
    const { ip } = fromElsewhere()
    const own = openBrowser(ip)
    expect(await own.logIn(anna.email, PASSWORD)).toBe('ok')
    await besiege(anna.email, 200, ip)
    expect(await openBrowser(ip).logIn(anna.email, PASSWORD, captchas.solve())).toBe('RATE_LIMIT_EXCEEDED')
    const elsewhere = fromElsewhere().ip
    expect(await openBrowser(elsewhere).logIn(anna.email, PASSWORD, captchas.solve())).toBe('RATE_LIMIT_EXCEEDED')
    // The captcha is asked of it as of everybody.
    expect(await own.logIn(anna.email, PASSWORD)).toBe('CAPTCHA_REQUIRED')
    expect(await own.logIn(anna.email, PASSWORD, captchas.solve())).toBe('ok')
  })

  it('and by spending the rate limit of the address: such a browser has its own', async () => {
    const anna = await besieged.customer('anna-at-work')
    const { ip } = fromElsewhere()
    const [own, stranger] = [openBrowser(ip), openBrowser(ip)]
    await own.logIn(anna.email, PASSWORD)
    for (let index = 0; index < 30; index += 1) await stranger.logIn(`nobody-${index}@example.ru`, 'x')
    expect(await stranger.logIn(anna.email, PASSWORD)).toBe('RATE_LIMIT_EXCEEDED')
    expect(await own.logIn(anna.email, PASSWORD, captchas.solve())).toBe('ok')
  })

  it('has one rate limit beside that of its address, to however many accounts it is known', async () => {
    const { ip } = fromElsewhere()
    const browsers = []
    for (const name of ['one', 'two', 'three']) {
      const { email } = await besieged.customer(`besieged-${name}`)
      const browser = openBrowser(ip)
      expect(await browser.logIn(email, PASSWORD)).toBe('ok')
      browsers.push(browser)
    }
    besieged.clock.advance(HOUR)
    const tries = async (browser: ReturnType<typeof openBrowser>): Promise<number> => {
      let passed = 0
      while ((await browser.logIn('x'.repeat(300), 'x')) === 'VALIDATION_FAILED') passed += 1
      return passed
    }
    expect(await tries(openBrowser(ip))).toBe(30)
    const known = []
    for (const browser of browsers) known.push(await tries(browser))
    expect(known).toEqual([30, 0, 0])
    besieged.clock.advance(HOUR)
  })

  it('is known to its own account only, for so long, and guesses no faster', async () => {
    const [anna, eve] = [await besieged.customer('anna-known'), await besieged.customer('eve-known')]
    const { ip } = fromElsewhere()
    const hers = openBrowser(ip)
    await hers.logIn(eve.email, PASSWORD)
    await besiege(anna.email, 100)
    expect(await hers.logIn(anna.email, PASSWORD, captchas.solve())).toBe('RATE_LIMIT_EXCEEDED')
    for (const forged of ['', 'x', 'A'.repeat(200)]) {
      const forger = openBrowser(fromElsewhere().ip)
      forger.kept.set('echolot-known', forged)
      expect(await forger.logIn(anna.email, PASSWORD, captchas.solve())).toBe('RATE_LIMIT_EXCEEDED')
    }
    // Both may be at home at one browser; it is still the same browser to the first.
    besieged.clock.advance(HOUR)
    const before = hers.kept.get('echolot-known')
    expect(await hers.logIn(anna.email, PASSWORD)).toBe('ok')
    expect(hers.kept.get('echolot-known')).not.toBe(before)
    await besiege(anna.email, 100)
    await besiege(eve.email, 100)
    for (const { email } of [anna, eve]) expect(await hers.logIn(email, PASSWORD, captchas.solve())).toBe('ok')
    expect(await hers.logIn(anna.email, 'не тот', captchas.solve())).toBe('CREDENTIALS_INVALID')
    const { key } = await besieged.db
      .selectFrom('signInFailures')
      .select('key')
      .where('key', 'like', 'device %')
      .executeTakeFirstOrThrow()
    await besieged.db
      .insertInto('signInFailures')
      .values(Array.from({ length: 19 }, () => ({ key, at: besieged.clock.now() })))
      .execute()
    expect(await hers.logIn(anna.email, PASSWORD, captchas.solve())).toBe('RATE_LIMIT_EXCEEDED')
    besieged.clock.advance(181 * DAY)
    await besiege(anna.email, 100)
    expect(await hers.logIn(anna.email, PASSWORD, captchas.solve())).toBe('RATE_LIMIT_EXCEEDED')
  })
})
