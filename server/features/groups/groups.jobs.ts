import { DAY } from '../../kit/clock.ts'
import { every, type Job } from '../../kit/jobs.ts'
import { deleteRemovedGroups } from './change-groups.ts'
import { tellOfTroubles } from './group-trouble.ts'
import { giveUpOldLinks } from './look-up-links.ts'

/** As long as somebody may want to look what became of his links. */
const ADDITIONS_KEPT = 30 * DAY

export const groupsJobs: Job[] = [
  every('*/10 * * * *', 'give-up-old-links', async (context) => {
    const additions = await giveUpOldLinks(context.db, context.clock)
    if (additions > 0) context.log.warn({ additions }, 'pasted links were not looked up for hours and are given up')
  }),
  every('*/10 * * * *', 'tell-of-group-troubles', async (context) => {
    const letters = await tellOfTroubles(context)
    if (letters > 0) context.log.info({ letters }, 'people are told that groups closed, are gone or renamed')
  }),
  every('37 * * * *', 'delete-removed-groups', async ({ db, clock, log }) => {
    const groups = await deleteRemovedGroups(db, clock)
    const before = new Date(clock.now().getTime() - ADDITIONS_KEPT)
    const { numDeletedRows } = await db
      .deleteFrom('groupAdditions')
      .where('finishedAt', '<=', before)
      .executeTakeFirst()
    log.info(
      { groups, additions: Number(numDeletedRows) },
      'groups that were taken off and old pastes are gone for good',
    )
  }),
]
