import { personOf, type Handlers } from '../../../kit/context.ts'

/** Of the asker's own team, whether it runs or rests. */
export const listLeftOut: Handlers<'team'>['listLeftOut'] = async (ctx, { teamSize }) => {
  const rows = await ctx.db
    .selectFrom('membershipCards')
    .select('username')
    .where('ownerId', '=', personOf(ctx).id)
    .where('status', '=', 'accepted')
    .where('place', '>=', teamSize)
    .orderBy('place')
    .execute()
  return { names: rows.map(({ username }) => username) }
}
