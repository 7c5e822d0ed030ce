/**
 * The second factor: codes of an app (TOTP, RFC 6238) that only the person's phone makes, and ten recovery codes for the day on which
 * it is lost. Each code is good once.
 */
import { createHmac, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Config } from '../../../config/config.ts'
import type { Clock } from '../../../kit/clock.ts'
import { SECOND } from '../../../kit/clock.ts'
import { seal, unseal } from '../../../kit/seal.ts'
import type { DbOrTx, Tx } from '../../../kit/sql.ts'

const STEP_SECONDS = 30
/** Clocks of phones are off by a little: the code before and the next are taken too. */
const DRIFT_STEPS = 1
const RECOVERY_CODES = 10
/** No letter and no digit that is taken for another. */
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const RECOVERY_LENGTH = 10

type Keys = Pick<Config, 'secretKey'>

const label = (userId: number): string => `second factor ${userId}`

const totpOf = (secret: string, account = ''): TOTP =>
  new TOTP({ issuer: 'Эхолот', label: account, secret: Secret.fromBase32(secret), period: STEP_SECONDS, digits: 6 })

/** One that waits to be confirmed; one that waited before is forgotten. Null: one is set already. */
export async function beginSecondFactor(
  tx: Tx,
  clock: Clock,
  { secretKey }: Keys,
  { userId, account }: { userId: number; account: string },
): Promise<{ secret: string; uri: string } | null> {
  const secret = new Secret({ size: 20 }).base32
  const values = { sealedSecret: seal(secretKey, label(userId), secret), createdAt: clock.now(), lastStep: 0 }
  const begun = await tx
    .insertInto('secondFactors')
    .values({ userId, ...values })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet(values).where('secondFactors.confirmedAt', 'is', null),
    )
    .returning('userId')
    .executeTakeFirst()
  return begun ? { secret, uri: totpOf(secret, account).toString() } : null
}

/** @returns the recovery codes, to be shown once; null when the code is wrong, or nothing waits to be confirmed */
export async function confirmSecondFactor(
  tx: Tx,
  clock: Clock,
  keys: Keys,
  userId: number,
  code: string,
): Promise<string[] | null> {
  if (!(await takeAppCode(tx, clock, keys, { userId, code, confirmed: false }))) return null
  await tx.updateTable('secondFactors').set({ confirmedAt: clock.now() }).where('userId', '=', userId).execute()
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await tx
    .insertInto('recoveryCodes')
    .values(codes.map((each) => ({ userId, codeHash: hashRecoveryCode(keys, userId, each) })))
    .execute()
  return codes
}

export async function hasSecondFactor(db: DbOrTx, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('secondFactors')
    .select('userId')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteSecondFactor(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('secondFactors').where('userId', '=', userId).execute()
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
}

/** A code of the app, or a recovery code; it is spent with this. */
export async function takeSecondFactor(
  tx: Tx,
  clock: Clock,
  keys: Keys,
  userId: number,
  typed: string,
): Promise<boolean> {
  const code = typed.replace(/[\s-]/g, '').toUpperCase()
  if (/^\d{6}$/.test(code)) return takeAppCode(tx, clock, keys, { userId, code, confirmed: true })
  const used = await tx
    .updateTable('recoveryCodes')
    .set({ usedAt: clock.now() })
    .where('userId', '=', userId)
    .where('codeHash', '=', hashRecoveryCode(keys, userId, code))
    .where('usedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst()
  return used !== undefined
}

async function takeAppCode(
  tx: Tx,
  clock: Clock,
  { secretKey }: Keys,
  { userId, code, confirmed }: { userId: number; code: string; confirmed: boolean },
): Promise<boolean> {
  // Locked: one code that is entered twice at once is taken once.
  const row = await tx
    .selectFrom('secondFactors')
    .select(['sealedSecret', 'lastStep'])
    .where('userId', '=', userId)
    .where('confirmedAt', confirmed ? 'is not' : 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const secret = row && unseal(secretKey, label(userId), row.sealedSecret)
  if (!row || !secret) return false
  const timestamp = clock.now().getTime()
  const delta = totpOf(secret).validate({ token: code.replace(/\s/g, ''), timestamp, window: DRIFT_STEPS })
  if (delta === null) return false
  const step = Math.floor(timestamp / (STEP_SECONDS * SECOND)) + delta
  if (step <= row.lastStep) return false
  await tx.updateTable('secondFactors').set({ lastStep: step }).where('userId', '=', userId).execute()
  return true
}

const newRecoveryCode = (): string =>
  Array.from({ length: RECOVERY_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

const hashRecoveryCode = ({ secretKey }: Keys, userId: number, code: string): Buffer =>
  createHmac('sha256', secretKey)
    .update(JSON.stringify(['recovery code', userId, code]))
    .digest()
