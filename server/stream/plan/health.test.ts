import { afterEach, beforeEach, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../kit/clock.ts'
import { openTestWorld, type TestWorld } from '../../testing/test-world.ts'
import { openHealth, type Health } from './health.ts'

let world: TestWorld
let health: Health
beforeEach(async () => {
  world = await openTestWorld()
  health = openHealth(world.db, world.clock)
})
afterEach(() => world.close())

async function written(): Promise<{ trouble: string | null; troubleAt: Date | null }> {
  await health.write(
    () => Promise.resolve(0),
    () => [],
  )
  return world.db.selectFrom('sourceHealth').select(['trouble', 'troubleAt']).executeTakeFirstOrThrow()
}

it('reports what is suspected until it is believed, however well the rest is', async () => {
  const part = health.part('mastodon', 'groups')
  part.ok()
  expect(await written()).toEqual({ trouble: null, troubleAt: null })
  const began = world.clock.now()
  part.suspect('1', 'home.example shows no posts')
  world.clock.advance(MINUTE)
  part.suspect('2', 'far.example shows no posts')
  part.suspect('1', 'home.example shows no posts')
  part.ok()
  expect(await written()).toEqual({ trouble: 'home.example shows no posts, and 1 more like this', troubleAt: began })
  // What fails altogether comes first.
  part.failed('no way out')
  expect(await written()).toMatchObject({ trouble: 'no way out' })
  part.ok()
  part.suspect('1', null)
  expect(await written()).toMatchObject({ trouble: 'far.example shows no posts' })
  part.suspect('2', null)
  expect(await written()).toEqual({ trouble: null, troubleAt: null })
})

it('forgets suspicions of what is not read any more', async () => {
  const part = health.part('mastodon', 'groups')
  part.suspect('1', 'home.example shows no posts')
  world.clock.advance(DAY + HOUR)
  expect(await written()).toMatchObject({ trouble: 'home.example shows no posts' })
  world.clock.advance(DAY)
  expect(await written()).toMatchObject({ trouble: null })
})

it('keeps the worst lag of every ten minutes, for a week', async () => {
  const part = health.part('vk', 'groups')
  const cameLate = (minutes: number): void =>
    part.came([world.message('x', { publishedAt: new Date(world.clock.now().getTime() - minutes * MINUTE) })])
  const lags = async () =>
    (await world.db.selectFrom('sourceLags').selectAll().orderBy('at').execute()).map(
      ({ lagSeconds, waiting, troubled }) => [lagSeconds, waiting, troubled],
    )
  await written()
  cameLate(5)
  await written()
  part.failed('no way out')
  for (let times = 0; times < 9; times += 1) cameLate(1)
  await written()
  expect(await lags()).toEqual([[300, 0, true]])
  world.clock.advance(10 * MINUTE)
  part.ok()
  await written()
  expect(await lags()).toEqual([
    [300, 0, true],
    [60, 0, false],
  ])
  world.clock.advance(7 * DAY + MINUTE)
  await written()
  expect(await lags()).toEqual([[60, 0, false]])
})
