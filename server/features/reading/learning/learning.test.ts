import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FilterFields } from '../../../../contract/reading/filters.ts'
import { SECOND } from '../../../kit/clock.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, paid, paidForTeam, type TestWorld } from '../../../testing/test-world.ts'
import { forgetGoneMessages } from './personal-model.ts'
import { learnByNewModel, learnMarks } from './learn-marks.ts'
import { mark, postTopic, textOf } from './topics.samples.ts'

let world: TestWorld
let people = 0
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.forgetMessages('reactions', 'spam_marks', 'favorites', 'notes')
  // The next test asks by a new minute.
  world.clock.advance(60 * SECOND)
})

const learned: Partial<FilterFields> = { learned: true, spam: 'ignore' }
const newcomer = () => world.customer(`person-${(people += 1)}`, paid('photographers'))
const texts = async (person: TestUser, filter: Partial<FilterFields> = learned) =>
  (await person.asks('feed', 'queryFeed', { filter, limit: 100 })).messages.map(({ text }) => text)
const garage = (shown: string[]): string[] => shown.filter((text) => /гараж|колёса|двигатель|кузов/.test(text))
const wedding = (shown: string[]): string[] => shown.filter((text) => /свад|роспись|невест/.test(text))
const layerOf = (person: TestUser) =>
  world.db.selectFrom('personalLayers').selectAll().where('userId', '=', person.userId).executeTakeFirst()

/** Someone who liked a dozen weddings and disliked a dozen garages; ids of what they marked. */
async function taught(person?: TestUser) {
  const reader = person ?? (await newcomer())
  const liked = await postTopic(world, 'wedding', 0, 12)
  const disliked = await postTopic(world, 'garage', 0, 12)
  await mark(world, reader, liked, disliked)
  await world.settle()
  return { reader, liked, disliked }
}

