import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { DAY } from '../../kit/clock.ts'
import { codeOf, openTown, paid, type Town, type Townsman } from '../../people/town.ts'
import { touchItems } from './touch-items.samples.ts'

let town: Town
let anna: Townsman
beforeAll(async () => {
  town = await openTown()
  await town.looksFor('photographers', 'фотограф')
  anna = await town.customer('anna', paid('photographers'))
  await town.receive([
    town.message('фотограф на свадьбу', { publishedAt: new Date(town.clock.now().getTime() - 31 * DAY) }),
    town.message('фотограф на свадьбу друга', { publishedAt: new Date(town.clock.now().getTime() - 29 * DAY) }),
    town.message('фотограф на юбилей'),
    town.message('фотограф, свадьбы и юбилеи'),
    town.message('фотограф, свадебный спам'),
  ])
  await touchItems(town, 'спам', 'unwanted = true')
})
afterAll(() => town.close())

const tried = async (word: string) => {
  const { samples, ...counts } = await anna.asks('feed', 'tryStopWord', { filterId: anna.filterId, word })
  return { ...counts, samples: samples.map(({ text }) => text) }
}

describe('feed.tryStopWord', () => {
  it('counts what the filter shows of the last 30 days and would not with the word excluded', async () => {
    expect(await tried('свадьба')).toEqual({
      hides: 2,
      of: 3,
      capped: false,
      samples: ['фотограф, свадьбы и юбилеи', 'фотограф на свадьбу друга'],
    })
    expect(await tried('юбилеем')).toMatchObject({ hides: 2, of: 3 })
    expect(await tried('!юбилей')).toMatchObject({ hides: 2, of: 3 })
    expect(await tried('кошка')).toEqual({ hides: 0, of: 3, capped: false, samples: [] })
    expect(await tried('!!!')).toEqual({ hides: 0, of: 3, capped: false, samples: [] })
  })

  it('is what the filter then hides', async () => {
    await anna.asks('filters', 'updateFilter', { id: anna.filterId, exactMatch: true })
    const { of, hides } = await tried('свадьбы')
    expect(hides).toBe(1)
    await anna.asks('filters', 'updateFilter', { id: anna.filterId, excludedWords: ['свадьбы'] })
    expect(await tried('кошка')).toMatchObject({ of: of - hides })
    await anna.asks('filters', 'updateFilter', { id: anna.filterId, excludedWords: [], exactMatch: false })
  })

  it("refuses a guest and a stranger's filter", async () => {
    const boris = await town.customer('boris', paid('photographers'))
    const input = { filterId: anna.filterId, word: 'свадьба' }
    expect(codeOf(await town.ask('feed', 'tryStopWord', input))).toBe('UNAUTHORIZED')
    expect(await boris.isRefused('feed', 'tryStopWord', input)).toBe('FILTER_NOT_FOUND')
  })

  test.each([[{ word: '' }], [{ word: 'а'.repeat(101) }], [{ word: undefined }]])('refuses %j', async (change) => {
    const input = { filterId: anna.filterId, ...change } as never
    expect(await town.ask('feed', 'tryStopWord', input, anna)).toMatchObject({ code: 'VALIDATION_FAILED' })
  })
})
