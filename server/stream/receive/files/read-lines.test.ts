import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_LINE, readLines, type Compression, type FileLine } from './read-lines.ts'
import { unpackZstd } from './unpack-zstd.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'echolot-lines-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function linesOf(packed: Buffer, compression: Compression, from = 0): Promise<FileLine[]> {
  const path = join(folder, 'file')
  await writeFile(path, packed)
  const lines: FileLine[] = []
  for await (const chunk of readLines(path, compression, from)) lines.push(...chunk)
  return lines
}
const pack: Record<Compression, (text: Buffer) => Buffer> = {
  none: (text) => text,
  gzip: (text) => Buffer.concat([gzipSync(text.subarray(0, 1_000)), gzipSync(text.subarray(1_000))]),
  zstd: (text) => Buffer.concat([zstdCompressSync(text.subarray(0, 1_000)), zstdCompressSync(text.subarray(1_000))]),
}

describe.each(['none', 'gzip', 'zstd'] as const)('%s', (compression) => {
  const written = Array.from({ length: 40_000 }, (_, n) => 'ё'.repeat(n % 37) + n)
  const text = Buffer.from(`${written.join('\n')}\n\n\r\nпоследняя`)
  const expected = [...written, '', '\r', 'последняя']

  it('lines come as they were written, over all chunks and parts', async () => {
    const lines = await linesOf(pack[compression](text), compression)
    expect(lines.map(({ bytes }) => bytes?.toString())).toEqual(expected)
    expect(lines.at(-1)).toMatchObject({ end: text.length, fileBytes: pack[compression](text).length })
  })

  it('reading goes on after any line', async () => {
    const packed = pack[compression](text)
    const all = await linesOf(packed, compression)
    for (const at of [0, 1, 777, 20_000, 39_999, 40_001]) {
      const rest = await linesOf(packed, compression, all[at]?.end)
      expect(rest.map(({ end }) => end)).toEqual(all.slice(at + 1).map(({ end }) => end))
      expect(rest[0]?.bytes?.toString()).toBe(expected[at + 1])
    }
    expect(await linesOf(packed, compression, text.length)).toEqual([])
  })

  it('a line too long to be held is passed over, and the next one is whole', async () => {
    const long = Buffer.from(`раз\n${'ы'.repeat(MAX_LINE)}\nдва\n${'z'.repeat(MAX_LINE)}\n${'z'.repeat(MAX_LINE + 1)}`)
    const lines = await linesOf(pack[compression](long), compression)
    expect(lines.map(({ bytes }) => bytes?.length ?? null)).toEqual([6, null, 6, MAX_LINE, null])
    expect(lines.at(-1)?.end).toBe(long.length)
  })
})

describe('broken data', () => {
  const text = Buffer.from(Array.from({ length: 20_000 }, (_, n) => Math.sin(n)).join('\n'))
  it.each([
    ['gzip that ends too early', 'gzip', gzipSync(text).subarray(0, 50_000)],
    ['Zstandard that ends too early', 'zstd', zstdCompressSync(text).subarray(0, 50_000)],
    [
      'Zstandard that ends within its second frame',
      'zstd',
      Buffer.concat([zstdCompressSync(text), zstdCompressSync(text).subarray(0, 1_000)]),
    ],
    ['gzip with something else behind it', 'gzip', Buffer.concat([gzipSync(text), Buffer.from('something else')])],
    [
      'Zstandard with something else behind it',
      'zstd',
      Buffer.concat([zstdCompressSync(text), Buffer.from('something else')]),
    ],
    ['Zstandard with bytes changed', 'zstd', Buffer.from(zstdCompressSync(text)).fill(7, 20_000, 20_100)],
  ] as const)('%s throws', async (_, compression, packed) => {
    await expect(linesOf(packed, compression)).rejects.toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^Z_|^ZSTD_/) }),
    )
  })
})

it('frames of Zstandard may lie anyhow in the chunks, with skippable ones between them', async () => {
  const frame = (letter: string, times: number) => zstdCompressSync(Buffer.from(letter.repeat(times)))
  const skippable = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4])
  const packed = Buffer.concat([
    skippable,
    frame('a', 1_000),
    frame('b', 5),
    skippable,
    frame('', 0),
    frame('c', 300_000),
  ])
  for (const size of [1, 3, 12, 19, 31, 1_000_000]) {
    async function* chunks() {
      for (let at = 0; at < packed.length; at += size) yield packed.subarray(at, at + size)
    }
    const out: Buffer[] = []
    for await (const chunk of unpackZstd(chunks())) out.push(chunk)
    expect(Buffer.concat(out).toString()).toBe('a'.repeat(1_000) + 'b'.repeat(5) + 'c'.repeat(300_000))
  }
})
