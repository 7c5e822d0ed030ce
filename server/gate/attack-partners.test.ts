/** What partners and their rivals would like: short links that lead elsewhere, the numbers of others, visits that no one made, payouts that are not theirs to change. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listCalls, requestOf } from '../../contract/request.ts'
import { becomePartner, broughtBy, pays } from '../features/commerce/partner/partner.samples.ts'
import { HOUR } from '../kit/clock.ts'
import type { TestUser } from '../testing/test-user.ts'
import { openTestWorld, type TestWorld } from '../testing/test-world.ts'
import { beginAttack, stateOf } from './attack.samples.ts'

const attack = beginAttack('the partner programme')
const SITE = 'https://echolot.example'
let world: TestWorld
let partner: TestUser
let rival: TestUser
let customer: TestUser
beforeAll(async () => {
  world = await openTestWorld({ config: { siteUrl: SITE } })
  // Number one is the house itself.
  await world.customer('house')
  partner = await becomePartner(world, 'partner')
  rival = await becomePartner(world, 'rival')
  customer = await world.customer('customer')
  await pays(world, await broughtBy(world, partner, 'zinaida'), { total: 777_700 })
  await partner.asks('partner', 'createShortLink', { data: '/order?utm_source=secret-channel' })
})
afterAll(async () => {
  console.log(attack.summary)
  await world.close()
})
beforeEach(() => world.clock.advance(HOUR))

const elsewhere = [
  'https://evil.example',
  'https://evil.example/order',
  'http://echolot.example.evil.example/order',
  'https://echolot.example@evil.example/order',
  'https://echolot.example:8443/order',
  'https://xn--echolot-9ya.example/order',
  'evil.example/order',
  '//evil.example',
  '///evil.example/order',
  '/\\evil.example',
  '\\\\evil.example\\order',
  '/order/../..//evil.example',
  '/.//evil.example',
  '/%2F/evil.example',
  'https:evil.example/order',
  'https://echolot.example//evil.example',
  'https://echolot.example/\\evil.example/order',
  '/\t/evil.example',
  'java\nscript:alert(1)',
  'javascript://echolot.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'ftp://echolot.example/order',
  '/order\r\nSet-Cookie: ref_id=5',
  '/order?next=//evil.example',
  '/goto/1?to=https://evil.example',
]

test('a short link leads to a page of our own, however it is spelled', async () => {
  let made = 0
  for (const data of elsewhere) {
    const answer = await world.ask('partner', 'createShortLink', { data }, rival)
    if (answer.status !== 'ok') continue
    made += 1
    const { statusCode, headers } = await world.web.app.inject({ url: new URL(answer.result.link.url).pathname })
    const location = String(headers.location)
    const { origin } = new URL(location, SITE)
    attack.tries(
      `${data} leads to ${location}`,
      statusCode !== 303 || origin !== SITE || !/^\/(?![/\\])/.test(location),
    )
    attack.tries(`${data} answers with headers of its own`, 'x-own' in headers || /[\r\n]/.test(location))
  }
  // Some of them are pages of ours with something odd behind.
  expect(made).toBeGreaterThan(0)
  expect(made).toBeLessThan(elsewhere.length / 2)
  attack.wasInVain()
})

test('the numbers of another partner come to no one else, whoever they say they are', async () => {
  const others: [who: string, person: TestUser | null][] = [
    ['a rival', rival],
    ['a customer', customer],
    ['a guest', null],
  ]
  const claims = {
    partner: partner.userId,
    partner_id: partner.userId,
    partnerId: partner.userId,
    userId: partner.userId,
    ref_id: partner.userId,
    id: partner.userId,
    type: 'visits',
    period: 'day',
    list: 'commissions',
    format: 'csv',
  }
  const secrets = /zi\*\*\*|zinaida|secret-channel|7777|1555/
  const lists = listCalls().filter(
    ({ name }) => /^partner\.(get|list|export)/.test(name) && name !== 'partner.getPartnerTerms',
  )
  expect(lists.length).toBeGreaterThan(10)
  for (const [who, person] of others)
    for (const { name, call } of lists)
      for (const input of [claims, { type: 'visits', period: 'day', list: 'referrals', format: 'csv' }, {}]) {
        const { method, url, body } = requestOf(call, input)
        const { body: text } = await world.web.app.inject({
          method,
          url,
          remoteAddress: person?.ip ?? '10.77.0.1',
          headers: person ? { cookie: `echolot=${person.token}` } : {},
          ...(body && { payload: body }),
        })
        attack.tries(`${who} reads ${name}: ${text}`, secrets.test(text))
      }
  attack.wasInVain()
})

test('what no person opened is no visit, and leaves no cookie', async () => {
  const [link] = (await partner.asks('partner', 'listShortLinks', {})).docs
  const { pathname } = new URL(link?.url ?? '')
  const asOf = (mode: string, dest: string) => ({
    'sec-fetch-mode': mode,
    'sec-fetch-dest': dest,
    'sec-fetch-site': 'cross-site',
  })
  const before = await stateOf(world.db, ['referral_visits'])
  for (const headers of [
    ...['image', 'script', 'style', 'font', 'audio', 'video', 'track', 'manifest', 'empty'].flatMap((dest) => [
      asOf('no-cors', dest),
      asOf('cors', dest),
    ]),
    ...['iframe', 'frame', 'embed', 'object', 'fencedframe'].map((dest) => asOf('navigate', dest)),
    { ...asOf('navigate', 'document'), 'sec-purpose': 'prefetch' },
    { ...asOf('navigate', 'document'), 'sec-purpose': 'prefetch;prerender' },
    { ...asOf('navigate', 'document'), purpose: 'prefetch' },
  ])
    for (const method of ['GET', 'HEAD'] as const) {
      const { cookies } = await world.web.app.inject({ method, url: pathname, headers, remoteAddress: '10.78.0.1' })
      attack.tries(`${method} ${JSON.stringify(headers)} leaves ${JSON.stringify(cookies)}`, cookies.length > 0)
    }
  // What only asks whether there is something is no person either.
  const { cookies } = await world.web.app.inject({ method: 'HEAD', url: pathname, remoteAddress: '10.78.0.2' })
  attack.tries(`HEAD leaves ${JSON.stringify(cookies)}`, cookies.length > 0)
  attack.tries(
    'a visit is counted',
    (await stateOf(world.db, ['referral_visits']))['referral_visits'] !== before['referral_visits'],
  )
  // Nor can our pages be shown in a frame, where their own script would tell of an arrival.
  const page = await world.web.app.inject({ url: `/?ref=${partner.userId}` })
  attack.tries(
    'our page stands in a frame',
    !/frame-ancestors 'none'/.test(String(page.headers['content-security-policy'])),
  )
  attack.wasInVain()
})

test('only an admin moves payouts, commissions and terms', async () => {
  const { id: commission } = await world.db.selectFrom('commissions').select('id').executeTakeFirstOrThrow()
  const before = await stateOf(world.db, ['payouts', 'commissions', 'partner_terms', 'money_entries'])
  for (const person of [partner, rival, customer]) {
    const terms = { rate: 100, months: 120, holdDays: 0, smallestPayout: 1, discount: 100 }
    for (const code of [
      await person.isRefused('partner', 'updatePartnerOrder', { order: 1, status: 10 }),
      await person.isRefused('partner', 'settleSuspicion', { commission, accept: true, comment: '' }),
      await person.isRefused('partner', 'setPartnerTerms', terms),
    ])
      attack.tries(`${person.email} is answered ${code}`, code !== 'FORBIDDEN')
  }
  attack.tries(
    'something has changed',
    JSON.stringify(await stateOf(world.db, ['payouts', 'commissions', 'partner_terms', 'money_entries'])) !==
      JSON.stringify(before),
  )
  attack.wasInVain()
})
