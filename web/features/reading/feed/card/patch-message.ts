/** What signals and actions change about the messages of a page. Pages and messages they do not concern stay the very same. */
import type { FeedMessage, FeedOrder } from '../../../../../contract/reading/feed.ts'
import type { MessageMarks } from '../../../../../contract/reading/message-marks.ts'
import { intentLevels } from '../../../../../contract/reading/filters.ts'
import type { Signals } from '../../../../../contract/signals.ts'

/**
 * Who took a message from the list: the reader themselves, who deleted it for everybody or is done with it (`handled`), or someone
 * who may; `unknown` when it went while no one listened; `returned`: it went by the reader, and stands there
 * again by another tab of theirs.
 */
export type RemovedBy = 'reader' | 'handled' | 'returned' | 'moderator' | 'unknown'

export interface Cards {
  messages: FeedMessage[]
  /** Messages that were removed since the page was read; they can come back to their places until the next reading. */
  removed?: Readonly<Record<number, RemovedBy>>
}

export type MarkChanges = ReadonlyMap<number, Partial<MessageMarks>>

/** What stands in the list: what the reader took from it themselves has gone, what others did keeps its place as a line. */
export function listed(messages: FeedMessage[], removed: Cards['removed']): FeedMessage[] {
  return messages.filter(({ id }) => removed?.[id] !== 'reader' && removed?.[id] !== 'handled')
}

export function patchMarks<Page extends Cards>(page: Page, changes: MarkChanges): Page {
  if (!page.messages.some(({ id }) => changes.has(id))) return page
  const patched = (message: FeedMessage): FeedMessage => {
    const change = changes.get(message.id)
    return change ? { ...message, ...change } : message
  }
  return { ...page, messages: page.messages.map(patched) }
}

/** The text of an item as it is now, and what goes by it; of its marks others know more. */
export function patchText<Page extends Cards>(
  page: Page,
  { seqId, text, spans, filterSpans, keyword, editedAt, intent }: FeedMessage,
): Page {
  if (!page.messages.some((message) => message.seqId === seqId)) return page
  const patched = (message: FeedMessage): FeedMessage =>
    message.seqId === seqId ? { ...message, text, spans, filterSpans, keyword, editedAt, intent } : message
  return { ...page, messages: page.messages.map(patched) }
}

/** Marks messages as removed, or, with null, as there again. */
export function patchRemoved<Page extends Cards>(page: Page, ids: readonly number[], by: RemovedBy | null): Page {
  const here = ids.filter(
    (id) => page.messages.some((message) => message.id === id) && (page.removed?.[id] ?? null) !== by,
  )
  if (here.length === 0) return page
  const removed: Record<number, RemovedBy> = { ...page.removed }
  for (const id of here) {
    if (by === null) delete removed[id]
    else removed[id] = by
  }
  return { ...page, removed }
}

/** The message is there for everybody: anyone who is done with it sees it no more all the same. */
export function patchThere<Page extends Cards>(page: Page, id: number): Page {
  const by = page.removed?.[id]
  return by === 'handled' || by === 'returned' ? page : patchRemoved(page, [id], null)
}

/** `feed.message`: what the reader removed themselves stays so, even when it is notified as well. */
export function patchMessage<Page extends Cards>(
  page: Page,
  { messageId, removed, marks }: Signals['feed.message'],
): Page {
  const before = page.messages.find(({ id }) => id === messageId)
  const marked = marks ? patchMarks(page, new Map([[messageId, marks]])) : page
  const by = marked.removed?.[messageId]
  const turned = marks?.handled !== undefined && before !== undefined && marks.handled !== before.handled
  if (turned && by === 'handled') return patchRemoved(marked, [messageId], 'returned')
  if (turned && by === 'returned') return patchRemoved(marked, [messageId], 'handled')
  if (removed === undefined || (removed && by && by !== 'returned')) return marked
  return removed ? patchRemoved(marked, [messageId], 'moderator') : patchThere(marked, messageId)
}

/** `feed.author`: all messages of the author. */
export function patchAuthor<Page extends Cards>(page: Page, { authorId, blackListed }: Signals['feed.author']): Page {
  const his = page.messages.filter(({ author, blackListed: was }) => author?.id === authorId && was !== blackListed)
  return patchMarks(page, new Map(his.map(({ id }) => [id, { blackListed }])))
}

/**
 * What the server holds of the page by now, asked for after signals may have been missed. Everything keeps its place.
 * @param now    as far as it reaches; messages below the page are let be
 * @param whole  it reaches to the end of the page, and what it lacks is there no more
 * @param order  in which both stand
 */
export function patchMissed<Page extends Cards>(
  page: Page,
  now: readonly FeedMessage[],
  whole: boolean,
  order: FeedOrder = 'new',
): Page {
  const known = new Map(now.map((message) => [message.seqId, message]))
  const last = now.at(-1)
  const reaches = (message: FeedMessage): boolean =>
    whole || (last !== undefined && !standsBehind(message, last, order))
  const stays = (message: FeedMessage): boolean => known.has(message.seqId)
  // Of these the card knows better why it is not there.
  const explained = ({ spam, blackListed }: FeedMessage): boolean => spam || blackListed
  const gone = page.messages.filter(
    (message) => !stays(message) && reaches(message) && !explained(message) && !page.removed?.[message.id],
  )
  const fresh = { ...page, messages: page.messages.map((message) => known.get(message.seqId) ?? message) }
  const back = patchRemoved(
    fresh,
    page.messages.filter(stays).map(({ id }) => id),
    null,
  )
  return patchRemoved(
    back,
    gone.map(({ id }) => id),
    'unknown',
  )
}

/** Is its place in the feed after that of the other one? */
function standsBehind(message: FeedMessage, other: FeedMessage, order: FeedOrder): boolean {
  const colder = order === 'hot' ? intentLevels.indexOf(other.intent) - intentLevels.indexOf(message.intent) : 0
  return colder === 0 ? message.seqId < other.seqId : colder > 0
}
