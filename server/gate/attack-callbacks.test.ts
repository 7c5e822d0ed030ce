/** What others tell us, reported by someone else: without a signature, with a wrong one, with another's; without a state, or with another's. */
import { createSecretKey } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { address } from '../../contract/call.ts'
import { listCalls } from '../../contract/request.ts'
import { HOUR, MINUTE, SECOND } from '../kit/clock.ts'
import { openTestWorld, type TestWorld } from '../testing/test-world.ts'
import type { GatewaySimulator } from '../features/commerce/payments/gateways/gateway.simulator.ts'
import { paymentsWith, sampleGateways } from '../features/commerce/payments/gateways/gateways.samples.ts'
import {
  openBrowser,
  openSocialTown,
  seatSomebodyNew,
  type SocialWorld,
  type WayBack,
} from '../features/people/social/social.samples.ts'
import { beginAttack, stateOf } from './attack.samples.ts'

const attack = beginAttack('forged callbacks')
afterAll(() => console.log(attack.summary))

describe('in the name of a network', () => {
  let social: SocialWorld
  let world: TestWorld
  /** Someone who comes in through both networks, and whom the attacker would like to be. */
  let maria: { id: number; sub: string; vkId: number; token: string | null; ip: string }

  beforeAll(async () => {
    social = await openSocialTown()
    ;({ world } = social)
    seatSomebodyNew(social)
    const browser = openBrowser(social)
    await browser.comesIn('apple', 'reg')
    await browser.comesIn('vk', 'link')
    const me = await browser.me()
    expect(me?.networks).toEqual(['apple', 'vk'])
    maria = {
      id: me?.id ?? 0,
      sub: social.apple.person.sub,
      vkId: social.vk.person.user_id,
      token: browser.token,
      ip: browser.ip,
    }
    // From now on the attacker sits before the browser.
    seatSomebodyNew(social)
  })
  afterAll(() => social.close())

  const seconds = (): number => world.clock.now().getTime() / SECOND
  const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
  const apples = (more: object = {}): Record<string, unknown> => ({
    iss: 'https://appleid.apple.com',
    aud: social.apple.config.servicesId,
    sub: maria.sub,
    iat: seconds(),
    exp: seconds() + 600,
    email_verified: 'true',
    ...more,
  })
  /** Signed with what everybody can read: the public key of Apple, taken for a secret. */
  async function signedWithPublicKey(claims: Record<string, unknown>): Promise<string> {
    const keys = (await (await fetch(`${social.apple.url}/auth/keys`)).json()) as { keys: { kid: string }[] }
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: keys.keys[0]?.kid ?? '' })
      .sign(createSecretKey(Buffer.from(JSON.stringify(keys.keys[0]))))
  }
  const forgeries: [string, (claims: Record<string, unknown>) => Promise<string> | string][] = [
    ['nothing', () => ''],
    ['what is no token', () => 'a.b.c'],
    ['no signature', (claims) => `${encoded({ alg: 'none' })}.${encoded(claims)}.`],
    ['no signature under a name that is not written so', (claims) => `${encoded({ alg: 'NoNe' })}.${encoded(claims)}.`],
    ['an empty signature of Apple’s kind', (claims) => `${encoded({ alg: 'RS256' })}.${encoded(claims)}.`],
    ['a stranger’s signature', (claims) => social.apple.sign(claims, 'stranger')],
    ['a signature by Apple’s public key', signedWithPublicKey],
    [
      'a key of its own in its header',
      (claims) =>
        `${encoded({ alg: 'RS256', jwk: { kty: 'oct', k: 'AA' }, jku: 'https://evil.example/keys' })}.${encoded(claims)}.AA`,
    ],
    ['what Apple signed for another service', (claims) => social.apple.sign({ ...claims, aud: 'ru.example.another' })],
    ['what another company signed', (claims) => social.apple.sign({ ...claims, iss: 'https://evil.example' })],
    [
      'what Apple signed, long over',
      (claims) => social.apple.sign({ ...claims, iat: seconds() - 90_000, exp: seconds() - 3_600 }),
    ],
    [
      'a good signature over something else',
      async (claims) => {
        const [head, , signature] = (await social.apple.sign({ sub: 'somebody.else' })).split('.')
        return `${head}.${encoded(claims)}.${signature}`
      },
    ],
  ]

  async function isAsBefore(): Promise<boolean> {
    const links = await world.db
      .selectFrom('networkAccounts')
      .select(['network', 'externalId'])
      .where('userId', '=', maria.id)
      .orderBy('network')
      .execute()
    const sessions = await world.db
      .selectFrom('sessions')
      .select('id')
      .where('userId', '=', maria.id)
      .where('endedAt', 'is', null)
      .execute()
    const me = await world.ask('accounts', 'getMe', {}, maria)
    return (
      JSON.stringify(links) ===
        JSON.stringify([
          { network: 'apple', externalId: maria.sub },
          { network: 'vk', externalId: String(maria.vkId) },
        ]) &&
      sessions.length === 1 &&
      me.status === 'ok' &&
      me.result.user?.id === maria.id
    )
  }

  type Browser = ReturnType<typeof openBrowser>
  async function isIn(browser: Browser): Promise<boolean> {
    return (await browser.me()) !== null || !(await isAsBefore())
  }

  test.each(forgeries)('an id_token with %s signs nobody in', async (what, forge) => {
    for (const intent of ['auth', 'reg'] as const) {
      for (const own of ['with his own code', 'with a made-up code', 'without a code'] as const) {
        const browser = openBrowser(social)
        const begun = await browser.begins('apple', intent)
        const { path, form = {} } = await browser.decides(begun)
        const id_token = await forge(apples({ nonce: new URL(begun).searchParams.get('nonce') }))
        const { code = '', ...rest } = form
        await browser.returns({
          path,
          form: {
            ...rest,
            id_token,
            ...(own === 'without a code' ? {} : { code: own === 'with his own code' ? code : 'c0ffee' }),
          },
        })
        attack.tries(`Apple ${intent}: ${what}, ${own}`, await isIn(browser))
      }
    }
    attack.wasInVain()
  })

  it('an id_token of Apple’s own, about her, but not made for this sign-in, signs nobody in', async () => {
    for (const claims of [{}, { nonce: 'another' }]) {
      const browser = openBrowser(social)
      const { path, form = {} } = await browser.decides(await browser.begins('apple', 'auth'))
      await browser.returns({ path, form: { ...form, id_token: await social.apple.sign(apples(claims)) } })
      attack.tries(`Apple: replayed with ${JSON.stringify(claims)}`, await isIn(browser))
    }
    // Even made for it: the code says who it is.
    const browser = openBrowser(social)
    const begun = await browser.begins('apple', 'auth')
    const { path, form = {} } = await browser.decides(begun)
    await browser.returns({
      path,
      form: { ...form, id_token: await social.apple.sign(apples({ nonce: new URL(begun).searchParams.get('nonce') })) },
    })
    attack.tries('Apple: her token beside his code', await isIn(browser))
    attack.wasInVain()
  })

  /** What a network sends back after a sign-in of Maria's, as if it was overheard. */
  async function ofMaria(network: 'vk' | 'apple'): Promise<{ back: WayBack; browser: Browser }> {
    const attackers = [social.vk.person, social.apple.person] as const
    social.vk.person = { ...attackers[0], user_id: maria.vkId }
    social.apple.person = { ...attackers[1], sub: maria.sub }
    const browser = openBrowser(social)
    const back = await browser.decides(await browser.begins(network, 'auth'))
    ;[social.vk.person, social.apple.person] = attackers
    return { back, browser }
  }

  /** The same way back, with other parts. */
  function changed({ path, form }: WayBack, parts: Record<string, string | null>): WayBack {
    const change = (all: Record<string, string>) =>
      Object.fromEntries(
        Object.entries({ ...all, ...parts }).filter((entry): entry is [string, string] => entry[1] !== null),
      )
    if (form) return { path, form: change(form) }
    const [bare = '', query] = path.split('?')
    return { path: `${bare}?${new URLSearchParams(change(Object.fromEntries(new URLSearchParams(query))))}` }
  }
  const stateOfWay = ({ path, form }: WayBack): string =>
    form?.state ?? new URLSearchParams(path.split('?')[1]).get('state') ?? ''

  test.each(['vk', 'apple'] as const)('what %s answered another browser is of no use', async (network) => {
    const other = network === 'vk' ? 'apple' : 'vk'
    const ways: [string, (own: WayBack) => Promise<WayBack>][] = [
      ['her whole answer', async () => (await ofMaria(network)).back],
      ['her answer with his state', async (own) => changed((await ofMaria(network)).back, { state: stateOfWay(own) })],
      ['her answer without a state', async () => changed((await ofMaria(network)).back, { state: null })],
      [
        'her answer with a made-up state',
        async () => changed((await ofMaria(network)).back, { state: 'x'.repeat(43) }),
      ],
      [
        'her answer with a state of the other network',
        async () => changed((await ofMaria(network)).back, { state: stateOfWay((await ofMaria(other)).back) }),
      ],
      ['his answer with her state', async (own) => changed(own, { state: stateOfWay((await ofMaria(network)).back) })],
      ['his answer without a state', async (own) => changed(own, { state: null })],
      ['his answer with an empty state', async (own) => changed(own, { state: '' })],
      ['his answer without a code', async (own) => changed(own, { code: null })],
      ['his answer with a made-up code', async (own) => changed(own, { code: 'made-up', id_token: null })],
      [
        'his answer too late',
        async (own) => {
          world.clock.advance(16 * MINUTE)
          return own
        },
      ],
      ...(network === 'vk'
        ? ([
            ['his answer of another device', async (own: WayBack) => changed(own, { device_id: 'another' })],
            [
              'a payload that he wrote',
              async (own: WayBack) => ({
                path: `/auth/vk/callback?${new URLSearchParams({ payload: JSON.stringify({ state: stateOfWay(own), code: 'x', device_id: 'y', user: { id: maria.vkId } }) })}`,
              }),
            ],
          ] satisfies typeof ways)
        : []),
    ]
    for (const [what, way] of ways) {
      // They have no account: their own answer lets them in nowhere either.
      const browser = openBrowser(social)
      const own = await browser.decides(await browser.begins(network, 'auth'))
      await browser.returns(await way(own))
      attack.tries(`${network}: ${what}`, await isIn(browser))
      world.clock.advance(5 * MINUTE)
    }
    attack.wasInVain()
  })

  test.each(['vk', 'apple'] as const)(
    'an answer of %s that the attacker has begun signs nobody else in as him, and links to nobody else',
    async (network) => {
      seatSomebodyNew(social)
      await openBrowser(social).comesIn(network, 'reg')
      for (const intent of ['auth', 'reg', 'link'] as const) {
        const attacker = openBrowser(
          social,
          intent === 'link' ? await world.customer(`attacker-${network}`) : undefined,
        )
        const back = await attacker.decides(await attacker.begins(network, intent))
        const stopped = await attacker.goes(back.path, { form: back.form })
        const victim = openBrowser(social)
        await victim.goes(stopped.location)
        attack.tries(`${network} ${intent}: signing somebody in as the attacker`, (await victim.me()) !== null)
        const hers = openBrowser(social, { token: maria.token ?? '', ip: maria.ip })
        await hers.goes(stopped.location)
        attack.tries(
          `${network} ${intent}: linking to whoever is in`,
          (await hers.me())?.id !== maria.id || !(await isAsBefore()),
        )
        world.clock.advance(5 * MINUTE)
      }
      seatSomebodyNew(social)
      attack.wasInVain()
    },
  )

  test.each(forgeries)('a notice of Apple with %s ends nothing', async (what, forge) => {
    for (const type of ['consent-revoked', 'account-delete', 'account-deleted', 'email-disabled']) {
      for (const events of [
        JSON.stringify({ type, sub: maria.sub, event_time: seconds() * SECOND }),
        { type, sub: maria.sub },
      ]) {
        const { iss, aud, iat, exp } = apples() as Record<string, number>
        const payload = await forge({ iss, aud, iat, exp, jti: 'x', events })
        const response = await world.web.app.inject({ method: 'POST', url: '/auth/apple/notice', payload: { payload } })
        attack.tries(`a notice of ${type} with ${what}`, response.statusCode < 400 || !(await isAsBefore()))
      }
    }
    world.clock.advance(5 * MINUTE)
    attack.wasInVain()
  })

  it('while she comes in by both, and Apple itself is heard', async () => {
    for (const network of ['vk', 'apple'] as const) {
      const { back, browser } = await ofMaria(network)
      await browser.returns(back)
      expect((await browser.me())?.id).toBe(maria.id)
    }
    const payload = await social.apple.notice('consent-revoked', maria.sub)
    expect(
      (await world.web.app.inject({ method: 'POST', url: '/auth/apple/notice', payload: { payload } })).statusCode,
    ).toBe(200)
    expect(await world.ask('accounts', 'getMe', {}, maria)).toMatchObject({ result: { user: null } })
  })
})

