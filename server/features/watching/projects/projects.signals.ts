/** Announces to browsers how far the search of a project is that was saved in one of them: those of its owner, and of the owner's team. */
import type { DeclaredSignals, OutgoingSignal, SignalDeclaration } from '../../../kit/signals.ts'
import { listTeammates } from '../../access/team/team.public.ts'
import { listProjectRows, showProjects } from './project-row.ts'

/** Of one project, or of all that a person sees. */
type Change = { userId: number; projectId: number | null }

const progress: SignalDeclaration<Change> = {
  name: 'monitored-project',
  on: {
    // Who is in a team with its owner is found when it is read.
    'project.changed': ({ userId, projectId }) => ({ userIds: null, change: { userId, projectId } }),
    // A subscription that begins or ends starts its project, or stops it.
    'scope.changed': ({ userId }) => ({ userIds: [userId], change: { userId, projectId: null } }),
  },
  keyOf: ({ userId, projectId }) => (projectId === null ? `all of ${userId}` : `project ${projectId}`),
  missed: (_ctx, userIds) => userIds.map((userId) => ({ userId, projectId: null })),
  async read(ctx, changes, connected) {
    const { db, clock } = ctx
    const now = clock.now()
    /** By reader: the projects that are to be sent; null: all. */
    const changed = new Map<number, Set<number> | null>()
    for (const { userId, projectId } of changes) {
      const readers = projectId === null ? [userId] : await listTeammates(db, userId, now)
      for (const reader of readers) {
        const ids = changed.get(reader)
        if (projectId === null) changed.set(reader, null)
        else if (ids !== null) changed.set(reader, (ids ?? new Set()).add(projectId))
      }
    }
    const signals: OutgoingSignal[] = []
    for (const [userId, ids] of changed) {
      if (!connected.includes(userId)) continue
      const rows = (await listProjectRows(db, userId, now)).filter(({ id }) => ids === null || ids.has(id))
      for (const payload of await showProjects(ctx, rows, userId))
        signals.push({ userId, name: 'monitored-project', payload })
    }
    return signals
  },
}

export const projectsSignals: DeclaredSignals = [progress]
