/** The browsers in which a person wants notices: each by the endpoint its push service gave it. */
import { ECDH } from 'node:crypto'
import { sql } from 'kysely'
import type { NoticeAddress } from '../../../../contract/reach/notices.ts'
import { AppError } from '../../../kit/app-error.ts'
import { publish } from '../../../kit/bus.ts'
import { DAY } from '../../../kit/clock.ts'
import { personOf, sessionIdOf, type AppContext, type CallContext, type Handlers } from '../../../kit/context.ts'
import type { Tx } from '../../../kit/sql.ts'
import { deviceInWords } from '../../people/accounts/accounts.public.ts'
import { addressColumns, hasRoom, lockAddresses, showAddress } from './addresses.ts'
import type { BrowserAddress } from './channels/browser.ts'
import { endAddress } from './end-address.ts'
import { isPushService } from './push-services.ts'
import { getVapidKeys } from './vapid.ts'

/** A browser that was not opened for so long, and took nothing, is gone: not every push service says so. */
const FORGOTTEN_AFTER = 60 * DAY

/** What a browser subscribes with. */
export const getPushKey: Handlers<'notices'>['getPushKey'] = async (ctx) => ({
  key: (await getVapidKeys(ctx)).publicKey,
})

export const linkBrowser: Handlers<'notices'>['linkBrowser'] = async (ctx, input) => {
  const { endpoint, replaces, again = false } = input
  if (!isPushService(endpoint, ctx.config)) throw new AppError('PUSH_SERVICE_NOT_ALLOWED')
  if (!isPoint(input.p256dh)) throw new AppError('VALIDATION_FAILED')
  const address: BrowserAddress = {
    endpoint,
    p256dh: input.p256dh.replace(/=+$/, ''),
    auth: input.auth.replace(/=+$/, ''),
    key: (await getVapidKeys(ctx)).publicKey,
    sessionId: sessionIdOf(ctx),
  }
  const { id: userId } = personOf(ctx)
  return ctx.db.transaction().execute(async (tx) => {
    await lockAddresses(tx, userId)
    const unlinked = again ? await findUnlinked(tx, userId, [endpoint, replaces ?? endpoint]) : null
    if (unlinked) return { address: unlinked }
    const replaced = replaces !== undefined && replaces !== endpoint && (await forgetReplaced(tx, userId, replaces))
    const row = await link(tx, ctx, userId, address)
    // Each start of a page sends it again, and then nothing is different for anyone.
    if (replaced || row.before !== userId) await publish(tx, 'notices.changed', { userId })
    if (row.before !== null && row.before !== userId) await publish(tx, 'notices.changed', { userId: row.before })
    return { address: row.address }
  })
}

/** Is it a key of the curve at all? What is not would fail at each sending. */
function isPoint(p256dh: string): boolean {
  try {
    return ECDH.convertKey(Buffer.from(p256dh, 'base64url'), 'prime256v1').length === 65
  } catch {
    return false
  }
}

const ofEndpoints = (tx: Tx, endpoints: string[]) =>
  tx
    .selectFrom('noticeAddresses')
    .select(['userId', ...addressColumns])
    .where('channel', '=', 'browser')
    .where('addressKey', 'in', endpoints)

async function findUnlinked(tx: Tx, userId: number, endpoints: string[]): Promise<NoticeAddress | null> {
  const last = await ofEndpoints(tx, endpoints).where('userId', '=', userId).orderBy('id', 'desc').executeTakeFirst()
  return last?.endedBecause === 'unlinked' ? showAddress(last) : null
}

/**
 * What the browser had before leads nowhere now; of another person's nothing is believed, and its push service will say so.
 * @returns whether there was any
 */
async function forgetReplaced(tx: Tx, userId: number, endpoint: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('noticeAddresses')
    .where('channel', '=', 'browser')
    .where('addressKey', '=', endpoint)
    .where('userId', '=', userId)
    .returning('id')
    .execute()
  return gone.length > 0
}

/** @returns `before`: whose it was; null: no one's */
async function link(
  tx: Tx,
  { clock, userAgent }: Pick<CallContext, 'clock' | 'userAgent'>,
  userId: number,
  address: BrowserAddress,
): Promise<{ address: NoticeAddress; before: number | null }> {
  const now = clock.now()
  const live = await ofEndpoints(tx, [address.endpoint]).where('endedAt', 'is', null).forUpdate().executeTakeFirst()
  if (live?.userId !== userId && !(await hasRoom(tx, userId))) throw new AppError('NOTICE_ADDRESS_LIMIT_REACHED')
  await tx
    .deleteFrom('noticeAddresses')
    .where('channel', '=', 'browser')
    .where('addressKey', '=', address.endpoint)
    // Those at an end too: one browser stands in the list once. Another person's leaves their list as well.
    .where((of) => of.or([of('endedAt', 'is not', null), of('userId', '<>', userId)]))
    .execute()
  const row = {
    address: JSON.stringify(address),
    title: deviceInWords(userAgent),
    usedAt: now,
  }
  const saved = await tx
    .insertInto('noticeAddresses')
    .values({ userId, channel: 'browser', addressKey: address.endpoint, isGroup: false, createdAt: now, ...row })
    // Of two people who say at once that it is theirs the later one has it.
    .onConflict((conflict) =>
      conflict
        .columns(['channel', 'addressKey'])
        .where('endedAt', 'is', null)
        .doUpdateSet({ userId, ...row }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return { address: showAddress(saved), before: live?.userId ?? null }
}

/** Browsers that were not heard of for long, and those in which the person is signed out. */
export async function forgetBrowsers({
  db,
  clock,
  config,
}: Pick<AppContext, 'db' | 'clock' | 'config'>): Promise<void> {
  const now = clock.now()
  await db
    .deleteFrom('noticeAddresses')
    .where('channel', '=', 'browser')
    .where((of) => of.fn.coalesce('usedAt', 'createdAt'), '<', new Date(now.getTime() - FORGOTTEN_AFTER))
    .execute()
  const signedOut = await db
    .selectFrom('noticeAddresses')
    .innerJoin('sessions', (join) =>
      join.onRef('sessions.id', '=', sql<number>`(notice_addresses.address->>'sessionId')::bigint`),
    )
    .select('noticeAddresses.id')
    .where('channel', '=', 'browser')
    .where('noticeAddresses.endedAt', 'is', null)
    .where((of) => of.or([of('sessions.endedAt', 'is not', null), of('sessions.expiresAt', '<=', now)]))
    .orderBy('noticeAddresses.id')
    .execute()
  for (const { id } of signedOut)
    await db.transaction().execute((tx) => endAddress(tx, { clock, config }, id, 'left', { signedOut: true }))
}
