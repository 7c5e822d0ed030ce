/**
 * Hundreds of guesses each, and thousands in `npm run laws`: of the four digits of a code, of a password; half of them from one address, half from many. What
 * protects them are limits, so what counts is how many guesses are compared at all; and after these not even the right one opens.
 */
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { freeSignInFailures } from '../../contract/people/accounts.ts'
import type { Answer } from '../../contract/call.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../kit/clock.ts'
import { codeOf } from '../testing/read-answer.ts'
import type { TestUser } from '../testing/test-user.ts'
import { openTestWorld, PASSWORD, type Asker, type TestWorld } from '../testing/test-world.ts'
import {
  openYandexCaptchaSimulator,
  type YandexCaptchaSimulator,
} from '../features/people/accounts/yandex-captcha.simulator.ts'
import { beginAttack } from './attack.samples.ts'
import { lawRuns } from '../../tools/law-runs.ts'

const attack = beginAttack('guesses of pins and passwords')
/** From one address, and as many again from many. */
const GUESSES = lawRuns(400)
/** As many browsers of the attacker's at once. */
const AT_ONCE = 10

let world: TestWorld
let captchas: YandexCaptchaSimulator
beforeAll(async () => {
  // The attacker pays for having captchas solved.
  captchas = await openYandexCaptchaSimulator({ now: () => world.clock.now() }, 'secret')
  world = await openTestWorld({ config: { yandexCaptcha: { url: captchas.url, sitekey: 'site', secret: 'secret' } } })
})
afterAll(async () => {
  console.log(attack.summary)
  await world.close()
  await captchas.close()
})

const ipOf = (number: number): string => `10.${100 + ((number >> 16) & 127)}.${(number >> 8) & 255}.${number & 255}`
const oneAddress = (): string => '10.99.0.1'

/** Many at once, as an attacker does. */
async function flood(count: number, guess: (index: number) => Promise<void>): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => guess(from + index)))
  }
}

/** A code that someone tries to guess. */
interface Guessed {
  /** Asks for a code: the first, or another one. @returns 'ok', or why there is none */
  asksForCode(from: Asker): Promise<string>
  /** The code as its true owner reads it. */
  right(): Promise<string>
  enters(pin: string, from: Asker): Promise<Answer<{ flag: number }>>
  /** As it stands in the table. */
  purpose: string
  /** Codes a day to one address or number. */
  codesADay: number
}

const kinds: [what: string, prepare: (number: number) => Promise<Guessed>][] = [
  [
    'an e-mail',
    async (number) => {
      const person = await world.customer(`guesser-${number}`)
      const email = `owner-${number}@example.ru`
      return {
        purpose: 'email',
        codesADay: 6,
        right: async () => (await world.letterTo(email)).code,
        asksForCode: async ({ ip = '' }) =>
          codeOf(
            await world.ask(
              'verification',
              'sendApproveEmail',
              { email, password: PASSWORD },
              { token: person.token, ip },
            ),
          ),
        enters: (pin, { ip = '' }) => world.ask('verification', 'verifyEmail', { pin }, { token: person.token, ip }),
      }
    },
  ],
  [
    'a phone',
    async (number) => {
      const person = await world.customer(`caller-${number}`)
      const phone = `7900${String(1_000_000 + number)}`
      return {
        purpose: 'phone',
        codesADay: 5,
        right: async () => (await world.letterTo(phone)).code,
        asksForCode: async ({ ip = '' }) =>
          codeOf(
            await world.ask(
              'verification',
              'approveCall',
              { phone, captcha: captchas.solve() },
              { token: person.token, ip },
            ),
          ),
        enters: (pin, { ip = '' }) => world.ask('verification', 'verifyPhone', { pin }, { token: person.token, ip }),
      }
    },
  ],
  [
    'a registration',
    async (number) => {
      const email = `registering-${number}@example.ru`
      let registration = ''
      return {
        purpose: 'registration',
        // From one network no more than 6; an attacker who has many and solves a captcha each time gets as many again four times.
        codesADay: 30,
        right: async () => (await world.letterTo(email)).code,
        async asksForCode(from) {
          const again =
            registration === '' ? null : await world.ask('accounts', 'resendRegistration', { registration }, from)
          const answer =
            again?.status === 'ok'
              ? again
              : await world.ask('accounts', 'register', { email, password: PASSWORD, captcha: captchas.solve() }, from)
          if (answer.status === 'ok') ({ registration } = answer.result)
          return codeOf(answer)
        },
        enters: (pin, from) => world.ask('accounts', 'confirmRegistration', { registration, pin }, from),
      }
    },
  ],
  [
    'coming in without a password',
    async (number) => {
      const { email } = await world.customer(`coming-in-${number}`)
      let login = ''
      return {
        purpose: 'login',
        // From one network no more than 6; an attacker who has many and solves a captcha each time gets as many again four times.
        codesADay: 30,
        right: async () => (await world.letterTo(email)).code,
        async asksForCode(from) {
          const answer = await world.ask('accounts', 'startCodeLogin', { email, captcha: captchas.solve() }, from)
          if (answer.status === 'ok') ({ login } = answer.result)
          return codeOf(answer)
        },
        enters: (pin, from) =>
          world.ask('accounts', 'confirmCodeLogin', { login, pin, captcha: captchas.solve() }, from),
      }
    },
  ],
]