describe('in the name of a payment gateway', () => {
  let world: TestWorld
  let simulators: GatewaySimulator[]
  beforeAll(async () => {
    simulators = await Promise.all(sampleGateways.map(({ simulate }) => simulate()))
    world = await openTestWorld({ config: { payments: paymentsWith(simulators) } })
    for (const simulator of simulators) simulator.site = world.web.address
  })
  afterAll(async () => {
    await world.close()
    await Promise.all(simulators.map((simulator) => simulator.close()))
  })

  /** What was heard may be written down; nothing else may come of it. */
  const money = () =>
    stateOf(world.db, [
      'orders',
      'subscriptions',
      'money_entries',
      'promo_uses',
      'promo_codes',
      'carts',
      'facts',
      'letters',
      'users',
    ])

  test.each(sampleGateways)('$name: nothing is paid, failed or given back without its signature', async ({ name }) => {
    const simulator = simulators.find(({ type }) => type === name)
    if (!simulator) throw new Error(`no simulator of ${name}`)
    const payer = await world.customer(name)
    await payer.asks('cart', 'setCartItems', { value: [await world.categoryId('photographers')] })
    await payer.asks('cart', 'updateCart', { tariff: await world.tariffId('category-quarter') })
    const { account, sum: _sum, type: _type, ...part } = await payer.asks('payments', 'orderCart', { gateway: name })
    const page = await simulator.open(part)
    const before = await money()
    for (const signature of ['missing', 'bad'] as const) {
      for (const event of ['before', 'paid', 'failed', 'refunded'] as const) {
        const reply = await simulator.sendNotice(account, event, signature).catch(() => null)
        // Some gateways have no notice for some events.
        if (reply)
          attack.tries(
            `${name}: ${event} with a signature that is ${signature}`,
            JSON.stringify(await money()) !== JSON.stringify(before),
          )
      }
    }
    expect((await payer.asks('payments', 'getOrder', { account })).status).toBe('waiting')
    attack.wasInVain()
    await page.press('pay')
    expect((await payer.asks('payments', 'getOrder', { account })).status).toBe('paid')
  })

  it('no hook of the contract takes what nobody signed', async () => {
    const before = await money()
    const { account, total } = await world.db
      .selectFrom('orders')
      .select(['account', 'total'])
      .limit(1)
      .executeTakeFirstOrThrow()
    const sum = (total / 100).toFixed(2)
    // What each gateway calls it, all at once.
    const fields = {
      method: 'pay',
      'params[account]': account,
      'params[orderSum]': sum,
      'params[orderCurrency]': 'RUB',
      'params[unitpayId]': '1',
      InvoiceId: account,
      Amount: sum,
      Currency: 'RUB',
      Status: 'Completed',
      TransactionId: '1',
      InvId: account,
      OutSum: sum,
      ik_pm_no: account,
      ik_am: sum,
      ik_cur: 'RUB',
      ik_inv_st: 'success',
      orderNumber: account,
      mdOrder: '1',
      operation: 'deposited',
      status: '1',
    }
    const signatures = ['', '0', 'null', '[]', '{}', 'undefined', 'true', '0'.repeat(32), '0'.repeat(64), "' or 1=1 --"]
    const hooks = listCalls().filter(({ call }) => call.hook)
    expect(hooks.length).toBeGreaterThan(0)
    for (const { name, call } of hooks) {
      world.clock.advance(HOUR)
      for (const signature of signatures) {
        const form = String(
          new URLSearchParams({
            ...fields,
            'params[signature]': signature,
            SignatureValue: signature,
            ik_sign: signature,
            checksum: signature,
          }),
        )
        const url = address(call.path).replace(':event', 'pay').replace(':callbackId', 'x'.repeat(32))
        const response = await world.web.app.inject({
          method: call.method,
          remoteAddress: '10.66.0.1',
          url: call.method === 'GET' ? `${url}?${form}` : url,
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            'content-hmac': signature,
            'x-content-hmac': signature,
          },
          ...(call.method === 'GET' ? {} : { payload: form }),
        })
        attack.tries(
          `${name} signed with ${signature}`,
          response.statusCode >= 500 || JSON.stringify(await money()) !== JSON.stringify(before),
        )
      }
    }
    attack.wasInVain()
  })
})
