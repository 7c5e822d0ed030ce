import { describe, expect, test } from 'vitest'
import { decidePush, mustTurnOff, pushTitle, type PushState } from './decide-push.ts'

const told: PushState = { settingOn: true, filterOn: true, permission: 'granted', hidden: true, before: 0, count: 1 }

describe('a person is told', () => {
  test.each([
    ['by the browser when nobody sees the page', {}, 'browser'],
    ['in the page when he sees it', { hidden: false }, 'page'],
    ['in the page though the browser was not asked', { hidden: false, permission: 'default' }, 'page'],
    ['nothing when the browser may not', { permission: 'denied' }, null],
    ['nothing when the setting is off', { settingOn: false }, null],
    ['nothing when the filter is not to be told of', { filterOn: false }, null],
    ['nothing when nothing came', { before: 3, count: 3 }, null],
    ['nothing when he has just read it all', { before: 3, count: 0 }, null],
    ['again when more came', { before: 3, count: 4 }, 'browser'],
  ] satisfies [string, Partial<PushState>, string | null][])('%s', (_, differs, way) => {
    expect(decidePush({ ...told, ...differs })).toBe(way)
  })
})

test('a setting that the browser forbids goes off', () => {
  expect(mustTurnOff(true, 'denied')).toBe(true)
  expect(mustTurnOff(true, 'default')).toBe(false)
  expect(mustTurnOff(false, 'denied')).toBe(false)
})

test.each([
  [1, 'Москва: 1 новое сообщение'],
  [3, 'Москва: 3 новых сообщения'],
  [140, 'Москва: 99+ новых сообщений'],
])('%d in words', (count, words) => {
  expect(pushTitle('Москва', count)).toBe(words)
})
