/** Filters that a team sees, and who hears of a change. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyFilter, type Filter, type FilterFields } from '../../../../contract/reading/filters.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { DAY } from '../../../kit/clock.ts'
import { expectHeard } from '../../../testing/test-browser.ts'
import { openTestWorld, paidForTeam, type TestWorld } from '../../../testing/test-world.ts'
import { accessFilter } from './filters.public.ts'

let world: TestWorld
let owner: TestUser
let vera: TestUser
let gleb: TestUser
let stranger: TestUser
beforeAll(async () => {
  world = await openTestWorld()
  owner = await world.customer('owner')
  vera = await world.customer('vera')
  gleb = await world.customer('gleb')
  stranger = await world.customer('stranger')
  await world.team(owner, manager(vera), gleb)
})
afterAll(() => world.close())

const manager = ({ userId, email }: TestUser) => ({ userId, email, right: 'manage' as const })

const listed = async (person: TestUser) => (await person.asks('filters', 'listFilters', {})).filters
const namesOf = async (person: TestUser) => (await listed(person)).map(({ name }) => name)
const rightsOf = async (person: TestUser, { id }: Filter) =>
  (await listed(person)).find((each) => each.id === id)?.editable ?? null
const forTeam = async (person: TestUser, name: string) =>
  (await person.asks('filters', 'createFilter', { name, scope: 'team' })).filter
const remove = async (person: TestUser, ...made: Filter[]) => {
  for (const { id } of made) await person.asks('filters', 'deleteFilter', { id })
}

describe('a team filter', () => {
  it('is seen by the team, changed by those who may manage there', async () => {
    const made = await forTeam(vera, 'Общий')
    await vera.asks('filters', 'createFilter', { name: 'Верин' })
    expect(made).toMatchObject({ scope: 'team', own: true, editable: true })
    expect(await namesOf(vera)).toEqual(['Дефолтная', 'Общий', 'Верин'])
    expect(await namesOf(owner)).toEqual(['Дефолтная', 'Общий'])
    expect(await namesOf(gleb)).toEqual(['Дефолтная', 'Общий'])
    expect(await namesOf(stranger)).toEqual(['Дефолтная'])
    expect([await rightsOf(vera, made), await rightsOf(owner, made), await rightsOf(gleb, made)]).toEqual([
      true,
      true,
      false,
    ])

    const changed = await owner.asks('filters', 'updateFilter', {
      id: made.id,
      name: 'Наш',
      includedWords: ['фотограф'],
    })
    expect(changed.filter).toMatchObject({ name: 'Наш', own: false, editable: true })
    expect((await listed(gleb))[1]).toEqual({ ...changed.filter, editable: false })
    await remove(owner, made)
    expect(await namesOf(vera)).toEqual(['Дефолтная', 'Верин'])
    await owner.asks('filters', 'restoreFilter', { id: made.id })
    expect(await namesOf(gleb)).toEqual(['Дефолтная', 'Наш'])
    await remove(vera, made)
  })

  it('is read, not changed, by a colleague; to a stranger it does not exist', async () => {
    const made = await forTeam(vera, 'Общий')
    expect(await accessFilter(world.db, gleb.userId, made.id, world.clock.now())).toEqual({
      ...made,
      own: false,
      editable: false,
    })
    await expect(accessFilter(world.db, stranger.userId, made.id, world.clock.now())).rejects.toMatchObject({
      code: 'FILTER_NOT_FOUND',
    })
    const { id } = made
    expect(await gleb.isRefused('filters', 'updateFilter', { id, limit: 10 })).toBe('TEAM_RIGHT_REQUIRED')
    expect(await gleb.isRefused('filters', 'deleteFilter', { id })).toBe('TEAM_RIGHT_REQUIRED')
    expect(await gleb.isRefused('filters', 'orderFilters', { ids: [id] })).toBe('FILTER_NOT_FOUND')
    expect(await stranger.isRefused('filters', 'updateFilter', { id, limit: 10 })).toBe('FILTER_NOT_FOUND')
    expect(await stranger.isRefused('filters', 'copyFilter', { id, name: 'Мой' })).toBe('FILTER_NOT_FOUND')
    expect(await gleb.isRefused('filters', 'createFilter', { name: 'Общий', scope: 'team' })).toBe(
      'TEAM_RIGHT_REQUIRED',
    )
    // What a colleague likes of it they copy, for themselves.
    const copy = await gleb.asks('filters', 'copyFilter', { id, name: 'Мой' })
    expect(copy.filter).toMatchObject({ scope: 'local', own: true, editable: true })
    expect(await namesOf(vera)).not.toContain('Мой')
    await remove(vera, made)
    expect(await gleb.isRefused('filters', 'restoreFilter', { id })).toBe('TEAM_RIGHT_REQUIRED')
    expect(await stranger.isRefused('filters', 'restoreFilter', { id })).toBe('FILTER_NOT_FOUND')
    await remove(gleb, copy.filter)
  })

  it('comes from a local one and becomes one again', async () => {
    const { filter } = await vera.asks('filters', 'createFilter', { name: 'Пока мой' })
    await vera.asks('filters', 'updateFilter', { id: filter.id, scope: 'team' })
    expect(await namesOf(gleb)).toContain('Пока мой')
    await vera.asks('filters', 'updateFilter', { id: filter.id, scope: 'local' })
    expect(await namesOf(gleb)).not.toContain('Пока мой')
    expect(await owner.isRefused('filters', 'updateFilter', { id: filter.id, limit: 10 })).toBe('FILTER_NOT_FOUND')
    expect(await stranger.isRefused('filters', 'updateFilter', { id: stranger.filterId, scope: 'team' })).toBe(
      'DEFAULT_FILTER_READ_ONLY',
    )
    const { filter: lonely } = await stranger.asks('filters', 'createFilter', { name: 'Ничей' })
    expect(await stranger.isRefused('filters', 'updateFilter', { id: lonely.id, scope: 'team' })).toBe('TEAM_REQUIRED')
    await remove(vera, filter)
  })

  it('stays with the team when its maker leaves, who keeps their own of it; what was the team’s is closed to them', async () => {
    const oleg = await world.customer('oleg')
    await world.team(owner, manager(oleg))
    const ours = await forTeam(owner, 'Командный')
    const theirs = await forTeam(oleg, 'Олегов')
    expect(await namesOf(gleb)).toEqual(expect.arrayContaining(['Командный', 'Олегов']))
    await world.leaveTeam(owner, oleg)
    await world.settle()
    expect(await listed(oleg)).toMatchObject([{ name: 'Дефолтная' }, { name: 'Олегов', id: theirs.id, scope: 'local' }])
    expect(await oleg.isRefused('filters', 'copyFilter', { id: ours.id, name: 'Унёс' })).toBe('FILTER_NOT_FOUND')
    const kept = (await listed(owner)).find(({ name }) => name === 'Олегов')
    expect(kept).toMatchObject({ scope: 'team', own: true, editable: true })
    expect(await namesOf(gleb)).toEqual(['Дефолтная', 'Командный', 'Олегов'])
    expect(await owner.isRefused('filters', 'updateFilter', { id: theirs.id, limit: 10 })).toBe('FILTER_NOT_FOUND')
    // Back in the team, what they keep for themselves stays so.
    await world.team(owner, oleg)
    expect(await namesOf(gleb)).toEqual(['Дефолтная', 'Командный', 'Олегов'])
    await remove(owner, ours)
    if (kept) await remove(owner, kept)
    await world.leaveTeam(owner, oleg)
  })

  it('may be taken back, not changed, by its maker who manages there no more', async () => {
    const mila = await world.customer('mila')
    await world.team(owner, manager(mila))
    const [first, second] = [await forTeam(mila, 'Первый'), await forTeam(mila, 'Второй')]
    const setRight = (right: 'work' | 'manage') =>
      world.db.updateTable('membershipCards').set({ teamRight: right }).where('userId', '=', mila.userId).execute()
    await setRight('work')
    expect(await rightsOf(mila, first)).toBe(false)
    expect(await mila.isRefused('filters', 'updateFilter', { id: first.id, limit: 10 })).toBe('TEAM_RIGHT_REQUIRED')
    await mila.asks('filters', 'updateFilter', { id: first.id, scope: 'local' })
    expect(await rightsOf(mila, first)).toBe(true)
    expect(await mila.isRefused('filters', 'updateFilter', { id: first.id, scope: 'team' })).toBe('TEAM_RIGHT_REQUIRED')
    await remove(mila, second)
    expect(await namesOf(gleb)).toEqual(['Дефолтная'])
    await world.leaveTeam(owner, mila)
  })

  it('rests with its team: what was shared is its maker’s alone until the tariff is renewed', async () => {
    const chief = await world.customer('chief', paidForTeam('photographers', 3))
    const helper = await world.customer('helper')
    await world.team(chief, helper)
    const made = await forTeam(chief, 'На троих')
    expect(await namesOf(helper)).toContain('На троих')
    world.clock.advance(3 * DAY)
    expect(await namesOf(helper)).toEqual(['Дефолтная'])
    expect(await rightsOf(chief, made)).toBe(true)
    await world.hold(chief.userId, paidForTeam('photographers', 3))
    expect(await namesOf(helper)).toContain('На троих')
  })
})

describe('the signal filters.changed', () => {
  it('reaches every other socket of everybody who sees the filter, and nobody else', async () => {
    const [veras, verasOther, glebs, owners, strangers] = [
      await vera.connects(),
      await vera.connects(),
      await gleb.connects(),
      await owner.connects(),
      await stranger.connects(),
    ]
    const guest = await world.connect()
    const browsers = [veras, verasOther, glebs, owners, strangers, guest]
    const expectSignals = async (...counts: number[]) => {
      await world.settle()
      await expectHeard(browsers, 'filters.changed', counts)
    }
    await expectSignals(0, 0, 0, 0, 0, 0)
    const { filter } = await veras.asks('filters', 'createFilter', { name: 'Для себя' })
    await expectSignals(0, 1, 0, 0, 0, 0)
    await veras.asks('filters', 'updateFilter', { id: filter.id })
    await expectSignals(0, 0, 0, 0, 0, 0)
    await veras.asks('filters', 'updateFilter', { id: filter.id, scope: 'team' })
    await expectSignals(0, 1, 1, 1, 0, 0)
    await owners.asks('filters', 'updateFilter', { id: filter.id, name: 'Наш' })
    await expectSignals(1, 1, 1, 0, 0, 0)
    await verasOther.asks('filters', 'orderFilters', { ids: [filter.id] })
    await expectSignals(1, 0, 0, 0, 0, 0)
    // Over plain HTTP there is no socket that knows already.
    await vera.asks('filters', 'updateFilter', { id: filter.id, open: true })
    await expectSignals(1, 1, 1, 1, 0, 0)
    await veras.asks('filters', 'updateFilter', { id: filter.id, scope: 'local' })
    await expectSignals(0, 1, 1, 1, 0, 0)
    await veras.asks('filters', 'deleteFilter', { id: filter.id })
    await veras.asks('filters', 'restoreFilter', { id: filter.id })
    await expectSignals(0, 2, 0, 0, 0, 0)
    await world.leaveTeam(owner, vera)
    await expectSignals(1, 1, 1, 1, 0, 0)
    await world.team(owner, manager(vera))
    await expectSignals(1, 1, 1, 1, 0, 0)
    await remove(vera, filter)
    await expectSignals(1, 1, 0, 0, 0, 0)
    // A refused change is none.
    expect((await veras.answers('filters', 'updateFilter', { id: filter.id, name: 'Поздно' })).status).toBe('error')
    await expectSignals(0, 0, 0, 0, 0, 0)
    for (const browser of browsers) browser.close()
  })

  it('reaches everybody of a team that is larger than one notice can name', async () => {
    const boss = await world.customer('boss')
    const [first, last] = [await world.customer('first'), await world.customer('last')]
    await world.team(boss, first)
    await world.database.pool.query(
      `with crowd as (
         insert into users (email, username, created_at)
         select 'mate' || n || '@example.ru', 'mate', now() from generate_series(1, 2500) n returning id, email)
       insert into membership_cards (owner_id, email, username, user_id, status, created_at, place)
       select $1, email, 'mate', id, 'accepted', now(), 1 + row_number() over (order by id) from crowd`,
      [boss.userId],
    )
    await world.team(boss, last)
    // What was announced to the team of this may still be on its way.
    await world.settle()
    const browsers = [await first.connects(), await last.connects()]
    await forTeam(boss, 'Большой')
    await world.leaveTeam(boss, last)
    await world.settle()
    for (const browser of browsers) {
      await browser.asks('filters', 'listFilters', {})
      expect(browser.heard['filters.changed']).toHaveLength(2)
    }
  })

  it('is announced to everybody signed in when notices may have been missed', async () => {
    const [veras, guest] = [await vera.connects(), await world.connect()]
    await world.missNotices(() => owner.asks('filters', 'createFilter', { name: 'Неслышный', scope: 'team' }))
    await veras.asks('filters', 'listFilters', {})
    await guest.asks('accounts', 'getMe', {})
    expect([veras.heard['filters.changed'].length, guest.heard['filters.changed'].length]).toEqual([1, 0])
  })
})

/** Each field that says which messages fit, otherwise than the empty filter; some say it only beside those before them. */
const questions: Required<Omit<FilterFields, 'open' | 'push' | 'limit'>> = {
  includedWords: ['фотограф', 'свадьба'],
  wordsMode: 'all',
  excludedWords: ['каталог'],
  exactMatch: true,
  locations: [{ type: 'town', id: 1, name: 'Москва' }],
  undefinedLocations: true,
  networks: ['vk'],
  sourceKinds: ['community'],
  categories: [1],
  monitoredProjects: [1],
  monitoredGroups: ['1/0'],
  kind: 'post',
  recentDays: 7,
  fromDate: '2026-01-01T00:00:00.000Z',
  toDate: '2026-02-01T00:00:00.000Z',
  onlyFavorites: true,
  onlyWithNotes: true,
  onlyBlackList: true,
  spam: 'ignore',
  handled: 'show',
  leadStatuses: ['new'],
  assignees: ['me'],
  intent: 'warm',
  learned: true,
}

