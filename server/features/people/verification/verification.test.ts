import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, PASSWORD, type Asker, type TestWorld } from '../../../testing/test-world.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../kit/clock.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

let people = 0
/** Someone whom no limit knows yet. */
function somebody(): Promise<TestUser> {
  people += 1
  return world.customer(`somebody${people}`)
}
const wrong = (pin: string): string => String((Number(pin) + 1) % 10_000).padStart(4, '0')
const me = async (person: TestUser) => {
  const { user } = await person.asks('accounts', 'getMe', {})
  if (!user) throw new Error('nobody is signed in')
  return user
}
const lastAudit = (userId: number) =>
  world.db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'ip', 'details'])
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
/** How many calls were made. */
const calls = async () =>
  (await world.db.selectFrom('letters').select('id').where('channel', '=', 'call').execute()).length

describe('who may ask', () => {
  const guest: Asker = {}
  it('nobody who is not signed in', async () => {
    const pin = '1234'
    const asked = [
      world.ask('verification', 'getVerification', {}, guest),
      world.ask('verification', 'sendApproveEmail', { email: 'guest@example.ru' }, guest),
      world.ask('verification', 'createEmailToken', {}, guest),
      world.ask('verification', 'verifyEmail', { pin }, guest),
      world.ask('verification', 'approveCall', { phone: '+7 925 507-06-02' }, guest),
      world.ask('verification', 'verifyPhone', { pin }, guest),
      world.ask('verification', 'removePhone', {}, guest),
      world.ask('verification', 'sendNotificationEmail', { email: 'guest@example.ru' }, guest),
      world.ask('verification', 'verifyNotificationEmail', { pin }, guest),
      world.ask('verification', 'removeNotificationEmail', {}, guest),
    ]
    for (const answer of await Promise.all(asked)) expect(codeOf(answer)).toBe('UNAUTHORIZED')
    expect(await calls()).toBe(0)
  })

  it('what is entered is four digits, and what is empty has a sentence of its own', async () => {
    const anna = await somebody()
    for (const pin of ['', '123', '12345', '12 4', 'abcd', '１２３４']) {
      for (const callName of ['verifyEmail', 'verifyPhone', 'verifyNotificationEmail'] as const) {
        expect(await anna.isRefused('verification', callName, { pin })).toBe('VALIDATION_FAILED')
      }
    }
    for (const callName of ['sendApproveEmail', 'sendNotificationEmail'] as const) {
      expect(await anna.isRefused('verification', callName, { email: '  ' })).toBe('EMAIL_REQUIRED')
      for (const email of [
        'anna',
        'anna@',
        '@example.ru',
        'anna@example.ru, boris@example.ru',
        'anna@example.ru\nBcc: boris@example.ru',
        '<b>@example.ru',
      ]) {
        expect(await anna.isRefused('verification', callName, { email })).toBe('VALIDATION_FAILED')
      }
    }
    expect(await anna.isRefused('verification', 'approveCall', { phone: '' })).toBe('PHONE_REQUIRED')
    for (const phone of ['12', '+7 495 123-45-67', '+49 1512 3456789', 'anna']) {
      expect(await anna.isRefused('verification', 'approveCall', { phone })).toBe('PHONE_INVALID')
    }
    expect(await calls()).toBe(0)
    expect(await anna.asks('verification', 'getVerification', {})).toEqual({ email: null, phone: null, notices: null })
  })
})

