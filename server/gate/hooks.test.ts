/** Notices of other services: handed over byte by byte, answered in their own words. */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { listCalls } from '../../contract/request.ts'
import { openTestWorld, type TestWorld } from '../testing/test-world.ts'
import { openGateways } from '../features/commerce/payments/gateways/open-gateways.ts'

let world: TestWorld
beforeAll(async () => {
  const bare = await openTestWorld()
  const { payments } = bare.config
  await bare.close()
  world = await openTestWorld({
    config: {
      payments: {
        ...payments,
        cloudpayments: { ...payments.cloudpayments, publicId: 'pk_1', secret: 'api-secret-0001' },
      },
    },
  })
})
afterAll(() => world.close())

const send = (path: string, headers: Record<string, string> = {}, payload?: string | Buffer) =>
  world.web.app.inject({ method: 'POST', url: path, headers, ...(payload === undefined ? {} : { payload }) })
const lastEvent = () => world.db.selectFrom('paymentEvents').selectAll().orderBy('id', 'desc').executeTakeFirst()

test('there is a gateway with keys, so its notices are heard', () => {
  expect(openGateways(world.config).has('cloudpayments')).toBe(true)
})

describe('a notice', () => {
  test.each([
    ['a form', 'application/x-www-form-urlencoded'],
    ['JSON', 'application/json'],
    ['broken JSON', 'application/json; charset=utf-8'],
    ['plain text', 'text/plain'],
    ['parts', 'multipart/form-data; boundary=x'],
  ])('is taken as bytes, though it is called %s', async (_, type) => {
    const response = await send('/api/payment/cloudpayments/pay?a=%20b', { 'content-type': type }, '{"Broken=1&Я')
    expect(response.statusCode).toBeLessThan(500)
    expect(response.json<{ status?: string }>().status).toBeUndefined()
    expect(await lastEvent()).toMatchObject({
      gateway: 'cloudpayments',
      kind: 'unread',
      body: 'pay\na=%20b\n{"Broken=1&Я',
      verdict: 'no signature',
    })
  })

  it('may come without a type, without a body and from any page', async () => {
    for (const response of [
      await send('/api/payment/cloudpayments/pay', {
        origin: 'https://cloudpayments.example',
        'sec-fetch-site': 'cross-site',
      }),
      await send('/api/payment/cloudpayments/pay', {}, Buffer.from([0, 255, 254])),
    ]) {
      expect(response.json<{ status?: string }>().status).toBeUndefined()
    }
    expect(await lastEvent()).toMatchObject({ verdict: 'no signature' })
  })

  it('of more than 64 KB is refused', async () => {
    expect(
      (await send('/api/payment/cloudpayments/pay', { 'content-type': 'text/plain' }, 'x'.repeat(65_537))).statusCode,
    ).toBe(413)
  })

  it('to no address of ours is refused', async () => {
    expect((await send('/api/payment/cloudpayments/party')).statusCode).toBe(422)
  })

  it('of a gateway without keys is heard by nobody', async () => {
    expect(
      (await send('/api/payment/cent', { 'content-type': 'application/x-www-form-urlencoded' }, 'Status=SUCCESS'))
        .statusCode,
    ).toBe(404)
  })

  it('that breaks something is answered with 500, so that it is sent again', async () => {
    await world.db.schema.alterTable('payment_events').renameTo('payment_events_away').execute()
    try {
      expect((await send('/api/payment/cloudpayments/pay', {}, 'x')).statusCode).toBe(500)
    } finally {
      await world.db.schema.alterTable('payment_events_away').renameTo('payment_events').execute()
    }
  })
})

it('no call but a notice gets its bytes', () => {
  expect(
    listCalls()
      .filter(({ call }) => call.hook)
      .map(({ name }) => name),
  ).toEqual([
    'hubs.confirmHubSubscription',
    'hubs.takeHubNews',
    'mailings.takeMailingUnsubscribe',
    'mailings.takeReturnedMail',
    'notices.takeUnsubscribe',
    'notices.takeTelegramUpdate',
    'notices.takeVkUpdate',
    'payments.takeUnitpayNotice',
    'payments.takeCloudpaymentsNotice',
    'payments.takeCentNotice',
    'payments.takeInterkassaNotice',
    'payments.takeAlfaNotice',
  ])
})
