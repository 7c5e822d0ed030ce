import { AFTER_REGISTRATION } from '../../../../rules/redirects.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { contract } from '../../../../contract/contract.ts'
import { requestOf } from '../../../../contract/request.ts'
import { MINUTE } from '../../../kit/clock.ts'
import { resultOf } from '../../../testing/read-answer.ts'
import { forgetExpiredSignIns } from './sign-in-state.ts'
import { openBrowser, openSocialTown, seatSomebodyNew, type SocialWorld } from './social.samples.ts'

let social: SocialWorld
let world: SocialWorld['world']
let vk: SocialWorld['vk']
let apple: SocialWorld['apple']
beforeAll(async () => {
  social = await openSocialTown()
  ;({ world, vk, apple } = social)
})
afterAll(() => social.close())

let people = 0
beforeEach(() => {
  people = seatSomebodyNew(social)
})

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

test.each([
  ['vk', 'reg', 'takeVkCallback'],
  ['vk', 'auth', 'takeVkCallback'],
  ['apple', 'reg', 'takeAppleCallbackReg'],
  ['apple', 'auth', 'takeAppleCallbackAuth'],
] as const)(
  '%s sends the browser back from «%s» to social.%s, which believes no other state',
  async (network, intent, name) => {
    if (intent === 'auth') await browse().comesIn(network, 'reg')
    const browser = browse()
    const { path, form } = await browser.decides(await browser.begins(network, intent))
    const [address = '', query = ''] = path.split('?')
    const { method, url } = requestOf(contract.social[name], {})
    expect([form ? 'POST' : 'GET', address]).toEqual([method, url])
    const brought = new URLSearchParams(form ?? query)
    const withState = (state: string) => {
      const fields = new URLSearchParams({ ...Object.fromEntries(brought), state })
      return form ? { path, form: Object.fromEntries(fields) } : { path: `${address}?${fields}` }
    }
    for (const wrong of ['', 'made-up', 'x'.repeat(501)])
      expect(await browser.returns(withState(wrong))).toMatch(/refused=(NETWORK_SIGN_IN_FAILED|VALIDATION_FAILED)/)
    expect(await browser.me()).toBeNull()
    expect(await browser.returns({ path, ...(form && { form }) })).toBe(intent === 'reg' ? AFTER_REGISTRATION : '/feed')
    expect(await browser.me()).toMatchObject({ networks: [network] })
  },
)

