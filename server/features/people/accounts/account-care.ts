/** What people look after in their own accounts: name, time zone, sign-ins and devices. */
import type { User } from '../../../../contract/people/accounts.ts'
import { hasUnseenSigns } from '../../../../rules/username.ts'
import { personOf, type Handlers, type CallContext } from '../../../kit/context.ts'
import { AppError } from '../../../kit/app-error.ts'
import { endSession, listAuthHistory } from './auth-history.ts'
import { keepDevicePrint } from './device-print.ts'
import { findUser } from './find-user.ts'
import { isTimeZone } from './time-zone.ts'

type CareCalls = 'updateUser' | 'endSession' | 'listAuthHistory' | 'checkDevice'

export const accountCareHandlers: Pick<Handlers<'accounts'>, CareCalls> = {
  async updateUser(ctx, { username, timeZone }) {
    if (timeZone !== undefined && !isTimeZone(timeZone))
      throw new AppError('VALIDATION_FAILED', { keyword: 'enum', dataPath: '/timeZone' })
    if (username !== undefined && hasUnseenSigns(username.trim())) throw new AppError('USERNAME_INVALID')
    const changes = {
      ...(username === undefined ? {} : { username: username.trim() }),
      ...(timeZone === undefined ? {} : { timeZone }),
    }
    if (Object.keys(changes).length > 0) {
      await ctx.db.updateTable('users').set(changes).where('id', '=', personOf(ctx).id).execute()
    }
    return whoIs(ctx)
  },

  listAuthHistory,
  endSession,

  async checkDevice(ctx, { fp, incognito = false }) {
    await keepDevicePrint(ctx.db, ctx.clock, personOf(ctx).id, { fp, incognito })
    return {}
  },
}

/** The person as they are after what they changed. */
async function whoIs(ctx: CallContext): Promise<{ user: User }> {
  const user = await findUser(ctx.db, personOf(ctx).id)
  if (!user) throw new AppError('UNAUTHORIZED')
  return { user }
}
