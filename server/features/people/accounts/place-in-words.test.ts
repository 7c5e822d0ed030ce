import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openPlaceInWords } from './place-in-words.ts'

const folder = mkdtempSync(join(tmpdir(), 'places-'))
afterAll(() => rmSync(folder, { recursive: true }))

it.each([
  ['77.88.55.60', 'Россия'],
  ['2a02:6b8::1', 'Россия'],
  ['::ffff:77.88.55.60', 'Россия'],
  ['8.8.8.8', 'Соединенные Штаты'],
  ['127.0.0.1', 'домашняя сеть'],
  ['::ffff:10.1.2.3', 'домашняя сеть'],
  ['192.168.1.1', 'домашняя сеть'],
  ['172.31.255.255', 'домашняя сеть'],
  ['fe80::1', 'домашняя сеть'],
  ['fd00::5', 'домашняя сеть'],
  // No one's.
  ['240.0.0.1', ''],
  ['not an address', ''],
  ['', ''],
])('%s is «%s»', (ip, words) => {
  expect(openPlaceInWords('')(ip)).toBe(words)
})

it.each([
  [
    'as MaxMind writes it',
    { country: { iso_code: 'RU' }, city: { names: { ru: 'Казань', en: 'Kazan' } } },
    'Россия, Казань',
  ],
  ['as others do', { country_code: 'RU', city: 'Kazan' }, 'Россия, Kazan'],
  ['of a country only', { country_code: 'KZ' }, 'Казахстан'],
  ['of no country', { country_code: '??' }, ''],
])('reads a file of cities %s', (name, entry, words) => {
  const path = join(folder, `${name}.mmdb`)
  writeFileSync(path, everywhere(entry))
  const placeInWords = openPlaceInWords(path)
  expect(placeInWords('77.88.55.60')).toBe(words)
  expect(placeInWords('10.0.0.1')).toBe('домашняя сеть')
})

it('says at once that its file of cities is not there', () => {
  expect(() => openPlaceInWords(join(folder, 'nowhere.mmdb'))).toThrow('nowhere.mmdb')
})

/** A database of one node by which every address leads to the same entry (the MaxMind DB file format, version 2). */
function everywhere(entry: object): Buffer {
  const node = Buffer.from([0, 0, 17, 0, 0, 17])
  const metadata = { binary_format_major_version: 2, ip_version: 6, node_count: 1, record_size: 24 }
  return Buffer.concat([
    node,
    Buffer.alloc(16),
    encode(entry),
    Buffer.from('\u00ab\u00cd\u00efMaxMind.com', 'latin1'),
    encode(metadata),
  ])
}

function encode(value: unknown): Buffer {
  if (typeof value === 'number') return Buffer.from([0b101_00001, value])
  if (typeof value === 'string')
    return Buffer.concat([Buffer.from([0b010_00000 | Buffer.byteLength(value)]), Buffer.from(value)])
  const entries = Object.entries(value as object)
  return Buffer.concat([Buffer.from([0b111_00000 | entries.length]), ...entries.flat().map(encode)])
}
