/** Ways in that an account gets and loses. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '../../../kit/clock.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import { PASSWORD } from '../../../testing/test-world.ts'
import { openBrowser, openSocialTown, seatSomebodyNew, type SocialWorld } from './social.samples.ts'
import { personalNetworks } from './personal-networks.ts'

let social: SocialWorld
let world: SocialWorld['world']
let vk: SocialWorld['vk']
let apple: SocialWorld['apple']
beforeAll(async () => {
  social = await openSocialTown()
  ;({ world, vk, apple } = social)
})
afterAll(() => social.close())

beforeEach(() => void seatSomebodyNew(social))

const browse = (as?: Parameters<typeof openBrowser>[1]) => openBrowser(social, as)
const refused = (code: string, path = '/') => `${path}?refused=${code}`
const auditOf = async (userId: number) =>
  (
    await world.db
      .selectFrom('auditLog')
      .select(['action', 'details'])
      .where('userId', '=', userId)
      .orderBy('id')
      .execute()
  ).map(({ action, details }) => ({ action, details }))
const linksOf = (userId: number) =>
  world.db.selectFrom('networkAccounts').selectAll().where('userId', '=', userId).orderBy('network').execute()
const confirmed = async (nickname: string) => {
  const person = await world.customer(nickname)
  await world.db.updateTable('users').set({ emailApprove: true }).where('id', '=', person.userId).execute()
  return person
}

describe('linking', () => {
  it('adds a way in to the account one is in, and goes back to its page', async () => {
    const anna = await world.customer('anna-links')
    const browser = browse(anna)
    expect(await browser.comesIn('vk', 'link', { from: '/profile' })).toBe('/profile')
    expect(await browser.comesIn('apple', 'link', { from: '/profile' })).toBe('/profile')
    expect(await browser.me()).toMatchObject({ id: anna.userId, email: anna.email, networks: ['apple', 'vk'] })
    // Once more changes nothing.
    expect(await browser.comesIn('vk', 'link', { from: '/profile' })).toBe('/profile')
    const elsewhere = browse()
    expect(await elsewhere.comesIn('vk', 'auth')).toBe('/feed')
    expect((await elsewhere.me())?.id).toBe(anna.userId)
  })

  it('wants the password of whoever has one: a browser that was left open is not enough', async () => {
    const anna = await world.customer('anna-left-it-open')
    const browser = browse(anna)
    const begin = async () => (await browser.goes('/auth/network/vk?intent=link&from=/profile')).location
    expect(await begin()).toBe(refused('PASSWORD_REQUIRED'))
    expect(await browser.allowsLinking('не тот')).toBe('PASSWORD_INVALID')
    expect(await begin()).toBe(refused('PASSWORD_REQUIRED'))
    expect(await browser.allowsLinking()).toBe('ok')
    expect(await begin()).toContain('/authorize')
    // Once, and for some minutes.
    expect(await begin()).toBe(refused('PASSWORD_REQUIRED'))
    expect(await browser.allowsLinking()).toBe('ok')
    world.clock.advance(5 * MINUTE)
    expect(await begin()).toBe(refused('PASSWORD_REQUIRED'))
    expect(codeOf(await world.ask('social', 'allowLinking', { password: PASSWORD }))).toBe('UNAUTHORIZED')
  })

  it('is reported by letter to the owner of a confirmed e-mail, who may not have done it', async () => {
    const anna = await confirmed('anna-is-told')
    await browse(anna).comesIn('vk', 'link', { from: '/profile' })
    expect(await world.letterTo(anna.email)).toMatchObject({
      subject: 'К вашему аккаунту в Эхолоте привязан вход через VK ID',
      link: 'https://echolot.example/profile',
    })
  })

  it('refuses what another account has, and a second one of the same network', async () => {
    const owner = browse()
    await owner.comesIn('vk', 'reg')
    const anna = await world.customer('anna-links-taken')
    const browser = browse(anna)
    expect(await browser.comesIn('vk', 'link', { from: '/profile' })).toBe(
      refused('NETWORK_ACCOUNT_ALREADY_LINKED', '/profile'),
    )
    vk.person = { ...vk.person, user_id: 5_000_001 }
    expect(await browser.comesIn('vk', 'link', { from: '/profile' })).toBe('/profile')
    vk.person = { ...vk.person, user_id: 5_000_002 }
    expect(await browser.comesIn('vk', 'link', { from: '/profile' })).toBe(
      refused('NETWORK_ALREADY_LINKED', '/profile'),
    )
    expect(await linksOf(anna.userId)).toMatchObject([{ externalId: '5000001' }])
  })

  it('is refused when one is somebody else meanwhile, or nobody', async () => {
    const anna = await world.customer('anna-leaves')
    const boris = await world.customer('boris-comes')
    for (const token of [boris.token, '']) {
      const browser = browse(anna)
      const back = await browser.decides(await browser.begins('vk', 'link', '/profile'))
      browser.cookies.set('echolot', token)
      expect(await browser.returns(back)).toBe(refused('UNAUTHORIZED', '/profile'))
    }
    expect(await linksOf(boris.userId)).toEqual([])
    expect(await linksOf(anna.userId)).toEqual([])
  })
})

describe('personalNetworks', () => {
  it('says which there are, and keeps the token to itself', async () => {
    const browser = browse()
    await browser.comesIn('apple', 'reg')
    const { id = 0 } = (await browser.me()) ?? {}
    expect(await personalNetworks(world, id)).toEqual({
      'Вход через сети': [
        { сеть: 'Apple', 'номер там': apple.person.sub, email: apple.person.email, привязана: world.clock.now() },
      ],
    })
    expect(await personalNetworks(world, (await world.customer('anna-alone')).userId)).toEqual({})
  })
})

describe('social.unlinkNetwork', () => {
  it('takes a way in away, and notifies Apple', async () => {
    const anna = await world.customer('anna-unlinks')
    const browser = browse(anna)
    await browser.comesIn('vk', 'link')
    await browser.comesIn('apple', 'link')
    const [token = ''] = [...apple.refreshTokens].slice(-1)
    for (const network of ['vk', 'apple', 'apple'] as const)
      expect(await anna.asks('social', 'unlinkNetwork', { network })).toEqual({})
    expect(apple.refreshTokens.has(token)).toBe(false)
    expect((await browser.me())?.networks).toEqual([])
    expect((await auditOf(anna.userId)).filter(({ action }) => action === 'network-unlinked')).toHaveLength(2)
    expect(await browse().comesIn('vk', 'auth')).toBe(refused('NETWORK_ACCOUNT_NOT_FOUND'))
  })

  it('does without an Apple that is away', async () => {
    const anna = await world.customer('anna-unlinks-alone')
    const browser = browse(anna)
    await browser.comesIn('apple', 'link')
    apple.down = true
    expect(await anna.asks('social', 'unlinkNetwork', { network: 'apple' })).toEqual({})
    apple.down = false
    expect((await browser.me())?.networks).toEqual([])
  })

  it('leaves the last way in, also to two browsers at once', async () => {
    // Only some of them meet.
    for (let time = 0; time < 5; time += 1) {
      seatSomebodyNew(social)
      const browser = browse()
      await browser.comesIn('vk', 'reg')
      const asker = { token: browser.token, ip: browser.ip }
      expect(codeOf(await world.ask('social', 'unlinkNetwork', { network: 'vk' }, asker))).toBe('LAST_SIGN_IN_METHOD')
      await browser.comesIn('apple', 'link')
      const codes = await Promise.all(
        (['vk', 'apple'] as const).map(async (network) =>
          codeOf(await world.ask('social', 'unlinkNetwork', { network }, asker)),
        ),
      )
      expect(codes.sort()).toEqual(['LAST_SIGN_IN_METHOD', 'ok'])
      expect((await browser.me())?.networks).toHaveLength(1)
    }
  })

  it('takes the last network from whoever has a password by now', async () => {
    const browser = browse()
    await browser.comesIn('vk', 'reg')
    const created = await world.ask(
      'accounts',
      'createPassword',
      { password: PASSWORD },
      { token: browser.token, ip: browser.ip },
    )
    expect(codeOf(created)).toBe('ok')
    expect(
      codeOf(
        await world.ask('social', 'unlinkNetwork', { network: 'vk' }, { token: created.token ?? null, ip: browser.ip }),
      ),
    ).toBe('ok')
  })

  it('is not for guests, and knows no other networks', async () => {
    expect(codeOf(await world.ask('social', 'unlinkNetwork', { network: 'vk' }))).toBe('UNAUTHORIZED')
    const anna = await world.customer('anna-unknown-network')
    expect(await anna.isRefused('social', 'unlinkNetwork', { network: 'ok' as never })).toBe('VALIDATION_FAILED')
  })
})
