import { skipToken, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { emptyFilter, type FilterFields } from '../../../../../contract/reading/filters.ts'
import { ask, type Input } from '../../../../kit/calls/ask.ts'
import { useConnection } from '../../../../kit/live/use-connection.ts'
import type { FeedPageResult } from './feed-question.ts'
import { leftKey, readLeft, recountLeft, writeLeft, type Left } from './left-cache.ts'

/** Of several changes that follow closely one count is enough; of those that no one sees happen fewer will do. */
const GATHER_MS = { here: 500, elsewhere: 10_000 }

/**
 * How many messages of what is read, up to where this reading goes, are not handled yet; null while no one knows, and of a view of
 * nothing else than handled ones.
 * @param fields what is asked for, field by field
 */
export function useLeft(
  shown: FeedPageResult | undefined,
  fields: FilterFields,
): { count: number; capped: boolean } | null {
  const cache = useQueryClient()
  const { data: left } = useQuery<Left>({ queryKey: leftKey, queryFn: skipToken, gcTime: Infinity })
  const { number } = useConnection()
  const of = shown ? `${shown.question} ${shown.reading}` : null
  const { handled } = fields
  const standing = useRef({ shown, fields })
  useEffect(() => {
    standing.current = { shown, fields }
  })
  useEffect(() => {
    if (!shown || of === null || readLeft(cache)?.of === of) return
    const counted = handled === 'hide'
    const count = counted ? shown.total : null
    writeLeft(cache, { of, count, capped: shown.totalCapped, stale: counted ? null : 'here', asked: 0 })
  }, [cache, shown, of, handled])
  // What was changed while there was no connection was not heard of.
  useEffect(() => {
    if (number > 1) recountLeft(cache)
  }, [cache, number])

  const stale = left?.of === of && handled !== 'only' ? left?.stale : null
  const asked = left?.asked
  useEffect(() => {
    if (!stale || of === null) return
    const timer = setTimeout(() => void count(cache, of, standing.current), GATHER_MS[stale])
    return () => clearTimeout(timer)
  }, [cache, stale, asked, of])
  if (!left || left.of !== of || left.count === null || handled === 'only') return null
  return { count: left.count, capped: left.capped }
}

async function count(
  cache: QueryClient,
  of: string,
  { shown, fields }: { shown: FeedPageResult | undefined; fields: FilterFields },
): Promise<void> {
  const before = readLeft(cache)
  if (!shown || before?.of !== of) return
  writeLeft(cache, { ...before, stale: null, asked: before.asked + 1 })
  try {
    const input = { ...askedFor(shown.ask, fields), limit: 1, upTo: shown.upTo }
    const { total, totalCapped } = await ask('feed', 'queryFeed', input)
    const now = readLeft(cache)
    if (now?.of !== of) return
    // What was changed while it was counted may be in it and may be not.
    const isSure = now.stale !== 'here' && cache.isMutating() === 0
    writeLeft(cache, isSure ? { ...now, count: total, capped: totalCapped } : { ...now, stale: 'here' })
  } catch {
    // The next change counts again.
  }
}

/** The same question about nothing but what is not handled. */
function askedFor(ask: FeedPageResult['ask'], fields: FilterFields): FeedPageResult['ask'] {
  return fields.handled === 'hide' ? ask : { filter: withHandled(fields, 'hide') }
}

/** The fields of a filter, saved or not, with another word about what is handled. */
function withHandled(fields: FilterFields, handled: FilterFields['handled']): Input<'feed', 'queryFeed'>['filter'] {
  const names = Object.keys(emptyFilter) as (keyof FilterFields)[]
  return { ...Object.fromEntries(names.map((name) => [name, fields[name]])), handled }
}

/** How many messages of a view of which nothing is left are handled; null while no one knows. */
export function useHandledCount({ question, reading }: FeedPageResult, fields: FilterFields): number | null {
  const isAsked = fields.handled === 'hide'
  const { data, error } = useQuery({
    queryKey: ['feed', 'handledCount', { question, reading }],
    queryFn: ({ signal }) =>
      ask('feed', 'queryFeed', { filter: withHandled(fields, 'only'), limit: 1 }, signal).then(({ total }) => total),
    enabled: isAsked,
    staleTime: Infinity,
  })
  return isAsked && !error ? (data ?? null) : 0
}
