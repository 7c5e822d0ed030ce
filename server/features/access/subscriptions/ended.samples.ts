import { DAY } from '../../../kit/clock.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import type { TestWorld } from '../../../testing/test-world.ts'

/** A subscription that ended some days ago. */
export async function heldBefore(world: TestWorld, person: TestUser, slug: string): Promise<void> {
  const [productId, at] = [await world.categoryId(slug), world.clock.now().getTime()]
  await world.db
    .insertInto('subscriptions')
    .values({
      userId: person.userId,
      productType: 'category',
      productId,
      tariffType: 'regular',
      startsAt: new Date(at - 33 * DAY),
      expiresAt: new Date(at - 3 * DAY),
    })
    .execute()
}
