import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readStored, writeStored } from './stored.ts'

const isNumber = (value: unknown): value is number => typeof value === 'number'
let full = false

beforeEach(() => {
  const kept = new Map<string, string>()
  full = false
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (full) throw new Error('QuotaExceededError')
      kept.set(key, text)
    },
  })
})
afterEach(() => vi.unstubAllGlobals())

test('what was written is read again, and nothing that it is not', () => {
  writeStored('size', 20)
  expect(readStored('size', isNumber)).toBe(20)
  localStorage.setItem('size', '"20"')
  expect(readStored('size', isNumber)).toBeNull()
  localStorage.setItem('size', '{')
  expect(readStored('size', isNumber)).toBeNull()
})

test('where nothing can be kept, it holds as long as the page stands', () => {
  writeStored('size', 20)
  full = true
  writeStored('size', 50)
  expect(readStored('size', isNumber)).toBe(50)
  full = false
  writeStored('size', 10)
  expect(readStored('size', isNumber)).toBe(10)
})
