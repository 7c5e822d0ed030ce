/**
 * Pasted links are looked up: which network one is of its writing tells, what it leads to that network is asked. Several networks
 * are asked side by side, each no faster than it may be; what a network can not tell now it is asked again later.
 */
import type { Network } from '../../../contract/networks.ts'
import {
  claimLinks,
  findKnownGroup,
  settleLink,
  type ClaimedLink,
  type LinkOutcome,
} from '../../features/groups/groups.public.ts'
import { MINUTE, SECOND, type Clock } from '../../kit/clock.ts'
import type { Log } from '../../kit/log.ts'
import type { Database } from '../../kit/sql.ts'
import type { FoundGroup, NetworkAdapter, ReadLink, Time } from '../receive/adapter.ts'
import { isTrouble, type NetworkTrouble } from '../receive/trouble.ts'
import { keepGroup } from '../store/parties.ts'
import type { PartHealth } from './health.ts'

/** Reads links of one network, whether that is listened to or not. */
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
  /** Null: this network is not listened to. */
  resolverOf(network: Network): ((key: string, signal: AbortSignal) => Promise<FoundGroup>) | null
  health(network: Network): PartHealth
}

export interface RunningLinks {
  wake(): void
  /** Links of this network that it could not tell of yet. */
  waiting(network: Network): number
  ended: Promise<void>
}

const MOST_UNDER_WAY = 200
const SIDE_BY_SIDE = 6
/** More of one network wait in the database, so that links of others get in. */
const MOST_OF_ONE = 100
const LONGEST_LOOK = 45 * SECOND
const LOOK_EVERY = 5 * SECOND
const NOT_NOW = 10 * SECOND
/** So often a network may fail at a link before that is given up. */
const MOST_FAILURES = 12
const LONGEST_WAIT = 20 * MINUTE
const HELPLESS_WAIT = 10 * MINUTE

