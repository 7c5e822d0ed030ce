/**
 * Tells every open feed at once what has changed about a message it may know. Bus messages bring ids; what each person may see
 * is read when it is sent, so that many changes are one signal, and the last.
 */
import { sql } from 'kysely'
import type { MessageMarks } from '../../../../../contract/reading/message-marks.ts'
import { mayReadVerdict } from '../../../../../rules/filters/verdict.ts'
import { mayShow, type VisibleProduct } from '../../../../../rules/trial.ts'
import type { Person } from '../../../../../rules/identity.ts'
import { moderates } from '../../../../../rules/roles.ts'
import { readActiveRoles } from '../../../people/accounts/accounts.public.ts'
import type { AppContext } from '../../../../kit/context.ts'
import type { OutgoingSignal, SignalDeclaration } from '../../../../kit/signals.ts'
import type { Db } from '../../../../kit/sql.ts'
import { fillMarks } from '../read/fill-marks.ts'
import { readReader, type Reader } from '../read/reader.ts'
import { KnownVisibility } from './known-visibility.ts'
import { productKeyOf, type ProductKey } from '../../../../../rules/product-key.ts'

/** What changed about a message: for everybody, or for some. */
interface Change {
  messageId: number
  everybody: boolean
  userIds: ReadonlySet<number>
  edited: boolean
  left: ProductKey[]
}

interface Item extends ProductKey {
  messageId: number
  publishedAt: Date
  gone: boolean
  verdict: string | null
  suppressedBy: string | null
}

/** What everybody is sent of the changed messages, read once for all. */
interface Common {
  items: Map<number, Item[]>
  marks: Map<number, MessageMarks>
  /** `userId messageId` of those who marked it as spam. */
  spamMarked: Set<string>
}

type KnownPerson = Pick<Person, 'id' | 'roles'>

/** Knows what everybody may know, and no person's own marks. */
const anyReader: Reader = {
  userId: 0,
  team: [0],
  ownerId: 0,
  right: 'view',
  needs: 'view',
  moderator: false,
  admin: false,
}

export class MessageSignals implements SignalDeclaration<Change> {
  readonly name = 'feed.message'
  readonly gatherMs = 300
  readonly #visibilities = new KnownVisibility()

  readonly on: SignalDeclaration<Change>['on'] = {
    'message.changed': ({ messageId, userIds, edited = false, left }) => ({
      userIds,
      change: {
        messageId,
        everybody: userIds === null,
        userIds: new Set(userIds),
        edited,
        left: left ? [left] : [],
      },
    }),
    'scope.changed': ({ userId }) => {
      this.#visibilities.forget(userId)
      return null
    },
    'bus.reconnected': () => {
      this.#visibilities.forget(null)
      return null
    },
  }

  keyOf({ messageId }: Change): number {
    return messageId
  }

  merge(earlier: Change, later: Change): Change {
    return {
      messageId: later.messageId,
      everybody: earlier.everybody || later.everybody,
      userIds: new Set([...earlier.userIds, ...later.userIds]),
      edited: earlier.edited || later.edited,
      left: [...earlier.left, ...later.left],
    }
  }

  /** Which messages changed meanwhile is not known: browsers ask for those they show when they reconnect. */
  missed(): Change[] {
    return []
  }

  async read({ db, clock, config }: AppContext, changes: Change[], connected: number[]): Promise<OutgoingSignal[]> {
    this.#visibilities.forgetAllBut(connected)
    const userIds = connected.filter((userId) => changes.some((change) => concerns(change, userId)))
    if (userIds.length === 0) return []
    const ids = changes.map(({ messageId }) => messageId)
    const [items, marks, spamMarked, roles] = await Promise.all([
      readItems(db, ids),
      fillMarks(db, anyReader, ids),
      readSpamMarked(db, userIds, ids),
      readActiveRoles({ db, config }, userIds),
    ])
    const signals: OutgoingSignal[] = []
    for (const userId of userIds) {
      const person = { id: userId, roles: roles.get(userId) ?? [] }
      const viewer = { userId, moderator: moderates(person.roles) }
      const { products } = await this.#visibilities.read({ db, clock }, viewer)
      const theirs = changes.filter((change) => concerns(change, userId))
      signals.push(
        ...(await signalsFor(
          db,
          person,
          theirs,
          { items, marks, spamMarked },
          { products, now: clock.now().getTime() },
        )),
      )
    }
    return signals
  }
}

const concerns = ({ everybody, userIds }: Change, userId: number): boolean => everybody || userIds.has(userId)

