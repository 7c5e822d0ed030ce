/** Announces to browsers that a lead of theirs is different now. */
import type { DeclaredSignals, SignalDeclaration } from '../../../kit/signals.ts'
import { LookingSignals } from './looking.ts'
import { dueLeads } from './remind.ts'

interface Change {
  leadId: number
  userIds: ReadonlySet<number>
}

/** Of the unknown that changed while the bus was away. */
const ANY = 0

const changedLeads: SignalDeclaration<Change> = {
  name: 'leads.changed',
  on: { 'leads.changed': ({ leadId, userIds }) => ({ userIds, change: { leadId, userIds: new Set(userIds) } }) },
  keyOf: ({ leadId }) => leadId,
  merge: (earlier, later) => ({ ...later, userIds: new Set([...earlier.userIds, ...later.userIds]) }),
  missed: (_ctx, userIds) => [{ leadId: ANY, userIds: new Set(userIds) }],
  gatherMs: 300,
  read: (_ctx, changes, connected) =>
    connected.flatMap((userId) => {
      const leadIds = changes.filter(({ userIds }) => userIds.has(userId)).map(({ leadId }) => leadId)
      if (leadIds.length === 0) return []
      return [{ userId, name: 'leads.changed' as const, payload: { leadIds: leadIds.includes(ANY) ? [] : leadIds } }]
    }),
}

export const leadsSignals: DeclaredSignals = [changedLeads, dueLeads, () => new LookingSignals()]
