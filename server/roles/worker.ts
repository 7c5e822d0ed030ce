/** Does jobs: those that follow events, and those that come by the clock; keeps the words of stored messages; tells people of what came; sends mailings. */
import { runIndexer } from '../archive/archive.public.ts'
import { archiveJobs } from '../archive/archive.jobs.ts'
import { channels } from '../features/reach/notices/channels/channels.ts'
import { runNotifying } from '../features/reach/notices/notifying/run-notifying.ts'
import { runSending } from '../features/office/mailings/sending/run-sending.ts'
import { runMessengers } from '../features/reach/notices/run-messengers.ts'
import { features } from '../features.ts'
import { rateLimiterJobs } from '../gate/rate-limiter.ts'
import { refusalLogJobs } from '../gate/refusal-log.ts'
import { auditJobs } from '../kit/audit-jobs.ts'
import { codesJobs } from '../kit/codes.ts'
import type { Job } from '../kit/jobs.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { mailJobs } from '../kit/mail/mail.jobs.ts'
import { searchBackJobs } from '../stream/search-back/search-back.jobs.ts'
import { storeJobs } from '../stream/store/store.jobs.ts'
import type { AppContext } from '../kit/context.ts'
import type { RunningRole } from './running-role.ts'

/** Every job of the service: those of features, and those of what features stand on or are fed by. */
export const jobs: Job[] = [
  ...features.flatMap((feature) => feature.jobs),
  ...archiveJobs,
  ...rateLimiterJobs,
  ...refusalLogJobs,
  ...auditJobs,
  ...codesJobs,
  ...mailJobs,
  ...searchBackJobs,
  ...storeJobs,
]

export async function runWorker(ctx: AppContext): Promise<RunningRole> {
  const { db, clock, log, language, config } = ctx
  const runner = await runJobs(jobs, ctx)
  const indexer = runIndexer({ db, clock, log, language, days: config.messageDays })
  const ending = new AbortController()
  const notifying = runNotifying(ctx, channels, ending.signal)
  const messengers = runMessengers(ctx)
  const sending = runSending(ctx, ending.signal)
  return {
    async close() {
      ending.abort()
      await notifying
      await sending
      await messengers.close()
      await indexer.close()
      await runner.stop()
    },
  }
}
