/** What a notice holds is what the feed shows with the same filter, in the order «hot first», of what came since; and many are read as one is. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FilterFields, IntentLevel } from '../../../../../contract/reading/filters.ts'
import { everyWeekday } from '../../../../../rules/notices/rule.ts'
import { HOUR, MINUTE } from '../../../../kit/clock.ts'
import type { TestUser } from '../../../../testing/test-user.ts'
import { groups, openTestWorld, paid, paidForTeam, trial, type TestWorld } from '../../../../testing/test-world.ts'
import { listProductsOfMany, listScopeChangesOfMany } from '../../../access/subscriptions/subscriptions.public.ts'
import { readVisibility } from '../../../reading/feed/live/visibility.ts'
import { confirmEmail, fakeChannels, linkAddress } from '../channels/fake.samples.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
  await world.looksFor('video', 'видеограф')
})
afterAll(() => world.close())

const texts = [
  'Посоветуйте фотографа на свадьбу, срочно',
  'Ищу фотографа в школу, кто работал?',
  'Фотограф выложил отчёт о концерте на набережной',
  'Нужен фотограф для меню ресторана в понедельник',
  'Видеограф снял клип для местной группы вчера',
  'Посоветуйте видеографа, свадьба в мае, недорого',
  'Я фотограф, беру заказы со скидкой, пишите в личку',
  'Опять фотограф опоздал на два часа, ужасно',
]

/** Filters in which something of the feed is at work that the predicate in memory knows nothing of. */
const questions: [name: string, fields: Partial<FilterFields>][] = [
  ['everything', {}],
  ['words', { includedWords: ['свадьба', 'школа'] }],
  ['without words', { excludedWords: ['скидка'] }],
  ['spam too', { spam: 'ignore' }],
  ['only favourites', { onlyFavorites: true }],
  ['handled too', { handled: 'show' }],
  ['only the black list', { onlyBlackList: true }],
  ['no one has it', { assignees: ['none'] }],
  ['posts', { kind: 'post', networks: ['vk'] }],
]

it.each(questions)('of a filter that asks for %s', async (name, fields) => {
  await world.forgetMessages()
  // No whole hour: notices that come hourly do not come at once.
  world.clock.advance(MINUTE)
  const user = await world.customer(
    `reader-${questions.findIndex(([each]) => each === name)}`,
    paid('photographers'),
    paid('video'),
  )
  await confirmEmail(world, user.userId)
  for (const channel of ['telegram', 'vk'] as const) await linkAddress(world, user.userId, channel)
  await user.asks('notices', 'setNoticePreferences', { quiet: null })
  const common = { hour: 9, weekdays: everyWeekday, smallest: 1 }
  const levels = new Map<number, IntentLevel>()
  // Each over a channel of its own: there no message comes twice.
  for (const [level, channel] of [
    ['cold', 'telegram'],
    ['warm', 'vk'],
    ['hot', 'email'],
  ] as const) {
    const { filter } = await user.asks('filters', 'createFilter', { name: level, ...fields })
    levels.set(filter.id, level)
    const rule = { ...common, channel, level }
    await user.asks('notices', 'setNoticeRule', { filterId: filter.id, mode: 'hourly', ...rule })
    await user.asks('notices', 'setNoticeRule', { filterId: user.filterId, mode: 'off', ...rule })
  }
  const over = fakeChannels()
  await world.sendNotices(over)
  for (const [place, text] of texts.entries())
    await world.post(text, { author: { externalId: `author-${place % 3}`, name: `Автор ${place % 3}` } })
  await world.sendNotices(over)
  await touch(user)
  world.clock.advance(HOUR)
  await world.sendNotices(over)
  for (const [filterId, intent] of levels) {
    const { filters } = await user.asks('filters', 'listFilters', {})
    const filter = filters.find(({ id }) => id === filterId)
    if (!filter) throw new Error('the filter is gone')
    const {
      id: _id,
      name: _name,
      isDefault: _default,
      scope: _scope,
      own: _own,
      editable: _editable,
      ...asked
    } = filter
    const { messages } = await user.asks('feed', 'queryFeed', {
      filter: { ...asked, intent },
      order: 'hot',
      limit: 100,
    })
    const handed = over.handed.filter(
      ({ recipient, notice }) => recipient.userId === user.userId && notice.filter?.id === filterId,
    )
    expect(handed.flatMap(({ notice }) => notice.messages.map(({ id }) => id))).toEqual(messages.map(({ id }) => id))
    expect(handed.map(({ notice }) => notice.count)).toEqual(messages.length > 0 ? [messages.length] : [])
  }
})

/** What people do with messages between their coming and the notice of them. */
async function touch(user: TestUser): Promise<void> {
  const { messages } = await user.asks('feed', 'queryFeed', { limit: 100 })
  const [first, second, third, fourth] = messages
  if (first) await user.asks('marks', 'setFavorite', { id: first.id, value: true })
  if (second) await user.asks('marks', 'setHandled', { id: second.id, value: true })
  if (third) await user.asks('marks', 'markSpam', { id: third.id })
  if (fourth?.author) await user.asks('marks', 'addToBlackList', { id: fourth.author.id })
  if (first) await user.asks('leads', 'takeLead', { id: first.id })
}

it('many people are known to see what each of them sees', async () => {
  const owner = await world.customer('owner', paidForTeam('photographers'), groups(3))
  const members = [
    await world.customer('member', trial('video')),
    await world.customer('second'),
    await world.customer('third', paid('vets', 2)),
  ]
  await world.team(owner, ...members)
  const others = [await world.customer('alone', trial('photographers')), await world.customer('none')]
  await world.project(others[0] ?? owner, { name: 'Зерно', keywords: ['зерно'] })
  const set = (what: object, userId: number) =>
    world.db.updateTable('subscriptions').set(what).where('userId', '=', userId).execute()
  const everybody = [owner, ...members, ...others]
  const check = async () => {
    const now = world.clock.now()
    const userIds = everybody.map(({ userId }) => userId)
    for (const among of [userIds, null]) {
      const [products, changes] = [
        await listProductsOfMany(world.db, among, now),
        await listScopeChangesOfMany(world.db, among, now),
      ]
      for (const { userId } of everybody) {
        const { products: seen, until } = await readVisibility(world.db, { userId, moderator: false }, now)
        const theirs = products
          .filter((each) => each.userId === userId)
          .map(({ productType, productId, trial: onTrial }) => ({ productType, productId, trial: onTrial }))
        expect(new Set(theirs)).toEqual(new Set(seen.values()))
        expect(changes.find((each) => each.userId === userId)?.at.getTime() ?? Infinity).toBe(until)
      }
    }
  }
  await check()
  await set({ teamSize: 3 }, owner.userId)
  await check()
  await set({ frozenAt: world.clock.now(), freezes: 1 }, owner.userId)
  await check()
  world.clock.advance(3 * 24 * HOUR)
  await check()
  await set({ endedAt: world.clock.now() }, members[2]?.userId ?? 0)
  await check()
})
