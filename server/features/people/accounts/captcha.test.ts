import type { Challenge } from 'altcha-lib'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { codeOf } from '../../../testing/read-answer.ts'
import { openTestWorld, PASSWORD, type TestWorld } from '../../../testing/test-world.ts'
import { MINUTE } from '../../../kit/clock.ts'
import { silentLog } from '../../../kit/log.ts'
import { createOwnChallenge, forgetCaptchaAnswers } from './captcha.ts'
import { effortAfter } from './sign-in-failures.ts'
import { packed, solve, solveCaptcha } from './solve-captcha.samples.ts'
import { passesYandexCaptcha } from './yandex-captcha.ts'
import { openYandexCaptchaSimulator, type YandexCaptchaSimulator } from './yandex-captcha.simulator.ts'

let addresses = 0
/** An address from which so much was tried that every further sign-in wants a captcha. */
async function suspiciousAddress(world: TestWorld): Promise<{ ip: string }> {
  const from = { ip: `192.168.10.${(addresses += 1)}` }
  for (let index = 0; index < 6; index += 1) {
    await world.ask('accounts', 'login', { email: `stranger-${index}@example.ru`, password: 'x' }, from)
  }
  return from
}

describe('the captcha of our own', () => {
  let world: TestWorld
  const logIn = (from: { ip: string }, captcha?: string) =>
    world.ask(
      'accounts',
      'login',
      { email: 'anna@example.ru', password: PASSWORD, ...(captcha === undefined ? {} : { captcha }) },
      from,
    )

  beforeAll(async () => {
    world = await openTestWorld()
    await world.customer('anna')
  })
  afterAll(() => world.close())

  it('is what accounts.getSignInOptions says', async () => {
    expect(await world.ask('accounts', 'getSignInOptions', {})).toEqual({
      status: 'ok',
      result: { networks: [], captcha: { provider: 'altcha' } },
    })
  })

  it('lets in whoever has solved what accounts.createCaptcha gave, once', async () => {
    const from = await suspiciousAddress(world)
    expect(await logIn(from)).toMatchObject({
      code: 'CAPTCHA_REQUIRED',
      message: 'Поставьте галочку «Я не робот», чтобы продолжить',
    })
    const solved = packed(await solveCaptcha(world, from))
    expect(codeOf(await logIn(from, solved))).toBe('ok')
    expect(codeOf(await logIn(from, solved))).toBe('CAPTCHA_REQUIRED')
  })

  it('is used once even by many at once', async () => {
    const from = await suspiciousAddress(world)
    const solved = packed(await solveCaptcha(world, from))
    const codes = (await Promise.all([1, 2, 3, 4].map(() => logIn(from, solved)))).map(codeOf)
    expect(codes.toSorted()).toEqual(['CAPTCHA_REQUIRED', 'CAPTCHA_REQUIRED', 'CAPTCHA_REQUIRED', 'ok'])
  })

  it('holds for twenty minutes', async () => {
    const from = await suspiciousAddress(world)
    const early = packed(await solveCaptcha(world, from))
    const late = packed(await solveCaptcha(world, from))
    world.clock.advance(20 * MINUTE - 1)
    expect(codeOf(await logIn(from, early))).toBe('ok')
    world.clock.advance(1)
    expect(codeOf(await logIn(from, late))).toBe('CAPTCHA_REQUIRED')
  })

  it('is spent by a wrong password too', async () => {
    const from = await suspiciousAddress(world)
    const solved = packed(await solveCaptcha(world, from))
    const wrong = await world.ask(
      'accounts',
      'login',
      { email: 'anna@example.ru', password: 'x', captcha: solved },
      from,
    )
    expect(wrong).toMatchObject({ code: 'CREDENTIALS_INVALID', details: { captcha: true } })
    expect(codeOf(await logIn(from, solved))).toBe('CAPTCHA_REQUIRED')
  })

  it('is refused when anything about it was changed, and that locks nobody out', async () => {
    const from = await suspiciousAddress(world)
    const { challenge, solution } = await solveCaptcha(world, from)
    const { parameters } = challenge
    const forgeries: unknown[] = [
      { challenge: { ...challenge, parameters: { ...parameters, keyPrefix: '00', cost: 1 } }, solution },
      {
        challenge: {
          ...challenge,
          parameters: { ...parameters, data: { until: Number(parameters.data?.until) + MINUTE } },
        },
        solution,
      },
      { challenge: { ...challenge, parameters: { ...parameters, nonce: parameters.salt } }, solution },
      { challenge: { parameters }, solution },
      { challenge: { ...challenge, signature: '' }, solution },
      { challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } },
      { challenge, solution: null },
      { challenge: null, solution },
      { challenge: { parameters: { data: { until: Infinity } } }, solution },
      null,
      1,
      'text',
      [],
    ]
    for (const forgery of forgeries)
      expect([forgery, codeOf(await logIn(from, packed(forgery)))]).toEqual([forgery, 'CAPTCHA_REQUIRED'])
    for (const nonsense of ['', 'not base64!', '\u0001', '['.repeat(9000), packed('x').slice(2)]) {
      expect(codeOf(await logIn(from, nonsense))).toMatch(/^(CAPTCHA_REQUIRED|VALIDATION_FAILED)$/)
    }
    expect(codeOf(await logIn(from, 'x'.repeat(10_001)))).toBe('VALIDATION_FAILED')
    // None of it counts as a wrong password: elsewhere the account needs no captcha.
    expect(codeOf(await logIn({ ip: '192.168.11.1' }))).toBe('ok')
    expect(codeOf(await logIn(from, packed({ challenge, solution })))).toBe('ok')
  })

  it('is not signed with the key of another service', async () => {
    const from = await suspiciousAddress(world)
    const foreign = await createOwnChallenge(
      { ...world.config, secretKey: 'a key of somebody else, long enough' },
      world.clock,
      1,
    )
    const challenge = foreign as unknown as Challenge
    expect(codeOf(await logIn(from, packed({ challenge, solution: await solve(challenge) })))).toBe('CAPTCHA_REQUIRED')
  })

  it('is more work for an address that goes on failing', () => {
    expect([0, 19, 20, 100, 1000].map(effortAfter)).toEqual([1, 1, 2, 6, 8])
  })

  it('is remembered only as long as it could be used again', async () => {
    const kept = async () => (await world.database.pool.query('select 1 from captcha_answers')).rows.length
    expect(await kept()).toBeGreaterThan(0)
    world.clock.advance(20 * MINUTE)
    await forgetCaptchaAnswers(world.db, world.clock)
    expect(await kept()).toBe(0)
  })
})

