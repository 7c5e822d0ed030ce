import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FilterFields } from '../../../../../contract/reading/filters.ts'
import { codeOf } from '../../../../testing/read-answer.ts'
import type { TestUser } from '../../../../testing/test-user.ts'
import { openTestWorld, paid, type TestWorld } from '../../../../testing/test-world.ts'

let world: TestWorld
let anna: TestUser
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
  anna = await world.customer('anna', paid('photographers'))
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.forgetMessages()
  await world.receive([
    world.message('Ищу фотографа на свадьбу в августе'),
    world.message('Фотограф для каталога мебели', { kind: 'comment' }),
    world.message('Нужен фотограф, свадьба за городом', { kind: 'comment' }),
  ])
})

describe('feed.countFilterValues', () => {
  const values = async (filter: Partial<FilterFields>, search?: string) =>
    anna.asks('feed', 'countFilterValues', { filter, ...(search !== undefined && { search }) })
  const total = async (filter: Partial<FilterFields>, search?: string) =>
    (await anna.asks('feed', 'queryFeed', { filter, ...(search !== undefined && { search }) })).total

  it('says of each value what choosing it shows', async () => {
    const filter: Partial<FilterFields> = { kind: 'comment', includedWords: ['свадьба'] }
    const { counts, capped } = await values(filter)
    expect(capped).toBe(false)
    const kinds = counts.filter(({ field }) => field === 'kind')
    expect(Object.fromEntries(kinds.map(({ value, count }) => [value, count]))).toEqual({ all: 2, post: 1, comment: 1 })
    for (const { value, count } of kinds)
      expect(await total({ ...filter, kind: value as FilterFields['kind'] })).toBe(count)
    expect(counts).toContainEqual({ field: 'networks', value: 'vk', count: 1 })
    expect(await total({ ...filter, networks: ['vk'] })).toBe(1)
  })

  it('counts a lead that was given back among those of no one, and a filter shows it there', async () => {
    const [taken, givenBack] = (await anna.asks('feed', 'queryFeed', { filter: {} })).messages
    for (const message of [taken, givenBack]) await anna.asks('leads', 'takeLead', { id: message?.id ?? 0 })
    await anna.asks('leads', 'updateLeadOf', { id: givenBack?.id ?? 0, assigneeId: null })
    const { counts } = await values({})
    for (const [value, count] of [['none', 2] as const, ['me', 1] as const]) {
      expect(counts).toContainEqual({ field: 'assignees', value, count })
      expect(await total({ assignees: [value] })).toBe(count)
    }
    expect(await total({ assignees: ['none', 'me'] })).toBe(3)
  })

  it('counts within what is searched for', async () => {
    const { counts } = await values({}, 'мебель')
    expect(counts).toContainEqual({
      field: 'kind',
      value: 'comment',
      count: await total({ kind: 'comment' }, 'мебель'),
    })
    expect(counts.filter(({ value }) => value === 'post')).toEqual([])
  })

  it('refuses a guest, a filter of another and what is no search', async () => {
    const vera = await world.customer('vera')
    expect(codeOf(await world.ask('feed', 'countFilterValues', {}))).toBe('UNAUTHORIZED')
    expect(await anna.isRefused('feed', 'countFilterValues', { filterId: vera.filterId })).toBe('FILTER_NOT_FOUND')
    expect(await world.ask('feed', 'countFilterValues', { search: 'я'.repeat(201) }, anna)).toMatchObject({
      code: 'VALIDATION_FAILED',
    })
  })
})

describe('a search over the list', () => {
  it('shows any of the words in any form, marks them and those of the filter, and changes nothing that is saved', async () => {
    const page = await anna.asks('feed', 'queryFeed', {
      filter: { includedWords: ['"фотограф для"', 'свадьба'] },
      search: 'каталогом мебель август',
    })
    const marked = page.messages.map(({ text, filterSpans }) =>
      filterSpans.map(([start, end]) => text.slice(start, end)),
    )
    expect(marked).toEqual([
      ['Фотограф для', 'каталога', 'мебели'],
      ['свадьбу', 'августе'],
    ])
    expect((await anna.asks('filters', 'listFilters', {})).filters[0]).toMatchObject({ includedWords: [] })
  })
})
