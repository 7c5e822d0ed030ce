import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FilterFields } from '../../../contract/filters.ts'
import { SECOND } from '../../kit/clock.ts'
import { codeOf, openTown, paid, paidForTeam, type Town, type Townsman } from '../../people/town.ts'
import { forgetGoneMessages } from './layer.ts'
import { learnByNewModel, learnMarks } from './learn-marks.ts'
import { mark, postTopic, textOf } from './topics.samples.ts'

let town: Town
let people = 0
beforeAll(async () => {
  town = await openTown()
  await town.looksFor('photographers', 'фотограф')
})
afterAll(() => town.close())
beforeEach(async () => {
  await town.database.pool.query('truncate feed_items, messages, message_keys, reactions, spam_marks, favorites, notes')
  // The next test asks by a new minute.
  town.clock.advance(60 * SECOND)
})

const learned: Partial<FilterFields> = { learned: true, spam: 'ignore' }
const newcomer = () => town.customer(`person-${(people += 1)}`, paid('photographers'))
const texts = async (person: Townsman, filter: Partial<FilterFields> = learned) =>
  (await person.asks('feed', 'queryFeed', { filter, limit: 100 })).messages.map(({ text }) => text)
const garage = (shown: string[]): string[] => shown.filter((text) => /гараж|колёса|двигатель|кузов/.test(text))
const wedding = (shown: string[]): string[] => shown.filter((text) => /свад|роспись|невест/.test(text))
const layerOf = (person: Townsman) =>
  town.db.selectFrom('personalLayers').selectAll().where('userId', '=', person.userId).executeTakeFirst()

/** Somebody who liked a dozen weddings and disliked a dozen garages; ids of what he marked. */
async function taught(person?: Townsman) {
  const reader = person ?? (await newcomer())
  const liked = await postTopic(town, 'wedding', 0, 12)
  const disliked = await postTopic(town, 'garage', 0, 12)
  await mark(town, reader, liked, disliked)
  await town.settle()
  return { reader, liked, disliked }
}

describe('a filter with «learned»', () => {
  it('hides what is unlike what the reader liked, and nothing without it', async () => {
    const { reader } = await taught()
    await postTopic(town, 'wedding', 40, 10)
    await postTopic(town, 'garage', 40, 10)
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
    await postTopic(town, 'garage', 40, 6)
    await texts(reader)
    const unlike = () =>
      town.db
        .selectFrom('unlikeMessages')
        .select('messageId')
        .where('userId', '=', reader.userId)
        .orderBy('messageId')
        .execute()
    const before = await unlike()
    expect(before.length).toBeGreaterThan(5)
    await town.db.updateTable('feedItems').set({ gone: true }).where('messageId', '=', before[0]!.messageId).execute()
    await forgetGoneMessages(town.db)
    expect(await unlike()).toEqual(before.slice(1))
  })

  it('says among what is hidden why, by the words', async () => {
    const { reader } = await taught()
    await postTopic(town, 'garage', 40, 3)
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
    await postTopic(town, 'garage', 40, 5)
    expect(garage(await texts(reader))).toEqual([])
    for (const id of disliked.slice(0, 8)) await reader.asks('marks', 'setDislike', { id, value: false })
    await town.settle()
    expect(await layerOf(reader)).toMatchObject({ likes: 12, dislikes: 4 })
    expect(garage(await texts(reader)).length).toBe(17)
  })

  it('hides nothing before there are enough marks of both kinds', async () => {
    const reader = await newcomer()
    const liked = await postTopic(town, 'wedding', 0, 16)
    const disliked = await postTopic(town, 'garage', 0, 5)
    await mark(town, reader, liked, disliked.slice(0, 4))
    await town.settle()
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
    const liked = await postTopic(town, 'wedding', 0, 12)
    const spam = await postTopic(town, 'garage', 0, 12)
    await mark(town, reader, liked, spam.slice(0, 3))
    for (const id of spam) await reader.asks('marks', 'markSpam', { id })
    await town.settle()
    expect(await layerOf(reader)).toMatchObject({ likes: 12, dislikes: 12 })
    await postTopic(town, 'garage', 40, 4)
    expect(garage(await texts(reader))).toEqual([])
  })

  it('shows what the reader favourited, noted or liked, whatever it is about', async () => {
    const { reader } = await taught()
    const [favourite = 0, noted = 0, liked = 0] = await postTopic(town, 'garage', 40, 3)
    expect(garage(await texts(reader))).toEqual([])
    await reader.asks('marks', 'setFavorite', { id: favourite, value: true })
    await reader.asks('marks', 'setNote', { id: noted, text: 'спросить про яму' })
    await reader.asks('marks', 'setLike', { id: liked, value: true })
    expect(garage(await texts(reader)).length).toBe(3)
    await reader.asks('marks', 'setFavorite', { id: favourite, value: false })
    expect(garage(await texts(reader)).length).toBe(2)
  })

  it('of a team is every reader’s own', async () => {
    const owner = await town.customer('owner', paidForTeam('photographers'))
    const mate = await town.customer('mate')
    await town.team(owner, mate)
    const { filter } = await owner.asks('filters', 'createFilter', { name: 'Наш', scope: 'team', ...learned })
    await taught(owner)
    const page = async (person: Townsman) =>
      (await person.asks('feed', 'queryFeed', { filterId: filter.id, limit: 100 })).messages.map(({ text }) => text)
    expect(garage(await page(owner))).toEqual([])
    expect(garage(await page(mate)).length).toBe(12)
  })

  it('judges what a new subscription brings, older as it is', async () => {
    const { reader } = await taught()
    await town.looksFor('vets', 'собака')
    await town.receive([
      town.message('Продаю гараж с ямой, собака сторожит, торг у капота'),
      town.message('Ищем фотографа на свадьбу, будет собака невесты'),
    ])
    await postTopic(town, 'wedding', 60, 1)
    expect((await texts(reader)).length).toBe(14)
    await town.hold(reader.userId, paid('vets'))
    const fromVets = { ...learned, categories: [await town.categoryId('vets')] }
    expect(await texts(reader, fromVets)).toEqual(['Ищем фотографа на свадьбу, будет собака невесты'])
  })
})

