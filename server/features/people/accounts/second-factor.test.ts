import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeOf, resultOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, paid, PASSWORD, type TestWorld } from '../../../testing/test-world.ts'
import { removeLostSecondFactor } from './change-second-factor.ts'
import { DAY, MINUTE, SECOND } from '../../../kit/clock.ts'
import { shownCode } from './show-code.samples.ts'

const NEW_PASSWORD = 'совсем другой пароль'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld({ config: { staffSecondFactor: true } })
})
afterAll(() => world.close())
// The middle of a half minute: what the clock is moved by in a test leads to no other step by chance.
beforeEach(() => {
  const step = 30 * SECOND
  world.clock.advance(step - (world.clock.now().getTime() % step) + step / 2)
})

let addresses = 0
const fromElsewhere = (): { ip: string } => ({ ip: `192.168.60.${(addresses += 1)}` })

/** The person's phone. */
const codeNow = (secret: string, steps = 0): string =>
  shownCode(secret, new Date(world.clock.now().getTime() + steps * 30 * SECOND))

async function setsUp(person: TestUser): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await person.asks('accounts', 'startSecondFactor', { password: PASSWORD })
  const { recoveryCodes } = await person.asks('accounts', 'confirmSecondFactor', { code: codeNow(secret) })
  // The code that confirmed is spent.
  world.clock.advance(30 * SECOND)
  return { secret, recoveryCodes }
}

async function firstStep(email: string, password = PASSWORD): Promise<string> {
  const answer = await world.ask('accounts', 'login', { email, password }, fromElsewhere())
  expect(answer.token).toBeUndefined()
  const { user, secondStep } = resultOf(answer)
  expect(user).toBeNull()
  if (secondStep === null) throw new Error('no second step is asked for')
  return secondStep
}
const secondStep = (ticket: string, code: string, from = fromElsewhere()) =>
  world.ask('accounts', 'takeSecondStep', { secondStep: ticket, code }, from)

