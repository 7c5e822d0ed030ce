import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { StandingClock } from '../testing/standing-clock.ts'
import { openBareDatabase } from '../testing/bare-database.ts'
import { DAY, MINUTE, SECOND } from './clock.ts'
import {
  closeCodes,
  codesJobs,
  findOpenCode,
  issueCode,
  openCode,
  reserveCode,
  tryCode,
  withdrawCode,
  type CodeOrder,
} from './codes.ts'
import { registrationCode } from '../features/people/accounts/registration.ts'
import { emailCode, noticesCode, phoneCode } from '../features/people/verification/code-purposes.ts'
import { AppError } from './app-error.ts'
import type { Database, Tx } from './sql.ts'

const KEY = 'a secret key of thirty-two letters'
let database: Database
let clock: StandingClock
let holders = 0

beforeAll(async () => {
  database = await openBareDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  clock = new StandingClock()
  await database.db.deleteFrom('verificationCodes').execute()
})

const purposes = { email: emailCode, notices: noticesCode, phone: phoneCode, registration: registrationCode }
type PurposeName = keyof typeof purposes

/** Someone whom no limit knows yet, unless it is said. */
function order({
  purpose = 'email',
  ...more
}: Partial<Omit<CodeOrder, 'purpose'>> & { purpose?: PurposeName } = {}): CodeOrder {
  holders += 1
  return {
    subject: `user ${holders}`,
    purpose: purposes[purpose],
    target: `somebody-${holders}@example.ru`,
    ip: `10.1.${holders >> 8}.${holders & 255}`,
    ...more,
  }
}
const inTx = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> => database.db.transaction().execute(work)
const issue = (of: CodeOrder & { decoy?: boolean }) => inTx((tx) => issueCode(tx, clock, KEY, of))
const enter = (of: CodeOrder, pin: string, onRight: (tx: Tx, target: string) => Promise<void> = async () => {}) =>
  tryCode(database.db, clock, KEY, { subject: of.subject, purpose: of.purpose, pin }, onRight)
const wrong = (code: string): string => String((Number(code) + 1) % 10_000).padStart(4, '0')
const refusalOf = async (work: Promise<unknown>): Promise<[string, unknown]> => {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof AppError)) throw new Error('was not refused', { cause: error })
  return [error.code, error.details]
}

