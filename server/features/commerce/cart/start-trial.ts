/** Trials: taken at once, nothing is paid (spec §4 Cart order flow). */
import type { ErrorCode } from '../../../../contract/errors.ts'
import { decideCartStep, type CartStep } from '../../../../rules/cart-steps.ts'
import { personOf, type CallContext } from '../../../kit/context.ts'
import { AppError } from '../../../kit/app-error.ts'
import type { Tx } from '../../../kit/sql.ts'
import { usePromoForTrial } from '../promo/promo.public.ts'
import { deviceOf } from '../../people/accounts/accounts.public.ts'
import { takeTrial } from '../fulfilment/fulfilment.public.ts'
import { emptyCart, type CartContents } from './cart-row.ts'
import { estimateCart } from './estimate-cart.ts'

export interface WantedTrial
  extends Pick<CartContents, 'product' | 'items'>, Partial<Pick<CartContents, 'tariffId' | 'promoCode'>> {
  /** The print of the device. */
  fp: string
  incognito: boolean
}

/** @returns the page to see it on */
export async function startTrial(
  tx: Tx,
  ctx: CallContext,
  { fp, incognito, ...wanted }: WantedTrial,
): Promise<{ goTo: string }> {
  const { clock } = ctx
  const { id: userId } = personOf(ctx)
  const contents: CartContents = { ...emptyCart, ...wanted, type: 'trial' }
  const { tariff, estimated, promo, freeCategories } = await estimateCart(tx, contents, userId, clock.now())
  const { product, type, items } = contents
  const step = decideCartStep({
    person: { emailApprove: await isEmailApproved(tx, userId) },
    cart: { items, tariff: null, tariffDetails: { product, type } },
    freeCategories,
  })
  if (step.step !== 'take-trial' || product === 'project') throw new AppError(refusals[step.step])
  if (!tariff || !estimated) throw new AppError('TARIFF_NOT_FOUND')
  await takeTrial(tx, clock, {
    userId,
    product,
    categoryId: items[0] ?? null,
    device: deviceOf(ctx, fp),
    incognito,
    days: estimated.days,
    tariff,
  })
  // A code that gives nothing stands in no one's way here: there is no price to be mistaken about.
  if (promo?.applied) await usePromoForTrial(tx, clock, { promoId: promo.applied.id, userId })
  return { goTo: step.goTo }
}

const refusals: Record<CartStep['step'], ErrorCode> = {
  authorise: 'UNAUTHORIZED',
  'one-free-category': 'TRIAL_CATEGORY_LIMIT_REACHED',
  'open-cart': 'CART_EMPTY',
  'verify-email': 'EMAIL_NOT_APPROVED',
  'ask-for-test-access': 'TRIAL_ON_REQUEST_ONLY',
  'take-trial': 'TRIAL_ON_REQUEST_ONLY',
  pay: 'TARIFF_REQUIRED',
}

async function isEmailApproved(tx: Tx, userId: number): Promise<boolean> {
  const row = await tx.selectFrom('users').select('emailApprove').where('id', '=', userId).executeTakeFirst()
  return row?.emailApprove ?? false
}
