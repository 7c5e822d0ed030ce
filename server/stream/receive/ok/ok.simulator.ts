/** The REST API of Odnoklassniki as its sheet tells, on this machine, with a small world behind it. */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { HOUR } from '../../../kit/clock.ts'
import { openFaults, openLocalServer, openSecondCounter } from '../shared/local-server.simulator.ts'

export interface SimulatedOkUser {
  /** Digits, more than a number holds among them. */
  id: string
  name: string
  city: string | null
}

export interface SimulatedOkComment {
  id: string
  at: Date
  text: string
  author: SimulatedOkUser | null
  removed: boolean
}

export interface SimulatedOkTopic {
  id: string
  at: Date
  text: string
  author: SimulatedOkUser | null
  comments: SimulatedOkComment[]
}

export interface SimulatedOkGroup {
  id: string
  shortname: string | null
  name: string
  members: number
  closed: boolean
  topics: SimulatedOkTopic[]
  /** The id of a topic that stands first. */
  pinned: string | null
}

/** What goes wrong with the next call of a method: a code of the API, a status as `http`, a socket that breaks or stays silent, pages out of order, an answer with nothing in it. */
export interface OkFault {
  method: string
  answer: { code: number } | { http: number } | 'broken' | 'silence' | 'shuffled' | 'empty'
  times?: number
}

export interface OkSimulator {
  /** Of the host: calls go to `/fb.do` or `/api/group/name` there. */
  url: string
  application: { key: string; secret: string }
  /** Sessions that are worth something. */
  tokens: Set<string>
  /** `group.getInfo` answers with the bare list, as it did of old. */
  oldShape: boolean
  /** Feeds come without the topics they speak of. */
  lean: boolean
  /** `has_more` is left out, and with the last page the list too. */
  terse: boolean
  /** More calls of a token in a second are refused with 8. */
  perSecond: number
  calls: { method: string; token: string; at: Date; parameters: Record<string, string> }[]
  count(method: string): number
  busiestSecond(): number
  fail(fault: OkFault): void
  /** Nothing fails any more. */
  heal(): void
  group(id: string, about?: Partial<SimulatedOkGroup>): SimulatedOkGroup
  user(shortname: string): void
  post(group: string, said: { text: string; at?: Date; author?: SimulatedOkUser } | string): SimulatedOkTopic
  comment(
    topic: SimulatedOkTopic,
    said: { text: string; at?: Date; author?: SimulatedOkUser } | string,
  ): SimulatedOkComment
  edit(topic: SimulatedOkTopic, text: string): void
  delete(group: string, topic: SimulatedOkTopic): void
  shut(group: string, how: 'closed' | 'deleted'): void
  rename(group: string, name: string): void
  close(): Promise<void>
}

class OkError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export async function startOkSimulator({ now }: { now: () => Date }): Promise<OkSimulator> {
  const groups = new Map<string, SimulatedOkGroup>()
  const users = new Map<string, SimulatedOkUser>()
  const profiles = new Set<string>()
  const faults = openFaults<OkFault>()
  const seconds = openSecondCounter()
  const calls: OkSimulator['calls'] = []
  // Beyond what a number holds.
  let nextTopic = 9_100_000_000_000_001_001n
  let nextComment = 1395n

  const groupOf = (id: string | undefined): SimulatedOkGroup => {
    const group = groups.get(id ?? '')
    if (!group) throw new OkError(160, 'PARAM_GROUP_ID : Invalid group ID')
    return group
  }
  const open = (group: SimulatedOkGroup): SimulatedOkGroup => {
    if (group.closed) throw new OkError(456, 'GROUP_RESTRICTION : group forbids')
    return group
  }
  const locate = (id: string | undefined): { group: SimulatedOkGroup; topic: SimulatedOkTopic } => {
    for (const group of groups.values()) {
      const topic = group.topics.find((each) => each.id === id)
      if (topic) return { group, topic }
    }
    throw new OkError(300, 'NOT_FOUND : not found')
  }

