/** What hubs send us. Of a delivery only its signature is read; it makes the feed due, and its contents come from the site. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { HookCall, ResultOf } from '../../../../contract/call.ts'
import { publish } from '../../../kit/bus.ts'
import { DAY, MINUTE, SECOND } from '../../../kit/clock.ts'
import type { CallContext } from '../../../kit/context.ts'
import { hubSecret } from './hub-callback.ts'
import { REFUSED_REST } from './hub-subscriptions.ts'

type HookAnswer = ResultOf<HookCall>

/** Of a hub that does not say, and the longest that one is taken at its word. */
const USUAL_LEASE = DAY
const LONGEST_LEASE = 30 * DAY
/** However short a lease is, it is renewed no sooner. */
const SOONEST_RENEWAL = 5 * MINUTE
const MAX_CHALLENGE = 2_000
/** The largest hubs still sign with SHA-1; as a keyed hash it holds, and all that a notice does is that the feed is read sooner. */
const algorithms = ['sha1', 'sha256', 'sha384', 'sha512']

const answer = (status: number, body = ''): HookAnswer => ({ status, type: 'text/plain; charset=utf-8', body })

/** It asks whether a subscription or its end is our wish, or says that there will be none. */
export async function confirmHubSubscription(ctx: CallContext, callbackId: string): Promise<HookAnswer> {
  const query = new URLSearchParams(ctx.raw?.query)
  const challenge = query.get('hub.challenge') ?? ''
  const mode = query.get('hub.mode')
  const row = await findSubscription(ctx, callbackId)
  if (!row || query.get('hub.topic') !== row.topic || challenge.length > MAX_CHALLENGE) return answer(404)
  const theirs = ctx.db.updateTable('hubSubscriptions').where('callbackId', '=', callbackId)
  const now = ctx.clock.now().getTime()
  if (mode === 'denied') {
    if (row.state !== 'ending')
      await theirs
        .set({ state: 'refused', tries: 0, leaseUntil: null, toldAt: null, askAt: new Date(now + REFUSED_REST) })
        .where('state', '!=', 'ending')
        .execute()
    return answer(200)
  }
  if (challenge === '') return answer(404)
  if (mode === 'unsubscribe' && row.state === 'ending') {
    await ctx.db
      .deleteFrom('hubSubscriptions')
      .where('callbackId', '=', callbackId)
      .where('state', '=', 'ending')
      .execute()
    return answer(200, challenge)
  }
  const lease = leaseOf(query.get('hub.lease_seconds'))
  if (mode !== 'subscribe' || row.state === 'ending' || lease === null) return answer(404)
  const { numUpdatedRows } = await theirs
    .set({
      state: 'active',
      tries: 0,
      leaseUntil: new Date(now + lease),
      askAt: new Date(now + Math.max(SOONEST_RENEWAL, (lease * 2) / 3)),
    })
    .where('state', '!=', 'ending')
    .executeTakeFirst()
  return Number(numUpdatedRows) === 0 ? answer(404) : answer(200, challenge)
}

/** @returns milliseconds; null: it says what is no time */
function leaseOf(written: string | null): number | null {
  if (written === null) return USUAL_LEASE
  const seconds = /^\d{1,12}$/.test(written) ? Number(written) : 0
  return seconds === 0 ? null : Math.min(LONGEST_LEASE, seconds * SECOND)
}

export async function takeHubNews(ctx: CallContext, callbackId: string): Promise<HookAnswer> {
  const row = await findSubscription(ctx, callbackId)
  const now = ctx.clock.now()
  // Gone: a hub that still holds it may forget it.
  if (!row || row.state === 'ending' || !row.leaseUntil || row.leaseUntil <= now) return answer(410)
  if (!isSigned(ctx, hubSecret(ctx.config, callbackId))) return answer(403)
  await ctx.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('hubSubscriptions')
      .set({ newsAt: now, toldAt: now })
      .where('callbackId', '=', callbackId)
      .where('state', '!=', 'ending')
      .execute()
    await publish(tx, 'hub.news', { groupId: row.groupId })
  })
  return answer(204)
}

function isSigned({ raw }: Pick<CallContext, 'raw'>, secret: string): boolean {
  const header = raw?.headers['x-hub-signature']
  const [, algorithm = '', signature = ''] = /^(\w+)=([0-9a-f]{1,128})$/i.exec(String(header ?? '')) ?? []
  if (!raw || !algorithms.includes(algorithm.toLowerCase())) return false
  const expected = createHmac(algorithm.toLowerCase(), secret).update(raw.body).digest()
  const given = Buffer.from(signature, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function findSubscription({ db }: Pick<CallContext, 'db'>, callbackId: string) {
  return db
    .selectFrom('hubSubscriptions')
    .select(['groupId', 'topic', 'state', 'leaseUntil'])
    .where('callbackId', '=', callbackId)
    .executeTakeFirst()
}
