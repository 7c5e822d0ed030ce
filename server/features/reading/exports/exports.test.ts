import { randomBytes } from 'node:crypto'
import type { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import type { InputOf } from '../../../../contract/call.ts'
import { EXPORT_HOURS, type Export, type exports } from '../../../../contract/reading/exports.ts'
import { exportsFeature } from './exports.feature.ts'
import { DAY, HOUR, MINUTE } from '../../../kit/clock.ts'
import type { AppContext } from '../../../kit/context.ts'
import { codeOf } from '../../../testing/read-answer.ts'
import type { TestUser } from '../../../testing/test-user.ts'
import { groups, openTestWorld, paid, trial, type TestWorld } from '../../../testing/test-world.ts'
import { pasteGroups } from '../../watching/groups/groups.samples.ts'
import { resumeExports } from './keep-exports.ts'
import { makeExport, MAX_ATTEMPTS } from './make-export.ts'
import { PIECE_BYTES } from './pieces.ts'
import { readCsv, readXlsx } from './read-files.samples.ts'
import { holdLockQuery } from '../../../kit/locks.ts'

type Order = InputOf<typeof exports.createExport>

let world: TestWorld
let anna: TestUser
let context: AppContext
let product: { type: 'category'; id: number }
/** That was begun last. */
let thread: Worker
const noteThread = (begun: Worker): void => void (thread = begun)
beforeAll(async () => {
  process.on('worker', noteThread)
  world = await openTestWorld()
  context = world
  await world.looksFor('photographers', 'фотограф')
  await world.looksFor('video', 'видеограф')
  anna = await world.customer('anna', paid('photographers'))
  product = { type: 'category', id: await world.categoryId('photographers') }
})
afterAll(async () => {
  process.off('worker', noteThread)
  await world.close()
})
beforeEach(() => world.db.deleteFrom('callCounts').execute())
afterEach(async () => {
  await world.db.deleteFrom('exports').execute()
  await world.db.deleteFrom('feedItems').execute()
  await world.settle()
})

const days = { from: '2026-10-31T21:00:00Z', to: '2026-11-20T21:00:00Z' }
const order = (more: Partial<Order> = {}): Order => ({ kind: 'messages', format: 'csv', product, ...days, ...more })

/** Ordered, made and read. */
async function exported(
  more: Partial<Order> = {},
  person = anna,
): Promise<{ bytes: Buffer; headers: Record<string, unknown>; made: Export }> {
  const { id } = (await person.asks('exports', 'createExport', order(more))).export
  await world.settle()
  const { exports: listed } = await person.asks('exports', 'listExports', {})
  const made = listed.find((each) => each.id === id)
  if (!made) throw new Error('it is not listed')
  const { statusCode, rawPayload, headers } = await download(id, person)
  expect(statusCode).toBe(200)
  return { bytes: rawPayload, headers, made }
}
const download = (id: number | string, { token }: { token: string | null } = anna) =>
  world.web.app.inject({
    url: `/api/feed/export/${id}/file`,
    headers: token === null ? {} : { cookie: `echolot=${token}` },
  })
const csvOf = async (more: Partial<Order> = {}, person = anna) =>
  readCsv((await exported(more, person)).bytes.toString())
const textsOf = async (more: Partial<Order> = {}, person = anna) =>
  (await csvOf(more, person)).slice(1).map((row) => row[9])
const row = (id: number) => world.db.selectFrom('exports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const pieces = (id: number) =>
  world.db.selectFrom('exportPieces').select('position').where('exportId', '=', id).orderBy('position').execute()

describe('exports.createExport', () => {
  it('says what is missing, one thing at a time', async () => {
    const refused = (more: Partial<Order>) =>
      anna.isRefused('exports', 'createExport', { kind: 'users', format: 'csv', ...more })
    const { from, to } = days
    expect(await refused({})).toBe('EXPORT_PRODUCT_REQUIRED')
    expect(await refused({ product: { type: 'category', id: await world.categoryId('video') } })).toBe(
      'EXPORT_PRODUCT_REQUIRED',
    )
    expect(await refused({ product: { type: 'project', id: product.id } })).toBe('EXPORT_PRODUCT_REQUIRED')
    expect(await refused({ product })).toBe('EXPORT_RANGE_REQUIRED')
    expect(await refused({ product, from })).toBe('EXPORT_RANGE_REQUIRED')
    expect(await refused({ product, to })).toBe('EXPORT_RANGE_REQUIRED')
    expect(await refused({ product, from: to, to: from })).toBe('EXPORT_RANGE_REQUIRED')
    expect(await refused({ product, from, to: from })).toBe('EXPORT_RANGE_REQUIRED')
    expect(await refused({ product, from: '2015-12-31T00:00:00+03:00', to })).toBe('FILTER_RANGE_TOO_EARLY')
    expect(await refused({ product, from, to })).toBe('EXPORT_NETWORK_REQUIRED')
    expect(await refused({ product, from, to, network: 'vk' })).toBe('EXPORT_EMPTY')
    expect(await world.ask('exports', 'createExport', order(), anna)).toMatchObject({
      message: 'По данным параметрам нет результатов',
    })
  })

  it('is refused to guests, and for what is invalid or not the person’s', async () => {
    expect(codeOf(await world.ask('exports', 'createExport', order()))).toBe('UNAUTHORIZED')
    for (const more of [
      { kind: 'groups' },
      { format: 'pdf' },
      { from: 'вчера' },
      { network: 'myspace' },
      { product: { type: 'category' } },
    ]) {
      expect(await anna.isRefused('exports', 'createExport', order(more as Partial<Order>))).toBe('VALIDATION_FAILED')
    }
    const boris = await world.customer('boris', paid('photographers'))
    expect(await anna.isRefused('exports', 'createExport', order({ filterId: boris.filterId }))).toBe(
      'FILTER_NOT_FOUND',
    )
  })

  it('takes what waits to be made, at most two of a person, even when all come at once', async () => {
    await world.post('Ищу фотографа')
    const codes = await Promise.all(
      Array.from({ length: 6 }, async () => codeOf(await world.ask('exports', 'createExport', order(), anna))),
    )
    expect(codes.sort()).toEqual([...Array.from({ length: 4 }, () => 'EXPORT_LIMIT_REACHED'), 'ok', 'ok'])
    const carol = await world.customer('carol', paid('photographers'))
    expect((await carol.asks('exports', 'createExport', order())).export).toMatchObject({
      status: 'waiting',
      done: 0,
      total: 0,
      bytes: 0,
    })
    await world.settle()
    expect((await anna.asks('exports', 'createExport', order())).export.status).toBe('waiting')
  })
})

describe('a file of messages', () => {
  async function postAll(): Promise<void> {
    await world.post('Ищу фотографа на свадьбу;\n"срочно" в Казани', {
      publishedAt: new Date('2026-11-19T20:30:00Z'),
      url: 'https://vk.com/wall-1_2',
      author: { externalId: 'anna-i', name: 'Анна И.', url: 'https://vk.com/anna' },
      group: { externalId: 'kazan', name: 'Казань', url: 'https://vk.com/kazan' },
    })
    await world.post('=cmd() нужен фотограф', {
      network: 'telegram',
      kind: 'comment',
      demo: true,
      publishedAt: new Date('2026-11-19T09:00:00Z'),
      author: { externalId: 'plus', name: '+7 фотограф' },
      group: { externalId: 'chat', name: 'Чат' },
    })
  }
  const columns = [
    'Дата и время',
    'Сеть',
    'Вид',
    'Продукт',
    'Место',
    'Автор',
    'Адрес автора',
    'Группа',
    'Адрес группы',
    'Текст',
    'Ключевое слово',
    'Адрес сообщения',
    'Заметка',
    'Избранное',
    'Намерение',
    'Статус лида',
    'Ответственный',
  ]

  test('as csv holds what the feed shows, in the person’s hours and in Russian', async () => {
    await postAll()
    const { id } = (await anna.asks('feed', 'queryFeed', { filterId: anna.filterId })).messages[1] ?? { id: 0 }
    await anna.asks('marks', 'setNote', { id, text: '-позвонить' })
    await anna.asks('marks', 'setFavorite', { id, value: true })
    await anna.asks('leads', 'takeLead', { id })
    const { bytes, headers, made } = await exported()
    expect(readCsv(bytes.toString())).toEqual([
      columns,
      [
        '19.11.2026 12:00',
        'Telegram',
        'комментарий, демо',
        'Фотографы',
        '',
        "'+7 фотограф",
        '',
        'Чат',
        '',
        "'=cmd() нужен фотограф",
        'фотограф',
        '',
        '',
        '',
        expect.stringMatching(/^(холодный|тёплый|горячий)$/),
        'Новый',
        '',
      ],
      [
        '19.11.2026 23:30',
        'ВКонтакте',
        'пост',
        'Фотографы',
        'Казань',
        'Анна И.',
        'https://vk.com/anna',
        'Казань',
        'https://vk.com/kazan',
        'Ищу фотографа на свадьбу;\n"срочно" в Казани',
        'фотографа',
        'https://vk.com/wall-1_2',
        'anna: -позвонить',
        'да',
        expect.stringMatching(/^(холодный|тёплый|горячий)$/),
        'В работе',
        'anna',
      ],
    ])
    expect(made).toEqual({
      id: made.id,
      kind: 'messages',
      format: 'csv',
      status: 'ready',
      done: 2,
      total: 2,
      fileName: 'Эхолот, Фотографы, 01.11–20.11.2026.csv',
      bytes: bytes.length,
      createdAt: world.clock.now().toISOString(),
      expiresAt: new Date(world.clock.now().getTime() + EXPORT_HOURS * HOUR).toISOString(),
    })
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-length': String(bytes.length),
      'cache-control': 'private, no-store',
      'content-disposition': `attachment; filename="file.csv"; filename*=UTF-8''${encodeURIComponent(made.fileName)}`,
    })
  })

  it('of the whole feed holds every product once, and what fits two of them as the feed does', async () => {
    const hugo = await world.customer('hugo', paid('photographers'), paid('video'))
    await world.project(hugo, { name: 'Скрипки', keywords: ['скрипка'] })
    await world.settle()
    await world.post('Фотограф снимет скрипку')
    await world.post('Ищу фотографа на юбилей')
    await world.post('Погода')
    const file = await exported({ product: 'all' }, hugo)
    expect(file.made.fileName).toBe('Эхолот, вся лента, 01.11–20.11.2026.csv')
    const { messages } = await hugo.asks('feed', 'queryFeed', { filterId: hugo.filterId })
    expect(
      readCsv(file.bytes.toString())
        .slice(1)
        .map((cells) => cells[9]),
    ).toEqual(messages.map(({ text }) => text))
    expect(messages).toHaveLength(2)
  })

  it('of a project and of groups is named by what it holds, and holds nothing else', async () => {
    const gleb = await world.customer('gleb', paid('photographers'), groups(10))
    await pasteGroups(world, gleb, 'vk.com/klub')
    const { groups: listed } = await gleb.asks('groups', 'listGroups', {})
    const project = await world.project(gleb, { name: 'Свадьбы: «Белое/Чёрное»', keywords: ['рояль'] })
    const unnamed = await world.project(gleb, { keywords: ['рояль'] })
    await world.settle()
    await world.post('Фотограф снимет рояль')
    await world.post('Ищу фотографа на юбилей')
    await world.post('Погода', { group: { externalId: 'klub', name: 'Клуб' } })
    const made = async (type: 'project' | 'group', id: number) => {
      const file = await exported({ product: { type, id } }, gleb)
      return {
        name: file.made.fileName,
        texts: readCsv(file.bytes.toString())
          .slice(1)
          .map((cells) => cells[9]),
      }
    }
    expect(await made('project', project)).toEqual({
      name: 'Эхолот, Свадьбы «Белое Чёрное», 01.11–20.11.2026.csv',
      texts: ['Фотограф снимет рояль'],
    })
    expect(await made('group', listed[0]?.monitoredGroupset ?? 0)).toEqual({
      name: 'Эхолот, Группы, 01.11–20.11.2026.csv',
      texts: ['Погода'],
    })
    const ordered = await gleb.asks('exports', 'createExport', order({ product: { type: 'project', id: unnamed } }))
    expect(ordered.export.fileName).toBe('Эхолот, Проект 2, 01.11–20.11.2026.csv')
  })

  test('as xlsx is a table with real dates, the same texts and addresses to click', async () => {
    await postAll()
    const { bytes, headers } = await exported({ format: 'xlsx' })
    const { rows, links } = readXlsx(bytes)
    expect(Object.values(rows[0] ?? {})).toEqual(columns)
    expect(rows.map((cells, place) => cells[`J${place + 1}`]).slice(1)).toEqual([
      '=cmd() нужен фотограф',
      'Ищу фотографа на свадьбу;\n"срочно" в Казани',
    ])
    expect(rows[2]?.A3).toBeCloseTo((Date.UTC(2026, 10, 19, 23, 30) - Date.UTC(1899, 11, 30)) / DAY, 5)
    expect(links).toEqual({ L3: 'https://vk.com/wall-1_2' })
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  })

  test('as html is a page that runs nothing', async () => {
    await postAll()
    await world.post('<img src=x onerror=alert(1)> фотограф')
    const page = (await exported({ format: 'html' })).bytes.toString()
    expect(page.match(/<article>/g)).toHaveLength(3)
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt; фотограф')
    expect(page).not.toMatch(/<img|<script/)
    expect(page).toContain('<title>Эхолот, Фотографы, 01.11–20.11.2026</title>')
    expect(page).toContain('<a href="https://vk.com/anna" rel="noopener noreferrer">Анна И.</a>')
  })

  test('holds the days that were asked for, half-open', async () => {
    const moments = {
      рано: '2026-10-31T20:59:59Z',
      сначала: '2026-10-31T21:00:00Z',
      наконец: '2026-11-09T20:59:59Z',
      поздно: '2026-11-09T21:00:00Z',
    }
    for (const [when, moment] of Object.entries(moments))
      await world.post(`фотограф ${when}`, { publishedAt: new Date(moment) })
    expect(await textsOf({ to: '2026-11-10T00:00:00+03:00' })).toEqual(['фотограф наконец', 'фотограф сначала'])
  })

  test('holds what the feed shows: no spam, nobody on the black list, one of the same texts, what a filter lets through', async () => {
    await world.post('Ищу фотографа на юбилей, двадцать человек, вечер субботы', {
      author: { externalId: 'a-1', name: 'А' },
    })
    await world.post('Ищу фотографа на юбилей, двадцать человек, вечер субботы!', {
      author: { externalId: 'a-2', name: 'Б' },
      group: { externalId: 'g-2', name: 'Г' },
    })
    await world.post('Спам: фотограф', { author: { externalId: 'a-3', name: 'В' } })
    await world.post('Чёрный список: фотограф', { author: { externalId: 'a-4', name: 'Г' } })
    await world.post('Нужен фотограф в студию', { network: 'ok', author: { externalId: 'a-5', name: 'Д' } })
    await world.post('Нужен видеограф')
    const { messages } = await anna.asks('feed', 'queryFeed', { filterId: anna.filterId })
    const found = (text: string) => messages.find((message) => message.text.startsWith(text))
    await anna.asks('marks', 'markSpam', { id: found('Спам')?.id ?? 0 })
    await anna.asks('marks', 'addToBlackList', { id: found('Чёрный')?.userId ?? 0 })
    const shown = (await anna.asks('feed', 'queryFeed', { filterId: anna.filterId })).messages.map(({ text }) => text)
    expect(shown).toHaveLength(2)
    expect(await textsOf()).toEqual(shown)
    expect(await textsOf({ network: 'ok' })).toEqual(['Нужен фотограф в студию'])
    const { filter } = await anna.asks('filters', 'createFilter', {
      name: 'Юбилеи',
      includedWords: ['юбилей'],
      recentDays: 1,
      networks: ['vk'],
    })
    expect(await textsOf({ filterId: filter.id })).toEqual(['Ищу фотографа на юбилей, двадцать человек, вечер субботы'])
    expect(await anna.isRefused('exports', 'createExport', order({ filterId: filter.id, network: 'ok' }))).toBe(
      'EXPORT_EMPTY',
    )
  })

  test('holds what is handled; by a filter it is what that shows', async () => {
    for (const job of ['на свадьбу', 'для каталога']) await world.post(`Ищу фотографа ${job}`)
    const reader = await world.customer('done', paid('photographers'))
    const [newest] = (await reader.asks('feed', 'queryFeed', { filterId: reader.filterId })).messages
    await reader.asks('marks', 'setHandled', { id: newest?.id ?? 0, value: true })
    const [all, shown] = [await textsOf({}, reader), await textsOf({ filterId: reader.filterId }, reader)]
    expect(all).toEqual([newest?.text, ...shown])
    const { filter } = await reader.asks('filters', 'createFilter', { name: 'Разобранное', handled: 'only' })
    expect(await textsOf({ filterId: filter.id }, reader)).toEqual([newest?.text])
  })

  test('on trial holds nothing of the newest days', async () => {
    await world.post('фотограф сегодня')
    await world.post('фотограф прежде', { publishedAt: new Date(world.clock.now().getTime() - 3 * DAY - 1) })
    const tester = await world.customer('tester', trial('photographers'))
    expect(await textsOf({}, tester)).toEqual(['фотограф прежде'])
  })

  test('longer than its limit is cut, and says so', async () => {
    for (const number of ['один', 'два', 'три']) await world.post(`фотограф ${number}`)
    const { id } = (await anna.asks('exports', 'createExport', order())).export
    await makeExport(context, id, 2)
    const rows = readCsv((await download(id)).body)
    expect(rows.map((fields) => fields[9])).toEqual(['Текст', 'фотограф три', 'фотограф два', undefined])
    expect(rows.at(-1)).toEqual([
      'В файл вошли самые новые: 2 сообщения. Чтобы увидеть остальное, укажите диапазон короче',
    ])
    expect(await row(id)).toMatchObject({ status: 'ready', done: 2, total: 2 })
  })
})

