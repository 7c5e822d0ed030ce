import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, SECOND } from '../../../kit/clock.ts'
import { StandingClock } from '../../../testing/standing-clock.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { keepReferral, nobodysReferral, referralOf, type Referral } from './referral.ts'
import { forgetVisitAddresses } from './visits.ts'

let world: TestWorld
let polina: TestUser
let pavel: TestUser
beforeAll(async () => {
  world = await openTestWorld({ config: { siteUrl: 'https://echolot.example' } })
  // Number one is the house itself: no one's partner.
  await world.customer('house')
  polina = await world.somebody('polina', ['partner'])
  pavel = await world.somebody('pavel', ['partner', 'support'])
})
afterAll(() => world.close())

type Jar = Record<string, string>
type Visit = { ref_id?: number; ref_url: string; params?: Record<string, string> }

let browsers = 0

/** One browser: keeps the cookies it is handed. `days` says for how long each was handed last. */
function browser(cookies: Jar = {}) {
  const days: Record<string, number> = {}
  browsers += 1
  const remoteAddress = `10.7.0.${browsers}`
  return {
    cookies,
    days,
    async visits(payload: Visit) {
      const response = await world.web.app.inject({
        method: 'POST',
        url: '/api/ref/traffic',
        remoteAddress,
        payload,
        cookies,
        headers: { 'user-agent': 'Телескоп/1.0' },
      })
      expect(response.json()).toEqual({ status: 'ok', result: {} })
      for (const { name, value, maxAge, expires, ...flags } of response.cookies) {
        expect(flags).toMatchObject({ path: '/', httpOnly: true, sameSite: 'Lax' })
        if (value === '' || expires?.getTime() === 0) delete cookies[name]
        else cookies[name] = value
        days[name] = ((maxAge ?? 0) * SECOND) / DAY
      }
      return referralOf({ cookies })
    },
  }
}

const landing = 'https://echolot.example/?ref=2'

describe('referrals.recordTraffic', () => {
  it('remembers whose link it was, for the days of the specification', async () => {
    const visitor = browser()
    const came = await visitor.visits({
      ref_id: polina.userId,
      ref_url: landing,
      params: { ref: '2', referrer: 'https://yandex.ru/search?text=клиенты' },
    })
    const visit = await world.db
      .selectFrom('referralVisits')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(came).toEqual({
      refId: polina.userId,
      clip: String(visit.id),
      refUrl: landing,
      referrer: 'https://yandex.ru/search?text=клиенты',
      actionpay: null,
    })
    expect(visitor.days).toEqual({ ref_id: 45, clip: 45, ref_url: 45, referrer: 10 })
    expect(visit).toMatchObject({
      refId: polina.userId,
      refUrl: landing,
      referrer: 'https://yandex.ru/search?text=клиенты',
      params: { ref: '2' },
      userAgent: 'Телескоп/1.0',
      at: world.clock.now(),
    })
  })

  it('counts a click of the cpa network to it, for its thirty days, and not without the click', async () => {
    const visitor = browser()
    expect(
      await visitor.visits({
        ref_id: polina.userId,
        ref_url: landing,
        params: { actionpay: 'abc123.5678', utm_source: 'actionpay' },
      }),
    ).toMatchObject({
      refId: -1,
      actionpay: 'abc123.5678',
    })
    expect(visitor.days).toEqual({ ref_id: 30, clip: 30, ref_url: 30, actionpay: 30 })
    expect(await browser().visits({ ref_id: -1, ref_url: landing })).toMatchObject({ refId: 1, actionpay: null })
  })

  it('lets the last paid source win, and nothing of an earlier one with it', async () => {
    const visitor = browser()
    await visitor.visits({ ref_url: landing, params: { actionpay: 'click', referrer: 'https://blog.example/' } })
    expect(await visitor.visits({ ref_id: pavel.userId, ref_url: landing })).toMatchObject({
      refId: pavel.userId,
      actionpay: null,
      referrer: null,
    })
    expect(await visitor.visits({ ref_id: polina.userId, ref_url: landing })).toMatchObject({ refId: polina.userId })
    expect(await visitor.visits({ ref_url: landing, params: { actionpay: 'later' } })).toMatchObject({
      refId: -1,
      actionpay: 'later',
    })
    expect(Object.keys(visitor.cookies).sort()).toEqual(['actionpay', 'clip', 'ref_id', 'ref_url'])
  })

  it('never lets a visit that nobody paid for take the place of a paid one', async () => {
    const visitor = browser()
    const paid = await visitor.visits({ ref_id: polina.userId, ref_url: landing })
    expect(await visitor.visits({ ref_url: 'https://echolot.example/blog', params: { utm_source: 'vk' } })).toEqual(
      paid,
    )
    expect(await visitor.visits({ ref_id: 1, ref_url: landing })).toEqual(paid)
    const free = browser()
    const first = await free.visits({ ref_url: landing, params: { utm_source: 'vk', referrer: 'https://vk.com/feed' } })
    expect(first).toMatchObject({ refId: 1, refUrl: landing, referrer: 'https://vk.com/feed' })
    expect(await free.visits({ ref_url: 'https://echolot.example/about' })).toEqual(first)
    expect(await free.visits({ ref_id: polina.userId, ref_url: landing })).toMatchObject({ refId: polina.userId })
  })

  it('counts nobody who is no partner', async () => {
    const customer = await world.customer('no-partner')
    for (const refId of [customer.userId, 2_000_000_000, 0]) {
      expect(await browser().visits({ ref_id: refId, ref_url: landing })).toMatchObject({ refId: 1 })
    }
  })

  it.each(['https://echolot.example/feed', 'javascript:alert(1)', 'not an address', '', 'file:///etc/passwd'])(
    'takes %j for no page of another site',
    async (referrer) => {
      expect(await browser().visits({ ref_id: polina.userId, ref_url: landing, params: { referrer } })).toMatchObject({
        refId: polina.userId,
        referrer: null,
      })
      expect(
        await world.db.selectFrom('referralVisits').select('referrer').orderBy('id', 'desc').executeTakeFirst(),
      ).toEqual({ referrer: '' })
    },
  )

  it('hands out cookies that browsers keep, whatever stands in the address', async () => {
    const visitor = browser()
    const long = `https://echolot.example/?q=${'я'.repeat(1500)}`
    const came = await visitor.visits({ ref_id: polina.userId, ref_url: long })
    expect(long.startsWith(came.refUrl ?? '-')).toBe(true)
    expect(encodeURIComponent(visitor.cookies.ref_url ?? '').length).toBeLessThanOrEqual(1500)
    expect(
      await world.db.selectFrom('referralVisits').select('refUrl').where('id', '=', Number(came.clip)).execute(),
    ).toEqual([{ refUrl: long }])
    expect((await browser().visits({ ref_id: polina.userId, ref_url: 'a;b,c\r\nset-cookie: x=1' })).refUrl).toBe(
      'a;b,c\r\nset-cookie: x=1',
    )
  })

  it.each([
    [{ ref_url: 'x'.repeat(2001) }],
    [{ ref_url: 'а\u0000б' }],
    [{}],
    [{ ref_url: landing, ref_id: 'polina' }],
    [{ ref_url: landing, ref_id: 3_000_000_000 }],
    [{ ref_url: landing, params: { a: 'x'.repeat(1001) } }],
    [{ ref_url: landing, params: { a: 'а\u0000б' } }],
    [{ ref_url: landing, params: { 'а\u0000б': 'x' } }],
    [{ ref_url: landing, params: { ['x'.repeat(101)]: 'x' } }],
    [{ ref_url: landing, params: Object.fromEntries(Array.from({ length: 41 }, (_, each) => [`p${each}`, ''])) }],
  ])('refuses %j', async (payload) => {
    const response = await world.web.app.inject({ method: 'POST', url: '/api/ref/traffic', payload })
    expect(response.json()).toMatchObject({ code: 'VALIDATION_FAILED' })
    expect(response.cookies).toEqual([])
  })
})

