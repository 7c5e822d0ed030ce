/**
 * Codes of a few digits that show that an e-mail or a phone is someone's own. Four digits are guessed easily, so it is the
 * limits that protect them: few tries a code, few codes a day. Codes are kept as keyed hashes only.
 */
import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { addressRange } from './address-range.ts'
import { DAY, MINUTE, SECOND, type Clock } from './clock.ts'
import { every, type Job } from './jobs.ts'
import { AppError } from './app-error.ts'
import { lock } from './locks.ts'
import type { Db, DbOrTx, Tx } from './sql.ts'

/** What a code is for, and how many there may be; declared beside the feature that asks for it. */
export interface CodePurpose {
  /** As it stands in the table: no two purposes have the same. */
  name: string
  digits: number
  resendSeconds: number
  /**
   * Codes a day to one address or phone, whatever they are for, asked for from one network address. When so many were asked for from
   * anywhere, the next wants a captcha: strangers must not use up what its owner needs.
   */
  perTarget: number
  /** Codes a day one person may ask for; twice as many, for those who mistype an address. */
  perSubject: number
  /** Codes a day from one network address that want no captcha; an office shares one. */
  perRange: number
  /** Where a captcha is wanted sooner: after so many codes a day for one person or from one network address. */
  free?: number
  /**
   * What many share (an address, a network address) ends at so many times the number that wants no captcha: four digits are guessed by
   * anyone who may ask for codes without end. One: no captcha helps, and no one asks in the same minutes; calls cost money and wake people.
   */
  shares: number
}

/** 1 right, 2 wrong, 3 wrong for the last time, or there is no code to be entered. */
type CodeFlag = 1 | 2 | 3

const CODE_LIVES = 10 * MINUTE
const TRIES = 5
/**
 * Wrong tries a day to one address or phone, over all its codes. After so many each further code is open for one try: who is sent it
 * and reads it gets in still, while a stranger who has a new one sent from another network each time guesses once with each.
 */
const TRIES_A_DAY = 15
/** Limits look back a day; after that a code is only someone's address lying about. */
const CODE_KEPT = 2 * DAY

/** Who has to enter the code (`user 12`, `registration …`), and what for. */
export interface CodeHolder {
  subject: string
  purpose: CodePurpose
}

export interface CodeOrder extends CodeHolder {
  /** Where it goes: an e-mail, or a phone in digits. */
  target: string
  ip: string
  /** Anyone who asks has just passed a captcha. */
  human?: boolean
}

/** A code that counts already and cannot be entered yet. */
export interface ReservedCode {
  id: number
  purpose: CodePurpose
}

export interface CodeTimes {
  resendAt: Date
  expiresAt: Date
}

/**
 * A fresh code; older ones of the same holder hold no more. A decoy counts and looks like every code, but nothing opens it, and
 * `code` is empty: for addresses that are someone else's, which the answer must not tell.
 * @throws AppError CODE_TOO_SOON (details.retryAfter, in seconds), CODE_LIMIT_REACHED, CAPTCHA_REQUIRED
 */
export async function issueCode(
  tx: Tx,
  clock: Clock,
  secretKey: string,
  { decoy = false, ...order }: CodeOrder & { decoy?: boolean },
): Promise<CodeTimes & { code: string }> {
  const reserved = await reserveCode(tx, clock, order)
  const { digits } = order.purpose
  const code = decoy ? '' : String(randomInt(10 ** digits)).padStart(digits, '0')
  const times = await openCode(tx, clock, secretKey, reserved, code)
  return { code, ...times }
}

/**
 * The first half of issuing: checks and counts, for codes that someone else chooses and is asked for only then. Until it is
 * opened, the older code holds.
 * @throws AppError as issueCode
 */
