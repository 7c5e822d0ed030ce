import { describe, expect, test } from 'vitest'
import type { Export } from '../../../../contract/reading/exports.ts'
import { finished, percentOf, withExport, withoutExport } from './export-list-changes.ts'

const file = (id: number, status: Export['status'], done = 0): Export => ({
  id,
  kind: 'messages',
  format: 'csv',
  status,
  done,
  total: 100,
  fileName: `${id}.csv`,
  bytes: 0,
  createdAt: '2026-11-20T10:00:00Z',
  expiresAt: '2026-11-21T10:00:00Z',
})

describe('what is reported of a file', () => {
  test('puts a new one first', () => {
    expect(withExport([file(1, 'ready')], file(2, 'waiting')).map(({ id }) => id)).toEqual([2, 1])
  })

  test('takes the place of what was known', () => {
    expect(withExport([file(1, 'active', 10)], file(1, 'active', 50))[0]?.done).toBe(50)
    expect(withExport([file(1, 'active', 50)], file(1, 'ready', 100))[0]?.status).toBe('ready')
  })

  test('is let go when it comes too late', () => {
    expect(withExport([file(1, 'active', 50)], file(1, 'active', 10))[0]?.done).toBe(50)
    expect(withExport([file(1, 'ready', 100)], file(1, 'active', 90))[0]?.status).toBe('ready')
    expect(withExport([file(1, 'active', 50)], file(1, 'waiting'))[0]?.status).toBe('active')
  })
})

test('a deleted one is gone', () => {
  expect(withoutExport([file(2, 'ready'), file(1, 'ready')], 2).map(({ id }) => id)).toEqual([1])
})

test('only what was being made is announced when it is done', () => {
  const before = [file(4, 'active'), file(3, 'waiting'), file(2, 'active'), file(1, 'ready')]
  const now = [file(5, 'ready'), file(4, 'ready'), file(3, 'failed'), file(2, 'active'), file(1, 'ready')]
  expect(finished(before, now).map(({ id }) => id)).toEqual([4, 3])
})

test.each([
  [0, 0, null],
  [0, 200, 0],
  [199, 200, 99],
  [200, 200, 100],
  [250, 200, 100],
])('%d of %d is %s per cent', (done, total, percent) => {
  expect(percentOf({ done, total })).toBe(percent)
})
