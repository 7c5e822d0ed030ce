import { listJustSearched, resumeSearches } from '../../features/watching/projects/projects.public.ts'
import { every, on, type Job } from '../../kit/jobs.ts'
import { searchBack, searchLate } from './search-back.ts'
import { searchGroups } from './search-groups.ts'

export const searchBackJobs: Job[] = [
  on('project.saved', 'search-back', (context, { projectId, version }) => searchBack(context, projectId, version)),
  on('subscription.began', 'search-groups-back', async (context, { productType, productId }) => {
    if (productType === 'group') await searchGroups(context, productId)
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
