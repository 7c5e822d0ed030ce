import { expect, test } from 'vitest'
import { isPaidOtherwise, prolongAddress, subscriptionActs } from './subscription-acts.ts'
import { subscription } from './subscription.samples.ts'

const now = new Date('2026-11-21T12:00:00Z')

test('a paid category can be changed and frozen', () => {
  expect(subscriptionActs(subscription(), now)).toEqual(['change-category', 'freeze'])
})

test('what stands still can only go on', () => {
  expect(subscriptionActs(subscription({ frozenAt: '2026-11-20T00:00:00Z' }), now)).toEqual(['unfreeze'])
  // Its end has passed meanwhile, but its days wait.
  expect(
    subscriptionActs(subscription({ frozenAt: '2026-11-20T00:00:00Z', expiresAt: '2026-11-21T00:00:00Z' }), now),
  ).toEqual(['unfreeze'])
})

test('what has not begun or is over has nothing to it', () => {
  expect(subscriptionActs(subscription({ startsAt: '2026-11-22T00:00:00Z' }), now)).toEqual([])
  expect(subscriptionActs(subscription({ expiresAt: '2026-11-21T12:00:00Z' }), now)).toEqual([])
})

test('no freezing where it is used up, or there was none', () => {
  expect(subscriptionActs(subscription({ freeze: { times: 0, days: 12 } }), now)).toEqual(['change-category'])
  expect(subscriptionActs(subscription({ freeze: { times: 1, days: 0 } }), now)).toEqual(['change-category'])
  expect(subscriptionActs(subscription({ Tariff: { type: 'trial' }, freeze: { times: 0, days: 0 } }), now)).toEqual([])
})

test('a category that can be changed no more is still asked about: the dialog says so', () => {
  expect(subscriptionActs(subscription({ categoryChangesLeft: 0 }), now)).toContain('change-category')
})

test('to groups more can be added', () => {
  expect(subscriptionActs(subscription({ Tariff: { product: 'group' }, Category: null }), now)).toEqual([
    'add-groups',
    'freeze',
  ])
  expect(subscriptionActs(subscription({ Tariff: { product: 'project' }, Category: null }), now)).toEqual(['freeze'])
})

test('where it is bought for longer', () => {
  expect(prolongAddress(subscription())).toBe('/order?product=category&type=regular&category=1')
  expect(prolongAddress(subscription({ Tariff: { type: 'team' } }))).toBe(
    '/order?product=category&type=team&category=1',
  )
  expect(prolongAddress(subscription({ Tariff: { type: 'trial' } }))).toBe(
    '/order?product=category&type=regular&category=1',
  )
  expect(prolongAddress(subscription({ Tariff: { product: 'group' }, Category: null }))).toBe(
    '/order?product=group&type=regular',
  )
})

test('several of a kind are bought together', () => {
  const vets = subscription({ Category: { id: 2, name: 'Ветеринары', description: '', free: true, icon: 'paw' } })
  expect(prolongAddress(subscription(), vets)).toBe('/order?product=category&type=regular&category=1&category=2')
})

test('a trial is not to be bought where the same is paid for, nor is what is over', () => {
  const trial = subscription({ id: 2, Tariff: { type: 'trial' } })
  const paid = subscription({ id: 3 })
  const over = subscription({ id: 4, expiresAt: '2026-11-20T00:00:00Z' })
  const other = subscription({
    id: 5,
    Category: { id: 9, name: 'Видео', description: '', free: true, icon: 'video' },
  })
  const ofProject = subscription({
    id: 6,
    Tariff: { product: 'project' },
    Category: null,
    MonitoredProject: { id: 1, name: 'Сбер' },
  })
  expect(isPaidOtherwise(trial, [trial, paid], now)).toBe(true)
  expect(isPaidOtherwise(trial, [trial, { ...paid, frozenAt: '2026-11-20T00:00:00Z' }], now)).toBe(true)
  expect(isPaidOtherwise(over, [over, paid], now)).toBe(true)
  expect(isPaidOtherwise(trial, [trial, over, other, ofProject], now)).toBe(false)
  expect(isPaidOtherwise(paid, [paid, { ...paid, id: 7 }], now)).toBe(false)
})
