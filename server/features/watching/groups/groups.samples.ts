/** Groups as networks would tell of them, for tests. */
import type { Network } from '../../../../contract/networks.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import type { TestWorld } from '../../../testing/test-world.ts'
import { claimLinks, settleLink, type LinkOutcome } from './look-up-links.ts'

export interface SampleGroup {
  network?: Network
  externalId: string
  name?: string
  url?: string | null
  followers?: number | null
}

/** The row of a group, as the stream keeps it. */
export async function keepSampleGroup(
  world: TestWorld,
  {
    network = 'vk',
    externalId,
    name = externalId,
    url = `https://vk.com/${externalId}`,
    followers = null,
  }: SampleGroup,
): Promise<number> {
  const { id } = await world.db
    .insertInto('groups')
    .values({ network, externalId, name, url, followers, kind: 'community' })
    .onConflict((conflict) => conflict.columns(['network', 'externalId']).doUpdateSet({ name, url, followers }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Every waiting link leads to a VK group called like its last part; or to what `outcomes` says of it. */
export async function lookUpLinks(
  world: TestWorld,
  outcomes: Record<string, LinkOutcome | SampleGroup> = {},
): Promise<void> {
  for (;;) {
    const claimed = await claimLinks(world.db, world.clock, 100)
    if (claimed.length === 0) return
    for (const link of claimed) {
      const said = outcomes[link.text] ?? { externalId: link.text.split('/').findLast(Boolean) ?? '' }
      const outcome: LinkOutcome =
        'externalId' in said
          ? {
              status: 'added',
              groupId: await keepSampleGroup(world, said),
              network: said.network ?? 'vk',
              key: said.externalId,
            }
          : said
      await settleLink(world.db, world.clock, link, outcome)
    }
  }
}

/** These are on their list now, in this order. */
export async function pasteGroups(world: TestWorld, person: TestUser, ...links: string[]): Promise<void> {
  await person.asks('groups', 'addGroups', { links })
  await lookUpLinks(world)
}