export async function reserveCode(tx: Tx, clock: Clock, order: CodeOrder): Promise<ReservedCode> {
  const { subject, purpose, ip } = order
  const target = order.target.toLowerCase()
  const range = addressRange(ip)
  // Two that come at once are counted one after the other. Always in the same order, so that none waits for another in a ring.
  await lock(tx, 'codes for subject', subject)
  await lock(tx, 'codes from addresses', range)
  await lock(tx, 'codes to target', target)
  const now = clock.now()
  const counts = await tx
    .selectFrom('verificationCodes')
    .select(({ fn, eb, and, or }) => [
      fn
        .max('createdAt')
        .filterWhere(
          and([
            eb('purpose', '=', purpose.name),
            or([
              eb('subject', '=', subject),
              and([eb('target', '=', target), ...(purpose.shares > 1 ? [eb('ip', '=', range)] : [])]),
            ]),
          ]),
        )
        .as('last'),
      fn.countAll<number>().filterWhere('target', '=', target).as('toTarget'),
      fn
        .countAll<number>()
        .filterWhere(and([eb('target', '=', target), eb('ip', '=', range)]))
        .as('toTargetFromRange'),
      fn
        .countAll<number>()
        .filterWhere(and([eb('subject', '=', subject), eb('purpose', '=', purpose.name)]))
        .as('ofSubject'),
      fn
        .countAll<number>()
        .filterWhere(and([eb('ip', '=', range), eb('purpose', '=', purpose.name)]))
        .as('fromRange'),
    ])
    .where('createdAt', '>', new Date(now.getTime() - DAY))
    .where(({ eb, or }) => or([eb('target', '=', target), eb('subject', '=', subject), eb('ip', '=', range)]))
    .executeTakeFirstOrThrow()
  const wait = counts.last ? counts.last.getTime() + purpose.resendSeconds * SECOND - now.getTime() : 0
  if (wait > 0) throw new AppError('CODE_TOO_SOON', { retryAfter: Math.ceil(wait / SECOND) })
  if (
    counts.toTargetFromRange >= purpose.perTarget ||
    counts.toTarget >= purpose.perTarget * purpose.shares ||
    counts.ofSubject >= purpose.perSubject ||
    counts.fromRange >= purpose.perRange * purpose.shares
  ) {
    throw new AppError('CODE_LIMIT_REACHED')
  }
  // After what no captcha helps against, so that none is solved for nothing.
  if (
    !order.human &&
    (counts.toTarget >= purpose.perTarget ||
      counts.fromRange >= purpose.perRange ||
      Math.max(counts.ofSubject, counts.fromRange) >= (purpose.free ?? Infinity))
  ) {
    throw new AppError('CAPTCHA_REQUIRED')
  }
  const { id } = await tx
    .insertInto('verificationCodes')
    .values({
      subject,
      purpose: purpose.name,
      target,
      codeHash: randomBytes(32),
      ip: range,
      createdAt: now,
      expiresAt: new Date(now.getTime() + CODE_LIVES),
      closedAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, purpose }
}

/** The second half: from now on this code, and no older one, can be entered. An empty code can't be entered at all. */
export async function openCode(
  tx: Tx,
  clock: Clock,
  secretKey: string,
  { id, purpose }: ReservedCode,
  code: string,
): Promise<CodeTimes> {
  const row = await tx.selectFrom('verificationCodes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await openCodes(tx, clock, { subject: row.subject, purpose }).set({ closedAt: clock.now() }).execute()
  await tx
    .updateTable('verificationCodes')
    .set({ closedAt: null, ...(code === '' ? {} : { codeHash: hashCode(secretKey, row, code) }) })
    .where('id', '=', id)
    .execute()
  return timesOf(row, purpose)
}

/** A reserved code that never left: as if it had not been asked for. */
export async function withdrawCode(db: DbOrTx, id: number): Promise<void> {
  await db.deleteFrom('verificationCodes').where('id', '=', id).execute()
}

/** Closes what the holder could still enter. */
export async function closeCodes(tx: DbOrTx, clock: Clock, holder: CodeHolder): Promise<void> {
  await openCodes(tx, clock, holder).set({ closedAt: clock.now() }).execute()
}

/**
 * Tries a code. `onRight` runs in the transaction that confirms it, and if it throws, nothing has happened.
 * @returns 1 right; 2 wrong; 3 wrong for the last time, or there is no code to be entered
 */
export async function tryCode(
  db: Db,
  clock: Clock,
  secretKey: string,
  { pin, ...holder }: CodeHolder & { pin: string },
  onRight: (tx: Tx, target: string) => Promise<void>,
): Promise<CodeFlag> {
  return db.transaction().execute(async (tx) => {
    const open = () =>
      tx
        .selectFrom('verificationCodes')
        .selectAll()
        .where('subject', '=', holder.subject)
        .where('purpose', '=', holder.purpose.name)
        .where('closedAt', 'is', null)
        .where('confirmedAt', 'is', null)
        .where('expiresAt', '>', clock.now())
        .orderBy('id', 'desc')
        .limit(1)
    const asked = await open().executeTakeFirst()
    if (!asked) return 3
    // Locked before they are counted, many tries at once are as many as one by one; the target first, as anyone who makes a code locks it.
    await lock(tx, 'codes to target', asked.target)
    const row = await open().forUpdate().executeTakeFirst()
    if (!row || row.target !== asked.target) return 3
    const right = timingSafeEqual(hashCode(secretKey, row, pin), row.codeHash)
    const tries = row.tries + 1
    const closed = !right && tries >= (await triesOf(tx, clock, row))
    await tx
      .updateTable('verificationCodes')
      .set({ tries, ...(right ? { confirmedAt: clock.now() } : {}), ...(closed ? { closedAt: clock.now() } : {}) })
      .where('id', '=', row.id)
      .execute()
    if (right) await onRight(tx, row.target)
    return right ? 1 : closed ? 3 : 2
  })
}

/** How many tries the code is open for. */
async function triesOf(tx: Tx, clock: Clock, { id, target }: { id: number; target: string }): Promise<number> {
  const { wrong } = await tx
    .selectFrom('verificationCodes')
    .select(sql<number>`coalesce(sum(tries - (confirmed_at is not null)::integer), 0)::integer`.as('wrong'))
    .where('target', '=', target)
    .where('createdAt', '>', new Date(clock.now().getTime() - DAY))
    .where('id', '!=', id)
    .executeTakeFirstOrThrow()
  return Math.min(TRIES, Math.max(1, TRIES_A_DAY - wrong))
}

/** The code that the holder can enter now. */
export async function findOpenCode(
  db: DbOrTx,
  clock: Clock,
  { subject, purpose }: CodeHolder,
): Promise<(CodeTimes & { target: string }) | null> {
  const row = await db
    .selectFrom('verificationCodes')
    .select(['target', 'createdAt', 'expiresAt'])
    .where('subject', '=', subject)
    .where('purpose', '=', purpose.name)
    .where('closedAt', 'is', null)
    .where('confirmedAt', 'is', null)
    .where('expiresAt', '>', clock.now())
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { target: row.target, ...timesOf(row, purpose) } : null
}

export const codesJobs: Job[] = [
  every('23 * * * *', 'forget-codes', async ({ db, clock }) => {
    await db
      .deleteFrom('verificationCodes')
      .where('createdAt', '<', new Date(clock.now().getTime() - CODE_KEPT))
      .execute()
  }),
]

function openCodes(db: DbOrTx, clock: Clock, { subject, purpose }: CodeHolder) {
  return db
    .updateTable('verificationCodes')
    .where('subject', '=', subject)
    .where('purpose', '=', purpose.name)
    .where('closedAt', 'is', null)
    .where('confirmedAt', 'is', null)
    .where('expiresAt', '>', clock.now())
}

function timesOf(row: { createdAt: Date; expiresAt: Date }, { resendSeconds }: CodePurpose): CodeTimes {
  return { resendAt: new Date(row.createdAt.getTime() + resendSeconds * SECOND), expiresAt: row.expiresAt }
}

/** Good for one code of one holder only: a hash copied to another row opens nothing. */
function hashCode(
  secretKey: string,
  row: { id: number; subject: string; purpose: string; target: string },
  pin: string,
): Buffer {
  return createHmac('sha256', secretKey)
    .update(JSON.stringify(['code', row.id, row.subject, row.purpose, row.target, pin]))
    .digest()
}
