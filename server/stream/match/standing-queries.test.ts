import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyFilter } from '../../../contract/reading/filters.ts'
import { pasteGroups } from '../../features/watching/groups/groups.samples.ts'
import { publish, type Bus } from '../../kit/bus.ts'
import { DAY } from '../../kit/clock.ts'
import { openDatabase } from '../../kit/sql.ts'
import type { TestUser } from '../../testing/test-user.ts'
import { emptyProject } from '../../../contract/watching/projects.ts'
import { groups, openTestWorld, type TestWorld } from '../../testing/test-world.ts'
import { openStandingQueries, type PlacedMessage, type StandingQueries } from './standing-queries.ts'

let world: TestWorld
let anna: TestUser
let standingQueries: StandingQueries
beforeAll(async () => {
  world = await openTestWorld()
  anna = await world.customer('anna', groups(10))
  standingQueries = await openStandingQueries(world.db, world.bus, world.language, world.log, world.clock)
})
afterAll(async () => {
  standingQueries.close()
  await world.close()
})

const message = (text: string, more: Partial<PlacedMessage> = {}): PlacedMessage => ({
  text,
  network: 'vk',
  kind: 'post',
  group: null,
  ...more,
})
const products = (asked: PlacedMessage) =>
  standingQueries.match(asked).map(({ productType, productId }) => [productType, productId])
const heard = async () => {
  await world.settle()
  await standingQueries.settled()
}

it('whose first reading fails leave nothing that listens', async () => {
  let open = 0
  const bus: Bus = {
    on() {
      open += 1
      return () => void (open -= 1)
    },
    close: async () => {},
  }
  const nowhere = openDatabase('postgresql://127.0.0.1:1/nowhere')
  try {
    const failing = openStandingQueries(nowhere.db, bus, world.language, world.log, world.clock)
    await expect(failing).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    expect(open).toBe(0)
  } finally {
    await nowhere.close()
  }
})

describe('a project', () => {
  it('is followed from its first saving to the end of its subscription, and on from the next', async () => {
    const id = await world.project(anna, {}, { days: 2 })
    await heard()
    expect(products(message('старый граммофон'))).toEqual([])
    const save = (keywords: string[], more: object = {}) =>
      anna.asks('projects', 'updateProject', { id, ...emptyProject, keywords, ...more })
    await save(['граммофон'], {
      context: ['старый', 'куплю'],
      excludedKeywords: ['труба'],
      networks: ['vk'],
      kinds: ['post'],
      censorFilter: true,
    })
    await heard()
    expect(standingQueries.match(message('старый граммофон'))).toEqual([
      {
        productType: 'project',
        productId: id,
        keyword: 'граммофон',
        spans: [
          [0, 6],
          [7, 16],
        ],
        suppression: { censor: true, mention: null },
      },
    ])
    const others = [
      message('граммофон'),
      message('старый граммофон без трубы'),
      message('старый граммофон', { network: 'ok' }),
      message('старый граммофон', { kind: 'comment' }),
    ]
    expect(others.map(products)).toEqual([[], [], [], []])
    await save(['патефон'])
    await heard()
    expect([message('старый граммофон'), message('патефон')].map(products)).toEqual([[], [['project', id]]])

    world.clock.advance(2 * DAY)
    await publish(world.db, 'scope.changed', { userId: anna.userId })
    await heard()
    expect(products(message('патефон'))).toEqual([])
    await world.db
      .updateTable('subscriptions')
      .set({ expiresAt: new Date(world.clock.now().getTime() + DAY) })
      .where('productId', '=', id)
      .where('productType', '=', 'project')
      .execute()
    await publish(world.db, 'scope.changed', { userId: anna.userId })
    await heard()
    expect(products(message('патефон'))).toEqual([['project', id]])
  })

  it('is read again when notices were missed', async () => {
    const id = await world.project(anna)
    await world.missNotices(() =>
      anna.asks('projects', 'updateProject', { id, ...emptyProject, keywords: ['клавесин'] }),
    )
    await heard()
    expect(products(message('клавесин'))).toEqual([['project', id]])
  })
})

describe('a list of groups', () => {
  it('has every message of its groups, while they are on it', async () => {
    await pasteGroups(world, anna, 'vk.com/tea')
    await heard()
    const [hit] = standingQueries.match(message('что угодно', { group: { externalId: 'tea' } }))
    expect(hit).toMatchObject({ productType: 'group', keyword: null, spans: [], suppression: null })
    expect(products(message('что угодно', { group: { externalId: 'coffee' } }))).toEqual([])
    expect(products(message('что угодно', { network: 'ok', group: { externalId: 'tea' } }))).toEqual([])

    // On its card stands the group itself.
    await world.post('Сегодня завезли улун', { group: { externalId: 'tea', name: 'Чайная' } })
    expect((await anna.asks('feed', 'queryFeed', { filter: emptyFilter })).messages[0]).toMatchObject({
      text: 'Сегодня завезли улун',
      productType: 'group',
      product: { id: hit?.productId, name: 'Чайная', icon: 'users-group' },
      keyword: null,
      spans: [],
    })

    await world.db.updateTable('monitoredGroups').set({ enabled: false }).execute()
    await publish(world.db, 'standing-query.changed', { productType: 'group', productId: hit?.productId ?? 0 })
    await heard()
    expect(products(message('что угодно', { group: { externalId: 'tea' } }))).toEqual([])
  })

  it('is read once for all that changes while it waits to be read', async () => {
    let reads = 0
    const db = world.db.withPlugin({
      transformQuery({ node }) {
        if (node.kind === 'RawNode' && node.sqlFragments.some((written) => written.includes('monitored_groups')))
          reads += 1
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const counted = await openStandingQueries(db, world.bus, world.language, world.log, world.clock)
    expect(reads).toBe(1)
    // All of them arrive while the first is read, on a busy machine as well.
    world.makeNoticesLate()
    await world.db.transaction().execute(async (tx) => {
      for (let n = 0; n < 200; n += 1)
        await publish(tx, 'standing-query.changed', { productType: 'group', productId: n })
    })
    await world.bus.catchUp()
    await world.settle()
    await counted.settled()
    // One that is being read already knows nothing of the changes that are heard meanwhile: those come with the next.
    expect(reads).toBeGreaterThan(1)
    expect(reads).toBeLessThan(6)
    counted.close()
  })
})
