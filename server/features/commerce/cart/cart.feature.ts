/** The cart, of anyone who is there: a person's stands with their account, a guest's behind a cookie. */
import { maxCartItems } from '../../../../contract/commerce/cart.ts'
import type { TariffProduct } from '../../../../contract/access/tariffs.ts'
import { personOf, type Handlers, type CallContext } from '../../../kit/context.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'
import { changeCart, clearCart, emptyCart, lockCartOf, readCart, type CartContents } from './cart-row.ts'
import { estimateCart, showCart } from './estimate-cart.ts'
import { startTrial } from './start-trial.ts'
import { checkCategories, updatedCart } from './update-cart.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { every } from '../../../kit/jobs.ts'
import { forgetGuestCarts, takeGuestCart } from './guest-cart.ts'
import { personalCart } from './personal-cart.ts'

const handlers: Handlers<'cart'> = {
  async getCart(ctx) {
    return fill(ctx.db, ctx, await readCart(ctx.db, ctx))
  },

  async updateCart(ctx, wanted) {
    await countPromoCode(ctx, wanted.promoCode?.trim() ?? '')
    return change(ctx, (tx, before) => updatedCart(tx, before, wanted))
  },

  addCartItem: (ctx, { id }) =>
    change(ctx, async (tx, { items }) => {
      await checkCategories(tx, [id])
      return { items: [...new Set([...items, id])].slice(-maxCartItems) }
    }),

  setCartItems: (ctx, { value }) => change(ctx, async (tx) => ({ items: await checkCategories(tx, value) })),

  removeCartItem: (ctx, { id }) => change(ctx, (_tx, { items }) => ({ items: items.filter((each) => each !== id) })),

  clearCart: (ctx) => change(ctx, () => emptyCart),

  purchaseTrial(ctx, { fp, incognito }) {
    const { id: userId } = personOf(ctx)
    return ctx.db.transaction().execute(async (tx) => {
      const { type, ...contents } = await lockCartOf(tx, userId)
      if (type !== 'trial') throw new AppError('TARIFF_REQUIRED')
      const taken = await startTrial(tx, ctx, { ...contents, fp, incognito })
      await clearCart(tx, ctx.clock, userId)
      return taken
    })
  },

  async listUsedTrials(ctx) {
    const uses = await ctx.db
      .selectFrom('trialUses')
      .select('product')
      .distinct()
      .where('userId', '=', personOf(ctx).id)
      .orderBy('product')
      .execute()
    return { used: uses.map(({ product }) => product as TariffProduct) }
  },

  async subscribeByPromo(ctx, { fp, incognito, more: { product, category } }) {
    if (product === 'category' && category === undefined) {
      throw new AppError('VALIDATION_FAILED', {
        keyword: 'required',
        dataPath: '/more/category',
        params: { missingProperty: 'category' },
      })
    }
    const items = category === undefined ? [] : [category]
    return ctx.db.transaction().execute((tx) => startTrial(tx, ctx, { product, items, fp, incognito }))
  },
}

async function fill(db: DbOrTx, { clock, person }: CallContext, contents: CartContents) {
  return showCart(contents, await estimateCart(db, contents, person?.id ?? null, clock.now()))
}

/** A code that is put in is looked up: codes are not to be guessed faster here than where they are asked for. */
async function countPromoCode(ctx: CallContext, code: string): Promise<void> {
  if (code !== '' && code !== (await readCart(ctx.db, ctx)).promoCode) await ctx.countAs('promo', 'getPromoCode')
}

type Change = (tx: Tx, before: CartContents) => Promise<Partial<CartContents>> | Partial<CartContents>

function change(ctx: CallContext, wanted: Change) {
  return ctx.db
    .transaction()
    .execute(async (tx) => fill(tx, ctx, await changeCart(tx, ctx, (before) => wanted(tx, before))))
}

export const cartFeature = defineFeature({
  name: 'cart',
  onSignIn: takeGuestCart,
  handlers,
  jobs: [every('43 3 * * *', 'forget-guest-carts', ({ db, clock }) => forgetGuestCarts(db, clock))],
  personalData: personalCart,
})
