/** What comes in the name of Apple, and is not from it, or not for us. */
import { generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { AFTER_REGISTRATION } from '../../../../rules/redirects.ts'
import { codeOf } from '../../../testing/read-answer.ts'

import { DAY, HOUR, MINUTE, SECOND } from '../../../kit/clock.ts'
import { openApple } from './apple.ts'
import { openBrowser, openSocialTown, seatSomebodyNew, type SocialWorld } from './social.samples.ts'
import { forgetNetworks } from './social.public.ts'

let social: SocialWorld
let world: SocialWorld['world']
let apple: SocialWorld['apple']
beforeAll(async () => {
  social = await openSocialTown()
  ;({ world, apple } = social)
})
afterAll(() => social.close())

let people = 0
beforeEach(() => {
  people = seatSomebodyNew(social)
})
afterEach(() => void vi.useRealTimers())

const FAILED = '/?refused=NETWORK_SIGN_IN_FAILED'
const seconds = (): number => world.clock.now().getTime() / SECOND
const unsigned = (claims: object): string =>
  `${[{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`

const without = (form: Record<string, string>, left: string) =>
  Object.fromEntries(Object.entries(form).filter(([name]) => name !== left))

/** Registers with a form that `change` has changed on its way. @returns the page in the end */
async function comesInWith(
  change: (form: Record<string, string>, nonce: string) => Promise<Record<string, string>> | Record<string, string>,
): Promise<string> {
  const browser = openBrowser(social)
  const address = await browser.begins('apple', 'reg')
  const { path, form = {} } = await browser.decides(address)
  const page = await browser.returns({
    path,
    form: await change(form, new URL(address).searchParams.get('nonce') ?? ''),
  })
  expect(await browser.me()).toEqual(page === FAILED ? null : expect.anything())
  return page
}

describe('an id_token', () => {
  test.each<[string, (now: number) => Record<string, unknown>]>([
    ['made for another sign-in', () => ({ nonce: 'another' })],
    ['without a nonce', () => ({ nonce: undefined })],
    ['made for another service', () => ({ aud: 'ru.example.another' })],
    ['of somebody else than Apple', () => ({ iss: 'https://evil.example' })],
    ['that has expired', (now) => ({ exp: now - 120 })],
    ['that never expires', () => ({ exp: undefined })],
    ['made long ago', (now) => ({ iat: now - 2 * 86_400 })],
    ['not valid yet', (now) => ({ nbf: now + 3600 })],
    ['of nobody', () => ({ sub: undefined })],
    ['of a strange sub', () => ({ sub: 'a b' })],
  ])('%s lets nobody in, in the form or fetched', async (_, spoil) => {
    apple.spoiled.brought = spoil(seconds())
    expect(await comesInWith((form) => form)).toBe(FAILED)
    apple.spoiled = { brought: {}, fetched: spoil(seconds()) }
    expect(await comesInWith((form) => form)).toBe(FAILED)
  })

  it('that a stranger signed, nobody signed, or our own words signed lets nobody in', async () => {
    const claims = (nonce: string) => ({
      iss: 'https://appleid.apple.com',
      aud: apple.config.servicesId,
      sub: apple.person.sub,
      nonce,
      iat: seconds(),
      exp: seconds() + 600,
    })
    const signedByUs = (nonce: string) =>
      new SignJWT(claims(nonce))
        .setProtectedHeader({ alg: 'HS256' })
        .sign(Buffer.from(apple.config.servicesId.padEnd(32)))
    expect(
      await comesInWith(async (form, nonce) => ({
        ...form,
        id_token: await apple.sign({ sub: apple.person.sub, nonce }, 'stranger'),
      })),
    ).toBe(FAILED)
    expect(await comesInWith((form, nonce) => ({ ...form, id_token: unsigned(claims(nonce)) }))).toBe(FAILED)
    expect(await comesInWith(async (form, nonce) => ({ ...form, id_token: await signedByUs(nonce) }))).toBe(FAILED)
    expect(
      await comesInWith(({ id_token = '', ...form }) => ({ ...form, id_token: `${id_token.slice(0, -8)}AAAAAAAA` })),
    ).toBe(FAILED)
    expect(await comesInWith((form) => without(form, 'id_token'))).toBe(FAILED)
    expect(await comesInWith((form) => form)).toBe(AFTER_REGISTRATION)
  })

  it('of one person does not go with the code of another', async () => {
    const other = openBrowser(social)
    const { form: otherForm } = await other.decides(await other.begins('apple', 'reg'))
    expect(await comesInWith((form) => ({ ...form, code: otherForm?.code ?? '' }))).toBe(FAILED)
    apple.spoiled.fetched = { sub: 'another.person' }
    expect(await comesInWith((form) => form)).toBe(FAILED)
  })
})

describe('a code', () => {
  it('missing, made up, used or too old lets nobody in', async () => {
    expect(await comesInWith((form) => without(form, 'code'))).toBe(FAILED)
    expect(await comesInWith((form) => ({ ...form, code: 'c0.made.up' }))).toBe(FAILED)
    const used = openBrowser(social)
    const back = await used.decides(await used.begins('apple', 'reg'))
    expect(await used.returns(back)).toBe(AFTER_REGISTRATION)
    expect(await comesInWith((form) => ({ ...form, code: back.form?.code ?? '' }))).toBe(FAILED)
    expect(
      await comesInWith((form) => {
        world.clock.advance(6 * MINUTE)
        return form
      }),
    ).toBe(FAILED)
  })

  it('is exchanged with a client_secret that Apple checks', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    for (const wrong of [
      { privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() },
      { keyId: 'ANOTHERKEY' },
      { teamId: 'ANOTHERTEAM' },
      { servicesId: 'ru.example.another' },
    ]) {
      await expect(openApple({ ...apple.config, ...wrong }).revoke(world.clock, 'r.token')).rejects.toThrow(
        '400 invalid_client',
      )
    }
    await openApple(apple.config).revoke(world.clock, 'r.token')
  })
})

