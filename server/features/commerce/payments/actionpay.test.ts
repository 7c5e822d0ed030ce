/** The cpa network hears of first payments of its people: its simulator writes down what it is informed. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { HOUR } from '../../../kit/clock.ts'
import { keepReferral, nobodysReferral } from '../../people/referrals/referrals.public.ts'
import { insertOrder } from './payments.samples.ts'

let network: Server
let world: TestWorld
let status = 200
const reported: { path: string; query: Record<string, string> }[] = []
beforeAll(async () => {
  network = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://network')
    reported.push({ path: pathname, query: Object.fromEntries(searchParams) })
    response.writeHead(status, { 'content-type': 'image/png' }).end(Buffer.from('89504e47', 'hex'))
  })
  await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve))
  world = await openTestWorld({
    config: {
      actionpay: {
        url: `http://127.0.0.1:${(network.address() as AddressInfo).port}`,
        aim: '15607',
        repeatAim: '',
        registrationAim: '',
      },
    },
  })
})
afterAll(async () => {
  await world.close()
  await new Promise((resolve) => network.close(resolve))
})
beforeEach(() => {
  world.clock.advance(HOUR)
  status = 200
  reported.length = 0
})

let people = 0
async function brought(by: 'actionpay' | 'nobody'): Promise<TestUser> {
  const who = await world.customer(`buyer-${++people}`)
  const referral = by === 'actionpay' ? { refId: -1, actionpay: `click.${people}` } : { refId: 1, actionpay: null }
  await world.db
    .insertInto('userReferrals')
    .values({ userId: who.userId, at: world.clock.now(), ...referral })
    .onConflict((row) => row.column('userId').doUpdateSet(referral))
    .execute()
  return who
}
async function buys(who: TestUser, total = 150_000): Promise<string> {
  const { account } = await insertOrder(world, who, { total })
  await who.asks('payments', 'payInTestMode', { account })
  return account
}

it('is notified of the first payment, once', async () => {
  const anna = await brought('actionpay')
  const account = await buys(anna)
  await world.settle()
  expect(reported).toEqual([
    { path: '/ok/15607.png', query: { actionpay: `click.${people}`, apid: account, price: '1500.00' } },
  ])
  world.clock.advance(HOUR)
  await buys(anna)
  await world.settle()
  expect(reported).toHaveLength(1)
})

it('is notified of payments after the first, and of registrations, under aims of their own', async () => {
  const aims = { ...world.config.actionpay, repeatAim: '15608', registrationAim: '15609' }
  const { actionpay } = world.config
  world.config.actionpay = aims
  const vera = await brought('actionpay')
  await buys(vera)
  await world.settle()
  world.clock.advance(HOUR)
  const account = await buys(vera, 99_900)
  await world.settle()
  expect(reported.map(({ path }) => path)).toEqual(['/ok/15607.png', '/ok/15608.png'])
  expect(reported[1]?.query).toEqual({ actionpay: `click.${people}`, apid: account, price: '999.00' })
  const registers = async (actionpayClick: string | null) => {
    const { userId } = await world.customer(`registers-${actionpayClick}`)
    await world.db.deleteFrom('userReferrals').where('userId', '=', userId).execute()
    const referral = { ...nobodysReferral, refId: actionpayClick === null ? 1 : -1, actionpay: actionpayClick }
    for (const _ of ['once', 'and again'])
      await world.db.transaction().execute((tx) => keepReferral(tx, world.clock, userId, referral))
    await world.settle()
    return userId
  }
  reported.length = 0
  await registers(null)
  expect(reported).toEqual([])
  const userId = await registers('click.new')
  expect(reported).toEqual([{ path: '/ok/15609.png', query: { actionpay: 'click.new', apid: `user-${userId}` } }])
  world.config.actionpay = actionpay
})

it('is not notified of anybody else', async () => {
  await buys(await brought('nobody'))
  await world.settle()
  expect(reported).toEqual([])
})

it('is notified again when it did not hear', async () => {
  status = 503
  const account = await buys(await brought('actionpay'))
  await world.settle()
  status = 200
  await expect
    .poll(async () => {
      await sql`update graphile_worker._private_jobs set run_at = now() - interval '1 hour'`.execute(world.db)
      await world.settle()
      return reported.length
    })
    .toBe(2)
  expect(reported.map(({ query }) => query.apid)).toEqual([account, account])
})
