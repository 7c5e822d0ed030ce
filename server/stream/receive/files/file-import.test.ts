import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestWorld, type TestWorld } from '../../../testing/test-world.ts'
import { readSourceCursor, runSource, type BatchProgress } from '../../pipeline.ts'
import { openFileImport, type FileCursor, type FileImport, type FileImportOptions } from './file-import.ts'
import type { RawBatch } from '../shared/source.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'echolot-import-'))
})
afterAll(() => rm(folder, { recursive: true }))

let files = 0
async function fileWith(content: string | Buffer, name = 'messages.ndjson'): Promise<string> {
  files += 1
  const path = join(folder, `${files}-${name}`)
  await writeFile(path, content)
  return path
}
const line = (id: string | number, text = `Ищу фотографа ${id}`, more: Record<string, unknown> = {}) =>
  JSON.stringify({
    id: String(id),
    network: 'vk',
    kind: 'post',
    createdAt: '2026-11-20T11:00:00Z',
    authorId: 'a1',
    groupId: 'g1',
    text,
    ...more,
  })
const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => line(from + n)).join('\n')

async function read(
  { source }: FileImport,
  cursor: FileCursor | null = null,
  signal = new AbortController().signal,
): Promise<RawBatch<FileCursor>[]> {
  const batches: RawBatch<FileCursor>[] = []
  for await (const batch of source.read(cursor, signal)) batches.push(batch)
  return batches
}
const idsOf = (batches: RawBatch<FileCursor>[]) =>
  batches.flatMap(({ messages }) => messages.map(({ externalId }) => externalId))

describe('reading', () => {
  it('goes in batches of lines, and the last one says that there are no more', async () => {
    const batches = await read(await openFileImport(await fileWith(lines(0, 25)), { batch: 10 }))
    expect(batches.map(({ messages, cursor }) => [messages.length, cursor.line, cursor.done])).toEqual([
      [10, 10, false],
      [10, 20, false],
      [5, 25, true],
    ])
    expect(idsOf(batches)).toEqual(Array.from({ length: 25 }, (_, n) => String(n)))
  })

  it('goes on after any batch, and has nothing after the last', async () => {
    const file = await openFileImport(await fileWith(lines(0, 25)), { batch: 10 })
    const [first, , last] = await read(file)
    expect(idsOf(await read(file, first?.cursor))).toEqual(Array.from({ length: 15 }, (_, n) => String(n + 10)))
    expect(await read(file, last?.cursor)).toEqual([])
    expect(await read(await openFileImport(await fileWith(lines(0, 25)), { again: true }), last?.cursor)).toHaveLength(
      1,
    )
  })

  it.each([
    ['plain', 'a.ndjson', (text: string) => Buffer.from(text)],
    ['gzip', 'a.gz', gzipSync],
    ['Zstandard', 'a.zst', zstdCompressSync],
  ] as const)('%s is known by what is in it, whatever its name', async (_, name, packed) => {
    for (const called of [name, 'messages']) {
      const batches = await read(await openFileImport(await fileWith(packed(lines(0, 3)), called)))
      expect(idsOf(batches)).toEqual(['0', '1', '2'])
    }
  })

  it('the same file under another name is the same source, another file is another', async () => {
    const [one, copy, other] = await Promise.all(
      [lines(0, 3), lines(0, 3), lines(0, 4)].map(async (text, n) =>
        openFileImport(await fileWith(text, `${n}.ndjson`)),
      ),
    )
    expect(copy?.source.name).toBe(one?.source.name)
    expect(other?.source.name).not.toBe(one?.source.name)
  })

  it('mistakes are reported by line and stop nothing', async () => {
    const text = [
      `\ufeff${line(1)}`,
      '',
      'мусор',
      line(2),
      line(3, 'Привет', { network: 'icq' }),
      '  ',
      Buffer.from([0xff, 0xfe, 0x41]).toString('latin1'),
      line(4),
    ]
    const bytes = Buffer.concat([
      Buffer.from(`${text.slice(0, 6).join('\n')}\n`),
      Buffer.from([0x22, 0xff, 0x22, 0x0a]),
      Buffer.from(`${line(4)}\r\n`),
    ])
    const file = await openFileImport(await fileWith(bytes))
    const batches = await read(file)
    expect(idsOf(batches)).toEqual(['1', '2', '4'])
    expect(file.mistakes).toEqual([
      { line: 3, reason: 'не JSON: «мусор»' },
      { line: 5, reason: 'неизвестная сеть «icq», известны: vk, ok, telegram, youtube, bluesky, mastodon, rss, mixed' },
      { line: 7, reason: 'не UTF-8' },
    ])
    expect(batches.at(-1)?.cursor).toMatchObject({ line: 8, refused: 3, done: true })
  })

  it('counts every mistake and keeps the first hundred', async () => {
    const file = await openFileImport(await fileWith(`${lines(0, 1)}\n${'{}\n'.repeat(5_000)}`))
    expect((await read(file)).at(-1)?.cursor.refused).toBe(5_000)
    expect(file.mistakes).toHaveLength(100)
  })

  it('ends in the midst when it is asked to', async () => {
    const ending = new AbortController()
    const file = await openFileImport(await fileWith(lines(0, 100)), { batch: 10 })
    const ids: string[] = []
    for await (const { messages, cursor } of file.source.read(null, ending.signal)) {
      ids.push(...messages.map(({ externalId }) => externalId))
      if (cursor.line === 30) ending.abort()
    }
    expect(ids).toHaveLength(30)
  })
})