describe('the e-mail of the account', () => {
  it('is confirmed by the code in a letter, and all browsers of the person hear what came of it', async () => {
    const anna = await somebody()
    const [first, second, stranger] = [
      await anna.connects(),
      await world.connect(await anna.signIn()),
      await (await somebody()).connects(),
    ]
    const sent = await anna.asks('verification', 'createEmailToken', {})
    const now = world.clock.now().getTime()
    expect(sent).toEqual({
      target: anna.email,
      resendAt: new Date(now + 30 * SECOND).toISOString(),
      expiresAt: new Date(now + 10 * MINUTE).toISOString(),
    })
    expect(await anna.asks('verification', 'getVerification', {})).toEqual({ email: sent, phone: null, notices: null })
    const { code } = await world.letterTo(anna.email)
    expect(await anna.asks('verification', 'verifyEmail', { pin: wrong(code) })).toEqual({ flag: 2 })
    expect(await first.asks('verification', 'verifyEmail', { pin: code })).toEqual({ flag: 1 })
    for (const browser of [first, second])
      await expect.poll(() => browser.heard['approve-email']).toEqual([{ flag: 2 }, { flag: 1 }])
    expect(stranger.heard['approve-email']).toEqual([])
    expect(await me(anna)).toMatchObject({ email: anna.email, emailApprove: true, pendingEmail: null })
    expect(await anna.asks('verification', 'getVerification', {})).toEqual({ email: null, phone: null, notices: null })
    expect(await anna.asks('verification', 'verifyEmail', { pin: code })).toEqual({ flag: 3 })
    expect(await lastAudit(anna.userId)).toMatchObject({
      action: 'email-changed',
      actorId: anna.userId,
      ip: '127.0.0.1',
    })
  })

  it('is closed for entry at the fifth wrong code', async () => {
    const anna = await somebody()
    const browser = await anna.connects()
    await anna.asks('verification', 'sendApproveEmail', { email: anna.email })
    const { code } = await world.letterTo(anna.email)
    const flags = []
    for (let round = 0; round < 5; round += 1)
      flags.push((await anna.asks('verification', 'verifyEmail', { pin: wrong(code) })).flag)
    expect(flags).toEqual([2, 2, 2, 2, 3])
    expect(await anna.asks('verification', 'verifyEmail', { pin: code })).toEqual({ flag: 3 })
    await expect.poll(() => browser.heard['approve-email'].map(({ flag }) => flag)).toEqual([2, 2, 2, 2, 3, 3])
    expect(await me(anna)).toMatchObject({ emailApprove: false })
    expect(await anna.isRefused('verification', 'createEmailToken', {})).toBe('CODE_TOO_SOON')
    world.clock.advance(30 * SECOND)
    await anna.asks('verification', 'createEmailToken', {})
    expect(await anna.asks('verification', 'verifyEmail', { pin: (await world.letterTo(anna.email)).code })).toEqual({
      flag: 1,
    })
  })

  it('gives way to another one when its code is entered, and the old one is notified', async () => {
    const anna = await somebody()
    await anna.asks('verification', 'createEmailToken', {})
    await anna.asks('verification', 'verifyEmail', { pin: (await world.letterTo(anna.email)).code })
    world.clock.advance(30 * SECOND)
    const fresh = `Fresh.${anna.email}`
    const sent = await anna.asks('verification', 'sendApproveEmail', { email: ` ${fresh} `, password: PASSWORD })
    expect(sent.target).toBe(fresh)
    expect(await me(anna)).toMatchObject({ email: anna.email, pendingEmail: fresh })
    const first = await world.letterTo(fresh)
    world.clock.advance(30 * SECOND)
    // The code that is asked for again goes where the first one went, and the first one holds no more.
    expect((await anna.asks('verification', 'createEmailToken', {})).target).toBe(fresh)
    const { code } = await world.letterTo(fresh)
    if (code !== first.code)
      expect(await anna.asks('verification', 'verifyEmail', { pin: first.code })).toEqual({ flag: 2 })
    expect(await anna.asks('verification', 'verifyEmail', { pin: code })).toEqual({ flag: 1 })
    expect(await me(anna)).toMatchObject({ email: fresh.toLowerCase(), emailApprove: true, pendingEmail: null })
    const sentLetters = await world.db
      .selectFrom('letters')
      .select('subject')
      .where('recipient', '=', anna.email)
      .orderBy('id')
      .execute()
    expect(sentLetters.map(({ subject }) => subject)).toEqual([
      'Код подтверждения email',
      'Email вашего аккаунта в Эхолоте изменён',
    ])
  })

  it('is changed by nobody who only found the browser open: whoever has a password enters it', async () => {
    const anna = await somebody()
    const email = `taken-over-${anna.userId}@example.ru`
    const letters = async () =>
      (await world.db.selectFrom('letters').select('id').where('recipient', '=', email).execute()).length
    expect(await world.ask('verification', 'sendApproveEmail', { email }, anna)).toMatchObject({
      code: 'PASSWORD_REQUIRED',
      message: 'Введите текущий пароль',
    })
    expect(await anna.isRefused('verification', 'sendApproveEmail', { email, password: '' })).toBe('PASSWORD_REQUIRED')
    expect(await world.ask('verification', 'sendApproveEmail', { email, password: 'не тот' }, anna)).toMatchObject({
      code: 'PASSWORD_INVALID',
      message: 'Неверный текущий пароль',
    })
    // Whether someone has it is informed no sooner.
    expect(await anna.isRefused('verification', 'sendApproveEmail', { email: (await somebody()).email })).toBe(
      'PASSWORD_REQUIRED',
    )
    expect(await letters()).toBe(0)
    expect(await me(anna)).toMatchObject({ email: anna.email, pendingEmail: null })
    // The one they have is confirmed without it, and so is the one that waits, once it was asked for.
    await anna.asks('verification', 'sendApproveEmail', { email: anna.email.toUpperCase() })
    world.clock.advance(30 * SECOND)
    await anna.asks('verification', 'sendApproveEmail', { email, password: PASSWORD })
    world.clock.advance(30 * SECOND)
    await anna.asks('verification', 'sendApproveEmail', { email })
    expect(await letters()).toBe(2)
    expect(await anna.asks('verification', 'verifyEmail', { pin: (await world.letterTo(email)).code })).toEqual({
      flag: 1,
    })
  })

  it('is no way to guess the password: after a hundred in an hour even the right one is refused', async () => {
    const anna = await somebody()
    const email = `guessed-${anna.userId}@example.ru`
    const tries = Array.from({ length: 100 }, () => ({ key: `person ${anna.userId}`, at: world.clock.now() }))
    await world.db.insertInto('signInFailures').values(tries).execute()
    expect(await anna.isRefused('verification', 'sendApproveEmail', { email, password: PASSWORD })).toBe(
      'RATE_LIMIT_EXCEEDED',
    )
    world.clock.advance(HOUR)
    expect(await anna.isRefused('verification', 'sendApproveEmail', { email, password: PASSWORD })).toBe('ok')
  })

  it('asks no password of whoever has none', async () => {
    const anna = await somebody()
    await world.db.updateTable('users').set({ passwordHash: null }).where('id', '=', anna.userId).execute()
    const email = `networker-${anna.userId}@example.ru`
    await anna.asks('verification', 'sendApproveEmail', { email })
    expect(await anna.asks('verification', 'verifyEmail', { pin: (await world.letterTo(email)).code })).toEqual({
      flag: 1,
    })
    expect(await me(anna)).toMatchObject({ email, hasPassword: false })
  })

  it('of somebody else: the answer is the same, and the letter says so to its owner', async () => {
    const [anna, boris] = [await somebody(), await somebody()]
    const free = await anna.asks('verification', 'sendApproveEmail', {
      email: 'nobody-has-it@example.ru',
      password: PASSWORD,
    })
    const eve = await somebody()
    const browser = await eve.connects()
    const taken = await eve.asks('verification', 'sendApproveEmail', {
      email: boris.email.toUpperCase(),
      password: PASSWORD,
    })
    expect(taken).toEqual({ ...free, target: boris.email.toUpperCase() })
    expect(await me(eve)).toMatchObject({ email: eve.email, pendingEmail: boris.email.toUpperCase() })
    expect(await eve.asks('verification', 'getVerification', {})).toMatchObject({
      email: { resendAt: taken.resendAt, expiresAt: taken.expiresAt },
    })
    const letter = await world.letterTo(boris.email.toUpperCase())
    expect(letter).toMatchObject({ subject: 'С этим email уже есть аккаунт', code: '' })
    expect(letter.link).toBe(world.config.siteUrl)
    const flags = []
    for (const pin of ['0000', '1111', '2222', '3333', '4444', '5555'])
      flags.push((await eve.asks('verification', 'verifyEmail', { pin })).flag)
    expect(flags).toEqual([2, 2, 2, 2, 3, 3])
    await expect.poll(() => browser.heard['approve-email']).toHaveLength(6)
    expect(await eve.isRefused('verification', 'sendApproveEmail', { email: boris.email, password: PASSWORD })).toBe(
      'CODE_TOO_SOON',
    )
    expect(await me(boris)).toMatchObject({ email: boris.email })
  })

  it('goes to whoever is faster', async () => {
    const [anna, boris] = [await somebody(), await somebody()]
    const email = `wanted-${anna.userId}@example.ru`
    await anna.asks('verification', 'sendApproveEmail', { email, password: PASSWORD })
    const hers = (await world.letterTo(email)).code
    world.clock.advance(30 * SECOND)
    await boris.asks('verification', 'sendApproveEmail', { email, password: PASSWORD })
    expect(await boris.asks('verification', 'verifyEmail', { pin: (await world.letterTo(email)).code })).toEqual({
      flag: 1,
    })
    expect(await anna.isRefused('verification', 'verifyEmail', { pin: hers })).toBe('EMAIL_ALREADY_REGISTERED')
    expect(await me(anna)).toMatchObject({ email: anna.email })
  })

  it('has to be given by whoever has none', async () => {
    const anna = await somebody()
    await world.db.updateTable('users').set({ email: null }).where('id', '=', anna.userId).execute()
    expect(await anna.isRefused('verification', 'createEmailToken', {})).toBe('EMAIL_REQUIRED')
    await anna.asks('verification', 'sendApproveEmail', { email: anna.email, password: PASSWORD })
    expect(await me(anna)).toMatchObject({ email: null, pendingEmail: anna.email })
    expect(await anna.asks('verification', 'verifyEmail', { pin: (await world.letterTo(anna.email)).code })).toEqual({
      flag: 1,
    })
    expect(await me(anna)).toMatchObject({ email: anna.email, emailApprove: true })
  })

  it('that was never confirmed is notified of nothing about the one that takes its place', async () => {
    const anna = await somebody()
    const fresh = `fresh.${anna.email}`
    await anna.asks('verification', 'sendApproveEmail', { email: fresh, password: PASSWORD })
    expect(await anna.asks('verification', 'verifyEmail', { pin: (await world.letterTo(fresh)).code })).toEqual({
      flag: 1,
    })
    await expect(world.letterTo(anna.email)).rejects.toThrow('nothing was sent')
  })

  it('waits for the countdown, and after six letters a day to an address a captcha is wanted', async () => {
    const email = 'much-asked-for@example.ru'
    const anna = await somebody()
    await anna.asks('verification', 'sendApproveEmail', { email, password: PASSWORD })
    world.clock.advance(10 * SECOND)
    const refused = await world.ask('verification', 'sendApproveEmail', { email, password: PASSWORD }, anna)
    expect(refused).toMatchObject({ code: 'CODE_TOO_SOON', details: { retryAfter: 20 } })
    expect(await (await somebody()).isRefused('verification', 'sendNotificationEmail', { email })).toBe('ok')
    for (let round = 0; round < 4; round += 1) {
      world.clock.advance(30 * SECOND)
      await (await somebody()).asks('verification', 'sendApproveEmail', { email, password: PASSWORD })
    }
    world.clock.advance(30 * SECOND)
    expect(await (await somebody()).isRefused('verification', 'sendApproveEmail', { email, password: PASSWORD })).toBe(
      'CAPTCHA_REQUIRED',
    )
    const letters = await world.db.selectFrom('letters').select('id').where('recipient', '=', email).execute()
    expect(letters).toHaveLength(6)
    world.clock.advance(DAY)
    await anna.asks('verification', 'sendApproveEmail', { email, password: PASSWORD })
  })
})

