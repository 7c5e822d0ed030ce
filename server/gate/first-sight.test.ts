import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../../contract/call.ts'
import type { Start } from '../../contract/first-answers.ts'
import { resultOf } from '../testing/read-answer.ts'
import type { TestUser } from '../testing/test-user.ts'
import { openTestWorld, paid, type TestWorld } from '../testing/test-world.ts'

const MESSAGES = 12
const HOSTILE = 'Ищу фотографа <img src=x onerror=alert(1)> "и" </main><script>alert(2)</script>'

let world: TestWorld
let anna: TestUser
let boris: TestUser

beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'ищу фотографа')
  await world.looksFor('plumbers', 'ищу сантехника')
  anna = await world.customer('anna', paid('photographers'))
  boris = await world.customer('boris', paid('plumbers'))
  const texts = (trade: string) =>
    Array.from({ length: MESSAGES }, (_, at) => world.message(`Ищу ${trade}, номер ${at}.`))
  await world.receive([...texts('фотографа'), ...texts('сантехника'), world.message(HOSTILE)])
  await world.settle()
})
afterAll(() => world.close())

async function sightAt(at: string, width?: number | string, user?: TestUser): Promise<string | null> {
  const asked = new URLSearchParams({ at, ...(width !== undefined && { width: String(width) }) })
  const headers = user ? { cookie: `echolot=${user.token}` } : {}
  const response = await world.web.app.inject({ url: `/api/start?${asked}`, headers })
  return resultOf(response.json<Answer<Start>>()).sight
}
const countOf = (sight: string | null, words: string): number => (sight?.split(words).length ?? 0) - 1

describe('the first sight of the feed', () => {
  it('shows rows of all messages in a wide window, and in another one the cards of the first', async () => {
    expect(countOf(await sightAt('/feed', 1_440, anna), '<article')).toBe(MESSAGES + 1)
    for (const width of [360, 768, 1_199]) expect(countOf(await sightAt('/feed', width, anna), '<article')).toBe(6)
  })

  it('is of whom it is drawn for, however many are drawn for at once', async () => {
    const readers = [anna, boris, anna, boris, anna, boris, boris, anna]
    const sights = await Promise.all(readers.map((reader) => sightAt('/feed', 1_440, reader)))
    for (const [at, sight] of sights.entries()) {
      expect(countOf(sight, 'сантехник') > 0).toBe(readers[at] === boris)
      expect(countOf(sight, 'фотограф') > 0).toBe(readers[at] === anna)
    }
  })

  it('shows the filter that the address names', async () => {
    const { filter } = await anna.asks('filters', 'copyFilter', { id: anna.filterId, name: 'Только третий' })
    await anna.asks('filters', 'updateFilter', { id: filter.id, includedWords: ['3'] })
    const sight = await sightAt(`/feed?filter=${filter.id}`, 1_440, anna)
    expect(countOf(sight, '<article')).toBe(1)
    expect(sight).toContain('номер <')
  })

  it('is in the order the person reads in', async () => {
    const hot = await world.customer('hot', paid('photographers'))
    await hot.asks('feed', 'setFeedSetting', { key: 'order', value: 'hot' })
    expect(countOf(await sightAt('/feed', 360, hot), '<article')).toBe(6)
  })

  it('says moments in the zone of the person', async () => {
    const zoned = await world.customer('zoned', paid('photographers'))
    await zoned.asks('accounts', 'updateUser', { timeZone: 'Asia/Vladivostok' })
    const [here, there] = await Promise.all([sightAt('/feed', 1_440, anna), sightAt('/feed', 1_440, zoned)])
    const titles = (sight: string | null) =>
      [...(sight ?? '').matchAll(/<time[^>]* title="([^"]*)"/g)].map((found) => found[1])
    expect(titles(here).length).toBeGreaterThan(0)
    expect(titles(there)).not.toEqual(titles(here))
  })

  it('holds texts as texts', async () => {
    const sight = await sightAt('/feed', 1_440, anna)
    expect(sight).toContain('onerror=alert(1)')
    expect(sight).not.toMatch(/<script|<img[^>]* src="?x|<\/main/)
  })

  it.each([
    ['without a width', '/feed', undefined],
    ['at a width that is none', '/feed', '360px'],
    ['where the address narrows the feed', '/feed?words=ремонт', 360],
    ['of a filter that is not there', '/feed?filter=999999', 360],
    ['on pages that are drawn by their scripts alone', '/groups', 360],
  ])('is not drawn %s', async (_, at, width) => expect(await sightAt(at, width, anna)).toBeNull())

  it('is not drawn for a guest', async () => expect(await sightAt('/feed', 360)).toBeNull())
})
