import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { DAY } from '../../../../kit/clock.ts'
import { codeOf } from '../../../../testing/read-answer.ts'
import type { TestUser } from '../../../../testing/test-user.ts'
import { openTestWorld, paid, type TestWorld } from '../../../../testing/test-world.ts'
import { touchItems } from '../items/touch-items.samples.ts'

let world: TestWorld
let anna: TestUser
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
  anna = await world.customer('anna', paid('photographers'))
  await world.receive([
    world.message('фотограф на свадьбу', { publishedAt: new Date(world.clock.now().getTime() - 31 * DAY) }),
    world.message('фотограф на свадьбу друга', { publishedAt: new Date(world.clock.now().getTime() - 29 * DAY) }),
    world.message('фотограф на юбилей'),
    world.message('фотограф, свадьбы и юбилеи'),
    world.message('фотограф, свадебный спам'),
  ])
  await touchItems(world, 'спам', 'is_unwanted = true')
})
afterAll(() => world.close())

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

  it('answers the same of a filter that is not saved, such as a view', async () => {
    const of = async (slug: string) => {
      const filter = { categories: [await world.categoryId(slug)] }
      const { samples, ...counts } = await anna.asks('feed', 'tryStopWord', { filter, word: 'свадьба' })
      return { ...counts, samples: samples.length }
    }
    expect(await of('photographers')).toEqual({ hides: 2, of: 3, capped: false, samples: 2 })
    expect(await of('video')).toEqual({ hides: 0, of: 0, capped: false, samples: 0 })
  })

  it("refuses a guest and a stranger's filter", async () => {
    const boris = await world.customer('boris', paid('photographers'))
    const input = { filterId: anna.filterId, word: 'свадьба' }
    expect(codeOf(await world.ask('feed', 'tryStopWord', input))).toBe('UNAUTHORIZED')
    expect(await boris.isRefused('feed', 'tryStopWord', input)).toBe('FILTER_NOT_FOUND')
  })

  test.each([[{ word: '' }], [{ word: 'а'.repeat(101) }], [{ word: undefined }]])('refuses %j', async (change) => {
    const input = { filterId: anna.filterId, ...change } as never
    expect(await world.ask('feed', 'tryStopWord', input, anna)).toMatchObject({ code: 'VALIDATION_FAILED' })
  })
})