describe('social.startNetworkSignIn and social.finishNetworkSignIn: registration through a network', () => {
  it('of Apple makes an account whose e-mail counts as confirmed, signs in, and keeps the sealed token', async () => {
    const browser = browse()
    expect(await browser.comesIn('apple', 'reg', { from: '/blog' })).toBe(AFTER_REGISTRATION)
    const me = await browser.me()
    expect(me).toMatchObject({
      email: `apple-${people}@example.ru`,
      emailApprove: true,
      pendingEmail: null,
      username: 'Мария Иванова',
      hasPassword: false,
      networks: ['apple'],
      role: [],
    })
    const [link] = await linksOf(me?.id ?? 0)
    expect(link).toMatchObject({ network: 'apple', externalId: apple.person.sub, email: `apple-${people}@example.ru` })
    const [token = ''] = [...apple.refreshTokens].slice(-1)
    expect(token).not.toBe('')
    expect(link?.sealedToken?.toString('latin1')).not.toContain(token)
    expect(await auditOf(me?.id ?? 0)).toEqual([
      { action: 'registered', details: expect.anything() },
      { action: 'network-linked', details: { network: 'apple' } },
      { action: 'signed-in', details: expect.objectContaining({ way: 'apple' }) },
    ])
    // The name came the first time only; the second time finds the account by who they are.
    const again = browse()
    expect(await again.comesIn('apple', 'auth', { from: '/blog' })).toBe('/blog')
    expect((await again.me())?.id).toBe(me?.id)
  })

  it('leads anyone who is new to the order with what they chose before, and nowhere else', async () => {
    const order = '/order?product=category&type=trial&category=19'
    for (const network of ['apple', 'vk'] as const) {
      seatSomebodyNew(social)
      expect(await browse().comesIn(network, 'reg', { from: '/category/fotografy', order })).toBe(order)
      // Someone who is known is led where anyone is who comes in.
      expect(await browse().comesIn(network, 'reg', { from: '/category/fotografy', order })).toBe('/feed')
    }
    for (const elsewhere of [
      '//evil.example/order',
      'https://evil.example/order',
      '/feed',
      '/orders',
      '/order/../feed',
    ]) {
      seatSomebodyNew(social)
      expect(await browse().comesIn('apple', 'reg', { order: elsewhere })).toBe(AFTER_REGISTRATION)
    }
  })

  it("takes the guest's cart over, be they new or known", async () => {
    const vets = await world.categoryId('vets')
    for (const network of ['apple', 'vk'] as const) {
      for (const intent of ['reg', 'auth'] as const) {
        const browser = browse()
        await browser.chooses(vets)
        await browser.comesIn(network, intent)
        const asker = { token: browser.token, ip: browser.ip }
        expect(resultOf(await world.ask('cart', 'getCart', {}, asker)).cart.items).toEqual([vets])
        resultOf(await world.ask('cart', 'setCartItems', { value: [] }, asker))
      }
    }
  })

  it('asks anyone who has a second factor for its code before a session begins', async () => {
    const browser = browse()
    await browser.comesIn('apple', 'reg')
    const me = await browser.me()
    const now = world.clock.now()
    await world.db
      .insertInto('secondFactors')
      .values({ userId: me?.id ?? 0, sealedSecret: Buffer.of(1), createdAt: now, confirmedAt: now })
      .execute()
    const again = browse()
    expect(await again.comesIn('apple', 'auth')).toMatch(/^\/#second-step=[\w-]{50,}$/)
    expect(await again.me()).toBeNull()
  })

  it('of VK makes an account whose e-mail still has to be confirmed', async () => {
    const browser = browse()
    expect(await browser.comesIn('vk', 'reg')).toBe(AFTER_REGISTRATION)
    const me = await browser.me()
    expect(me).toMatchObject({
      email: null,
      emailApprove: false,
      pendingEmail: `vk-${people}@example.ru`,
      username: 'Пётр Ильин',
      phone: null,
      networks: ['vk'],
    })
    expect(await linksOf(me?.id ?? 0)).toMatchObject([{ externalId: String(1_000_000 + people), sealedToken: null }])
  })

  it('signs in whoever is linked already, and goes where signing in goes', async () => {
    await browse().comesIn('vk', 'reg')
    const browser = browse()
    expect(await browser.comesIn('vk', 'reg', { from: '/promo?ctg=3' })).toBe('/promo?ctg=3')
    expect((await browser.me())?.networks).toEqual(['vk'])
  })

  it('of one person in several browsers at once makes one account', async () => {
    const browsers = Array.from({ length: 4 }, () => browse())
    const brought = await Promise.all(
      browsers.map(
        async (browser) =>
          (await browser.goes((await browser.decides(await browser.begins('vk', 'reg'))).path)).location,
      ),
    )
    await Promise.all(browsers.map((browser, at) => browser.goes(brought[at] ?? '')))
    const ids = await Promise.all(browsers.map(async (browser) => (await browser.me())?.id))
    expect(ids[0]).toBeDefined()
    expect(new Set(ids).size).toBe(1)
  })

  it('takes what VK sends in one parameter', async () => {
    vk.inPayload = true
    const browser = browse()
    expect(await browser.comesIn('vk', 'reg')).toBe(AFTER_REGISTRATION)
    expect(await browser.me()).toMatchObject({ username: 'Пётр Ильин' })
  })

  test.each([
    [
      'no name and a hidden e-mail',
      { firstName: '', lastName: '', email: 'x1y2@privaterelay.appleid.com', is_private_email: true },
      'Без имени',
    ],
    ['no name', { firstName: '', lastName: '', email: 'lena@example.ru' }, 'lena'],
    [
      'a name no database holds',
      { firstName: 'А\u0000\n', lastName: `\ud800${'я'.repeat(100)}` },
      `А \ufffd${'я'.repeat(77)}`,
    ],
  ])('names a person of whom Apple reports %s', async (_, person, username) => {
    Object.assign(apple.person, person)
    const browser = browse()
    await browser.comesIn('apple', 'reg')
    expect((await browser.me())?.username).toBe(username)
  })

  it('keeps who brought him, though Apple’s form comes without cookies', async () => {
    const partner = await world.somebody('social-partner', ['partner'])
    const browser = browse()
    browser.cookies.set('ref_id', String(partner.userId))
    await browser.comesIn('apple', 'reg')
    const me = await browser.me()
    expect(
      await world.db
        .selectFrom('userReferrals')
        .select('refId')
        .where('userId', '=', me?.id ?? 0)
        .executeTakeFirst(),
    ).toEqual({ refId: partner.userId })
  })
})

describe('an e-mail that an account has', () => {
  it('lets in whom Apple vouches for when it was confirmed, and links him', async () => {
    for (const intent of ['auth', 'reg'] as const) {
      const anna = await confirmed(`anna-${intent}`)
      Object.assign(apple.person, { sub: `anna.${intent}`, email: anna.email.toUpperCase(), email_verified: true })
      const browser = browse()
      expect(await browser.comesIn('apple', intent, { from: '/contacts' })).toBe('/feed')
      expect(await browser.me()).toMatchObject({ id: anna.userId, networks: ['apple'], hasPassword: true })
      expect((await auditOf(anna.userId)).map(({ action }) => action)).toContain('network-linked')
    }
  })

  it('lets nobody in when nobody confirmed it: who entered it may be somebody else', async () => {
    const squatter = await world.customer('squatter')
    await world.db.updateTable('users').set({ emailApprove: false }).where('id', '=', squatter.userId).execute()
    apple.person.email = squatter.email
    expect(await browse().comesIn('apple', 'auth')).toBe(refused('NETWORK_ACCOUNT_NOT_FOUND'))
    expect(await browse().comesIn('apple', 'reg')).toBe(refused('EMAIL_ALREADY_REGISTERED'))
    expect(await linksOf(squatter.userId)).toEqual([])
  })

  it('lets nobody in when Apple does not vouch for it', async () => {
    const anna = await confirmed('anna-unproven')
    for (const email_verified of ['false', false, undefined] as const) {
      Object.assign(apple.person, { email: anna.email, email_verified })
      expect(await browse().comesIn('apple', 'auth')).toBe(refused('NETWORK_ACCOUNT_NOT_FOUND'))
    }
    expect(await linksOf(anna.userId)).toEqual([])
  })

  it('never links by what VK says of it: a new account waits for the code', async () => {
    const anna = await confirmed('anna-vk')
    Object.assign(vk.person, { email: anna.email })
    expect(await browse().comesIn('vk', 'auth')).toBe(refused('NETWORK_ACCOUNT_NOT_FOUND'))
    const browser = browse()
    expect(await browser.comesIn('vk', 'reg')).toBe(AFTER_REGISTRATION)
    expect(await browser.me()).toMatchObject({ email: null, pendingEmail: anna.email })
    expect((await browser.me())?.id).not.toBe(anna.userId)
    expect(await linksOf(anna.userId)).toEqual([])
  })

  it('does not replace another Apple account that is linked', async () => {
    const anna = await confirmed('anna-first')
    Object.assign(apple.person, { sub: 'first.anna', email: anna.email })
    await browse().comesIn('apple', 'auth')
    Object.assign(apple.person, { sub: 'second.anna' })
    expect(await browse().comesIn('apple', 'auth')).toBe(refused('NETWORK_ALREADY_LINKED'))
    expect(await linksOf(anna.userId)).toMatchObject([{ externalId: 'first.anna' }])
  })
})

describe('signing in', () => {
  it('is for accounts there are', async () => {
    for (const network of ['vk', 'apple'] as const) {
      const browser = browse()
      expect(await browser.comesIn(network, 'auth', { from: '/order?product=project#x' })).toBe(
        '/order?product=project&refused=NETWORK_ACCOUNT_NOT_FOUND#x',
      )
      expect(await browser.me()).toBeNull()
    }
  })

  it('ends the session the browser had, and never keeps its token', async () => {
    await browse().comesIn('vk', 'reg')
    const anna = await world.customer('anna-before-vk')
    const browser = browse(anna)
    await browser.comesIn('vk', 'auth')
    expect(browser.token).not.toBe(anna.token)
    expect(await anna.asks('accounts', 'getMe', {})).toEqual({ user: null })
  })

  it('is taken back by the person himself', async () => {
    for (const network of ['vk', 'apple'] as const) {
      expect(await browse().comesIn(network, 'auth', { from: '/faq', decision: 'cancel' })).toBe(
        refused('NETWORK_SIGN_IN_CANCELLED', '/faq'),
      )
    }
  })

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/.//evil.example', '/auth/logout'])(
    'does not lead to %s after',
    async (from) => {
      await browse().comesIn('vk', 'reg')
      expect(await browse().comesIn('vk', 'auth', { from })).toBe('/feed')
      expect(await browse().comesIn('vk', 'auth', { from, decision: 'cancel' })).toBe(
        refused('NETWORK_SIGN_IN_CANCELLED'),
      )
    },
  )

  it('is not begun by a page of another site', async () => {
    const { location } = await browse().goes('/auth/network/vk?intent=auth', {
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(location).toBe(refused('ORIGIN_NOT_ALLOWED'))
  })

  it('asks VK for a fresh challenge and Apple for a form, and sends each where to come back', async () => {
    const asked = new URL(await browse().begins('vk', 'auth')).searchParams
    const next = new URL(await browse().begins('vk', 'auth')).searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      client_id: vk.config.app,
      redirect_uri: 'https://echolot.example/auth/vk/callback',
      code_challenge_method: 'S256',
      scope: 'vkid.personal_info email',
    })
    for (const name of ['state', 'code_challenge']) expect(asked.get(name)).not.toBe(next.get(name))
    const address = await browse().begins('apple', 'link')
    expect(address).toBe(refused('UNAUTHORIZED'))
    const form = new URL(await browse().begins('apple', 'auth')).searchParams
    expect(Object.fromEntries(form)).toMatchObject({
      response_mode: 'form_post',
      response_type: 'code id_token',
      scope: 'name email',
      redirect_uri: 'https://echolot.example/auth/apple/callback/auth',
    })
  })
})

