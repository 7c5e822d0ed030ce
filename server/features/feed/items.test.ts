/** Items of a message that was there before: what people said of it goes along, and open feeds hear what becomes of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE } from '../../kit/clock.ts'
import { openTown, paid, type Town, type Townsman } from '../../people/town.ts'
import type { RawMessage } from '../../stream/receive/source.ts'

let town: Town
let anna: Townsman
let boris: Townsman
let stranger: Townsman
let moderator: Townsman
beforeAll(async () => {
  town = await openTown()
  await town.looksFor('photographers', 'фотограф')
  await town.looksFor('video', 'видеограф')
  anna = await town.customer('anna', paid('photographers'))
  boris = await town.customer('boris', paid('video'))
  stranger = await town.customer('stranger', paid('vets'))
  moderator = await town.somebody('moderator', ['moderator'])
})
afterAll(() => town.close())

const ofAnyKind = { filter: { spam: 'ignore' as const } }
const newest = async (person: Townsman) => (await person.asks('feed', 'queryFeed', ofAnyKind)).messages[0]
const edit = async (message: RawMessage, text: string) => {
  town.clock.advance(MINUTE)
  await town.receive([{ ...message, text }])
}
const textOf = { first: 'Ищу фотографа на выпускной', edited: 'Ищу фотографа и видеографа на выпускной' }

describe('a new item of a message already known', () => {
  it('takes the spam marks and the place a moderator has set along', async () => {
    const message = await town.post(textOf.first)
    const id = (await newest(anna))?.id ?? 0
    expect(await town.db.selectFrom('feedItems').select('spamCount').where('messageId', '=', id).execute()).toEqual([
      { spamCount: 0 },
    ])
    for (const person of [anna, moderator]) await person.asks('marks', 'markSpam', { id })
    const {
      id: locationId,
      name,
      parentId,
    } = await town.db
      .selectFrom('locations')
      .select(['id', 'name', 'parentId'])
      .where('name', '=', 'Казань')
      .executeTakeFirstOrThrow()
    await moderator.asks('moderation', 'setMessageLocation', { id, locationId })
    expect(await newest(boris)).toBeUndefined()

    await edit(message, textOf.edited)
    const place = { locationId, regionId: parentId, locationSource: 'moderator', locationConfidence: 1 }
    const items = await town.db
      .selectFrom('feedItems')
      .select(['productId', 'spamCount', 'locationId', 'regionId', 'locationSource', 'locationConfidence'])
      .where('messageId', '=', id)
      .orderBy('seqId')
      .execute()
    expect(items).toEqual([
      { productId: await town.categoryId('photographers'), spamCount: 2, ...place },
      { productId: await town.categoryId('video'), spamCount: 2, ...place },
    ])
    expect(await newest(boris)).toMatchObject({
      id,
      text: textOf.edited,
      spamCnt: 2,
      location: { name, source: 'moderator' },
    })
  })
})

describe('an open feed', () => {
  it('hears that a text was edited, and that it is gone at its source and back, if it may be seen there', async () => {
    const message = await town.post('Нужен фотограф на юбилей')
    const id = (await newest(anna))?.id ?? 0
    const [annas, strangers] = [await anna.connects(), await stranger.connects()]
    const heard = () => annas.heard['feed.message'].filter(({ messageId }) => messageId === id)

    await edit(message, 'Нужен хороший фотограф на юбилей')
    await expect.poll(heard).toMatchObject([{ messageId: id, removed: false, edited: true, marks: { spamCnt: 0 } }])
    expect(await newest(anna)).toMatchObject({
      id,
      text: 'Нужен хороший фотограф на юбилей',
      editedAt: expect.any(String),
    })
    await town.receive([{ ...message, text: '', deleted: true }])
    await expect.poll(() => heard().slice(1)).toEqual([{ messageId: id, removed: true }])
    await town.receive([{ ...message, text: 'Нужен хороший фотограф на юбилей' }])
    await expect.poll(() => heard().slice(2)).toMatchObject([{ messageId: id, removed: false }])
    expect(heard()[2]).not.toHaveProperty('edited')
    expect(strangers.heard['feed.message']).toEqual([])
    annas.close()
    strangers.close()
  })
})
