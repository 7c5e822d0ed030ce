import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { linkLimits } from '../../../../contract/watching/groups.ts'
import type { Answer } from '../../../../contract/call.ts'
import { emptyFilter } from '../../../../contract/reading/filters.ts'
import { DAY, HOUR, MINUTE } from '../../../kit/clock.ts'
import { groupsFeature } from './groups.feature.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { groups, openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { lookUpLinks, pasteGroups } from './groups.samples.ts'
import { personalGroups } from './personal-groups.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())
// The rate limit of pasting is counted by minutes.
beforeEach(() => world.clock.advance(MINUTE))

let people = 0
const somebody = (
  ...held: Parameters<TestWorld['customer']> extends [string, ...infer H] ? H : never
): Promise<TestUser> => {
  people += 1
  return world.customer(`somebody-${people}`, ...held)
}
const runJob = async (name: string) => {
  const job = groupsFeature.jobs.find((each) => each.name === name)
  if (!job || !('every' in job)) throw new Error('no such job')
  await job.run(world)
}
const add = async (person: TestUser, ...links: string[]) =>
  (await person.asks('groups', 'addGroups', { links })).addition
const refused = async (person: TestUser, ...links: string[]) => {
  const answer: Answer = await world.ask('groups', 'addGroups', { links }, person)
  return answer.status === 'ok' ? 'ok' : { code: answer.code, ...answer.details }
}
const namesOf = async (person: TestUser) =>
  (await person.asks('groups', 'listGroups', { sort: 'createdAt', order: 'asc', limit: 1000 })).groups.map(
    ({ name }) => name,
  )
const idsOf = async (person: TestUser) =>
  (await person.asks('groups', 'listGroups', { sort: 'createdAt', order: 'asc', limit: 1000 })).groups.map(
    ({ id }) => id,
  )
const room = async (person: TestUser) => (await person.asks('groups', 'getGroupset', {})).groupset

describe('groups.getGroupset', () => {
  it('says that there is none, that it runs, and that it is over', async () => {
    const anna = await somebody()
    expect(await anna.asks('groups', 'getGroupset', {})).toEqual({ groupset: null, addition: null, team: null })
    await world.hold(anna.userId, groups(10, 2))
    const { groupset } = await anna.asks('groups', 'getGroupset', {})
    expect(groupset).toEqual({ id: expect.any(Number), size: 0, maxSize: 10, running: true })
    await pasteGroups(world, anna, 'vk.com/a vk.com/b')
    // The larger counts, and not both.
    await world.hold(anna.userId, groups(25, 1))
    expect(await room(anna)).toMatchObject({ size: 2, maxSize: 25 })
    world.clock.advance(DAY)
    expect(await room(anna)).toMatchObject({ size: 2, maxSize: 10, running: true })
    world.clock.advance(DAY)
    expect(await room(anna)).toMatchObject({ size: 2, maxSize: 0, running: false })
    expect(await namesOf(anna)).toEqual(['a', 'b'])
  })

  it('stands in the subscription with its groups, as filters name them', async () => {
    const anna = await somebody(groups(10))
    await pasteGroups(world, anna, 'vk.com/a vk.com/b')
    const { groups: listed } = await anna.asks('groups', 'listGroups', { sort: 'createdAt', order: 'asc' })
    const held = async () => (await anna.asks('subscriptions', 'listSubscriptions', {})).subscriptions[0]
    const Groups = listed.map(({ icGroup, name }) => ({ icGroup, name }))
    expect(Groups.map(({ name }) => name)).toEqual(['a', 'b'])
    expect((await held())?.MonitoredGroupset).toEqual({ id: listed[0]?.monitoredGroupset, maxSize: 10, Groups })
    await anna.asks('groups', 'clearGroups', {})
    expect((await held())?.MonitoredGroupset?.Groups).toEqual([])
  })

  it('shows the paste that is being looked up', async () => {
    const anna = await somebody(groups(10))
    const { id } = await add(anna, 'vk.com/looked-up')
    expect((await anna.asks('groups', 'getGroupset', {})).addition).toMatchObject({
      id,
      total: 1,
      done: 0,
      finished: false,
    })
    await lookUpLinks(world)
    expect((await anna.asks('groups', 'getGroupset', {})).addition).toBeNull()
  })
})

