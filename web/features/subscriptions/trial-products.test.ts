import { expect, test } from 'vitest'
import type { Subscription } from '../../../contract/subscriptions.ts'
import { trialState } from './trial-products.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const held = (id: number, type: Subscription['Tariff']['type'], expiresAt = '2026-12-01T00:00:00Z') => ({
  Tariff: { product: 'category' as const, type },
  Category: { id, name: `Категория ${id}`, description: '', free: true, fa_font: '' },
  startsAt: '2026-11-01T00:00:00Z',
  expiresAt,
})

test('what runs on trial is named', () => {
  expect(trialState([held(1, 'trial')], now)).toEqual({ names: ['Категория 1'], all: true })
  expect(trialState([held(1, 'trial'), held(2, 'regular')], now)).toEqual({ names: ['Категория 1'], all: false })
})

test('what is paid for as well, or has run out, is not', () => {
  expect(trialState([held(1, 'trial'), held(1, 'team')], now)).toEqual({ names: [], all: false })
  expect(trialState([held(1, 'trial', '2026-11-20T12:00:00Z')], now)).toEqual({ names: [], all: false })
  expect(trialState([held(1, 'trial'), held(2, 'regular', '2026-11-19T00:00:00Z')], now)).toEqual({ names: ['Категория 1'], all: true })
})
