/** Monitored projects, as their owner sees and saves them. */
import { projectLimits } from '../../../contract/projects.ts'
import type { Config } from '../../config.ts'
import { personOf, type Answers } from '../../kit/asking.ts'
import { oneAtATime } from '../../kit/one-at-a-time.ts'
import { Refusal } from '../../kit/refusal.ts'
import { previewProject } from './preview.ts'
import { listProjectRows, showProjects, type ProjectRow } from './project-row.ts'
import { saveProject, searchAgain } from './save-project.ts'

export function answerProjects({ messageDays }: Pick<Config, 'messageDays'>): Answers<'projects'> {
  async function answered(asking: Parameters<Answers<'projects'>['updateProject']>[0], row: ProjectRow) {
    const [project] = await showProjects(asking.db, asking.clock, messageDays, [row])
    if (!project) throw new Refusal('PROJECT_NOT_FOUND')
    return { project }
  }
  const inOrder = oneAtATime<number>()
  return {
    async listProjects(asking) {
      const { db, clock } = asking
      const rows = await listProjectRows(db, personOf(asking).id)
      return { projects: await showProjects(db, clock, messageDays, rows), limits: projectLimits }
    },

    async updateProject(asking, { id, restart = true, ...fields }) {
      return answered(asking, await saveProject(asking.db, asking.clock, personOf(asking).id, id, fields, restart))
    },

    async refreshProject(asking, { id }) {
      return answered(asking, await searchAgain(asking.db, asking.clock, personOf(asking).id, id))
    },

    previewProject: (asking, fields) => inOrder(personOf(asking).id, () => previewProject(asking, fields, messageDays)),
  }
}
