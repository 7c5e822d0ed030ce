import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { estimatePackage, maxPackageQuantity, type PackagePurchase } from './package.ts'

describe('a package', () => {
  const purchase: fc.Arbitrary<PackagePurchase> = fc.record({
    tariff: fc.record({
      rate: fc.nat(10_000_000),
      fee: fc.nat(1_000_000),
      durationUnit: fc.constantFrom('month' as const, 'day' as const),
    }),
    quantity: fc.integer({ min: 0, max: 5_000 }),
    daysLeft: fc.integer({ min: 0, max: 400 }),
  })

  it('costs whole roubles, less than one below the exact sum', () => {
    fc.assert(
      fc.property(purchase, (bought) => {
        const { tariff, quantity, daysLeft } = bought
        const parts = tariff.durationUnit === 'month' ? 30 : 1
        const exact = BigInt(quantity) * BigInt(tariff.rate * daysLeft + tariff.fee * parts)
        const cost = estimatePackage(bought)
        expect(cost % 100).toBe(0)
        const missing = exact - BigInt(cost) * BigInt(parts)
        expect(missing >= 0n && missing < 100n * BigInt(parts)).toBe(true)
      }),
    )
  })

  it('is never cheaper for being more, or for longer', () => {
    fc.assert(
      fc.property(purchase, fc.nat(50), (bought, more) => {
        const cost = estimatePackage(bought)
        expect(estimatePackage({ ...bought, quantity: bought.quantity + more })).toBeGreaterThanOrEqual(cost)
        expect(estimatePackage({ ...bought, daysLeft: bought.daysLeft + more })).toBeGreaterThanOrEqual(cost)
      }),
    )
  })

  it('costs only its fee on the last day', () => {
    const tariff = { rate: 3_000, fee: 2_000, durationUnit: 'month' } as const
    expect(estimatePackage({ tariff, quantity: 3, daysLeft: 0 })).toBe(6_000)
  })

  test.each([
    { quantity: 1.5, daysLeft: 1 },
    { quantity: -1, daysLeft: 1 },
    { quantity: 1, daysLeft: 0.5 },
    { quantity: 1, daysLeft: Number.NaN },
  ])('of $quantity groups for $daysLeft days is refused', (numbers) => {
    expect(() => estimatePackage({ tariff: { rate: 1, fee: 0, durationUnit: 'day' }, ...numbers })).toThrow(RangeError)
  })
})

test.each([
  { packageMax: 50, basicMax: 1_000, size: 100, most: 50 },
  { packageMax: 50, basicMax: 1_000, size: 950, most: 50 },
  { packageMax: 50, basicMax: 1_000, size: 951, most: 49 },
  { packageMax: 50, basicMax: 1_000, size: 1_000, most: 0 },
  { packageMax: 50, basicMax: 1_000, size: 1_200, most: 0 },
  { packageMax: null, basicMax: 1_000, size: 100, most: 900 },
  { packageMax: 50, basicMax: null, size: 100, most: 50 },
  { packageMax: null, basicMax: null, size: 0, most: 1_000_000 },
])('a package of $packageMax beside $size of $basicMax groups: $most more', ({ most, ...limits }) => {
  expect(maxPackageQuantity(limits)).toBe(most)
})
