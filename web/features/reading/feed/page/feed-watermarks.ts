/** Up to where the first page of each filter and each view was read, kept over visits: what came since is new to the reader. */
import { readStored, writeStored } from '../../../../kit/ui/hooks/stored.ts'

/** seqId by the id of the filter or the key of the view. */
export type Watermarks = Readonly<Record<string, number>>

const KEY = 'feed-seen'
/** As many filters as a team has, as many views as are counted for, and some that are no more. */
const MOST = 300

export function readWatermarks(): Watermarks {
  return readStored(KEY, isSeen) ?? {}
}

export function writeWatermark(of: number | string, seqId: number): void {
  writeStored(KEY, withWatermark(readWatermarks(), of, seqId))
}

/** Without what was looked at the longest time ago, when there are too many. */
export function withWatermark(seen: Watermarks, of: number | string, seqId: number): Watermarks {
  const after: Watermarks = { ...seen, [of]: seqId }
  const oldestFirst = Object.entries(after).sort(([, one], [, other]) => one - other)
  return Object.fromEntries(oldestFirst.slice(-MOST))
}

function isSeen(value: unknown): value is Watermarks {
  return (
    typeof value === 'object' && value !== null && Object.values(value).every((seqId) => Number.isSafeInteger(seqId))
  )
}