describe('groups.addGroups', () => {
  it('takes what was pasted apart, and says of each link what came of it', async () => {
    const anna = await somebody(groups(20))
    const addition = await add(
      anna,
      'https://vk.com/one, vk.com/two/\n@three http://M.VK.com/one?utm_source=x',
      'vk.com/closed vk.com/none site.example vk.com/broken tg://resolve?domain=two',
    )
    expect(addition).toMatchObject({ total: 9, done: 1, finished: false })
    expect(addition.items[3]).toEqual({ link: 'http://M.VK.com/one?utm_source=x', status: 'duplicate', result: null })
    await lookUpLinks(world, {
      'https://vk.com/one': { externalId: 'one', name: 'Первая', followers: 12 },
      '@three': { network: 'telegram', externalId: 'three', url: null },
      'vk.com/closed': { status: 'private' },
      'vk.com/none': { status: 'not_found', network: 'vk', key: 'none' },
      'site.example': { status: 'unsupported' },
      'vk.com/broken': { status: 'error' },
      'tg://resolve?domain=two': { externalId: 'two' },
    })
    const { addition: done } = await anna.asks('groups', 'getAddition', { id: addition.id })
    expect(done).toMatchObject({ total: 9, done: 9, finished: true })
    expect(done.items.map(({ status }) => status)).toEqual([
      'added',
      'added',
      'added',
      'duplicate',
      'private',
      'not_found',
      'unsupported',
      'error',
      'duplicate',
    ])
    const first = { name: 'Первая', avatar: null, network: 'vk', followerCount: 12 }
    expect(done.items.map(({ result }) => result)).toMatchObject([
      first,
      { name: 'two' },
      { network: 'telegram' },
      first,
      null,
      null,
      null,
      null,
      { name: 'two' },
    ])
    expect(await namesOf(anna)).toEqual(['Первая', 'two', 'three'])
    expect(await room(anna)).toMatchObject({ size: 3, maxSize: 20 })
  })

  it('knows at once what is on the list, and what somebody pasted lately', async () => {
    const [anna, boris] = [await somebody(groups(10)), await somebody(groups(10))]
    await pasteGroups(world, anna, 'vk.com/known vk.com/alias')
    const again = await add(anna, 'https://www.vk.com/known/')
    expect(again).toMatchObject({
      done: 1,
      finished: true,
      items: [{ status: 'duplicate', result: { name: 'known' } }],
    })
    const theirs = await add(boris, 'vk.com/known vk.com/unknown')
    expect(theirs.items).toMatchObject([{ status: 'added', result: { name: 'known' } }, { status: 'waiting' }])
    expect(await namesOf(boris)).toEqual(['known'])
    // By the link of the group itself, however old the paste is.
    await world.db.deleteFrom('groupLinks').where('address', '=', 'vk.com/known').execute()
    expect((await add(anna, 'vk.com/known')).items).toMatchObject([{ status: 'duplicate' }])
    // Names change hands.
    await lookUpLinks(world)
    world.clock.advance(8 * DAY)
    expect((await add(boris, 'vk.com/alias')).items).toMatchObject([{ status: 'waiting' }])
  })

  it('is refused where there is nothing to add to, nothing to add, or too much', async () => {
    const nobody = await somebody()
    expect(await refused(nobody, 'vk.com/a')).toMatchObject({ code: 'GROUPSET_NOT_FOUND' })
    const anna = await somebody(groups(3, 1))
    expect(await refused(anna, ' , \n')).toMatchObject({ code: 'LINKS_REQUIRED' })
    const many = Array.from({ length: linkLimits.links + 1 }, (_, place) => `vk.com/many${place}`).join(' ')
    expect(await refused(anna, many)).toEqual({
      code: 'VALIDATION_FAILED',
      keyword: 'maxItems',
      dataPath: '/links',
      params: { limit: 2000 },
    })
    expect(await world.ask('groups', 'addGroups', { links: [] }, anna)).toMatchObject({ code: 'VALIDATION_FAILED' })
    expect(await refused(anna, 'vk.com/a vk.com/b vk.com/c vk.com/d')).toEqual({ code: 'GROUP_LIMIT_REACHED', free: 3 })
    // What is there twice takes one place, and what is on the list none.
    expect(await add(anna, 'vk.com/a vk.com/a vk.com/b')).toMatchObject({ total: 3 })
    expect(await refused(anna, 'vk.com/c')).toMatchObject({ code: 'IMPORT_IN_PROGRESS' })
    await lookUpLinks(world)
    expect(await refused(anna, 'vk.com/c vk.com/d')).toEqual({ code: 'GROUP_LIMIT_REACHED', free: 1 })
    await pasteGroups(world, anna, 'vk.com/a vk.com/b vk.com/c')
    expect(await refused(anna, 'vk.com/d')).toEqual({ code: 'GROUP_LIMIT_REACHED', free: 0 })
    world.clock.advance(DAY)
    expect(await refused(anna, 'vk.com/d')).toMatchObject({ code: 'GROUPSET_NOT_FOUND' })
    expect(await namesOf(anna)).toEqual(['a', 'b', 'c'])
  })

  it('says of what is too long to be a link that it is none', async () => {
    const anna = await somebody(groups(10))
    const { items } = await add(anna, `vk.com/${'a'.repeat(600)} vk.com/short ${'www.'.repeat(20_000)}ru`)
    expect(items).toMatchObject([
      { status: 'unsupported', result: null },
      { status: 'waiting' },
      { status: 'unsupported' },
    ])
    expect(items[0]?.link).toHaveLength(501)
    await lookUpLinks(world)
  })

  it('takes two thousand links within a second', async () => {
    const anna = await somebody(groups(2_000))
    const links = Array.from({ length: 2_000 }, (_, place) => `https://vk.com/thousands${place}`)
    const started = process.threadCpuUsage()
    const addition = await add(anna, links.join('\n'))
    expect(process.threadCpuUsage(started).user).toBeLessThan(1_000_000)
    expect(addition).toMatchObject({ total: 2_000, done: 0, finished: false })
    // And so when all of them are known.
    const ids = await world.database.pool.query<{ id: number }>(
      `with made as (insert into groups (network, external_id, name, url) select 'vk', 'thousands' || n, 'Группа ' || n, 'https://vk.com/thousands' || n from generate_series(0, 1999) n returning id, url)
       update group_links l set status = 'added', group_id = made.id from made where l.addition_id = $1 and l.link = made.url returning made.id`,
      [addition.id],
    )
    expect(ids.rows).toHaveLength(2_000)
    const boris = await somebody(groups(2_000))
    const again = process.threadCpuUsage()
    expect(await add(boris, links.join(', '))).toMatchObject({ done: 2_000, finished: true })
    expect(process.threadCpuUsage(again).user).toBeLessThan(1_000_000)
    const listed = process.threadCpuUsage()
    expect(await boris.asks('groups', 'listGroups', { search: 'ГРУППА 199', sort: 'messageCount' })).toMatchObject({
      total: 11,
    })
    expect(process.threadCpuUsage(listed).user).toBeLessThan(500_000)
    expect(await refused(boris, 'vk.com/one-more')).toEqual({ code: 'GROUP_LIMIT_REACHED', free: 0 })
  })

  it('never puts more on a list than there is room for, however many come at once', async () => {
    const anna = await somebody(groups(5))
    await pasteGroups(world, anna, 'vk.com/r1 vk.com/r2 vk.com/r3')
    const ids = await idsOf(anna)
    await anna.asks('groups', 'clearGroups', {})
    const other = await anna.signIn()
    const asked = await Promise.all([
      world.ask('groups', 'addGroups', { links: ['vk.com/p1 vk.com/p2 vk.com/p3 vk.com/p4'] }, anna),
      world.ask(
        'groups',
        'addGroups',
        { links: ['vk.com/q1 vk.com/q2 vk.com/q3 vk.com/q4'] },
        { token: other, ip: anna.ip },
      ),
      world.ask('groups', 'restoreGroups', { ids }, anna),
      world.ask('groups', 'restoreGroups', { ids }, { token: other, ip: anna.ip }),
    ])
    const codes = asked.map((answer) => (answer.status === 'ok' ? 'ok' : answer.code)).toSorted()
    // Whichever comes first: one paste at most, and what the other finds is reported.
    expect(codes.filter((code) => code === 'ok').length).toBeGreaterThanOrEqual(2)
    for (const code of codes) expect(['ok', 'IMPORT_IN_PROGRESS', 'GROUP_LIMIT_REACHED']).toContain(code)
    await Promise.all([
      lookUpLinks(world),
      lookUpLinks(world),
      lookUpLinks(world),
      world.ask('groups', 'restoreGroups', { ids }, anna),
    ])
    expect((await room(anna))?.size).toBeLessThanOrEqual(5)
    const { groups: listed } = await anna.asks('groups', 'listGroups', {})
    expect(new Set(listed.map(({ icGroup }) => icGroup)).size).toBe(listed.length)
  })

  it('says «limit» where room went away while links were looked up', async () => {
    const anna = await somebody(groups(3))
    await pasteGroups(world, anna, 'vk.com/l1 vk.com/l2')
    const { ids } = await anna.asks('groups', 'clearGroups', {})
    const { id } = await add(anna, 'vk.com/l3 vk.com/l4')
    expect(await anna.asks('groups', 'restoreGroups', { ids })).toEqual({ restored: 2 })
    await lookUpLinks(world)
    const { addition } = await anna.asks('groups', 'getAddition', { id })
    expect(addition.items).toMatchObject([{ status: 'added' }, { status: 'limit', result: { name: 'l4' } }])
  })
})

