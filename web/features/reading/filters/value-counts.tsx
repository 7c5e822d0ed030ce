/** How many messages each value would show, beside the value. */
import { useMemo } from 'react'
import type { CountedField } from '../../../../contract/reading/feed.ts'
import { useCall } from '../../../kit/calls/use-call.ts'
import typography from '../../../kit/ui/typography.module.css'
import type { SearchedQuestion } from './use-quick-search.ts'

export interface ValueCounts {
  /** The number, as it stands beside the value; nothing while no one knows it. */
  of: (field: CountedField, value: string | number) => string | null
  /** The numbers could not be had. */
  failed: boolean
  retry: () => void
}

/** @param question what is read; nothing is counted while there is none */
export function useValueCounts(question: SearchedQuestion | undefined): ValueCounts {
  const { data, error, isFetching, refetch } = useCall('feed', 'countFilterValues', question?.ask ?? {}, {
    enabled: question !== undefined,
    staleTime: 15_000,
  })
  return useMemo(() => {
    const known = new Map(data?.counts.map(({ field, value, count }) => [`${field}:${value}`, count]))
    const more = data?.capped ? '+' : ''
    return {
      of: (field, value) => {
        if (!data) return error ? null : '…'
        return `${(known.get(`${field}:${value}`) ?? 0).toLocaleString('ru')}${more}`
      },
      failed: error !== null && !isFetching,
      retry: () => void refetch(),
    }
  }, [data, error, isFetching, refetch])
}

/** Where the numbers would stand, when they could not be had. */
export function CountsFailure({ counts }: { counts: ValueCounts }) {
  if (!counts.failed) return null
  return (
    <p className={typography.note} role="status">
      Сколько сообщений, посчитать не удалось.{' '}
      <button type="button" className={typography.link} onClick={counts.retry}>
        Ещё раз
      </button>
    </p>
  )
}
