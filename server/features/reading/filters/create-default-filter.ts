/** The first filter of everybody, made with the account. */
import { DEFAULT_FILTER_NAME, emptyFilter } from '../../../../contract/reading/filters.ts'
import type { OnAccountCreated } from '../../../kit/context.ts'

export const createDefaultFilter: OnAccountCreated = async (tx, { clock }, userId) => {
  await tx
    .insertInto('filters')
    .values({
      userId,
      name: DEFAULT_FILTER_NAME,
      isDefault: true,
      fields: JSON.stringify(emptyFilter),
      createdAt: clock.now(),
    })
    .execute()
}
