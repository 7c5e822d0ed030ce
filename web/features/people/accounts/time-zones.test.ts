import { expect, test } from 'vitest'
import { fitsTyped, listTimeZones, offsetInWords, zoneTitle } from './time-zones.ts'

const now = new Date('2026-11-21T12:00:00Z')
const zones = listTimeZones('Europe/Moscow', now)
const found = (typed: string): string[] => zones.filter((zone) => fitsTyped(zone, typed)).map(({ id }) => id)

test('a zone is found by any of its cities, by its own name, by what people call it, and by its hours', () => {
  expect(found('челябинск')).toEqual(['Asia/Yekaterinburg'])
  expect(found('  кишинев ')).toEqual(['Europe/Chisinau'])
  expect(found('мск')).toEqual(['Europe/Moscow'])
  expect(found('yekaterinburg')).toEqual(['Asia/Yekaterinburg'])
  expect(found('los angeles')).toEqual(['America/Los_Angeles'])
  expect(found('+12')).toContain('Asia/Kamchatka')
  expect(found('utc+5')).toContain('Asia/Yekaterinburg')
  expect(found('UTC -3')).toContain('America/Sao_Paulo')
  expect(found('санкт-пет')).toEqual(['Europe/Moscow'])
  expect(found('атлантида')).toEqual([])
  expect(found('')).toHaveLength(zones.length)
})

test('those with Russian names go first, Russia before all; the others from west to east', () => {
  expect(zones.slice(0, 2).map(({ id }) => id)).toEqual(['Europe/Kaliningrad', 'Europe/Moscow'])
  const others = zones.filter(({ title }) => !/[а-яё]/i.test(title))
  expect(zones.slice(-others.length)).toEqual(others)
  expect(others.map(({ offset }) => offset)).toEqual(others.map(({ offset }) => offset).toSorted((a, b) => a - b))
})

test("each is there once, and so is one's own though the browser does not list it", () => {
  const ids = listTimeZones('Europe/Kyiv', now).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toContain('Europe/Kyiv')
  expect(zoneTitle('Europe/Kyiv')).toBe('Киев, Украина')
  expect(zoneTitle('America/Boa_Vista')).toBe('Boa Vista')
})

test.each([
  [0, 'UTC'],
  [180, 'UTC+3'],
  [-210, 'UTC−3:30'],
  [345, 'UTC+5:45'],
])('%i minutes are %s', (offset, words) => {
  expect(offsetInWords(offset)).toBe(words)
})