describe('a state', () => {
  it('is good once', async () => {
    for (const network of ['vk', 'apple'] as const) {
      const browser = browse()
      const back = await browser.decides(await browser.begins(network, 'reg'))
      expect(await browser.returns(back)).toBe(AFTER_REGISTRATION)
      browser.cookies.clear()
      expect(await browser.returns(back)).toBe(refused('NETWORK_SIGN_IN_FAILED'))
      expect(await browser.me()).toBeNull()
    }
    const exchanges = vk.exchanges
    const browser = browse()
    const back = await browser.decides(await browser.begins('vk', 'reg'))
    const { location } = await browser.goes(back.path)
    // While the browser is on its way to what the first one brought.
    expect((await browser.goes(back.path)).location).toBe(refused('NETWORK_SIGN_IN_FAILED'))
    expect(vk.exchanges).toBe(exchanges + 1)
    const kept = browser.cookies.get('echolot-away') ?? ''
    expect((await browser.goes(location)).location).toBe('/feed')
    // Not even with the cookie it came with.
    browser.cookies.set('echolot-away', kept)
    expect((await browser.goes(location)).location).toBe(refused('NETWORK_SIGN_IN_FAILED'))
  })

  it('is good in the browser that began only: nobody is signed in as somebody else', async () => {
    for (const network of ['vk', 'apple'] as const) {
      const [attacker, victim] = [browse(), browse()]
      const { path, form } = await attacker.decides(await attacker.begins(network, 'reg'))
      const { location } = await attacker.goes(path, { form })
      expect(location).toMatch(/^\/auth\/finish\?state=/)
      expect((await victim.goes(location)).location).toBe(refused('NETWORK_SIGN_IN_FAILED'))
      expect(await victim.me()).toBeNull()
      const another = await victim.decides(await victim.begins(network, 'reg'))
      expect((await victim.goes(location)).location).toBe(refused('NETWORK_SIGN_IN_FAILED'))
      // What the victim themselves began goes on.
      expect(await victim.returns(another)).toBe(AFTER_REGISTRATION)
    }
  })

  it('is not linked to an account whose browser did not begin: a lured victim keeps his account to himself', async () => {
    const attacker = browse(await world.customer('attacker'))
    const anna = await world.customer('anna-lured')
    const back = await attacker.decides(await attacker.begins('vk', 'link', '/profile'))
    expect(await browse(anna).returns(back)).toBe(refused('NETWORK_SIGN_IN_FAILED'))
    expect(await linksOf(anna.userId)).toEqual([])
  })

  it('is forgotten after a quarter of an hour, with what was brought', async () => {
    const [late, later] = [browse(), browse()]
    const back = await late.decides(await late.begins('vk', 'reg'))
    const exchanges = vk.exchanges
    const { path, form } = await later.decides(await later.begins('apple', 'reg'))
    const { location } = await later.goes(path, { form })
    world.clock.advance(15 * MINUTE)
    expect(await late.returns(back)).toBe(refused('NETWORK_SIGN_IN_FAILED'))
    expect(vk.exchanges).toBe(exchanges)
    expect((await later.goes(location)).location).toBe(refused('NETWORK_SIGN_IN_FAILED'))
  })

  it('that nobody came back for is swept away', async () => {
    await browse().begins('vk', 'reg')
    const count = async (): Promise<number> =>
      (await world.db.selectFrom('networkSignIns').select('stateHash').execute()).length
    world.clock.advance(14 * MINUTE)
    await browse().begins('vk', 'reg')
    world.clock.advance(MINUTE)
    await forgetExpiredSignIns(world)
    expect(await count()).toBe(1)
  })

  it('made up, missing, of the other network or of the other address is none', async () => {
    const browser = browse()
    for (const path of [
      '/auth/vk/callback',
      '/auth/vk/callback?state=made-up&code=x&device_id=y',
      '/auth/vk/callback?payload=%5B1%5D',
      '/auth/finish?state=x',
    ]) {
      expect(await browser.returns({ path })).toBe(refused('NETWORK_SIGN_IN_FAILED'))
    }
    expect((await browser.goes('/auth/finish')).location).toBe(refused('VALIDATION_FAILED'))
    const reg = await browser.decides(await browser.begins('apple', 'reg'))
    expect(await browser.returns({ ...reg, path: '/auth/apple/callback/auth' })).toBe(refused('NETWORK_SIGN_IN_FAILED'))
    expect(
      await browser.returns({ path: `/auth/vk/callback?${new URLSearchParams({ ...reg.form, device_id: 'x' })}` }),
    ).toBe(refused('NETWORK_SIGN_IN_FAILED'))
    expect(await browser.returns(reg)).toBe(AFTER_REGISTRATION)
  })

  it('of several tabs at once is good in each', async () => {
    const browser = browse()
    const first = await browser.decides(await browser.begins('vk', 'reg'))
    const second = await browser.decides(await browser.begins('vk', 'auth', '/blog'))
    expect(await browser.returns(first)).toBe(AFTER_REGISTRATION)
    expect(await browser.returns(second)).toBe('/blog')
  })

  it('and what it brings are not written down in the clear', async () => {
    const browser = browse()
    const address = await browser.begins('apple', 'reg')
    const { path, form } = await browser.decides(address)
    await browser.goes(path, { form })
    const written = JSON.stringify(
      await world.db.selectFrom('networkSignIns').selectAll().where('usedAt', 'is not', null).execute(),
    )
    expect(written).not.toContain(new URL(address).searchParams.get('state'))
    expect(written).not.toContain(apple.person.email)
    await browser.goes(`/auth/finish?state=${form?.state}`)
  })
})
