/** The calls of the simulated instance: each reads the world and answers as the sheet tells. */
import { accountView, viewOf, type MastodonWorld, type SimulatedStatus } from './mastodon-world.simulator.ts'

export interface MastodonAnswer {
  status: number
  body: unknown
  headers?: Record<string, string>
}

/** How an instance shows its lists. */
export interface Lists {
  url: string
  /** They show nothing, as while it is being mended; each status by itself is there. */
  emptied: boolean
  /** It tells of no further pages. */
  linkless: boolean
  /** Fewer on a page than it is asked for, as some were hidden after it was cut off. */
  mostPerPage: number
}

interface Asked {
  pathname: string
  query: URLSearchParams
  /** The id in the path. */
  id: string
  /** Lists are empty this time. */
  empty: boolean
}

type Call = (instance: MastodonWorld & Lists, asked: Asked) => MastodonAnswer

const calls: [path: RegExp, call: Call][] = [
  [/^\/api\/v1\/accounts\/lookup$/, lookUp],
  [/^\/api\/v1\/timelines\/public$/, listPublic],
  [/^\/api\/v1\/accounts\/(\d+)\/statuses$/, listOfAccount],
  [/^\/api\/v1\/statuses\/(\d+)\/context$/, getContext],
  [/^\/api\/v1\/statuses\/(\d+)$/, getStatus],
]

export function callInstance(
  instance: MastodonWorld & Lists,
  { pathname, searchParams: query }: URL,
  empty: boolean,
): MastodonAnswer {
  for (const [path, call] of calls) {
    const found = path.exec(pathname)
    if (found) return call(instance, { pathname, query, id: found[1] ?? '', empty })
  }
  return notFound
}

const notFound: MastodonAnswer = { status: 404, body: { error: 'Record not found' } }
const well = (body: unknown, headers: Record<string, string> = {}): MastodonAnswer => ({ status: 200, body, headers })
const isOpen = ({ visibility }: SimulatedStatus): boolean => ['public', 'unlisted'].includes(visibility)

function lookUp(instance: MastodonWorld, { query }: Asked): MastodonAnswer {
  const [username, domain] = (query.get('acct') ?? '').toLowerCase().split('@')
  const account = instance.accounts.find(
    (each) =>
      each.username.toLowerCase() === username && (each.domain ?? instance.domain) === (domain ?? instance.domain),
  )
  return account ? well(accountView(instance, account)) : notFound
}

function listPublic(instance: MastodonWorld & Lists, asked: Asked): MastodonAnswer {
  return page(
    instance,
    instance.statuses.filter(({ visibility, reblog }) => visibility === 'public' && !reblog),
    asked,
  )
}

function listOfAccount(instance: MastodonWorld & Lists, asked: Asked): MastodonAnswer {
  const account = instance.accounts.find(({ id }) => id === asked.id)
  if (!account) return notFound
  const without = asked.query.get('exclude_reblogs') === 'true'
  return page(
    instance,
    instance.statuses.filter((each) => each.account === account && isOpen(each) && !(without && each.reblog)),
    asked,
  )
}

function getContext(instance: MastodonWorld, { id }: Asked): MastodonAnswer {
  const root = instance.statuses.find((each) => each.id === id)
  if (!root) return notFound
  const below = (status: SimulatedStatus | null): boolean =>
    status !== null && (status.replyTo === root || below(status.replyTo))
  const descendants = instance.statuses.filter(below).slice(0, 60)
  return well({ ancestors: [], descendants: descendants.map((status) => viewOf(instance, status)) })
}

function getStatus(instance: MastodonWorld, { id }: Asked): MastodonAnswer {
  const status = instance.statuses.find((each) => each.id === id && isOpen(each))
  return status ? well(viewOf(instance, status)) : notFound
}

/** `min_id` goes forward from it, the others back from the newest; what is answered begins with the newest. */
function page(
  instance: MastodonWorld & Lists,
  all: SimulatedStatus[],
  { pathname, query, empty }: Asked,
): MastodonAnswer {
  const limit = Number(query.get('limit') ?? 20)
  if (!(limit >= 1 && limit <= 40)) return { status: 422, body: { error: 'limit' } }
  const [above, below, since] = ['min_id', 'max_id', 'since_id'].map((each) => query.get(each))
  if (instance.emptied || empty) return well([])
  const fits = all
    .filter(
      (each) =>
        (!above || BigInt(each.id) > BigInt(above)) &&
        (!below || BigInt(each.id) < BigInt(below)) &&
        (!since || BigInt(each.id) > BigInt(since)),
    )
    .toSorted((one, other) => (BigInt(one.id) < BigInt(other.id) ? 1 : -1))
  const most = Math.min(limit, instance.mostPerPage)
  const part = above ? fits.slice(-most) : fits.slice(0, most)
  const last = part.at(-1)
  const address = `${instance.url}${pathname}`
  const link: Record<string, string> =
    last && part.length === limit && !instance.linkless
      ? { link: `<${address}?max_id=${last.id}>; rel="next", <${address}?min_id=${part[0]?.id}>; rel="prev"` }
      : {}
  return well(
    part.map((status) => viewOf(instance, status)),
    link,
  )
}
