/** One column of the board: the leads of a status, or the messages of the feed that are new leads. */
import { useState } from 'react'
import { leadPageSizes, type LeadStatus } from '../../../../../contract/reading/leads.ts'
import { useArrivals } from './board-arrivals.ts'
import { leadsOf, useLeadPages, useNewOnes } from './board-cache.ts'
import { areNewFromFeed, leadQuestion, newQuestion, ON_PAGE } from './board-question.ts'
import type { AskedLeads } from './leads-address.ts'
import type { BoardItem } from './use-lead-moves.ts'

export interface BoardColumn {
  status: LeadStatus
  /** Undefined while they are not there. */
  items: BoardItem[] | undefined
  /** How many there are in all; null while no one knows. */
  total: number | null
  /** There are more than it says. */
  capped: boolean
  error: Error | null
  retry: () => void
  /** Null when all of them stand there. */
  more: (() => void) | null
  loadingMore: boolean
}

const MOST_NEW = leadPageSizes.at(-1) ?? 100

/** @param on it is shown: otherwise nothing is asked */
export function useColumn(asked: AskedLeads, status: LeadStatus, on: boolean): BoardColumn {
  const fromFeed = status === 'new' && areNewFromFeed(asked)
  const { list, find, product } = asked
  const [wanted, setWanted] = useState({ of: '', limit: ON_PAGE })
  const of = JSON.stringify([list === 'stale', find.trim(), product])
  const limit = wanted.of === of ? wanted.limit : ON_PAGE
  const fresh = useNewOnes(of, () => newQuestion(asked, Date.now()), limit, on && fromFeed)
  // What is older than an hour comes by the clock alone.
  const listens = on && fromFeed && list === 'all'
  useArrivals(of, () => newQuestion(asked, Date.now()), listens ? fresh.data?.upTo : null)
  const pages = useLeadPages(leadQuestion(asked, status), on && !fromFeed)
  if (fromFeed) {
    const { data, error, refetch, isPlaceholderData } = fresh
    return {
      status,
      items: data?.messages.map((message) => ({ message })),
      total: data?.total ?? null,
      capped: data?.totalCapped ?? false,
      error: data ? null : error,
      retry: () => void refetch(),
      more:
        data && data.messages.length < data.total && limit < MOST_NEW
          ? () => setWanted({ of, limit: Math.min(MOST_NEW, limit + ON_PAGE) })
          : null,
      loadingMore: isPlaceholderData,
    }
  }
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = pages
  return {
    status,
    items: leadsOf(data)?.map((lead) => ({ lead })),
    total: data?.pages.at(-1)?.total ?? null,
    capped: false,
    error: data ? null : error,
    retry: () => void refetch(),
    more: hasNextPage ? () => void fetchNextPage() : null,
    loadingMore: isFetchingNextPage,
  }
}
