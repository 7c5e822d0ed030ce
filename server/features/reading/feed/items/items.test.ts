/** Items of a message that was there before: what people said of it goes along, and open feeds hear what becomes of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE } from '../../../../kit/clock.ts'
import type { TestUser } from '../../../../testing/test-user.ts'
import { openTestWorld, paid, type TestWorld } from '../../../../testing/test-world.ts'
import type { RawMessage } from '../../../../stream/receive/shared/source.ts'

let world: TestWorld
let anna: TestUser
let boris: TestUser
let stranger: TestUser
let moderator: TestUser
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
  await world.looksFor('video', 'видеограф')
  anna = await world.customer('anna', paid('photographers'))
  boris = await world.customer('boris', paid('video'))
  stranger = await world.customer('stranger', paid('vets'))
  moderator = await world.somebody('moderator', ['moderator'])
})
afterAll(() => world.close())

const ofAnyKind = { filter: { spam: 'ignore' as const } }
const newest = async (person: TestUser) => (await person.asks('feed', 'queryFeed', ofAnyKind)).messages[0]
const edit = async (message: RawMessage, text: string) => {
  world.clock.advance(MINUTE)
  await world.receive([{ ...message, text }])
}
const textOf = { first: 'Ищу фотографа на выпускной', edited: 'Ищу фотографа и видеографа на выпускной' }

describe('a new item of a message already known', () => {
  it('takes the spam marks and the place a moderator has set along', async () => {
    const message = await world.post(textOf.first)
    const id = (await newest(anna))?.id ?? 0
    expect(await world.db.selectFrom('feedItems').select('spamCount').where('messageId', '=', id).execute()).toEqual([
      { spamCount: 0 },
    ])
    for (const person of [anna, moderator]) await person.asks('marks', 'markSpam', { id })
    const {
      id: locationId,
      name,
      parentId,
    } = await world.db
      .selectFrom('locations')
      .select(['id', 'name', 'parentId'])
      .where('name', '=', 'Казань')
      .executeTakeFirstOrThrow()
    await moderator.asks('moderation', 'setMessageLocation', { id, locationId })
    expect(await newest(boris)).toBeUndefined()

    await edit(message, textOf.edited)
    const place = { locationId, regionId: parentId, locationSource: 'moderator', locationConfidence: 1 }
    const items = await world.db
      .selectFrom('feedItems')
      .select(['productId', 'spamCount', 'locationId', 'regionId', 'locationSource', 'locationConfidence'])
      .where('messageId', '=', id)
      .orderBy('seqId')
      .execute()
    expect(items).toEqual([
      { productId: await world.categoryId('photographers'), spamCount: 2, ...place },
      { productId: await world.categoryId('video'), spamCount: 2, ...place },
    ])
    expect(await newest(boris)).toMatchObject({
      id,
      text: textOf.edited,
      spamCount: 2,
      location: { name, source: 'moderator' },
    })
  })
})

describe('an open feed', () => {
  it('hears that a text was edited, and that it is gone at its source and back, if it may be seen there', async () => {
    const message = await world.post('Нужен фотограф на юбилей')
    const id = (await newest(anna))?.id ?? 0
    const [annas, strangers] = [await anna.connects(), await stranger.connects()]
    const heard = () => annas.heard['feed.message'].filter(({ messageId }) => messageId === id)

    await edit(message, 'Нужен хороший фотограф на юбилей')
    await expect.poll(heard).toMatchObject([{ messageId: id, removed: false, edited: true, marks: { spamCount: 0 } }])
    expect(await newest(anna)).toMatchObject({
      id,
      text: 'Нужен хороший фотограф на юбилей',
      editedAt: expect.any(String),
    })
    await world.receive([{ ...message, text: '', deleted: true }])
    await expect.poll(() => heard().slice(1)).toEqual([{ messageId: id, removed: true }])
    await world.receive([{ ...message, text: 'Нужен хороший фотограф на юбилей' }])
    await expect.poll(() => heard().slice(2)).toMatchObject([{ messageId: id, removed: false }])
    expect(heard()[2]).not.toHaveProperty('edited')
    expect(strangers.heard['feed.message']).toEqual([])
    annas.close()
    strangers.close()
  })
})
