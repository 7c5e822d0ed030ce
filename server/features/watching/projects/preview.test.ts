import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { InputOf } from '../../../../contract/call.ts'
import { emptyProject, PREVIEWS_A_DAY, type projects } from '../../../../contract/watching/projects.ts'
import { DAY, HOUR, MINUTE } from '../../../kit/clock.ts'
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

const fields = (more: Partial<Fields>): Fields => ({ ...emptyProject, ...more })
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
  it('marks every place where a word stands', async () => {
    await world.post('Рояль и рояли: настройка рояля')
    const { samples } = await preview({ keywords: ['рояль', 'настройка'] })
    expect(samples.map(({ text, spans }) => spans.map(([from, to]) => text.slice(from, to)))).toEqual([
      ['Рояль', 'рояли', 'настройка', 'рояля'],
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
  it('reports mistakes at their place and looks for the rest', async () => {
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
  it('shows what its filters would hide', async () => {
    await world.receive([
      world.message('Рояль стоит в зале'),
      world.message('Хуёвый рояль'),
      world.message('Рояль настроен'),
      world.message('Рояль продан'),
    ])
    const found = await preview({ keywords: ['рояль'], censorFilter: true })
    expect(found).toMatchObject({ total: 4, hiddenShare: { censor: 0.25 } })
    expect(found.samples.filter(({ suppressedBy }) => suppressedBy === 'censor').map(({ text }) => text)).toEqual([
      'Хуёвый рояль',
    ])
    expect((await preview({ keywords: ['рояль'] })).samples.every(({ suppressedBy }) => suppressedBy === null)).toBe(
      true,
    )
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
  it('reads queries of a bearable length only', async () => {
    const guest = (more: Partial<Fields>) => world.ask('projects', 'previewProject', fields(more), { ip: '10.7.0.1' })
    for (const tooMuch of [{ keywords: ['а'.repeat(201)] }, { keywords: Array.from({ length: 101 }, () => 'рояль') }]) {
      expect(await anna.isRefused('projects', 'previewProject', fields(tooMuch))).toBe('VALIDATION_FAILED')
      expect(await guest(tooMuch)).toMatchObject({ status: 'error', code: 'VALIDATION_FAILED' })
    }
  })
})

describe('a guest', () => {
  const asks = (more: Partial<Fields>, ip: string) => world.ask('projects', 'previewProject', fields(more), { ip })
  const sees = async (more: Partial<Fields>, ip: string) => {
    const answer = await asks(more, ip)
    if (answer.status !== 'ok') throw new Error(answer.code)
    return answer.result
  }

  it('has the words counted and read back, by the days of Moscow', async () => {
    await world.receive([
      world.message('Самовар сегодня', ago(0)),
      world.message('Самовар вчера', ago(13 * HOUR)),
      world.message('Самовар давно', ago(4 * DAY)),
      world.message('Сама варю самовар, а (скобка'),
    ])
    await index()
    const found = await sees({ keywords: ['самовар', '(самовар'], excludedKeywords: ['скобка'] }, '10.7.1.1')
    expect(found).toMatchObject({
      mistakes: [{ field: 'keywords', index: 1 }],
      explanation: 'есть *самовар*, нет *скобка*',
      total: 3,
      sampleView: 'public',
      sampleLimitReached: false,
    })
    expect(found.perDay.filter(({ count }) => count > 0)).toEqual([
      { day: '2026-11-16', count: 1 },
      { day: '2026-11-20', count: 2 },
    ])
    expect(found.samples.map(({ text }) => text)).toEqual(['Самовар давно'])
  })

  it('hears for a minute what was answered to another', async () => {
    await world.post('Рубанок и стамеска')
    expect((await sees({ keywords: ['рубанок'] }, '10.7.5.1')).total).toBe(1)
    await world.post('Рубанок без ручки')
    expect((await sees({ keywords: ['рубанок'] }, '10.7.5.2')).total).toBe(1)
    world.clock.advance(MINUTE)
    expect((await sees({ keywords: ['рубанок'] }, '10.7.5.2')).total).toBe(2)
    world.clock.advance(-MINUTE)
  })

  it('sees no message that public pages would not show: too new, taken away, or spam', async () => {
    const texts = ['Куплю самовар', 'Самовар на углях', 'Самовар продан', 'Чищу самовары', 'Самовар новый']
    const slugs = [null, 'gone', 'removed', 'spam', null]
    await world.looksFor('photographers', 'самовар')
    await world.receive(texts.map((text, n) => world.message(text, ago(n === 4 ? DAY : (4 + n) * DAY))))
    const kept = { gone: sql`gone = true`, removed: sql`verdict = 'removed'`, spam: sql`spam_count = 10` }
    for (const [n, how] of slugs.entries()) {
      if (how === null) continue
      await sql`update feed_items set ${kept[how as keyof typeof kept]} where message_id = (select id from messages where text = ${texts[n]!})`.execute(
        world.db,
      )
    }
    const found = await sees({ keywords: ['самовар'] }, '10.7.2.1')
    expect(found.total).toBe(5)
    expect(found.samples.map(({ text }) => text)).toEqual(['Куплю самовар'])
  })

  it('is shown no name and no contact: neither in examples nor among the words', async () => {
    const rest = ['на даче', 'в бане', 'у реки', 'в музее', 'на ярмарке', 'в гостях', 'на балконе', 'под яблоней']
    await world.receive([
      ...Array.from({ length: 16 }, (_, n) =>
        world.message(`Чайник ставит Пантелеймон Добронравов, ароматный чабрец ${rest[n % 8]} ${n}`, {
          ...ago(4 * DAY + n * HOUR),
          url: 'https://vk.com/wall-1_77',
          author: { externalId: `guest-author-${n}`, name: `Автор ${n}` },
        }),
      ),
      ...Array.from({ length: 200 }, (_, n) => world.message(`Погода ${n}: дождь весь день`, ago(4 * DAY))),
    ])
    await index()
    const found = await sees({ keywords: ['чайник'] }, '10.7.3.1')
    expect(found.total).toBe(16)
    expect(found.samples.length).toBeGreaterThan(0)
    for (const sample of found.samples) {
      expect(sample).toMatchObject({ group: null, url: null })
      expect(sample.text).toMatch(/^Чайник ставит •••, ароматный чабрец/)
      expect(Object.keys(sample)).not.toContain('author')
    }
    const words = found.noisyWords.map(({ word }) => word)
    expect(words).toContain('чабрец')
    expect(words.filter((word) => /пантелеймон|добронравов/.test(word))).toEqual([])
    // A customer without a project is shown no more; one who has one reads it whole.
    const stranger = await world.customer('stranger')
    const foundBefore = await stranger.asks('projects', 'previewProject', fields({ keywords: ['чайник'] }))
    expect(foundBefore.noisyWords).toEqual(found.noisyWords)
    const whole = (await preview({ keywords: ['чайник'] })).noisyWords.map(({ word }) => word)
    expect(whole.filter((word) => /пантелеймон|добронравов/.test(word))).toHaveLength(2)
  })

  it('may ask for so many phrases, and so often', async () => {
    const list = (count: number) => Array.from({ length: count }, (_, n) => `самовар${n}`)
    const most = { keywords: list(10), context: list(10), excludedKeywords: list(30) }
    expect(await asks(most, '10.7.4.1')).toMatchObject({ status: 'ok' })
    for (const [field, phrases] of Object.entries(most)) {
      expect(await asks({ ...most, [field]: [...phrases, 'чайник'] }, '10.7.4.2')).toMatchObject({
        code: 'VALIDATION_FAILED',
        details: { keyword: 'maxItems', dataPath: `/${field}`, params: { limit: phrases.length } },
      })
    }
    expect(await anna.asks('projects', 'previewProject', fields({ ...most, keywords: list(11) }))).toMatchObject({
      mistakes: [],
    })
    const codes: string[] = []
    for (let n = 0; n < 16; n += 1) {
      const answer = await asks({ keywords: ['самовар'] }, '10.7.4.3')
      codes.push(answer.status === 'ok' ? 'ok' : answer.code)
    }
    expect(codes).toEqual([...Array.from({ length: 15 }, () => 'ok'), 'RATE_LIMIT_EXCEEDED'])
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