describe('a filter with «learned»', () => {
  it('hides what the marks of the reader speak against, and nothing without it', async () => {
    const { reader } = await taught()
    await postTopic(world, 'wedding', 40, 10)
    await postTopic(world, 'garage', 40, 10)
    const shown = await texts(reader)
    expect(wedding(shown).length).toBeGreaterThanOrEqual(20)
    expect(garage(shown)).toEqual([])
    const all = await texts(reader, { spam: 'ignore' })
    expect([wedding(all).length, garage(all).length]).toEqual([22, 22])
    const { total } = await reader.asks('feed', 'queryFeed', { filter: learned, limit: 1 })
    expect(total).toBe(shown.length)
  })

  it('keeps nothing of messages that are in no feed any more', async () => {
    const { reader } = await taught()
    await postTopic(world, 'garage', 40, 6)
    await texts(reader)
    const dismissed = () =>
      world.db
        .selectFrom('dismissedMessages')
        .select('messageId')
        .where('userId', '=', reader.userId)
        .orderBy('messageId')
        .execute()
    const before = await dismissed()
    expect(before.length).toBeGreaterThan(5)
    await world.db.updateTable('feedItems').set({ gone: true }).where('messageId', '=', before[0]!.messageId).execute()
    await forgetGoneMessages(world.db)
    expect(await dismissed()).toEqual(before.slice(1))
  })

  it('says among what is hidden why, by the words', async () => {
    const { reader } = await taught()
    await postTopic(world, 'garage', 40, 3)
    const { hidden } = await reader.asks('feed', 'queryHidden', { filter: learned, limit: 3 })
    expect(hidden.map(({ message, reason }) => [message.text, reason])).toEqual(
      [42, 41, 40].map((place) => [textOf('garage', place), 'learned']),
    )
    for (const { message, detail } of hidden) {
      expect(detail).toBeTruthy()
      for (const word of (detail ?? '').split(', ')) expect(message.text).toContain(word)
    }
  })

  it('shows everything again when marks are taken back', async () => {
    const { reader, disliked } = await taught()
    await postTopic(world, 'garage', 40, 5)
    expect(garage(await texts(reader))).toEqual([])
    for (const id of disliked.slice(0, 8)) await reader.asks('marks', 'setDislike', { id, value: false })
    await world.settle()
    expect(await layerOf(reader)).toMatchObject({ likes: 12, dislikes: 4 })
    expect(garage(await texts(reader)).length).toBe(17)
  })

  it('hides nothing before there are enough marks of both kinds', async () => {
    const reader = await newcomer()
    const liked = await postTopic(world, 'wedding', 0, 16)
    const disliked = await postTopic(world, 'garage', 0, 5)
    await mark(world, reader, liked, disliked.slice(0, 4))
    await world.settle()
    expect(garage(await texts(reader)).length).toBe(5)
    expect(await reader.asks('learning', 'getLearned', {})).toMatchObject({
      likes: 16,
      dislikes: 4,
      needed: { all: 0, likes: 0, dislikes: 1 },
      ready: false,
      hidden: 0,
    })
    expect((await reader.asks('feed', 'explainMessage', { id: disliked[4] ?? 0 })).learned).toBeNull()
  })

  it('counts a spam mark as a dislike, and one mark of a message', async () => {
    const reader = await newcomer()
    const liked = await postTopic(world, 'wedding', 0, 12)
    const spam = await postTopic(world, 'garage', 0, 12)
    await mark(world, reader, liked, spam.slice(0, 3))
    for (const id of spam) await reader.asks('marks', 'markSpam', { id })
    await world.settle()
    expect(await layerOf(reader)).toMatchObject({ likes: 12, dislikes: 12 })
    await postTopic(world, 'garage', 40, 4)
    expect(garage(await texts(reader))).toEqual([])
  })

  it('shows what the reader favourited, noted or liked, whatever it is about', async () => {
    const { reader } = await taught()
    const [favourite = 0, noted = 0, liked = 0] = await postTopic(world, 'garage', 40, 3)
    expect(garage(await texts(reader))).toEqual([])
    await reader.asks('marks', 'setFavorite', { id: favourite, value: true })
    await reader.asks('marks', 'setNote', { id: noted, text: 'спросить про яму' })
    await reader.asks('marks', 'setLike', { id: liked, value: true })
    expect(garage(await texts(reader)).length).toBe(3)
    await reader.asks('marks', 'setFavorite', { id: favourite, value: false })
    expect(garage(await texts(reader)).length).toBe(2)
  })

  it('of a team is every reader’s own', async () => {
    const owner = await world.customer('owner', paidForTeam('photographers'))
    const mate = await world.customer('mate')
    await world.team(owner, mate)
    const { filter } = await owner.asks('filters', 'createFilter', { name: 'Наш', scope: 'team', ...learned })
    await taught(owner)
    const page = async (person: TestUser) =>
      (await person.asks('feed', 'queryFeed', { filterId: filter.id, limit: 100 })).messages.map(({ text }) => text)
    expect(garage(await page(owner))).toEqual([])
    expect(garage(await page(mate)).length).toBe(12)
  })

  it('judges what a new subscription brings, older as it is', async () => {
    const { reader } = await taught()
    await world.looksFor('vets', 'собака')
    await world.receive([
      world.message('Продаю гараж с ямой, собака сторожит, торг у капота'),
      world.message('Ищем фотографа на свадьбу, будет собака невесты'),
    ])
    await postTopic(world, 'wedding', 60, 1)
    expect((await texts(reader)).length).toBe(14)
    await world.hold(reader.userId, paid('vets'))
    const fromVets = { ...learned, categories: [await world.categoryId('vets')] }
    expect(await texts(reader, fromVets)).toEqual(['Ищем фотографа на свадьбу, будет собака невесты'])
  })
})

