/** What comes in the name of VK ID, and does not fit. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { StandingClock } from '../../../testing/standing-clock.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import { openTestWorld } from '../../../testing/test-world.ts'
import { MINUTE } from '../../../kit/clock.ts'
import { openBrowser, openSocialTown, seatSomebodyNew, type SocialWorld } from './social.samples.ts'
import { openVkId, readVkAnswer } from './vk-id.ts'
import { openVkIdSimulator } from './vk-id.simulator.ts'

let social: SocialWorld
let vk: SocialWorld['vk']
beforeAll(async () => {
  social = await openSocialTown()
  ;({ vk } = social)
})
afterAll(() => social.close())
beforeEach(() => void seatSomebodyNew(social))

const FAILED = '/?refused=NETWORK_SIGN_IN_FAILED'

/** Registers, with an answer that `change` has changed on its way. @returns the page in the end */
async function comesInWith(change: (query: URLSearchParams) => void): Promise<string> {
  const browser = openBrowser(social)
  const { path } = await browser.decides(await browser.begins('vk', 'reg'))
  const [pathname, search] = path.split('?')
  const query = new URLSearchParams(search)
  change(query)
  const page = await browser.returns({ path: `${pathname}?${query}` })
  expect(await browser.me()).toEqual(page === FAILED ? null : expect.anything())
  return page
}

describe('an answer of VK ID', () => {
  test.each([200, 400])('that the exchange refuses with HTTP %i lets nobody in', async (errorStatus) => {
    vk.errorStatus = errorStatus
    const other = openBrowser(social)
    const stolen = new URLSearchParams((await other.decides(await other.begins('vk', 'reg'))).path.split('?')[1])
    // A code of another browser: its verifier is not known here, whatever else is brought with it.
    expect(
      await comesInWith((query) => {
        for (const name of ['code', 'device_id']) query.set(name, stolen.get(name) ?? '')
      }),
    ).toBe(FAILED)
    expect(await comesInWith((query) => query.set('code', 'vk2.a.made-up'))).toBe(FAILED)
    expect(await comesInWith((query) => query.set('device_id', 'another'))).toBe(FAILED)
    expect(await comesInWith(() => social.world.clock.advance(11 * MINUTE))).toBe(FAILED)
  })

  it('without a code or a device, or with an error, is not exchanged at all', async () => {
    const before = vk.exchanges
    for (const name of ['code', 'device_id']) expect(await comesInWith((query) => query.delete(name))).toBe(FAILED)
    expect(await comesInWith((query) => query.set('error', 'server_error'))).toBe(FAILED)
    expect(vk.exchanges).toBe(before)
  })

  test.each([
    ['another state', { state: 'another'.padEnd(43, '-') }],
    ['no state', { state: undefined }],
    ['another person', { user_id: 1 }],
    ['nobody', { user_id: undefined }],
    ['another token', { access_token: 'vk2.a.another' }],
    ['no token', { access_token: null }],
    ['an error beside all the rest', { error: 'slow_down' }],
  ])('whose exchange reports %s lets nobody in', async (_, spoiled) => {
    vk.spoiled = spoiled
    expect(await comesInWith(() => {})).toBe(FAILED)
  })

  it('in one parameter is read as any other, and what is no text in it is left out', () => {
    const inside = { code: 'c', state: 's', device_id: 7, error: null, user: 'x', id_token: 'y' }
    expect(readVkAnswer({ payload: JSON.stringify(inside) })).toMatchObject({ code: 'c', state: 's', device_id: '7' })
    expect(readVkAnswer({ payload: JSON.stringify(inside) }).id_token).toBeUndefined()
    for (const payload of ['', '{', 'null', '[1]', '"x"'])
      expect(readVkAnswer({ payload, state: 's' })).toEqual({ payload, state: 's' })
  })
})

describe('VK ID', () => {
  it('gets the secret of an application that has one', async () => {
    const clock = new StandingClock()
    const guarded = await openVkIdSimulator(clock, { secret: 'protected-key' })
    guarded.redirectUris.add('https://echolot.example/auth/vk/callback')
    const begun = {
      state: 's'.repeat(43),
      nonce: '',
      verifier: 'v'.repeat(43),
      redirectUri: 'https://echolot.example/auth/vk/callback',
    }
    const identify = async (config: typeof guarded.config) => {
      const network = openVkId(config)
      const { searchParams } = new URL(network.authorizeAddress(begun))
      const allowed = await fetch(`${guarded.url}/authorize`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams([...searchParams, ['decision', 'allow']]),
      })
      return network.identify(
        clock,
        Object.fromEntries(new URL(allowed.headers.get('location') ?? '').searchParams),
        begun,
      )
    }
    expect(await identify(guarded.config)).toEqual({
      externalId: '1234567890',
      name: 'Мария Иванова',
      email: 'maria@example.ru',
      emailVerified: false,
      token: null,
    })
    await expect(identify({ ...guarded.config, secret: '' })).rejects.toThrow('/oauth2/auth answers 200 invalid_client')
    await guarded.close()
    await expect(identify(guarded.config)).rejects.toThrow()
  })

  it('makes the challenge of the worked example', () => {
    const address = openVkId(vk.config).authorizeAddress({
      state: '',
      nonce: '',
      verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      redirectUri: '',
    })
    expect(new URL(address).searchParams.get('code_challenge')).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
  })
})

describe('a network that is not configured', () => {
  it('is no way in', async () => {
    const world = await openTestWorld()
    for (const path of [
      '/auth/network/vk?intent=auth',
      '/auth/network/apple?intent=reg',
      '/auth/vk/callback?state=x',
    ]) {
      const { headers } = await world.web.app.inject({ url: path })
      expect(headers.location).toBe('/?refused=NETWORK_NOT_CONFIGURED')
    }
    expect(codeOf(await world.ask('social', 'takeAppleNotice', { payload: 'a.b.c' }))).toBe('NETWORK_NOT_CONFIGURED')
    await world.close()
  })
})