describe('a file of users', () => {
  it('holds every author once, the one who wrote last first', async () => {
    const mary = { externalId: 'mary', name: 'Мария', url: 'https://vk.com/mary', city: 'Тверь' }
    await world.post('фотограф один', { author: mary, publishedAt: new Date('2026-11-18T09:00:00Z') })
    await world.post('фотограф два', {
      author: { externalId: 'oleg', name: '@oleg' },
      publishedAt: new Date('2026-11-19T09:00:00Z'),
    })
    await world.post('фотограф три', { author: mary, publishedAt: new Date('2026-11-20T09:00:00Z') })
    await world.post('фотограф без автора', { author: null, publishedAt: new Date('2026-11-20T10:00:00Z') })
    await world.post('фотограф давно', { author: mary, publishedAt: new Date('2026-11-17T09:00:00Z') })
    await world.post('фотограф в другой сети', { network: 'ok', author: { externalId: 'ok-1', name: 'О' } })
    const people = { kind: 'users', network: 'vk' } as const
    const { bytes, made } = await exported(people)
    expect(readCsv(bytes.toString())).toEqual([
      [
        'Автор',
        'Адрес автора',
        'Сеть',
        'Место',
        'Сообщений',
        'Первое сообщение',
        'Последнее сообщение',
        'Последний текст',
      ],
      [
        'Мария',
        'https://vk.com/mary',
        'ВКонтакте',
        'Тверь',
        '3',
        '17.11.2026 12:00',
        '20.11.2026 12:00',
        'фотограф три',
      ],
      ["'@oleg", '', 'ВКонтакте', expect.any(String), '1', '19.11.2026 12:00', '19.11.2026 12:00', 'фотограф два'],
    ])
    expect(made).toMatchObject({
      status: 'ready',
      done: 2,
      total: 2,
      fileName: 'Эхолот, Фотографы, авторы, 01.11–20.11.2026.csv',
    })
    const { rows } = readXlsx((await exported({ ...people, format: 'xlsx' })).bytes)
    expect(rows[1]).toMatchObject({ A2: 'Мария', E2: 3, H2: 'фотограф три' })
    expect((await exported({ ...people, format: 'html' })).bytes.toString()).toContain('<dt>Сообщений</dt><dd>3</dd>')
  })

  it('of messages nobody signed is empty', async () => {
    await world.post('фотограф без автора', { author: null })
    const { id } = (await anna.asks('exports', 'createExport', order({ kind: 'users', network: 'vk' }))).export
    await world.settle()
    expect((await anna.asks('exports', 'listExports', {})).exports).toMatchObject([
      { id, status: 'empty', done: 0, total: 0, bytes: 0 },
    ])
    expect(codeOf((await download(id)).json())).toBe('EXPORT_NOT_FOUND')
    expect(await pieces(id)).toEqual([])
  })
})

