/** Asking the hub that a feed names (WebSub) to notify us of its news, or to stop. */
import { DAY, SECOND } from '../../../kit/clock.ts'
import { FetchRefused } from '../../../kit/fetch-public.ts'
import type { HubClient } from '../shared/adapter.ts'
import { askNetwork, errorOfStatus, type Fetch } from '../shared/ask-network.ts'
import { NetworkError } from '../shared/network-error.ts'

/** What a hub is given, by the id of a subscription. */
export interface HubCallbacks {
  callbackOf(callbackId: string): string
  secretOf(callbackId: string): string
}

interface AskHubOptions {
  /** Of addresses that feeds name: one that asks no one but the open internet. */
  fetch: Fetch
  userAgent: string
  /** Milliseconds. */
  timeout?: number
}

/** The hub may choose another. */
const LEASE = 10 * DAY
/** What a hub answers is not read. */
const MOST_BYTES = 64 * 1024

export function openHubClient(
  { fetch, userAgent, timeout = 10_000 }: AskHubOptions,
  { callbackOf, secretOf }: HubCallbacks,
): HubClient {
  return {
    async ask({ mode, hub, topic, callbackId }, signal) {
      const form = new URLSearchParams({
        'hub.mode': mode,
        'hub.topic': topic,
        'hub.callback': callbackOf(callbackId),
        ...(mode === 'subscribe' && {
          'hub.secret': secretOf(callbackId),
          'hub.lease_seconds': String(LEASE / SECOND),
        }),
      })
      const init: RequestInit = {
        method: 'POST',
        headers: { 'user-agent': userAgent, 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
        // A secret goes to no one but the hub that the feed named.
        redirect: 'error',
      }
      try {
        const answer = await askNetwork(new URL(hub), { init, signal, fetch, timeout, mostBytes: MOST_BYTES })
        const error = errorOfStatus(answer)
        if (error) throw error
      } catch (error) {
        if (error instanceof NetworkError && error.cause instanceof FetchRefused)
          throw new NetworkError('bad-request', error.message, { cause: error })
        throw error
      }
    },
  }
}
