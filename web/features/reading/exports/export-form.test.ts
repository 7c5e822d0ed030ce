import { describe, expect, test } from 'vitest'
import {
  exportMistakes,
  exportRequest,
  mistakenField,
  productChoices,
  usualExportDays,
  usualProduct,
  type ExportForm,
} from './export-form.ts'

const whole: ExportForm = {
  kind: 'messages',
  format: 'xlsx',
  product: 'category/12',
  days: ['2026-11-01', '2026-11-20'],
  network: null,
  filtered: false,
}
const moments = ([first, last]: [string | null, string | null]) => ({
  fromDate: first && `${first}T00:00:00Z`,
  toDate: last && `${last}T23:59:59Z`,
})

describe('what is missing', () => {
  test.each([
    ['nothing', {}, {}],
    ['the product', { product: null }, { product: 'Выберите продукт из списка' }],
    ['the days', { days: [null, null] }, { days: 'Укажите временной диапазон' }],
    ['the end of the range', { days: ['2026-11-01', null] }, { days: 'Укажите временной диапазон' }],
    ['the network of people', { kind: 'users' }, { network: 'Выберите социальную сеть' }],
    [
      'all of it',
      { kind: 'users', product: null, days: [null, null] },
      {
        product: 'Выберите продукт из списка',
        days: 'Укажите временной диапазон',
        network: 'Выберите социальную сеть',
      },
    ],
  ] satisfies [string, Partial<ExportForm>, object][])('%s', (_, differs, mistakes) => {
    expect(exportMistakes({ ...whole, ...differs })).toEqual(mistakes)
  })

  test('is known from the refusals of the server too', () => {
    expect(mistakenField('EXPORT_RANGE_REQUIRED')).toBe('days')
    expect(mistakenField('FILTER_RANGE_TOO_EARLY')).toBe('days')
    expect(mistakenField('EXPORT_EMPTY')).toBeNull()
  })
})

describe('the request', () => {
  test('says what was filled in, and no more', () => {
    expect(exportRequest(whole, 7, moments)).toEqual({
      kind: 'messages',
      format: 'xlsx',
      product: { type: 'category', id: 12 },
      from: '2026-11-01T00:00:00Z',
      to: '2026-11-20T23:59:59Z',
    })
  })

  test('names the network and the filter when they are asked for', () => {
    expect(exportRequest({ ...whole, kind: 'users', network: 'vk', filtered: true }, 7, moments)).toMatchObject({
      kind: 'users',
      network: 'vk',
      filterId: 7,
    })
    expect(exportRequest({ ...whole, filtered: true }, null, moments)).not.toHaveProperty('filterId')
  })
})

describe('the list of products', () => {
  const seen = (productType: 'category' | 'project' | 'group', id: number, name: string) => ({
    productType,
    id,
    name,
    icon: '',
    trial: false,
    configured: true,
  })
  test('has the whole feed, then categories, projects and groups, each under its heading', () => {
    const all = [seen('group', 7, 'Группы'), seen('category', 2, 'Видео'), seen('project', 2, 'Эхолот')]
    expect(productChoices(all)).toEqual([
      { value: 'all', label: 'Вся лента' },
      { group: 'Поиск клиентов', items: [{ value: 'category/2', label: 'Видео' }] },
      { group: 'Упоминания', items: [{ value: 'project/2', label: 'Эхолот' }] },
      { group: 'Группы', items: [{ value: 'group/7', label: 'Все мои группы' }] },
    ])
    expect(productChoices([])).toEqual([])
    expect(productChoices([seen('category', 2, 'Видео')])).toEqual([
      { group: 'Поиск клиентов', items: [{ value: 'category/2', label: 'Видео' }] },
    ])
  })
  test('has one that is filled in already: the only one, or the whole feed; and so are the days of a week', () => {
    const video = seen('category', 2, 'Видео')
    expect(usualProduct(undefined)).toBeNull()
    expect(usualProduct([])).toBeNull()
    expect(usualProduct([video])).toBe('category/2')
    expect(usualProduct([video, seen('project', 2, 'Эхолот')])).toBe('all')
    expect(usualExportDays('2026-11-03')).toEqual(['2026-10-28', '2026-11-03'])
  })
  test('is what the server is asked for', () => {
    expect(exportRequest({ ...whole, product: 'project/2' }, null, moments)).toMatchObject({
      product: { type: 'project', id: 2 },
    })
    expect(exportRequest({ ...whole, product: 'all' }, null, moments)).toMatchObject({ product: 'all' })
  })
})