describe('with a speed', () => {
  const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 11, 0, second)).toISOString()
  const timed = [
    line(1, 'Раз', { createdAt: at(0) }),
    line(2, 'Два', { createdAt: at(0) }),
    line(3, 'Без времени', { createdAt: null }),
    line(4, 'Три', { createdAt: at(20) }),
    line(5, 'Раньше', { createdAt: at(5) }),
    line(6, 'Четыре', { createdAt: at(40) }),
  ]
  const open = async (options: FileImportOptions) => openFileImport(await fileWith(timed.join('\n')), options)

  it('messages come as far apart as they were written, so many times faster', async () => {
    const startedAt = performance.now()
    const came = new Map<string, number>()
    for await (const batch of (await open({ speed: 100 })).source.read(null, new AbortController().signal)) {
      const time = performance.now() - startedAt
      for (const id of idsOf([batch])) came.set(id, time)
    }
    expect([...came.keys()]).toEqual(['1', '2', '3', '4', '5', '6'])
    const [first = 0, second, third, fourth = 0, fifth, sixth = 0] = came.values()
    // There is no wait between messages of one moment, nor for one that was written earlier.
    expect([second, third, fifth]).toEqual([first, first, fourth])
    // A late reader has at once all that is due by then; that nothing is kept back for what is not, the next test shows, where that is hours away.
    // Timers may be late, and a few milliseconds early.
    expect(first).toBeLessThanOrEqual(fourth)
    expect(fourth).toBeGreaterThan(190)
    expect(sixth).toBeGreaterThan(390)
  })

  it('the waiting ends when it is asked to, and goes on with the message that was waited for', async () => {
    const ending = new AbortController()
    const { source } = await open({ speed: 0.001 })
    const batches: RawBatch<FileCursor>[] = []
    for await (const batch of source.read(null, ending.signal)) {
      batches.push(batch)
      // By then the next one is waited for.
      setTimeout(() => ending.abort(), 50)
    }
    expect(idsOf(batches)).toEqual(['1', '2', '3'])
    const rest = await openFileImport(await fileWith(timed.join('\n')))
    expect(idsOf(await read(rest, batches[0]?.cursor))).toEqual(['4', '5', '6'])
  })
})