describe('learning', () => {
  it('is the same whoever judges at the same time, and costs nothing when nothing is new', async () => {
    const { reader } = await taught()
    await postTopic(world, 'garage', 20, 60)
    const pages = await Promise.all(Array.from({ length: 6 }, () => texts(reader)))
    expect(new Set(pages.map((page) => page.join('\n'))).size).toBe(1)
    expect(garage(pages[0] ?? [])).toEqual([])
    const before = await layerOf(reader)
    await texts(reader)
    expect(await layerOf(reader)).toEqual(before)
  })

  it('ends with all marks known, when several go on at the same time', async () => {
    const { reader, disliked } = await taught()
    const version = (await layerOf(reader))?.version ?? 0
    await Promise.all([
      learnMarks(world, reader.userId),
      reader
        .asks('marks', 'setDislike', { id: disliked[0] ?? 0, value: false })
        .then(() => learnMarks(world, reader.userId)),
      learnMarks(world, reader.userId),
      texts(reader),
    ])
    expect(await layerOf(reader)).toMatchObject({ dislikes: 11, version: version + 3 })
    expect(garage(await texts(reader)).length).toBeLessThanOrEqual(1)
  })

  it('is announced to the person’s tabs, with whether the feed has changed', async () => {
    const reader = await newcomer()
    const tab = await reader.connects()
    await reader.asks('learning', 'getLearned', {})
    await taught(reader)
    await expect
      .poll(() => tab.heard['feed.learned'].at(-1))
      .toMatchObject({ likes: 12, dislikes: 12, ready: true, hidden: 12, of: 24, changed: true })
    const heard = tab.heard['feed.learned'].length
    const [id = 0] = await postTopic(world, 'wedding', 60, 1)
    await reader.asks('marks', 'setLike', { id, value: true })
    await world.settle()
    await expect.poll(() => tab.heard['feed.learned'].length).toBe(heard + 1)
    expect(tab.heard['feed.learned'].at(-1)).toMatchObject({ likes: 13, changed: false })
    tab.close()
  })

  it('goes on again by another model', async () => {
    const { reader } = await taught()
    await world.db.updateTable('personalLayers').set({ model: 'another' }).where('userId', '=', reader.userId).execute()
    await postTopic(world, 'garage', 40, 2)
    // What another model taught judges nothing new.
    expect(garage(await texts(reader)).length).toBe(2)
    expect(await learnByNewModel(world)).toBe(1)
    expect(garage(await texts(reader))).toEqual([])
    expect(await learnByNewModel(world)).toBe(0)
  })

  it('ends with the account', async () => {
    const { reader } = await taught()
    await world.db.deleteFrom('users').where('id', '=', reader.userId).execute()
    expect(await layerOf(reader)).toBeUndefined()
    expect(
      await world.db.selectFrom('dismissedMessages').selectAll().where('userId', '=', reader.userId).execute(),
    ).toEqual([])
    await learnMarks(world, reader.userId)
  })
})

describe('an edited message', () => {
  const posted = async (text: string) => {
    const message = await world.post(text)
    const { id } = await world.db
      .selectFrom('messages')
      .select('id')
      .where('externalId', '=', message.externalId)
      .executeTakeFirstOrThrow()
    return { message, id }
  }

  it('is judged by what it says now, at once, and open feeds hear of it', async () => {
    const { reader } = await taught()
    const another = await newcomer()
    const { message } = await posted(textOf('garage', 50))
    expect(garage(await texts(reader))).toEqual([])
    const tab = await reader.connects()
    await reader.asks('learning', 'getLearned', {})
    const now = textOf('wedding', 50)
    await world.receive([{ ...message, text: now }])
    await world.settle()
    expect(wedding(await texts(reader))).toContain(now)
    await expect.poll(() => tab.heard['feed.learned'].at(-1)).toMatchObject({ hidden: 12, changed: true })
    await world.receive([{ ...message, text: textOf('garage', 51) }])
    await world.settle()
    expect(garage(await texts(reader))).toEqual([])
    expect(garage(await texts(another))).toContain(textOf('garage', 51))
    tab.close()
  })

  it('that was marked is learnt again by its new text', async () => {
    const { reader } = await taught()
    const { message, id } = await posted(textOf('wedding', 50))
    await mark(world, reader, [id], [])
    await world.settle()
    const before = await layerOf(reader)
    await world.receive([{ ...message, text: textOf('garage', 50) }])
    await world.settle()
    const after = await layerOf(reader)
    expect(after).toMatchObject({ likes: 13, dislikes: 12 })
    expect(after?.layer.equals(before?.layer ?? Buffer.alloc(0))).toBe(false)
    // By the text as it is: learning once more changes nothing.
    await learnMarks(world, reader.userId)
    expect((await layerOf(reader))?.layer.equals(after?.layer ?? Buffer.alloc(0))).toBe(true)
  })

  it('is judged by its new text when it changes while a reading is under way', async () => {
    const { reader } = await taught()
    const { message } = await posted(textOf('garage', 50))
    const before = (await layerOf(reader))?.version ?? 0
    await texts(reader)
    await world.receive([{ ...message, text: textOf('wedding', 50) }])
    await world.settle()
    // What began by an earlier version is done once more.
    expect((await layerOf(reader))?.version).toBe(before + 1)
  })
})