describe('whatever else Apple sends', () => {
  it('an error that is no cancellation, or nothing at all, is a failure', async () => {
    expect(await comesInWith(({ state = '' }) => ({ state, error: 'server_error' }))).toBe(FAILED)
    expect(await comesInWith(({ state = '' }) => ({ state }))).toBe(FAILED)
  })

  it('a name that is no JSON, or no name, is left out', async () => {
    for (const user of [
      '{',
      '[]',
      'null',
      '{"name":null}',
      '{"name":"x"}',
      '{"name":{"firstName":{},"lastName":["x"]}}',
    ]) {
      apple.person.sub = `name.${user.length}.${people}`
      apple.person.email = `name-${user.length}@example.ru`
      expect(await comesInWith((form) => ({ ...form, user }))).toBe(AFTER_REGISTRATION)
    }
  })

  it('nothing, while it is down, is a failure', async () => {
    expect(
      await comesInWith((form) => {
        apple.down = true
        return form
      }),
    ).toBe(FAILED)
  })

  it('a new key is fetched, but not for every made-up one', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + MINUTE)
    expect(await comesInWith((form) => form)).toBe(AFTER_REGISTRATION)
    const before = apple.keysAsked
    vi.setSystemTime(Date.now() + MINUTE)
    apple.changeKey()
    Object.assign(apple.person, { sub: 'after.change', email: 'after-change@example.ru' })
    expect(await comesInWith((form) => form)).toBe(AFTER_REGISTRATION)
    expect(apple.keysAsked).toBe(before + 1)
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    for (const kid of ['made-up-1', 'made-up-2', 'made-up-3']) {
      const madeUp = await new SignJWT({}).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)
      expect(await comesInWith((form) => ({ ...form, id_token: madeUp }))).toBe(FAILED)
    }
    expect(apple.keysAsked).toBe(before + 1)
  })
})

