import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InputOf } from '../../../../contract/call.ts'
import type { tariffs } from '../../../../contract/access/tariffs.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { seedTariffs } from './seed.ts'
import { seededTariffs } from './tariffs.seed.ts'

let world: TestWorld
let admin: TestUser
let anna: TestUser
beforeAll(async () => {
  world = await openTestWorld()
  admin = await world.somebody('alisa', ['admin'])
  anna = await world.customer('anna')
})
afterAll(() => world.close())

type Fields = InputOf<typeof tariffs.createTariff>

const fortnight: Fields = {
  product: 'category',
  type: 'regular',
  title: 'Две недели',
  rate: 65.15,
  fee: 0,
  duration: 14,
  durationUnit: 'day',
  durationTitle: '14 дней',
  teamSize: null,
  maxQuantity: null,
}
const lastAudit = () =>
  world.db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'details'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

describe('tariffs.listTariffs', () => {
  it('shows everybody, a guest too, the seeded price list in roubles and in its order', async () => {
    const guest = await world.ask('tariffs', 'listTariffs', {})
    // `toEqual` takes what is undefined for absent: slugs stay inside.
    const list = seededTariffs
      .filter(({ archived }) => !archived)
      .map((tariff) => ({ ...tariff, slug: undefined, id: expect.any(Number) }))
    expect(guest).toEqual({ status: 'ok', result: { list, tree: expect.any(Object) } })
    expect({ status: 'ok', result: await anna.asks('tariffs', 'listTariffs', {}) }).toEqual(guest)
  })

  it('has them as a tree too: by product, type and team size, the longest last', async () => {
    const { list, tree } = await anna.asks('tariffs', 'listTariffs', {})
    expect(tree.category.regular.map(({ durationTitle }) => durationTitle)).toEqual([
      '7 дней',
      '1 месяц',
      '3 месяца',
      '6 месяцев',
      '12 месяцев',
    ])
    expect(Object.keys(tree.project.team)).toEqual(['3', '5', '10'])
    expect(tree.group.team['5']?.map(({ teamSize, duration }) => [teamSize, duration])).toEqual([
      [5, 1],
      [5, 3],
      [5, 12],
    ])
    expect(tree.group.package).toMatchObject([{ product: 'group', type: 'package', durationUnit: 'month' }])
    expect([tree.category, tree.project, tree.group].map(({ trial }) => trial.length)).toEqual([1, 1, 1])
    const leaves = Object.values(tree).flatMap(({ trial, regular, team, package: more }) => [
      ...trial,
      ...regular,
      ...Object.values(team).flat(),
      ...more,
    ])
    expect(leaves.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual(
      list.map(({ id }) => id).toSorted((one, other) => one - other),
    )
  })

  it('has nothing to say wrong: whatever else is sent is left out', async () => {
    const response = await world.web.app.inject({ method: 'GET', url: '/api/tariff/list?product=everything' })
    expect(response.statusCode).toBe(200)
  })
})

describe('tariffs.createTariff', () => {
  it('puts a tariff behind the others, on sale at once, to the kopeck', async () => {
    const { tariff } = await admin.asks('tariffs', 'createTariff', fortnight)
    expect(tariff).toEqual({ ...fortnight, id: expect.any(Number), position: seededTariffs.length, archived: false })
    const { list } = await anna.asks('tariffs', 'listTariffs', {})
    expect(list.at(-1)).toEqual({ ...fortnight, id: tariff.id })
    expect(await lastAudit()).toEqual({ action: 'tariff-created', actorId: admin.userId, details: { after: tariff } })
  })

  it('is made once when it is asked for again, as after an answer that was lost', async () => {
    const wanted = { ...fortnight, title: 'Десять дней', duration: 10, durationTitle: '10 дней' }
    const made = await Promise.all([
      admin.asks('tariffs', 'createTariff', wanted),
      admin.asks('tariffs', 'createTariff', wanted),
    ])
    expect(made[0]).toEqual(made[1])
    const dearer = await admin.asks('tariffs', 'createTariff', { ...wanted, rate: wanted.rate + 1 })
    expect(dearer.tariff.id).not.toBe(made[0].tariff.id)
    const titled = world.db.selectFrom('tariffs').select('id').where('title', '=', wanted.title)
    expect(await titled.execute()).toHaveLength(2)
    // One that is off sale is none.
    await admin.asks('tariffs', 'updateTariff', { ...made[0].tariff, archived: true })
    expect((await admin.asks('tariffs', 'createTariff', wanted)).tariff.id).not.toBe(made[0].tariff.id)
    await world.db.deleteFrom('tariffs').where('title', '=', wanted.title).execute()
  })

  it('is for an admin only', async () => {
    expect(codeOf(await world.ask('tariffs', 'createTariff', fortnight))).toBe('UNAUTHORIZED')
    expect(await anna.isRefused('tariffs', 'createTariff', fortnight)).toBe('FORBIDDEN')
  })

  it.each<[string, Partial<Fields>]>([
    ['a part of a kopeck', { rate: 10.005 }],
    ['a sum below nothing', { fee: -1 }],
    ['a team of no size', { type: 'team' }],
    ['a size without a team', { teamSize: 3 }],
    ['a trial that costs something', { type: 'trial' }],
    ['a package of categories', { type: 'package' }],
    ['no length', { duration: 0 }],
    ['no title', { title: '' }],
  ])('refuses %s', async (_what, more) => {
    expect(await admin.isRefused('tariffs', 'createTariff', { ...fortnight, ...more })).toBe('VALIDATION_FAILED')
  })
})

describe('tariffs.updateTariff', () => {
  it('changes a tariff and takes it off sale, where only the admin sees it', async () => {
    const { tariff } = await admin.asks('tariffs', 'createTariff', fortnight)
    const dearer = { ...tariff, rate: 70, position: 3 }
    expect((await admin.asks('tariffs', 'updateTariff', dearer)).tariff).toEqual(dearer)
    const gone = { ...dearer, archived: true }
    expect((await admin.asks('tariffs', 'updateTariff', gone)).tariff).toEqual(gone)
    expect(await lastAudit()).toEqual({
      action: 'tariff-changed',
      actorId: admin.userId,
      details: { before: dearer, after: gone },
    })

    const { list } = await anna.asks('tariffs', 'listTariffs', {})
    expect(list.some(({ id }) => id === tariff.id)).toBe(false)
    const { tariffs: all } = await admin.asks('tariffs', 'listAllTariffs', {})
    expect(all.find(({ id }) => id === tariff.id)).toEqual(gone)
  })

  it('refuses others, an unknown tariff and nonsense', async () => {
    const input = { ...fortnight, id: await world.tariffId('category-year'), position: 0, archived: false }
    expect(codeOf(await world.ask('tariffs', 'updateTariff', input))).toBe('UNAUTHORIZED')
    expect(await anna.isRefused('tariffs', 'updateTariff', input)).toBe('FORBIDDEN')
    expect(await admin.isRefused('tariffs', 'updateTariff', { ...input, id: 999_999 })).toBe('TARIFF_NOT_FOUND')
    expect(await admin.isRefused('tariffs', 'updateTariff', { ...input, rate: 0.001 })).toBe('VALIDATION_FAILED')
    expect(await admin.isRefused('tariffs', 'updateTariff', { ...input, position: 3_000_000_000 })).toBe(
      'VALIDATION_FAILED',
    )
  })
})

describe('tariffs.listAllTariffs', () => {
  it('is for an admin only', async () => {
    expect(codeOf(await world.ask('tariffs', 'listAllTariffs', {}))).toBe('UNAUTHORIZED')
    expect(await anna.isRefused('tariffs', 'listAllTariffs', {})).toBe('FORBIDDEN')
  })
})

describe('seeding', () => {
  it('changes nothing a second time', async () => {
    expect(await seedTariffs(world.db, world.clock)).toBe(0)
  })

  it('follows a changed seed, and leaves alone what an admin has changed', async () => {
    const { tariffs: all } = await admin.asks('tariffs', 'listAllTariffs', {})
    const edited = all.find(({ title, durationTitle }) => title === 'Поиск клиентов' && durationTitle === '1 месяц')
    if (!edited) throw new Error('the month of categories is not seeded')
    await admin.asks('tariffs', 'updateTariff', { ...edited, rate: 1111 })
    const changed = seededTariffs.map((tariff) =>
      /^category-(month|year)$/.test(tariff.slug) ? { ...tariff, rate: 500 } : tariff,
    )
    expect(await seedTariffs(world.db, world.clock, changed)).toBe(1)
    const { list } = await anna.asks('tariffs', 'listTariffs', {})
    const rates = new Map(list.map(({ id, rate }) => [id, rate]))
    expect(rates.get(edited.id)).toBe(1111)
    expect(rates.get(await world.tariffId('category-year'))).toBe(500)
  })
})
