/**
 * How this browser comes to be notified by the system: a worker, a subscription with the browser's push service, and the server knows of it. Browsers lose
 * subscriptions without a word, so all of it is looked at again whenever a page starts.
 */
import { noticePermission } from './browser-notices.ts'
import { canPush, setPushOn } from './push-here.ts'
import { WORKER } from './worker-words.ts'

/** In the storage of this browser: what the server knows of it. Gone when its person turned it off. */
const KEPT = 'push-here'
interface Kept {
  endpoint: string
  addressId: number
}

/** The server's side of it: the feature that sends the notices asks. */
export interface PushServer {
  /** In base64url: what it signs with. */
  readKey(): Promise<string>
  /**
   * @param details.again no one pressed anything
   * @param details.replaces the endpoint that was sent before, where it is another one
   * @returns `ended`: its person unlinked it from elsewhere
   */
  link(details: {
    endpoint: string
    p256dh: string
    auth: string
    again: boolean
    replaces?: string
  }): Promise<{ addressId: number; ended: boolean }>
  unlink(addressId: number): Promise<void>
}

/** After a press, and the permission. @throws what the browser or the server says */
export const subscribeHere = (server: PushServer): Promise<void> =>
  inTurn(async () => {
    const { pushManager } = await readyWorker()
    await link(server, await subscriptionWith(pushManager, await server.readKey()), false)
  })

/** At the start of a page: what was turned on here is on, or what is not any more is shown as off. */
export const confirmHere = (server: PushServer): Promise<void> =>
  inTurn(async () => {
    if (!canPush() || noticePermission() !== 'granted') return setPushOn(false)
    const registration = await navigator.serviceWorker.getRegistration()
    const before = (await registration?.pushManager.getSubscription()) ?? null
    // None, and none was: no one asked for it here.
    if (before === null && readKept() === null) return setPushOn(false)
    const { pushManager } = await readyWorker()
    await link(server, await subscriptionWith(pushManager, await server.readKey()), true)
  })

/** By a press. What could not be sent to the server now it learns from the push service. */
export const unsubscribeHere = (server: PushServer): Promise<void> =>
  inTurn(async () => {
    const kept = readKept()
    await endSubscription()
    if (kept) await server.unlink(kept.addressId).catch(() => {})
  })

/** Before someone signs out: what comes for them is not for who sits here next. Never fails, and holds no one up. */
export async function leaveHere(): Promise<void> {
  if (!canPush() || readKept() === null) return
  const left = inTurn(async () => {
    await endSubscription()
    const registration = await navigator.serviceWorker.getRegistration()
    for (const notice of (await registration?.getNotifications()) ?? []) notice.close()
    if ('clearAppBadge' in navigator) await navigator.clearAppBadge()
  })
  await Promise.race([left.catch(() => {}), new Promise((resolve) => setTimeout(resolve, 2_000))])
}

async function readyWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(WORKER)
  return navigator.serviceWorker.ready
}

/** One with another key is of no use: the push services take nothing of us for it. */
async function subscriptionWith(pushManager: PushManager, key: string): Promise<PushSubscription> {
  const before = await pushManager.getSubscription()
  if (before && keyOf(before) === key) return before
  await before?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

/** In base64url; null: the browser does not say. */
function keyOf({ options: { applicationServerKey } }: PushSubscription): string | null {
  if (!applicationServerKey) return null
  const bytes = String.fromCharCode(...new Uint8Array(applicationServerKey))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** @param again no one pressed anything: what its person unlinked from elsewhere ends here too */
async function link(server: PushServer, subscription: PushSubscription, again: boolean): Promise<void> {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  const replaces = readKept()?.endpoint
  const details = {
    endpoint,
    p256dh,
    auth,
    again,
    ...(replaces !== undefined && replaces !== endpoint && { replaces }),
  }
  const { addressId, ended } = await server.link(details)
  if (ended) return endSubscription()
  keep({ endpoint, addressId })
  setPushOn(true)
}

async function endSubscription(): Promise<void> {
  setPushOn(false)
  keep(null)
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

function readKept(): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

function keep(kept: Kept | null): void {
  try {
    if (kept) localStorage.setItem(KEPT, JSON.stringify(kept))
    else localStorage.removeItem(KEPT)
  } catch {
    // Storage may be forbidden: then the browser alone knows that it is subscribed.
  }
}

/** A start and a press at the same time would each make a subscription. */
let last: Promise<unknown> = Promise.resolve()
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const next = last.then(work, work)
  last = next.catch(() => {})
  return next
}
