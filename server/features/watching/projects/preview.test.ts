import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { InputOf } from '../../../../contract/call.ts'
import { PREVIEWS_A_DAY, type projects } from '../../../../contract/watching/projects.ts'
import { DAY, HOUR } from '../../../kit/clock.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { openTestWorld, paid, type TestWorld } from '../../../testing/test-world.ts'
import { indexMessages } from '../../../archive/index-messages.ts'

type Fields = InputOf<typeof projects.previewProject>

let world: TestWorld
let anna: TestUser

beforeAll(async () => {
  world = await openTestWorld()
  anna = await world.customer('anna')
  await world.project(anna)
})
beforeEach(async () => {
  await sql`truncate messages, message_keys, feed_items, fingerprints, source_cursors, message_segments, message_postings, indexed_marks, changed_texts cascade`.execute(
    world.db,
  )
})
afterAll(() => world.close())

const fields = (more: Partial<Fields>): Fields => ({
  keywords: [],
  context: [],
  excludedKeywords: [],
  censorFilter: false,
  neuralFilter: false,
  networks: [],
  kinds: [],
  ...more,
})
const preview = (more: Partial<Fields>) => anna.asks('projects', 'previewProject', fields(more))
const index = () => indexMessages({ db: world.db, clock: world.clock, language: world.language, days: 14 })
const ago = (milliseconds: number) => ({ publishedAt: new Date(world.clock.now().getTime() - milliseconds) })

