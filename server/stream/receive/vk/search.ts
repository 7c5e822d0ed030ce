/** Search over all of VK: `newsfeed.search`, newest first, a thousand results of a question at most. */
import type { NetworkSearch, Reading, Time } from '../shared/adapter.ts'
import type { RawMessage } from '../shared/source.ts'
import type { TokenPool } from '../shared/token-pool.ts'
import { isNetworkError, NetworkError } from '../shared/network-error.ts'
import type { AskVk } from './ask-vk.ts'
import { isId, listOf, ownersOf, partyFields, readPost, type VkList, type VkPost } from './shape.ts'

const PAGE = 200
const MOST_RESULTS = 1_000
/** In seconds. The index of VK learns of posts late and in no order: so far back they are looked for again. */
const LATE = 600
/** What rested longer was given up, and starts again. In seconds. */
const LONGEST_GAP = 14 * 86_400
/** Results of the last minutes that are remembered, so that they are not informed again. */
const MOST_SEEN = 300
/** After a silence more than one question's worth may have come: so many questions, each about what is older than the last. */
const MOST_QUESTIONS = 5

export interface VkSearchCursor {
  /** The newest date known, in seconds. */
  newest: number
  /** What was notified of the time that is looked at again: owner, id, and when it was edited. */
  seen: string[]
  paging?: Paging
}

interface Paging {
  /** All pages of a reading ask about the same time, or they would shift. */
  start: number
  /** Ends here rather than now: the question before brought only what is newer. */
  end?: number
  from?: string
  results: number
  questions: number
  /** Of the pages read. */
  oldest: number
}

interface SearchAnswer extends VkList<VkPost> {
  next_from?: string
}

interface VkSearchOptions {
  ask: AskVk
  pool: TokenPool
  time: Time
}

export function vkSearch({ ask, pool, time }: VkSearchOptions): NetworkSearch<VkSearchCursor> {
  return {
    async read(words, cursor, since, signal): Promise<Reading<VkSearchCursor>> {
      const now = Math.floor(time.now().getTime() / 1000)
      const paging = pagingOf(cursor, since, now)
      const answer = await askPage(ask, words, paging, signal)
      return answer === null
        ? { messages: [], cursor: withoutPage(cursor, paging), more: true }
        : readAnswer(answer, cursor, paging, now)
    },
    allowance: () => pool.allowance('newsfeed.search'),
    callsPerRead: 1,
    mostResults: MOST_RESULTS,
  }
}

/** Where the reading that was begun goes on, or what a new one asks for first. */
function pagingOf(cursor: VkSearchCursor | null, since: Date, now: number): Paging {
  const isGivenUp = cursor !== null && cursor.newest < now - LONGEST_GAP
  const begun = isGivenUp ? undefined : cursor?.paging
  return (
    begun ?? {
      // However long it rested: what was written meanwhile is wanted, unless it was given up.
      start: cursor ? Math.max(cursor.newest - LATE, now - LONGEST_GAP) : Math.floor(since.getTime() / 1000),
      results: 0,
      // The first reading brings what one question brings.
      questions: cursor ? 1 : MOST_QUESTIONS,
      oldest: Number.MAX_SAFE_INTEGER,
    }
  )
}

/** @returns null when VK no longer knows the mark of the next page */
async function askPage(
  ask: AskVk,
  words: string[],
  { start, end, from }: Paging,
  signal: AbortSignal,
): Promise<SearchAnswer | null> {
  const question = vkQuestionOf(words)
  if (question === '') throw new NetworkError('bad-request', 'vk: a search without words')
  try {
    return await ask<SearchAnswer>(
      'newsfeed.search',
      {
        q: question,
        extended: 1,
        count: PAGE,
        start_time: start,
        fields: partyFields,
        ...(end === undefined ? {} : { end_time: end }),
        ...(from === undefined ? {} : { start_from: from }),
      },
      signal,
    )
  } catch (error) {
    if (from !== undefined && isNetworkError(error, 'bad-request')) return null
    throw error
  }
}

/** The page that is no longer known is asked for by its time. */
function withoutPage(cursor: VkSearchCursor | null, paging: Paging): VkSearchCursor {
  const { from: _, ...again } = paging
  return {
    newest: cursor?.newest ?? paging.start,
    seen: cursor?.seen ?? [],
    paging: { ...again, end: paging.oldest },
  }
}

function readAnswer(
  answer: SearchAnswer,
  cursor: VkSearchCursor | null,
  paging: Paging,
  now: number,
): Reading<VkSearchCursor> {
  const owners = ownersOf(answer)
  const items = listOf(answer.items).filter((item) => isId(item.owner_id) && item.date !== undefined)
  const known = new Set(cursor?.seen)
  const messages: RawMessage[] = []
  for (const item of items) {
    const name = nameOf(item)
    if (known.has(name)) continue
    const message = readPost(item, owners)
    if (!message) continue
    known.add(name)
    messages.push(message)
  }
  const dates = items.map(({ date = 0 }) => date)
  // A date that is still to come would keep everything before it from being found.
  const latest = now + LATE
  const newest = Math.max(cursor?.newest ?? paging.start, ...dates.filter((date) => date <= latest))
  const oldest = Math.min(paging.oldest, ...dates)
  const next = nextPaging({ ...paging, results: paging.results + items.length, oldest }, answer.next_from)
  const state: VkSearchCursor = {
    newest,
    seen: [...known].filter((name) => dateOf(name) >= newest - LATE).slice(-MOST_SEEN),
    ...(next ? { paging: next } : {}),
  }
  return { messages, cursor: state, more: next !== null }
}

function nextPaging(read: Paging, nextFrom: string | undefined): Paging | null {
  const { from, results, questions, oldest, start, end } = read
  // The same mark again would bring the same page again.
  if (nextFrom !== undefined && nextFrom !== '' && nextFrom !== from && results < MOST_RESULTS)
    return { ...read, from: nextFrom }
  if (results < MOST_RESULTS || questions >= MOST_QUESTIONS || oldest <= start || oldest === end) return null
  return { start, end: oldest, results: 0, questions: questions + 1, oldest }
}

const nameOf = ({ owner_id: owner, id, date, edited }: VkPost): string =>
  `${date} ${owner} ${id} ${edited ?? ''}`.trim()
const dateOf = (name: string): number => Number(name.split(' ', 1)[0])

/** Signs in which VK's search sees more than words are left out: quotes, minus, operators. */
export function vkQuestionOf(words: string[]): string {
  return words
    .map((word) =>
      word
        .replace(/["«»“”|()*:]/g, ' ')
        .replace(/(^|\s)-+/g, '$1')
        .trim(),
    )
    .filter((word) => word !== '')
    .join(' ')
    .replace(/\s+/g, ' ')
}