export function runLinks(options: LinksOptions, signal: AbortSignal): RunningLinks {
  const { database, clock, time, log, readers } = options
  const { db } = database
  const underWay = new Map<string, Promise<void>>()
  /** By network: those under way, and those that were put off. */
  const counts = new Map<Network, number>()
  const putOff = new Map<string, { network: Network; failures: number }>()
  const queues = new Map<Network, (() => void)[]>()
  let waking = new AbortController()
  const wake = (): void => waking.abort()
  const nameOf = (link: ClaimedLink): string => `${link.additionId} ${link.position}`

  async function run(): Promise<void> {
    while (!signal.aborted) {
      waking = new AbortController()
      let wait = LOOK_EVERY
      try {
        const free = MOST_UNDER_WAY - underWay.size
        const links = free > 0 ? await claimLinks(db, clock, free) : []
        for (const link of links) start(link)
        // A full hand: there are more.
        if (links.length > 0 && links.length === free) wait = underWay.size < MOST_UNDER_WAY ? 0 : LOOK_EVERY
      } catch (error) {
        if (!signal.aborted)
          log.warn({ error: (error as Error).message }, 'pasted links could not be read, trying again')
      }
      if (wait > 0) await time.sleep(wait, AbortSignal.any([signal, waking.signal]))
    }
    await Promise.all(underWay.values())
  }

  function start(link: ClaimedLink): void {
    const name = nameOf(link)
    // It has waited here for so long that it may be claimed anew.
    if (underWay.has(name)) return
    const work = lookUp(link)
      .then(async (outcome) => {
        if (outcome) await settleLink(db, clock, link, outcome)
      })
      .catch((error: unknown) => {
        if (!signal.aborted) log.error({ err: error, link: name }, 'what came of a pasted link could not be kept')
      })
      .finally(() => {
        underWay.delete(name)
        wake()
      })
    underWay.set(name, work)
  }

  /** @returns null when nothing is to be said of it: we are about to end, and somebody else takes it */
  async function lookUp(link: ClaimedLink): Promise<LinkOutcome | null> {
    const read = readLink(link)
    if (!read) return { status: 'unsupported' }
    const { network } = read
    if (read.status !== 'found') return { status: read.status, network }
    const resolve = options.resolverOf(network)
    if (!resolve) return { status: 'unsupported', network }
    const { key } = read
    const known = await findKnownGroup(db, clock, network, key)
    if (known !== null) return { status: 'added', groupId: known, network, key }
    if ((counts.get(network) ?? 0) >= MOST_OF_ONE) return { retryAt: new Date(time.now().getTime() + NOT_NOW) }
    counts.set(network, (counts.get(network) ?? 0) + 1)
    try {
      const found = await inTurn(network, () => look(resolve, key))
      options.health(network).ok()
      putOff.delete(nameOf(link))
      const groupId = await keepGroup(database.pool, network, { ...found, url: found.link })
      return groupId === null ? { status: 'unsupported', network, key } : { status: 'added', groupId, network, key }
    } catch (error) {
      if (signal.aborted) return null
      if (!isTrouble(error)) throw error
      return settledBy(error, link, network, key)
    } finally {
      counts.set(network, (counts.get(network) ?? 1) - 1)
    }
  }

  async function look(
    resolve: (key: string, signal: AbortSignal) => Promise<FoundGroup>,
    key: string,
  ): Promise<FoundGroup> {
    const over = new AbortController()
    const ends = AbortSignal.any([signal, over.signal])
    void time.sleep(LONGEST_LOOK, ends).then(() => over.abort())
    try {
      return await resolve(key, ends)
    } finally {
      over.abort()
    }
  }

  function readLink(link: ClaimedLink): (ReadLink & { network: Network }) | null {
    for (const { network, readLink: read } of readers) {
      const found = read(link)
      if (found) return { ...found, network }
    }
    return null
  }

  /** So many of one network at once; the others wait for their turn. */
  async function inTurn<Result>(network: Network, work: () => Promise<Result>): Promise<Result> {
    const queue = queues.get(network) ?? []
    queues.set(network, queue)
    const place = queue.length
    let begin = (): void => {}
    const turn = new Promise<void>((resolve) => (begin = resolve))
    queue.push(begin)
    if (place < SIDE_BY_SIDE) begin()
    await turn
    try {
      return await work()
    } finally {
      queue.splice(queue.indexOf(begin), 1)
      queue[SIDE_BY_SIDE - 1]?.()
    }
  }

  function settledBy(trouble: NetworkTrouble, link: ClaimedLink, network: Network, key: string): LinkOutcome {
    const name = nameOf(link)
    const health = options.health(network)
    switch (trouble.kind) {
      case 'not-found':
      case 'access-denied':
      case 'bad-request': {
        health.ok()
        putOff.delete(name)
        const status = (
          { 'not-found': 'not_found', 'access-denied': 'private', 'bad-request': 'unsupported' } as const
        )[trouble.kind]
        return { status, network, key }
      }
      case 'rate-limited':
      case 'quota-exceeded':
      case 'auth-dead':
      case 'captcha-needed':
      case 'temporary': {
        health.trouble(trouble.message)
        const failures = (putOff.get(name)?.failures ?? 0) + 1
        if (failures >= MOST_FAILURES) {
          putOff.delete(name)
          return { status: 'error', network, key }
        }
        putOff.set(name, { network, failures })
        const helpless = trouble.kind === 'auth-dead' || trouble.kind === 'captcha-needed'
        const backOff = Math.min(LONGEST_WAIT, 5 * SECOND * 2 ** (failures - 1))
        const wait = trouble.retryAfter ?? (helpless ? HELPLESS_WAIT : backOff)
        return { retryAt: trouble.until ?? new Date(time.now().getTime() + wait) }
      }
    }
  }

  return {
    wake,
    waiting: (network) => [...putOff.values()].filter((each) => each.network === network).length,
    ended: run(),
  }
}
