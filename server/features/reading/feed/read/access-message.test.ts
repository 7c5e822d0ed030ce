import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY } from '../../../../kit/clock.ts'
import type { TestUser } from '../../../../testing/test-user.ts'
import { openTestWorld, paid, trial, type TestWorld } from '../../../../testing/test-world.ts'
import { accessMessage } from './access-message.ts'
import { fillMarks } from './fill-marks.ts'
import { readReader } from './reader.ts'
import { touchItems } from '../items/touch-items.samples.ts'

let world: TestWorld
let anna: TestUser
let boris: TestUser
let moderator: TestUser
let ids: Record<'old' | 'fresh' | 'gone', number>
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
  anna = await world.customer('anna', paid('photographers'))
  boris = await world.customer('boris', trial('photographers'))
  moderator = await world.somebody('moderator', ['moderator'], paid('photographers'))
  const gone = world.message('исчезнувший фотограф', { externalId: 'gone' })
  await world.receive([
    world.message('старый фотограф', {
      externalId: 'old',
      publishedAt: new Date(world.clock.now().getTime() - 4 * DAY),
    }),
    world.message('свежий фотограф', { externalId: 'fresh' }),
    gone,
  ])
  await world.receive([{ ...gone, text: '', deleted: true }])
  const { rows } = await world.database.pool.query<{ id: number; external_id: string }>(
    'select id, external_id from messages',
  )
  ids = Object.fromEntries(rows.map((row) => [row.external_id, row.id])) as typeof ids
})
afterAll(() => world.close())

const readerOf = (person: TestUser) =>
  readReader(world.db, { id: person.userId, roles: person === moderator ? ['moderator'] : [] }, world.clock.now())
async function may(person: TestUser, id: number): Promise<boolean | string> {
  return accessMessage(world.db, await readerOf(person), id, world.clock.now()).then(
    (message) => message.messageId === id,
    (error: { code?: string }) => error.code ?? 'defect',
  )
}

it('lets a reader at the messages of his products, whatever his filters say', async () => {
  await anna.asks('filters', 'updateFilter', { id: anna.filterId, includedWords: ['кошка'] })
  expect(await accessMessage(world.db, await readerOf(anna), ids.old, world.clock.now())).toEqual({
    messageId: ids.old,
    authorId: expect.any(Number),
    clusterId: expect.any(Number),
    seqId: expect.any(Number),
  })
  const vera = await world.customer('vera')
  const asked = [
    [anna, ids.fresh],
    [boris, ids.old],
    [boris, ids.fresh],
    [vera, ids.old],
    [anna, ids.gone],
    [moderator, ids.gone],
    [anna, 999_999],
  ] as const
  expect(await Promise.all(asked.map(([person, id]) => may(person, id)))).toEqual([
    true,
    true,
    'MESSAGE_NOT_FOUND',
    'MESSAGE_NOT_FOUND',
    'MESSAGE_NOT_FOUND',
    'MESSAGE_NOT_FOUND',
    'MESSAGE_NOT_FOUND',
  ])
})

it('keeps what moderators took away', async () => {
  await touchItems(world, 'старый', "verdict = 'rejected'")
  expect(await Promise.all([may(anna, ids.old), may(moderator, ids.old)])).toEqual(['MESSAGE_NOT_FOUND', true])
  await touchItems(world, 'старый', "verdict = 'removed'")
  expect(await Promise.all([may(anna, ids.old), may(moderator, ids.old)])).toEqual([
    'MESSAGE_NOT_FOUND',
    'MESSAGE_NOT_FOUND',
  ])
  await touchItems(world, 'старый', "verdict = 'approved'")
  expect(await Promise.all([may(anna, ids.old), may(moderator, ids.old)])).toEqual([true, true])
})

it('fills marks as far as the reader may know', async () => {
  const { pool } = world.database
  const at = '2026-11-20T11:00:00Z'
  const id = ids.fresh
  // Boris is in Anna's team; the moderator is not.
  await world.team(anna, boris)
  await pool.query(
    `insert into locations (id, type, name, forms) values (990001, 'town', 'Омск', '{омск}') on conflict do nothing`,
  )
  await touchItems(
    world,
    'свежий',
    "location_id = 990001, location_source = 'moderator', location_confidence = 1, spam_count = 3, is_unwanted = true",
  )
  await pool.query('insert into favorites values ($1, $2, $3)', [anna.userId, id, at])
  await pool.query('insert into message_views values ($1, $2, $3)', [boris.userId, id, at])
  await pool.query(`insert into reactions values ($1, $4, 'like', $5), ($2, $4, 'dislike', $5), ($3, $4, 'like', $5)`, [
    anna.userId,
    boris.userId,
    moderator.userId,
    id,
    at,
  ])
  await pool.query(`insert into notes values ($1, $3, 'позвонить', $4), ($2, $3, 'чужая', $4)`, [
    boris.userId,
    moderator.userId,
    id,
    at,
  ])
  await pool.query('insert into spam_marks values ($1, $2, $3)', [anna.userId, id, at])
  await pool.query('insert into blacklisted_authors select $1, author_id, $2 from feed_items where message_id = $3', [
    anna.userId,
    at,
    id,
  ])
  await pool.query(
    `insert into moderator_log (message_id, user_id, action, details, at) values ($1, $2, 'location', '{"detail": "Омск"}', $3)`,
    [id, moderator.userId, at],
  )

  const seen = async (person: TestUser) => (await fillMarks(world.db, await readerOf(person), [id, 999_999])).get(id)
  const note = { user: { id: boris.userId, name: 'boris' }, text: 'позвонить', updatedAt: '2026-11-20T11:00:00.000Z' }
  expect(await seen(anna)).toEqual({
    viewed: false,
    handled: false,
    favorite: true,
    likes: [anna.userId],
    dislikes: [boris.userId],
    notes: [note],
    spamMarked: true,
    spamCount: 3,
    spam: true,
    blackListed: true,
    location: { id: 990001, type: 'town', name: 'Омск', source: 'moderator', confidence: 1 },
    verdict: null,
    answers: [],
    lead: null,
    moderatorLog: [],
  })
  expect(await seen(boris)).toMatchObject({
    viewed: true,
    favorite: false,
    likes: [anna.userId],
    notes: [note],
    spamMarked: false,
    spam: true,
    blackListed: false,
  })
  await touchItems(world, 'свежий', "verdict = 'approved'")
  expect(await seen(moderator)).toMatchObject({
    likes: [moderator.userId],
    dislikes: [],
    notes: [{ text: 'чужая' }],
    spam: false,
    verdict: 'approved',
    moderatorLog: [
      {
        user: { id: moderator.userId, name: 'moderator' },
        action: 'location',
        detail: 'Омск',
        at: '2026-11-20T11:00:00.000Z',
      },
    ],
  })
  expect(await fillMarks(world.db, await readerOf(anna), [])).toEqual(new Map())
})
