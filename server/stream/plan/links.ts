/**
 * Pasted links are looked up: its text tells which network a link belongs to, and that network is asked what it leads to.
 * Networks are asked in parallel, each within its limit; what a network can not answer now is retried later.
 */
import type { Network } from '../../../contract/networks.ts'
import {
  claimLinks,
  findKnownGroup,
  settleLink,
  type ClaimedLink,
  type LinkOutcome,
  type NotConnected,
} from '../../features/watching/groups/groups.public.ts'
import { MINUTE, SECOND, type Clock } from '../../kit/clock.ts'
import type { Log } from '../../kit/log.ts'
import type { Database } from '../../kit/sql.ts'
import type { FoundGroup, NetworkAdapter, ReadLink, Time } from '../receive/shared/adapter.ts'
import { backOffAfter } from '../receive/shared/back-off.ts'
import { isNetworkError, type NetworkError } from '../receive/shared/network-error.ts'
import { keepGroup } from '../store/parties.ts'
import type { PartHealth } from './health.ts'

/** Reads links of one network, whether it is listened to or not. */
export interface LinkReader {
  network: Network
  readLink: NetworkAdapter['readLink']
}

export interface LinksOptions {
  database: Database
  clock: Clock
  time: Time
  log: Log
  /** In the order in which they are asked: the one that reads any address comes last. */
  readers: LinkReader[]
  /** What asks this network for the group with this key; or why no one can be asked. */
  resolverOf(network: Network, key: string): Resolve | NotConnected
  health(network: Network): PartHealth
}

export interface RunningLinks {
  wake(): void
  /** Links of this network that wait for a retry. */
  waiting(network: Network): number
  ended: Promise<void>
}

const MOST_UNDER_WAY = 200
const MOST_PARALLEL = 6
/** Further links of one network wait in the database, so that those of others are looked up. */
const MOST_OF_ONE = 100
const LONGEST_LOOK = 45 * SECOND
const LOOK_EVERY = 5 * SECOND
const NOT_NOW = 10 * SECOND
/** Failed attempts after which a link is given up. */
const MOST_FAILURES = 12
const BACK_OFF = { first: 5 * SECOND, longest: 20 * MINUTE }
const HELPLESS_WAIT = 10 * MINUTE

export function runLinks(options: LinksOptions, signal: AbortSignal): RunningLinks {
  const loop = new LinkLoop(options, signal)
  return { wake: () => loop.wake(), waiting: (network) => loop.waiting(network), ended: loop.run() }
}

type Resolve = (signal: AbortSignal) => Promise<FoundGroup>

const nameOf = (link: ClaimedLink): string => `${link.additionId} ${link.position}`

class LinkLoop {
  readonly #options: LinksOptions
  readonly #signal: AbortSignal
  readonly #underWay = new Map<string, Promise<void>>()
  /** Links under way, by network. */
  readonly #counts = new Map<Network, number>()
  /** Links that wait for a retry. */
  readonly #putOff = new Map<string, { network: Network; failures: number }>()
  readonly #slots = new Slots()
  #waking = new AbortController()

  constructor(options: LinksOptions, signal: AbortSignal) {
    this.#options = options
    this.#signal = signal
  }

  wake(): void {
    this.#waking.abort()
  }

