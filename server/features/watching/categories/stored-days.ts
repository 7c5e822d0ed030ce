/** How many days of messages there are by now: fewer than are kept, while the service is young. Counted again once a minute. */
import { DAY, MINUTE } from '../../../kit/clock.ts'
import type { AppContext } from '../../../kit/context.ts'
import { perProcess } from '../../../kit/per-process.ts'
import { describeStored } from '../../../archive/archive.public.ts'

type DaysContext = Pick<AppContext, 'db' | 'clock' | 'config' | 'bus'>

const rememberedDays = perProcess(({ db, clock, config }: DaysContext) => {
  let known: { until: number; days: Promise<number> } | null = null
  return (): Promise<number> => {
    const now = clock.now()
    if (known && known.until > now.getTime()) return known.days
    const days = describeStored(db, { now, days: config.messageDays }).then(({ oldest }) =>
      oldest === null ? 0 : (now.getTime() - oldest) / DAY,
    )
    const entry = { until: now.getTime() + MINUTE, days }
    known = entry
    days.catch(() => {
      if (known === entry) known = null
    })
    return days
  }
})

export const readStoredDays = (ctx: DaysContext): Promise<number> => rememberedDays(ctx)()
