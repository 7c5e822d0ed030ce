/** From the cart, or from a package, to an order and the way to pay it. */
import { randomInt } from 'node:crypto'
import type { StartedPayment } from '../../../../contract/commerce/payments.ts'
import { toRoubles } from '../../../../rules/money.ts'
import type { GatewayName } from '../../../config/payments.ts'
import { personOf, type CallContext } from '../../../kit/context.ts'
import { AppError } from '../../../kit/app-error.ts'
import { lock } from '../../../kit/locks.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'
import { findUser } from '../../people/accounts/accounts.public.ts'
import { orderableCart } from '../cart/cart.public.ts'
import { reservePromo } from '../promo/promo.public.ts'
import { weighPackage } from '../../access/subscriptions/subscriptions.public.ts'
import { findTeam } from '../../access/team/team.public.ts'
import type { Gateway } from './gateways/gateway.ts'
import { gatewaysOf } from './gateways/open-gateways.ts'
import { findOrder, gatewayOrderOf, type Order } from './order-row.ts'
import { receiptLines } from './receipt-lines.ts'
import { failOrder, settleOrder, type PaymentContext } from './settle-order.ts'

/** What is ordered, before it has a number. */
export type Draft = Pick<
  Order,
  'product' | 'type' | 'tariff' | 'items' | 'quantity' | 'extendsId' | 'price' | 'total' | 'days' | 'promoId' | 'lines'
>

/**
 * Makes an order of what is in the person's cart, and answers how to pay it. An order of nothing is paid at once: its `sum` is 0.
 * `gateway`: the first on offer when left out.
 */
export function orderCart(ctx: CallContext, gateway?: GatewayName): Promise<StartedPayment> {
  return makeOrder(ctx, gateway, async (tx, userId) => {
    await giveUpThoseWithPromo(tx, ctx, userId)
    const { tariff, categories, quantity, estimated, promoId } = await orderableCart(tx, ctx.clock, userId)
    const { product, type } = tariff
    if (type === 'trial') throw new AppError('TARIFF_REQUIRED')
    if (type === 'team') await checkOwnTeam(tx, ctx, userId)
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

/** One is in one team at most: who is in another's would leave it by paying, and is to say so before. */
async function checkOwnTeam(tx: Tx, { clock }: Pick<CallContext, 'clock'>, userId: number): Promise<void> {
  const team = await findTeam(tx, userId, clock.now())
  if (team && team.ownerId !== userId) throw new AppError('TEAM_ALREADY_JOINED')
}

/** The same for a package of groups. It is weighed in the transaction in which the order is made. */
export function orderPackage(ctx: CallContext, packageSize: number, gateway?: GatewayName): Promise<StartedPayment> {
  return makeOrder(ctx, gateway, async (tx, userId) => {
    const weighed = await weighPackage(tx, userId, packageSize, ctx.clock.now())
    const { tariff, quantity, total, days, extendsId } = weighed
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
  ctx: CallContext,
  wanted: GatewayName | undefined,
  draw: (tx: Tx, userId: number) => Promise<Draft>,
): Promise<StartedPayment> {
  const { db, clock, config } = ctx
  const userId = personOf(ctx).id
  const order = await db.transaction().execute(async (tx) => {
    // One order of a person after the other, so that a code they have reserved is not looked at while they give it up.
    await lock(tx, 'orders of user', userId)
    const draft = await draw(tx, userId)
    const free = draft.total === 0
    const { id, account } = await insertOrder(tx, clock, draft, {
      userId,
      contact: await contactOf(tx, userId, free),
      gateway: free ? 'none' : gatewayOnOffer(ctx, wanted).type,
    })
    if (draft.promoId !== null) await reservePromo(tx, clock, { promoId: draft.promoId, orderId: id, userId })
    if (free)
      await settleOrder(tx, ctx, {
        gateway: 'none',
        account,
        externalId: account,
        amount: 0,
        currency: null,
        test: false,
      })
    return { ...draft, account, gateway: free ? null : gatewayOnOffer(ctx, wanted) }
  })
  const { account, total, gateway } = order
  if (gateway === null) return { sum: 0, account, type: wanted ?? config.payments.gateways[0] ?? 'test' }
  return { sum: toRoubles(total), account, type: gateway.type, ...(await startPayment(ctx, gateway, account)) }
}

/** As it waits to be paid. */
export async function insertOrder(
  tx: Tx,
  clock: CallContext['clock'],
  draft: Draft,
  of: Pick<Order, 'contact' | 'gateway'> & { userId: number },
): Promise<{ id: number; account: string }> {
  return tx
    .insertInto('orders')
    .values({
      ...draft,
      ...of,
      account: newAccount(),
      status: 'waiting',
      tariffId: draft.tariff.id,
      tariff: JSON.stringify(draft.tariff),
      lines: JSON.stringify(draft.lines),
      createdAt: clock.now(),
    })
    .returning(['id', 'account'])
    .executeTakeFirstOrThrow()
}

/** Outside of the transaction: a gateway takes its time. */
async function startPayment(till: PaymentContext, gateway: Gateway, account: string): Promise<Partial<StartedPayment>> {
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
    throw new AppError('GATEWAY_FAILED')
  }
}

function gatewayOnOffer(ctx: CallContext, wanted: GatewayName | undefined): Gateway {
  const { gateways } = ctx.config.payments
  const name = wanted ?? gateways[0]
  const gateway = name && gateways.includes(name) ? gatewaysOf(ctx).get(name) : undefined
  if (!gateway) throw new AppError('GATEWAY_NOT_OFFERED')
  return gateway
}

/** The law wants the receipt to be sent somewhere; who pays nothing gets none. */
async function contactOf(db: DbOrTx, userId: number, free: boolean): Promise<string> {
  const email = (await findUser(db, userId))?.email ?? ''
  if (email === '' && !free) throw new AppError('EMAIL_REQUIRED')
  return email
}

/**
 * Anyone who turned back from paying and orders once more does not stand in their own way: the code they have reserved is free again. Should the
 * earlier order be paid all the same, it is honoured.
 */
async function giveUpThoseWithPromo(tx: Tx, ctx: CallContext, userId: number): Promise<void> {
  const earlier = await tx
    .selectFrom('orders')
    .select('account')
    .where('userId', '=', userId)
    .where('status', '=', 'waiting')
    .where('promoId', 'is not', null)
    .orderBy('id')
    .execute()
  for (const { account } of earlier) await failOrder(tx, ctx, account)
}

/** Letters and digits that no one takes for each other; 60 bits, so no one guesses one. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const ACCOUNT_LENGTH = 12

const newAccount = (): string => Array.from({ length: ACCOUNT_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
