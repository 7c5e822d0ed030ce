/** Announces to the browsers of admins how mailings stand. */
import type { MailingPage } from '../../../../contract/office/mailings.ts'
import { readActiveRoles } from '../../people/accounts/accounts.public.ts'
import type { DeclaredSignals, SignalDeclaration } from '../../../kit/signals.ts'
import { readMailingPage } from './show-mailings.ts'

const GATHERED_MS = 300
const REST_MS = 1_000

const declaration: SignalDeclaration<'changed'> = {
  name: '/admin/email/tasks',
  on: { 'mailings.changed': () => ({ userIds: null, change: 'changed' }) },
  keyOf: () => 'changed',
  missed: () => ['changed'],
  gatherMs: GATHERED_MS,
  restMs: () => REST_MS,
  async read(ctx, _changes, connected) {
    const roles = await readActiveRoles(ctx, connected)
    const admins = connected.filter((userId) => roles.get(userId)?.includes('admin'))
    if (admins.length === 0) return []
    const payload: MailingPage = await readMailingPage(ctx.db, {})
    return admins.map((userId) => ({ userId, name: '/admin/email/tasks' as const, payload }))
  },
}

export const mailingsSignals: DeclaredSignals = [declaration as SignalDeclaration]