describe('learning.getLearned', () => {
  it('shows how much is learnt, what is missing, and what is hidden', async () => {
    const reader = await newcomer()
    expect(await reader.asks('learning', 'getLearned', {})).toEqual({
      likes: 0,
      dislikes: 0,
      needed: { all: 20, likes: 5, dislikes: 5 },
      ready: false,
      hidden: 0,
      of: 0,
    })
    await taught(reader)
    await postTopic(world, 'garage', 40, 3)
    expect(await reader.asks('learning', 'getLearned', {})).toEqual({
      likes: 12,
      dislikes: 12,
      needed: { all: 0, likes: 0, dislikes: 0 },
      ready: true,
      hidden: 15,
      of: 27,
    })
  })

  it('is refused to a guest', async () => {
    expect(codeOf(await world.ask('learning', 'getLearned', {}))).toBe('UNAUTHORIZED')
  })
})

describe('learning.forgetLearned', () => {
  it('forgets the marks up to now and leaves them where they are', async () => {
    const { reader, disliked } = await taught()
    const empty = { likes: 0, dislikes: 0, needed: { all: 20, likes: 5, dislikes: 5 }, ready: false, hidden: 0, of: 24 }
    expect(await reader.asks('learning', 'forgetLearned', {})).toEqual(empty)
    expect(garage(await texts(reader)).length).toBe(12)
    const page = await reader.asks('feed', 'queryFeed', { filter: { spam: 'ignore' }, limit: 100 })
    expect(page.messages.find(({ id }) => id === disliked[0])?.dislikes).toEqual([reader.userId])
    // What is marked from now on is learnt again, and nothing of before.
    world.clock.advance(SECOND)
    const liked = await postTopic(world, 'wedding', 40, 2)
    await mark(world, reader, liked, [])
    await world.settle()
    expect(await reader.asks('learning', 'getLearned', {})).toMatchObject({ likes: 2, dislikes: 0, ready: false })
  })

  it('is refused to a guest, and changes nobody else’s', async () => {
    const { reader } = await taught()
    const other = await newcomer()
    await other.asks('learning', 'forgetLearned', {})
    expect(await layerOf(reader)).toMatchObject({ likes: 12, dislikes: 12 })
    expect(codeOf(await world.ask('learning', 'forgetLearned', {}))).toBe('UNAUTHORIZED')
  })
})

describe('feed.explainMessage', () => {
  it('says what the reader’s own marks make of a message', async () => {
    const { reader, liked, disliked } = await taught()
    const [against, for_] = await Promise.all(
      [disliked[0] ?? 0, liked[0] ?? 0].map((id) => reader.asks('feed', 'explainMessage', { id })),
    )
    expect(against?.learned).toMatchObject({ is: true })
    expect(against?.learned?.shift).toBeLessThan(-2)
    expect(against?.learned?.words.length).toBeGreaterThan(0)
    expect(for_?.learned).toMatchObject({ is: false })
    expect(for_?.learned?.shift).toBeGreaterThan(0)
  })
})