describe('the way of an export', () => {
  it('is announced to every tab of the person, and to nobody else', async () => {
    const stranger = await world.customer('stranger', paid('photographers'))
    const [tab, other, theirs] = await Promise.all([anna.connects(), anna.connects(), stranger.connects()])
    await world.post('фотограф')
    const { id } = (await tab.asks('exports', 'createExport', order())).export
    await world.settle()
    await expect.poll(() => tab.heard['feed.export'].at(-1)).toMatchObject({ id, status: 'ready', done: 1, total: 1 })
    await expect.poll(() => other.heard['feed.export'].at(-1)).toEqual(tab.heard['feed.export'].at(-1))
    expect(theirs.heard['feed.export']).toEqual([])
    other.heard['feed.export'].length = 0
    await world.missNotices(async () => {})
    await expect.poll(() => other.heard['feed.export']).toMatchObject([{ id, status: 'ready' }])
    for (const each of [tab, other, theirs]) each.close()
  })

  it('begins again after a failure, without doubling pieces, and is given up in the end', async () => {
    // No two alike: copies would be one card.
    const words = () => Array.from({ length: 500 }, () => randomBytes(3).toString('hex')).join(' ')
    await world.receive(Array.from({ length: 100 }, () => world.message(`фотограф ${words()}`)))
    await sql`create function stumble() returns trigger language plpgsql as $$ begin raise exception 'stumbled'; end $$`.execute(
      world.db,
    )
    await sql`create trigger stumble before insert on export_pieces for each row when (new.position = 1) execute function stumble()`.execute(
      world.db,
    )
    const { id } = (await anna.asks('exports', 'createExport', order({ format: 'html' }))).export
    await world.settle()
    expect(await row(id)).toMatchObject({ status: 'waiting', done: 0, bytes: 0, error: 'stumbled' })
    expect(await pieces(id)).toEqual([])
    const { id: hopeless } = (await anna.asks('exports', 'createExport', order({ format: 'html' }))).export
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1)
      await expect(makeExport(context, hopeless)).rejects.toThrow('stumbled')
    await makeExport(context, hopeless)
    expect(await row(hopeless)).toMatchObject({ status: 'failed', error: 'stumbled' })
    await sql`drop function stumble cascade`.execute(world.db)

    await makeExport(context, id)
    const { bytes, done } = await row(id)
    expect({ done, pieces: await pieces(id) }).toEqual({
      done: 100,
      pieces: Array.from({ length: Math.ceil(bytes / PIECE_BYTES) }, (_, position) => ({ position })),
    })
    const { rawPayload, body } = await download(id)
    expect([rawPayload.length, body.match(/<article>/g)?.length]).toEqual([bytes, 100])
    expect(bytes).toBeGreaterThan(PIECE_BYTES)
    await makeExport(context, hopeless)
    expect((await row(hopeless)).status).toBe('failed')
  })

  it('does not end with the worker that made it', async () => {
    await world.post('фотограф')
    const { id } = (await anna.asks('exports', 'createExport', order())).export
    await world.db.transaction().execute(async (tx) => {
      await tx.updateTable('exports').set({ status: 'active', done: 7 }).where('id', '=', id).execute()
      await tx
        .insertInto('exportPieces')
        .values([0, 1].map((position) => ({ exportId: id, position, bytes: Buffer.from('обрывок') })))
        .execute()
    })
    // While someone holds its lock, it is being made.
    const maker = await world.database.pool.connect()
    await maker.query(holdLockQuery('export', id))
    expect(await resumeExports(world.db, world.clock)).toBe(0)
    await makeExport(context, id)
    expect((await row(id)).status).toBe('active')
    await world.db
      .transaction()
      .execute((tx) =>
        sql`select pg_terminate_backend(${(maker as unknown as { processID: number }).processID}::int, 5000)`.execute(
          tx,
        ),
      )
    maker.release(true)

    expect(await resumeExports(world.db, world.clock)).toBe(1)
    expect(await resumeExports(world.db, world.clock)).toBe(0)
    expect(await row(id)).toMatchObject({ status: 'waiting' })
    await world.settle()
    expect(await row(id)).toMatchObject({ status: 'ready', done: 1 })
    expect(await pieces(id)).toEqual([{ position: 0 }])
    expect((await download(id)).body).not.toContain('обрывок')
  })

  it('that loses its connection is put back, and writes no more', async () => {
    for (let post = 0; post < 3; post += 1) await world.post(`фотограф ${post}`)
    const { id } = (await anna.asks('exports', 'createExport', order())).export
    await sql`create function cut() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`.execute(
      world.db,
    )
    await sql`create trigger cut before insert on export_pieces for each row execute function cut()`.execute(world.db)
    await expect(makeExport(context, id)).rejects.toThrow()
    await sql`drop function cut cascade`.execute(world.db)
    expect(await row(id)).toMatchObject({ status: 'waiting' })
    await makeExport(context, id)
    expect(await row(id)).toMatchObject({ status: 'ready', done: 3 })
  })

  it('whose thread is killed is put back, once nothing of it writes any more', async () => {
    await world.post('фотограф')
    const { id } = (await anna.asks('exports', 'createExport', order())).export
    await sql`create function linger() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(1); return new; end $$`.execute(
      world.db,
    )
    await sql`create trigger linger before insert on export_pieces for each row execute function linger()`.execute(
      world.db,
    )
    const waiting = async (statement: string) =>
      (
        await sql`select from pg_stat_activity
          where datname = current_database() and wait_event = 'advisory' and query like ${statement}`.execute(world.db)
      ).rows.length
    const writing = () => waiting('%insert into export_pieces%')
    let refused: Promise<void> | undefined
    await world.db.transaction().execute(async (tx) => {
      // What the thread writes is not over before this transaction is.
      await sql`select pg_advisory_xact_lock(1)`.execute(tx)
      refused = expect(makeExport(context, id)).rejects.toThrow('the thread that made it ended with 1')
      await expect.poll(writing).toBe(1)
      await thread.terminate()
      // To put it back is to wait for the lock of the thread that makes it.
      await expect.poll(() => waiting('select pg_advisory_xact_lock(hashtextextended(%')).toBe(1)
      expect([await writing(), (await row(id)).status]).toEqual([1, 'active'])
    })
    await refused
    expect(await writing()).toBe(0)
    expect(await row(id)).toMatchObject({ status: 'waiting', done: 0, error: 'the thread that made it ended with 1' })
    expect(await pieces(id)).toEqual([])
    await sql`drop function linger cascade`.execute(world.db)
    await makeExport(context, id)
    expect(await row(id)).toMatchObject({ status: 'ready', done: 1, error: null })
  })
})