describe('a code', () => {
  it('is four digits, and opens once', async () => {
    const hers = order({ target: 'Anna@Example.ru' })
    const { code, resendAt, expiresAt } = await issue(hers)
    expect(code).toMatch(/^\d{4}$/)
    expect(resendAt).toEqual(new Date(clock.now().getTime() + 30 * SECOND))
    expect(expiresAt).toEqual(new Date(clock.now().getTime() + 10 * MINUTE))
    expect(await findOpenCode(database.db, clock, hers)).toEqual({ target: 'anna@example.ru', resendAt, expiresAt })
    const onRight = vi.fn<(tx: Tx, target: string) => Promise<void>>(async () => {})
    expect(await enter(hers, code, onRight)).toBe(1)
    expect(onRight).toHaveBeenCalledExactlyOnceWith(expect.anything(), 'anna@example.ru')
    expect(await enter(hers, code, onRight)).toBe(3)
    expect(await findOpenCode(database.db, clock, hers)).toBeNull()
    expect(onRight).toHaveBeenCalledTimes(1)
  })

  it('is closed at the fifth wrong one, for the right one too', async () => {
    const hers = order()
    const { code } = await issue(hers)
    const onRight = vi.fn<(tx: Tx, target: string) => Promise<void>>(async () => {})
    const flags = []
    for (let round = 0; round < 5; round += 1) flags.push(await enter(hers, wrong(code), onRight))
    expect(flags).toEqual([2, 2, 2, 2, 3])
    expect(await enter(hers, code, onRight)).toBe(3)
    expect(await findOpenCode(database.db, clock, hers)).toBeNull()
    expect(onRight).not.toHaveBeenCalled()
  })

  it('allows five tries however many come at once', async () => {
    const hers = order()
    const { code } = await issue(hers)
    const flags = await Promise.all(Array.from({ length: 40 }, () => enter(hers, wrong(code))))
    expect(flags.filter((flag) => flag === 2)).toHaveLength(4)
    expect(flags.filter((flag) => flag === 3)).toHaveLength(36)
  })

  it('opens once however many enter it at once', async () => {
    const hers = order()
    const { code } = await issue(hers)
    const flags = await Promise.all(Array.from({ length: 10 }, () => enter(hers, code)))
    expect(flags.toSorted()).toEqual([1, 3, 3, 3, 3, 3, 3, 3, 3, 3])
  })

  it('runs out after ten minutes', async () => {
    const hers = order()
    const { code } = await issue(hers)
    clock.advance(10 * MINUTE - 1)
    expect(await findOpenCode(database.db, clock, hers)).not.toBeNull()
    clock.advance(1)
    expect(await findOpenCode(database.db, clock, hers)).toBeNull()
    expect(await enter(hers, code)).toBe(3)
  })

  it('holds for its own person and purpose only', async () => {
    const hers = order()
    const { code } = await issue(hers)
    expect(await enter(order({ target: hers.target }), code)).toBe(3)
    expect(await enter({ ...hers, purpose: noticesCode }, code)).toBe(3)
    expect(await enter(hers, code)).toBe(1)
  })

  it('closes the one before it, whose tries are not lent to it', async () => {
    const hers = order()
    const first = await issue(hers)
    for (let round = 0; round < 4; round += 1) await enter(hers, wrong(first.code))
    clock.advance(30 * SECOND)
    let second = await issue({ ...hers, target: 'other@example.ru' })
    // One in ten thousand times both are the same, and then the first one would open the second.
    while (second.code === first.code) {
      clock.advance(30 * SECOND)
      second = await issue({ ...hers, target: 'other@example.ru' })
    }
    expect(await enter(hers, first.code)).toBe(2)
    expect(await findOpenCode(database.db, clock, hers)).toMatchObject({ target: 'other@example.ru' })
    expect(await enter(hers, second.code)).toBe(1)
  })

  it('is not spent when what it was for fails', async () => {
    const hers = order()
    const { code } = await issue(hers)
    await expect(enter(hers, code, () => Promise.reject(new AppError('EMAIL_ALREADY_REGISTERED')))).rejects.toThrow(
      AppError,
    )
    expect(await enter(hers, code)).toBe(1)
  })

  it('is kept as a keyed hash of its own row', async () => {
    const [one, other] = [order(), order()]
    const { code } = await issue(one)
    await issue(other)
    const rows = await database.db.selectFrom('verificationCodes').selectAll().orderBy('id').execute()
    expect(rows[0]?.codeHash).toHaveLength(32)
    expect(Object.values(rows[0] ?? {}).map(String)).not.toContain(code)
    // A hash carried over to another row, or read with another key, opens nothing.
    await database.db
      .updateTable('verificationCodes')
      .set({ codeHash: rows[0]?.codeHash ?? Buffer.of() })
      .where('id', '=', rows[1]?.id ?? 0)
      .execute()
    expect(await enter(other, code)).toBe(2)
    expect(await tryCode(database.db, clock, `${KEY}!`, { ...one, pin: code }, async () => {})).toBe(2)
  })

  it('is closed when nobody waits for it any more', async () => {
    const hers = order()
    const { code } = await issue(hers)
    await closeCodes(database.db, clock, hers)
    expect(await enter(hers, code)).toBe(3)
  })

  it('is forgotten after two days', async () => {
    const forget = codesJobs.find((job) => job.name === 'forget-codes')
    if (!forget || !('every' in forget)) throw new Error('no such job')
    const count = async () =>
      Number(
        (
          await database.db
            .selectFrom('verificationCodes')
            .select(({ fn }) => fn.countAll().as('count'))
            .executeTakeFirstOrThrow()
        ).count,
      )
    await issue(order())
    clock.advance(2 * DAY)
    await forget.run({ db: database.db, clock } as never)
    expect(await count()).toBe(1)
    clock.advance(1)
    await forget.run({ db: database.db, clock } as never)
    expect(await count()).toBe(0)
  })
})

it('a decoy looks like a code, counts like one, and nothing opens it', async () => {
  const his = order()
  const decoy = await issue({ ...his, decoy: true })
  expect(decoy.code).toBe('')
  expect(await findOpenCode(database.db, clock, his)).toEqual({
    target: his.target,
    resendAt: decoy.resendAt,
    expiresAt: decoy.expiresAt,
  })
  expect(await enter(his, '')).toBe(2)
  expect([
    await enter(his, '0000'),
    await enter(his, '1234'),
    await enter(his, '9999'),
    await enter(his, '5555'),
  ]).toEqual([2, 2, 2, 3])
  expect((await refusalOf(issue(his)))[0]).toBe('CODE_TOO_SOON')
})

