import { resumeSearches } from '../../features/projects/projects.public.ts'
import { every, on, type Job } from '../../kit/jobs.ts'
import { searchBack } from './search-back.ts'

export const searchBackJobs: Job[] = [
  on('project.saved', 'search-back', (context, { projectId, version }) => searchBack(context, projectId, version)),
  every('* * * * *', 'resume-searches-back', async ({ db, clock, log }) => {
    const searches = await resumeSearches(db, clock)
    if (searches > 0) log.warn({ searches }, 'searches whose worker died begin anew')
  }),
]
