import { describe, expect, test } from 'vitest'
import { decidePush, mustTurnOff, pushOfFilter, pushTitle, settingAfterAsking, type PushState } from './decide-push.ts'
import { pushForbidden } from '../../../../kit/device/browser-notices.ts'

const notified: PushState = {
  settingOn: true,
  filterOn: true,
  permission: 'granted',
  hidden: true,
  pushed: false,
  before: 0,
  count: 1,
}

describe('a person is notified', () => {
  test.each([
    ['by the browser when nobody sees the page', {}, 'browser'],
    ['in the page when he sees it', { hidden: false }, 'page'],
    ['in the page though the browser was not asked', { hidden: false, permission: 'default' }, 'page'],
    ['nothing by the page when the system announces it', { pushed: true }, null],
    ['in the page that is seen, though the system announces it', { hidden: false, pushed: true }, 'page'],
    ['nothing when the browser may not', { permission: 'denied' }, null],
    ['nothing when the setting is off', { settingOn: false }, null],
    ['nothing when the filter is not to be announced', { filterOn: false }, null],
    ['nothing when nothing came', { before: 3, count: 3 }, null],
    ['nothing when he has just read it all', { before: 3, count: 0 }, null],
    ['again when more came', { before: 3, count: 4 }, 'browser'],
  ] satisfies [string, Partial<PushState>, string | null][])('%s', (_, differs, way) => {
    expect(decidePush({ ...notified, ...differs })).toBe(way)
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

test.each([
  ['granted', false, { setting: true, mistake: null }],
  ['granted', true, { setting: null, mistake: null }],
  ['denied', true, { setting: false, mistake: pushForbidden.denied }],
  ['denied', false, { setting: null, mistake: pushForbidden.denied }],
  ['default', false, { setting: null, mistake: pushForbidden.default }],
  ['unsupported', true, { setting: false, mistake: pushForbidden.unsupported }],
  ['install', true, { setting: null, mistake: pushForbidden.install }],
  ['install', false, { setting: null, mistake: pushForbidden.install }],
] as const)('asked, the browser says «%s» while the setting is %s', (permission, settingOn, after) => {
  expect(settingAfterAsking(permission, settingOn)).toEqual(after)
})

test('the switch of a filter never shows notices that do not come', () => {
  expect(pushOfFilter(true, true)).toEqual({ on: true, note: null })
  expect(pushOfFilter(false, true)).toEqual({ on: false, note: null })
  expect(pushOfFilter(false, false)).toEqual({ on: false, note: null })
  expect(pushOfFilter(true, false)).toEqual({
    on: false,
    note: 'Уведомления выключены в настройках ленты. Включите здесь, и они придут снова.',
  })
})
