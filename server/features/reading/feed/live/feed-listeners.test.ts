import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ViewUpdate } from '../../../../../contract/reading/feed-updates.ts'
import { codeOf } from '../../../../testing/read-answer.ts'
import { openTestWorld, paid, type TestWorld } from '../../../../testing/test-world.ts'
import { getNewestSeqId } from '../read/pick.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
  await world.looksFor('video', 'видеограф')
})
afterAll(() => world.close())

describe('feed.setFeedListener', () => {
  it('counts what came since, then announces what comes', async () => {
    const anna = await world.customer('listener', paid('photographers'))
    await world.post('нужен фотограф')
    const { upTo } = await anna.asks('feed', 'queryFeed', { filterId: anna.filterId })
    await world.post('нужен   второй\nфотограф')
    await world.settle()
    const browser = await anna.connects()
    const { filterId } = anna
    expect(await browser.asks('feed', 'setFeedListener', { filters: [{ filterId, since: upTo }] })).toEqual({
      updates: [{ filterId, count: 1, snippet: 'нужен второй фотограф', since: upTo, seqId: upTo + 1 }],
      views: [],
    })
    await world.post('нужен третий фотограф')
    await world.post('нужен видеограф')
    await expect
      .poll(() => browser.heard['feed.updates'])
      .toEqual([{ filterId, count: 1, snippet: 'нужен третий фотограф', since: upTo + 1, seqId: expect.any(Number) }])
    expect(await browser.asks('feed', 'setFeedListener', { filters: [] })).toEqual({ updates: [], views: [] })
    await world.post('нужен четвёртый фотограф')
    await world.settle()
    expect(browser.heard['feed.updates']).toHaveLength(1)
  })

  it('counts each filter once, since what was announced of it last', async () => {
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
      views: [],
    })
  })

  it('counts views beside filters: of a product, of everything, and nothing of what is another’s', async () => {
    const vera = await world.customer('viewer', paid('photographers'), paid('video'))
    const theirs = await world.project(await world.customer('viewed'), { keywords: ['фотограф'] })
    const [photographers, video] = [await world.categoryId('photographers'), await world.categoryId('video')]
    const views = ['all', `category:${photographers}`, `category:${video}`, `project:${theirs}`]
    await world.settle()
    const since = await getNewestSeqId(world.db)
    await world.post('нужен первый фотограф')
    await world.post('нужен первый видеограф')
    await world.post('нужен второй фотограф')
    await world.settle()
    const browser = await vera.connects()
    const answer = await browser.asks('feed', 'setFeedListener', {
      filters: [],
      views: views.map((view) => ({ view, since })),
    })
    const numbered = (updates: ViewUpdate[]) => updates.map(({ view, count, snippet }) => [view, count, snippet])
    expect(answer.updates).toEqual([])
    expect(numbered(answer.views)).toEqual([
      [views[0], 3, 'нужен второй фотограф'],
      [views[1], 2, 'нужен второй фотограф'],
      [views[2], 1, 'нужен первый видеограф'],
      [views[3], 0, null],
    ])
    expect(new Set(answer.views.map(({ seqId }) => seqId))).toEqual(new Set([await getNewestSeqId(world.db)]))
    await world.post('нужен второй видеограф')
    await expect
      .poll(() => browser.heard['feed.views'].flatMap(({ updates }) => numbered(updates)))
      .toEqual([
        [views[0], 1, 'нужен второй видеограф'],
        [views[2], 1, 'нужен второй видеограф'],
      ])
    expect(browser.heard['feed.updates']).toEqual([])
  })

  it('says one more than a badge shows of a view with more than that', async () => {
    const crowd = await world.customer('crowd', paid('video'))
    const since = await getNewestSeqId(world.db)
    await world.receive(Array.from({ length: 130 }, (_, place) => world.message(`видеограф №${place}`)))
    await world.settle()
    const browser = await crowd.connects()
    const view = `category:${await world.categoryId('video')}`
    const answer = await browser.asks('feed', 'setFeedListener', { filters: [], views: [{ view, since }] })
    expect(answer.views).toMatchObject([{ view, count: 100 }])
  })

  it('counts what is narrowed for a while: by its own filter, and by what is searched for', async () => {
    const nina = await world.customer('narrower', paid('photographers'), paid('video'))
    const { filterId } = nina
    await world.settle()
    const since = await getNewestSeqId(world.db)
    for (const text of ['фотограф на свадьбу', 'фотограф в школу', 'видеограф на свадьбу']) await world.post(text)
    await world.settle()
    const browser = await nina.connects()
    const listens = (view: string, ask: object) =>
      browser.asks('feed', 'setFeedListener', {
        filters: [{ filterId, since }],
        views: [{ view: 'all', since }],
        narrowed: { view, since, ...ask },
      })
    const searched = await listens('narrowed:1', { filterId, search: 'свадьба' })
    expect(searched.updates).toMatchObject([{ filterId, count: 3 }])
    expect(searched.views).toMatchObject([
      { view: 'all', count: 3 },
      { view: 'narrowed:1', count: 2, snippet: 'видеограф на свадьбу' },
    ])
    const drafted = await listens('narrowed:2', { filter: { excludedWords: ['свадьба'] } })
    expect(drafted.views).toMatchObject([{ view: 'all' }, { view: 'narrowed:2', count: 1 }])
    await world.post('второй фотограф на свадьбу')
    await world.post('второй фотограф в школу')
    await world.settle()
    const updatesHeard = () => browser.heard['feed.views'].flatMap(({ updates }) => updates)
    const sum = (of: string) => updatesHeard().reduce((all, { view, count }) => all + (view === of ? count : 0), 0)
    await expect.poll(() => sum('all')).toBe(2)
    await expect.poll(() => sum('narrowed:2')).toBe(1)
    // Of what was read before nothing more is said.
    expect(updatesHeard().filter(({ view }) => view === 'narrowed:1')).toEqual([])
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
    const narrowed = { view: 'narrowed:1', since: 0 }
    const { filterId } = anna
    expect(
      codeOf(await browser.answers('feed', 'setFeedListener', { filters: [], narrowed: { ...narrowed, filterId } })),
    ).toBe('FILTER_NOT_FOUND')
    for (const wrong of [{ view: 'narrowed:0' }, { view: 'all' }, { since: -1 }, { search: 'я'.repeat(1_001) }]) {
      const input = { filters: [], narrowed: { ...narrowed, ...wrong } }
      expect(codeOf(await browser.answers('feed', 'setFeedListener', input))).toBe('VALIDATION_FAILED')
    }
    for (const filters of [
      {},
      [{ filterId: 1 }],
      [{ filterId: 1, since: -1 }],
      Array.from({ length: 101 }, () => ({ filterId: 1, since: 0 })),
    ]) {
      expect(codeOf(await browser.answers('feed', 'setFeedListener', { filters } as never))).toBe('VALIDATION_FAILED')
    }
    for (const views of [
      ['all'],
      [{ view: 'all' }],
      [{ view: 'all', since: -1 }],
      [{ view: 'filter:1', since: 0 }],
      [{ view: 'project:0', since: 0 }],
      [{ view: 'project:1/2', since: 0 }],
      [{ view: `project:${'1'.repeat(16)}`, since: 0 }],
      Array.from({ length: 101 }, () => ({ view: 'all', since: 0 })),
    ]) {
      const asked = { filters: [], views } as never
      expect(codeOf(await browser.answers('feed', 'setFeedListener', asked))).toBe('VALIDATION_FAILED')
    }
  })
})