describe('the e-mail that notices go to', () => {
  it('is confirmed by its own code, may be anybody’s, and is taken away again', async () => {
    const [anna, boris] = [await somebody(), await somebody()]
    const browser = await anna.connects()
    const sent = await anna.asks('verification', 'sendNotificationEmail', { email: boris.email })
    expect(await anna.asks('verification', 'getVerification', {})).toEqual({ email: null, phone: null, notices: sent })
    const { code } = await world.letterTo(boris.email)
    expect(await anna.asks('verification', 'verifyEmail', { pin: code })).toEqual({ flag: 3 })
    expect(await anna.asks('verification', 'verifyNotificationEmail', { pin: wrong(code) })).toEqual({ flag: 2 })
    expect(await anna.asks('verification', 'verifyNotificationEmail', { pin: code })).toEqual({ flag: 1 })
    expect(await me(anna)).toMatchObject({ email: anna.email, emailApprove: false, notificationEmail: boris.email })
    expect(await lastAudit(anna.userId)).toMatchObject({ action: 'notification-email-changed' })
    world.clock.advance(30 * SECOND)
    await anna.asks('verification', 'sendNotificationEmail', { email: `second-${boris.email}` })
    await anna.asks('verification', 'removeNotificationEmail', {})
    expect(await me(anna)).toMatchObject({ notificationEmail: null })
    expect(
      await anna.asks('verification', 'verifyNotificationEmail', {
        pin: (await world.letterTo(`second-${boris.email}`)).code,
      }),
    ).toEqual({ flag: 3 })
    // What the e-mail of the account has a signal for, this has none: only the one that was entered wrongly above.
    await expect.poll(() => browser.heard['approve-email']).toEqual([{ flag: 3 }])
  })

  it('is closed for entry at the fifth wrong code', async () => {
    const anna = await somebody()
    await anna.asks('verification', 'sendNotificationEmail', { email: 'notices@example.ru' })
    const { code } = await world.letterTo('notices@example.ru')
    const flags = []
    for (let round = 0; round < 5; round += 1)
      flags.push((await anna.asks('verification', 'verifyNotificationEmail', { pin: wrong(code) })).flag)
    expect(flags).toEqual([2, 2, 2, 2, 3])
    expect(await anna.isRefused('verification', 'sendNotificationEmail', { email: 'other-notices@example.ru' })).toBe(
      'CODE_TOO_SOON',
    )
  })
})
