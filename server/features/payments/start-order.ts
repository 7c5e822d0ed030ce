/** From the cart, or from a package, to an order and the way to pay it. */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { StartedPayment } from '../../../contract/cart.ts'
import { toRoubles } from '../../../rules/money.ts'
import type { Config, GatewayName } from '../../config.ts'
import { personOf, type Asking } from '../../kit/asking.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { DbOrTx, Tx } from '../../kit/sql.ts'
import { findUser } from '../accounts/accounts.public.ts'
import { orderableCart } from '../cart/cart.public.ts'
import { reservePromo } from '../promo/promo.public.ts'
import type { SoldTariff } from '../tariffs/tariffs.public.ts'
import type { Gateway } from './gateways/gateway.ts'
import { openGateways } from './gateways/open-gateways.ts'
import { findOrder, gatewayOrderOf, type Order } from './order-row.ts'
import { receiptLines } from './receipt-lines.ts'
import { failOrder, settleOrder, type Till } from './settle-order.ts'

/** A package of groups, as subscriptions have weighed it. */
export interface PackageOrder {
  /** The package's. */
  tariff: SoldTariff
  /** Of groups. */
  quantity: number
  /** Kopecks. */
  total: number
  /** Until the end of the subscription it adds to. */
  days: number
  /** That subscription. */
  extendsId: number
}

/** What is ordered, before it has a number. */
type Draft = Pick<
  Order,
  'product' | 'type' | 'tariff' | 'items' | 'quantity' | 'extendsId' | 'price' | 'total' | 'days' | 'promoId' | 'lines'
>

/**
 * Makes an order of what is in the person's cart, and says how to pay it. An order of nothing is paid at once: its `sum` is 0.
 * `gateway`: the first on offer when left out.
 */
export function startOrder(asking: Asking, config: Config, gateway?: GatewayName): Promise<StartedPayment> {
  return makeOrder(asking, config, gateway, async (tx, userId) => {
    await giveUpThoseWithPromo(tx, asking, userId)
    const { tariff, categories, quantity, estimated, promoId } = await orderableCart(tx, asking.clock, userId)
    const { product, type } = tariff
    if (type === 'trial') throw new Refusal('CART_WITHOUT_TARIFF')
    const { price, total, days } = estimated
    const names = categories.map(({ name }) => name)
    return {
      product,
      type,
      tariff,
      quantity,
      price,
      total,
      days,
      promoId,
      items: categories.map(({ id }) => id),
      extendsId: null,
      lines: receiptLines({ tariff, names, quantity, total }),
    }
  })
}

/** The same for a package. `weigh` is asked inside the transaction in which the order is made, and refuses by throwing. */
export function orderPackageFor(
  asking: Asking,
  config: Config,
  weigh: (tx: Tx) => Promise<PackageOrder>,
  gateway?: GatewayName,
): Promise<StartedPayment> {
  return makeOrder(asking, config, gateway, async (tx) => {
    const { tariff, quantity, total, days, extendsId } = await weigh(tx)
    const { product } = tariff
    return {
      product,
      tariff,
      quantity,
      total,
      days,
      extendsId,
      type: 'package',
      items: [],
      price: total,
      promoId: null,
      lines: receiptLines({ tariff, names: [], quantity, total }),
    }
  })
}

async function makeOrder(
  asking: Asking,
  config: Config,
  wanted: GatewayName | undefined,
  draw: (tx: Tx, userId: number) => Promise<Draft>,
): Promise<StartedPayment> {
  const { db, clock, log } = asking
  const till: Till = { db, clock, log, config }
  const userId = personOf(asking).id
  const order = await db.transaction().execute(async (tx) => {
    // One order of a person after the other, so that a code he has reserved is not looked at while he gives it up.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`orders of ${userId}`}, 0))`.execute(tx)
    const draft = await draw(tx, userId)
    const free = draft.total === 0
    const account = newAccount()
    const { id } = await tx
      .insertInto('orders')
      .values({
        ...draft,
        account,
        userId,
        status: 'waiting',
        tariffId: draft.tariff.id,
        tariff: JSON.stringify(draft.tariff),
        lines: JSON.stringify(draft.lines),
        contact: await contactOf(tx, userId, free),
        gateway: free ? 'none' : gatewayOnOffer(config, wanted).type,
        createdAt: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (draft.promoId !== null) await reservePromo(tx, clock, { promoId: draft.promoId, orderId: id, userId })
    if (free)
      await settleOrder(tx, till, {
        gateway: 'none',
        account,
        externalId: account,
        amount: 0,
        currency: null,
        test: false,
      })
    return { ...draft, account, gateway: free ? null : gatewayOnOffer(config, wanted) }
  })
  const { account, total, gateway } = order
  if (gateway === null) return { sum: 0, account, type: wanted ?? config.payments.gateways[0] ?? 'test' }
  return { sum: toRoubles(total), account, type: gateway.type, ...(await startPayment(till, gateway, account)) }
}

/** Outside of the transaction: a gateway takes its time. */
async function startPayment(till: Till, gateway: Gateway, account: string): Promise<Partial<StartedPayment>> {
  const { db, log } = till
  const order = await findOrder(db, account)
  if (!order) throw new Error(`order ${account} is gone`)
  try {
    const { part, gatewayId } = await gateway.start(gatewayOrderOf(order, till.config))
    // A notice may have been faster.
    if (gatewayId !== null)
      await db
        .updateTable('orders')
        .set({ gatewayId })
        .where('id', '=', order.id)
        .where('gatewayId', 'is', null)
        .execute()
    return part
  } catch (error) {
    log.error({ err: error, account, gateway: gateway.type }, 'a gateway did not take an order')
    await db.transaction().execute((tx) => failOrder(tx, till, account))
    throw new Refusal('GATEWAY_FAILED')
  }
}

function gatewayOnOffer(config: Config, wanted: GatewayName | undefined): Gateway {
  const name = wanted ?? config.payments.gateways[0]
  const gateway = name && config.payments.gateways.includes(name) ? openGateways(config).get(name) : undefined
  if (!gateway) throw new Refusal('GATEWAY_NOT_OFFERED')
  return gateway
}

/** The law wants the receipt to be sent somewhere; who pays nothing gets none. */
async function contactOf(db: DbOrTx, userId: number, free: boolean): Promise<string> {
  const email = (await findUser(db, userId))?.email ?? ''
  if (email === '' && !free) throw new Refusal('EMAIL_REQUIRED')
  return email
}

/**
 * Whoever turned back from paying and orders once more does not stand in his own way: the code he has reserved is free again. Should the
 * earlier order be paid all the same, it is honoured.
 */
async function giveUpThoseWithPromo(tx: Tx, asking: Asking, userId: number): Promise<void> {
  const earlier = await tx
    .selectFrom('orders')
    .select('account')
    .where('userId', '=', userId)
    .where('status', '=', 'waiting')
    .where('promoId', 'is not', null)
    .orderBy('id')
    .execute()
  for (const { account } of earlier) await failOrder(tx, asking, account)
}

/** Letters and digits that nobody takes for each other; 60 bits, so nobody guesses one. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const ACCOUNT_LENGTH = 12

const newAccount = (): string => Array.from({ length: ACCOUNT_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
