/** The messages that are kept in the query cache, and what changes them. */
import type { QueryClient } from '@tanstack/react-query'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import type { MessageMarks } from '../../../../../contract/reading/message-marks.ts'
import type { Signals } from '../../../../../contract/signals.ts'
import { ask, type Result } from '../../../../kit/calls/ask.ts'
import { patchAuthor, patchMessage, type Cards } from '../card/patch-message.ts'
import type { FeedPageResult } from './feed-question.ts'
import { countActions, holdBack } from './actions-underway.ts'
import { recountLeft } from './left-cache.ts'

const pages = { queryKey: ['feed', 'queryFeed'] }
const copies = { queryKey: ['feed', 'listCopies'] }
type Copies = Result<'feed', 'listCopies'>
const single = { queryKey: ['feed', 'getMessage'] }
type Single = Result<'feed', 'getMessage'>

export function listPages(cache: QueryClient): FeedPageResult[] {
  return cache.getQueriesData<FeedPageResult>(pages).flatMap(([, page]) => page ?? [])
}

/** @param read what the page was read by; null for the messages behind a card, which stand there as long as it does */
export type Patch = <Page extends Cards>(page: Page, read: Pick<FeedPageResult, 'handled'> | null) => Page

/** Wherever messages are kept: on the pages, behind their cards, and one by one. */
export function patchCards(cache: QueryClient, patch: Patch): void {
  cache.setQueriesData<FeedPageResult>(pages, (page) => page && patch(page, page))
  cache.setQueriesData<Copies>(copies, (behind) => {
    if (!behind) return behind
    const before: Cards = { messages: behind.copies }
    const after = patch(before, null)
    return after === before ? behind : { ...behind, copies: after.messages }
  })
  cache.setQueriesData<Single>(single, (one) => {
    if (!one) return one
    const before: Cards = { messages: [one.message] }
    const [message = one.message] = patch(before, null).messages
    return message === one.message ? one : { message }
  })
}

/** Every message that is kept, once. */
export function listCards(cache: QueryClient): Map<number, FeedMessage> {
  const all = [
    ...cache.getQueriesData<Cards>(pages).flatMap(([, page]) => page?.messages ?? []),
    ...cache.getQueriesData<Copies>(copies).flatMap(([, behind]) => behind?.copies ?? []),
    ...cache.getQueriesData<Single>(single).flatMap(([, one]) => one?.message ?? []),
  ]
  return new Map(all.map((message) => [message.id, message]))
}

/** What the signal `feed.message` does; while an action of the reader's on the message is on its way, when that has failed. */
export function takeMessageChange(cache: QueryClient, signal: Signals['feed.message']): void {
  const known = listCards(cache).get(signal.messageId)
  if (holdBack(cache, signal)) return
  patchCards(cache, (page) => patchMessage(page, signal))
  if (!known) recountLeft(cache, 'elsewhere')
  else if (signal.removed || differs(known, signal.marks ?? {})) recountLeft(cache)
  // Something was done with it, by the reader too: its history is one line longer.
  void cache.invalidateQueries({ queryKey: ['feed', 'listActivity', { id: signal.messageId }] })
  // Seldom is the card of an author open.
  void cache.invalidateQueries({ queryKey: ['feed', 'getAuthor'] })
}

/**
 * It was held back while an action was on its way, whose answer is there now. Which of the two was read first no one knows: what others did may
 * have come between the action and its answer. So the server is asked how that stands.
 */
export function readChangeAgain(cache: QueryClient, { messageId, marks = {} }: Signals['feed.message']): void {
  const changed = Object.keys(marks) as (keyof MessageMarks)[]
  const readAgain = async (): Promise<void> => {
    const before = countActions(cache, messageId)
    const { message } = await ask('feed', 'getMessage', { id: messageId })
    // The reader did something with it meanwhile, of which the answer may not know.
    if (countActions(cache, messageId) !== before) return readAgain()
    takeMessageChange(cache, { messageId, marks: Object.fromEntries(changed.map((mark) => [mark, message[mark]])) })
  }
  // Without a connection the next one asks about all that is shown; what may not be seen any more is reported by its removal.
  readAgain().catch(() => {})
}

/** What the signal `feed.author` does. */
export function takeAuthorChange(cache: QueryClient, signal: Signals['feed.author']): void {
  patchCards(cache, (page) => patchAuthor(page, signal))
  void cache.invalidateQueries({ queryKey: ['feed', 'getAuthor', { id: signal.authorId }] })
  recountLeft(cache)
}

/** The reader's own action comes back as a signal: it brings nothing new. */
function differs(known: FeedMessage, marks: Partial<MessageMarks>): boolean {
  return (Object.keys(marks) as (keyof MessageMarks)[]).some(
    (mark) => JSON.stringify(known[mark]) !== JSON.stringify(marks[mark]),
  )
}
