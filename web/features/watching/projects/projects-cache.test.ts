import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { projectLimits, type Project, type ProjectProgress } from '../../../../contract/watching/projects.ts'
import type { Result } from '../../../kit/calls/ask.ts'
import { callKey } from '../../../kit/calls/use-call.ts'
import { project } from './project.samples.ts'
import { takeProject } from './projects-cache.ts'

const listKey = callKey('projects', 'listProjects', {})

const at = (version: number, step: number, more: Partial<ProjectProgress> = {}): Project =>
  project({ progress: { step, status: 'pending', error: null, total: null, hours: null, done: 0, version, ...more } })

/** What is known of the project when these were reported one after the other. */
function after(...received: Project[]): ProjectProgress | null | undefined {
  const cache = new QueryClient()
  cache.setQueryData<Result<'projects', 'listProjects'>>(listKey, { projects: [project()], limits: projectLimits })
  for (const each of received) takeProject(cache, each)
  return cache.getQueryData<Result<'projects', 'listProjects'>>(listKey)?.projects[0]?.progress
}

it('what is reported of a saving follows its steps', () => {
  expect(after(at(1, 2), at(1, 2, { done: 0.5 }), at(1, 3, { status: 'ok', done: 1 }))).toMatchObject({
    step: 3,
    status: 'ok',
  })
  expect(after(at(1, 2, { done: 0.5 }), at(1, 2, { status: 'error', done: 0.5 }))).toMatchObject({ status: 'error' })
})

it('an answer that comes late hides nothing that was reported since', () => {
  expect(after(at(1, 3, { status: 'ok', done: 1 }), at(1, 2))).toMatchObject({ step: 3, status: 'ok' })
  expect(after(at(1, 2, { status: 'error' }), at(1, 2, { done: 0.9 }))).toMatchObject({ status: 'error' })
  expect(after(at(2, 2), at(1, 3, { status: 'ok', done: 1 }))).toMatchObject({ version: 2, step: 2 })
})

it('a later saving begins from the start', () => {
  expect(after(at(1, 3, { status: 'ok', done: 1 }), at(2, 2))).toMatchObject({ version: 2, status: 'pending' })
})