describe('the thread that makes exports', () => {
  it('makes the next one too, and is replaced when it has ended meanwhile', async () => {
    await world.post('фотограф')
    await exported()
    const first = thread
    await exported({ format: 'html' })
    expect(thread).toBe(first)
    await first.terminate()
    expect((await exported()).made).toMatchObject({ status: 'ready', done: 1 })
    expect(thread).not.toBe(first)
  })
})

describe('exports.listExports', () => {
  it('lists the person’s own, the newest first, as long as they are kept', async () => {
    const zoe = await world.customer('zoe', paid('photographers'))
    await world.post('фотограф')
    const first = (await zoe.asks('exports', 'createExport', order())).export.id
    await world.settle()
    world.clock.advance(MINUTE)
    const second = (await zoe.asks('exports', 'createExport', order({ format: 'html' }))).export.id
    await world.settle()
    const listed = async () => (await zoe.asks('exports', 'listExports', {})).exports.map(({ id }) => id)
    expect(await listed()).toEqual([second, first])
    expect((await anna.asks('exports', 'listExports', {})).exports).toEqual([])
    expect(codeOf(await world.ask('exports', 'listExports', {}))).toBe('UNAUTHORIZED')
    world.clock.advance(EXPORT_HOURS * HOUR - MINUTE)
    expect(await listed()).toEqual([second])
    expect(codeOf((await download(first, zoe)).json())).toBe('EXPORT_NOT_FOUND')
    expect((await download(second, zoe)).statusCode).toBe(200)
    const sweep = exportsFeature.jobs.find(({ name }) => name === 'delete-old-exports') as {
      run(context: AppContext): Promise<void>
    }
    await sweep.run(context)
    expect((await world.db.selectFrom('exports').select('id').execute()).map(({ id }) => id)).toEqual([second])
    expect(await pieces(first)).toEqual([])
    world.clock.advance(-EXPORT_HOURS * HOUR)
  })
})

