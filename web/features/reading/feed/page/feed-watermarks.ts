/** Up to where the first page of each filter was read, kept over visits: what came since is new to the reader. */
import { readStored, writeStored } from '../../../../kit/ui/hooks/stored.ts'

/** seqId by filter id. */
export type Watermarks = Readonly<Record<string, number>>

const KEY = 'feed-seen'
/** As many filters as a team has, and some that are no more. */
const MOST = 200

export function readWatermarks(): Watermarks {
  return readStored(KEY, isSeen) ?? {}
}

export function writeWatermark(filterId: number, seqId: number): void {
  writeStored(KEY, withWatermark(readWatermarks(), filterId, seqId))
}

/** Without the filters that were looked at the longest time ago, when there are too many. */
export function withWatermark(seen: Watermarks, filterId: number, seqId: number): Watermarks {
  const after: Watermarks = { ...seen, [filterId]: seqId }
  const oldestFirst = Object.entries(after).sort(([, one], [, other]) => one - other)
  return Object.fromEntries(oldestFirst.slice(-MOST))
}

function isSeen(value: unknown): value is Watermarks {
  return (
    typeof value === 'object' && value !== null && Object.values(value).every((seqId) => Number.isSafeInteger(seqId))
  )
}
