/** The person's projects, in the query cache. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { projectSteps, type Project } from '../../../../contract/watching/projects.ts'
import type { Result } from '../../../kit/calls/ask.ts'
import { callKey, useCall } from '../../../kit/calls/use-call.ts'
import { useAfterReconnect } from '../../../kit/live/use-after-reconnect.ts'

const listKey = callKey('projects', 'listProjects', {})

/** What the signal `monitored-project` does, and every answer about a project. What is older never hides what is newer. */
export function takeProject(cache: QueryClient, project: Project): void {
  cache.setQueryData<Result<'projects', 'listProjects'>>(
    listKey,
    (known) =>
      known && {
        ...known,
        projects: known.projects.map((each) => (each.id === project.id && !isOlder(project, each) ? project : each)),
      },
  )
  // It was bought a moment ago.
  const known = cache.getQueryData<Result<'projects', 'listProjects'>>(listKey)
  if (known && !known.projects.some(({ id }) => id === project.id)) void cache.invalidateQueries({ queryKey: listKey })
  const { progress } = project
  if (progress?.step === 3 && progress.status === 'ok') {
    // What was found stands in the feed, and under its name in filters.
    void cache.invalidateQueries({ queryKey: ['subscriptions'] })
    cache.removeQueries({ queryKey: ['feed', 'queryFeed'], type: 'inactive' })
    void cache.invalidateQueries({ queryKey: ['feed'] })
  }
}

/** Of an earlier saving, or of an earlier step of the same: the answer to a saving may come after its search was reported to be over. */
function isOlder(one: Project, other: Project): boolean {
  const [version, known] = [one.progress?.version ?? 0, other.progress?.version ?? 0]
  return version < known || (version === known && howFar(one) < howFar(other))
}

function howFar({ progress }: Project): number {
  if (!progress) return 0
  return (
    progress.step + (progress.status === 'pending' ? progress.done : progress.status === 'error' ? projectSteps : 1)
  )
}

export function useProjects() {
  const { data, error, refetch } = useCall('projects', 'listProjects', {}, { staleTime: 60_000 })
  useAfterReconnect(() => void refetch())
  return { projects: data?.projects, limits: data?.limits, error, retry: () => void refetch() }
}

export function useTakeProject(): (project: Project) => void {
  const cache = useQueryClient()
  return (project) => takeProject(cache, project)
}
