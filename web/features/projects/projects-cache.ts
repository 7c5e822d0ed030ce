/** The person's projects, in the query cache. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Project } from '../../../contract/projects.ts'
import type { Result } from '../../kit/calls/ask.ts'
import { callKey, useCall } from '../../kit/calls/use-call.ts'
import { useConnection } from '../../kit/live/use-connection.ts'

const listKey = callKey('projects', 'listProjects', {})

/** What the signal `monitored-project` does, and every answer about a project. An older saving never hides a newer one. */
export function takeProject(cache: QueryClient, told: Project): void {
  cache.setQueryData<Result<'projects', 'listProjects'>>(
    listKey,
    (known) => known && { ...known, projects: known.projects.map((each) => (each.id === told.id && !isOlder(told, each) ? told : each)) },
  )
  const { progress } = told
  if (progress?.step === 3 && progress.status === 'ok') {
    // What was found stands in the feed, and under its name in filters.
    void cache.invalidateQueries({ queryKey: ['subscriptions'] })
    cache.removeQueries({ queryKey: ['feed', 'queryFeed'], type: 'inactive' })
    void cache.invalidateQueries({ queryKey: ['feed'] })
  }
}

const isOlder = (one: Project, other: Project): boolean => (one.progress?.version ?? 0) < (other.progress?.version ?? 0)

export function useProjects() {
  const { data, error, refetch } = useCall('projects', 'listProjects', {}, { staleTime: 60_000 })
  // Signals that were said while there was no connection are not said again.
  const { number } = useConnection()
  const known = useRef(number)
  useEffect(() => {
    if (known.current > 0 && known.current !== number) void refetch()
    known.current = number
  }, [number, refetch])
  return { projects: data?.projects, limits: data?.limits, error, retry: () => void refetch() }
}

export function useTakeProject(): (told: Project) => void {
  const cache = useQueryClient()
  return (told) => takeProject(cache, told)
}
