/**
 * Says at once what has changed about a message or an author, to every open feed that may know it. Runs where the sockets
 * are. Notices bring ids; what each person may see is read when it is said, so that many changes are one signal, and the last.
 */
import { sql } from 'kysely'
import type { RoleName } from '../../../contract/call.ts'
import type { MessageMarks } from '../../../contract/feed.ts'
import type { Signals, SignalName } from '../../../contract/signals.ts'
import { mayShow, type VisibleProduct } from '../../../rules/trial.ts'
import type { Bus, Notices } from '../../kit/bus.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Log } from '../../kit/log.ts'
import { isPassing, type Db } from '../../kit/sql.ts'
import { findNextScopeChange, listVisibleProducts } from '../subscriptions/subscriptions.public.ts'
import { fillMarks } from './fill-marks.ts'
import { readReader, type Reader } from './reader.ts'

/** Who is connected to this process, and a way to tell them. */
interface Audience {
  listPeople(): number[]
  say<Name extends SignalName>(userId: number, name: Name, payload: Signals[Name]): void
}

interface LiveMessages {
  close(): void
}

interface Product {
  productType: string
  productId: number
}

/** What is to be said of a message: to everybody, or to some. */
interface Change {
  everybody: boolean
  userIds: Set<number>
  edited: boolean
  left: Product[]
}

/** What a person may see, until then, in milliseconds. */
interface Visible {
  products: Map<string, VisibleProduct>
  until: number
}

interface Item extends Product {
  messageId: number
  publishedAt: Date
  gone: boolean
  verdict: string | null
  withheld: string | null
}

/** Changes of so long are said together. */
const GATHERED_MS = 300

/** Knows what everybody may know: nobody's own marks. */
const nobody: Reader = { userId: 0, team: [0], moderator: false, admin: false }

const keyOf = ({ productType, productId }: Product): string => `${productType} ${productId}`

