/** Partners and those they brought, for tests. */
import type { Payer } from '../../../../rules/payer-marks.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import type { TestWorld } from '../../../testing/test-world.ts'
import { insertOrder, tillOf } from '../payments/payments.samples.ts'
import { settleOrder, settleRefund } from '../payments/settle-order.ts'
import { nobodysReferral, keepReferral } from '../../people/referrals/referral.ts'

export async function becomePartner(world: TestWorld, nickname: string): Promise<TestUser> {
  const partner = await world.customer(nickname)
  // Payouts are asked for by a code to a confirmed e-mail.
  await world.db.updateTable('users').set({ emailApprove: true }).where('id', '=', partner.userId).execute()
  await partner.asks('partner', 'enterPartner', {})
  return partner
}

/** Someone who registered by the link of a partner. */
export async function broughtBy(world: TestWorld, partner: TestUser, nickname: string): Promise<TestUser> {
  const person = await world.customer(nickname)
  await world.db.deleteFrom('userReferrals').where('userId', '=', person.userId).execute()
  await world.db
    .transaction()
    .execute((tx) => keepReferral(tx, world.clock, person.userId, { ...nobodysReferral, refId: partner.userId }))
  return person
}

const paymentOf = (account: string, amount: number) => ({
  gateway: 'test' as const,
  account,
  externalId: `payment-of-${account}`,
  amount,
  currency: 'RUB',
  test: true,
})

interface Paying {
  total?: number
  promoId?: number | null
  jobs?: boolean
  /** As a gateway reports it. */
  payer?: Payer
}

/** @returns the number of the order. @param jobs false: what follows is left to be done */
export async function pays(
  world: TestWorld,
  person: TestUser,
  { total = 100_000, promoId = null, jobs = true, payer }: Paying = {},
): Promise<string> {
  const order = await insertOrder(world, person, { total, promoId })
  await world.db
    .transaction()
    .execute((tx) => settleOrder(tx, tillOf(world), { ...paymentOf(order.account, total), ...(payer && { payer }) }))
  if (jobs) await world.settle()
  return order.account
}

export async function givesBack(world: TestWorld, account: string, jobs = true): Promise<void> {
  const { total } = await world.db
    .selectFrom('orders')
    .select('total')
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  await world.db.transaction().execute((tx) => settleRefund(tx, tillOf(world), paymentOf(account, total)))
  if (jobs) await world.settle()
}

/** The code of the last letter to this person. */
export async function payoutCodeOf(world: TestWorld, person: TestUser): Promise<string> {
  await person.asks('partner', 'sendPayoutCode', {})
  return (await world.letterTo(person.email)).code
}
