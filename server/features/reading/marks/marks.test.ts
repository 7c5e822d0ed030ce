import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { NOTE_LENGTH } from '../../../../contract/reading/marks.ts'
import { DAY } from '../../../kit/clock.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, paid, paidForTeam, trial, type TestWorld } from '../../../testing/test-world.ts'
import { openSession } from '../../people/accounts/sessions.ts'

let world: TestWorld
let anna: TestUser
let boris: TestUser
let stranger: TestUser
let posts = 0
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
  await world.looksFor('video', 'видеограф')
  anna = await world.customer('anna', paidForTeam('photographers'))
  boris = await world.customer('boris')
  await world.team(anna, boris)
  stranger = await world.customer('stranger', paid('photographers'))
})
afterAll(() => world.close())

/** The id of a new message, different from all others. */
async function post(text = 'Посоветуйте фотографа', more: Parameters<TestWorld['post']>[1] = {}): Promise<number> {
  posts += 1
  await world.post(`${text} ${posts}`, more)
  const { id } = await world.db
    .selectFrom('messages')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

/** What a browser heard of one message. */
const heardOf = (browser: Awaited<ReturnType<TestUser['connects']>>, id: number) =>
  browser.heard['feed.message'].filter(({ messageId }) => messageId === id)

/** Many people with a browser each, quicker than by signing in. */
async function crowdOf(size: number): Promise<string[]> {
  const { rows } = await sql<{ id: number }>`
    insert into users (email, username, password_hash, created_at)
    select 'crowd' || n || '@example.ru', 'crowd' || n, '', ${world.clock.now()} from generate_series(1, ${size}::integer) as n returning id`.execute(
    world.db,
  )
  const tokens: string[] = []
  for (const { id } of rows) {
    await world.hold(id, paid('photographers'))
    tokens.push(
      await world.db
        .transaction()
        .execute(async (tx) => (await openSession(tx, world.clock, 30, id, { ip: '127.0.0.1', userAgent: '' })).token),
    )
  }
  return tokens
}

const row = (messageId: number) =>
  world.db
    .selectFrom('feedItems')
    .select(['spamCount', 'verdict', 'authorId'])
    .where('messageId', '=', messageId)
    .executeTakeFirstOrThrow()

const calls = [
  ['setViewed', { value: true }],
  ['setHandled', { value: true }],
  ['setFavorite', { value: true }],
  ['setLike', { value: true }],
  ['setDislike', { value: true }],
  ['setNote', { text: 'позвонить' }],
  ['markSpam', {}],
  ['unmarkSpam', {}],
] as const

describe.each(calls)('marks.%s', (name, input) => {
  it('is refused to a guest, for a message of others and for one that is not there', async () => {
    const id = await post('Нужен видеограф')
    expect(codeOf(await world.ask('marks', name, { id, ...input } as never))).toBe('UNAUTHORIZED')
    expect(await anna.isRefused('marks', name, { id, ...input } as never)).toBe('MESSAGE_NOT_FOUND')
    expect(await anna.isRefused('marks', name, { id: 999_999, ...input } as never)).toBe('MESSAGE_NOT_FOUND')
    expect(await anna.isRefused('marks', name, { id: 'семь', ...input } as never)).toBe('VALIDATION_FAILED')
  })

  it('may come twice', async () => {
    const id = await post()
    const first = await anna.asks('marks', name, { id, ...input } as never)
    expect(await anna.asks('marks', name, { id, ...input } as never)).toEqual(first)
  })
})

test('a trial does not reach the newest days', async () => {
  const tester = await world.customer('tester', trial('photographers'))
  const id = await post()
  expect(await tester.isRefused('marks', 'setLike', { id, value: true })).toBe('MESSAGE_NOT_FOUND')
})

describe('marks.setViewed and marks.setFavorite', () => {
  it('are set and taken back, for the person alone', async () => {
    const id = await post()
    expect((await anna.asks('marks', 'setViewed', { id, value: true })).marks).toMatchObject({
      viewed: true,
      favorite: false,
    })
    expect((await anna.asks('marks', 'setFavorite', { id, value: true })).marks).toMatchObject({
      viewed: true,
      favorite: true,
    })
    expect((await boris.asks('marks', 'setLike', { id, value: false })).marks).toMatchObject({
      viewed: false,
      favorite: false,
    })
    expect(await anna.asks('marks', 'setFavorite', { id, value: false })).toMatchObject({
      removed: false,
      marks: { viewed: true, favorite: false },
    })
    expect((await anna.asks('marks', 'setViewed', { id, value: false })).marks.viewed).toBe(false)
  })

  it('the other tabs of the person hear, a colleague does not', async () => {
    const id = await post()
    const [tab, colleague] = [await anna.connects(), await boris.connects()]
    await anna.asks('marks', 'setFavorite', { id, value: true })
    await expect.poll(() => heardOf(tab, id)).toMatchObject([{ messageId: id, marks: { favorite: true } }])
    await colleague.asks('feed', 'getFeedSettings', {})
    expect(heardOf(colleague, id)).toEqual([])
  })
})

describe('marks.setHandled', () => {
  const total = async (person: TestUser, filter: object): Promise<number> =>
    (await person.asks('feed', 'queryFeed', { filter })).total
  /** As a view says it, in whatever mode, and the list of what is hidden from it. */
  async function standing(person: TestUser, word: string) {
    const { hidden } = await person.asks('feed', 'queryHidden', { filter: { includedWords: [word] } })
    return {
      hide: await total(person, { includedWords: [word] }),
      show: await total(person, { includedWords: [word], handled: 'show' }),
      only: await total(person, { includedWords: [word], handled: 'only' }),
      hidden: hidden.filter(({ reason, message }) => reason === 'handled' && message.text.includes(word)).length,
    }
  }

  it('takes the message from what hides it, for the person alone, and gives it back', async () => {
    const id = await post('Нужен фотограф на водопад')
    expect(await standing(anna, 'водопад')).toEqual({ hide: 1, show: 1, only: 0, hidden: 0 })
    const { marks, removed } = await anna.asks('marks', 'setHandled', { id, value: true })
    expect({ marks, removed }).toMatchObject({ marks: { handled: true, viewed: true }, removed: false })
    expect(await standing(anna, 'водопад')).toEqual({ hide: 0, show: 1, only: 1, hidden: 1 })
    expect(await standing(boris, 'водопад')).toEqual({ hide: 1, show: 1, only: 0, hidden: 0 })
    expect((await anna.asks('marks', 'setHandled', { id, value: false })).marks).toMatchObject({
      handled: false,
      viewed: false,
    })
    expect(await standing(anna, 'водопад')).toEqual({ hide: 1, show: 1, only: 0, hidden: 0 })
  })

  it('is upon the copies too: no copy takes the place of a card that was handled', async () => {
    const text =
      'Ищу фотографа на маскарад в старой усадьбе: сто гостей, оркестр, фейерверк в полночь, съёмка с шести вечера до утра'
    for (const group of ['first', 'second']) await world.post(text, { group: { externalId: group, name: group } })
    const { messages } = await anna.asks('feed', 'queryFeed', { filter: { includedWords: ['маскарад'] } })
    expect(messages).toMatchObject([{ copies: 1 }])
    await anna.asks('marks', 'setHandled', { id: messages[0]?.id ?? 0, value: true })
    expect(await standing(anna, 'маскарад')).toEqual({ hide: 0, show: 1, only: 1, hidden: 2 })
    await world.post(text, { group: { externalId: 'third', name: 'third' } })
    expect(await standing(anna, 'маскарад')).toEqual({ hide: 0, show: 1, only: 1, hidden: 3 })
    // Taken back by any of them.
    const { copies } = await anna.asks('feed', 'listCopies', {
      id: messages[0]?.id ?? 0,
      filter: { includedWords: ['маскарад'], handled: 'show' },
    })
    await anna.asks('marks', 'setHandled', { id: copies[0]?.id ?? 0, value: false })
    expect(await standing(anna, 'маскарад')).toEqual({ hide: 1, show: 1, only: 0, hidden: 0 })
  })

  it('the other tabs of the person hear of the message and of its copies, a colleague does not', async () => {
    const text = 'Ищу фотографа на регату: двадцать яхт, три дня на воде, съёмка с катера и с берега, ужин капитанов'
    await world.post(text, { group: { externalId: 'pier', name: 'pier' } })
    await world.post(text, { group: { externalId: 'quay', name: 'quay' } })
    const both = await world.db.selectFrom('messages').select('id').orderBy('id', 'desc').limit(2).execute()
    const [copy, id] = both.map((each) => each.id)
    const [tab, colleague] = [await anna.connects(), await boris.connects()]
    await anna.asks('marks', 'setHandled', { id: id ?? 0, value: true })
    for (const heard of [id, copy])
      await expect.poll(() => heardOf(tab, heard ?? 0)).toMatchObject([{ marks: { handled: true, viewed: true } }])
    await colleague.asks('feed', 'getFeedSettings', {})
    expect(heardOf(colleague, id ?? 0)).toEqual([])
  })
})

describe('marks.setLike and marks.setDislike', () => {
  it('a like takes a dislike away, and the other way round', async () => {
    const id = await post()
    expect((await anna.asks('marks', 'setLike', { id, value: true })).marks).toMatchObject({
      likes: [anna.userId],
      dislikes: [],
    })
    expect((await anna.asks('marks', 'setDislike', { id, value: true })).marks).toMatchObject({
      likes: [],
      dislikes: [anna.userId],
    })
    expect((await anna.asks('marks', 'setLike', { id, value: false })).marks).toMatchObject({
      likes: [],
      dislikes: [anna.userId],
    })
    expect((await boris.asks('marks', 'setLike', { id, value: true })).marks).toMatchObject({
      likes: [boris.userId],
      dislikes: [anna.userId],
    })
    expect(await anna.asks('marks', 'setDislike', { id, value: false })).toMatchObject({
      removed: false,
      marks: { likes: [boris.userId], dislikes: [] },
    })
  })

  it('both at once leave one', async () => {
    const id = await post()
    await Promise.all(
      [true, false, true, false].map((like) =>
        anna.asks('marks', like ? 'setLike' : 'setDislike', { id, value: true }),
      ),
    )
    const { marks } = await anna.asks('marks', 'setViewed', { id, value: true })
    expect([...marks.likes, ...marks.dislikes]).toEqual([anna.userId])
  })

  it('a colleague hears, a stranger never', async () => {
    const id = await post()
    const [colleague, other] = [await boris.connects(), await stranger.connects()]
    await anna.asks('marks', 'setLike', { id, value: true })
    await anna.asks('marks', 'setNote', { id, text: 'позвонить' })
    await expect
      .poll(() => heardOf(colleague, id).at(-1))
      .toMatchObject({
        messageId: id,
        marks: { likes: [anna.userId], notes: [{ user: { name: 'anna' }, text: 'позвонить' }], viewed: false },
      })
    await anna.asks('marks', 'markSpam', { id })
    await expect
      .poll(() => heardOf(other, id))
      .toEqual([{ messageId: id, removed: false, marks: { spamCount: 1, spam: false, verdict: null, location: null } }])
    expect((await stranger.asks('marks', 'setViewed', { id, value: true })).marks).toMatchObject({
      likes: [],
      notes: [],
    })
  })
})

describe('marks.setNote', () => {
  it('writes, changes and deletes, seen by the team', async () => {
    const id = await post()
    await anna.asks('marks', 'setNote', { id, text: '  позвонить завтра\n' })
    const note = {
      user: { id: anna.userId, name: 'anna' },
      text: 'позвонить завтра',
      updatedAt: world.clock.now().toISOString(),
    }
    expect((await boris.asks('marks', 'setViewed', { id, value: true })).marks.notes).toEqual([note])
    world.clock.advance(1_000)
    expect((await anna.asks('marks', 'setNote', { id, text: 'позвонить завтра' })).marks.notes).toEqual([note])
    const { marks } = await boris.asks('marks', 'setNote', { id, text: 'уже позвонил' })
    expect(marks.notes.map(({ text }) => text)).toEqual(['позвонить завтра', 'уже позвонил'])
    expect((await anna.asks('marks', 'setNote', { id, text: ' \n ' })).marks.notes.map(({ text }) => text)).toEqual([
      'уже позвонил',
    ])
  })

  it('says nothing when nothing changed, and is not too long', async () => {
    const [id, other] = [await post(), await post()]
    const colleague = await boris.connects()
    const heard = () => heardOf(colleague, id).map(({ marks }) => [marks?.notes?.length, marks?.likes?.length])
    await anna.asks('marks', 'setNote', { id, text: 'раз' })
    await expect.poll(heard).toEqual([[1, 0]])
    await anna.asks('marks', 'setNote', { id, text: 'раз ' })
    // Signals go out in the order in which things changed: what was said of the note would have come before this.
    await anna.asks('marks', 'setLike', { id: other, value: true })
    await expect.poll(() => heardOf(colleague, other).at(-1)?.marks?.likes).toEqual([anna.userId])
    await anna.asks('marks', 'setLike', { id, value: true })
    await expect.poll(heard).toEqual([
      [1, 0],
      [1, 1],
    ])
    expect(await anna.isRefused('marks', 'setNote', { id, text: 'я'.repeat(NOTE_LENGTH + 1) })).toBe(
      'VALIDATION_FAILED',
    )
    await anna.asks('marks', 'setNote', { id, text: 'я'.repeat(NOTE_LENGTH) })
  })
})

/** What is said of one message is gathered for 0.3 s; how many signals that may be from now on, however slow the machine is. */
function countSignals(): () => number {
  const began = performance.now()
  return () => Math.ceil((performance.now() - began) / 290) + 1
}

describe('marks.markSpam and marks.unmarkSpam', () => {
  it('twenty at once are twenty, and spam to everybody; fewer than ten are not', async () => {
    const id = await post()
    const crowd = await crowdOf(20)
    const ask = async (name: 'markSpam' | 'unmarkSpam', token: string) =>
      expect(codeOf(await world.ask('marks', name, { id }, { token }))).toBe('ok')
    const other = await stranger.connects()
    const atMost = countSignals()
    await Promise.all(crowd.map((token) => ask('markSpam', token)))
    expect((await row(id)).spamCount).toBe(20)
    await expect
      .poll(() => heardOf(other, id).at(-1))
      .toMatchObject({ messageId: id, removed: false, marks: { spamCount: 20, spam: true } })
    expect(heardOf(other, id).length).toBeLessThanOrEqual(atMost())

    await Promise.all(crowd.slice(0, 11).flatMap((token) => [ask('unmarkSpam', token), ask('unmarkSpam', token)]))
    expect((await row(id)).spamCount).toBe(9)
    expect((await stranger.asks('marks', 'setViewed', { id, value: true })).marks).toMatchObject({
      spamCount: 9,
      spam: false,
      spamMarked: false,
    })
    const again = await world.ask('marks', 'markSpam', { id }, { token: crowd[19] ?? '' })
    expect(again.status === 'ok' && again.result.marks).toMatchObject({ spamCount: 9, spam: true, spamMarked: true })
  })

  it('a hundred changes are few signals', async () => {
    const id = await post()
    const other = await stranger.connects()
    const atMost = countSignals()
    for (let time = 0; time < 20; time += 1) {
      await anna.asks('marks', 'markSpam', { id })
      await anna.asks('marks', 'unmarkSpam', { id })
    }
    await anna.asks('marks', 'markSpam', { id })
    await expect.poll(() => heardOf(other, id).at(-1)).toMatchObject({ marks: { spamCount: 1 } })
    expect(heardOf(other, id).length).toBeLessThanOrEqual(atMost())
  })

  it("an admin's takes the message from everybody, and gives it back", async () => {
    const admin = await world.somebody('admin', ['admin'])
    const id = await post()
    const [seller, moderator] = [
      await stranger.connects(),
      await (await world.somebody('moderator', ['moderator'])).connects(),
    ]
    expect(await admin.asks('marks', 'markSpam', { id })).toMatchObject({
      removed: true,
      marks: { spamMarked: true, spamCount: 1 },
    })
    for (const browser of [seller, moderator])
      await expect.poll(() => heardOf(browser, id)).toEqual([{ messageId: id, removed: true }])
    expect(await stranger.isRefused('marks', 'setViewed', { id, value: true })).toBe('MESSAGE_NOT_FOUND')
    expect(await admin.asks('marks', 'markSpam', { id })).toMatchObject({ removed: true })

    expect(await admin.asks('marks', 'unmarkSpam', { id })).toMatchObject({
      removed: false,
      marks: { spamMarked: false, spamCount: 0, verdict: null },
    })
    await expect
      .poll(() => heardOf(seller, id).at(-1))
      .toMatchObject({ messageId: id, removed: false, marks: { spamCount: 0 } })
    await stranger.asks('marks', 'setViewed', { id, value: true })
    expect(
      (await admin.asks('marks', 'setViewed', { id, value: true })).marks.moderatorLog.map(({ action }) => action),
    ).toEqual(['spam', 'unspam'])

    expect(await admin.asks('marks', 'setDislike', { id, value: true })).toMatchObject({ removed: true })
    // It was the dislike: taking back a spam mark changes nothing.
    expect(await admin.asks('marks', 'unmarkSpam', { id })).toMatchObject({ removed: true })
    expect(await admin.asks('marks', 'setDislike', { id, value: false })).toMatchObject({
      removed: false,
      marks: { dislikes: [], verdict: null },
    })
    expect(await admin.asks('marks', 'setDislike', { id, value: true })).toMatchObject({ removed: true })
    expect(await admin.asks('moderation', 'moderateMessage', { id, action: 'undo' })).toMatchObject({ removed: false })
  })

  it("a moderator's is a mark, and logged", async () => {
    const moderator = await world.somebody('moderator2', ['moderator'])
    const id = await post()
    expect(await moderator.asks('marks', 'markSpam', { id })).toMatchObject({
      removed: false,
      marks: { spamCount: 1, moderatorLog: [{ action: 'spam' }] },
    })
    await moderator.asks('marks', 'markSpam', { id })
    const { marks } = await moderator.asks('marks', 'unmarkSpam', { id })
    expect(marks.moderatorLog.map(({ action, user }) => [action, user.name])).toEqual([
      ['spam', 'moderator2'],
      ['unspam', 'moderator2'],
    ])
    expect((await stranger.asks('marks', 'setViewed', { id, value: true })).marks.moderatorLog).toEqual([])
  })
})

describe('the black list', () => {
  const author = (externalId: string, name: string) => ({ author: { externalId, name } })

  it('adds, lists, finds and removes', async () => {
    const reader = await world.customer('reader', paid('photographers'))
    const ids: number[] = []
    for (const [externalId, name] of [
      ['a1', 'Ольга Спам'],
      ['a2', 'Пётр 100%'],
      ['a3', 'Ольга Другая'],
    ] as const) {
      const { authorId } = await row(await post('Фотограф для всех', author(externalId, name)))
      ids.push(authorId ?? 0)
      await reader.asks('marks', 'addToBlackList', { id: authorId ?? 0 })
      world.clock.advance(1_000)
    }
    await reader.asks('marks', 'addToBlackList', { id: ids[0] ?? 0 })
    const page = await reader.asks('marks', 'listBlackList', { limit: 2 })
    expect(page).toMatchObject({
      total: 3,
      page: 1,
      pages: 2,
      limit: 2,
      docs: [{ name: 'Ольга Другая', network: 'vk' }, { name: 'Пётр 100%' }],
    })
    expect((await reader.asks('marks', 'listBlackList', { limit: 2, page: 2 })).docs.map(({ id }) => id)).toEqual([
      ids[0],
    ])
    expect((await reader.asks('marks', 'listBlackList', { search: 'ольга' })).total).toBe(2)
    expect((await reader.asks('marks', 'listBlackList', { search: '%' })).docs).toMatchObject([{ name: 'Пётр 100%' }])
    expect(await anna.asks('marks', 'listBlackList', {})).toMatchObject({ docs: [], total: 0, pages: 1 })
    expect(
      (await reader.asks('feed', 'queryFeed', { filterId: reader.filterId, limit: 100 })).messages.some(({ userId }) =>
        ids.includes(userId ?? 0),
      ),
    ).toBe(false)

    for (const id of ids) await reader.asks('marks', 'removeFromBlackList', { id })
    await reader.asks('marks', 'removeFromBlackList', { id: ids[0] ?? 0 })
    expect((await reader.asks('marks', 'listBlackList', {})).total).toBe(0)
  })

  it('the other tabs of the person hear', async () => {
    const { authorId } = await row(await post('Фотограф тут', author('a4', 'Зоя')))
    const [tab, colleague] = [await anna.connects(), await boris.connects()]
    await anna.asks('marks', 'addToBlackList', { id: authorId ?? 0 })
    await expect.poll(() => tab.heard['feed.author']).toEqual([{ authorId, blackListed: true }])
    await anna.asks('marks', 'removeFromBlackList', { id: authorId ?? 0 })
    await expect.poll(() => tab.heard['feed.author'].at(-1)).toEqual({ authorId, blackListed: false })
    expect(colleague.heard['feed.author']).toEqual([])
  })

  it('is refused to a guest, for authors nobody showed, and beyond its size; removing works always', async () => {
    const { authorId } = await row(await post('Нужен видеограф', author('a5', 'Чужая')))
    const id = authorId ?? 0
    for (const name of ['addToBlackList', 'removeFromBlackList'] as const)
      expect(codeOf(await world.ask('marks', name, { id }))).toBe('UNAUTHORIZED')
    expect(codeOf(await world.ask('marks', 'listBlackList', {}))).toBe('UNAUTHORIZED')
    expect(await anna.isRefused('marks', 'addToBlackList', { id })).toBe('AUTHOR_NOT_FOUND')
    expect(await anna.isRefused('marks', 'addToBlackList', { id: 999_999 })).toBe('AUTHOR_NOT_FOUND')
    expect(await anna.isRefused('marks', 'listBlackList', { page: 0 })).toBe('VALIDATION_FAILED')
    await anna.asks('marks', 'removeFromBlackList', { id: 999_999 })

    const full = await world.customer('full', paid('photographers'), paid('video'))
    const { rows: many } = await sql<{ id: number }>`
      insert into authors (network, external_id, name) select 'vk', 'many-' || n, 'Многие' from generate_series(1, 10000) as n returning id`.execute(
      world.db,
    )
    const at = world.clock.now()
    await world.db
      .insertInto('blacklistedAuthors')
      .values(many.map((each) => ({ userId: full.userId, authorId: each.id, at })))
      .execute()
    expect(await full.isRefused('marks', 'addToBlackList', { id })).toBe('BLACKLIST_LIMIT_REACHED')
    await full.asks('marks', 'removeFromBlackList', { id: many[0]?.id ?? 0 })
    await full.asks('marks', 'addToBlackList', { id })
  })
})

test('whoever lost a product hears of its messages no more', async () => {
  const short = await world.customer('short', paid('photographers', 1))
  const tab = await short.connects()
  const id = await post()
  await anna.asks('marks', 'markSpam', { id })
  await expect.poll(() => heardOf(tab, id).length).toBe(1)
  world.clock.advance(2 * DAY)
  const other = await stranger.connects()
  await anna.asks('marks', 'unmarkSpam', { id })
  await expect.poll(() => heardOf(other, id).length).toBe(1)
  await tab.asks('feed', 'getFeedSettings', {})
  expect(heardOf(tab, id).length).toBe(1)
})
