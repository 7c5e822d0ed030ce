import { expect, it } from 'vitest'
import { workExample } from './worked-example.ts'

const terms = { rate: 20, months: 12, holdDays: 14, smallestPayout: 1_000, discount: 10 }

it('is worked out by the terms: the first payment with its discount, the others whole', () => {
  expect(workExample(terms, 3_000)).toEqual({
    first: { paid: 2_700, earned: 540 },
    later: { paid: 3_000, earned: 600, months: 11 },
    earned: 540 + 11 * 600,
  })
})

it('changes with the terms', () => {
  expect(workExample({ ...terms, rate: 12.5, months: 1, discount: 0 }, 990)).toEqual({
    first: { paid: 990, earned: 123.75 },
    later: { paid: 990, earned: 123.75, months: 0 },
    earned: 123.75,
  })
})
