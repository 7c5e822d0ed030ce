import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { tariffProducts, tariffTypes } from '../contract/access/tariffs.ts'
import { decideCartStep, pageAfterPayment, pageOfProduct, type CartQuestion } from './cart-steps.ts'

const approved = { emailApprove: true }
const unapproved = { emailApprove: false }
const freeCategories = new Set([1, 2])

type Product = CartQuestion['cart']['tariffDetails']['product']
type Type = CartQuestion['cart']['tariffDetails']['type']

const decide = (person: CartQuestion['person'], product: Product, type: Type, items: number[], tariff: number | null) =>
  decideCartStep({ person, cart: { items, tariff, tariffDetails: { product, type } }, freeCategories })

// Who, product, type, categories (1 and 2 are free, 3 is not), tariff, what comes next.
test.each<[string, CartQuestion['person'], Product, Type, number[], number | null, string]>([
  ['1. a guest with a full cart', null, 'category', 'regular', [1], 7, 'authorise'],
  ['1. a guest with an empty cart', null, 'category', 'regular', [], null, 'authorise'],
  ['1. a guest with a trial of two', null, 'category', 'trial', [1, 2], 7, 'authorise'],
  ['1. a guest with a trial of a project', null, 'project', 'trial', [], 7, 'authorise'],
  ['2. a trial of two free categories', approved, 'category', 'trial', [1, 2], 7, 'one-free-category'],
  ['2. a trial of two, e-mail not approved', unapproved, 'category', 'trial', [1, 2], 7, 'one-free-category'],
  ['2. a trial of one that is not free', approved, 'category', 'trial', [3], 7, 'one-free-category'],
  ['3. no category for money', approved, 'category', 'regular', [], 7, 'open-cart'],
  ['3. no category for a team', approved, 'category', 'team', [], 7, 'open-cart'],
  ['3. no category for a trial', approved, 'category', 'trial', [], 7, 'open-cart'],
  ['3. no category for a trial, e-mail not approved', unapproved, 'category', 'trial', [], 7, 'open-cart'],
  ['4. a trial, e-mail not approved', unapproved, 'category', 'trial', [1], 7, 'verify-email'],
  ['4. a trial of groups, e-mail not approved', unapproved, 'group', 'trial', [], 7, 'verify-email'],
  ['5. a trial', approved, 'category', 'trial', [1], 7, 'take-trial'],
  ['5. a trial whose tariff was not chosen', approved, 'category', 'trial', [1], null, 'take-trial'],
  ['5. a trial of groups', approved, 'group', 'trial', [], 7, 'take-trial'],
  ['5. a trial of groups with categories left in the cart', approved, 'group', 'trial', [1, 2, 3], 7, 'take-trial'],
  ['6. one category', approved, 'category', 'regular', [3], 7, 'pay'],
  ['6. many categories', approved, 'category', 'regular', [1, 2, 3], 7, 'pay'],
  ['6. money takes no approved e-mail', unapproved, 'category', 'regular', [1], 7, 'pay'],
  ['6. a team', approved, 'category', 'team', [1], 7, 'pay'],
  ['6. a project', approved, 'project', 'regular', [], 7, 'pay'],
  ['6. groups', approved, 'group', 'regular', [], 7, 'pay'],
  ['6. no tariff chosen, so nothing to pay', approved, 'category', 'regular', [1], null, 'open-cart'],
  ['7. a trial of a project', approved, 'project', 'trial', [], 7, 'ask-for-test-access'],
  ['7. a trial of a project, e-mail not approved', unapproved, 'project', 'trial', [], 7, 'ask-for-test-access'],
])('%s', (_, person, product, type, items, tariff, step) => {
  expect(decide(person, product, type, items, tariff).step).toBe(step)
})

test.each([
  ['category', '/feed'],
  ['project', '/custom-category'],
  ['group', '/groups'],
] as const)('what was bought of a %s shows on %s', (product, page) => {
  expect(decide(approved, product, 'regular', [1], 7)).toEqual({ step: 'pay', goTo: page })
  expect(decide(approved, product, 'team', [1], 7)).toEqual({ step: 'pay', goTo: '/team' })
  expect(pageOfProduct(product)).toBe(page)
  expect(pageAfterPayment({ product, type: 'package' })).toBe(page)
})

test('a trial goes to its page', () => {
  expect(decide(approved, 'category', 'trial', [1], 7)).toEqual({ step: 'take-trial', goTo: '/feed' })
  expect(decide(approved, 'group', 'trial', [], 7)).toEqual({ step: 'take-trial', goTo: '/groups' })
})

test('anyone who may not take a category as a trial is shown why', () => {
  expect(decide(approved, 'category', 'trial', [1, 2], 7)).toMatchObject({
    message: 'Бесплатно можно взять только одну категорию',
  })
  expect(decide(approved, 'category', 'trial', [3], 7)).toMatchObject({
    message: 'Эту категорию нельзя взять бесплатно. Выберите другую',
  })
})

test('a person asks for test access in a form that is filled in', () => {
  const step = decide(approved, 'project', 'trial', [], 7)
  const address = new URL('goTo' in step ? step.goTo : '', 'https://echolot.test')
  expect(address.pathname).toBe('/contacts')
  expect(address.searchParams.get('subj')).toBe('Тестовый доступ к мониторингу упоминаний')
  expect(address.searchParams.get('msg')).toContain('Прошу открыть тестовый доступ')
})

describe('of any cart', () => {
  const question = fc.record({
    person: fc.option(fc.record({ emailApprove: fc.boolean() })),
    cart: fc.record({
      items: fc.uniqueArray(fc.integer({ min: 1, max: 4 })),
      tariff: fc.option(fc.constant(7)),
      tariffDetails: fc.record({ product: fc.constantFrom(...tariffProducts), type: fc.constantFrom(...tariffTypes) }),
    }),
    freeCategories: fc.uniqueArray(fc.integer({ min: 1, max: 4 })).map((ids) => new Set(ids)),
  })

  it('a trial goes to those with an approved e-mail, one free category at most, and never a project', () => {
    fc.assert(
      fc.property(question, (asked) => {
        if (decideCartStep(asked).step !== 'take-trial') return
        const { product, type } = asked.cart.tariffDetails
        expect([type, asked.person?.emailApprove]).toEqual(['trial', true])
        expect(product).not.toBe('project')
        if (product !== 'category') return
        expect(asked.cart.items).toHaveLength(1)
        expect(asked.cart.items.every((id) => asked.freeCategories.has(id))).toBe(true)
      }),
    )
  })

  it('only what has a price and is not empty is paid', () => {
    fc.assert(
      fc.property(question, (asked) => {
        if (decideCartStep(asked).step !== 'pay') return
        expect(asked.person).not.toBeNull()
        expect(asked.cart.tariff).not.toBeNull()
        expect(asked.cart.tariffDetails.type).not.toBe('trial')
        if (asked.cart.tariffDetails.product === 'category') expect(asked.cart.items).not.toHaveLength(0)
      }),
    )
  })
})
