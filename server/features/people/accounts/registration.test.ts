import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { advertisingConsent } from '../../../../contract/people/accounts.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import { openTestWorld, PASSWORD, type TestWorld } from '../../../testing/test-world.ts'
import { DAY, MINUTE, SECOND } from '../../../kit/clock.ts'
import { packed, solveCaptcha } from './solve-captcha.samples.ts'
import { forgetRegistrations } from './registration.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

let addresses = 0
/** Letters are counted by address: every test comes from one of its own. */
const fromElsewhere = (): { ip: string } => ({ ip: `192.168.7.${(addresses += 1)}` })

type Begun = { registration: string; target: string; resendAt: string; expiresAt: string }

async function begin(email: string, more: object = {}, from = fromElsewhere()): Promise<Begun> {
  const answer = await world.ask('accounts', 'register', { email, password: PASSWORD, ...more }, from)
  if (answer.status !== 'ok') throw new Error(`not begun: ${answer.code}`)
  return answer.result
}
const confirm = (registration: string, pin: string, from: { ip: string; token?: string } = fromElsewhere()) =>
  world.ask('accounts', 'confirmRegistration', { registration, pin }, from)
const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const at = (milliseconds: number): string => new Date(world.clock.now().getTime() + milliseconds).toISOString()
const count = async (email: string): Promise<number> =>
  (await world.database.pool.query('select 1 from users where lower(email) = lower($1)', [email])).rows.length

