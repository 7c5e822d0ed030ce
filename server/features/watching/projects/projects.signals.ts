/** Tells browsers how far the search of a project is that was saved in one of them. */
import type { DeclaredSignals, SignalDeclaration } from '../../../kit/signals.ts'
import { findProjectRow, listProjectRows, showProjects, type ProjectRow } from './project-row.ts'

const progress: SignalDeclaration<{ projectId: number } | { userId: number }> = {
  name: 'monitored-project',
  on: {
    'project.changed': ({ userId, projectId }) => ({ userIds: [userId], change: { projectId } }),
    // A subscription that begins or ends starts its project, or stops it.
    'scope.changed': ({ userId }) => ({ userIds: [userId], change: { userId } }),
  },
  keyOf: (change) => ('projectId' in change ? `project ${change.projectId}` : `all of ${change.userId}`),
  missed: (_ctx, userIds) => userIds.map((userId) => ({ userId })),
  async read(ctx, changes) {
    const { db } = ctx
    const rows = new Map<number, ProjectRow>()
    for (const change of changes) {
      const found =
        'userId' in change ? await listProjectRows(db, change.userId) : await findProjectRow(db, change.projectId)
      for (const row of found === null ? [] : [found].flat()) rows.set(row.id, row)
    }
    const shown = await showProjects(ctx, [...rows.values()])
    return shown.map((project) => ({
      userId: rows.get(project.id)?.userId ?? 0,
      name: 'monitored-project',
      payload: project,
    }))
  },
}

export const projectsSignals: DeclaredSignals = [progress]
