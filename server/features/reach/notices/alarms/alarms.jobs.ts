/** Looks by the clock for what people are notified of though no message came. */
import { DAY } from '../../../../kit/clock.ts'
import { every, type Job } from '../../../../kit/jobs.ts'
import { lookForSilence, lookForSpikes } from './filter-alarms.ts'
import { markHour } from './hour-marks.ts'
import { lookForSourceLag } from './source-alarms.ts'

/** Longer than anything goes on that begins again by itself: a filter that is silent for so long is silent as usual. */
const KEPT_FOR = 90 * DAY

export const alarmJobs: Job[] = [
  every('0 * * * *', 'mark-hour', markHour),
  every('*/10 * * * *', 'look-for-spikes', async (context) => {
    const notified = await lookForSpikes(context)
    if (notified > 0) context.log.info({ notified }, 'people were notified of filters with much more than usual')
  }),
  every('41 */3 * * *', 'look-for-silence', async (context) => {
    const notified = await lookForSilence(context)
    if (notified > 0) context.log.info({ notified }, 'people were notified of silent filters')
  }),
  every('*/5 * * * *', 'look-for-source-lag', async (context) => {
    const notified = await lookForSourceLag(context)
    if (notified > 0) context.log.info({ notified }, 'people were notified of networks that are not heard')
  }),
  every('37 3 * * *', 'forget-alarms', async ({ db, clock }) => {
    await db
      .deleteFrom('noticeAlarms')
      .where('since', '<', new Date(clock.now().getTime() - KEPT_FOR))
      .execute()
  }),
]
