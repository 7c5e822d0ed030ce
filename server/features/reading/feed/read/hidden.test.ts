import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import type { FilterFields } from '../../../../../contract/reading/filters.ts'
import { codeOf } from '../../../../testing/read-answer.ts'
import type { TestUser } from '../../../../testing/test-user.ts'
import { openTestWorld, paid, trial, type TestWorld } from '../../../../testing/test-world.ts'
import { DAY } from '../../../../kit/clock.ts'
import { touchItems } from '../items/touch-items.samples.ts'

let world: TestWorld
let anna: TestUser
beforeAll(async () => {
  world = await openTestWorld()
  await world.looksFor('photographers', 'фотограф')
  await world.looksFor('vets', 'ветеринар')
  anna = await world.customer('anna', paid('photographers'))
})
afterAll(() => world.close())
beforeEach(() => world.forgetMessages('blacklisted_authors'))

const hidden = async (filter: Partial<FilterFields>, more: object = {}, person = anna) =>
  (await person.asks('feed', 'queryHidden', { filter, ...more })).hidden
const reasons = (list: Awaited<ReturnType<typeof hidden>>) =>
  list.map(({ message, reason, detail }) => [message.text, reason, detail])

describe('feed.queryHidden', () => {
  it('lists of a view what is kept from it alone, and of one that is another’s nothing', async () => {
    const vera = await world.customer('vera-of-views', paid('photographers'), paid('vets'))
    const [photographers, vets] = [await world.categoryId('photographers'), await world.categoryId('vets')]
    await world.receive([
      world.message('фотограф назойливый'),
      world.message('ветеринар назойливый'),
      world.message('фотограф'),
    ])
    await touchItems(world, 'назойливый', 'is_unwanted = true')
    const of = (key: string, person = vera) =>
      hidden({ categories: [photographers] }, { view: key }, person).then((all) => reasons(all))
    const spam = ['фотограф назойливый', 'spamModel', null]
    expect(await of(`category:${photographers}`)).toEqual([spam])
    expect(await of('all')).toEqual([['ветеринар назойливый', 'products', 'Ветеринары'], spam])
    expect(await of(`category:${vets}`, anna)).toEqual([])
    expect(codeOf(await world.ask('feed', 'queryHidden', { view: 'filter:1' }, vera))).toBe('VALIDATION_FAILED')
  })

  it('lists what is kept from the reader, newest first, each with its reason', async () => {
    const old = new Date(world.clock.now().getTime() - 5 * DAY)
    await world.receive([
      world.message('фотограф виден'),
      world.message('фотограф назойливый'),
      world.message('фотограф отмечен'),
      world.message('фотограф и вакансии'),
      world.message('фотограф издалека'),
      world.message('фотограф давний', { publishedAt: old }),
      world.message('фотограф нелюбимый', { author: { externalId: 'author-2', name: 'Пётр Назойливый' } }),
      world.message('нужен ветеринар'),
    ])
    await touchItems(world, 'назойливый', 'is_unwanted = true')
    await touchItems(world, 'отмечен', 'spam_count = 12')
    await touchItems(world, 'издалека', 'location_id = 999999, region_id = 999999')
    await world.database.pool.query(
      `insert into blacklisted_authors (user_id, author_id, at) select $1, id, now() from authors where name = 'Пётр Назойливый'`,
      [anna.userId],
    )
    const filter: Partial<FilterFields> = {
      excludedWords: ['вакансия'],
      recentDays: 3,
      undefinedLocations: true,
      locations: [{ type: 'town', id: 1, name: 'Омск' }],
    }
    expect(reasons(await hidden(filter))).toEqual([
      ['фотограф нелюбимый', 'blackList', 'Пётр Назойливый'],
      ['фотограф давний', 'dates', null],
      ['фотограф издалека', 'locations', null],
      ['фотограф и вакансии', 'excludedWords', 'вакансия'],
      ['фотограф отмечен', 'spamCount', '12'],
      ['фотограф назойливый', 'spamModel', null],
    ])
    // What is hidden and what is shown are everything there is.
    const shown = await anna.asks('feed', 'queryFeed', { filter })
    expect(shown.messages.map(({ text }) => text)).toEqual(['фотограф виден'])
  })

  it('lists copies', async () => {
    const postTo = async (group: string) =>
      world.post('фотограф, которого ищут сразу в нескольких группах', { group: { externalId: group, name: group } })
    await postTo('Омск')
    await postTo('Тверь')
    await world.database.pool.query(
      'update feed_items set cluster_id = (select min(message_id) from feed_items), repeats = seq_id > (select min(seq_id) from feed_items)',
    )
    expect(await hidden({})).toMatchObject([{ message: { group: { name: 'Тверь' } }, reason: 'copy', detail: null }])
    expect(reasons(await hidden({ excludedWords: ['группы'] })).map(([, reason]) => reason)).toEqual([
      'excludedWords',
      'excludedWords',
    ])
  })

  it('says nothing of what moderators took away, and of the days a trial does not show', async () => {
    const boris = await world.customer('boris', trial('photographers'))
    const moderator = await world.somebody('moderator', ['moderator'])
    const old = new Date(world.clock.now().getTime() - 5 * DAY)
    await world.receive(
      ['первый', 'второй', 'третий'].map((word) =>
        world.message(`${word} фотограф`, { publishedAt: word === 'третий' ? world.clock.now() : old }),
      ),
    )
    await touchItems(world, 'первый', "verdict = 'rejected'")
    await touchItems(world, 'второй', "verdict = 'removed'")
    const filter = { includedWords: ['кошка'] }
    expect(await hidden(filter, {}, boris)).toEqual([])
    expect(reasons(await hidden(filter)).map(([text]) => text)).toEqual(['третий фотограф'])
    expect(reasons(await hidden(filter, {}, moderator)).map(([text]) => text)).toEqual([
      'третий фотограф',
      'первый фотограф',
    ])
  })

  it('goes on where it was left', async () => {
    await world.receive(Array.from({ length: 5 }, (_, place) => world.message(`фотограф ${place}`)))
    const page = (before?: number) =>
      anna.asks('feed', 'queryHidden', {
        filter: { includedWords: ['кошка'] },
        limit: 2,
        ...(before === undefined ? {} : { before }),
      })
    const first = await page()
    const second = await page(first.next ?? 0)
    const third = await page(second.next ?? 0)
    expect([first, second, third].map((each) => each.hidden.map(({ message }) => message.text))).toEqual([
      ['фотограф 4', 'фотограф 3'],
      ['фотограф 2', 'фотограф 1'],
      ['фотограф 0'],
    ])
    expect(third.next).toBeNull()
  })

  it('asks by a saved filter, and refuses guests and strangers', async () => {
    await world.post('фотограф')
    await anna.asks('filters', 'updateFilter', { id: anna.filterId, includedWords: ['кошка'] })
    expect((await anna.asks('feed', 'queryHidden', {})).hidden).toMatchObject([{ reason: 'includedWords' }])
    const vera = await world.customer('vera', paid('photographers'))
    expect(codeOf(await world.ask('feed', 'queryHidden', { filterId: anna.filterId }))).toBe('UNAUTHORIZED')
    expect(await vera.isRefused('feed', 'queryHidden', { filterId: anna.filterId })).toBe('FILTER_NOT_FOUND')
  })

  test.each([[{ limit: 0 }], [{ before: -1 }], [{ filter: { recentDays: 2 } }]])('refuses %j', async (input) => {
    expect(await world.ask('feed', 'queryHidden', input as never, anna)).toMatchObject({ code: 'VALIDATION_FAILED' })
  })
})

describe('feed.countHidden', () => {
  it('says how many are listed', async () => {
    await world.receive([
      ...Array.from({ length: 23 }, (_, at) => world.message(`фотограф и берёза номер ${at} ${'слово'.repeat(at)}`)),
      world.message('фотограф виден'),
    ])
    const filter: Partial<FilterFields> = { excludedWords: ['берёза'] }
    const count = (asked: object) => anna.asks('feed', 'countHidden', asked)
    expect(await count({ filter })).toEqual({ count: (await hidden(filter, { limit: 100 })).length, capped: false })
    expect(await count({ filter })).toMatchObject({ count: 23 })
    expect(await count({ filter: {} })).toEqual({ count: 0, capped: false })
  })

  it('refuses a guest, a filter of another and what is no filter', async () => {
    const zoya = await world.customer('zoya')
    expect(codeOf(await world.ask('feed', 'countHidden', {}))).toBe('UNAUTHORIZED')
    expect(await anna.isRefused('feed', 'countHidden', { filterId: zoya.filterId })).toBe('FILTER_NOT_FOUND')
    expect(await world.ask('feed', 'countHidden', { filterId: 'x' } as never, anna)).toMatchObject({
      code: 'VALIDATION_FAILED',
    })
  })
})
