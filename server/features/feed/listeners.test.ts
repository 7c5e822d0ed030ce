import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf, openTown, paid, type Town } from '../../people/town.ts'

let town: Town
beforeAll(async () => {
  town = await openTown()
  await town.looksFor('photographers', 'фотограф')
  await town.looksFor('video', 'видеограф')
})
afterAll(() => town.close())

describe('feed.setFeedListener', () => {
  it('says what came since, then tells of what comes', async () => {
    const anna = await town.customer('listener', paid('photographers'))
    await town.post('нужен фотограф')
    const { upTo } = await anna.asks('feed', 'queryFeed', { filterId: anna.filterId })
    await town.post('нужен   второй\nфотограф')
    await town.settle()
    const browser = await anna.connects()
    const { filterId } = anna
    expect(await browser.asks('feed', 'setFeedListener', { filters: [{ filterId, since: upTo }] })).toEqual({
      updates: [{ filterId, count: 1, snippet: 'нужен второй фотограф', since: upTo, seqId: upTo + 1 }],
    })
    await town.post('нужен третий фотограф')
    await town.post('нужен видеограф')
    await expect
      .poll(() => browser.heard['feed.updates'])
      .toEqual([{ filterId, count: 1, snippet: 'нужен третий фотограф', since: upTo + 1, seqId: expect.any(Number) }])
    expect(await browser.asks('feed', 'setFeedListener', { filters: [] })).toEqual({ updates: [] })
    await town.post('нужен четвёртый фотограф')
    await town.settle()
    expect(browser.heard['feed.updates']).toHaveLength(1)
  })

  it('refuses a guest, a stranger and nonsense', async () => {
    const anna = await town.customer('listened')
    const boris = await town.customer('eavesdropper', paid('photographers'))
    const guest = await town.connect()
    const browser = await boris.connects()
    const theirs = {
      filters: [
        { filterId: boris.filterId, since: 0 },
        { filterId: anna.filterId, since: 0 },
      ],
    }
    expect(codeOf(await guest.answers('feed', 'setFeedListener', theirs))).toBe('UNAUTHORIZED')
    expect(codeOf(await browser.answers('feed', 'setFeedListener', theirs))).toBe('FILTER_NOT_FOUND')
    for (const filters of [
      {},
      [{ filterId: 1 }],
      [{ filterId: 1, since: -1 }],
      Array.from({ length: 101 }, () => ({ filterId: 1, since: 0 })),
    ]) {
      expect(codeOf(await browser.answers('feed', 'setFeedListener', { filters } as never))).toBe('VALIDATION_FAILED')
    }
  })
})
