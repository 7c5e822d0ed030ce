/** Monitored projects, as their owner sees and saves them. */
import { projectLimits } from '../../../../contract/watching/projects.ts'
import { personOf, type Handlers } from '../../../kit/context.ts'
import { keyedMutex } from '../../../kit/keyed-mutex.ts'
import { AppError } from '../../../kit/app-error.ts'
import { guestPreviews, previewProject } from './preview.ts'
import { listProjectRows, showProjects, type ProjectRow } from './project-row.ts'
import { saveProject, searchAgain, searchMissed } from './save-project.ts'
import { teamActorOf } from '../../access/team/team.public.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { on } from '../../../kit/jobs.ts'
import { personalProjects } from './personal-projects.ts'
import { projectsSignals } from './projects.signals.ts'

async function answered(ctx: Parameters<Handlers<'projects'>['updateProject']>[0], row: ProjectRow) {
  const [project] = await showProjects(ctx, [row], personOf(ctx).id)
  if (!project) throw new AppError('PROJECT_NOT_FOUND')
  return { project }
}
const inOrder = keyedMutex<number>()

const handlers: Handlers<'projects'> = {
  async listProjects(ctx) {
    const { id: userId } = personOf(ctx)
    const rows = await listProjectRows(ctx.db, userId, ctx.clock.now())
    return { projects: await showProjects(ctx, rows, userId), limits: projectLimits }
  },

  async updateProject(ctx, { id, restart = true, ...fields }) {
    return answered(ctx, await saveProject(ctx.db, ctx.clock, teamActorOf(ctx), id, fields, restart))
  },

  async refreshProject(ctx, { id }) {
    return answered(ctx, await searchAgain(ctx.db, ctx.clock, teamActorOf(ctx), id))
  },

  previewProject(ctx, fields) {
    const { person } = ctx
    return person === null ? guestPreviews(ctx)(fields) : inOrder(person.id, () => previewProject(ctx, fields))
  },
}

declare module '../../../kit/bus.ts' {
  interface BusMessages {
    /** A project of this person was saved, or its search is further. */
    'project.changed': { userId: number; projectId: number }
  }
}

export const projectsFeature = defineFeature({
  name: 'projects',
  signals: projectsSignals,
  handlers,
  jobs: [
    on('subscription.began', 'search-what-was-missed', async ({ db, clock, log }, { productType, productId, at }) => {
      if (productType !== 'project') return
      if (await searchMissed(db, clock, productId, new Date(at)))
        log.info({ projectId: productId }, 'a project that was not listened to looks for what it missed')
    }),
  ],
  personalData: personalProjects,
})
