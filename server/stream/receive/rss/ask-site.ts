/** Asking sites that people named: politely, one question at a time for each site, and saying who asks. */
import { FetchRefused } from '../../../kit/fetch-public.ts'
import type { Time } from '../shared/adapter.ts'
import { askNetwork, errorOfStatus, type Fetch, type NetworkAnswer } from '../shared/ask-network.ts'
import { NetworkError } from '../shared/network-error.ts'
import { isLivejournal } from './link.ts'

/** LiveJournal takes five questions a second of all askers at one address together; we are content with one. */
const LIVEJOURNAL_SPACING = 1000
const SPACING = 250
const MOST_BYTES = 2 * 1024 * 1024

interface AskSiteOptions {
  /** Of addresses that people gave: one that asks no one but the open internet. */
  fetch: Fetch
  time: Time
  /** `Name - https://site; mail@site`: LiveJournal shuts out anyone who leaves no address. */
  userAgent: string
  /** Milliseconds. */
  timeout?: number
}

export type AskSite = (address: string, signal: AbortSignal, headers?: Record<string, string>) => Promise<NetworkAnswer>

/** @returns answers of any status but those that say «later» or «not at all» */
export function openAskSite({ fetch, time, userAgent, timeout = 10_000 }: AskSiteOptions): AskSite {
  const turns = new Map<string, { last: Promise<void>; waiting: number }>()

  return async (address, signal, headers = {}) => {
    const url = new URL(address)
    const site = isLivejournal(url) ? 'livejournal.com' : url.host
    return inTurn(site, signal, async () => {
      const answer = await ask(url, signal, headers)
      const error = errorOfStatus(answer)
      if (error) throw error.kind === 'auth-dead' ? new NetworkError('access-denied', error.message) : error
      return answer
    })
  }

  async function ask(url: URL, signal: AbortSignal, headers: Record<string, string>): Promise<NetworkAnswer> {
    try {
      return await askNetwork(url, {
        init: { headers: { 'user-agent': userAgent, ...headers } },
        signal,
        fetch,
        timeout,
        mostBytes: MOST_BYTES,
      })
    } catch (error) {
      if (error instanceof NetworkError && error.cause instanceof FetchRefused)
        throw new NetworkError('bad-request', error.message, { cause: error })
      throw error
    }
  }

  /** One after another, with a pause between; the pause is no one's who has their answer already. */
  async function inTurn<Result>(site: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const turn = turns.get(site) ?? { last: Promise.resolve(), waiting: 0 }
    turns.set(site, turn)
    turn.waiting += 1
    const before = turn.last
    const { promise, resolve: pass } = Promise.withResolvers<void>()
    turn.last = promise
    const done = (): void => {
      pass()
      turn.waiting -= 1
      if (turn.waiting === 0) turns.delete(site)
    }
    if (!(await isMyTurn(before, signal))) {
      // Anyone who comes after waits for those before, and for no one who has gone.
      void before.then(done)
      throw new NetworkError('temporary', `${site}: ended`)
    }
    try {
      return await work()
    } finally {
      void time.sleep(site === 'livejournal.com' ? LIVEJOURNAL_SPACING : SPACING).then(done)
    }
  }
}

/** @returns false when the signal ended the waiting */
async function isMyTurn(before: Promise<void>, signal: AbortSignal): Promise<boolean> {
  let end = (): void => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
    signal.addEventListener('abort', end, { once: true })
  })
  if (!signal.aborted) await Promise.race([before, ended])
  signal.removeEventListener('abort', end)
  return !signal.aborted
}
