/** Paying by every gateway there is: over our page or on a page of its own, on another site, and back. */
import type { FrameLocator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { GatewaySimulator } from '../server/features/commerce/payments/gateways/gateway.simulator.ts'
import { paymentsWith, sampleGateways } from '../server/features/commerce/payments/gateways/gateways.samples.ts'
import { openGateways } from '../server/features/commerce/payments/gateways/open-gateways.ts'
import { SECOND } from '../server/kit/clock.ts'
import type { TestUser } from '../server/testing/test-user.ts'
import { openTestWorld, type TestWorld } from '../server/testing/test-world.ts'
import { story as plainStory, type Open } from './browser.ts'

type GatewayName = GatewaySimulator['type']

const story = plainStory
  .extend('gateways', { scope: 'file' }, async ({}, { onCleanup }) => {
    const simulators = await Promise.all(sampleGateways.map(({ simulate }) => simulate()))
    const world = await openTestWorld({ config: { payments: paymentsWith(simulators) } })
    // By name, while the gateways are found by number: for browsers they are other sites, as they are in the world.
    world.config.siteUrl = world.web.address.replace('127.0.0.1', 'localhost')
    for (const simulator of simulators) simulator.site = world.web.address
    onCleanup(async () => {
      await world.close()
      await Promise.all(simulators.map((simulator) => simulator.close()))
    })
    return { world, simulators: new Map(simulators.map((simulator) => [simulator.type, simulator])) }
  })
  .extend('world', { scope: 'file' }, ({ gateways }) => gateways.world)

/** Whatever shows the two buttons. */
type PayPage = Pick<Page | FrameLocator, 'getByRole'>

const failure = (page: Page) => page.getByRole('alert').getByText('Оплата не завершена')
const press = (where: PayPage, button: 'Оплатить' | 'Отменить') =>
  where.getByRole('button', { name: button, exact: true }).click()

/** Someone at the order page, with one category in the cart. */
async function comesToOrder(world: TestWorld, open: Open, who: TestUser, expects: RegExp[] = []): Promise<Page> {
  await who.asks('cart', 'setCartItems', { value: [await world.categoryId('photographers')] })
  return open('/order', { as: who, address: world.config.siteUrl, expects })
}

async function orders(world: TestWorld, page: Page, name: GatewayName): Promise<void> {
  const title = openGateways(world.config).get(name)?.title ?? ''
  await page.getByRole('radiogroup', { name: 'Чем платить' }).getByLabel(title, { exact: true }).check()
  await page.getByRole('region', { name: 'Ваш заказ' }).getByRole('button', { name: 'Оплатить 990 руб.' }).click()
}

/** The gateway's page instead of ours. */
async function atGateway(page: Page): Promise<Page> {
  await page.waitForURL((url) => url.hostname === '127.0.0.1')
  return page
}

async function seesFailure(page: Page): Promise<void> {
  await failure(page).waitFor()
  expect(new URL(page.url()).pathname).toBe('/order')
  await page.getByRole('button', { name: 'Понятно' }).click()
  await failure(page).waitFor({ state: 'detached' })
}

/** The feed says thanks and shows what is open; the address keeps nothing of the way there, whatever was written behind it. */
async function isThanked(world: TestWorld, page: Page, who: TestUser): Promise<void> {
  await page.waitForURL('**/feed**')
  await page.getByText('Спасибо за покупку!').waitFor()
  await page.getByRole('complementary', { name: 'Что вы слушаете' }).getByText('Фотографы').waitFor()
  await expect.poll(() => new URL(page.url())).toMatchObject({ pathname: '/feed', search: '', hash: '' })
  const held = world.db
    .selectFrom('subscriptions')
    .select('productId')
    .where('userId', '=', who.userId)
    .where('endedAt', 'is', null)
  expect(await held.execute()).toEqual([{ productId: await world.categoryId('photographers') }])
}

describe('turns back, sees that it failed, then pays and sees the feed', () => {
  for (const [name, title] of [
    ['unitpay', 'UnitPay'],
    ['cloudpayments', 'CloudPayments'],
  ] as const) {
    story(`in the window of ${name}`, async ({ world, open }) => {
      const who = await world.customer(name)
      const page = await comesToOrder(world, open, who)
      const widget = page.frameLocator(`iframe[title="${title}"]`)
      await orders(world, page, name)
      await press(widget, 'Отменить')
      await seesFailure(page)
      await orders(world, page, name)
      await press(widget, 'Оплатить')
      await isThanked(world, page, who)
    })
  }

  // The bank writes `&orderId=…&lang=ru` behind whatever stands in the address, the hash as well.
  for (const name of ['cent', 'interkassa', 'alfa'] as const) {
    story(`on the page of ${name}`, async ({ world, open }) => {
      const who = await world.customer(name)
      const page = await comesToOrder(world, open, who)
      await orders(world, page, name)
      await press(await atGateway(page), 'Отменить')
      await seesFailure(page)
      await orders(world, page, name)
      await press(await atGateway(page), 'Оплатить')
      await isThanked(world, page, who)
    })
  }

  story('on the page of unitpay, where its window is blocked', async ({ world, open }) => {
    const who = await world.customer('blocked')
    const page = await comesToOrder(world, open, who, [/ERR_BLOCKED_BY_CLIENT/])
    await page.route('**/unitpay.js', (route) => route.abort('blockedbyclient'))
    const orderOnPage = async (): Promise<PayPage> => {
      await orders(world, page, 'unitpay')
      await page.getByRole('dialog', { name: 'Оплата' }).getByRole('link', { name: 'Открыть страницу оплаты' }).click()
      return atGateway(page)
    }
    await press(await orderOnPage(), 'Отменить')
    // UnitPay knows one way back, whatever came of it.
    await page.getByRole('link', { name: 'Вернуться к заказу' }).click()
    await seesFailure(page)
    await press(await orderOnPage(), 'Оплатить')
    await isThanked(world, page, who)
  })
})

describe('the notice is lost', () => {
  story('and whoever comes back settles it by looking', async ({ world, gateways, open, onTestFinished }) => {
    const cent = gateways.simulators.get('cent')
    if (!cent) throw new Error('no simulator of cent')
    const notices = cent.replies.length
    cent.notices = 'lost'
    onTestFinished(() => void (cent.notices = 'at once'))
    const who = await world.customer('lost')
    const page = await comesToOrder(world, open, who)
    await orders(world, page, 'cent')
    await press(await atGateway(page), 'Оплатить')
    await page.waitForURL('**/feed**')
    // The order page may have asked the gateway already, up to the moment it was left, and it is not asked again within
    // seconds; the feed asks until it knows.
    world.clock.advance(20 * SECOND)
    await isThanked(world, page, who)
    expect(cent.replies).toHaveLength(notices)
  })
})
