import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const released = readFileSync(new URL('./released.sha256', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(/\s+/) as [hash: string, name: string])

test('migrations that were released are there', () => expect(released.length).toBeGreaterThan(9))

test.each(released)('%s %s is as it was released', (hash, name) => {
  const sql = readFileSync(new URL(`./migrations/${name}`, import.meta.url))
  expect(createHash('sha256').update(sql).digest('hex')).toBe(hash)
})