describe('groups.getAddition', () => {
  it('is for its owner only', async () => {
    const [anna, boris] = [await somebody(groups(3)), await somebody(groups(3))]
    const { id } = await add(anna, 'vk.com/a')
    expect((await anna.asks('groups', 'getAddition', { id })).addition.id).toBe(id)
    for (const of of [id, 999_999]) expect(await boris.isRefused('groups', 'getAddition', { id: of })).toBe('NOT_FOUND')
    expect(await anna.isRefused('groups', 'getAddition', { id: 0 })).toBe('VALIDATION_FAILED')
    await lookUpLinks(world)
  })
})

describe('groups.listGroups', () => {
  let anna: TestUser
  beforeAll(async () => {
    anna = await somebody(groups(50))
    const sample = (externalId: string, name: string, followers: number | null, network: 'vk' | 'telegram' = 'vk') => ({
      externalId,
      name,
      followers,
      network,
    })
    await anna.asks('groups', 'addGroups', { links: ['v/1 v/2 v/3 v/4'] })
    await lookUpLinks(world, {
      'v/1': sample('list-1', 'Ёлки и Берёзы', 30),
      'v/2': sample('list-2', 'Барахолка 10', null),
      'v/3': sample('list-3', 'барахолка 9', 500),
      'v/4': sample('list-4', 'Абрикос', 2, 'telegram'),
    })
  })
  const listed = async (input: Parameters<typeof anna.asks<'groups', 'listGroups'>>[2]) =>
    (await anna.asks('groups', 'listGroups', input)).groups.map(({ name }) => name)

  it('finds by name, whatever the case and the ё', async () => {
    expect(await listed({ search: 'елки и бере' })).toEqual(['Ёлки и Берёзы'])
    expect(await listed({ search: '  БАРАХОЛКА ' })).toHaveLength(2)
    expect(await listed({ search: '%' })).toEqual([])
    expect(await listed({ network: 'telegram' })).toEqual(['Абрикос'])
    expect(await listed({ network: 'telegram', search: 'бара' })).toEqual([])
  })

  it('orders, and what no network named comes last', async () => {
    expect(await listed({})).toEqual(['Абрикос', 'барахолка 9', 'Барахолка 10', 'Ёлки и Берёзы'])
    expect(await listed({ sort: 'createdAt', order: 'asc' })).toEqual([
      'Ёлки и Берёзы',
      'Барахолка 10',
      'барахолка 9',
      'Абрикос',
    ])
    expect(await listed({ sort: 'name' })).toEqual(['Абрикос', 'барахолка 9', 'Барахолка 10', 'Ёлки и Берёзы'])
    expect(await listed({ sort: 'followerCount' })).toEqual(['барахолка 9', 'Ёлки и Берёзы', 'Абрикос', 'Барахолка 10'])
    expect(await listed({ sort: 'followerCount', order: 'asc' })).toEqual([
      'Абрикос',
      'Ёлки и Берёзы',
      'барахолка 9',
      'Барахолка 10',
    ])
  })

  it('pages, and shows the last page to whoever asks beyond it', async () => {
    expect(await anna.asks('groups', 'listGroups', { sort: 'name', limit: 3, page: 2 })).toMatchObject({
      total: 4,
      pages: 2,
      page: 2,
      groups: [{ name: 'Ёлки и Берёзы' }],
      demo: [],
    })
    expect(await anna.asks('groups', 'listGroups', { sort: 'name', limit: 3, page: 9 })).toMatchObject({
      page: 2,
      groups: [{ name: 'Ёлки и Берёзы' }],
    })
    expect(await anna.asks('groups', 'listGroups', { search: 'нет такой' })).toMatchObject({
      total: 0,
      pages: 0,
      page: 1,
      groups: [],
      demo: [],
    })
  })

  it('shows a group with what is known of it', async () => {
    const { groupset } = await anna.asks('groups', 'getGroupset', {})
    const {
      groups: [group],
    } = await anna.asks('groups', 'listGroups', { search: 'абрикос' })
    expect(group).toEqual({
      id: expect.any(Number),
      monitoredGroupset: groupset?.id,
      icGroup: expect.any(Number),
      name: 'Абрикос',
      avatar: null,
      link: 'https://vk.com/list-4',
      enabled: true,
      overLimit: false,
      messageCount: 0,
      followerCount: 2,
      network: 'telegram',
      sourceKind: 'community',
      createdAt: expect.any(String),
      failure: null,
      readAt: null,
      demo: false,
    })
    const readAt = world.clock.now()
    await world.db
      .insertInto('watchedGroups')
      .values({ groupId: group?.icGroup ?? 0, nextReadAt: readAt, secondsBetween: 60, readAt, trouble: 'closed' })
      .execute()
    expect((await anna.asks('groups', 'listGroups', { search: 'абрикос' })).groups).toMatchObject([
      { failure: 'closed', readAt: readAt.toISOString() },
    ])
  })

  it('counts what was found in each, and filters know it', async () => {
    const boris = await somebody(groups(50))
    await boris.asks('groups', 'addGroups', { links: ['v/5 v/6'] })
    await lookUpLinks(world, {
      'v/5': { externalId: 'talkative', name: 'Разговорчивая' },
      'v/6': { externalId: 'silent', name: 'Молчаливая' },
    })
    await world.settle()
    const inGroup = { group: { externalId: 'talkative', name: 'Разговорчивая', url: 'https://vk.com/talkative' } }
    for (const text of ['Доброе утро всем', 'Кто потерял ключи?', 'Куда пойти вечером']) await world.post(text, inGroup)
    await world.post('Не отсюда')
    await world.settle()
    const {
      groups: [first, second],
    } = await boris.asks('groups', 'listGroups', { sort: 'messageCount' })
    expect([first, second]).toMatchObject([
      { name: 'Разговорчивая', messageCount: 3 },
      { name: 'Молчаливая', messageCount: 0 },
    ])
    if (!first || !second) throw new Error('no groups')
    const feedOf = async (person: TestUser, ...monitoredGroups: string[]) =>
      (await person.asks('feed', 'queryFeed', { filter: { ...emptyFilter, monitoredGroups } })).messages.length
    expect(await feedOf(boris)).toBe(3)
    expect(await feedOf(boris, `${first.monitoredGroupset}/${first.icGroup}`)).toBe(3)
    expect(await feedOf(boris, `${second.monitoredGroupset}/${second.icGroup}`)).toBe(0)
    // Of another person's list nothing is seen, neither by a filter that is sent nor by one that is saved.
    expect(await feedOf(anna, `${first.monitoredGroupset}/${first.icGroup}`)).toBe(0)
    const { filter } = await anna.asks('filters', 'createFilter', {
      name: 'Чужие группы',
      monitoredGroups: [`${first.monitoredGroupset}/${first.icGroup}`],
    })
    expect((await anna.asks('feed', 'queryFeed', { filterId: filter.id })).messages).toEqual([])
  })

  it('shows some groups that are listened to while one’s own list is empty', async () => {
    await world.looksFor('photographers', 'фотограф')
    await world.post('Посоветуйте фотографа', { group: { externalId: 'demo-group', name: 'Мамы Твери' } })
    await world.settle()
    const nobody = await somebody()
    const { groups: none, demo, total } = await nobody.asks('groups', 'listGroups', { search: 'что угодно' })
    expect([none, total]).toEqual([[], 0])
    expect(demo).toMatchObject([{ name: 'Мамы Твери', demo: true, messageCount: 1, monitoredGroupset: 0 }])
    // What only someone's list brought is not informed.
    expect(demo.map(({ name }) => name)).not.toContain('Разговорчивая')
  })

  it('is refused to a guest, and to whoever asks for what there is not', async () => {
    expect(await world.ask('groups', 'listGroups', {})).toMatchObject({ code: 'UNAUTHORIZED' })
    for (const input of [{ page: 0 }, { limit: 0 }, { sort: 'link' as 'name' }, { network: 'icq' as 'vk' }])
      expect(await anna.isRefused('groups', 'listGroups', input)).toBe('VALIDATION_FAILED')
  })
})

