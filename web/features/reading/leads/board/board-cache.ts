/** The leads of the board that are kept in the query cache, and what changes them: what the reader did at once, what others did in its place. */
import { useInfiniteQuery, useQuery, skipToken, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import type { FeedMessage } from '../../../../../contract/reading/feed.ts'
import type { Lead } from '../../../../../contract/reading/leads.ts'
import type { Signals } from '../../../../../contract/signals.ts'
import { ask, type Result } from '../../../../kit/calls/ask.ts'
import type { LeadQuestion, NewQuestion } from './board-question.ts'

type Page = Result<'leads', 'listLeads'>
export type BoardPages = InfiniteData<Page, unknown>

const boardKey = ['leads', 'board']
const countsKey = ['leads', 'listLeads']
const newKey = ['leads', 'newOnes']
const newsKey = ['leads', 'boardNews']

/** The pages of one column, or of the list. */
export function useLeadPages(question: LeadQuestion, enabled = true) {
  return useInfiniteQuery({
    queryKey: [...boardKey, question],
    queryFn: ({ pageParam, signal }) => ask('leads', 'listLeads', { ...question, page: pageParam }, signal),
    initialPageParam: 1,
    // What others change is announced, and what the reader does is put there.
    staleTime: Infinity,
    refetchOnMount: 'always',
    getNextPageParam: ({ leads, total }: Page, pages: Page[], page: number) =>
      leads.length > 0 && pages.reduce((sum, { leads: some }) => sum + some.length, 0) < total ? page + 1 : undefined,
    enabled,
  })
}

/** Each once: what moves while pages are read may stand on two of them. */
export const leadsOf = (data: BoardPages | undefined): Lead[] | undefined =>
  data && [...new Map(data.pages.flatMap(({ leads }) => leads).map((lead) => [lead.id, lead])).values()]

interface NewOnes {
  messages: FeedMessage[]
  total: number
  totalCapped: boolean
  /** It holds everything up to this seqId. */
  upTo: number
}

/** Messages of the feed that are new leads. @param key what they are asked by, but for the moment */
export function useNewOnes(key: unknown, question: () => NewQuestion, limit: number, enabled: boolean) {
  return useQuery({
    queryKey: [...newKey, key, limit],
    queryFn: async ({ signal }): Promise<NewOnes> => {
      const { messages, total, totalCapped, upTo } = await ask('feed', 'queryFeed', { ...question(), limit }, signal)
      return { messages, total, totalCapped, upTo }
    },
    enabled,
    placeholderData: (before) => before,
  })
}

function changePages(cache: QueryClient, change: (page: Page, question: LeadQuestion, index: number) => Page): void {
  for (const [key, data] of cache.getQueriesData<BoardPages>({ queryKey: boardKey })) {
    if (!data) continue
    const question = key[boardKey.length] as LeadQuestion
    cache.setQueryData<BoardPages>(key, {
      ...data,
      pages: data.pages.map((page, index) => change(page, question, index)),
    })
  }
}

const isOn = (page: Page, { id }: Pick<Lead, 'id'>): boolean => page.leads.some((each) => each.id === id)

/** What is on its way shows how the board stood before the reader moved something. */
export const stopReading = (cache: QueryClient): Promise<void> =>
  cache.cancelQueries({ queryKey: boardKey, predicate: ({ state }) => state.data !== undefined })

/** The reader moved it: it goes to the top of the column it belongs to now, and stays where it is in a list of all. */
export function putOnBoard(cache: QueryClient, lead: Lead): void {
  cache.setQueryData<Result<'leads', 'getLead'>>(
    ['leads', 'getLead', { id: lead.id }],
    (known) => known && { ...known, lead },
  )
  changePages(cache, (page, { status }, index) => {
    if (status === undefined || (status === lead.status && isOn(page, lead)))
      return { ...page, leads: page.leads.map((each) => (each.id === lead.id ? lead : each)) }
    const others = page.leads.filter(({ id }) => id !== lead.id)
    return { ...page, leads: status === lead.status && index === 0 ? [lead, ...others] : others }
  })
  readCountsAgain(cache)
}

/** Someone changed it: it is shown so where it stands. */
function changeInPlace(cache: QueryClient, lead: Lead): void {
  changePages(cache, (page) =>
    isOn(page, lead) ? { ...page, leads: page.leads.map((each) => (each.id === lead.id ? lead : each)) } : page,
  )
}

export function readCountsAgain(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: countsKey })
}

/** Everything as it is now, in its order. */
export function readBoardAgain(cache: QueryClient): void {
  cache.setQueryData<News>(newsKey, () => [])
  void cache.invalidateQueries({ queryKey: boardKey })
  void readNewAgain(cache)
  readCountsAgain(cache)
}

/** @returns when what is shown was read */
export const readNewAgain = (cache: QueryClient): Promise<void> => cache.invalidateQueries({ queryKey: newKey })

/** Leads that others changed since the board was read, as they are now. */
type News = readonly Lead[]
const none: News = []

export function useBoardNews(): News {
  const { data } = useQuery<News>({ queryKey: newsKey, queryFn: skipToken, gcTime: Infinity })
  return data ?? none
}

/** More than so many at once are read with the whole board. */
const MOST_SINGLE = 10

/** What the signal `leads.changed` does for the board: everything keeps its place until the reader wants it otherwise. */
export async function takeBoardChange(cache: QueryClient, { leadIds }: Signals['leads.changed']): Promise<void> {
  cache.removeQueries({ queryKey: boardKey, type: 'inactive' })
  readCountsAgain(cache)
  if (cache.getQueriesData({ queryKey: boardKey }).length === 0) return
  if (leadIds.length === 0 || leadIds.length > MOST_SINGLE) return readBoardAgain(cache)
  const read = await Promise.allSettled(leadIds.map((id) => ask('leads', 'getLead', { id })))
  const changed = read.flatMap((each) => (each.status === 'fulfilled' ? each.value.lead : []))
  for (const lead of changed) changeInPlace(cache, lead)
  const ids = new Set(changed.map(({ id }) => id))
  cache.setQueryData<News>(newsKey, (before = none) => [...before.filter(({ id }) => !ids.has(id)), ...changed])
}

/** What the signal `feed.message` does for new leads: someone took one, or it is gone. */
export function takeNewOnesChange(cache: QueryClient, { messageId, marks, removed }: Signals['feed.message']): void {
  cache.setQueriesData<NewOnes>({ queryKey: newKey }, (ones) => {
    if (!ones?.messages.some(({ id }) => id === messageId)) return ones
    const messages = removed
      ? ones.messages.filter(({ id }) => id !== messageId)
      : ones.messages.map((message) => (message.id === messageId ? { ...message, ...marks } : message))
    return { ...ones, messages }
  })
}

/** The reader moved a new one: it is new no more. */
export function dropNewOne(cache: QueryClient, messageId: number): void {
  cache.setQueriesData<NewOnes>({ queryKey: newKey }, (ones) => {
    if (!ones?.messages.some(({ id }) => id === messageId)) return ones
    return { ...ones, total: ones.total - 1, messages: ones.messages.filter(({ id }) => id !== messageId) }
  })
}
