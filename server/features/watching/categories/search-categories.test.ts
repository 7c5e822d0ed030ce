import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_SEARCH_KEYWORDS } from '../../../../contract/watching/categories.ts'
import { DAY, HOUR, MINUTE } from '../../../kit/clock.ts'
import { codeOf as refusalOf } from '../../../testing/read-answer.ts'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { indexMessages } from '../../../archive/index-messages.ts'

let world: TestWorld

beforeAll(async () => {
  world = await openTestWorld()
  // What the seeds look for is another test's.
  await world.db.deleteFrom('categoryQueries').execute()
  await world.looksFor('photographers', 'ищу фотограф')
  await world.looksFor('vets', 'собака болеть', 'посоветуйте ветеринара')
  await world.looksFor('plumbers', 'кран течь')
  const ago = (milliseconds: number) => ({ publishedAt: new Date(world.clock.now().getTime() - milliseconds) })
  await world.receive([
    world.message('Ищу фотографа для моей собаки, +7 900 123-45-67, Анна', ago(5 * DAY)),
    world.message('Ищу фотографа на свадьбу @masha', ago(4 * DAY)),
    world.message('Ищу фотографа на юбилей', ago(HOUR)),
    world.message('Собака болеет вторую неделю', ago(6 * DAY)),
    world.message('Наша собака заболела? Нет, собака болеет от скуки', ago(2 * HOUR)),
    world.message('Собака спит', ago(7 * DAY)),
    world.message('Кран течёт', ago(8 * DAY)),
  ])
})
afterAll(() => world.close())

/** Each from an address of its own: guests may ask little. */
let guests = 0
const search = async (keywords: string[], operator: 'AND' | 'OR' = 'OR') => {
  guests += 1
  const answer = await world.ask('categories', 'searchCategories', { keywords, operator }, { ip: `10.9.0.${guests}` })
  if (answer.status !== 'ok') throw new Error(answer.code)
  return answer.result
}
const short = async (keywords: string[], operator: 'AND' | 'OR' = 'OR') =>
  (await search(keywords, operator)).categories.map(({ slug, found, of, keywords: met, inQueries }) => ({
    slug,
    found,
    of,
    met,
    inQueries,
  }))

describe.each(['in no segment', 'indexed'])('categories.searchCategories, messages %s', (state) => {
  beforeAll(async () => {
    if (state === 'indexed')
      await indexMessages({ db: world.db, clock: world.clock, language: world.language, days: 14 })
    // No answer of the state before is remembered.
    world.clock.advance(MINUTE)
  })
  it('finds categories by what they bring, and by what they look for', async () => {
    expect(await short(['собачку', 'собаки'])).toEqual([
      { slug: 'vets', found: 2, of: 2, met: ['собаки'], inQueries: true },
      { slug: 'photographers', found: 1, of: 3, met: ['собаки'], inQueries: false },
    ])
    const dogs = await search(['собаки'])
    expect(dogs.found).toBe(4)
    expect(dogs.days).toBeCloseTo(8, 1)
    const [found] = await short(['ветеринар'])
    expect(found).toEqual({ slug: 'vets', found: 0, of: 2, met: ['ветеринар'], inQueries: true })
  })
  it('takes each keyword, or all of them in one message', async () => {
    expect((await short(['свадьба', 'юбилей'])).map(({ slug, found, met }) => [slug, found, met])).toEqual([
      ['photographers', 2, ['свадьба', 'юбилей']],
    ])
    expect(await short(['свадьба', 'юбилей'], 'AND')).toEqual([])
    expect(await short(['свадьба', 'фотограф'], 'AND')).toMatchObject([
      { slug: 'photographers', found: 1, met: ['свадьба', 'фотограф'] },
    ])
    expect(await short(['"собака болеет"', 'неде*'], 'AND')).toMatchObject([{ slug: 'vets', found: 1 }])
  })
  it('shows what a trial would show, and nobody in it', async () => {
    const [found] = (await search(['фотограф'])).categories
    expect(found?.samples.map(({ text, spans, group, url }) => [text, spans, group, url])).toEqual([
      ['Ищу фотографа на свадьбу •••', [[4, 13]], null, null],
      ['Ищу фотографа для моей собаки, •••, •••', [[4, 13]], null, null],
    ])
  })
  it('takes what is no query for its words', async () => {
    expect(await short(['фотографа!!!', '((', '-'])).toMatchObject([{ slug: 'photographers', found: 3 }])
    expect(await search(['((', '|'])).toEqual({ categories: [], found: 0, days: 0 })
  })
  it('takes the beginning of a word for none while it is one letter', async () => {
    expect(await search(['к*', '"с*'])).toEqual({ categories: [], found: 0, days: 0 })
    expect(await short(['к*', 'кран'])).toMatchObject([{ slug: 'plumbers', found: 1, met: ['кран'] }])
  })
})