async function signalsFor(
  db: Db,
  person: KnownPerson,
  changes: Change[],
  common: Common,
  sees: { products: Map<string, VisibleProduct>; now: number },
): Promise<OutgoingSignal[]> {
  const userId = person.id
  const moderator = moderates(person.roles)
  const states = new Map(
    changes.map((change) => [
      change,
      stateOf(change, common.items.get(change.messageId) ?? [], { ...sees, moderator }),
    ]),
  )
  const closed = changes.filter((change) => states.get(change) === 'closed')
  const open = changes.filter((change) => states.get(change) === 'open')
  // Others are sent no more than everybody may know; a moderator's log is theirs to see as well.
  const personal = open.filter(({ userIds }) => moderator || userIds.has(userId)).map(({ messageId }) => messageId)
  const own =
    personal.length > 0
      ? await fillMarks(db, await readReader(db, person, new Date(sees.now)), personal)
      : new Map<number, MessageMarks>()
  const signals: OutgoingSignal[] = closed.map(({ messageId }) => ({
    userId,
    name: 'feed.message',
    payload: { messageId, removed: true },
  }))
  for (const { messageId, everybody, edited } of open) {
    const spamMarked = common.spamMarked.has(`${userId} ${messageId}`)
    const marks = own.get(messageId) ?? commonMarks(common.marks.get(messageId), spamMarked)
    if (!marks) continue
    const payload = { messageId, ...(everybody && { removed: false }), ...(edited && { edited }), marks }
    signals.push({ userId, name: 'feed.message', payload })
  }
  return signals
}

interface Sees {
  products: Map<string, VisibleProduct>
  moderator: boolean
  now: number
}

/** Of products the person holds, and old enough for a trial. */
function heldOf(items: Item[], { products, now }: Sees): Item[] {
  return items.filter((item) => {
    const product = products.get(productKeyOf(item))
    return product !== undefined && mayShow(product, item.publishedAt.getTime(), now)
  })
}

const readableOf = (items: Item[], sees: Sees): Item[] =>
  heldOf(items, sees).filter((item) => !item.gone && mayReadVerdict(item.verdict, sees.moderator))

/** Whether a person sees the changed message, or may have seen it and sees it no more; null: neither. */
function stateOf({ everybody, left }: Change, items: Item[], sees: Sees): 'open' | 'closed' | null {
  const { products } = sees
  const held = heldOf(items, sees)
  const readable = readableOf(items, sees)
  const isLeft = left.some((product) => products.has(productKeyOf(product)))
  // What its own product keeps away may still be looked at among what is hidden; it has left the feed all the same.
  if (readable.some((item) => item.suppressedBy === null || !isLeft)) return 'open'
  return everybody && (held.length > 0 || isLeft) ? 'closed' : null
}

/** What everybody may know, and whether it is spam to this person. */
function commonMarks(marks: MessageMarks | undefined, spamMarked: boolean): Partial<MessageMarks> | undefined {
  if (!marks) return undefined
  const { spamCount, spam, verdict, location } = marks
  return { spamCount, spam: spam || spamMarked, verdict, location }
}

/** Which of these messages, as they stand in the feed, each of these people sees. */
export async function listSeen(
  { db, clock, config }: Pick<AppContext, 'db' | 'clock' | 'config'>,
  visibilities: KnownVisibility,
  userIds: number[],
  messageIds: number[],
): Promise<Map<number, Set<number>>> {
  const [items, roles] = await Promise.all([readItems(db, messageIds), readActiveRoles({ db, config }, userIds)])
  const seen = new Map<number, Set<number>>()
  for (const userId of userIds) {
    const moderator = moderates(roles.get(userId) ?? [])
    const { products } = await visibilities.read({ db, clock }, { userId, moderator })
    const sees = { products, moderator, now: clock.now().getTime() }
    const open = messageIds.filter((id) => readableOf(items.get(id) ?? [], sees).length > 0)
    seen.set(userId, new Set(open))
  }
  return seen
}

async function readItems(db: Db, messageIds: number[]): Promise<Map<number, Item[]>> {
  const { rows } = await sql<Item>`
    select message_id, product_type, product_id, published_at, gone, verdict, suppressed_by from feed_items
    where message_id = any(${messageIds}::bigint[])`.execute(db)
  return Map.groupBy(rows, ({ messageId }) => messageId)
}

async function readSpamMarked(db: Db, userIds: number[], messageIds: number[]): Promise<Set<string>> {
  const { rows } = await sql<{ userId: number; messageId: number }>`
    select user_id, message_id from spam_marks
    where message_id = any(${messageIds}::bigint[]) and user_id = any(${userIds}::bigint[])`.execute(db)
  return new Set(rows.map(({ userId, messageId }) => `${userId} ${messageId}`))
}