describe('exports.getExportFile', () => {
  it('is refused to guests, to strangers, before it is ready, for what is no number, and over the socket', async () => {
    await world.post('фотограф')
    const stranger = await world.customer('curious', paid('photographers'))
    const { id } = (await anna.asks('exports', 'createExport', order())).export
    const refusalOf = async (asked: number | string, person: { token: string | null }) => {
      const response = await download(asked, person)
      return [response.statusCode, codeOf(response.json())]
    }
    expect(await refusalOf(id, anna)).toEqual([404, 'EXPORT_NOT_FOUND'])
    await world.settle()
    expect((await download(id, anna)).statusCode).toBe(200)
    expect(await refusalOf(id, { token: null })).toEqual([401, 'UNAUTHORIZED'])
    expect(await refusalOf(id, stranger)).toEqual([404, 'EXPORT_NOT_FOUND'])
    expect(await refusalOf(id + 1000, anna)).toEqual([404, 'EXPORT_NOT_FOUND'])
    expect(await refusalOf('first', anna)).toEqual([422, 'VALIDATION_FAILED'])
    const tab = await anna.connects()
    expect(codeOf(await tab.answers('exports', 'getExportFile', { id }))).toBe('HTTP_ONLY')
    tab.close()
  })

  it('never passes a part for the whole where the file is gone meanwhile', async () => {
    await world.post('фотограф')
    const { id } = (await exported()).made
    const fetched = () =>
      fetch(`${world.web.address}/api/feed/export/${id}/file`, { headers: { cookie: `echolot=${anna.token}` } })
    await world.db
      .updateTable('exports')
      .set({ bytes: 3 * PIECE_BYTES })
      .where('id', '=', id)
      .execute()
    await world.db
      .updateTable('exportPieces')
      .set({ bytes: Buffer.alloc(PIECE_BYTES) })
      .where('exportId', '=', id)
      .execute()
    const begun = await fetched()
    expect([begun.status, begun.headers.get('content-length')]).toEqual([200, String(3 * PIECE_BYTES)])
    await expect(begun.text()).rejects.toThrow()
    await world.db.deleteFrom('exportPieces').where('exportId', '=', id).execute()
    const none = await fetched()
    expect([none.status, none.headers.get('content-disposition'), await none.json()]).toEqual([
      500,
      null,
      expect.objectContaining({ type: 'defect', message: 'Ошибка сервера' }),
    ])
  })
})