describe('the second factor', () => {
  it('is set up with the password and a code, ends other sessions, and is asked for from then on', async () => {
    const anna = await world.customer('anna')
    const elsewhere = await anna.signIn()
    expect(await anna.isRefused('accounts', 'startSecondFactor', {})).toBe('PASSWORD_REQUIRED')
    expect(await anna.isRefused('accounts', 'startSecondFactor', { password: 'не тот' })).toBe('PASSWORD_INVALID')
    const { secret, uri } = await anna.asks('accounts', 'startSecondFactor', { password: PASSWORD })
    expect(uri).toContain(`secret=${secret}`)
    expect(uri).toMatch(/^otpauth:\/\/totp\/.*anna%40example\.ru/)
    expect(await anna.isRefused('accounts', 'confirmSecondFactor', { code: '000000' })).toBe('SECOND_FACTOR_INVALID')
    // Not before it is confirmed.
    expect(codeOf(await world.ask('accounts', 'login', { email: anna.email, password: PASSWORD }))).toBe('ok')

    const { recoveryCodes } = await anna.asks('accounts', 'confirmSecondFactor', { code: codeNow(secret) })
    expect(recoveryCodes).toHaveLength(10)
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await anna.asks('accounts', 'getMe', {})).toMatchObject({ user: { secondFactor: true } })
    expect(resultOf(await world.ask('accounts', 'getMe', {}, { token: elsewhere }))).toEqual({ user: null })
    expect(await anna.isRefused('accounts', 'startSecondFactor', { password: PASSWORD })).toBe(
      'SECOND_FACTOR_ALREADY_SET',
    )
    expect(await world.letterTo(anna.email)).toMatchObject({ subject: 'Двухфакторная защита в Эхолоте включена' })

    const ticket = await firstStep(anna.email)
    expect(codeOf(await secondStep(ticket, codeNow(secret)))).toBe('SECOND_FACTOR_INVALID')
    world.clock.advance(30 * SECOND)
    const signed = await secondStep(ticket, codeNow(secret))
    expect(signed).toMatchObject({ status: 'ok', result: { user: { id: anna.userId } } })
    expect(resultOf(await world.ask('accounts', 'getMe', {}, { token: signed.token ?? null })).user?.id).toBe(
      anna.userId,
    )
    const { rows } = await world.database.pool.query<{ all: string }>(
      `select string_agg(row, ' ') as all from (select s::text as row from second_factors s
        union all select r::text from recovery_codes r union all select a::text from audit_log a) as rows`,
    )
    for (const secretWord of [secret, ...recoveryCodes]) expect(rows[0]?.all).not.toContain(secretWord)
  })

  it('takes each code once, however many enter it at once, and that of the half minute before and after', async () => {
    const boris = await world.customer('boris')
    const { secret } = await setsUp(boris)
    const ticket = await firstStep(boris.email)
    const code = codeNow(secret)
    const answers = await Promise.all([1, 2, 3].map(() => secondStep(ticket, code)))
    expect(answers.map(codeOf).toSorted()).toEqual(['SECOND_FACTOR_INVALID', 'SECOND_FACTOR_INVALID', 'ok'])
    expect(codeOf(await secondStep(ticket, codeNow(secret, 2)))).toBe('SECOND_FACTOR_INVALID')
    expect(codeOf(await secondStep(ticket, codeNow(secret, 1)))).toBe('ok')
    world.clock.advance(3 * 30 * SECOND)
    expect(codeOf(await secondStep(ticket, codeNow(secret, -2)))).toBe('SECOND_FACTOR_INVALID')
    expect(codeOf(await secondStep(ticket, codeNow(secret, -1)))).toBe('ok')
  })

  it('lets in with a recovery code, however it is written, once', async () => {
    const vera = await world.customer('vera')
    const { recoveryCodes } = await setsUp(vera)
    const [first = ''] = recoveryCodes
    const ticket = await firstStep(vera.email)
    expect(codeOf(await secondStep(ticket, `${first.slice(0, 5).toLowerCase()} - ${first.slice(5)}`))).toBe('ok')
    expect(codeOf(await secondStep(ticket, first))).toBe('SECOND_FACTOR_INVALID')
    expect(codeOf(await secondStep(ticket, recoveryCodes[1] ?? ''))).toBe('ok')
  })

  it('stays through a recovery of the password, which opens no session by itself', async () => {
    const dina = await world.customer('dina')
    const { secret } = await setsUp(dina)
    await world.ask('accounts', 'startRecovery', { email: dina.email }, fromElsewhere())
    await world.settle()
    const token = (await world.letterTo(dina.email)).link.split('#token=')[1] ?? ''
    const before = await firstStep(dina.email)
    const confirmed = await world.ask('accounts', 'confirmRecovery', { token, password: NEW_PASSWORD }, fromElsewhere())
    expect(confirmed.token).toBeUndefined()
    const { user, secondStep: ticket } = resultOf(confirmed)
    expect(user).toBeNull()
    // A ticket that the old password opened is none.
    expect(codeOf(await secondStep(before, codeNow(secret)))).toBe('SECOND_STEP_EXPIRED')
    expect(codeOf(await secondStep(ticket ?? '', codeNow(secret)))).toBe('ok')
    expect(await firstStep(dina.email, NEW_PASSWORD)).not.toBe('')
  })

  it('is switched off with the password and a code', async () => {
    const gleb = await world.customer('gleb')
    const { secret } = await setsUp(gleb)
    const remove = (password: string, code: string) =>
      gleb.isRefused('accounts', 'removeSecondFactor', { password, code })
    expect(await remove('не тот', codeNow(secret))).toBe('PASSWORD_INVALID')
    expect(await remove(PASSWORD, '000000')).toBe('SECOND_FACTOR_INVALID')
    expect(await remove(PASSWORD, codeNow(secret))).toBe('ok')
    expect(await gleb.asks('accounts', 'getMe', {})).toMatchObject({ user: { secondFactor: false } })
    const signed = await world.ask('accounts', 'login', { email: gleb.email, password: PASSWORD }, fromElsewhere())
    expect(signed).toMatchObject({ result: { user: { id: gleb.userId }, secondStep: null } })
  })

  it('is not guessed: twenty tries an hour from one address, and a ticket holds for ten minutes', async () => {
    const zoya = await world.customer('zoya')
    const { secret } = await setsUp(zoya)
    const ticket = await firstStep(zoya.email)
    const from = fromElsewhere()
    for (let tries = 0; tries < 20; tries += 1)
      expect(codeOf(await secondStep(ticket, '000000', from))).toBe('SECOND_FACTOR_INVALID')
    expect(codeOf(await secondStep(ticket, codeNow(secret), from))).toBe('RATE_LIMIT_EXCEEDED')
    expect(codeOf(await secondStep(ticket, codeNow(secret)))).toBe('ok')
    world.clock.advance(10 * MINUTE)
    expect(codeOf(await secondStep(ticket, codeNow(secret)))).toBe('SECOND_STEP_EXPIRED')
    for (const made of ['x', ticket.slice(0, -4), `${ticket}AA`])
      expect(codeOf(await secondStep(made, codeNow(secret)))).toBe('SECOND_STEP_EXPIRED')
  })

  it('is refused to a guest', async () => {
    expect(codeOf(await world.ask('accounts', 'startSecondFactor', {}))).toBe('UNAUTHORIZED')
    expect(codeOf(await world.ask('accounts', 'confirmSecondFactor', { code: '1' }))).toBe('UNAUTHORIZED')
    expect(codeOf(await world.ask('accounts', 'removeSecondFactor', { code: '1' }))).toBe('UNAUTHORIZED')
  })
})