it('is asked with a bearable number of keywords', async () => {
  const many = Array.from({ length: MAX_SEARCH_KEYWORDS + 1 }, (_, n) => `слово${n}`)
  const codeOf = async (keywords: string[], operator: string) =>
    (
      (await world.ask('categories', 'searchCategories', { keywords, operator: operator as 'AND' })) as {
        code?: string
      }
    ).code
  expect(await codeOf(many, 'AND')).toBe('VALIDATION_FAILED')
  expect(await codeOf([], 'AND')).toBe('VALIDATION_FAILED')
  expect(await codeOf(['слово'], 'XOR')).toBe('VALIDATION_FAILED')
})

describe('the cost of a search', () => {
  const gone = async () => {
    const keywords = ['течёт']
    await world.db.updateTable('categories').set({ name: 'Другое имя' }).where('slug', '=', 'plumbers').execute()
    const [before] = (await search(keywords)).categories
    await world.db.updateTable('categories').set({ name: 'Сантехники' }).where('slug', '=', 'plumbers').execute()
    return { before, now: async () => (await search(keywords)).categories[0]?.category.name }
  }
  it('is paid once a minute for the same keywords', async () => {
    const { before, now } = await gone()
    expect(before?.category.name).toBe('Другое имя')
    expect(await now()).toBe('Другое имя')
    world.clock.advance(MINUTE)
    expect(await now()).toBe('Сантехники')
  })
  it('shows others of the category where all that fits is too new to be shown', async () => {
    const { categories } = await search(['юбилей'])
    expect(
      categories.map(({ slug, found, samplesFit, samples }) => [
        slug,
        found,
        samplesFit,
        samples.map(({ text }) => text),
      ]),
    ).toEqual([
      ['photographers', 1, false, ['Ищу фотографа на свадьбу •••', 'Ищу фотографа для моей собаки, •••, •••']],
    ])
    expect((await search(['на свадьбу'])).categories.map(({ samplesFit }) => samplesFit)).toEqual([true])
  })
  it('is not paid for many at once: the rest is refused at once', async () => {
    const asked = Array.from({ length: 12 }, (_, n) => ({ keywords: [`кран${n}`], operator: 'OR' as const }))
    const fourRefused = Promise.withResolvers<void>()
    let refused = 0
    const ask = async (input: (typeof asked)[number], n: number) => {
      const code = refusalOf(await world.ask('categories', 'searchCategories', input, { ip: `10.8.0.${n}` }))
      if (code === 'RATE_LIMIT_EXCEEDED' && (refused += 1) === 4) fourRefused.resolve()
      return code
    }
    // No search ends before the others have come.
    const asking = await world.db.transaction().execute(async (tx) => {
      await sql`lock table categories in access exclusive mode`.execute(tx)
      const begun = asked.map(ask)
      await fourRefused.promise
      return { begun }
    })
    const codes = await Promise.all(asking.begun)
    expect(codes.filter((code) => code === 'ok')).toHaveLength(8)
    // What was refused is not remembered.
    const again = asked[codes.indexOf('RATE_LIMIT_EXCEEDED')]!
    expect(refusalOf(await world.ask('categories', 'searchCategories', again, { ip: '10.8.1.1' }))).toBe('ok')
  })
  it('is allowed 15 times a minute to a guest, and more to a customer', async () => {
    const anna = await world.customer('anna')
    const ask = (asker: { ip: string; token?: string }) =>
      world.ask('categories', 'searchCategories', { keywords: ['кран'], operator: 'OR' }, asker)
    const codes: string[] = []
    for (let n = 0; n < 16; n += 1) codes.push(refusalOf(await ask({ ip: '10.8.2.1' })))
    expect(codes).toEqual([...Array.from({ length: 15 }, () => 'ok'), 'RATE_LIMIT_EXCEEDED'])
    for (let n = 0; n < 16; n += 1) expect(refusalOf(await ask(anna))).toBe('ok')
  })
})

