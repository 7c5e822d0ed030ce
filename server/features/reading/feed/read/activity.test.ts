import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE } from '../../../../kit/clock.ts'
import { codeOf } from '../../../../testing/read-answer.ts'
import { openTestWorld, paid, paidForTeam, type TestWorld } from '../../../../testing/test-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
})
afterAll(() => world.close())

describe('feed.listActivity', () => {
  it('lists what the reader did, and of their team what the team may see, in the order of time', async () => {
    const oleg = await world.somebody('oleg', ['teamOwner'], paidForTeam('photographers'))
    const vera = await world.customer('vera')
    await world.team(oleg, vera)
    await world.post('Посоветуйте фотографа')
    const id = (await oleg.asks('feed', 'queryFeed', {})).messages[0]?.id ?? 0
    expect(await oleg.asks('feed', 'listActivity', { id })).toEqual({ activity: [] })

    const from = world.clock.now().getTime()
    await oleg.asks('marks', 'setViewed', { id, value: true })
    world.clock.advance(MINUTE)
    await oleg.asks('marks', 'setFavorite', { id, value: true })
    world.clock.advance(MINUTE)
    await oleg.asks('marks', 'setLike', { id, value: true })
    world.clock.advance(MINUTE)
    await vera.asks('marks', 'setNote', { id, text: 'уже звоню' })
    await vera.asks('marks', 'setViewed', { id, value: true })
    const at = (minutes: number): string => new Date(from + minutes * MINUTE).toISOString()
    const like = { what: 'like', at: at(2), user: 'oleg' }
    const note = { what: 'note', at: at(3), user: 'vera' }
    expect((await oleg.asks('feed', 'listActivity', { id })).activity).toEqual([
      { what: 'viewed', at: at(0), user: 'oleg', mine: true },
      { what: 'favorite', at: at(1), user: 'oleg', mine: true },
      { ...like, mine: true },
      { ...note, mine: false },
    ])
    expect((await vera.asks('feed', 'listActivity', { id })).activity).toEqual([
      { ...like, mine: false },
      { ...note, mine: true },
      { what: 'viewed', at: at(3), user: 'vera', mine: true },
    ])
    const boris = await world.customer('boris', paid('photographers'))
    expect(await boris.asks('feed', 'listActivity', { id })).toEqual({ activity: [] })
  })

  it('is refused to a guest, and of a message one may not see', async () => {
    const anna = await world.customer('anna', paid('photographers'))
    const stranger = await world.customer('stranger')
    await world.post('Ищем фотографа')
    const id = (await anna.asks('feed', 'queryFeed', {})).messages[0]?.id ?? 0
    expect(codeOf(await world.ask('feed', 'listActivity', { id }))).toBe('UNAUTHORIZED')
    expect(await stranger.isRefused('feed', 'listActivity', { id })).toBe('MESSAGE_NOT_FOUND')
    expect(await anna.isRefused('feed', 'listActivity', { id: 999_999 })).toBe('MESSAGE_NOT_FOUND')
    expect(await anna.isRefused('feed', 'listActivity', { id: 'x' as never })).toBe('VALIDATION_FAILED')
  })
})