describe('a member of the staff', () => {
  it('comes in without it, and works only with it', async () => {
    const alisa = await world.somebody('alisa', ['admin', 'partner'])
    expect(await alisa.asks('accounts', 'getMe', {})).toMatchObject({ user: { id: alisa.userId } })
    expect(await alisa.isRefused('tariffs', 'listAllTariffs', {})).toBe('SECOND_FACTOR_REQUIRED')
    const anna = await world.customer('no-admin')
    expect(await anna.isRefused('tariffs', 'listAllTariffs', {})).toBe('FORBIDDEN')
    await setsUp(alisa)
    expect(await alisa.isRefused('tariffs', 'listAllTariffs', {})).toBe('ok')
  })

  it('sees and is sent nothing of the role without it, and all of it at once with it', async () => {
    await world.looksFor('photographers', 'фотограф')
    const nina = await world.somebody('nina', ['moderator'])
    const judge = await world.customer('judge', paid('photographers'))
    const { filterId } = nina
    const [browser, other] = [await nina.connects(), await judge.connects()]
    const listens = () =>
      browser.asks('feed', 'setFeedListener', {
        filters: [{ filterId, since: 0 }],
        views: [{ view: 'all', since: 0 }],
      })
    const sees = async () => ({
      products: (await nina.asks('subscriptions', 'listSubscriptions', {})).products.length > 0,
      messages: (await nina.asks('feed', 'queryFeed', { filterId })).messages.length > 0,
      counted: browser.heard['feed.updates'].length > 0,
      countedByView: browser.heard['feed.views'].length > 0,
      signals: browser.heard['feed.message'].length > 0,
    })
    /** A message comes and is marked, and all have heard of it who are to hear. */
    const happens = async (text: string) => {
      const before = other.heard['feed.message'].length
      await world.post(text)
      await world.settle()
      const [message] = (await judge.asks('feed', 'queryFeed', { filterId: judge.filterId })).messages
      await judge.asks('marks', 'markSpam', { id: message?.id ?? 0 })
      await world.settle()
      await expect.poll(() => other.heard['feed.message'].length).toBeGreaterThan(before)
      // What was sent to this one before is heard with the answer.
      await browser.asks('accounts', 'getMe', {})
    }
    expect(await listens()).toEqual({
      updates: [{ filterId, count: 0, snippet: null, since: 0, seqId: 0 }],
      views: [{ view: 'all', count: 0, snippet: null, since: 0, seqId: 0 }],
    })
    await happens('Посоветуйте фотографа на юбилей')
    expect(await sees()).toEqual({
      products: false,
      messages: false,
      counted: false,
      countedByView: false,
      signals: false,
    })

    const { secret } = await setsUp(nina)
    await world.settle()
    await happens('Нужен фотограф на выпускной')
    await expect
      .poll(sees)
      .toEqual({ products: true, messages: true, counted: true, countedByView: true, signals: true })

    await nina.asks('accounts', 'removeSecondFactor', { password: PASSWORD, code: codeNow(secret) })
    await world.settle()
    browser.heard['feed.updates'].length = 0
    browser.heard['feed.views'].length = 0
    browser.heard['feed.message'].length = 0
    await happens('Ищу фотографа на корпоратив')
    expect(await sees()).toMatchObject({ products: false, messages: false, counted: false, countedByView: false })
  })

  it('who lost phone and codes is helped by an operator: out everywhere, written to and written down', async () => {
    const olga = await world.somebody('olga', ['support'])
    const remove = (email: string) => world.db.transaction().execute((tx) => removeLostSecondFactor(tx, world, email))
    expect(await remove(olga.email)).toBe(false)
    expect(await remove('no-one@example.ru')).toBeNull()
    await setsUp(olga)
    expect(await remove(' OLGA@example.ru')).toBe(true)
    expect(await olga.asks('accounts', 'getMe', {})).toEqual({ user: null })
    expect(await world.letterTo(olga.email)).toMatchObject({ subject: 'Двухфакторная защита в Эхолоте выключена' })
    const signed = await world.ask('accounts', 'login', { email: olga.email, password: PASSWORD }, fromElsewhere())
    expect(signed).toMatchObject({ result: { user: { id: olga.userId, secondFactor: false }, secondStep: null } })
    const { rows } = await world.database.pool.query<object>(
      `select action, actor_id as "actorId" from audit_log where user_id = $1 and action like 'second-factor-%' order by id`,
      [olga.userId],
    )
    expect(rows).toEqual([
      { action: 'second-factor-on', actorId: olga.userId },
      { action: 'second-factor-off', actorId: null },
    ])
  })
})

it('a session ends after its longest time, however much it is used', async () => {
  const inna = await world.customer('inna')
  for (let days = 0; days < 80; days += 40) {
    world.clock.advance(40 * DAY)
    expect(await inna.asks('accounts', 'getMe', {})).toMatchObject({ user: { id: inna.userId } })
  }
  world.clock.advance(10 * DAY)
  expect(await inna.asks('accounts', 'getMe', {})).toEqual({ user: null })
})
