import { afterAll, beforeAll, expect, it } from 'vitest'
import { everyWeekday } from '../../../../../rules/notices/rule.ts'
import { MINUTE } from '../../../../kit/clock.ts'
import { openTestWorld, paid, type TestWorld } from '../../../../testing/test-world.ts'
import { fakeChannels, linkAddress } from '../channels/fake.samples.ts'
import { runNotifying } from './run-notifying.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
})
afterAll(() => world.close())

/** A process that would notify. */
function start() {
  const over = fakeChannels()
  const ending = new AbortController()
  const running = runNotifying(world, over, ending.signal)
  return {
    over,
    async end() {
      ending.abort()
      await running
    },
  }
}

it('of two processes one notifies; when it ends, the other goes on where it ended', { timeout: 240_000 }, async () => {
  const anna = await world.customer('anna', paid('photographers'))
  await linkAddress(world, anna.userId, 'telegram')
  const rule = { mode: 'now' as const, hour: 9, weekdays: everyWeekday, level: 'cold' as const, smallest: 1 }
  await anna.asks('notices', 'setNoticePreferences', { quiet: null })
  await anna.asks('notices', 'setNoticeRule', { filterId: anna.filterId, channel: 'telegram', ...rule })
  const processes = [start(), start()]
  const textsHanded = () =>
    processes.map(({ over }) => over.handed.flatMap(({ notice }) => notice.messages.map(({ text }) => text)))
  const cursors = () => world.db.selectFrom('noticeCursors').selectAll().execute()
  await expect.poll(cursors).toHaveLength(1)
  await world.post('первый нужен фотограф')
  await expect.poll(() => textsHanded().flat()).toEqual(['первый нужен фотограф'])
  const first = processes.find(({ over }) => over.handed.length > 0)
  const second = processes.find((each) => each !== first)
  await first?.end()
  world.clock.advance(MINUTE)
  await world.post('второй, вечерний фотограф')
  await expect
    .poll(() => second?.over.handed.map(({ notice }) => notice.messages[0]?.text))
    .toEqual(['второй, вечерний фотограф'])
  await second?.end()
  expect(textsHanded().flat()).toHaveLength(2)
})