describe('the preview of a project', () => {
  it('counts by the days of the asker, and shows what would be found', async () => {
    await world.receive([
      world.message('Посоветуйте бензопилу', ago(0)),
      // 2 hours after midnight in Moscow, still the day before in UTC.
      world.message('Бензопила сломалась', ago(13 * HOUR)),
      world.message('Купил бензопилу!', ago(2 * DAY)),
      world.message('Бензопила из прошлого года', ago(300 * DAY)),
      world.message('Купил рубанок', ago(3 * DAY)),
    ])
    await index()
    const found = await preview({ keywords: ['бензопила'] })
    expect(found).toMatchObject({
      mistakes: [],
      explanation: 'есть *бензопила*',
      stored: 5,
      days: 3,
      total: 4,
      estimated: false,
      width: 'good',
      noisyWords: [],
    })
    // What was written before the stored days counts for the day on which it came.
    expect(found.perDay).toEqual([
      { day: '2026-11-17', count: 0 },
      { day: '2026-11-18', count: 1 },
      { day: '2026-11-19', count: 0 },
      { day: '2026-11-20', count: 3 },
    ])
    expect(found.samples.map(({ text, spans, group }) => [text, spans, group])).toEqual([
      ['Посоветуйте бензопилу', [[12, 21]], 'Подслушано'],
      ['Бензопила сломалась', [[0, 9]], 'Подслушано'],
      ['Купил бензопилу!', [[6, 15]], 'Подслушано'],
      ['Бензопила из прошлого года', [[0, 9]], 'Подслушано'],
    ])
  })
  it('finds at once what was stored a moment ago', async () => {
    await world.post('Продаю рояль')
    expect(await preview({ keywords: ['рояль'] })).toMatchObject({ total: 1, stored: 1 })
  })
  it('looks for every part of the settings, and reads them back', async () => {
    await world.receive([
      world.message('Рояль недорого, доставка'),
      world.message('Рояль недорого', { network: 'telegram' }),
      world.message('Рояль, доставка, аренда'),
      world.message('Рояль, доставка', { kind: 'comment' }),
    ])
    const asked = { keywords: ['рояль', '"пианино"'], context: ['доставка'], excludedKeywords: ['аренда'] }
    for (const state of ['as it is', 'indexed']) {
      expect([state, (await preview(asked)).total]).toEqual([state, 2])
      expect((await preview({ ...asked, kinds: ['comment'] })).total).toBe(1)
      expect((await preview({ ...asked, networks: ['telegram'] })).total).toBe(0)
      expect((await preview({ keywords: ['рояль'], networks: ['telegram'] })).total).toBe(1)
      await index()
    }
    expect((await preview(asked)).explanation).toBe(
      'есть *рояль* или *пианино* (точно так), есть *доставка*, нет *аренда*',
    )
  })
  it('tells mistakes at their place and looks for the rest', async () => {
    await world.post('Продаю рояль')
    const found = await preview({ keywords: ['рояль', 'про*', '(пианино'], context: ['-дача'] })
    expect(found.total).toBe(1)
    expect(found.mistakes.map(({ field, index: at, from, to }) => [field, at, from, to])).toEqual([
      ['keywords', 1, 0, 4],
      ['keywords', 2, 0, 1],
      ['context', 0, 0, 5],
    ])
    expect(found.mistakes[0]?.message).toContain('Перед звёздочкой')
  })
  it('has nothing to look for while nothing is written', async () => {
    await world.post('Продаю рояль')
    expect(await preview({ context: ['рояль'] })).toMatchObject({
      width: 'empty',
      total: 0,
      stored: 1,
      explanation: '',
      samples: [],
      perDay: [],
    })
    expect(await preview({ keywords: ['«'] })).toMatchObject({
      width: 'empty',
      mistakes: [{ field: 'keywords', index: 0 }],
    })
  })
  it('shows no two alike, and words that stand in most of what is found', async () => {
    const many = (count: number, text: (n: number) => string) =>
      Array.from({ length: count }, (_, n) =>
        world.message(text(n), { ...ago(n * HOUR), author: { externalId: `author-${n}`, name: `Автор ${n}` } }),
      )
    await world.receive([
      ...many(
        30,
        (n) =>
          `Вакансия! Настройщик роялей в музыкальную школу номер пятнадцать, обучение за наш счёт и капучино, звоните скорее ${n}`,
      ),
      ...many(
        12,
        (n) => `Рояль ${['белый', 'чёрный', 'старый', 'дорогой'][n % 4]} и ${['скрипка', 'виолончель', 'арфа'][n % 3]}`,
      ),
      ...many(200, (n) => `Погода ${n} хорошая, ${n % 2 ? 'музыка' : 'дождь'} весь день`),
    ])
    await index()
    const found = await preview({ keywords: ['рояль'] })
    expect(found.total).toBe(42)
    expect(found.samples).toHaveLength(10)
    expect(found.samples.filter(({ text }) => text.startsWith('Вакансия'))).toHaveLength(1)
    const words = found.noisyWords.map(({ word }) => word)
    expect(words).toContain('вакансия')
    // No dictionary knows it: it is shown as people write it.
    expect(words).toContain('капучино')
    expect(words).not.toContain('рояль')
    expect(words).not.toContain('и')
    expect(found.noisyWords.find(({ word }) => word === 'вакансия')?.share).toBeCloseTo(30 / 42)
    // A beginning is the query's own word, in whatever form.
    expect((await preview({ keywords: ['роял*'] })).noisyWords.map(({ word }) => word)).not.toContain('рояль')
  })
  it('tells what its filters would hide', async () => {
    await world.receive([
      world.message('Рояль стоит в зале'),
      world.message('Хуёвый рояль'),
      world.message('Рояль настроен'),
      world.message('Рояль продан'),
    ])
    const found = await preview({ keywords: ['рояль'], censorFilter: true })
    expect(found).toMatchObject({ total: 4, hiddenShare: { censor: 0.25 } })
    expect(found.samples.filter(({ withheld }) => withheld === 'censor').map(({ text }) => text)).toEqual([
      'Хуёвый рояль',
    ])
    expect((await preview({ keywords: ['рояль'] })).samples.every(({ withheld }) => withheld === null)).toBe(true)
  })
  it('says «около» when there is more to read than is read', async () => {
    await world.receive(
      Array.from({ length: 2_400 }, (_, n) =>
        world.message(n % 2 ? `Рояль белый ${n}` : `Белый дом, а далеко за рекой ${n} рояль`, ago(n * 60_000)),
      ),
    )
    await index()
    const found = await preview({ keywords: ['белый рояль'] })
    expect(found).toMatchObject({ estimated: true, stored: 2_400 })
    expect(Math.abs(found.total - 1_200)).toBeLessThan(40)
    expect(await preview({ keywords: ['рояль'] })).toMatchObject({ estimated: false, total: 2_400 })
  })
  it('is for customers, and reads queries of a bearable length only', async () => {
    const guest = await world.ask('projects', 'previewProject', fields({ keywords: ['рояль'] }))
    expect(guest).toMatchObject({ status: 'error', code: 'UNAUTHORIZED' })
    expect(await anna.isRefused('projects', 'previewProject', fields({ keywords: ['а'.repeat(201)] }))).toBe(
      'VALIDATION_FAILED',
    )
    expect(
      await anna.isRefused(
        'projects',
        'previewProject',
        fields({ keywords: Array.from({ length: 101 }, () => 'рояль') }),
      ),
    ).toBe('VALIDATION_FAILED')
  })
})

