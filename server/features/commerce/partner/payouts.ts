/** Payouts: a partner asks with a code of a letter, the sum is held, an admin pays or refuses. */
import type { Payout, PayoutMethod, PayoutStatus } from '../../../../contract/commerce/partner.ts'
import { toRoubles } from '../../../../rules/money.ts'
import { hiddenWallet, walletMistake } from '../../../../rules/partner/payout.ts'
import { AppError } from '../../../kit/app-error.ts'
import { readKopecks } from '../../../kit/read-kopecks.ts'
import { recordAuditEntry } from '../../../kit/audit.ts'
import { publish } from '../../../kit/bus.ts'
import { issueCode, tryCode, type CodePurpose } from '../../../kit/codes.ts'
import { personOf, type CallContext, type Handlers } from '../../../kit/context.ts'
import { lock } from '../../../kit/locks.ts'
import { postLetter } from '../../../kit/mail/post-letter.ts'
import { seal } from '../../../kit/seal.ts'
import type { Tx } from '../../../kit/sql.ts'
import { findUser, isHuman } from '../../people/accounts/accounts.public.ts'
import { byLetter } from '../../people/verification/verification.public.ts'
import { enterMoney } from '../payments/payments.public.ts'
import { availableOf, readBalance, requestedOf } from './accounts-of-partner.ts'
import { payoutCodeLetter } from './letters.ts'
import { openWallet, walletLabel, type PayoutRow } from './open-wallet.ts'
import { suspectWallet } from './suspicions.ts'
import { readTerms } from './terms.ts'
import { pageOf } from '../../../kit/page-of.ts'

const PAGE = 20

/** A purpose of its own: it never confirms an e-mail. */
const payoutCode: CodePurpose = { name: 'payout', ...byLetter }
const holderOf = (userId: number) => ({ subject: `user ${userId}`, purpose: payoutCode })

export const getAvailablePayout: Handlers<'partner'>['getAvailablePayout'] = async (ctx) => {
  const { db, clock } = ctx
  const [{ available }, terms] = await Promise.all([readBalance(db, personOf(ctx).id), readTerms(db, clock.now())])
  return { available: toRoubles(Math.max(0, available)), smallest: toRoubles(terms.smallestPayout) }
}

/** To the confirmed e-mail of the account alone. */
export const sendPayoutCode: Handlers<'partner'>['sendPayoutCode'] = async (ctx, { captcha }) => {
  const { db, clock, config } = ctx
  const { id } = personOf(ctx)
  const user = await findUser(db, id)
  const email = user?.emailApprove ? user.email : null
  if (email === null) throw new AppError('EMAIL_REQUIRED')
  const human = await isHuman(ctx, captcha)
  return db.transaction().execute(async (tx) => {
    const order = { ...holderOf(id), target: email, ip: ctx.ip, human }
    const { code, resendAt, expiresAt } = await issueCode(tx, clock, config.secretKey, order)
    await postLetter(tx, clock, email, payoutCodeLetter(code))
    return { target: email, resendAt: resendAt.toISOString(), expiresAt: expiresAt.toISOString() }
  })
}

type Asked = Parameters<Handlers<'partner'>['requestPayout']>[1]

/** The code is good once, and the money is locked: of many that are asked at once one is made. */
export const requestPayout: Handlers<'partner'>['requestPayout'] = async (ctx, input) => {
  const { db, clock, config } = ctx
  const { id } = personOf(ctx)
  const sum = readKopecks('sum', input.sum)
  const mistake = walletMistake(input.method, input.wallet, input.other)
  if (mistake !== null) throw new AppError('PAYOUT_WALLET_INVALID', { reason: mistake })
  const made: { payout?: Payout } = {}
  // Looked at before the code, so that a wrong sum costs no code; and again when the money is held.
  await checkSum(ctx, sum, id)
  const flag = await tryCode(db, clock, config.secretKey, { ...holderOf(id), pin: input.token }, async (tx) => {
    await lock(tx, 'money of partner', id)
    await checkSum({ ...ctx, db: tx }, sum, id)
    made.payout = await insertPayout(tx, { ...ctx, partnerId: id, from: ctx }, sum, input)
  })
  if (!made.payout) throw new AppError(flag === 3 ? 'PAYOUT_CODE_EXPIRED' : 'PAYOUT_CODE_INVALID')
  return { payout: made.payout }
}

async function checkSum(
  { db, clock }: Pick<CallContext, 'clock'> & { db: CallContext['db'] | Tx },
  sum: number,
  partnerId: number,
): Promise<void> {
  const [{ available }, { smallestPayout }] = await Promise.all([
    readBalance(db, partnerId),
    readTerms(db, clock.now()),
  ])
  if (sum > available) throw new AppError('PAYOUT_LIMIT_REACHED')
  if (sum < smallestPayout) throw new AppError('PAYOUT_TOO_SMALL')
}

interface Asking extends Pick<CallContext, 'clock'> {
  config: Pick<CallContext['config'], 'secretKey'>
  partnerId: number
  /** The browser it is asked for from; null: none. */
  from: { ip: string; userAgent: string } | null
}

/** The money of the partner is locked, and there is enough of it. */
export async function insertPayout(
  tx: Tx,
  { clock, config, partnerId, from }: Asking,
  sum: number,
  { method, wallet, other }: Pick<Asked, 'method' | 'wallet' | 'other'>,
): Promise<Payout> {
  const sealed = (text: string): Buffer => seal(config.secretKey, walletLabel(partnerId), text)
  const row = await tx
    .insertInto('payouts')
    .values({
      partnerId,
      method,
      sum,
      wallet: sealed(wallet.trim()),
      other: sealed(other.trim()),
      status: 0,
      createdAt: clock.now(),
      changedAt: clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await suspectWallet(tx, config.secretKey, { partnerId, method, wallet })
  await enterMoney(tx, clock, {
    payoutId: row.id,
    kind: 'payout request',
    debit: availableOf(partnerId),
    credit: requestedOf(partnerId),
    amount: sum,
  })
  await recordAuditEntry(tx, clock, from, {
    actorId: partnerId,
    userId: partnerId,
    action: 'payout-requested',
    details: { payout: row.id, sum },
  })
  await publish(tx, 'partner.changed', { userId: partnerId })
  return showPayout(config.secretKey, row)
}

export function showPayout(secretKey: string, row: PayoutRow): Payout {
  const { id, method, sum, status, comment, createdAt, changedAt } = row
  return {
    id,
    method: method as PayoutMethod,
    sum: toRoubles(sum),
    wallet: hiddenWallet(openWallet(secretKey, row).wallet),
    status: status as PayoutStatus,
    comment,
    createdAt: createdAt.toISOString(),
    changedAt: changedAt.toISOString(),
  }
}

/** The newest first. */
export const listPayouts: Handlers<'partner'>['listPayouts'] = async (ctx, { page = 1, limit = PAGE }) => {
  const { db, config } = ctx
  const own = db.selectFrom('payouts').where('partnerId', '=', personOf(ctx).id)
  const [rows, { total }] = await Promise.all([
    own
      .selectAll()
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  const docs = rows.map((row) => showPayout(config.secretKey, row))
  return pageOf(docs, Number(total), { page, limit })
}
