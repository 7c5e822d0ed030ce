import { listJustSearched, resumeSearches } from '../../features/watching/projects/projects.public.ts'
import { every, on, type Job } from '../../kit/jobs.ts'
import { searchBack, searchLate } from './search-back.ts'
import { searchGroups, searchKeptOfGroups } from './search-groups.ts'

/** A paste puts its links on the list one after the other. */
const SOON = { seconds: 5, keyOf: ({ groupsetId }: { groupsetId: number }) => groupsetId }
/** Once more: the stream may have asked the list of before about what came just then, and stored it only later. */
const LATER = { ...SOON, seconds: 90 }

export const searchBackJobs: Job[] = [
  on('project.saved', 'search-back', (context, { projectId, version }) => searchBack(context, projectId, version)),
  on('subscription.began', 'search-groups-back', async (context, { productType, productId }) => {
    if (productType === 'group') await searchGroups(context, productId)
  }),
  on('groupset.changed', 'search-groups', (context, { groupsetId }) => searchKeptOfGroups(context, groupsetId), {
    debounce: SOON,
  }),
  on('groupset.changed', 'search-groups-late', (context, { groupsetId }) => searchKeptOfGroups(context, groupsetId), {
    debounce: LATER,
  }),
  every('* * * * *', 'resume-searches-back', async ({ db, clock, log }) => {
    const searches = await resumeSearches(db, clock)
    if (searches > 0) log.warn({ searches }, 'searches whose worker died begin anew')
  }),
  every('* * * * *', 'search-what-came-late', async (context) => {
    for (const { id, version, savedAt } of await listJustSearched(context.db, context.clock))
      await searchLate(context, id, version, savedAt)
  }),
]