it('leaves out of the address what is no name', async () => {
  await browser().visits({
    ref_url: landing,
    params: { utm_source: 'vk', 'a\nb': { deep: { deeper: [] } } as unknown as string },
  })
  const { params } = await world.db
    .selectFrom('referralVisits')
    .select('params')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(params).toEqual({ utm_source: 'vk' })
})

it('forgets after half a year from which address and browser a visitor came', async () => {
  await browser().visits({ ref_url: landing })
  const { id, ...visit } = await world.db
    .selectFrom('referralVisits')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const later = new StandingClock(new Date(visit.at.getTime() + 180 * DAY).toISOString())
  const kept = () => world.db.selectFrom('referralVisits').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await forgetVisitAddresses(world.db, later)
  expect(await kept()).toEqual({ id, ...visit })
  later.advance(SECOND)
  await forgetVisitAddresses(world.db, later)
  expect(visit.ip).not.toBe('')
  expect(await kept()).toEqual({ id, ...visit, ip: '', userAgent: '' })
})

describe('a referral', () => {
  it.each<[Jar, Partial<Referral>]>([
    [{}, {}],
    [{ ref_id: 'drop table' }, {}],
    [{ ref_id: '-5' }, {}],
    [{ ref_id: '1e99' }, {}],
    [{ ref_id: '3.5' }, {}],
    [{ ref_id: '' }, {}],
    [{ ref_id: '-1' }, {}],
    [
      { ref_id: '-1', actionpay: 'click' },
      { refId: -1, actionpay: 'click' },
    ],
    [{ ref_id: '7', actionpay: 'click', clip: 'x' }, { refId: 7 }],
    [
      { ref_id: '7', ref_url: 'а\u0000б\ud83d', clip: '12' },
      { refId: 7, refUrl: 'аб\ufffd', clip: '12' },
    ],
  ])('is read from %j', (cookies, expected) => {
    expect(referralOf({ cookies })).toEqual({ ...nobodysReferral, ...expected })
  })

  it('is kept once with the account, and only for a partner', async () => {
    const keptOf = (userId: number) =>
      world.db.selectFrom('userReferrals').selectAll().where('userId', '=', userId).executeTakeFirst()
    const keep = (userId: number, referral: Referral) =>
      world.db.transaction().execute((tx) => keepReferral(tx, world.clock, userId, referral))
    const [brought, other, direct] = [
      await world.customer('brought'),
      await world.customer('other'),
      await world.customer('direct'),
    ]
    const referral = { refId: polina.userId, clip: '5', refUrl: landing, referrer: null, actionpay: null }
    await keep(brought.userId, referral)
    await keep(brought.userId, { ...referral, refId: pavel.userId })
    expect(await keptOf(brought.userId)).toEqual({ userId: brought.userId, ...referral, at: world.clock.now() })
    await keep(other.userId, { ...referral, refId: brought.userId })
    expect(await keptOf(other.userId)).toMatchObject({ refId: 1 })
    await keep(direct.userId, nobodysReferral)
    expect(await keptOf(direct.userId)).toMatchObject({ refId: 1, clip: null })
  })
})
