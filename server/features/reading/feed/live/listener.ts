/** One filter, or one view, that one socket listens to: what decides which new items count for it, and what is counted and not sent yet. */
import type { LeadStatus } from '../../../../../contract/reading/lead-mark.ts'
import { assignedTo, whyHidden, type FilterQuestion } from '../../../../../rules/filters/fits.ts'
import { MINUTE } from '../../../../kit/clock.ts'
import type { DbOrTx } from '../../../../kit/sql.ts'
import { readActiveRoles, type StaffRules } from '../../../people/accounts/accounts.public.ts'
import type { AnnouncedItem } from '../items/item-facts.ts'
import { readReader, type Reader } from '../read/reader.ts'
import { listBlackListed, type FeedScope } from '../read/scope.ts'
import { snippetOf } from '../read/show.ts'
import { readVisibility, type Visibility } from './visibility.ts'

export interface ReaderVisibility extends Visibility {
  reader: Reader
  blackList: Set<number>
}

/** One filter, or one view, as one person asks it: what decides which items are its cards. */
export interface CardReader {
  userId: number
  /** The only product whose items it may count (`productKeyOf`); null: those of any may. */
  productKey: string | null
  question: FilterQuestion
  visible: Pick<ReaderVisibility, 'reader' | 'products' | 'blackList'>
}

export interface Listener extends CardReader {
  socketId: string
  /** A filter by its id, a view by its key, and so what is narrowed for a while. */
  of: number | string
  visible: ReaderVisibility
  /** A bus message says that the question, or what is visible, is not what it was. */
  stale: boolean
  /** The client knows the count up to this seqId. */
  sentUpTo: number
  count: number
  /** The text of the newest that is counted. */
  newestText: string | null
  oldestStoredAt: number
}

/** With the roles they hold now: they may have changed since the socket began to listen. */
export async function readReaderVisibility(
  ctx: { db: DbOrTx; config: StaffRules },
  userId: number,
  now: Date,
): Promise<ReaderVisibility> {
  const { db } = ctx
  const roles = (await readActiveRoles(ctx, [userId])).get(userId) ?? []
  const reader = await readReader(db, { id: userId, roles }, now)
  const [visibility, blackList] = await Promise.all([readVisibility(db, reader, now), listBlackListed(db, userId)])
  return { reader, ...visibility, blackList: new Set(blackList) }
}

export function scopeOf({ visible: { reader, products, blackList }, question }: Listener, now: Date): FeedScope {
  return { reader, products: [...products.values()], blackList: [...blackList], question, now }
}

export const isOutdated = (listener: Listener, now: Date): boolean =>
  listener.stale || now.getTime() >= listener.visible.until

/** A message that is in the feed no longer than this has no marks yet, unless it repeats another. */
const UNMARKED_MS = MINUTE

/**
 * Has the item more to it than it says itself (an earlier copy, or marks of a message that is no longer new)? A cluster that does
 * not begin with it may have been handled, even when none of it is left.
 */
export const dependsOnDatabase = ({ repeats, storedAt, clusterId, messageId }: AnnouncedItem, now: Date): boolean =>
  repeats || clusterId !== messageId || storedAt < now.getTime() - UNMARKED_MS

/** What people's own marks say of any item is read for each of them; a mark of spam is read once for all. */
export const asksOwnMarks = ({ question }: Pick<CardReader, 'question'>): boolean =>
  question.learned || question.onlyFavorites || question.onlyWithNotes

/** Marks are asked of the database: where only they speak against an item, or might speak for it, nothing is decided yet. */
const DEPENDS_ON_MARKS: ReadonlySet<string> = new Set([
  'notSpam',
  'notHandled',
  'leadStatus',
  'assignee',
  'notFavorite',
  'noNote',
])

/** Might the item count for the listener, whatever the database says of its marks and copies? */
export function mayCount(listener: Listener, item: AnnouncedItem, now: Date): boolean {
  if (item.seqId <= listener.sentUpTo) return false
  const reason = reasonAgainst(listener, item, now)
  return reason === null || DEPENDS_ON_MARKS.has(reason)
}

/**
 * Might the item fit a filter of someone who holds its product so, whatever marks and copies of it the database knows? Where this says no, nothing that
 * is not the message itself makes it fit; what comes with time or is changed by hand is not looked ahead to.
 */
export function mightFit(
  question: FilterQuestion,
  { seen }: Pick<AnnouncedItem, 'seen'>,
  { trial, moderator }: { trial: boolean; moderator: boolean },
  now: Date,
): boolean {
  seen.trial = trial
  seen.moderator = moderator
  seen.blackListed = question.onlyBlackList
  seen.spamMarked = false
  seen.handled = question.handled === 'only'
  seen.leadStatus = untouched.status
  seen.assignedTo = assignedTo(null, 0)
  const reason = whyHidden(question, seen, now.getTime())?.reason ?? null
  return reason === null || DEPENDS_ON_MARKS.has(reason)
}

interface MarksBehind {
  spamMarked?: boolean | undefined
  handled?: boolean | undefined
  lead?: LeadState | undefined
}

/** How far the work on a cluster is. */
export interface LeadState {
  status: LeadStatus
  assigneeId: number | null
}
const untouched: LeadState = { status: 'new', assigneeId: null }

/** Why the item, which has no marks but perhaps these, is not the listener's; null when it is. */
export function reasonAgainst(
  { visible: { reader, products, blackList }, question }: CardReader,
  { productKey, authorId, seen }: Pick<AnnouncedItem, 'productKey' | 'authorId' | 'seen'>,
  now: Date,
  { spamMarked = false, handled = false, lead = untouched }: MarksBehind = {},
): string | null {
  const product = products.get(productKey)
  if (!product) return 'invisible'
  seen.trial = product.trial
  seen.moderator = reader.moderator
  seen.blackListed = authorId !== null && blackList.has(authorId)
  seen.spamMarked = spamMarked
  seen.handled = handled
  seen.leadStatus = lead.status
  seen.assignedTo = assignedTo(lead.assigneeId, reader.userId)
  return whyHidden(question, seen, now.getTime())?.reason ?? null
}

export function countItem(listener: Listener, item: AnnouncedItem): void {
  if (listener.count === 0) listener.oldestStoredAt = item.storedAt
  listener.count += 1
  listener.newestText = item.text
}

/** What came for a listener in (since, seqId]. */
export interface ListenerUpdate {
  count: number
  snippet: string | null
  since: number
  seqId: number
}

/** What the client is sent now: from here on the counting begins again. Null when there is nothing new. */
export function takeUpdate(listener: Listener, watermark: number): ListenerUpdate | null {
  const { count, newestText, sentUpTo } = listener
  if (count === 0) return null
  listener.sentUpTo = Math.max(sentUpTo, watermark)
  listener.count = 0
  listener.newestText = null
  const snippet = newestText === null ? null : snippetOf(newestText)
  return { count, snippet, since: sentUpTo, seqId: listener.sentUpTo }
}
