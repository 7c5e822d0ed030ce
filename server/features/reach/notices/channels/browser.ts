/** Notices of browsers, over the push service of each browser (RFC 8030, 8291, 8292). */
import webPush from 'web-push'
import type { NoticeKind } from '../../../../../contract/reach/notices.ts'
import { publish } from '../../../../kit/bus.ts'
import { DAY, HOUR, MINUTE, SECOND, type Clock } from '../../../../kit/clock.ts'
import type { AppContext } from '../../../../kit/context.ts'
import { listEndedSessions } from '../../../people/accounts/accounts.public.ts'
import { isPushService } from '../push-services.ts'
import { getVapidKeys, vapidSubject } from '../vapid.ts'
import type { Channel, Notice, Recipient, Sent } from './channel.ts'
import { writePush } from './push-payload.ts'

/** As a row of notice_addresses keeps a browser. */
export interface BrowserAddress {
  endpoint: string
  p256dh: string
  auth: string
  /** The public key of ours that the browser subscribed with. */
  key: string
  /** That of whom it was linked by: what comes after it has ended is for another person's eyes. */
  sessionId: number
}

/** A service that is slow holds up one of the senders for so long. */
const TIMEOUT = 20 * SECOND
/** Where a service asks to wait and does not say how long, and at most. */
const PAUSE = MINUTE
const MOST_PAUSE = DAY

/** How long a service keeps it for a browser that is off: what is hours old is no news, and stands in the feed. */
const lifetimes: Record<NoticeKind, number> = { messages: 12 * HOUR, digest: DAY, alarm: DAY, test: 5 * MINUTE }

export const browserChannel: Channel = {
  name: 'browser',
  // The tag of the second takes the place of the first.
  repeatable: true,
  available: () => true,
  async send(ctx, recipient, notice) {
    const address = recipient.address as BrowserAddress
    if ((await listEndedSessions(ctx.db, ctx.clock, [address.sessionId])).length > 0) return forget(ctx, recipient)
    if (!isPushService(address.endpoint, ctx.config)) return { state: 'gone', because: 'gone' }
    const keys = await getVapidKeys(ctx)
    // It was made for another key of ours: no service takes it any more, and the browser makes another when its page is opened.
    if (address.key !== keys.publicKey) return { state: 'gone', because: 'gone' }
    return readAnswer(ctx, await post(ctx, address, keys, notice))
  },
}

async function post(
  { config }: AppContext,
  { endpoint, p256dh, auth }: BrowserAddress,
  { publicKey, privateKey }: { publicKey: string; privateKey: string },
  notice: Notice,
): Promise<Response> {
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    writePush(notice, config.siteUrl),
    {
      vapidDetails: { subject: vapidSubject(config), publicKey, privateKey },
      TTL: lifetimes[notice.kind] / SECOND,
      urgency: urgencyOf(notice),
      // One that was not delivered yet gives way to the next of the same filter.
      ...(notice.filter && notice.alarm === null ? { topic: `f${notice.filter.id}` } : {}),
    },
  )
  // Set by what sends it.
  const { 'Content-Length': _, ...sent } = headers
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { ...sent, TTL: String(headers.TTL) },
    body: new Uint8Array(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT),
  })
  await response.body?.cancel()
  return response
}

/** Who wants an answer now is notified at once even where a phone saves its battery. */
function urgencyOf({ kind, messages }: Notice): 'low' | 'normal' | 'high' {
  if (kind === 'digest') return 'low'
  return kind === 'test' || (kind === 'messages' && messages[0]?.level === 'hot') ? 'high' : 'normal'
}

function readAnswer({ clock, log }: Pick<AppContext, 'clock' | 'log'>, response: Response): Sent {
  const { status, url } = response
  if (status >= 200 && status < 300) return { state: 'sent' }
  if (status === 404 || status === 410) return { state: 'gone', because: 'gone' }
  if (status === 413) return { state: 'failed', reason: 'Уведомление слишком длинное для этого браузера' }
  const pause = pauseOf(response.headers.get('retry-after'), clock)
  if (status === 429 || (status === 503 && pause !== null))
    return { state: 'later', afterMs: Math.min(pause ?? PAUSE, MOST_PAUSE), of: 'chat' }
  const { host } = new URL(url)
  if (status >= 500) throw new Error(`${host} answered ${status}`)
  // It takes neither our key nor our name: more of the same would not be taken either, and it is for the operator to see why.
  log.error({ host, status }, 'a push service refuses what we send')
  return { state: 'failed', reason: `Служба уведомлений этого браузера не приняла уведомление (код ${status})` }
}

/** Seconds or a moment (RFC 9110); null: it says nothing. In milliseconds. */
function pauseOf(retryAfter: string | null, clock: Clock): number | null {
  if (retryAfter === null || retryAfter.trim() === '') return null
  const seconds = Number(retryAfter)
  const ms = Number.isFinite(seconds) ? seconds * SECOND : Date.parse(retryAfter) - clock.now().getTime()
  return Number.isFinite(ms) ? Math.max(SECOND, ms) : null
}

/** Its session is over: nothing is sent, and no one need be notified. Where its person is signed in with another one, the page links it again. */
async function forget({ db, clock }: Pick<AppContext, 'db' | 'clock'>, recipient: Recipient): Promise<Sent> {
  await db
    .updateTable('noticeAddresses')
    .set({ endedAt: clock.now(), endedBecause: 'left' })
    .where('id', '=', recipient.addressId ?? 0)
    .where('endedAt', 'is', null)
    .execute()
  await publish(db, 'notices.changed', { userId: recipient.userId })
  return { state: 'failed', reason: 'В этом браузере вышли из аккаунта' }
}