describe('groups.setGroupEnabled', () => {
  it('switches off and on, for its owner only', async () => {
    const [anna, boris] = [await somebody(groups(3)), await somebody(groups(3))]
    await pasteGroups(world, anna, 'vk.com/a')
    await pasteGroups(world, boris, 'vk.com/a')
    const [id = 0] = await idsOf(anna)
    expect((await anna.asks('groups', 'setGroupEnabled', { id, enabled: false })).group).toMatchObject({
      id,
      enabled: false,
    })
    expect((await anna.asks('groups', 'setGroupEnabled', { id, enabled: false })).group).toMatchObject({
      enabled: false,
    })
    expect(await room(anna)).toMatchObject({ size: 1 })
    expect((await boris.asks('groups', 'listGroups', {})).groups).toMatchObject([{ enabled: true }])
    for (const of of [id, 999_999])
      expect(await boris.isRefused('groups', 'setGroupEnabled', { id: of, enabled: true })).toBe('GROUP_NOT_FOUND')
    expect(await (await somebody()).isRefused('groups', 'setGroupEnabled', { id, enabled: true })).toBe(
      'GROUP_NOT_FOUND',
    )
    expect((await anna.asks('groups', 'setGroupEnabled', { id, enabled: true })).group).toMatchObject({ enabled: true })
    await anna.asks('groups', 'deleteGroup', { id })
    expect(await anna.isRefused('groups', 'setGroupEnabled', { id, enabled: false })).toBe('GROUP_NOT_FOUND')
  })
})

