import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOf } from '../../../testing/read-answer.ts'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
})
afterAll(() => world.close())

describe('feed.getFeedSettings and feed.setFeedSetting', () => {
  it('begin as they are for everybody, and change one at a time', async () => {
    const [anna, boris] = [await world.customer('anna'), await world.customer('boris')]
    const untouched = { bonus_btn: true, push: false, feed_scroll: false, density: 'auto', order: 'new' }
    expect(await anna.asks('feed', 'getFeedSettings', {})).toEqual(untouched)
    expect(await anna.asks('feed', 'setFeedSetting', { key: 'feed_scroll', value: true })).toEqual({
      ...untouched,
      feed_scroll: true,
    })
    expect(await anna.asks('feed', 'setFeedSetting', { key: 'bonus_btn', value: false })).toEqual({
      ...untouched,
      feed_scroll: true,
      bonus_btn: false,
    })
    expect(await anna.asks('feed', 'setFeedSetting', { key: 'feed_scroll', value: false })).toEqual({
      ...untouched,
      bonus_btn: false,
    })
    expect(await anna.asks('feed', 'getFeedSettings', {})).toEqual({ ...untouched, bonus_btn: false })
    expect(await boris.asks('feed', 'getFeedSettings', {})).toEqual(untouched)
  })

  it('lose none of several set at once', async () => {
    const hasty = await world.customer('hasty')
    await Promise.all([
      hasty.asks('feed', 'setFeedSetting', { key: 'bonus_btn', value: false }),
      hasty.asks('feed', 'setFeedSetting', { key: 'push', value: true }),
      hasty.asks('feed', 'setFeedSetting', { key: 'feed_scroll', value: true }),
      hasty.asks('feed', 'setFeedSetting', { key: 'density', value: 'compact' }),
      hasty.asks('feed', 'setFeedSetting', { key: 'order', value: 'hot' }),
    ])
    expect(await hasty.asks('feed', 'getFeedSettings', {})).toEqual({
      bonus_btn: false,
      push: true,
      feed_scroll: true,
      density: 'compact',
      order: 'hot',
    })
  })

  it('are refused to a guest, with another key and with another value', async () => {
    const vera = await world.customer('vera')
    expect(codeOf(await world.ask('feed', 'getFeedSettings', {}))).toBe('UNAUTHORIZED')
    expect(codeOf(await world.ask('feed', 'setFeedSetting', { key: 'push', value: true }))).toBe('UNAUTHORIZED')
    expect(await vera.isRefused('feed', 'setFeedSetting', { key: 'user_id' as never, value: true })).toBe(
      'VALIDATION_FAILED',
    )
    for (const [key, value] of [
      ['push', 'yes'],
      ['push', 'compact'],
      ['density', 'hot'],
      ['density', true],
      ['order', 'auto'],
      ['order', 'oldest'],
    ] as const)
      expect(await vera.isRefused('feed', 'setFeedSetting', { key, value: value as never })).toBe('VALIDATION_FAILED')
    expect(await vera.asks('feed', 'getFeedSettings', {})).toMatchObject({ push: false, density: 'auto', order: 'new' })
  })
})