export function openLiveMessages(
  { db, clock, bus, log }: { db: Db; clock: Clock; bus: Bus; log: Log },
  audience: Audience,
): LiveMessages {
  let changes = new Map<number, Change>()
  let authors = new Map<string, Notices['author.listed']>()
  const visibles = new Map<number, Visible>()
  /** Grows when what was read of somebody may be outdated. */
  let outdated = 0
  let timer: NodeJS.Timeout | null = null
  let running = false
  let closed = false

  function forget(userId: number | null): void {
    outdated += 1
    if (userId === null) visibles.clear()
    else visibles.delete(userId)
  }

  function gather(messageId: number, change: Change): void {
    const known = changes.get(messageId)
    if (!known) return void changes.set(messageId, change)
    known.everybody ||= change.everybody
    for (const userId of change.userIds) known.userIds.add(userId)
    known.edited ||= change.edited
    known.left.push(...change.left)
  }

  function saySoon(): void {
    if (timer || running || closed || changes.size + authors.size === 0) return
    timer = setTimeout(() => {
      timer = null
      running = true
      sayAll()
        .catch((error: unknown) => log.error({ err: error }, 'what has changed about messages could not be said'))
        .finally(() => {
          running = false
          saySoon()
        })
    }, GATHERED_MS)
  }

  const stop = [
    bus.on('message.changed', ({ messageId, userIds, edited = false, left }) => {
      const people = audience.listPeople()
      if (userIds ? !people.some((id) => userIds.includes(id)) : people.length === 0) return
      gather(messageId, { everybody: userIds === null, userIds: new Set(userIds), edited, left: left ? [left] : [] })
      saySoon()
    }),
    bus.on('author.listed', (listed) => {
      if (!audience.listPeople().includes(listed.userId)) return
      authors.set(`${listed.userId} ${listed.authorId}`, listed)
      saySoon()
    }),
    bus.on('scope.changed', ({ userId }) => forget(userId)),
    bus.on('bus.reconnected', () => forget(null)),
  ]

  async function sayAll(): Promise<void> {
    const [said, listed] = [changes, [...authors.values()]]
    changes = new Map()
    authors = new Map()
    try {
      await sayAuthors(listed)
      await sayMessages(said)
    } catch (error) {
      // The database will be back; what came meanwhile is said with it.
      if (isPassing(error)) {
        for (const [messageId, change] of said) gather(messageId, change)
        for (const each of listed) authors.set(`${each.userId} ${each.authorId}`, each)
      }
      throw error
    }
  }

  async function sayAuthors(listed: Notices['author.listed'][]): Promise<void> {
    if (listed.length === 0) return
    const { rows } = await sql<Signals['feed.author'] & { userId: number }>`
      select w.user_id, w.author_id,
        exists (select from blacklisted_authors b where b.user_id = w.user_id and b.author_id = w.author_id) as black_listed
      from unnest(${listed.map(({ userId }) => userId)}::bigint[], ${listed.map(({ authorId }) => authorId)}::bigint[])
        as w (user_id, author_id)`.execute(db)
    for (const { userId, ...payload } of rows) audience.say(userId, 'feed.author', payload)
  }

  async function sayMessages(said: Map<number, Change>): Promise<void> {
    if (said.size === 0) return
    const ids = [...said.keys()]
    const everybody = [...said.values()].some((change) => change.everybody)
    const here = new Set(audience.listPeople())
    for (const userId of visibles.keys()) if (!here.has(userId)) visibles.delete(userId)
    const people = [...here].filter(
      (userId) => everybody || [...said.values()].some(({ userIds }) => userIds.has(userId)),
    )
    if (people.length === 0) return
    const [items, common, marked, roles] = await Promise.all([
      readItems(db, ids),
      fillMarks(db, nobody, ids),
      readMarked(db, people, ids),
      readRoles(db, people),
    ])
    for (const userId of people) {
      const person = { id: userId, roles: roles.get(userId) ?? [] }
      const moderator = person.roles.includes('admin') || person.roles.includes('moderator')
      const { open, closed } = sortOut(said, items, {
        userId,
        moderator,
        products: (await readVisible(userId)).products,
      })
      for (const messageId of closed) audience.say(userId, 'feed.message', { messageId, removed: true })
      // Others hear no more than everybody may know; a moderator's log is his to see as well.
      const personal = open.filter((messageId) => moderator || said.get(messageId)?.userIds.has(userId))
      const own =
        personal.length > 0
          ? await fillMarks(db, await readReader(db, person), personal)
          : new Map<number, MessageMarks>()
      for (const messageId of open) {
        const marks = own.get(messageId) ?? commonMarks(common.get(messageId), marked.has(`${userId} ${messageId}`))
        const { everybody = false, edited = false } = said.get(messageId) ?? {}
        if (marks)
          audience.say(userId, 'feed.message', {
            messageId,
            ...(everybody && { removed: false }),
            ...(edited && { edited }),
            marks,
          })
      }
    }
  }

  /** Which of the changed messages this person sees, and which he may have seen and sees no more. */
  function sortOut(
    said: Map<number, Change>,
    items: Map<number, Item[]>,
    { userId, moderator, products }: { userId: number; moderator: boolean; products: Map<string, VisibleProduct> },
  ): { open: number[]; closed: number[] } {
    const now = clock.now().getTime()
    const open: number[] = []
    const closed: number[] = []
    for (const [messageId, { everybody, userIds, left }] of said) {
      if (!everybody && !userIds.has(userId)) continue
      const held = (items.get(messageId) ?? []).filter((item) => {
        const product = products.get(keyOf(item))
        return product !== undefined && mayShow(product, item.publishedAt.getTime(), now)
      })
      const readable = held.filter((item) => !item.gone && mayRead(item.verdict, moderator))
      const isLeft = left.some((product) => products.has(keyOf(product)))
      // What its own product keeps away may still be looked at among what is hidden; it has left the feed all the same.
      if (readable.some((item) => item.withheld === null || !isLeft)) open.push(messageId)
      else if (everybody && (held.length > 0 || isLeft)) closed.push(messageId)
    }
    return { open, closed }
  }

  async function readVisible(userId: number): Promise<Visible> {
    const now = clock.now()
    const known = visibles.get(userId)
    if (known && now.getTime() < known.until) return known
    const before = outdated
    const [products, change] = await Promise.all([
      listVisibleProducts(db, userId, now),
      findNextScopeChange(db, userId, now),
    ])
    const visible = {
      products: new Map(products.map((product) => [keyOf(product), product])),
      until: change?.getTime() ?? Infinity,
    }
    if (outdated === before) visibles.set(userId, visible)
    return visible
  }

  return {
    close() {
      closed = true
      for (const off of stop) off()
      if (timer) clearTimeout(timer)
    },
  }
}

const mayRead = (verdict: string | null, moderator: boolean): boolean =>
  verdict !== 'removed' && (moderator || verdict !== 'rejected')

/** What everybody may know, and whether it is spam to this person. */
function commonMarks(marks: MessageMarks | undefined, spamMarked: boolean): Partial<MessageMarks> | undefined {
  if (!marks) return undefined
  const { spamCnt, spam, verdict, location } = marks
  return { spamCnt, spam: spam || spamMarked, verdict, location }
}

async function readItems(db: Db, messageIds: number[]): Promise<Map<number, Item[]>> {
  const { rows } = await sql<Item>`
    select message_id, product_type, product_id, published_at, gone, verdict, withheld from feed_items
    where message_id = any(${messageIds}::bigint[])`.execute(db)
  return Map.groupBy(rows, ({ messageId }) => messageId)
}

async function readMarked(db: Db, userIds: number[], messageIds: number[]): Promise<Set<string>> {
  const { rows } = await sql<{ userId: number; messageId: number }>`
    select user_id, message_id from spam_marks
    where message_id = any(${messageIds}::bigint[]) and user_id = any(${userIds}::bigint[])`.execute(db)
  return new Set(rows.map(({ userId, messageId }) => `${userId} ${messageId}`))
}

/** As they are now, not as they were when the socket was opened. */
async function readRoles(db: Db, userIds: number[]): Promise<Map<number, RoleName[]>> {
  const rows = await db.selectFrom('users').select(['id', 'roles']).where('id', 'in', userIds).execute()
  return new Map(rows.map(({ id, roles }) => [id, roles as RoleName[]]))
}