describe('Yandex SmartCaptcha', () => {
  const secret = 'ysc2_secret'
  let simulator: YandexCaptchaSimulator
  let world: TestWorld
  const logIn = (from: { ip: string }, captcha?: string) =>
    world.ask(
      'accounts',
      'login',
      { email: 'anna@example.ru', password: PASSWORD, ...(captcha === undefined ? {} : { captcha }) },
      from,
    )

  beforeAll(async () => {
    const clock = { now: () => world.clock.now() }
    simulator = await openYandexCaptchaSimulator(clock, secret)
    world = await openTestWorld({ config: { yandexCaptcha: { url: simulator.url, sitekey: 'ysc1_site', secret } } })
    await world.customer('anna')
  })
  afterAll(async () => {
    await world.close()
    await simulator.close()
  })

  it('is what the sign-in options say, when its keys are set', async () => {
    expect(await world.ask('accounts', 'getSignInOptions', {})).toMatchObject({
      result: { captcha: { provider: 'yandex', sitekey: 'ysc1_site' } },
    })
  })

  it('lets in with a token, once, and is handed the address', async () => {
    const from = await suspiciousAddress(world)
    expect(codeOf(await logIn(from))).toBe('CAPTCHA_REQUIRED')
    const token = simulator.solve()
    expect(codeOf(await logIn(from, token))).toBe('ok')
    expect(simulator.asked.at(-1)).toEqual({ token, ip: from.ip })
    expect(codeOf(await logIn(from, token))).toBe('CAPTCHA_REQUIRED')
    expect(codeOf(await logIn(from, 'made-up'))).toBe('CAPTCHA_REQUIRED')
  })

  it('lets nobody in with a token that is five minutes old', async () => {
    const from = await suspiciousAddress(world)
    const token = simulator.solve()
    world.clock.advance(5 * MINUTE)
    expect(codeOf(await logIn(from, token))).toBe('CAPTCHA_REQUIRED')
  })

  it('is not asked about what no widget gives', async () => {
    const from = await suspiciousAddress(world)
    const asked = simulator.asked.length
    for (const token of ['a b', 'a&secret=x', 'ы', 'x'.repeat(5000)])
      expect(codeOf(await logIn(from, token))).toBe('CAPTCHA_REQUIRED')
    expect(simulator.asked).toHaveLength(asked)
  })

  test.each(['http 500', 'no json', 'no answer'] as const)('lets people in while it fails: %s', async (failure) => {
    const from = await suspiciousAddress(world)
    simulator.has(failure)
    try {
      expect(codeOf(await logIn(from, 'whatever'))).toBe('ok')
      expect(codeOf(await logIn(from))).toBe('CAPTCHA_REQUIRED')
    } finally {
      simulator.has('none')
    }
  })

  it('lets people in when our own key is wrong, and takes no token of another site', async () => {
    const own = { url: simulator.url, secret, publicOrigin: 'https://echolot.example', log: silentLog }
    const passes = (token: string, more: object = {}) => passesYandexCaptcha({ ...own, ...more }, token, '10.1.1.1')
    expect(await passes('whatever', { secret: 'ysc2_wrong' })).toBe(true)
    expect(await passes('whatever', { secret: '' })).toBe(true)
    expect(await passes(simulator.solve('evil.example'))).toBe(false)
    expect(await passes(simulator.solve('echolot.example'))).toBe(true)
    expect(
      await passes(simulator.solve('echolot.example:8443'), { publicOrigin: 'https://echolot.example:8443' }),
    ).toBe(true)
    expect(await passes(simulator.solve('anything.example'), { publicOrigin: '' })).toBe(true)
  })
})
