/** An account's posts at its own instance, and the answers to the newest of them; edits and deletions of those, too. */
import { DAY, HOUR } from '../../../kit/clock.ts'
import type { GroupReader, GroupTarget, Reading, Time } from '../shared/adapter.ts'
import { asObject } from '../../../kit/as-object.ts'
import type { RawMessage } from '../shared/source.ts'
import { isNetworkError, NetworkError } from '../shared/network-error.ts'
import type { Instance, InstanceAnswer, Instances } from './instances.ts'
import { lookUpAccount } from './resolve.ts'
import { asShownBy, compareIds, deletionOf, foundGroupOf, groupOf, readStatus, type MastodonStatus } from './shape.ts'

export interface AccountCursor {
  /** The instance's number of the account. */
  account: string
  /** The newest status that was read; null: there was none. */
  upTo: string | null
  /** The newest statuses, newest first: what is followed up. */
  recent: Followed[]
  /** A round that is not at its end: the oldest status it read, and what `upTo` and `recent` will be. */
  round: { below: string; upTo: string; newest: Followed[] } | null
  /** The instance numbers again: without an `upTo`, what was written before this time is known. In milliseconds. */
  from?: number
  /** Since when its list ends where posts that are known should stand; in milliseconds. */
  suspectedSince?: number
}

interface Followed {
  id: string
  uri: string
  /** In milliseconds. */
  at: number
  edited: string | null
  /** This many answers there were when they were read. */
  replies: number
  /** It is there, but not in the list: not to be asked for again. */
  hidden?: true
}

const PAGE = 40
const MOST_RECENT = 30
const FOLLOWED_FOR = 7 * DAY
const MOST_THREADS = 4
/** Statuses that one step asks for by themselves, to learn whether they are gone. */
const MOST_CHECKS = 5
/** So long a list is not believed that lacks everything that was known. */
const SUSPECTED_FOR = HOUR

interface Page {
  /** Newest first, without those that are not for everybody. */
  statuses: MastodonStatus[]
  /** The end of it, whatever that is. */
  oldest: { id: string; createdAt: Date } | null
  hasNext: boolean
}

interface AccountStatusesOptions {
  instances: Instances
  time: Time
}

export function accountStatuses({ instances, time }: AccountStatusesOptions): GroupReader<AccountCursor> {
  return {
    callsPerRead: 2,
    // Each host has a limit of its own, which is kept where it is asked.
    allowance: () => ({ perSecond: 5, perDay: null }),
    async read(target, cursor, since, signal): Promise<Reading<AccountCursor>> {
      const host = new URL(target.link).hostname
      const name = target.externalId.split('@')[0] as string
      const asked = new AskedInstance(instances, host, await instances.instanceAt(host, name, signal), signal)
      const before = cursor ?? { account: await asked.findAccount(name), upTo: null, recent: [], round: null }
      const page = await asked.askPage(before.account, before.round?.below ?? null).catch(async (error: unknown) => {
        if (!cursor || !isNetworkError(error, 'not-found')) throw error
        // An instance that was set up again counts again.
        const account = await asked.findAccount(name)
        if (account === before.account) throw error
        return account
      })
      if (typeof page === 'string') return { messages: [], cursor: renumbered(before, page), more: true }
      const found = compare(before, page, since)
      const below = found.meetsKnown ? null : await asked.findNext(before.account, page)
      const suspicion = suspicionOf(before, page, found.meetsKnown || below !== null, time.now().getTime())
      const checked = await asked.check(suspicion.toCheck)
      if (shouldDisbelieve(before, suspicion, checked))
        return unbelieved(target, page, before, found.fresh, suspicion.since)
      const step: Step = { target, page, before, ...found, ...checked }
      return below === null ? endRound(step, suspicion, asked) : continueRound(step, below)
    },
  }
}

/** What an instance is asked about one of its accounts. */
class AskedInstance {
  readonly #instances: Instances
  readonly #host: string
  readonly #instance: Instance
  readonly #signal: AbortSignal

