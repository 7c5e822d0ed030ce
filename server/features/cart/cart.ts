/** The cart, of whoever is there: a person's stands with his account, a guest's behind a cookie. */
import type { Config } from '../../config.ts'
import { personOf, type Answers, type Asking } from '../../kit/asking.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { DbOrTx, Tx } from '../../kit/sql.ts'
import { startOrder } from '../payments/payments.public.ts'
import { changeCart, clearCart, emptyCart, lockCartOf, readCart, type CartContents } from './cart-row.ts'
import { estimateCart, showCart } from './estimate-cart.ts'
import { startTrial } from './start-trial.ts'
import { updatedCart } from './update-cart.ts'

export function answerCart(config: Config): Answers<'cart'> {
  return {
    async getCart(asking) {
      return fill(asking.db, asking, await readCart(asking.db, asking))
    },

    updateCart: (asking, wanted) => change(asking, (tx, before) => updatedCart(tx, before, wanted)),

    addCartItem: (asking, { id }) =>
      change(asking, async (tx, { items }) => {
        await checkCategories(tx, [id])
        return { items: [...new Set([...items, id])].slice(-MOST_ITEMS) }
      }),

    setCartItems: (asking, { value }) =>
      change(asking, async (tx) => {
        await checkCategories(tx, value)
        return { items: [...new Set(value)] }
      }),

    removeCartItem: (asking, { id }) =>
      change(asking, (_tx, { items }) => ({ items: items.filter((each) => each !== id) })),

    clearCart: (asking) => change(asking, () => emptyCart),

    purchaseTrial(asking, { fp, incognito }) {
      const { id: userId } = personOf(asking)
      return asking.db.transaction().execute(async (tx) => {
        const { type, ...contents } = await lockCartOf(tx, userId)
        if (type !== 'trial') throw new Refusal('CART_WITHOUT_TARIFF')
        const taken = await startTrial(tx, asking, { ...contents, fp, incognito })
        await clearCart(tx, asking.clock, userId)
        return taken
      })
    },

    orderCart: (asking, { gateway }) => startOrder(asking, config, gateway),
  }
}

async function fill(db: DbOrTx, { clock, person }: Asking, contents: CartContents) {
  return showCart(contents, await estimateCart(db, contents, person?.id ?? null, clock.now()))
}

/** As many as the contract lets be set at once; the ones put in last stay. */
const MOST_ITEMS = 500

type Change = (tx: Tx, before: CartContents) => Promise<Partial<CartContents>> | Partial<CartContents>

function change(asking: Asking, wanted: Change) {
  return asking.db
    .transaction()
    .execute(async (tx) => fill(tx, asking, await changeCart(tx, asking, (before) => wanted(tx, before))))
}

async function checkCategories(tx: Tx, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const known = await tx.selectFrom('categories').select('id').where('id', 'in', wanted).execute()
  if (known.length < wanted.length) throw new Refusal('CATEGORY_NOT_FOUND')
}
