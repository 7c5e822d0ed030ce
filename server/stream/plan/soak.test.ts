/** All networks at once for half an hour, everything going wrong in its first minutes; `npm run soak` is the long one. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { groups, openTestWorld, paid, type TestWorld } from '../../testing/test-world.ts'
import { runSoak } from './soak.samples.ts'
import { soakNetworks } from './soak-worlds.samples.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'ищу фотографа', 'нужен фотограф')
})
afterAll(() => world.close())

it('nothing is lost, nothing is doubled, no limit is broken', async () => {
  const anna = await world.customer('anna', groups(100), paid('photographers'))
  const { database, bus, log, language } = world
  const standingQueries = await world.standingQueries()
  const rows = await runSoak(
    {
      database,
      bus,
      log,
      context: (clock) => ({ database, clock, log, language, standingQueries }),
      paste: async (links) => void (await anna.asks('groups', 'addGroups', { links })),
    },
    soakNetworks,
    { actEvery: 15_000, faultEvery: 45_000, minutes: 3, settleMinutes: 25 },
  )
  expect(rows.map(({ network, lost, doubled, broken }) => ({ network, lost, doubled, broken }))).toEqual(
    soakNetworks.map((network) => ({ network, lost: [], doubled: [], broken: 0 })),
  )
  for (const { written, calls, faults } of rows) expect([written > 5, calls > 5, faults]).toEqual([true, true, 4])
})
