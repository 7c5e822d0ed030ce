import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { parseMarks } from '../../../../training/marks.ts'
import { DAY } from '../../../kit/clock.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, paid, type TestWorld } from '../../../testing/test-world.ts'
import { listModerationMarks, type ModerationMark } from './moderation-marks.ts'

let world: TestWorld
let customer: TestUser
let moderator: TestUser
let admin: TestUser
let photographers: number
let video: number
let posts = 0
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
  await world.looksFor('video', 'видеограф')
  customer = await world.customer('customer', paid('photographers'))
  moderator = await world.somebody('moderator', ['moderator'])
  admin = await world.somebody('admin', ['admin'])
  photographers = await world.categoryId('photographers')
  video = await world.categoryId('video')
})
afterAll(() => world.close())

const subjects = [
  'свадьбу в июле на берегу озера',
  'выпускной девятого класса нашей школы',
  'крестины дочки в старой церкви',
  'юбилей бабушки в ресторане за городом',
  'открытие кофейни возле вокзала',
  'каталог украшений ручной работы',
  'забег по лесу ранним утром',
  'концерт молодой рок-группы',
  'ремонт яхты для журнала',
  'щенков породы бигль для объявления',
]

/** The id of a new message like no other; the author is its own unless said. */
async function post(text?: string, author?: string): Promise<number> {
  posts += 1
  const own = `author-${posts}`
  const unlike = `Ищу фотографа: снимать ${subjects[posts % subjects.length]}, дом ${posts * 37}, пишите ${'абвгдежзик'[posts % 10]}${posts}`
  await world.post(text ?? unlike, { author: { externalId: author ?? own, name: author ?? own } })
  const { id } = await world.db
    .selectFrom('messages')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

const copied = (subject: string) =>
  `Кто посоветует хорошего фотографа на ${subject}? Нужно снять весь день и вечер, бюджет обсуждаем, ` +
  'пишите в личные сообщения, звоните в любое время'

const sees = async (person: TestUser, id: number): Promise<boolean> =>
  (await person.isRefused('marks', 'setViewed', { id, value: true })) === 'ok'
const does = (person: TestUser, id: number, action: 'approve' | 'reject' | 'rejectText' | 'rejectAuthor' | 'undo') =>
  person.asks('moderation', 'moderateMessage', { id, action })
const items = (messageId: number) =>
  world.db.selectFrom('feedItems').selectAll().where('messageId', '=', messageId).orderBy('seqId').execute()
const heardOf = (browser: Awaited<ReturnType<TestUser['connects']>>, id: number) =>
  browser.heard['feed.message'].filter(({ messageId }) => messageId === id)

test('all of it is for moderators and admins', async () => {
  const id = await post()
  const asks = [
    ['moderateMessage', { id, action: 'reject' }],
    ['setMessageLocation', { id, locationId: null }],
    ['setMessageCategory', { id, mode: 'copy', from: photographers, to: video }],
    ['getModeratorStatistics', {}],
  ] as const
  for (const [name, input] of asks) {
    expect(codeOf(await world.ask('moderation', name, input as never))).toBe('UNAUTHORIZED')
    expect(await customer.isRefused('moderation', name, input as never)).toBe('FORBIDDEN')
  }
  expect(await moderator.isRefused('moderation', 'moderateMessage', { id: 999_999, action: 'reject' })).toBe(
    'MESSAGE_NOT_FOUND',
  )
  expect(await moderator.isRefused('moderation', 'moderateMessage', { id, action: 'praise' as never })).toBe(
    'VALIDATION_FAILED',
  )
})

describe('moderation.moderateMessage', () => {
  it('rejects for customers, live, and takes it back', async () => {
    const id = await post()
    const [reader, colleague] = [await customer.connects(), await admin.connects()]
    expect(await does(moderator, id, 'reject')).toMatchObject({
      removed: false,
      marks: { verdict: 'rejected', moderatorLog: [{ action: 'reject', user: { name: 'moderator' } }] },
    })
    await does(moderator, id, 'reject')
    expect([await sees(customer, id), await sees(admin, id)]).toEqual([false, true])
    // That it was posted may be announced as late as this.
    await expect.poll(() => heardOf(reader, id).at(-1)).toEqual({ messageId: id, removed: true })
    const asModerator = { removed: false, marks: { verdict: 'rejected', moderatorLog: [{ action: 'reject' }] } }
    await expect.poll(() => heardOf(colleague, id).at(-1)).toMatchObject(asModerator)

    const log = [{ action: 'reject' }, { action: 'undo', detail: 'отклонение' }]
    expect((await does(moderator, id, 'undo')).marks).toMatchObject({ verdict: null, moderatorLog: log })
    expect(await sees(customer, id)).toBe(true)
    await expect
      .poll(() => heardOf(reader, id).at(-1))
      .toMatchObject({ removed: false, marks: { spamCount: 0, verdict: null } })
    // What moderators did is nothing for customers, whatever else they hear.
    expect(heardOf(reader, id).flatMap(({ marks }) => marks?.moderatorLog ?? [])).toEqual([])
    expect(await moderator.isRefused('moderation', 'moderateMessage', { id, action: 'undo' })).toBe(
      'UNDO_NOT_AVAILABLE',
    )
  })

  it('is handled by the moderator with the same word, when they say so, and by no one else', async () => {
    const id = await post()
    const asks = (action: 'approve' | 'reject' | 'undo', handled?: boolean) =>
      moderator.asks('moderation', 'moderateMessage', { id, action, handled })
    const shows = async (person: TestUser): Promise<boolean> =>
      (await person.asks('feed', 'queryFeed', { filter: { handled: 'hide' }, limit: 100 })).messages.some(
        (message) => message.id === id,
      )
    expect((await asks('approve', true)).marks).toMatchObject({ verdict: 'approved', handled: true })
    expect([await shows(moderator), await shows(admin), await shows(customer)]).toEqual([false, true, true])
    expect((await asks('undo', false)).marks).toMatchObject({ verdict: null, handled: false })
    expect(await shows(moderator)).toBe(true)
    // A word alone leaves it where it stands.
    expect((await asks('reject')).marks).toMatchObject({ verdict: 'rejected', handled: false })
    expect(await shows(moderator)).toBe(true)
    const refused = { id, action: 'approve', handled: true } as const
    expect(await customer.isRefused('moderation', 'moderateMessage', refused)).toBe('FORBIDDEN')
  })

  it('undoes one word after the other', async () => {
    const id = await post()
    await does(moderator, id, 'approve')
    await does(moderator, id, 'reject')
    expect((await does(moderator, id, 'undo')).marks.verdict).toBe('approved')
    expect((await does(moderator, id, 'undo')).marks.verdict).toBe(null)
  })

  it('approved is spam no longer, but to those who marked it, and to all when ten have', async () => {
    const id = await post()
    const item = world.db.updateTable('feedItems').where('messageId', '=', id)
    await item.set({ isUnwanted: true, spamCount: 9 }).execute()
    expect((await customer.asks('marks', 'setViewed', { id, value: true })).marks.spam).toBe(true)
    expect((await does(moderator, id, 'approve')).marks).toMatchObject({ verdict: 'approved', spam: false })
    expect((await customer.asks('marks', 'setViewed', { id, value: true })).marks.spam).toBe(false)
    expect((await customer.asks('marks', 'markSpam', { id })).marks.spam).toBe(true)
    const spamToModerator = async () => (await does(moderator, id, 'approve')).marks.spam
    expect(await spamToModerator()).toBe(false)
    await item.set({ spamCount: 10 }).execute()
    expect(await spamToModerator()).toBe(true)
  })

  it('rejects a text with all its copies, now and later', async () => {
    const [first, copy] = [await post(copied('свадьбу')), await post(copied('свадьбу'))]
    const kept = await post(copied('свадьбу'))
    await does(moderator, kept, 'approve')
    const reader = await customer.connects()
    await does(moderator, copy, 'rejectText')
    const late = await post(copied('свадьбу'))
    expect([
      await sees(customer, first),
      await sees(customer, copy),
      await sees(customer, late),
      await sees(customer, kept),
    ]).toEqual([false, false, false, true])
    expect(await sees(moderator, first)).toBe(true)
    await expect.poll(() => heardOf(reader, first)).toEqual([{ messageId: first, removed: true }])
    expect(await moderator.isRefused('moderation', 'moderateMessage', { id: first, action: 'undo' })).toBe(
      'UNDO_NOT_AVAILABLE',
    )

    await does(moderator, late, 'reject')
    await does(moderator, copy, 'undo')
    expect([
      await sees(customer, first),
      await sees(customer, copy),
      await sees(customer, late),
      await sees(customer, kept),
    ]).toEqual([true, true, false, true])
    expect(await sees(customer, await post(copied('свадьбу')))).toBe(true)
  })

  it('rejects an author with all he wrote, now and later', async () => {
    const [first, second, other] = [
      await post(undefined, 'злодей'),
      await post(undefined, 'злодей'),
      await post(undefined, 'герой'),
    ]
    await does(moderator, second, 'rejectAuthor')
    const late = await post(undefined, 'злодей')
    expect([
      await sees(customer, first),
      await sees(customer, second),
      await sees(customer, late),
      await sees(customer, other),
    ]).toEqual([false, false, false, true])
    await does(moderator, first, 'approve')
    expect(await sees(customer, first)).toBe(true)
    expect((await does(moderator, second, 'undo')).marks.moderatorLog.at(-1)).toMatchObject({
      action: 'undo',
      detail: 'отклонение автора',
    })
    expect([await sees(customer, first), await sees(customer, second), await sees(customer, late)]).toEqual([
      true,
      true,
      true,
    ])
  })

  it("an admin's rejects are for everybody, and can be undone", async () => {
    const [first, copy] = [await post(copied('юбилей')), await post(copied('юбилей'))]
    const colleague = await moderator.connects()
    expect(await does(admin, first, 'rejectText')).toMatchObject({ removed: true })
    expect([await sees(moderator, first), await sees(moderator, copy), await sees(customer, copy)]).toEqual([
      false,
      false,
      false,
    ])
    await expect.poll(() => heardOf(colleague, copy)).toEqual([{ messageId: copy, removed: true }])
    expect(await moderator.isRefused('moderation', 'moderateMessage', { id: first, action: 'undo' })).toBe(
      'MESSAGE_NOT_FOUND',
    )
    expect(await does(admin, first, 'rejectText')).toMatchObject({ removed: true })
    const late = await post(copied('юбилей'))
    expect([await sees(moderator, late), await sees(customer, late)]).toEqual([false, false])
    expect(await does(admin, first, 'undo')).toMatchObject({ removed: false, marks: { verdict: null } })
    expect([await sees(moderator, first), await sees(customer, copy)]).toEqual([true, true])
  })

  it('a moderator does not lift what an admin rejected too', async () => {
    const [first, copy] = [await post(copied('крестины')), await post(copied('крестины'))]
    await does(moderator, first, 'rejectText')
    await does(admin, copy, 'rejectText')
    await does(moderator, first, 'undo').catch(() => {})
    expect([await sees(customer, first), await sees(moderator, copy)]).toEqual([false, false])
    await does(admin, copy, 'undo')
    expect([await sees(customer, first), await sees(customer, copy)]).toEqual([true, true])
  })

  it('many at once leave what the log says', async () => {
    const [first, copy] = [await post(copied('концерт')), await post(copied('концерт'))]
    await Promise.all([
      does(moderator, first, 'rejectText'),
      does(moderator, copy, 'approve'),
      does(moderator, copy, 'reject'),
      does(moderator, first, 'rejectAuthor'),
      does(moderator, copy, 'rejectText'),
      customer.isRefused('marks', 'markSpam', { id: copy }),
      moderator.asks('marks', 'markSpam', { id: first }),
    ])
    for (const id of [first, copy, first, copy, first, copy])
      await moderator.isRefused('moderation', 'moderateMessage', { id, action: 'undo' })
    expect([await items(first), await items(copy)].flat().map(({ verdict }) => verdict)).toEqual([null, null])
    const clusterId = (await items(first))[0]?.clusterId ?? 0
    expect(await world.db.selectFrom('rejectedTexts').selectAll().where('clusterId', '=', clusterId).execute()).toEqual(
      [],
    )
  })
})

describe('moderation.setMessageLocation', () => {
  it('sets a town with its region, announces it to everybody, and logs it once', async () => {
    const towns = world.db.selectFrom('locations').select(['id', 'name', 'parentId']).where('name', '=', 'Тверь')
    const known = await towns.executeTakeFirstOrThrow()
    const id = await post()
    const reader = await customer.connects()
    const { marks } = await moderator.asks('moderation', 'setMessageLocation', { id, locationId: known.id })
    expect(marks.location).toEqual({ id: known.id, type: 'town', name: known.name, source: 'moderator', confidence: 1 })
    expect(marks.moderatorLog).toMatchObject([{ action: 'location', detail: known.name }])
    await moderator.asks('moderation', 'setMessageLocation', { id, locationId: known.id })
    expect(await items(id)).toMatchObject([
      { locationId: known.id, regionId: known.parentId, locationSource: 'moderator' },
    ])
    await expect
      .poll(() => heardOf(reader, id))
      .toMatchObject([{ removed: false, marks: { location: { name: known.name } } }])

    const unknown = await moderator.asks('moderation', 'setMessageLocation', { id, locationId: null })
    expect(unknown.marks).toMatchObject({
      location: null,
      moderatorLog: [{ action: 'location' }, { action: 'location', detail: 'место неизвестно' }],
    })
    expect(await items(id)).toMatchObject([{ locationId: null, regionId: null, locationSource: 'moderator' }])
    expect(await moderator.isRefused('moderation', 'setMessageLocation', { id, locationId: 987_654_321 })).toBe(
      'LOCATION_NOT_FOUND',
    )
    expect(await moderator.isRefused('moderation', 'setMessageLocation', { id: 999_999, locationId: null })).toBe(
      'MESSAGE_NOT_FOUND',
    )
  })
})

describe('moderation.setMessageCategory', () => {
  const put = (id: number, mode: 'copy' | 'move', from: number, to: number) => ({ id, mode, from, to })

  it('copies and moves, live; a move back is the undo', async () => {
    const filmmaker = await world.customer('filmmaker', paid('video'))
    const id = await post()
    await world.db.updateTable('feedItems').set({ isUnwanted: false }).where('messageId', '=', id).execute()
    const [old, fresh] = [await customer.connects(), await filmmaker.connects()]
    await fresh.asks('feed', 'setFeedListener', {
      filters: [{ filterId: filmmaker.filterId, since: (await items(id))[0]?.seqId ?? 0 }],
    })
    expect(await sees(filmmaker, id)).toBe(false)

    const { marks } = await moderator.asks('moderation', 'setMessageCategory', put(id, 'move', photographers, video))
    expect(marks.moderatorLog).toMatchObject([{ action: 'move', detail: expect.stringMatching(/^«.+» → «.+»$/) }])
    expect([await sees(customer, id), await sees(filmmaker, id)]).toEqual([false, true])
    await expect.poll(() => heardOf(old, id)).toEqual([{ messageId: id, removed: true }])
    await expect.poll(() => fresh.heard['feed.updates']).toMatchObject([{ filterId: filmmaker.filterId, count: 1 }])
    const [moved] = await items(id)
    expect(moved).toMatchObject({ productId: video, repeats: false })
    expect(moved?.spans.length).toBeGreaterThan(0)

    expect(
      await moderator.asks('moderation', 'setMessageCategory', put(id, 'copy', video, photographers)),
    ).toMatchObject({ changed: true })
    expect(
      await moderator.asks('moderation', 'setMessageCategory', put(id, 'copy', video, photographers)),
    ).toMatchObject({ changed: false })
    const both = await items(id)
    expect(both.map(({ productId, repeats }) => [productId, repeats])).toEqual([
      [video, false],
      [photographers, true],
    ])
    expect(both[1]?.keyword).toBe(both[0]?.keyword)
    await expect.poll(() => heardOf(old, id).at(-1)).toMatchObject({ removed: false })

    expect(
      await moderator.asks('moderation', 'setMessageCategory', put(id, 'move', video, photographers)),
    ).toMatchObject({ changed: true })
    expect((await items(id)).map(({ productId }) => productId)).toEqual([photographers])
    await expect.poll(() => heardOf(fresh, id).at(-1)).toEqual({ messageId: id, removed: true })
  })

  it('asks for another category that there is', async () => {
    const id = await post()
    expect(
      await moderator.isRefused('moderation', 'setMessageCategory', put(id, 'move', photographers, photographers)),
    ).toBe('OTHER_CATEGORY_REQUIRED')
    expect(await moderator.isRefused('moderation', 'setMessageCategory', put(id, 'copy', photographers, 999_999))).toBe(
      'OTHER_CATEGORY_REQUIRED',
    )
    expect(await moderator.isRefused('moderation', 'setMessageCategory', put(id, 'copy', video, photographers))).toBe(
      'MESSAGE_NOT_FOUND',
    )
  })
})

test('marks for training: one of each text, what was taken back left out', async () => {
  async function read(): Promise<ModerationMark[]> {
    const all: ModerationMark[] = []
    for await (const marks of listModerationMarks(world.db)) all.push(...marks)
    return all
  }
  const before = (await read()).length
  const good = await post('Фотограф нужен срочно')
  const bad = await post('Фотограф даром и навсегда')
  const back = await post('Фотограф ищет друга')
  const marked = await post('Фотограф и кот')
  const author = await post('Фотограф, а ты кто')
  await does(moderator, good, 'approve')
  await does(moderator, bad, 'rejectText')
  await does(moderator, back, 'reject')
  await does(moderator, back, 'undo')
  await moderator.asks('marks', 'markSpam', { id: marked })
  await does(moderator, author, 'rejectAuthor')
  const lines = (await read()).map((mark) => JSON.stringify(mark)).join('\n')
  expect(parseMarks(lines).filter(({ text }) => text === 'Фотограф и кот')).toMatchObject([{ unwanted: true }])
  expect((await read()).slice(before)).toEqual([
    { text: 'Фотограф нужен срочно', unwanted: false },
    { text: 'Фотограф даром и навсегда', unwanted: true },
    { text: 'Фотограф и кот', unwanted: true },
  ])
})

describe('moderation.getModeratorStatistics', () => {
  it('counts by moderator, and by day of the zone of who asks, days without actions too', async () => {
    world.clock.advance(100 * DAY)
    const [quiet, busy] = [await world.somebody('quiet', ['moderator']), await world.somebody('busy', ['moderator'])]
    await world.hold(customer.userId, paid('photographers'))
    const id = await post()
    await does(busy, id, 'approve')
    await does(busy, id, 'reject')
    await does(quiet, id, 'undo')
    await busy.asks('marks', 'markSpam', { id })
    // 22:00 UTC is tomorrow in Moscow.
    world.clock.advance(10 * 3_600_000)
    await busy.asks('moderation', 'setMessageLocation', { id, locationId: null })
    const { moderators, days } = await quiet.asks('moderation', 'getModeratorStatistics', {})
    expect(moderators).toEqual([
      {
        user: { id: busy.userId, name: 'busy' },
        approved: 1,
        rejected: 1,
        spam: 1,
        locations: 1,
        categories: 0,
        total: 4,
      },
    ])
    expect(days).toHaveLength(30)
    expect(days.slice(-3)).toEqual([
      { day: '2027-02-27', approved: 0, rejected: 0, spam: 0, locations: 0, categories: 0 },
      { day: '2027-02-28', approved: 1, rejected: 1, spam: 1, locations: 0, categories: 0 },
      { day: '2027-03-01', approved: 0, rejected: 0, spam: 0, locations: 1, categories: 0 },
    ])
    const far = await quiet.asks('moderation', 'getModeratorStatistics', { from: '2027-02-27', to: '2027-02-28' })
    expect(far.days.map(({ day }) => day)).toEqual(['2027-02-27', '2027-02-28'])
    expect(far.moderators[0]?.total).toBe(3)
    expect((await quiet.asks('moderation', 'getModeratorStatistics', { from: '2027-02-20' })).days).toHaveLength(10)
    expect((await quiet.asks('moderation', 'getModeratorStatistics', { to: '2026-01-30' })).days[0]?.day).toBe(
      '2026-01-01',
    )
    expect(
      await quiet.isRefused('moderation', 'getModeratorStatistics', { from: '2027-02-28', to: '2027-02-27' }),
    ).toBe('VALIDATION_FAILED')
    expect(
      await quiet.isRefused('moderation', 'getModeratorStatistics', { from: '2020-01-01', to: '2027-02-27' }),
    ).toBe('VALIDATION_FAILED')
    expect(await quiet.isRefused('moderation', 'getModeratorStatistics', { from: '2027-02-30' })).toBe(
      'VALIDATION_FAILED',
    )
  })
})
