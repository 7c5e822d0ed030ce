import { expect, test } from 'vitest'
import { heldCategories } from './held-categories.ts'
import { subscription } from './subscription.samples.ts'

const now = new Date('2026-11-21T12:00:00Z')
const category = (id: number) => ({ id, name: '', description: '', free: true, icon: '' })

test('what runs, stands still or is to come is held; what is over is not', () => {
  const held = [
    subscription({ Category: category(1) }),
    subscription({ Category: category(2), startsAt: '2026-12-01T00:00:00Z', expiresAt: '2027-01-01T00:00:00Z' }),
    subscription({ Category: category(3), expiresAt: '2026-11-20T00:00:00Z', frozenAt: '2026-11-10T00:00:00Z' }),
    subscription({ Category: category(4), expiresAt: '2026-11-20T00:00:00Z' }),
    subscription({ Category: null, Tariff: { product: 'group' } }),
  ]
  expect([...heldCategories(held, now)]).toEqual([1, 2, 3])
})