/** How many guesses were compared with a code so far. */
const compared = async (purpose: string): Promise<number> =>
  Number(
    (
      await world.db
        .selectFrom('verificationCodes')
        .select(({ fn }) => fn.sum('tries').as('tries'))
        .where('purpose', '=', purpose)
        .executeTakeFirstOrThrow()
    ).tries,
  )

const notThis = (pin: string, index: number): string =>
  String((Number(pin) + 1 + (index % 9_998)) % 10 ** pin.length).padStart(pin.length, '0')
/** This many at first are wrong ones, for the attacker has no luck; from then on they have nothing but. */
const UNLUCKY = AT_ONCE

test.each(kinds)('pins for %s, at once and from one address', async (what, prepare) => {
  const guessed = await prepare(1)
  const from = { ip: oneAddress() }
  expect(await guessed.asksForCode(from)).toBe('ok')
  const right = await guessed.right()
  await flood(GUESSES, async (index) => {
    const answer = await guessed.enters(index < UNLUCKY ? notThis(right, index) : right, from)
    attack.tries(`a pin for ${what} from one address`, answer.status === 'ok' && answer.result.flag === 1)
  })
  expect(await compared(guessed.purpose)).toBe(5)
  attack.wasInVain()
})

test.each(kinds)('pins for %s, over a whole day and from many addresses', async (what, prepare) => {
  const guessed = await prepare(2)
  // A day in which no one has guessed yet.
  world.clock.advance(2 * DAY)
  const before = await compared(guessed.purpose)
  const rounds = 47
  let [codes, address] = [0, 0]
  for (let round = 0; round < rounds; round += 1) {
    if ((await guessed.asksForCode({ ip: ipOf((address += 1)) })) === 'ok') codes += 1
    const right = await guessed.right()
    // More than are wrong: in every round the right one is tried too, when there are none left.
    await flood(Math.max(AT_ONCE + 2, Math.ceil(GUESSES / rounds)), async (index) => {
      const answer = await guessed.enters(index < UNLUCKY ? notThis(right, index + round * 7) : right, {
        ip: ipOf((address += 1)),
      })
      attack.tries(`a pin for ${what} from many addresses`, answer.status === 'ok' && answer.result.flag === 1)
    })
    world.clock.advance(30 * MINUTE)
  }
  expect(codes).toBe(guessed.codesADay)
  // Five of each of three codes, and after fifteen wrong ones a single one of every other.
  expect((await compared(guessed.purpose)) - before).toBe(15 + guessed.codesADay - 3)
  attack.wasInVain()
})

/** How many passwords were compared with that of this account. */
const comparedOf = async (column: 'userId' | 'ip', value: string | number): Promise<number> =>
  (
    await world.db
      .selectFrom('auditLog')
      .select('id')
      .where('action', '=', 'sign-in-failed')
      .where(column, '=', value)
      .execute()
  ).length

