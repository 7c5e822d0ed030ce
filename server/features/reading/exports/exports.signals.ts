/** Announces to browsers how far the files are that were ordered in one of them. */
import type { DeclaredSignals, SignalDeclaration } from '../../../kit/signals.ts'
import { selectExports, toExport } from './export-row.ts'

const progress: SignalDeclaration<{ exportId: number } | { userId: number }> = {
  name: 'feed.export',
  on: { 'export.changed': ({ userId, exportId }) => ({ userIds: [userId], change: { exportId } }) },
  keyOf: (change) => ('exportId' in change ? `export ${change.exportId}` : `all of ${change.userId}`),
  missed: (_ctx, userIds) => userIds.map((userId) => ({ userId })),
  async read({ db }, changes) {
    const ids = changes.flatMap((change) => ('exportId' in change ? change.exportId : []))
    const userIds = changes.flatMap((change) => ('userId' in change ? change.userId : []))
    const rows = await selectExports(db)
      .where(({ or, eb }) => or([eb('id', 'in', [0, ...ids]), eb('userId', 'in', [0, ...userIds])]))
      .orderBy('id')
      .execute()
    return rows.map((row) => ({ userId: row.userId, name: 'feed.export', payload: toExport(row) }))
  },
}

export const exportsSignals: DeclaredSignals = [progress]
