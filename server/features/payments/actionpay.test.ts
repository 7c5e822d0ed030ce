/** The cpa network hears of first payments of its people: its simulator writes down what it is told. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTown, type Town, type Townsman } from '../../people/town.ts'
import { HOUR } from '../../kit/clock.ts'
import { insertOrder } from './payments.samples.ts'

let network: Server
let town: Town
let status = 200
const told: { path: string; query: Record<string, string> }[] = []
beforeAll(async () => {
  network = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://network')
    told.push({ path: pathname, query: Object.fromEntries(searchParams) })
    response.writeHead(status, { 'content-type': 'image/png' }).end(Buffer.from('89504e47', 'hex'))
  })
  await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve))
  town = await openTown({
    config: { actionpay: { url: `http://127.0.0.1:${(network.address() as AddressInfo).port}`, aim: '15607' } },
  })
})
afterAll(async () => {
  await town.close()
  await new Promise((resolve) => network.close(resolve))
})
beforeEach(() => {
  town.clock.advance(HOUR)
  status = 200
  told.length = 0
})

let people = 0
async function brought(by: 'actionpay' | 'nobody'): Promise<Townsman> {
  const who = await town.customer(`buyer-${++people}`)
  const referral = by === 'actionpay' ? { refId: -1, actionpay: `click.${people}` } : { refId: 1, actionpay: null }
  await town.db
    .insertInto('userReferrals')
    .values({ userId: who.userId, at: town.clock.now(), ...referral })
    .onConflict((row) => row.column('userId').doUpdateSet(referral))
    .execute()
  return who
}
async function buys(who: Townsman, total = 150_000): Promise<string> {
  const { account } = await insertOrder(town, who, { total })
  await who.asks('payments', 'payInTestMode', { account })
  return account
}

it('is told of the first payment, once', async () => {
  const anna = await brought('actionpay')
  const account = await buys(anna)
  await town.settle()
  expect(told).toEqual([
    { path: '/ok/15607.png', query: { actionpay: `click.${people}`, apid: account, price: '1500.00' } },
  ])
  town.clock.advance(HOUR)
  await buys(anna)
  await town.settle()
  expect(told).toHaveLength(1)
})

it('is not told of anybody else', async () => {
  await buys(await brought('nobody'))
  await town.settle()
  expect(told).toEqual([])
})

it('is told again when it did not hear', async () => {
  status = 503
  const account = await buys(await brought('actionpay'))
  await town.settle()
  status = 200
  await expect
    .poll(
      async () => {
        await sql`update graphile_worker._private_jobs set run_at = now() - interval '1 hour'`.execute(town.db)
        await town.settle()
        return told.length
      },
      { timeout: 10_000 },
    )
    .toBe(2)
  expect(told.map(({ query }) => query.apid)).toEqual([account, account])
})
