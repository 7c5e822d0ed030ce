import type { Project } from '../../../../contract/watching/projects.ts'

export function project(changes: Partial<Project> = {}): Project {
  return {
    id: 7,
    name: 'Кофейня «Зерно»',
    keywords: ['кофейня зерно'],
    context: [],
    excludedKeywords: [],
    censorFilter: false,
    neuralFilter: false,
    networks: [],
    kinds: [],
    status: 'RUNNING',
    downtimeReason: null,
    inFeed: 0,
    found: 0,
    hidden: { censor: 0, neural: 0 },
    progress: null,
    team: null,
    ...changes,
  }
}