describe('categories.getCategory', () => {
  const page = async (slug: string, n?: number) => {
    const answer = await world.ask('categories', 'getCategory', { slug, ...(n && { page: n }) })
    if (answer.status !== 'ok') throw new Error(answer.code)
    return answer.result
  }
  it('shows a guest what a category brought, as a trial would, and what it costs', async () => {
    const found = await page('photographers')
    expect(found).toMatchObject({ slug: 'photographers', category: { name: 'Фотографы' }, page: 1, pages: 1 })
    expect(found.samples.map(({ text, url, group }) => [text, url, group])).toEqual([
      ['Ищу фотографа на свадьбу •••', null, null],
      ['Ищу фотографа для моей собаки, •••, •••', null, null],
    ])
    expect(found.examples).toEqual(['ищу фотографа'])
    expect(found.heard).toBe(3)
    expect(found.days).toBeCloseTo(8)
    const tariffs = await world.ask('tariffs', 'listTariffs', {})
    const rates =
      tariffs.status === 'ok'
        ? tariffs.result.list.filter(
            ({ product, type, durationUnit }) =>
              product === 'category' && type === 'regular' && durationUnit === 'month',
          )
        : []
    expect(found.priceFrom).toBe(Math.min(...rates.map(({ rate }) => rate)))
  })
  it('goes from page to page without a text twice', async () => {
    const texts = Array.from({ length: 23 }, (_, n) => `Кран течёт уже ${n + 2} дней подряд, а сосед снизу ругается`)
    await world.looksFor('plumbers', 'сосед ругаться')
    await world.receive(
      [...texts, ...texts.slice(0, 5)].map((text) =>
        world.message(text, { publishedAt: new Date(world.clock.now().getTime() - 5 * DAY) }),
      ),
    )
    const first = await page('plumbers')
    const pages = await Promise.all(Array.from({ length: first.pages }, (_, n) => page('plumbers', n + 1)))
    const shown = pages.flatMap(({ samples }) => samples.map(({ text }) => text))
    const { rows } = await sql<{
      count: number
    }>`select count(distinct cluster_id) as count from feed_items where product_type = 'category' and product_id = ${first.category.id}`.execute(
      world.db,
    )
    expect(shown).toHaveLength(rows[0]!.count)
    expect(new Set(shown).size).toBe(shown.length)
    // What is said of it here, and what the search by words says, is one number: copies count once.
    expect(first.heard).toBe(shown.length)
    expect((await search(['сосед'])).categories.find(({ slug }) => slug === 'plumbers')).toMatchObject({
      // One of its messages is of no neighbour.
      found: shown.length - 1,
      of: shown.length,
    })
    expect((await page('plumbers', 40)).page).toBe(first.pages)
  })
  it('leaves out what nobody should see', async () => {
    await sql`update feed_items set is_unwanted = true where message_id in (select id from messages where text like '%свадьбу%')`.execute(
      world.db,
    )
    await sql`update feed_items set verdict = 'rejected' where message_id in (select id from messages where text like '%моей собаки%')`.execute(
      world.db,
    )
    expect((await page('photographers')).samples).toEqual([])
    expect((await search(['свадьба'])).categories).toEqual([])
  })
  it('refuses what is no category, and no page', async () => {
    const codeOf = async (slug: string, n = 1) =>
      ((await world.ask('categories', 'getCategory', { slug, page: n })) as { code?: string }).code
    expect(await codeOf('no-such-thing')).toBe('CATEGORY_NOT_FOUND')
    expect(await codeOf('Плохой')).toBe('VALIDATION_FAILED')
    expect(await codeOf('photographers', 51)).toBe('VALIDATION_FAILED')
  })
})
