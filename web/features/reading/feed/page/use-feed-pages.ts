/**
 * The pages of the feed. One reading of it is bounded by the newest item there was when it began (`upTo`), so its pages
 * stand still; new messages are seen when the reader asks for them, which begins another reading.
 */
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { MAX_PAGE_JUMP } from '../../../../../contract/reading/feed.ts'
import { countReachablePages, decidePageJump } from '../../../../../rules/paging/page-jump.ts'
import { ask, seeAnswer, type Input, type Result } from '../../../../kit/calls/ask.ts'
import { dropFirstAnswers } from '../../../../kit/calls/first-answers.ts'
import { usePageHash } from '../../../../kit/ui/hooks/use-page-hash.ts'
import type { FeedPageResult, FeedQuestion } from './feed-question.ts'
import { edgesOf, pageRequest, type ShownPage } from './page-request.ts'
import type { CountedKey } from './feed-updates.ts'
import { beginFeedUpdates, isReadUpTo } from './updates-cache.ts'
import { useMissedChanges } from './use-missed-changes.ts'

let readings = 0
const newReading = (): number => (readings += 1)

const pageKey = (question: string, reading: number, page: number) => ['feed', 'queryFeed', { question, reading, page }]
/** By the key of the question, the reading it was left with. */
const leftKey = ['feed', 'leftReadings']

/**
 * How a question is read to which the reader turns: where nothing came since it was left, as it was left. Where something did, once more, and
 * until that is there what was left stands in its place.
 */
function turnTo(
  cache: QueryClient,
  question: string,
  counted: CountedKey,
): { reading: number; before?: FeedPageResult } {
  const left = cache.getQueryData<Record<string, number>>(leftKey)?.[question]
  const before = left === undefined ? undefined : cache.getQueryData<FeedPageResult>(pageKey(question, left, 1))
  if (left === undefined || !before) return { reading: newReading() }
  const asItWas = isReadUpTo(cache, counted, before.upTo)
  return { reading: asItWas ? left : newReading(), before }
}

type Standing = ShownPage & { reading: number; upTo: number }

/** @param standing where the reader stands: another page of the same reading is asked for from its edges */
function usePageQuery(
  question: FeedQuestion,
  reading: number,
  page: number,
  standing: { readonly current: Standing | null },
) {
  const cache = useQueryClient()
  const { order } = question
  const input = (from: Standing | null): Input<'feed', 'queryFeed'> => ({
    ...question.ask,
    queryId: `${reading}:${page}`,
    limit: question.limit,
    ...(order && { order }),
    ...pageRequest(page, from, from?.upTo ?? null),
  })
  const pageOf = (result: Result<'feed', 'queryFeed'>): FeedPageResult => {
    const edges = edgesOf(result.messages, order ?? 'new')
    const { key, ask: asked, handled } = question
    return { ...result, ...edges, ...(order && { order }), page, reading, question: key, ask: asked, handled }
  }
  return useQuery({
    queryKey: pageKey(question.key, reading, page),
    queryFn: async ({ signal }): Promise<FeedPageResult> => {
      const from = standing.current?.reading === reading ? standing.current : null
      return pageOf(await ask('feed', 'queryFeed', input(from), signal))
    },
    // What came with the document is drawn with the page, and not a moment after it.
    initialData: () => {
      const there = seeAnswer(cache, 'feed', 'queryFeed', input(null))
      return there && pageOf(there)
    },
    staleTime: Infinity,
    refetchOnReconnect: false,
  })
}

/** @param counted what is asked for, whose counting starts with a reading */
export function useFeedPages(question: FeedQuestion, counted: CountedKey) {
  const cache = useQueryClient()
  const [asked, writePage] = usePageHash()
  const [reading, setReading] = useState(newReading)
  const [page, setPage] = useState(
    () => decidePageJump({ asked: asked ?? 1, current: 1, pages: null, reach: MAX_PAGE_JUMP }) ?? 1,
  )
  // Another question begins another reading; its address names the page.
  const [about, setAbout] = useState(question.key)
  const [last, setLast] = useState<FeedPageResult>()
  if (about !== question.key) {
    setAbout(question.key)
    const turned = turnTo(cache, question.key, counted)
    setReading(turned.reading)
    if (turned.before) setLast(turned.before)
  }
  // What came with the document stands on the page by now: another reading asks for what is true then.
  useEffect(() => dropFirstAnswers('feed.queryFeed'), [])
  useEffect(() => {
    cache.setQueryData<Record<string, number>>(leftKey, (left) => ({ ...left, [question.key]: reading }))
  }, [cache, question.key, reading])
  /** Where the reader stands: the next page is asked for from its edges. */
  const standing = useRef<Standing | null>(null)

  const query = usePageQuery(question, reading, page, standing)
  // Until the asked page is there, and when it can't be had, the one before stays on the screen.
  if (query.data && query.data !== last) setLast(query.data)
  // The answer to another question is no stand-in for one that failed.
  const shown = query.data ?? (query.error && last?.question !== question.key ? undefined : last)
  const pages =
    shown?.reading === reading
      ? countReachablePages({ ...shown, limit: question.limit, shown: shown.messages.length })
      : null
  useMissedChanges(shown, question)

  // The address asks for pages; what may not be jumped to is ignored. The first page may be gone to from anywhere.
  const wanted =
    asked === null || asked === '1' ? 1 : decidePageJump({ asked, current: page, pages, reach: MAX_PAGE_JUMP })
  if (wanted !== null && wanted !== page) setPage(wanted)
  useEffect(() => {
    if (wanted === null) writePage(pages !== null && page > pages ? 1 : page, true)
  }, [wanted, page, pages, writePage])

  useEffect(() => {
    if (!shown || shown.reading !== reading) return
    const { page: number, first, last: end, upTo } = shown
    standing.current = { page: number, first, last: end, reading: shown.reading, upTo }
    beginFeedUpdates(cache, counted, upTo)
  }, [shown, reading, cache, counted])

  const { refetch } = query
  const retry = useCallback(() => void refetch(), [refetch])
  const readAgain = useCallback(() => {
    setReading(newReading())
    writePage(1)
  }, [writePage])

  /** What comes after a page on which nothing is left: from its last message on, or all that is left from the newest. */
  const readOn = useCallback(() => {
    const from = standing.current
    if (page === 1 || from === null) return readAgain()
    const next = newReading()
    standing.current = { ...from, page: page - 1, reading: next }
    setReading(next)
  }, [page, readAgain])

  return {
    shown,
    /** The page the reader asked for. */
    page,
    pages,
    /** Another page than the asked one is on the screen, which is on its way. */
    turning: query.isFetching && shown !== query.data,
    error: query.error,
    retry,
    /** Reads the feed from its newest message. */
    readAgain,
    readOn,
    turnTo: writePage,
  }
}