describe('accounts.register and accounts.confirmRegistration', () => {
  it('keep a consent to advertising that was given: to which words, when and from where', async () => {
    const consents = () => world.db.selectFrom('consents').selectAll().execute()
    for (const more of [{}, { advertising: false }]) {
      const email = `silent${addresses}@example.ru`
      const { registration } = await begin(email, more)
      await confirm(registration, (await world.letterTo(email)).code)
    }
    const { registration } = await begin('willing@example.ru', { advertising: true })
    expect(await consents()).toEqual([])
    await confirm(registration, (await world.letterTo('willing@example.ru')).code, { ip: '203.0.113.7' })
    expect(await consents()).toMatchObject([
      {
        textVersion: advertisingConsent.version,
        givenAt: world.clock.now(),
        place: 'registration',
        ip: '203.0.113.7',
        withdrawnAt: null,
      },
    ])
  })

  it('send a code, and with it open an account, sign in, and lay out the default filter', async () => {
    const begun = await begin('Ivan@Example.ru', {
      username: ' Иван ',
      timeZone: 'Asia/Omsk',
      fp: '1'.repeat(32),
      incognito: true,
    })
    expect(begun).toEqual({
      registration: expect.any(String),
      target: 'Ivan@Example.ru',
      resendAt: at(30 * SECOND),
      expiresAt: at(10 * MINUTE),
    })
    expect(await count('ivan@example.ru')).toBe(0)

    const { code, subject } = await world.letterTo('Ivan@Example.ru')
    expect(code).toMatch(/^\d{6}$/)
    expect(subject).not.toContain(code)
    const answer = await confirm(begun.registration, code)
    const user = {
      id: expect.any(Number),
      email: 'Ivan@Example.ru',
      emailApprove: true,
      pendingEmail: null,
      username: 'Иван',
      phone: null,
      phoneApprove: false,
      secondFactor: false,
      notificationEmail: null,
      hasPassword: true,
      networks: [],
      role: [],
      freeDirectLinks: false,
      timeZone: 'Asia/Omsk',
      createdAt: world.clock.now().toISOString(),
      deletionAt: null,
    }
    expect(answer).toMatchObject({ status: 'ok', result: { flag: 1, user } })
    const { token = null } = answer
    expect(await world.ask('accounts', 'getMe', {}, { token })).toEqual({ status: 'ok', result: { user } })
    expect(await world.ask('filters', 'listFilters', {}, { token })).toMatchObject({
      result: { filters: [{ name: 'Дефолтная', isDefault: true, scope: 'local', kind: 'all', limit: 20 }] },
    })

    const userId = answer.status === 'ok' ? answer.result.user?.id : 0
    const { rows: audit } = await world.database.pool.query(
      'select action, actor_id from audit_log where user_id = $1 order by id',
      [userId],
    )
    expect(audit).toEqual([
      { action: 'registered', actor_id: userId },
      { action: 'signed-in', actor_id: userId },
    ])
    const { rows: prints } = await world.database.pool.query(
      'select fp, incognito from device_prints where user_id = $1',
      [userId],
    )
    expect(prints).toEqual([{ fp: '1'.repeat(32), incognito: true }])
    const { rows: referrals } = await world.database.pool.query(
      'select ref_id from user_referrals where user_id = $1',
      [userId],
    )
    expect(referrals).toEqual([{ ref_id: 1 }])
    expect(
      codeOf(await world.ask('accounts', 'login', { email: 'ivan@example.ru', password: PASSWORD }, fromElsewhere())),
    ).toBe('ok')
  })

  it('keep neither the password nor the code in clear, but for the letter', async () => {
    const { registration } = await begin('careful@example.ru')
    const { code } = await world.letterTo('careful@example.ru')
    const { rows } = await world.database.pool.query<{ all: string }>(
      `select string_agg(row, ' ') as all from (select r::text as row from registrations r where email = 'careful@example.ru'
        union all select v::text from verification_codes v where subject like $1 union all select f::text from facts f) as rows`,
      [`%${registration}`],
    )
    expect(rows[0]?.all).toContain(registration)
    expect(rows[0]?.all).not.toContain(PASSWORD)
    expect(rows[0]?.all).not.toMatch(new RegExp(`[^0-9a-f]${code}[^0-9a-f]`))
  })

  it('want no password: an account without one is come into by codes until it has one', async () => {
    const { registration } = await begin('light@example.ru', { password: undefined })
    const answer = await confirm(registration, (await world.letterTo('light@example.ru')).code)
    expect(answer).toMatchObject({
      status: 'ok',
      result: { flag: 1, user: { username: 'light', emailApprove: true, hasPassword: false } },
    })
    const { token = null } = answer
    const email = 'light@example.ru'
    for (const password of ['', 'nobody', PASSWORD])
      expect(codeOf(await world.ask('accounts', 'login', { email, password }, fromElsewhere()))).toBe(
        'CREDENTIALS_INVALID',
      )
    const created = await world.ask('accounts', 'createPassword', { password: PASSWORD }, { token, ...fromElsewhere() })
    expect(created).toMatchObject({ result: { user: { hasPassword: true } } })
    expect(codeOf(await world.ask('accounts', 'login', { email, password: PASSWORD }, fromElsewhere()))).toBe('ok')
  })

  it('take the name from the e-mail and Moscow time when nothing sensible is given', async () => {
    const { registration } = await begin('nameless@example.ru', { username: '  ', timeZone: 'Mars/Olympus' })
    expect(await confirm(registration, (await world.letterTo('nameless@example.ru')).code)).toMatchObject({
      result: { user: { username: 'nameless', timeZone: 'Europe/Moscow' } },
    })
  })

  it('answer alike when somebody has the e-mail: only the letter shows it, and no code opens it', async () => {
    const anna = await world.customer('anna')
    const taken = await world.ask(
      'accounts',
      'register',
      { email: 'ANNA@example.ru', password: PASSWORD },
      fromElsewhere(),
    )
    const free = await world.ask(
      'accounts',
      'register',
      { email: 'free@example.ru', password: PASSWORD },
      fromElsewhere(),
    )
    expect(taken).toEqual({
      status: 'ok',
      result: {
        registration: expect.any(String),
        target: 'ANNA@example.ru',
        resendAt: at(30 * SECOND),
        expiresAt: at(10 * MINUTE),
      },
    })
    expect(free).toEqual({
      ...taken,
      result: { ...(free.status === 'ok' ? free.result : {}), target: 'free@example.ru' },
    })
    const letter = await world.letterTo('ANNA@example.ru')
    expect(letter).toMatchObject({
      subject: 'У вас уже есть аккаунт в Эхолоте',
      code: '',
      link: `${world.config.siteUrl}/`,
    })

    const registration = taken.status === 'ok' ? taken.result.registration : ''
    const flags: unknown[] = []
    for (const pin of ['000000', '111111', '222222', '333333', '444444', '555555']) {
      const answer = await confirm(registration, pin)
      flags.push(answer.status === 'ok' ? answer.result.flag : answer.code)
      expect(answer.token).toBeUndefined()
    }
    expect(flags).toEqual([2, 2, 2, 2, 3, 3])
    expect(await anna.asks('accounts', 'getMe', {})).toMatchObject({ user: { id: anna.userId, hasPassword: true } })
    expect(await count('anna@example.ru')).toBe(1)
  })

  it('say wrong, and after the fifth wrong pin nothing opens it any more', async () => {
    const { registration } = await begin('guessed@example.ru')
    const { code } = await world.letterTo('guessed@example.ru')
    for (const flag of [2, 2, 2, 2, 3]) {
      expect(await confirm(registration, wrong(code))).toMatchObject({ result: { flag, user: null } })
    }
    expect(await confirm(registration, code)).toMatchObject({ result: { flag: 3, user: null } })
    expect(await count('guessed@example.ru')).toBe(0)
  })

  it('count forty guesses at once as five', async () => {
    const { registration } = await begin('stormed@example.ru')
    const { code } = await world.letterTo('stormed@example.ru')
    const pins = Array.from({ length: 40 }, (_, index) => wrong(String((Number(code) + index) % 999_999)))
    const answers = await Promise.all(
      pins
        .filter((pin) => pin !== code)
        .map((pin) => confirm(registration, pin, { ip: `192.168.8.${pins.indexOf(pin)}` })),
    )
    const flags = answers.map((answer) => (answer.status === 'ok' ? answer.result.flag : answer.code))
    expect(flags.filter((flag) => flag === 2)).toHaveLength(4)
    expect(new Set(flags)).toEqual(new Set([2, 3]))
    expect(await confirm(registration, code)).toMatchObject({ result: { flag: 3 } })
  })

  it('hold for ten minutes, and are over after a day', async () => {
    const { registration } = await begin('slow@example.ru')
    const { code } = await world.letterTo('slow@example.ru')
    world.clock.advance(10 * MINUTE)
    expect(await confirm(registration, code)).toMatchObject({ result: { flag: 3, user: null } })
    world.clock.advance(DAY - 10 * MINUTE)
    expect(codeOf(await confirm(registration, code))).toBe('REGISTRATION_EXPIRED')
    expect(codeOf(await world.ask('accounts', 'resendRegistration', { registration }, fromElsewhere()))).toBe(
      'REGISTRATION_EXPIRED',
    )
  })

  it('open one account, however often they are confirmed', async () => {
    const { registration } = await begin('eager@example.ru')
    const { code } = await world.letterTo('eager@example.ru')
    const answers = await Promise.all([1, 2, 3].map(() => confirm(registration, code)))
    expect(answers.filter((answer) => answer.token !== undefined)).toHaveLength(1)
    expect(await count('eager@example.ru')).toBe(1)
    expect(codeOf(await confirm(registration, code))).toBe('REGISTRATION_EXPIRED')
  })

  it('of two registrations of one e-mail let one in, and notify the other', async () => {
    const first = await begin('twice@example.ru')
    const firstCode = (await world.letterTo('twice@example.ru')).code
    world.clock.advance(30 * SECOND)
    const second = await begin('TWICE@example.ru')
    const secondCode = (await world.letterTo('TWICE@example.ru')).code
    const answers = await Promise.all([
      confirm(first.registration, firstCode),
      confirm(second.registration, secondCode),
    ])
    expect(answers.map(codeOf).toSorted()).toEqual(['EMAIL_ALREADY_REGISTERED', 'ok'])
    expect(answers.filter((answer) => answer.token !== undefined)).toHaveLength(1)
    expect(await count('twice@example.ru')).toBe(1)
  })

  it('are not confirmed by the code of another', async () => {
    const mine = await begin('mine@example.ru')
    await begin('theirs@example.ru')
    const { code } = await world.letterTo('theirs@example.ru')
    const own = (await world.letterTo('mine@example.ru')).code
    if (code !== own) expect(await confirm(mine.registration, code)).toMatchObject({ result: { flag: 2, user: null } })
    expect(codeOf(await confirm('00000000-0000-4000-8000-000000000000', code))).toBe('REGISTRATION_EXPIRED')
  })

  it('end the session the browser had before', async () => {
    const anna = await world.customer('anna-before')
    const { registration } = await begin('anna-after@example.ru')
    const { token = null } = await confirm(registration, (await world.letterTo('anna-after@example.ru')).code, anna)
    expect(token).not.toBe(anna.token)
    expect(await anna.asks('accounts', 'getMe', {})).toEqual({ user: null })
  })

  it('want a captcha of an address that has registered more than five times in an hour', async () => {
    const from = fromElsewhere()
    for (let index = 0; index < 6; index += 1) await begin(`many-${index}@example.ru`, {}, from)
    expect(
      await world.ask('accounts', 'register', { email: 'many-6@example.ru', password: PASSWORD }, from),
    ).toMatchObject({
      code: 'CAPTCHA_REQUIRED',
      message: expect.stringMatching(/^Поставьте галочку/),
    })
    await expect(world.letterTo('many-6@example.ru')).rejects.toThrow('nothing was sent')
    await begin('many-7@example.ru')
  })

  test.each([
    [
      'no e-mail',
      { password: PASSWORD },
      { keyword: 'required', dataPath: '/email', params: { missingProperty: 'email' } },
    ],
    [
      'no e-mail address',
      { email: 'nobody', password: PASSWORD },
      { keyword: 'format', dataPath: '/email', params: { format: 'email' } },
    ],
    [
      'a short password',
      { email: 'a@example.ru', password: '1234567' },
      { keyword: 'minLength', dataPath: '/password', params: { limit: 8 } },
    ],
    [
      'a number for a password',
      { email: 'a@example.ru', password: 12345678 },
      { keyword: 'type', dataPath: '/password', params: { type: 'string' } },
    ],
    [
      'a very long name',
      { email: 'a@example.ru', password: PASSWORD, username: 'я'.repeat(81) },
      { keyword: 'maxLength', dataPath: '/username', params: { limit: 80 } },
    ],
    [
      'a name no database holds',
      { email: 'a@example.ru', password: PASSWORD, username: 'а\u0000б' },
      { keyword: 'format', dataPath: '/username', params: { format: 'text' } },
    ],
    [
      'half a letter',
      { email: 'a@example.ru', password: PASSWORD, username: 'а\ud83d' },
      { keyword: 'format', dataPath: '/username', params: { format: 'text' } },
    ],
  ])('refuse %s', async (_, input, details) => {
    expect(await world.ask('accounts', 'register', input as never, fromElsewhere())).toMatchObject({
      status: 'error',
      type: 'refusal',
      code: 'VALIDATION_FAILED',
      message: 'Неверно заполнены поля',
      details,
    })
  })

  it('refuse a password that is easily guessed, whether or not the e-mail is taken', async () => {
    for (const email of ['anna@example.ru', 'nobody-yet@example.ru']) {
      expect(codeOf(await world.ask('accounts', 'register', { email, password: 'password1' }, fromElsewhere()))).toBe(
        'PASSWORD_TOO_COMMON',
      )
    }
  })
})