describe('the examples of a preview', () => {
  const keywords = ['бензопила']
  const texts = async (person: TestUser) =>
    (await person.asks('projects', 'previewProject', fields({ keywords }))).samples.map(({ text }) => text)
  beforeEach(async () => {
    await world.receive([
      world.message('Бензопила сегодня: +7 912 345-67-89', ago(HOUR)),
      world.message('Продам бензопилу, пишите @maria_ivanova, https://site.example/1', {
        ...ago(4 * DAY),
        url: 'https://vk.com/wall-1_77',
      }),
    ])
  })

  it.each(['as it is', 'indexed'])(
    'are those of public pages without a subscription of projects: %s',
    async (state) => {
      if (state === 'indexed') await index()
      const boris = await world.customer(`boris-${state === 'indexed'}`, paid('photographers'))
      const found = await boris.asks('projects', 'previewProject', fields({ keywords }))
      expect(found).toMatchObject({ total: 2, sampleView: 'public', sampleLimitReached: false })
      expect(found.samples.map(({ text, group, url }) => [text, group, url])).toEqual([
        ['Продам бензопилу, пишите •••, •••', null, null],
      ])
      expect(found.samples[0]?.spans).toEqual([[7, 16]])
    },
  )
  it('are whole but for the newest days on trial, whole when it is paid, and public again when it is over', async () => {
    const vera = await world.customer('vera')
    const old = 'Продам бензопилу, пишите @maria_ivanova, https://site.example/1'
    await world.project(vera, {}, { tariffType: 'trial', days: 3 })
    expect(await texts(vera)).toEqual([old])
    await world.project(vera, {}, { days: 2 })
    expect(await texts(vera)).toEqual(['Бензопила сегодня: +7 912 345-67-89', old])
    await world.db
      .updateTable('subscriptions')
      .set({ endedAt: world.clock.now() })
      .where('userId', '=', vera.userId)
      .execute()
    expect(await texts(vera)).toEqual(['Продам бензопилу, пишите •••, •••'])
  })
  it('are shown so often a day; counting goes on', async () => {
    const gleb = await world.customer('gleb')
    const ask = () => gleb.asks('projects', 'previewProject', fields({ keywords }))
    await ask()
    await world.db
      .updateTable('projectPreviews')
      .set({ count: PREVIEWS_A_DAY - 1 })
      .where('userId', '=', gleb.userId)
      .execute()
    expect(await ask()).toMatchObject({ total: 2, samples: [{}], sampleLimitReached: false })
    expect(await ask()).toMatchObject({ total: 2, samples: [], sampleLimitReached: true })
    expect((await preview({ keywords })).sampleLimitReached).toBe(false)
    world.clock.advance(DAY)
    expect((await ask()).sampleLimitReached).toBe(false)
    world.clock.advance(-DAY)
  })
})