  waiting(network: Network): number {
    return [...this.#putOff.values()].filter((each) => each.network === network).length
  }

  async run(): Promise<void> {
    const { database, clock, time, log } = this.#options
    while (!this.#signal.aborted) {
      this.#waking = new AbortController()
      let wait = LOOK_EVERY
      try {
        const free = MOST_UNDER_WAY - this.#underWay.size
        const links = free > 0 ? await claimLinks(database.db, clock, free) : []
        for (const link of links) this.#start(link)
        // As many as there was room for: there may be more.
        if (links.length > 0 && links.length === free) wait = this.#underWay.size < MOST_UNDER_WAY ? 0 : LOOK_EVERY
      } catch (error) {
        if (!this.#signal.aborted)
          log.warn({ error: (error as Error).message }, 'pasted links could not be read, trying again')
      }
      if (wait > 0) await time.sleep(wait, AbortSignal.any([this.#signal, this.#waking.signal]))
    }
    await Promise.all(this.#underWay.values())
  }

  #start(link: ClaimedLink): void {
    const { database, clock, log } = this.#options
    const name = nameOf(link)
    // It has waited here for longer than a claim holds, and was claimed a second time.
    if (this.#underWay.has(name)) return
    const work = this.#lookUp(link)
      .then(async (outcome) => {
        if (outcome) await settleLink(database.db, clock, link, outcome)
      })
      .catch((error: unknown) => {
        if (!this.#signal.aborted) log.error({ err: error, link: name }, 'what came of a pasted link could not be kept')
      })
      .finally(() => {
        this.#underWay.delete(name)
        this.wake()
      })
    this.#underWay.set(name, work)
  }

  /** @returns null to leave the link as it is: this process is stopping, and another one takes it */
  async #lookUp(link: ClaimedLink): Promise<LinkOutcome | null> {
    const { database, clock, time } = this.#options
    const read = this.#readLink(link)
    if (!read) return { status: 'unsupported' }
    const { network } = read
    if (read.status !== 'found') return { status: read.status, network }
    const { key } = read
    const resolve = this.#options.resolverOf(network, key)
    if (typeof resolve === 'string') return { status: resolve, network, key }
    const known = await findKnownGroup(database.db, clock, network, key)
    if (known !== null) return { status: 'added', groupId: known, network, key }
    if ((this.#counts.get(network) ?? 0) >= MOST_OF_ONE) return { retryAt: new Date(time.now().getTime() + NOT_NOW) }
    this.#counts.set(network, (this.#counts.get(network) ?? 0) + 1)
    try {
      const found = await this.#slots.run(network, () => this.#resolveInTime(resolve))
      this.#options.health(network).ok()
      this.#putOff.delete(nameOf(link))
      const groupId = await keepGroup(database.pool, network, { ...found, url: found.link })
      return groupId === null ? { status: 'unsupported', network, key } : { status: 'added', groupId, network, key }
    } catch (error) {
      if (this.#signal.aborted) return null
      if (!isNetworkError(error)) throw error
      return this.#outcomeOf(error, link, network, key)
    } finally {
      this.#counts.set(network, (this.#counts.get(network) ?? 1) - 1)
    }
  }

  #readLink(link: ClaimedLink): (ReadLink & { network: Network }) | null {
    for (const { network, readLink } of this.#options.readers) {
      const found = readLink(link)
      if (found) return { ...found, network }
    }
    return null
  }

  async #resolveInTime(resolve: Resolve): Promise<FoundGroup> {
    const over = new AbortController()
    const ends = AbortSignal.any([this.#signal, over.signal])
    void this.#options.time.sleep(LONGEST_LOOK, ends).then(() => over.abort())
    try {
      return await resolve(ends)
    } finally {
      over.abort()
    }
  }

  #outcomeOf(error: NetworkError, link: ClaimedLink, network: Network, key: string): LinkOutcome {
    const name = nameOf(link)
    const health = this.#options.health(network)
    const status = finalStatusOf(error)
    if (status) {
      health.ok()
      this.#putOff.delete(name)
      return { status, network, key }
    }
    health.failed(error.message)
    const failures = (this.#putOff.get(name)?.failures ?? 0) + 1
    if (failures >= MOST_FAILURES) {
      this.#putOff.delete(name)
      return { status: 'error', network, key }
    }
    this.#putOff.set(name, { network, failures })
    return { retryAt: retryAt(error, failures, this.#options.time.now()) }
  }
}

/** Limits the calls to one network that are under way; further ones wait in a queue. */
class Slots {
  readonly #queues = new Map<Network, (() => void)[]>()

  async run<Result>(network: Network, work: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(network) ?? []
    this.#queues.set(network, queue)
    const { promise, resolve } = Promise.withResolvers<void>()
    queue.push(resolve)
    if (queue.length <= MOST_PARALLEL) resolve()
    await promise
    try {
      return await work()
    } finally {
      queue.splice(queue.indexOf(resolve), 1)
      queue[MOST_PARALLEL - 1]?.()
    }
  }
}

/** @returns null: a retry may succeed */
function finalStatusOf({ kind }: NetworkError): 'not_found' | 'private' | 'unsupported' | null {
  switch (kind) {
    case 'not-found':
      return 'not_found'
    case 'access-denied':
      return 'private'
    case 'bad-request':
      return 'unsupported'
    case 'rate-limited':
    case 'quota-exceeded':
    case 'auth-dead':
    case 'captcha-needed':
    case 'temporary':
      return null
  }
}

function retryAt({ kind, retryAfter, until }: NetworkError, failures: number, now: Date): Date {
  const helpless = kind === 'auth-dead' || kind === 'captcha-needed'
  const wait = retryAfter ?? (helpless ? HELPLESS_WAIT : backOffAfter(failures, BACK_OFF))
  return until ?? new Date(now.getTime() + wait)
}