describe('social.takeAppleNotice', () => {
  /** As Apple sends it: a form, without cookies. */
  async function answerTo(payload: string): Promise<string> {
    const response = await world.web.app.inject({
      method: 'POST',
      url: '/auth/apple/notice',
      payload: String(new URLSearchParams({ payload })),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://appleid.apple.com',
        'sec-fetch-site': 'cross-site',
      },
    })
    return codeOf(response.json())
  }
  async function linkedPerson() {
    const anna = await world.customer(`noticed-${people}`)
    const browser = openBrowser(social, anna)
    expect(await browser.comesIn('apple', 'link', { from: '/profile' })).toBe('/profile')
    return { anna, browser }
  }

  it('of consent taken back signs him out, and lets him in again when he gives it again', async () => {
    const { anna, browser } = await linkedPerson()
    expect(await answerTo(await apple.notice('consent-revoked', apple.person.sub))).toBe('ok')
    expect(await browser.me()).toBeNull()
    expect(
      await world.db.selectFrom('networkAccounts').select('sealedToken').where('userId', '=', anna.userId).execute(),
    ).toEqual([{ sealedToken: null }])
    expect(await browser.comesIn('apple', 'auth')).toBe('/feed')
    expect((await browser.me())?.id).toBe(anna.userId)
  })

  it('of a deleted Apple account unlinks it, and lets whoever is in stay in', async () => {
    const { browser } = await linkedPerson()
    const notice = await apple.notice('account-delete', apple.person.sub)
    expect(await answerTo(notice)).toBe('ok')
    expect((await browser.me())?.networks).toEqual([])
    expect(await answerTo(notice)).toBe('ok')
  })

  it('of anything else, or of somebody unknown, changes nothing', async () => {
    const { browser } = await linkedPerson()
    const { sub } = apple.person
    for (const [type, of] of [
      ['email-disabled', sub],
      ['email-enabled', sub],
      ['something-new', sub],
      ['account-delete', 'unknown'],
    ] as const) {
      expect(await answerTo(await apple.notice(type, of))).toBe('ok')
    }
    expect((await browser.me())?.networks).toEqual(['apple'])
    expect(await answerTo(await apple.sign({ events: { type: 'account-delete', sub } }))).toBe('ok')
    expect((await browser.me())?.networks).toEqual([])
  })

  it('that Apple did not sign, for us, of late, is refused', async () => {
    const { browser } = await linkedPerson()
    const events = JSON.stringify({ type: 'account-delete', sub: apple.person.sub })
    const old = await apple.notice('account-delete', apple.person.sub)
    for (const payload of [
      '',
      'x',
      'a.b.c',
      unsigned({ iss: 'https://appleid.apple.com', aud: apple.config.servicesId, events }),
      events,
      await apple.sign({ events }, 'stranger'),
      await apple.sign({ events, aud: 'ru.example.another' }),
      await apple.sign({ events, iss: 'https://evil.example' }),
      await apple.sign({ events, exp: seconds() - HOUR / SECOND }),
    ]) {
      expect(await answerTo(payload), payload).toBe('FORBIDDEN')
    }
    expect((await browser.me())?.networks).toEqual(['apple'])
    world.clock.advance(DAY + HOUR)
    expect(await answerTo(old)).toBe('FORBIDDEN')
  })
})

describe('forgetNetworks', () => {
  const context = () => ({ db: world.db, clock: world.clock, config: world.config })
  async function linked(): Promise<{ userId: number; token: string }> {
    const browser = openBrowser(social)
    expect(await browser.comesIn('apple', 'reg')).toBe(AFTER_REGISTRATION)
    return { userId: (await browser.me())?.id ?? 0, token: [...apple.refreshTokens].slice(-1)[0] ?? '' }
  }

  it('takes the consent back at Apple, and once is enough', async () => {
    const { userId, token } = await linked()
    expect(apple.refreshTokens.has(token)).toBe(true)
    await forgetNetworks(context(), userId)
    expect(apple.refreshTokens.has(token)).toBe(false)
    apple.down = true
    await forgetNetworks(context(), userId)
  })

  it('is tried again while Apple is down, and given up when Apple says no', async () => {
    const { userId, token } = await linked()
    apple.down = true
    await expect(forgetNetworks(context(), userId)).rejects.toThrow('503')
    expect(apple.refreshTokens.has(token)).toBe(true)
    apple.down = false
    const mistaken = { ...world.config, apple: { ...apple.config, keyId: 'ANOTHERKEY' } }
    await forgetNetworks({ ...context(), config: mistaken }, userId)
    await forgetNetworks({ ...context(), config: { ...world.config, apple: null } }, userId)
  })
})
