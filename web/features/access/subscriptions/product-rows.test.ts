import { describe, expect, test } from 'vitest'
import type { SeenProduct } from '../../../../contract/access/subscriptions.ts'
import { foldRows, productSections, type ProductRow } from './product-rows.ts'
import { subscription } from './subscription.samples.ts'

const now = new Date('2026-11-20T12:00:00Z')
const product = (changes: Partial<SeenProduct> = {}): SeenProduct => ({
  productType: 'category',
  id: 1,
  name: 'Фотографы',
  icon: 'camera',
  trial: false,
  configured: true,
  ...changes,
})
const project = (id: number, changes: Parameters<typeof subscription>[0] = {}) =>
  subscription({
    Category: null,
    MonitoredProject: { id, name: `Проект ${id}` },
    ...changes,
    Tariff: { product: 'project', ...changes.Tariff },
  })
const sections = (products: SeenProduct[], held: Parameters<typeof productSections>[1] = []) =>
  productSections(products, held, now, 'Europe/Moscow').map(({ title, rows }) => [
    title,
    ...rows.map(({ key, note, resting }) => `${key}${note === null ? '' : ` ${note}`}${resting ? '!' : ''}`),
  ])

describe('what a person listens to', () => {
  test('stands under what it is, and leads to its view', () => {
    const held = [
      product(),
      product({ id: 2 }),
      product({ productType: 'project', id: 1 }),
      product({ productType: 'group', id: 1 }),
    ]
    expect(sections(held)).toEqual([
      ['Поиск клиентов', 'category:1', 'category:2'],
      ['Упоминания', 'project:1'],
      ['Группы', 'group:1'],
    ])
    expect(sections([])).toEqual([])
  })

  test('that only the team pays for stands under the name of the team', () => {
    const [own, theirs] = [product(), product({ id: 2, name: 'Видео' })]
    const project = product({ productType: 'project', id: 7 })
    const held = [subscription({ expiresAt: '2026-12-30T12:00:00Z' })]
    const team = { ownerName: 'Олег', everyCategory: false }
    const titled = (of: typeof team | null, until = now) =>
      productSections([own, theirs, project], held, until, 'Europe/Moscow', of).map(({ title, rows }) => [
        title,
        ...rows.map(({ key }) => key),
      ])
    expect(titled(team)).toEqual([
      ['Поиск клиентов', 'category:1'],
      ['Команда «Олег»', 'category:2', 'project:7'],
    ])
    // A moderator sees categories without a team as well.
    expect(titled({ ...team, everyCategory: true })).toEqual([
      ['Поиск клиентов', 'category:1', 'category:2'],
      ['Команда «Олег»', 'project:7'],
    ])
    expect(titled(null)).toEqual([
      ['Поиск клиентов', 'category:1', 'category:2'],
      ['Упоминания', 'project:7'],
    ])
    // One's own is over: the team shows it still.
    expect(titled(team, new Date('2027-01-05T12:00:00Z'))).toEqual([
      ['Команда «Олег»', 'category:1', 'category:2', 'project:7'],
    ])
  })

  test('says how it is in a word', () => {
    expect(
      sections(
        [
          product({ trial: true }),
          product({ productType: 'project', configured: false }),
          product({ productType: 'group', configured: false }),
        ],
        [subscription({ Tariff: { type: 'trial' }, expiresAt: '2026-11-22T12:00:00Z' })],
      ),
    ).toEqual([
      ['Поиск клиентов', 'category:1 пробная до 22 нояб.'],
      ['Упоминания', 'project:1 не настроен!'],
      ['Группы', 'group:1 список пуст!'],
    ])
  })

  test('is there too while it stands still, once, and a while after it stopped', () => {
    const ended = { startsAt: '2026-10-01T00:00:00Z', expiresAt: '2026-11-10T00:00:00Z' }
    expect(
      sections(
        [product({ productType: 'project', id: 5 })],
        [
          subscription({ frozenAt: '2026-11-19T00:00:00Z' }),
          project(1, ended),
          project(1, { frozenAt: '2026-11-19T00:00:00Z' }),
          project(2, ended),
          project(3, { startsAt: '2026-01-01T00:00:00Z', expiresAt: '2026-02-01T00:00:00Z' }),
          project(4, { startsAt: '2026-12-01T00:00:00Z', expiresAt: '2027-01-01T00:00:00Z' }),
          project(5, ended),
          subscription({ id: 9, Category: { id: 7, name: '', description: '', free: true, icon: '' }, ...ended }),
        ],
      ),
    ).toEqual([
      ['Поиск клиентов', 'category:1 заморожена!'],
      ['Упоминания', 'project:5', 'project:1 заморожен!', 'project:2 остановлен!'],
    ])
  })
})

test('of many the first stand there, and those that must', () => {
  const rows = Array.from({ length: 20 }, (_, place): ProductRow => {
    return { key: `category:${place}`, name: '', icon: '', note: null, resting: false }
  })
  const { shown, left } = foldRows(rows, false, (key) => key === 'category:15')
  expect(shown.map(({ key }) => key).slice(7)).toEqual(['category:7', 'category:15'])
  expect(left).toBe(11)
  expect(foldRows(rows, true, () => false)).toEqual({ shown: rows, left: 0 })
  expect(foldRows(rows.slice(0, 12), false, () => false).left).toBe(0)
})
