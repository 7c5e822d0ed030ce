/** Personal data: what the service keeps about people, and how all of it is deleted. It stands above every feature that keeps some. */
import type { User } from '../../../../contract/people/accounts.ts'
import { AppError } from '../../../kit/app-error.ts'
import { personOf, type CallContext, type Handlers } from '../../../kit/context.ts'
import { defineFeature } from '../../../kit/feature.ts'
import { every } from '../../../kit/jobs.ts'
import { findUser } from '../../people/accounts/accounts.public.ts'
import { askDeletion, takeDeletionBack } from './delete-account.ts'
import { deleteDueAccounts } from './delete-due-accounts.ts'
import { packMyData } from './my-data.ts'

const handlers: Handlers<'privacy'> = {
  async getPrivacyFacts({ config: { operator, production, sessionDays, sessionMostDays, messageDays } }) {
    const { name, details, email } = operator
    return { operator: { name, details, email }, development: !production, sessionDays, sessionMostDays, messageDays }
  },

  downloadMyData: packMyData,

  async deleteAccount(ctx, { password }) {
    await askDeletion(ctx, password)
    return readOwnUser(ctx)
  },

  async keepAccount(ctx) {
    await takeDeletionBack(ctx)
    return readOwnUser(ctx)
  },
}

async function readOwnUser(ctx: CallContext): Promise<{ user: User }> {
  const user = await findUser(ctx.db, personOf(ctx).id)
  if (!user) throw new AppError('UNAUTHORIZED')
  return { user }
}

declare module '../../../kit/audit.ts' {
  interface AuditActions {
    'data-downloaded': null
    'deletion-asked': { deletionAt: Date }
    'deletion-taken-back': null
    deleted: null
  }
}

export const privacyFeature = defineFeature({
  name: 'privacy',
  handlers,
  jobs: [every('33 * * * *', 'delete-due-accounts', deleteDueAccounts)],
  auditWords: {
    'data-downloaded': 'Скачана копия своих данных',
    'deletion-asked': 'Запрошено удаление аккаунта',
    'deletion-taken-back': 'Удаление аккаунта отменено человеком',
    deleted: 'Аккаунт удалён',
  },
})
