import type { projectsSignals } from '../../../../contract/watching/projects.ts'
import type { Listen } from '../../../kit/live/connection.ts'
import { takeProject } from './projects-cache.ts'

export const listeners: Listen<keyof typeof projectsSignals> = (cache) => ({
  'monitored-project': (project) => takeProject(cache, project),
})