describe('learning', () => {
  it('is the same whoever judges at the same time, and costs nothing when nothing is new', async () => {
    const { reader } = await taught()
    await postTopic(town, 'garage', 20, 60)
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
      learnMarks(town, reader.userId),
      reader
        .asks('marks', 'setDislike', { id: disliked[0] ?? 0, value: false })
        .then(() => learnMarks(town, reader.userId)),
      learnMarks(town, reader.userId),
      texts(reader),
    ])
    expect(await layerOf(reader)).toMatchObject({ dislikes: 11, version: version + 3 })
    expect(garage(await texts(reader)).length).toBeLessThanOrEqual(1)
  })

  it('is told to the person’s tabs, with whether the feed has changed', async () => {
    const reader = await newcomer()
    const tab = await reader.connects()
    await reader.asks('learning', 'getLearned', {})
    await taught(reader)
    await expect
      .poll(() => tab.heard['feed.learned'].at(-1))
      .toMatchObject({ likes: 12, dislikes: 12, ready: true, hidden: 12, of: 24, changed: true })
    const heard = tab.heard['feed.learned'].length
    const [id = 0] = await postTopic(town, 'wedding', 60, 1)
    await reader.asks('marks', 'setLike', { id, value: true })
    await town.settle()
    await expect.poll(() => tab.heard['feed.learned'].length).toBe(heard + 1)
    expect(tab.heard['feed.learned'].at(-1)).toMatchObject({ likes: 13, changed: false })
    tab.close()
  })

  it('goes on anew by another model', async () => {
    const { reader } = await taught()
    await town.db.updateTable('personalLayers').set({ model: 'another' }).where('userId', '=', reader.userId).execute()
    await postTopic(town, 'garage', 40, 2)
    // What another model taught judges nothing new.
    expect(garage(await texts(reader)).length).toBe(2)
    expect(await learnByNewModel(town)).toBe(1)
    expect(garage(await texts(reader))).toEqual([])
    expect(await learnByNewModel(town)).toBe(0)
  })

  it('ends with the account', async () => {
    const { reader } = await taught()
    await town.db.deleteFrom('users').where('id', '=', reader.userId).execute()
    expect(await layerOf(reader)).toBeUndefined()
    expect(
      await town.db.selectFrom('unlikeMessages').selectAll().where('userId', '=', reader.userId).execute(),
    ).toEqual([])
    await learnMarks(town, reader.userId)
  })
})

describe('learning.getLearned', () => {
  it('tells how much is learnt, what is missing, and what is hidden', async () => {
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
    await postTopic(town, 'garage', 40, 3)
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
    expect(codeOf(await town.ask('learning', 'getLearned', {}))).toBe('UNAUTHORIZED')
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
    town.clock.advance(SECOND)
    const liked = await postTopic(town, 'wedding', 40, 2)
    await mark(town, reader, liked, [])
    await town.settle()
    expect(await reader.asks('learning', 'getLearned', {})).toMatchObject({ likes: 2, dislikes: 0, ready: false })
  })

  it('is refused to a guest, and changes nobody else’s', async () => {
    const { reader } = await taught()
    const other = await newcomer()
    await other.asks('learning', 'forgetLearned', {})
    expect(await layerOf(reader)).toMatchObject({ likes: 12, dislikes: 12 })
    expect(codeOf(await town.ask('learning', 'forgetLearned', {}))).toBe('UNAUTHORIZED')
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