it('counters are outdated by what a filter asks for and who sees it, by nothing else', async () => {
  const outdated: number[] = []
  const off = world.bus.on('filter.changed', ({ filterId }) => outdated.push(filterId))
  const { filter } = await vera.asks('filters', 'createFilter', { name: 'Считаемый' })
  const { id } = filter
  const after = async (work: Promise<unknown>) => {
    await work
    await world.settle()
    return outdated.splice(0)
  }
  const looks: Partial<Filter>[] = [
    { open: true },
    { push: true },
    { limit: 50 },
    { name: 'Другой' },
    { open: false, push: false, limit: 10 },
  ]
  for (const change of looks) {
    expect(await after(vera.asks('filters', 'updateFilter', { ...change, id }))).toEqual([])
  }
  // A whole filter that comes back with another look.
  const [, whole] = await listed(vera)
  expect(await after(vera.asks('filters', 'updateFilter', { ...emptyFilter, ...whole, id, open: true }))).toEqual([])
  for (const [field, value] of Object.entries(questions)) {
    expect({ [field]: await after(vera.asks('filters', 'updateFilter', { id, [field]: value })) }).toEqual({
      [field]: [id],
    })
    // Asked for once more it is nothing new.
    expect({ [field]: await after(vera.asks('filters', 'updateFilter', { id, [field]: value })) }).toEqual({
      [field]: [],
    })
  }
  expect(await after(vera.asks('filters', 'updateFilter', { id, open: false, handled: 'only' }))).toEqual([id])
  expect(await after(vera.asks('filters', 'updateFilter', { id, scope: 'team' }))).toEqual([id])
  expect(await after(vera.asks('filters', 'deleteFilter', { id }))).toEqual([id])
  off()
})