describe('groups.deleteGroup, clearGroups and restoreGroups', () => {
  it('take off and put back', async () => {
    const [anna, boris] = [await somebody(groups(3)), await somebody(groups(3))]
    await pasteGroups(world, anna, 'vk.com/a vk.com/b vk.com/c')
    const [a = 0, b = 0, c = 0] = await idsOf(anna)
    expect(await anna.asks('groups', 'deleteGroup', { id: b })).toEqual({ ids: [b] })
    expect(await namesOf(anna)).toEqual(['a', 'c'])
    expect(await anna.isRefused('groups', 'deleteGroup', { id: b })).toBe('GROUP_NOT_FOUND')
    expect(await boris.isRefused('groups', 'deleteGroup', { id: a })).toBe('GROUP_NOT_FOUND')
    expect(await anna.asks('groups', 'restoreGroups', { ids: [b, b] })).toEqual({ restored: 1 })
    expect(await namesOf(anna)).toEqual(['a', 'b', 'c'])
    expect(await anna.asks('groups', 'restoreGroups', { ids: [b] })).toEqual({ restored: 0 })
    expect(await anna.asks('groups', 'clearGroups', {})).toEqual({ ids: [a, b, c] })
    expect(await anna.asks('groups', 'clearGroups', {})).toEqual({ ids: [] })
    expect(await (await somebody()).asks('groups', 'clearGroups', {})).toEqual({ ids: [] })
    for (const ids of [[a, b, c], [999_999]])
      expect(await boris.isRefused('groups', 'restoreGroups', { ids })).toBe('GROUP_NOT_FOUND')
    // As far as there is room.
    await pasteGroups(world, anna, 'vk.com/d vk.com/e')
    expect(await anna.asks('groups', 'restoreGroups', { ids: [a, b, c, 999_999] })).toEqual({ restored: 1 })
    expect(await namesOf(anna)).toEqual(['a', 'd', 'e'])
    expect(await room(anna)).toMatchObject({ size: 3, maxSize: 3 })
    expect(await anna.isRefused('groups', 'restoreGroups', { ids: [] })).toBe('VALIDATION_FAILED')
  })

  it('put back for a day, subscription or not; then it is gone for good', async () => {
    const anna = await somebody(groups(3, 1))
    await pasteGroups(world, anna, 'vk.com/a vk.com/b')
    const { ids } = await anna.asks('groups', 'clearGroups', {})
    world.clock.advance(DAY - HOUR)
    await runJob('delete-removed-groups')
    world.clock.advance(HOUR - 1)
    expect(await anna.asks('groups', 'restoreGroups', { ids })).toEqual({ restored: 2 })
    await anna.asks('groups', 'clearGroups', {})
    world.clock.advance(DAY)
    expect(await anna.isRefused('groups', 'restoreGroups', { ids })).toBe('GROUP_NOT_FOUND')
    await runJob('delete-removed-groups')
    expect(await world.db.selectFrom('monitoredGroups').select('id').where('id', 'in', ids).execute()).toEqual([])
  })

  it('what was taken off and is pasted again comes last, and switched on', async () => {
    const anna = await somebody(groups(3))
    await pasteGroups(world, anna, 'vk.com/a vk.com/b')
    const [a = 0] = await idsOf(anna)
    await anna.asks('groups', 'setGroupEnabled', { id: a, enabled: false })
    await anna.asks('groups', 'deleteGroup', { id: a })
    world.clock.advance(MINUTE)
    expect((await add(anna, 'vk.com/a')).items).toMatchObject([{ status: 'added' }])
    expect((await anna.asks('groups', 'listGroups', { order: 'asc' })).groups).toMatchObject([
      { name: 'b' },
      { id: a, name: 'a', enabled: true },
    ])
  })
})

