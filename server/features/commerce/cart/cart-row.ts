/** Carts as they stand in the database: one of each person, and one of each guest who put something in. */
import type { TariffProduct, TariffType } from '../../../../contract/access/tariffs.ts'
import type { CallContext } from '../../../kit/context.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'
import { guestHashOf, handGuestToken } from './guest-token.ts'

/** What is in it, as it was put in: categories and tariffs may have gone since. */
export interface CartContents {
  /** Ids of categories. */
  items: number[]
  product: TariffProduct
  type: TariffType
  tariffId: number | null
  promoCode: string | null
  quantity: number
}

/** As the table makes one. */
export const emptyCart: CartContents = {
  items: [],
  product: 'category',
  type: 'regular',
  tariffId: null,
  promoCode: null,
  quantity: 1,
}

const columns = ['items', 'product', 'type', 'tariffId', 'promoCode', 'quantity'] as const

/** Anyone who has put nothing in has an empty one, and no row. */
export async function readCart(
  db: DbOrTx,
  ctx: Pick<CallContext, 'person' | 'cookies' | 'config'>,
): Promise<CartContents> {
  const guestHash = guestHashOf(ctx)
  if (!ctx.person && !guestHash) return emptyCart
  const carts = db.selectFrom('carts').select(columns)
  const own = ctx.person ? carts.where('userId', '=', ctx.person.id) : carts.where('guestHash', '=', guestHash)
  return ((await own.executeTakeFirst()) as CartContents | undefined) ?? emptyCart
}

/** Held until the transaction ends. */
export async function lockCartOf(tx: Tx, userId: number): Promise<CartContents> {
  const row = await tx.selectFrom('carts').select(columns).where('userId', '=', userId).forUpdate().executeTakeFirst()
  return (row as CartContents | undefined) ?? emptyCart
}

/**
 * @param change what is in it afterwards; it may refuse
 * @returns what is in it afterwards
 */
export async function changeCart(
  tx: Tx,
  ctx: Pick<CallContext, 'clock' | 'person' | 'cookies' | 'config' | 'setCookie'>,
  change: (before: CartContents) => Promise<Partial<CartContents>> | Partial<CartContents>,
): Promise<CartContents> {
  const holder = ctx.person
    ? { userId: ctx.person.id, guestHash: null }
    : { userId: null, guestHash: await handGuestToken(tx, ctx) }
  const before = await ensureCart(tx, ctx.clock, holder)
  const after = { ...before, ...(await change(before)) }
  await writeCart(tx, ctx.clock, holder, after)
  return after
}

interface Holder {
  userId: number | null
  guestHash: Buffer | null
}

const ofHolder = ({ userId, guestHash }: Holder) =>
  userId === null ? (['guestHash', guestHash] as const) : (['userId', userId] as const)

/** There from now on, and held until the transaction ends. */
export async function ensureCart(tx: Tx, clock: Clock, holder: Holder): Promise<CartContents> {
  await tx
    .insertInto('carts')
    .values({ ...holder, updatedAt: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const [column, value] = ofHolder(holder)
  const row = await tx
    .selectFrom('carts')
    .select(columns)
    .where(column, '=', value)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row as CartContents
}

export async function writeCart(tx: Tx, clock: Clock, holder: Holder, contents: CartContents): Promise<void> {
  const [column, value] = ofHolder(holder)
  const { items, product, type, tariffId, promoCode, quantity } = contents
  await tx
    .updateTable('carts')
    .set({ items, product, type, tariffId, promoCode, quantity, updatedAt: clock.now() })
    .where(column, '=', value)
    .execute()
}

/** After what was in it is paid or taken. */
export async function clearCart(tx: Tx, clock: Clock, userId: number): Promise<void> {
  await writeCart(tx, clock, { userId, guestHash: null }, emptyCart)
}