/** @returns whether the attacker is in */
async function signsIn(email: string, password: string, ip: string, captcha?: string): Promise<boolean> {
  return (
    codeOf(
      await world.ask('accounts', 'login', { email, password, ...(captcha === undefined ? {} : { captcha }) }, { ip }),
    ) === 'ok'
  )
}

/** This many passwords are compared without a captcha; of many that come at once some fewer, as each sees the others waiting. */
async function expectFree(compared: Promise<number>): Promise<void> {
  const count = await compared
  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThanOrEqual(freeSignInFailures + 1)
}

/** One after another: of many at once fewer would be compared, and the right password could still be among the free ones. */
async function spendFreeTries(emailOf: (index: number) => string, ip: string): Promise<void> {
  for (let index = 0; index <= freeSignInFailures; index += 1) {
    attack.tries('a wrong password', await signsIn(emailOf(index), `не пароль ${index}`, ip))
  }
}

it('passwords for one account, from one address', async () => {
  const anna = await world.customer('anna')
  await spendFreeTries(() => anna.email, '10.98.0.1')
  await flood(GUESSES, async (index) => {
    attack.tries(
      'a password from one address',
      await signsIn(anna.email, index < UNLUCKY ? `не пароль ${index}` : PASSWORD, '10.98.0.1'),
    )
  })
  await expectFree(comparedOf('userId', anna.userId))
  attack.wasInVain()
})

it('passwords for one account in an hour, from many addresses, with captchas solved', async () => {
  const boris = await world.customer('boris')
  const limit = 100
  let address = 0
  const guesses = async (count: number, password: string, captcha: () => string): Promise<void> =>
    flood(count, async () => {
      attack.tries(
        'a password from many addresses',
        await signsIn(boris.email, password, ipOf((address += 1)), captcha()),
      )
    })
  while ((await comparedOf('userId', boris.userId)) < limit) await guesses(20, 'не пароль', () => captchas.solve())
  await guesses(GUESSES / 4, PASSWORD, () => captchas.solve())
  world.clock.advance(HOUR - SECOND)
  await guesses(GUESSES - address, PASSWORD, () => 'none')
  expect(await comparedOf('userId', boris.userId)).toBe(limit)
  attack.wasInVain()
})

it('one password for hundreds of accounts, from one address', async () => {
  const victims = await Promise.all(Array.from({ length: 5 }, (_, index) => world.customer(`sprayed-${index}`)))
  await spendFreeTries((index) => `unknown-${index}@example.ru`, '10.97.0.1')
  await flood(GUESSES, async (index) => {
    const email = index < UNLUCKY ? `nobody-${index}@example.ru` : (victims[index % victims.length]?.email ?? '')
    attack.tries('a password for many accounts', await signsIn(email, PASSWORD, '10.97.0.1'))
  })
  await expectFree(comparedOf('ip', '10.97.0.1'))
  attack.wasInVain()
})

it('the password of somebody whose browser was left open', async () => {
  const clara: TestUser = await world.customer('clara')
  const [rounds, limit] = [12, 100]
  const wrong = { newPassword: 'совсем другой секрет' }
  let tried = 0
  for (let round = 0; round < rounds; round += 1) {
    await flood(Math.ceil(GUESSES / rounds), async (index) => {
      // Two calls ask for it; both count the same.
      const password = tried >= limit ? PASSWORD : `не пароль ${round} ${index}`
      const code =
        index % 2 === 0
          ? codeOf(await world.ask('accounts', 'updatePassword', { ...wrong, password }, clara))
          : codeOf(await world.ask('privacy', 'deleteAccount', { password }, clara))
      if (code !== 'RATE_LIMIT_EXCEEDED') tried += 1
      attack.tries('a password within a session', code === 'ok')
    })
    world.clock.advance(HOUR / rounds - SECOND)
  }
  expect(tried).toBe(limit)
  attack.wasInVain()
})
