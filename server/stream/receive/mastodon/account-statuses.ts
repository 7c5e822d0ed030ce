/** An account's posts at its own instance, and the answers to the newest of them; edits and deletions of those, too. */
import { DAY, HOUR } from '../../../kit/clock.ts'
import type { GroupReader, GroupTarget, Reading, Time } from '../shared/adapter.ts'
import { asObject } from '../shared/json.ts'
import type { RawMessage } from '../shared/source.ts'
import { isNetworkError, NetworkError } from '../shared/network-error.ts'
import type { Instances } from './instances.ts'
import { lookUp } from './resolve.ts'
import { asShownBy, compareIds, deletionOf, foundGroupOf, groupOf, readStatus, type Status } from './shape.ts'

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
  doubtedSince?: number
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
const DOUBTED_FOR = HOUR

interface Page {
  /** Newest first, without those that are not for everybody. */
  statuses: Status[]
  /** The end of it, whatever that is. */
  oldest: { id: string; createdAt: Date } | null
  hasNext: boolean
}

export function accountStatuses({ instances, time }: { instances: Instances; time: Time }): GroupReader<AccountCursor> {
  async function askPage(
    host: string,
    domain: string,
    account: string,
    below: string | null,
    signal: AbortSignal,
  ): Promise<Page> {
    const params = { limit: String(PAGE), exclude_reblogs: 'true', ...(below === null ? {} : { max_id: below }) }
    const { body, hasNext } = await instances.ask(
      host,
      `/api/v1/accounts/${encodeURIComponent(account)}/statuses`,
      params,
      { signal },
    )
    if (!Array.isArray(body)) throw new NetworkError('temporary', `${host} answered no statuses`)
    const statuses = body.map((each) => readBelieved(each, host, domain)).filter((status) => status !== null)
    const all = body
      .map(asObject)
      .flatMap((each) =>
        typeof each?.id === 'string' ? [{ id: each.id, createdAt: new Date(String(each.created_at)) }] : [],
      )
    const [oldest = null] = all.toSorted((one, other) => compareIds(one.id, other.id))
    return { statuses: statuses.toSorted((one, other) => compareIds(other.id, one.id)), oldest, hasNext }
  }

  /** @returns which were read; the rest wait for the next reading: the posts are worth more than they are */
  async function askThreads(
    host: string,
    domain: string,
    ids: string[],
    signal: AbortSignal,
  ): Promise<{ answers: Status[]; read: Set<string> }> {
    const answers: Status[] = []
    const read = new Set<string>()
    for (const id of ids) {
      try {
        const { body } = await instances.ask(host, `/api/v1/statuses/${encodeURIComponent(id)}/context`, {}, { signal })
        const descendants = asObject(body)?.descendants
        answers.push(
          ...(Array.isArray(descendants) ? descendants : [])
            .map((each) => readBelieved(each, host, domain))
            .filter((status) => status !== null),
        )
      } catch (error) {
        if (!isNetworkError(error)) throw error
        // What is not shown to us will not be shown later.
        if (!isNetworkError(error, 'not-found', 'access-denied', 'bad-request')) break
      }
      read.add(id)
    }
    return { answers, read }
  }

  /** Asks for some by themselves, the newest first. @returns those that are gone, and those that are there; in doubt neither */
  async function check(
    host: string,
    those: Followed[],
    signal: AbortSignal,
  ): Promise<{ gone: Followed[]; there: Followed[] }> {
    const [gone, there]: [Followed[], Followed[]] = [[], []]
    for (const each of those.slice(0, MOST_CHECKS)) {
      try {
        const { body } = await instances.ask(host, `/api/v1/statuses/${encodeURIComponent(each.id)}`, {}, { signal })
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

  /** Of a server that anybody may have named, nothing is believed of others' people: they are what it shows, under its name. */
  function readBelieved(body: unknown, host: string, domain: string): Status | null {
    const status = readStatus(body, domain)
    return status && !instances.isChosen(host) ? asShownBy(host, domain, status) : status
  }

  return {
    callsPerRead: 2,
    // Each host has a limit of its own, which is kept where it is asked.
    allowance: () => ({ perSecond: 5, perDay: null }),
    async read(target, cursor, since, signal): Promise<Reading<AccountCursor>> {
      const { externalId, link } = target
      const host = new URL(link).hostname
      const name = externalId.split('@')[0] as string
      const instance = await instances.instanceAt(host, name, signal)
      const { domain } = instance
      const before: AccountCursor = cursor ?? {
        account: (await lookUp(instances, { host, instance }, name, signal)).id,
        upTo: null,
        recent: [],
        round: null,
      }
      const page = await askPage(host, domain, before.account, before.round?.below ?? null, signal).catch(
        async (error: unknown) => {
          if (!cursor || !isNetworkError(error, 'not-found')) throw error
          // An instance that was set up again counts again.
          const account = (await lookUp(instances, { host, instance }, name, signal)).id
          if (account === before.account) throw error
          return account
        },
      )
      if (typeof page === 'string') {
        const from = before.recent.find(({ at }) => at > 0)?.at ?? before.from
        return {
          messages: [],
          cursor: { account: page, upTo: null, recent: [], round: null, ...(from === undefined ? {} : { from }) },
          more: true,
        }
      }

      const isNew = ({ id, createdAt }: { id: string; createdAt: Date | null }): boolean =>
        before.upTo === null
          ? (createdAt?.getTime() ?? Infinity) >= Math.min(since.getTime(), before.from ?? Infinity)
          : compareIds(id, before.upTo) > 0
      const known = new Map(before.recent.map((each) => [each.id, each]))
      // Among the known ones may stand one that came late, or has a number of a clock that was set right since.
      const lowest = before.recent.at(-1)?.id ?? null
      const fresh = page.statuses.filter(
        ({ id, createdAt }) =>
          !known.has(id) && (isNew({ id, createdAt }) || (lowest !== null && compareIds(id, lowest) > 0)),
      )
      const { oldest } = page
      // Late ones may fill a page and more: it is met with one that is known, or with what is below them all.
      const meetsKnown =
        oldest !== null &&
        !isNew(oldest) &&
        (lowest === null || known.has(oldest.id) || compareIds(oldest.id, lowest) <= 0)
      // Links to a next page go missing, and pages are cut short by what is hidden in them: only an empty one is the end.
      const more =
        oldest !== null &&
        !meetsKnown &&
        (page.hasNext || (await askPage(host, domain, before.account, oldest.id, signal)).oldest !== null)
      const edited = page.statuses.filter(
        (status) => known.has(status.id) && known.get(status.id)?.edited !== status.editedAt,
      )
      // Known ones should stand there, or at least what the page before promised; that is believed when it comes out so twice.
      const isDoubtful =
        !more && !meetsKnown && (before.recent.length > 0 || (before.round !== null && oldest === null))
      const unseen = isDoubtful
        ? before.recent
        : before.round
          ? []
          : missing(before.recent, page).filter(({ hidden }) => !hidden)
      const doubtedSince = before.doubtedSince ?? time.now().getTime()
      const isPatient =
        isDoubtful &&
        (before.recent.length > 0
          ? time.now().getTime() - doubtedSince < DOUBTED_FOR
          : before.doubtedSince === undefined)
      const { gone: deleted, there } = isPatient ? { gone: [], there: [] } : await check(host, unseen, signal)
      if (isDoubtful && (isPatient || (before.recent.length > 0 && (deleted.length === 0 || there.length > 0)))) {
        // From the newest again the next time, down to what is known: nothing is taken for read.
        const asBefore = reading(target, page, fresh, [], { ...before, round: null, doubtedSince }, false)
        // Of an account that is read for the first time nothing was known: there is nothing to tell of.
        return before.recent.length > 0
          ? { ...asBefore, doubt: `${host} shows no posts of ${externalId} where there were some` }
          : asBefore
      }

      const followed = new Map(page.statuses.map((status) => [status.id, status]))
      const left = before.recent
        .filter((each) => !deleted.includes(each))
        .map((each) => seenAgain(each, followed.get(each.id), there.includes(each)))
      const upTo = highestOf(before.round?.upTo ?? before.upTo, fresh[0]?.id ?? null) ?? (more ? oldest.id : null)
      const newest = newestOf([...(before.round?.newest ?? []), ...fresh.map(followedOf)])
      if (more) {
        const round = { below: oldest.id, upTo: upTo as string, newest }
        return reading(target, page, [...fresh, ...edited], deleted, { ...before, recent: left, round }, true)
      }
      const recent = newestOf([...newest, ...left])
      // The counts are of this page; what was read in a longer round waits for the next reading.
      const busy = recent.filter(({ id, replies }) => (followed.get(id)?.replies ?? 0) > replies)
      const { answers, read } = await askThreads(
        host,
        domain,
        busy.slice(0, MOST_THREADS).map(({ id }) => id),
        signal,
      )
      const others = answers.filter(({ id }) => !followed.has(id))
      const counted = recent.map((each) =>
        read.has(each.id) ? { ...each, replies: followed.get(each.id)?.replies ?? 0 } : each,
      )
      // Not all of those that are gone may have been asked for yet.
      const next = {
        account: before.account,
        upTo,
        recent: counted,
        round: null,
        ...(isDoubtful && left.length > 0 ? { doubtedSince } : {}),
      }
      return reading(
        target,
        page,
        [...fresh, ...edited, ...others],
        deleted,
        next,
        busy.length > MOST_THREADS && read.size === MOST_THREADS,
      )
    },
  }
}

function reading(
  { externalId, link }: GroupTarget,
  { statuses }: Page,
  read: Status[],
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

const followedOf = ({ id, uri, createdAt, editedAt }: Status): Followed => ({
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
function seenAgain({ hidden, ...each }: Followed, now: Status | undefined, isHidden: boolean): Followed {
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