  constructor(instances: Instances, host: string, instance: Instance, signal: AbortSignal) {
    this.#instances = instances
    this.#host = host
    this.#instance = instance
    this.#signal = signal
  }

  /** Its number of the account. */
  async findAccount(name: string): Promise<string> {
    return (await lookUpAccount(this.#instances, { host: this.#host, instance: this.#instance }, name, this.#signal)).id
  }

  async askPage(account: string, below: string | null): Promise<Page> {
    const params = { limit: String(PAGE), exclude_reblogs: 'true', ...(below === null ? {} : { max_id: below }) }
    const { body, hasNext } = await this.#ask(`accounts/${encodeURIComponent(account)}/statuses`, params)
    if (!Array.isArray(body)) throw new NetworkError('temporary', `${this.#host} answered no statuses`)
    const all = body
      .map(asObject)
      .flatMap((each) =>
        typeof each?.id === 'string' ? [{ id: each.id, createdAt: new Date(String(each.created_at)) }] : [],
      )
    const [oldest = null] = all.toSorted((one, other) => compareIds(one.id, other.id))
    const statuses = this.#readBelieved(body).toSorted((one, other) => compareIds(other.id, one.id))
    return { statuses, oldest, hasNext }
  }

  /**
   * Links to a next page go missing, and pages are cut short by what is hidden in them: only an empty one is the end.
   * @returns below which status there is more
   */
  async findNext(account: string, { oldest, hasNext }: Page): Promise<string | null> {
    if (oldest === null) return null
    return hasNext || (await this.askPage(account, oldest.id)).oldest !== null ? oldest.id : null
  }

  /** @returns which were read; the rest wait for the next reading: the posts are worth more than they are */
  async askThreads(ids: string[]): Promise<{ answers: MastodonStatus[]; read: Set<string> }> {
    const answers: MastodonStatus[] = []
    const read = new Set<string>()
    for (const id of ids) {
      try {
        const { body } = await this.#ask(`statuses/${encodeURIComponent(id)}/context`)
        const descendants = asObject(body)?.descendants
        answers.push(...this.#readBelieved(Array.isArray(descendants) ? descendants : []))
      } catch (error) {
        if (!isNetworkError(error)) throw error
        // What is not shown to us will not be shown later.
        if (!isNetworkError(error, 'not-found', 'access-denied', 'bad-request')) break
      }
      read.add(id)
    }
    return { answers, read }
  }

  /** Asks for some by themselves, the newest first. */
  async check(those: Followed[]): Promise<Checked> {
    const [gone, there]: [Followed[], Followed[]] = [[], []]
    for (const each of those.slice(0, MOST_CHECKS)) {
      try {
        const { body } = await this.#ask(`statuses/${encodeURIComponent(each.id)}`)
        if (asObject(body)?.id === each.id) there.push(each)
      } catch (error) {
        if (!isNetworkError(error)) throw error
        if (isNetworkError(error, 'not-found')) gone.push(each)
        // Those that are missing still are so the next time.
        else if (!isNetworkError(error, 'access-denied', 'bad-request')) break
      }
    }
    return { gone, there }
  }

  #ask(path: string, params: Record<string, string> = {}): Promise<InstanceAnswer> {
    return this.#instances.ask(this.#host, `/api/v1/${path}`, params, { signal: this.#signal })
  }

  /** Of a server that anybody may have named, nothing is believed of others' people: they are what it shows, under its name. */
  #readBelieved(bodies: unknown[]): MastodonStatus[] {
    const { domain } = this.#instance
    const statuses = bodies.map((body) => readStatus(body, domain)).filter((status) => status !== null)
    if (this.#instances.isChosen(this.#host)) return statuses
    return statuses.map((status) => asShownBy(this.#host, domain, status))
  }
}

/** Those that are gone, and those that are there; neither where that is uncertain. */
interface Checked {
  gone: Followed[]
  there: Followed[]
}

/** What a page has beside what is known. */
interface Compared {
  fresh: MastodonStatus[]
  edited: MastodonStatus[]
  /** It reaches down to what is known. */
  meetsKnown: boolean
}

interface Suspicion {
  /** Known ones should stand there, or at least what the page before promised; that is believed when it comes out so twice. */
  isSuspected: boolean
  /** It is too early to believe it. */
  isPatient: boolean
  since: number
  /** What should stand there and does not. */
  toCheck: Followed[]
}

interface Step extends Compared, Checked {
  target: GroupTarget
  page: Page
  before: AccountCursor
}

function renumbered({ recent, from: fromBefore }: AccountCursor, account: string): AccountCursor {
  const from = recent.find(({ at }) => at > 0)?.at ?? fromBefore
  return { account, upTo: null, recent: [], round: null, ...(from === undefined ? {} : { from }) }
}

function compare(before: AccountCursor, { statuses, oldest }: Page, since: Date): Compared {
  const isNew = ({ id, createdAt }: { id: string; createdAt: Date | null }): boolean =>
    before.upTo === null
      ? (createdAt?.getTime() ?? Infinity) >= Math.min(since.getTime(), before.from ?? Infinity)
      : compareIds(id, before.upTo) > 0
  const known = new Map(before.recent.map((each) => [each.id, each]))
  // Among the known ones may stand one that came late, or has a number of a clock that was set right since.
  const lowest = before.recent.at(-1)?.id ?? null
  const fresh = statuses.filter(
    (status) => !known.has(status.id) && (isNew(status) || (lowest !== null && compareIds(status.id, lowest) > 0)),
  )
  // Late ones may fill a page and more: it is met with one that is known, or with what is below them all.
  const meetsKnown =
    oldest !== null && !isNew(oldest) && (lowest === null || known.has(oldest.id) || compareIds(oldest.id, lowest) <= 0)
  const edited = statuses.filter((status) => known.has(status.id) && known.get(status.id)?.edited !== status.editedAt)
  return { fresh, edited, meetsKnown }
}

/** @param reaches the page meets what is known, or one follows it that may */
function suspicionOf(before: AccountCursor, page: Page, reaches: boolean, now: number): Suspicion {
  const { recent, round, suspectedSince } = before
  const knowsAny = recent.length > 0
  const isSuspected = !reaches && (knowsAny || (round !== null && page.oldest === null))
  const since = suspectedSince ?? now
  const isPatient = isSuspected && (knowsAny ? now - since < SUSPECTED_FOR : suspectedSince === undefined)
  const shown = round ? [] : missing(recent, page).filter(({ hidden }) => !hidden)
  return { isSuspected, isPatient, since, toCheck: isPatient ? [] : isSuspected ? recent : shown }
}

const shouldDisbelieve = (
  { recent }: AccountCursor,
  { isSuspected, isPatient }: Suspicion,
  { gone, there }: Checked,
): boolean => isSuspected && (isPatient || (recent.length > 0 && (gone.length === 0 || there.length > 0)))

/** From the newest again the next time, down to what is known: nothing is taken for read. */
function unbelieved(
  target: GroupTarget,
  page: Page,
  before: AccountCursor,
  fresh: MastodonStatus[],
  suspectedSince: number,
): Reading<AccountCursor> {
  const asBefore = reading(target, page, fresh, [], { ...before, round: null, suspectedSince }, false)
  const host = new URL(target.link).hostname
  // Of an account that is read for the first time nothing was known: there is nothing to tell of.
  return before.recent.length > 0
    ? { ...asBefore, suspicion: `${host} shows no posts of ${target.externalId} where there were some` }
    : asBefore
}

/** What is known of the statuses that were known before. */
function leftOf({ before, page, gone, there }: Step): Followed[] {
  const shown = new Map(page.statuses.map((status) => [status.id, status]))
  return before.recent
    .filter((each) => !gone.includes(each))
    .map((each) => seenAgain(each, shown.get(each.id), there.includes(each)))
}

const upToOf = ({ before, fresh }: Step): string | null =>
  highestOf(before.round?.upTo ?? before.upTo, fresh[0]?.id ?? null)

const newestIn = ({ before, fresh }: Step): Followed[] =>
  newestOf([...(before.round?.newest ?? []), ...fresh.map(followedOf)])

function continueRound(step: Step, below: string): Reading<AccountCursor> {
  const { target, page, before, fresh, edited, gone } = step
  const round = { below, upTo: upToOf(step) ?? below, newest: newestIn(step) }
  return reading(target, page, [...fresh, ...edited], gone, { ...before, recent: leftOf(step), round }, true)
}

/** With the answers to the newest, where there are more of them than were read. */
async function endRound(
  step: Step,
  { isSuspected, since }: Suspicion,
  asked: AskedInstance,
): Promise<Reading<AccountCursor>> {
  const { target, page, before, fresh, edited, gone } = step
  const left = leftOf(step)
  const recent = newestOf([...newestIn(step), ...left])
  // The counts are of this page; what was read in a longer round waits for the next reading.
  const counts = new Map(page.statuses.map(({ id, replies }) => [id, replies]))
  const busy = recent.filter(({ id, replies }) => (counts.get(id) ?? 0) > replies)
  const { answers, read } = await asked.askThreads(busy.slice(0, MOST_THREADS).map(({ id }) => id))
  const others = answers.filter(({ id }) => !counts.has(id))
  const next: AccountCursor = {
    account: before.account,
    upTo: upToOf(step),
    recent: recent.map((each) => (read.has(each.id) ? { ...each, replies: counts.get(each.id) ?? 0 } : each)),
    round: null,
    // Not all of those that are gone may have been asked for yet.
    ...(isSuspected && left.length > 0 ? { suspectedSince: since } : {}),
  }
  const more = busy.length > MOST_THREADS && read.size === MOST_THREADS
  return reading(target, page, [...fresh, ...edited, ...others], gone, next, more)
}

function reading(
  { externalId, link }: GroupTarget,
  { statuses }: Page,
  read: MastodonStatus[],
  deleted: Followed[],
  cursor: AccountCursor,
  more: boolean,
): Reading<AccountCursor> {
  const account = statuses.find((status) => status.account.handle === externalId)?.account
  const group = account ? groupOf(account) : null
  const messages: RawMessage[] = [
    ...read.map(({ message }) => ({ ...message, group })),
    ...deleted.map(({ uri }) => deletionOf(uri)),
  ]
  return { messages, cursor, more, ...(account ? { group: foundGroupOf(account, new URL(link).hostname) } : {}) }
}

const followedOf = ({ id, uri, createdAt, editedAt }: MastodonStatus): Followed => ({
  id,
  uri,
  at: createdAt?.getTime() ?? 0,
  edited: editedAt,
  replies: 0,
})

/** It never goes back: what came late has a lower number than what is known. */
function highestOf(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return compareIds(one, other) > 0 ? one : other
}

/** Fewer answers than before: some were taken away, and the next one is news again. */
function seenAgain({ hidden, ...each }: Followed, now: MastodonStatus | undefined, isHidden: boolean): Followed {
  if (now) return { ...each, edited: now.editedAt ?? each.edited, replies: Math.min(each.replies, now.replies) }
  return hidden || isHidden ? { ...each, hidden: true } : each
}

function newestOf(statuses: Followed[]): Followed[] {
  const sorted = statuses.toSorted((one, other) => compareIds(other.id, one.id)).slice(0, MOST_RECENT)
  const newest = sorted[0]?.at ?? 0
  return sorted.filter(({ at }) => at > newest - FOLLOWED_FOR)
}

/** Of those that the newest page reaches back to, what is not on it: an older state of the list, perhaps. */
function missing(recent: Followed[], { statuses, oldest, hasNext }: Page): Followed[] {
  const there = new Set(statuses.map(({ id }) => id))
  return recent.filter(({ id }) => !there.has(id) && (!hasNext || (oldest !== null && compareIds(id, oldest.id) > 0)))
}