describe('limits', () => {
  it.each([
    ['email', 30],
    ['registration', 30],
    ['notices', 30],
    ['phone', 120],
  ] as [PurposeName, number][])(
    'of %s: a new one after %i seconds, by person and by address alike; of a letter strangers elsewhere do not count',
    async (purpose, seconds) => {
      const hers = order({ purpose, human: true })
      await issue(hers)
      clock.advance(10 * SECOND)
      const refused = ['CODE_TOO_SOON', { retryAfter: seconds - 10 }]
      expect(await refusalOf(issue(hers))).toEqual(refused)
      expect(await refusalOf(issue({ ...order({ purpose }), subject: hers.subject }))).toEqual(refused)
      expect(await refusalOf(issue({ ...order({ purpose }), target: hers.target, ip: hers.ip }))).toEqual(refused)
      const elsewhere = issue({ ...order({ purpose }), target: hers.target })
      if (purpose === 'phone') expect(await refusalOf(elsewhere)).toEqual(refused)
      else await elsewhere
      await issue(order({ purpose }))
      clock.advance((seconds - 10) * SECOND - 1)
      expect(await refusalOf(issue(hers))).toEqual(['CODE_TOO_SOON', { retryAfter: 1 }])
      clock.advance(1)
      await issue(hers)
    },
  )

  it.each([
    ['email', 6, 'CAPTCHA_REQUIRED'],
    ['phone', 5, 'CODE_LIMIT_REACHED'],
  ] as [PurposeName, number, string][])(
    'of %s: %i a day to one address from one place; elsewhere %s',
    async (purpose, count, refusal) => {
      const target = purpose === 'phone' ? '79255070602' : 'Target@example.ru'
      const stranger = { purpose, target, ip: '203.0.113.9', human: true }
      for (let round = 0; round < count; round += 1) {
        await issue(order(stranger))
        clock.advance(2 * MINUTE)
      }
      expect(await refusalOf(issue(order({ ...stranger, target: target.toLowerCase() })))).toEqual([
        'CODE_LIMIT_REACHED',
        undefined,
      ])
      const owner = order({ purpose, target })
      expect(await refusalOf(issue(owner))).toEqual([refusal, undefined])
      if (purpose === 'email') await issue({ ...owner, human: true })
      await issue(order({ purpose }))
      clock.advance(DAY)
      await issue(order({ purpose, target }))
    },
  )

  it('of an address end at five times as many, from wherever: four digits are not to be guessed', async () => {
    const target = 'guessed@example.ru'
    for (let round = 0; round < 30; round += 1) await issue(order({ target, human: true }))
    expect((await refusalOf(issue(order({ target, human: true }))))[0]).toBe('CODE_LIMIT_REACHED')
  })

  it('of an address are guessed fifteen times a day, and then once each; who reads the letter gets in still', async () => {
    const target = 'guessed@example.ru'
    let guesses = 0
    const guess = async (guessed: CodeOrder): Promise<void> => {
      const { code } = await issue(guessed)
      for (let flag = 2; flag === 2; guesses += 1) flag = await enter(guessed, wrong(code))
    }
    for (let round = 0; round < 20; round += 1) await guess(order({ target, human: true }))
    expect(guesses).toBe(15 + 17)
    const owner = order({ target, human: true })
    const { code } = await issue(owner)
    // Codes that stay open, and guesses that come at once.
    const strangers = Array.from({ length: 9 }, () => order({ target, human: true }))
    const wrongCodes: [CodeOrder, string][] = []
    for (const stranger of strangers) wrongCodes.push([stranger, wrong((await issue(stranger)).code)])
    const flags = await Promise.all(wrongCodes.flatMap(([of, pin]) => [enter(of, pin), enter(of, pin)]))
    expect(flags).toEqual(flags.map(() => 3))
    expect(await enter(owner, code)).toBe(1)
    clock.advance(DAY)
    guesses = 0
    await guess(order({ target }))
    expect(guesses).toBe(5)
  })

  it('of an address hold over all purposes: letters are letters', async () => {
    const target = 'flooded@example.ru'
    for (const purpose of ['registration', 'email', 'notices', 'registration', 'email', 'notices'] as const) {
      await issue(order({ purpose, target }))
      clock.advance(MINUTE)
    }
    expect((await refusalOf(issue(order({ purpose: 'registration', target }))))[0]).toBe('CAPTCHA_REQUIRED')
  })

  it('of a person: twice as many a day, wherever they go', async () => {
    for (let round = 0; round < 10; round += 1) {
      await issue(order({ purpose: 'phone', subject: 'user 0', human: true }))
      clock.advance(2 * MINUTE)
    }
    expect((await refusalOf(issue(order({ purpose: 'phone', subject: 'user 0' }))))[0]).toBe('CODE_LIMIT_REACHED')
    await issue(order({ purpose: 'email', subject: 'user 0' }))
  })

  it('of a network address: twenty calls a day, a captcha after a hundred letters of a kind, and a /64 is one', async () => {
    for (let round = 0; round < 20; round += 1)
      await issue(order({ purpose: 'phone', ip: `2001:db8:1:2::${round + 1}`, human: true }))
    expect((await refusalOf(issue(order({ purpose: 'phone', ip: '2001:db8:1:2:ffff::1' }))))[0]).toBe(
      'CODE_LIMIT_REACHED',
    )
    await issue(order({ purpose: 'phone', ip: '2001:db8:1:3::1' }))
    const first = order({ ip: '203.0.113.7' })
    await issue(first)
    const { id: _id, ...row } = await database.db
      .selectFrom('verificationCodes')
      .selectAll()
      .where('subject', '=', first.subject)
      .executeTakeFirstOrThrow()
    await database.db
      .insertInto('verificationCodes')
      .values(Array.from({ length: 98 }, () => ({ ...row, ...order(), purpose: row.purpose, ip: row.ip })))
      .execute()
    await issue(order({ ip: '203.0.113.7' }))
    expect((await refusalOf(issue(order({ ip: '::ffff:203.0.113.7' }))))[0]).toBe('CAPTCHA_REQUIRED')
    await issue(order({ ip: '203.0.113.7', human: true }))
    await issue(order({ purpose: 'registration', ip: '203.0.113.7' }))
  })

  it('of calls: two a day to a person, or from an address, wants no captcha; of letters none ever does', async () => {
    const hers = order({ purpose: 'phone' })
    for (let time = 0; time < 2; time += 1) {
      await issue(hers)
      clock.advance(2 * MINUTE)
    }
    for (const same of [{ subject: hers.subject }, { ip: hers.ip }]) {
      expect(await refusalOf(issue(order({ purpose: 'phone', ...same })))).toEqual(['CAPTCHA_REQUIRED', undefined])
      for (const purpose of ['email', 'notices', 'registration'] as const) await issue(order({ purpose, ...same }))
    }
    // Anyone who else is called at the same number is at another address.
    await issue(order({ purpose: 'phone', target: hers.target }))
    clock.advance(2 * MINUTE)
    await issue({ ...hers, human: true })
    clock.advance(DAY)
    await issue(hers)
  })

  it('hold when many come at once', async () => {
    const target = 'rush@example.ru'
    const subject = 'user rush'
    const all = await Promise.allSettled([
      ...Array.from({ length: 10 }, () => issue(order({ target, ip: '203.0.113.8' }))),
      ...Array.from({ length: 10 }, () => issue(order({ subject }))),
    ])
    expect(all.slice(0, 10).filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(all.slice(10).filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(all.every((each) => each.status === 'fulfilled' || each.reason instanceof AppError)).toBe(true)
  })
})

describe('a code that somebody else chooses', () => {
  it('counts from its reservation, and leaves the older one open until it is reported', async () => {
    const hers = order({ purpose: 'phone', human: true })
    const first = await issue(hers)
    clock.advance(2 * MINUTE)
    const reserved = await inTx((tx) => reserveCode(tx, clock, hers))
    expect((await refusalOf(inTx((tx) => reserveCode(tx, clock, hers))))[0]).toBe('CODE_TOO_SOON')
    expect(await findOpenCode(database.db, clock, hers)).toMatchObject({ resendAt: first.resendAt })
    clock.advance(5 * SECOND)
    const times = await inTx((tx) => openCode(tx, clock, KEY, reserved, '0042'))
    expect(times.resendAt).toEqual(new Date(clock.now().getTime() + 115 * SECOND))
    expect(await enter(hers, '0042')).toBe(1)
  })

  it('is as if it had not been asked for when it is withdrawn', async () => {
    const hers = order({ purpose: 'phone' })
    const { id } = await inTx((tx) => reserveCode(tx, clock, hers))
    expect(await findOpenCode(database.db, clock, hers)).toBeNull()
    await withdrawCode(database.db, id)
    await issue(hers)
  })
})