describe('a file that cannot be read is reported in one sentence', () => {
  const broken = zstdCompressSync(
    Buffer.from(Array.from({ length: 20_000 }, (_, n) => line(n, `${Math.sin(n)}`)).join('\n')),
  )
  it.each([
    ['not there', 'messages.ndjson', null, /^Файла .+ нет: проверьте путь\.$/],
    ['empty', 'messages.ndjson', '', /^Файл .+ пуст\.$/],
    ['no NDJSON', 'readme.md', '# Эхолот\n\nСлушает сети', /не похож на NDJSON.+строка 1: не JSON: «# Эхолот»/],
    ['one JSON array', 'a.json', `[\n${'{"id":1},\n'.repeat(300)}]`, /не похож на NDJSON/],
    [
      'a picture',
      'a.png',
      Buffer.from(Array.from({ length: 5_000 }, (_, n) => (n * 37) % 256)),
      /не похож на NDJSON.+не UTF-8/,
    ],
    ['blank', 'a.ndjson', '\n\n \n', /не похож на NDJSON.+пустые строки/],
    ['named .zst', 'a.zst', 'ab', /назван \.zst, но сжатых данных в нём нет/],
    ['named .gz', 'a.gz', lines(0, 3), /назван \.gz, но сжатых данных в нём нет/],
    [
      'broken',
      'a.zst',
      broken.subarray(0, broken.length - 5_000),
      /^Архив .+ повреждён или не докачан: прочитано строк \d+,/,
    ],
  ] as const)('%s', async (_, name, content, sentence) => {
    const path = content === null ? join(folder, 'nothing.ndjson') : await fileWith(content, name)
    await expect(openFileImport(path).then((file) => read(file))).rejects.toThrow(sentence)
  })

  it('a folder', () => expect(openFileImport(folder)).rejects.toThrow('папка, а нужен файл'))

  it('and what was whole before the break is there', async () => {
    const file = await openFileImport(await fileWith(broken.subarray(0, broken.length - 5_000), 'cut.zst'))
    let got = 0
    let last = 0
    const reading = (async () => {
      for await (const { messages, cursor } of file.source.read(null, new AbortController().signal)) {
        got += messages.length
        last = cursor.line
      }
    })()
    await expect(reading).rejects.toThrow('повреждён')
    await expect(reading).rejects.toThrow(`прочитано строк ${last},`)
    expect(got).toBeGreaterThan(5_000)
  })
})

describe('through the stream', () => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld()
    await world.looksFor('photographers', 'ищу фотографа')
  })
  afterAll(() => world.close())

  async function importFile(
    path: string,
    options: FileImportOptions = {},
    until?: (progress: BatchProgress<FileCursor>) => boolean,
  ) {
    const file = await openFileImport(path, options)
    const ending = new AbortController()
    const sum = { read: 0, stored: 0, items: 0 }
    await runSource(
      { ...world, standingQueries: await world.standingQueries() },
      file.source,
      ending.signal,
      (progress) => {
        sum.read += progress.received
        sum.stored += progress.messages
        sum.items += progress.items
        if (until?.(progress)) ending.abort()
      },
    )
    return { file, ...sum }
  }
  const items = async () =>
    (await sql<{ count: number }>`select count(*) from feed_items`.execute(world.db)).rows[0]?.count

  it('a file stopped midway goes on under another name, and doubles nothing when it is read again', async () => {
    const text = `${lines(0, 400)}\n${lines(100, 200)}`
    const path = await fileWith(gzipSync(text), 'one.gz')
    const first = await importFile(path, { batch: 40 }, ({ cursor }) => cursor.line >= 120)
    expect(first.read).toBeLessThan(400)
    expect((await readSourceCursor<FileCursor>(world.database, first.file.source.name))?.line).toBe(first.read)

    const second = await importFile(await fileWith(gzipSync(text), 'other.gz'), { batch: 40 })
    expect(first.read + second.read).toBe(500)
    expect(first.stored + second.stored).toBe(400)
    expect(first.items + second.items).toBe(400)
    expect(await readSourceCursor<FileCursor>(world.database, first.file.source.name)).toMatchObject({
      line: 500,
      done: true,
    })

    expect(await importFile(path)).toMatchObject({ read: 0, stored: 0, items: 0 })
    expect(await importFile(path, { again: true })).toMatchObject({ read: 500, stored: 0, items: 0 })
    expect(await items()).toBe(400)
  })

  const sample = new URL('../../../../../shared/data/messages-sample.ndjson', import.meta.url)
  it.skipIf(!existsSync(sample))(
    'real messages of every network (skipped where ../shared/data/messages-sample.ndjson is absent)',
    async () => {
      const { file, ...sum } = await importFile(sample.pathname, { batch: 500 })
      expect(file.mistakes).toEqual([])
      expect(sum).toMatchObject({ read: 2_400, stored: 2_400 })
      const { rows } = await sql<{ network: string; count: number }>`
      select network, count(*) from messages where external_id in (select external_id from message_keys) group by network order by network`.execute(
        world.db,
      )
      expect(rows.map(({ network }) => network)).toEqual(['mixed', 'telegram', 'vk'])
      const { rows: lost } = await sql`select from messages where text = '' or published_at > received_at`.execute(
        world.db,
      )
      expect(lost).toEqual([])
    },
  )
})
