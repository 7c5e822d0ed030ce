/** Groups as networks would describe them, for tests. */
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
      const known = outcomes[link.text] ?? { externalId: link.text.split('/').findLast(Boolean) ?? '' }
      const outcome: LinkOutcome =
        'externalId' in known
          ? {
              status: 'added',
              groupId: await keepSampleGroup(world, known),
              network: known.network ?? 'vk',
              key: known.externalId,
            }
          : known
      await settleLink(world.db, world.clock, link, outcome)
    }
  }
}

/** These are on their list now, in this order. */
export async function pasteGroups(world: TestWorld, person: TestUser, ...links: string[]): Promise<void> {
  await person.asks('groups', 'addGroups', { links })
  await lookUpLinks(world)
}

/** These are on their list, the last of them added last. */
export async function listOf(world: TestWorld, person: TestUser, samples: SampleGroup[]): Promise<void> {
  const links = samples.map(({ externalId }) => `https://vk.com/${externalId}`)
  await person.asks('groups', 'addGroups', { links })
  await lookUpLinks(world, Object.fromEntries(samples.map((sample, at) => [links[at] ?? '', sample])))
}

/** Different in every column that a list can be sorted by. */
export const twentyFive: SampleGroup[] = Array.from({ length: 25 }, (_, n) => ({
  externalId: `group${n + 1}`,
  name: n === 24 ? 'Ёлки и кошки' : `Группа ${n + 1}`,
  network: n % 5 === 0 ? ('telegram' as const) : ('vk' as const),
  followers: n === 3 ? null : (n * 7) % 25,
}))