describe('accounts.resendRegistration', () => {
  it('sends another code after half a minute, and the first one opens nothing any more', async () => {
    const { registration } = await begin('again@example.ru')
    const first = (await world.letterTo('again@example.ru')).code
    const resend = () => world.ask('accounts', 'resendRegistration', { registration }, { ip: '192.168.9.1' })
    expect(await resend()).toMatchObject({ code: 'CODE_TOO_SOON', details: { retryAfter: 30 } })
    world.clock.advance(30 * SECOND)
    expect(await resend()).toEqual({
      status: 'ok',
      result: { registration, target: 'again@example.ru', resendAt: at(30 * SECOND), expiresAt: at(10 * MINUTE) },
    })
    const second = (await world.letterTo('again@example.ru')).code
    if (first !== second) expect(await confirm(registration, first)).toMatchObject({ result: { flag: 2 } })
    expect(await confirm(registration, second)).toMatchObject({
      result: { flag: 1, user: { email: 'again@example.ru' } },
    })
  })

  it('ends with the sixth letter of a day', async () => {
    const from = fromElsewhere()
    const { registration } = await begin('spent@example.ru', {}, from)
    const codes: string[] = []
    for (let index = 0; index < 6; index += 1) {
      world.clock.advance(MINUTE)
      codes.push(codeOf(await world.ask('accounts', 'resendRegistration', { registration }, from)))
    }
    expect(codes).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'CODE_LIMIT_REACHED'])
  })

  it('is not used up by strangers: whoever the address belongs to solves a captcha', async () => {
    const email = 'besieged@example.ru'
    const stranger = fromElsewhere()
    for (let index = 0; index < 6; index += 1) {
      await begin(email, {}, stranger)
      world.clock.advance(31 * SECOND)
    }
    const owner = fromElsewhere()
    const ask = async (captcha?: string) =>
      world.ask('accounts', 'register', { email, password: PASSWORD, ...(captcha && { captcha }) }, owner)
    expect(codeOf(await ask())).toBe('CAPTCHA_REQUIRED')
    const begun = await ask(packed(await solveCaptcha(world, owner)))
    expect(codeOf(begun)).toBe('ok')
    const registration = begun.status === 'ok' ? begun.result.registration : ''
    world.clock.advance(31 * SECOND)
    const again = { registration, captcha: packed(await solveCaptcha(world, owner)) }
    expect(codeOf(await world.ask('accounts', 'resendRegistration', { registration }, owner))).toBe('CAPTCHA_REQUIRED')
    expect(codeOf(await world.ask('accounts', 'resendRegistration', again, owner))).toBe('ok')
    expect(await confirm(registration, (await world.letterTo(email)).code, owner)).toMatchObject({
      result: { flag: 1, user: { email } },
    })
  })

  it('notifies the owner, and only him, when his e-mail was taken meanwhile', async () => {
    const { registration } = await begin('meanwhile@example.ru')
    await world.customer('meanwhile')
    world.clock.advance(MINUTE)
    expect(codeOf(await world.ask('accounts', 'resendRegistration', { registration }, fromElsewhere()))).toBe('ok')
    expect(await world.letterTo('meanwhile@example.ru')).toMatchObject({
      code: '',
      subject: expect.stringContaining('уже есть аккаунт'),
    })
  })
})

it('registrations that are confirmed or over are forgotten', async () => {
  const { registration } = await begin('done@example.ru')
  await begin('open@example.ru')
  await confirm(registration, (await world.letterTo('done@example.ru')).code)
  const kept = async (): Promise<string[]> => {
    await forgetRegistrations(world.db, world.clock)
    return (await world.database.pool.query<{ email: string }>('select email from registrations')).rows.map(
      ({ email }) => email,
    )
  }
  expect(await kept()).toContain('open@example.ru')
  expect(await kept()).not.toContain('done@example.ru')
  world.clock.advance(DAY)
  expect(await kept()).toEqual([])
})
