import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf } from '../../../../testing/read-answer.ts'
import { openTestWorld, paid, type TestWorld } from '../../../../testing/test-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
  await world.looksFor('video', 'видеограф')
})
afterAll(() => world.close())

describe('feed.setFeedListener', () => {
  it('says what came since, then tells of what comes', async () => {
    const anna = await world.customer('listener', paid('photographers'))
    await world.post('нужен фотограф')
    const { upTo } = await anna.asks('feed', 'queryFeed', { filterId: anna.filterId })
    await world.post('нужен   второй\nфотограф')
    await world.settle()
    const browser = await anna.connects()
    const { filterId } = anna
    expect(await browser.asks('feed', 'setFeedListener', { filters: [{ filterId, since: upTo }] })).toEqual({
      updates: [{ filterId, count: 1, snippet: 'нужен второй фотограф', since: upTo, seqId: upTo + 1 }],
    })
    await world.post('нужен третий фотограф')
    await world.post('нужен видеограф')
    await expect
      .poll(() => browser.heard['feed.updates'])
      .toEqual([{ filterId, count: 1, snippet: 'нужен третий фотограф', since: upTo + 1, seqId: expect.any(Number) }])
    expect(await browser.asks('feed', 'setFeedListener', { filters: [] })).toEqual({ updates: [] })
    await world.post('нужен четвёртый фотограф')
    await world.settle()
    expect(browser.heard['feed.updates']).toHaveLength(1)
  })

  it('counts each filter once, since what was said of it last', async () => {
    const petya = await world.customer('repeater', paid('photographers'))
    await world.post('ещё один фотограф')
    await world.settle()
    const { upTo } = await petya.asks('feed', 'queryFeed', { filterId: petya.filterId })
    const browser = await petya.connects()
    const { filterId } = petya
    const filters = Array.from({ length: 99 }, () => ({ filterId, since: 0 }))
    expect(
      await browser.asks('feed', 'setFeedListener', { filters: [...filters, { filterId, since: upTo - 1 }] }),
    ).toEqual({
      updates: [{ filterId, count: 1, snippet: 'ещё один фотограф', since: upTo - 1, seqId: upTo }],
    })
  })

  it('refuses a guest, a stranger and nonsense', async () => {
    const anna = await world.customer('listened')
    const boris = await world.customer('eavesdropper', paid('photographers'))
    const guest = await world.connect()
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