  const methods: Record<string, (given: Record<string, string>, shuffled: boolean) => unknown> = {
    'url.getInfo': ({ url = '' }) => {
      const [first = '', second] = new URL(url).pathname.split('/').filter((part) => part !== '')
      if (profiles.has(first)) return { objectId: '561104947330', type: 'PROFILE' }
      const group =
        groups.get(second ?? '') ??
        [...groups.values()].find(({ shortname }) => shortname?.toLowerCase() === first.toLowerCase())
      if (!group) throw new OkError(300, 'NOT_FOUND : not found')
      return { objectId: group.id, type: 'GROUP' }
    },
    'group.getInfo': ({ uids = '' }) => {
      const found = uids.split(',').flatMap((id) => groups.get(id) ?? [])
      const list = found.map(({ id, shortname, name, members, closed }) => ({
        uid: id,
        name,
        ...(shortname ? { shortname } : {}),
        [simulator.oldShape ? 'picAvatar' : 'pic_avatar']: `https://i.mycdn.me/${id}.jpg`,
        members_count: members,
        ...(simulator.oldShape ? { private: closed, premium: false } : { access_type: closed ? 'CLOSED' : 'OPEN' }),
      }))
      return simulator.oldShape ? list : { groups: list }
    },
    'stream.get': ({ gid, count = '20', anchor }, shuffled) => {
      const group = open(groupOf(gid))
      const ordered = group.topics.toSorted(
        (a, b) => b.at.getTime() - a.at.getTime() || (BigInt(b.id) > BigInt(a.id) ? 1 : -1),
      )
      const all = ordered.filter(({ id }) => id !== group.pinned)
      const [time = 0, last = 0n] = anchor === undefined ? [] : placeOf(readAnchor(anchor))
      const from =
        anchor === undefined
          ? 0
          : all.findIndex(({ id, at }) => at.getTime() < time || (at.getTime() === time && BigInt(id) < last))
      const shown = from < 0 ? [] : all.slice(from, from + Number(count))
      const more = from >= 0 && from + shown.length < all.length
      const edge = shown.at(-1)
      if (anchor === undefined) shown.unshift(...ordered.filter(({ id }) => id === group.pinned))
      if (shown.length === 0 && simulator.terse) return { anchor: 'end' }
      const feeds = shown.map(({ id, at }) => ({
        pattern: 'POST',
        date_ms: at.getTime(),
        message: `{group:${group.id}} added {media_topic:${id}}`,
        target_refs: [`media_topic:${id}`],
      }))
      return {
        feeds: shuffled ? feeds.toReversed() : feeds,
        ...(simulator.lean
          ? {}
          : {
              entities: {
                media_topics: shown.map((topic) => topicOf(group, topic)),
                users: shown.flatMap(({ author }) => (author ? [userOf(author)] : [])),
              },
            }),
        anchor: writeAnchor(edge ? `${edge.at.getTime()} ${edge.id}` : '0 0'),
        ...(simulator.terse ? {} : { has_more: more }),
      }
    },
    'mediatopic.getByIds': ({ topic_ids: ids = '', media_limit: limit }) => {
      const asked = ids.split(',')
      if (asked.length > 1 && limit === undefined) throw new OkError(100, 'PARAM : media_limit is required')
      const found = asked.flatMap((id) =>
        [...groups.values()].flatMap((group) =>
          group.topics.filter((topic) => topic.id === id).map((topic) => topicOf(group, topic)),
        ),
      )
      if (found.length === 0) throw new OkError(300, 'NOT_FOUND : not found')
      return { media_topics: found }
    },
    'discussions.getComments': (
      { discussionId, discussionType, anchor = 'FIRST', direction, count = '20' },
      shuffled,
    ) => {
      const { group, topic } = locate(discussionId)
      open(group)
      if (discussionType !== 'GROUP_TOPIC' || direction !== 'BACKWARD')
        throw new OkError(100, 'PARAM : only GROUP_TOPIC, backward')
      const before =
        anchor === 'LAST' ? topic.comments.length : topic.comments.findIndex(({ id }) => id === readAnchor(anchor))
      const shown = topic.comments.slice(Math.max(0, before - Number(count)), Math.max(0, before))
      const comments = shown.map(({ id, at, text: said, author, removed }) => ({
        id,
        type: removed ? 'REMOVED_MESSAGE' : 'ACTIVE_MESSAGE',
        text: said,
        date: moscow(at),
        date_ms: at.getTime(),
        ...(author ? { author_id: author.id, author_name: author.name } : {}),
      }))
      const more = before > shown.length
      if (shown.length === 0 && simulator.terse) return {}
      return {
        comments: shuffled ? comments.toReversed() : comments,
        anchor: writeAnchor(shown[0]?.id ?? '0'),
        ...(simulator.terse ? {} : { has_more: more }),
      }
    },
    'users.getInfo': ({ uids = '' }) =>
      uids
        .split(',')
        .flatMap((id) => users.get(id) ?? [])
        .map(userOf),
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const given = Object.fromEntries(new URLSearchParams(request.method === 'POST' ? await text(request) : url.search))
    const [, , part = '', name = ''] = url.pathname.split('/')
    const method = url.pathname === '/fb.do' ? (given.method ?? '') : `${part}.${name}`
    const token = given.access_token ?? ''
    calls.push({ method, token, at: now(), parameters: given })
    const inSecond = seconds.count(token, now())
    const fault = faults.take(method)
    if (fault?.answer === 'silence') return
    if (fault?.answer === 'broken') {
      response.destroy()
      return
    }
    if (typeof fault?.answer === 'object' && 'http' in fault.answer) {
      response.writeHead(fault.answer.http).end()
      return
    }
    response.writeHead(200, { 'content-type': 'application/json;charset=utf-8' })
    try {
      if (typeof fault?.answer === 'object') throw new OkError(fault.answer.code, 'made up')
      check(method, given, token, inSecond)
      const run = methods[method]
      if (!run) throw new OkError(3, `METHOD : Method ${method} not found`)
      if (fault?.answer === 'empty') return void response.end('{}')
      // Some numbers go out bare, however long they are.
      response.end(
        JSON.stringify(run(given, fault?.answer === 'shuffled')).replace(/"objectId":"(\d+)"/, '"objectId":$1'),
      )
    } catch (error) {
      if (!(error instanceof OkError)) throw error
      response.end(JSON.stringify({ error_code: error.code, error_msg: error.message, error_data: null }))
    }
  }