describe('groups.downloadGroups', () => {
  it('gives lines that can be pasted again', async () => {
    const anna = await somebody(groups(5))
    await anna.asks('groups', 'addGroups', { links: ['v/7 v/8 v/9'] })
    await lookUpLinks(world, {
      'v/7': { externalId: 'd1', name: 'Мамы\r\nТвери,\tсоветы 24/7' },
      'v/8': { externalId: 'd2', name: 'Просто' },
      'v/9': { externalId: 'd3', name: 'Без ссылки', url: null },
    })
    const { lines } = await anna.asks('groups', 'downloadGroups', {})
    expect(lines).toEqual(['https://vk.com/d1\tМамы Твери, советы 24/7', 'https://vk.com/d2\tПросто', '\tБез ссылки'])
    expect((await add(anna, lines.join('\n'))).items).toMatchObject([
      { link: 'https://vk.com/d1', status: 'duplicate' },
      { link: 'https://vk.com/d2', status: 'duplicate' },
    ])
    expect(await (await somebody()).asks('groups', 'downloadGroups', {})).toEqual({ lines: [] })
    expect(await world.ask('groups', 'downloadGroups', {})).toMatchObject({ code: 'UNAUTHORIZED' })
  })
})

it('more groups than may be listened to: those that were added first are', async () => {
  const anna = await somebody(groups(4, 1))
  await world.hold(anna.userId, groups(2, 3))
  await pasteGroups(world, anna, 'vk.com/a vk.com/b vk.com/c vk.com/d')
  const over = async () =>
    (await anna.asks('groups', 'listGroups', { order: 'asc' })).groups.map(({ overLimit }) => overLimit)
  expect(await over()).toEqual([false, false, false, false])
  world.clock.advance(DAY)
  expect(await over()).toEqual([false, false, true, true])
  const [a = 0] = await idsOf(anna)
  await anna.asks('groups', 'setGroupEnabled', { id: a, enabled: false })
  expect(await over()).toEqual([false, false, false, true])
})

it('my data holds the list and what was pasted', async () => {
  const anna = await somebody(groups(5))
  await pasteGroups(world, anna, 'vk.com/mine')
  expect(await personalGroups(world, anna.userId)).toMatchObject({
    Группы: [{ группа: 'mine', ссылка: 'https://vk.com/mine', включена: true, 'когда убрана': null }],
    'Вставленные ссылки на группы': [{ ссылка: 'vk.com/mine', 'что с ней стало': 'added' }],
  })
  await world.db.deleteFrom('users').where('id', '=', anna.userId).execute()
  expect(await personalGroups(world, anna.userId)).toEqual({ Группы: [], 'Вставленные ссылки на группы': [] })
})
