/** From a message, or from none, to the letter in the mailbox and what its buttons do: all of it as it runs. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../../kit/clock.ts'
import type { TestUser } from '../../../../testing/test-user.ts'
import { openTestWorld, paid, type TestWorld } from '../../../../testing/test-world.ts'
import { resultOf } from '../../../../testing/read-answer.ts'
import { lookForSilence } from '../alarms/filter-alarms.ts'

let world: TestWorld
let anna: TestUser
beforeAll(async () => {
  world = await openTestWorld({ config: { siteUrl: 'https://echolot.example' } })
  await world.looksFor('photographers', 'фотограф')
  anna = await world.customer('anna', paid('photographers', 90))
  await world.db.updateTable('users').set({ emailApprove: true }).execute()
  await world.sendNotices()
})
afterAll(() => world.close())

const letters = () => world.db.selectFrom('letters').select(['subject', 'plain', 'html']).orderBy('id').execute()
const journal = async () => (await anna.asks('notices', 'listNotices', {})).notices

it('what came in a day is one letter in the morning, whose buttons work without a session', async () => {
  await world.post('Посоветуйте фотографа на свадьбу в июне')
  await world.post('Ищу, кто снимет день рождения: нужен фотограф на субботу')
  await world.settle()
  await world.sendNotices()
  expect(await letters()).toEqual([])
  // The next morning at nine in Moscow.
  world.clock.advance(18 * HOUR + MINUTE)
  await world.sendNotices()
  const [letter, ...others] = await letters()
  expect([letter?.subject, others]).toEqual(['2 новых: Дефолтная', []])
  expect(letter?.plain).toContain('Посоветуйте фотографа на свадьбу в июне')
  expect(letter?.html).toMatch(/<span class="mark"[^>]*>фотографа<\/span>/)
  expect(await journal()).toMatchObject([{ channel: 'email', count: 2, state: 'sent', to: ['anna@example.ru'] }])
  await world.sendNotices()
  expect(await letters()).toHaveLength(1)

  const [, token = ''] = /notice#(f\.[\w.-]+)/.exec(letter?.html ?? '') ?? []
  expect(resultOf(await world.ask('notices', 'followNoticeLink', { token }))).toMatchObject({ done: true })
  const { messages } = await anna.asks('feed', 'queryFeed', { filterId: anna.filterId })
  expect(messages.filter(({ favorite }) => favorite)).toHaveLength(1)

  const [, unsubscribe = ''] = /Больше не присылать:\n\S+#([\w.-]+)/.exec(letter?.plain ?? '') ?? []
  expect(resultOf(await world.ask('notices', 'followNoticeLink', { token: unsubscribe }))).toMatchObject({ done: true })
  await world.post('Подскажите хорошего фотографа для семейной съёмки')
  await world.settle()
  world.clock.advance(2 * DAY)
  await world.sendNotices()
  expect(await letters()).toHaveLength(1)
})

it('an alarm in the night is a letter in the morning', async () => {
  const letter = (number: number): string => 'абвгдежзиклмнопрст'[number] ?? ''
  for (let day = 4; day <= 17; day += 1)
    await world.receive(
      [0, 1, 2, 3, 4].map((each) => {
        const own = `${letter(day)}о${letter(each)}у${letter(day)}${letter(each)}`
        const publishedAt = new Date(world.clock.now().getTime() - day * DAY + HOUR)
        return world.message(`Нужен фотограф ${own} ${own}ина ${own}ый на ${day} число`, { publishedAt })
      }),
    )
  world.clock.advance(DAY + 15 * HOUR)
  const before = (await letters()).length
  // The rule of letters is off since: those of alarms are asked for by themselves; notices of the filter come by browser.
  await anna.asks('notices', 'resetNoticeRule', { filterId: anna.filterId, channel: 'email' })
  await world.db.updateTable('noticeStates').set({ waitingSince: null, dueAt: null }).execute()
  expect(await lookForSilence(world)).toBe(1)
  await world.sendNotices()
  expect(await letters()).toHaveLength(before)
  world.clock.advance(12 * HOUR)
  await world.sendNotices()
  expect((await letters()).map(({ subject }) => subject)).toContain('Фильтр «Дефолтная» молчит 3 дня')
})