  function check(method: string, given: Record<string, string>, token: string, inSecond: number): void {
    if (given.application_key !== simulator.application.key)
      throw new OkError(101, 'PARAM_API_KEY : Application not exist')
    if (token !== '' && !simulator.tokens.has(token)) throw new OkError(102, 'PARAM_SESSION_EXPIRED : Session expired')
    const secret = token === '' ? simulator.application.secret : md5(token + simulator.application.secret)
    const base = Object.keys(given)
      .filter((key) => key !== 'sig' && key !== 'access_token')
      .toSorted()
      .map((key) => `${key}=${given[key]}`)
      .join('')
    if (given.sig !== md5(base + secret)) throw new OkError(104, 'PARAM_SIGNATURE : Invalid signature')
    if (token === '' && method.startsWith('discussions.')) throw new OkError(453, 'SESSION_REQUIRED : Session required')
    if (inSecond > simulator.perSecond) throw new OkError(8, 'FLOOD_BLOCKED : Flood blocked')
  }

  const local = await openLocalServer(answer)

  const simulator: OkSimulator = {
    url: local.url,
    application: { key: 'CBAEXAMPLEKEY', secret: 'E5D3SECRETAPPKEY0001' },
    tokens: new Set(['tkn1EXAMPLE~token']),
    oldShape: false,
    lean: false,
    terse: false,
    perSecond: Infinity,
    calls,
    count: (method) => calls.filter((call) => call.method === method).length,
    busiestSecond: seconds.busiest,
    fail: (fault) => faults.add(fault, fault.method, fault.times),
    heal: faults.clear,
    group(id, about = {}) {
      const group: SimulatedOkGroup = {
        id,
        shortname: null,
        name: id,
        members: 100,
        closed: false,
        topics: [],
        pinned: null,
        ...about,
      }
      groups.set(id, group)
      return group
    },
    user: (shortname) => {
      profiles.add(shortname)
    },
    post(id, said) {
      const { text: written, at = now(), author = null } = typeof said === 'string' ? { text: said } : said
      const topic: SimulatedOkTopic = { id: String(nextTopic++), at, text: written, author, comments: [] }
      if (author) users.set(author.id, author)
      groupOf(id).topics.push(topic)
      return topic
    },
    comment(topic, said) {
      const { text: written, at = now(), author = null } = typeof said === 'string' ? { text: said } : said
      const comment: SimulatedOkComment = {
        id: `MTM5${Buffer.from(String(nextComment++)).toString('base64')}`,
        at,
        text: written,
        author,
        removed: false,
      }
      if (author) users.set(author.id, author)
      topic.comments.push(comment)
      return comment
    },
    edit: (topic, written) => {
      topic.text = written
    },
    delete(id, topic) {
      const group = groupOf(id)
      group.topics = group.topics.filter((each) => each !== topic)
    },
    shut(id, how) {
      if (how === 'closed') groupOf(id).closed = true
      else groups.delete(id)
    },
    rename: (id, name) => {
      groupOf(id).name = name
    },
    close: local.close,
  }
  return simulator
}

const md5 = (written: string): string => createHash('md5').update(written).digest('hex')
const writeAnchor = (id: string): string => Buffer.from(`after ${id}`).toString('base64url')
const moscow = (at: Date): string => new Date(at.getTime() + 3 * HOUR).toISOString().slice(0, 19).replace('T', ' ')

function readAnchor(anchor: string): string {
  const id = /^after (.+)$/.exec(Buffer.from(anchor, 'base64url').toString())?.[1]
  if (id === undefined) throw new OkError(100, 'PARAM : Invalid anchor')
  return id
}

function placeOf(anchor: string): [number, bigint] {
  const [time = '0', id = '0'] = anchor.split(' ')
  return [Number(time), BigInt(id)]
}

function topicOf(group: SimulatedOkGroup, { id, at, text: written, author, comments }: SimulatedOkTopic) {
  return {
    id,
    created_ms: at.getTime(),
    author_ref: author ? `user:${author.id}` : `group:${group.id}`,
    owner_ref: `group:${group.id}`,
    media: [
      { type: 'photo', photo_refs: ['group_photo:1'] },
      ...(written === '' ? [] : [{ type: 'text', text: written }]),
    ],
    discussion_summary: { discussion_id: id, discussion_type: 'GROUP_TOPIC', comments_count: comments.length },
    like_summary: { count: 3 },
  }
}

const userOf = ({ id, name, city }: SimulatedOkUser) => ({
  uid: id,
  name,
  pic128x128: `https://i.mycdn.me/user-${id}.jpg`,
  url_profile: `https://ok.ru/profile/${id}`,
  ...(city ? { location: { city, country: 'RUSSIA' } } : {}),
})