describe('exports.deleteExport', () => {
  it('deletes the file, and is refused to guests and strangers', async () => {
    await world.post('фотограф')
    const { id } = (await exported()).made
    const stranger = await world.customer('passerby')
    expect(codeOf(await world.ask('exports', 'deleteExport', { id }))).toBe('UNAUTHORIZED')
    expect(await stranger.isRefused('exports', 'deleteExport', { id })).toBe('EXPORT_NOT_FOUND')
    expect(await anna.isRefused('exports', 'deleteExport', { id: 'all' } as never)).toBe('VALIDATION_FAILED')
    await anna.asks('exports', 'deleteExport', { id })
    expect(await anna.isRefused('exports', 'deleteExport', { id })).toBe('EXPORT_NOT_FOUND')
    expect(await pieces(id)).toEqual([])
  })

  it('takes back what waits, and what is being made', async () => {
    await world.post('фотограф')
    const ordered = async () => (await anna.asks('exports', 'createExport', order())).export.id
    const waiting = await ordered()
    await anna.asks('exports', 'deleteExport', { id: waiting })
    await world.settle()
    const active = await ordered()
    await sql`create function gone() returns trigger language plpgsql as $$ begin delete from exports where id = new.id; return null; end $$`.execute(
      world.db,
    )
    await sql`create trigger gone after update on exports for each row when (new.status = 'active') execute function gone()`.execute(
      world.db,
    )
    await makeExport(context, active)
    await sql`drop function gone cascade`.execute(world.db)
    expect((await anna.asks('exports', 'listExports', {})).exports).toEqual([])
    expect(await world.db.selectFrom('exportPieces').select('position').execute()).toEqual([])
  })
})
