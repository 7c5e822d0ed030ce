import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { promoTariffTypes } from '../../contract/commerce/promo.ts'
import { tariffTypes } from '../../contract/access/tariffs.ts'
import { decidePromo, type PromoQuestion, type PromoTerms } from './decide-promo.ts'

const forAll: PromoTerms = {
  product: null,
  tariffType: 'all',
  typeCtg: [],
  discountType: 'percent_off',
  value: 1_000,
  value2: null,
  startsAt: null,
  endsAt: null,
  maxUses: null,
  maxUsesEach: null,
  firstPurchase: false,
  userId: null,
}
const question = (code: Partial<PromoTerms> | null, more: Partial<PromoQuestion> = {}): PromoQuestion => ({
  code: code === null ? null : { ...forAll, ...code },
  uses: { inAll: 0, byPerson: 0 },
  person: { id: 1, hasPaid: false },
  purchase: { product: 'category', type: 'regular', durationUnit: 'month', categories: [1] },
  categoryNames: new Map([
    [1, 'Ремонт'],
    [2, 'Фотографы'],
    [3, 'Авто'],
    [4, 'Дизайн'],
    [5, 'Кино'],
    [6, 'Музыка'],
    [7, 'Танцы'],
  ]),
  now: new Date('2026-11-20T12:00:00Z'),
  ...more,
})
const bought = (purchase: Partial<PromoQuestion['purchase']>): Partial<PromoQuestion> => ({
  purchase: { product: 'category', type: 'regular', durationUnit: 'month', categories: [1], ...purchase },
})

const fits = ''

test.each<[string, PromoQuestion, string]>([
  ['a code for all', question({}), fits],
  ['a code that is not there', question(null), 'Такого промокода нет'],

  ['from tomorrow', question({ startsAt: new Date('2026-11-21T00:00:00Z') }), 'Промокод начнёт действовать 21.11.2026'],
  ['from this moment', question({ startsAt: new Date('2026-11-20T12:00:00Z') }), fits],
  ['until this moment', question({ endsAt: new Date('2026-11-20T12:00:00Z') }), 'Срок действия промокода истёк'],
  ['until the next millisecond', question({ endsAt: new Date('2026-11-20T12:00:00.001Z') }), fits],

  ['the last of 100 uses', question({ maxUses: 100 }, { uses: { inAll: 99, byPerson: 0 } }), fits],
  [
    '100 of 100 uses',
    question({ maxUses: 100 }, { uses: { inAll: 100, byPerson: 0 } }),
    'Промокод уже использован столько раз, сколько было можно',
  ],
  ['used once by the person, who may twice', question({ maxUsesEach: 2 }, { uses: { inAll: 9, byPerson: 1 } }), fits],
  [
    'used by the person',
    question({ maxUsesEach: 1 }, { uses: { inAll: 9, byPerson: 1 } }),
    'Вы уже использовали этот промокод',
  ],
  [
    'used by the person, and that was the last',
    question({ maxUses: 1, maxUsesEach: 1 }, { uses: { inAll: 1, byPerson: 1 } }),
    'Вы уже использовали этот промокод',
  ],

  ['for the first purchase, which it is', question({ firstPurchase: true }), fits],
  [
    'for the first purchase, which it is not',
    question({ firstPurchase: true }, { person: { id: 1, hasPaid: true } }),
    'Промокод действует только для первой покупки',
  ],
  ['for the first purchase, to a guest', question({ firstPurchase: true }, { person: null }), fits],
  ['a present', question({ userId: 1 }), fits],
  ['the present of another', question({ userId: 2 }), 'Такого промокода нет'],
  ['a present, to a guest', question({ userId: 2 }, { person: null }), fits],

  ['for categories', question({ product: 'category' }), fits],
  [
    'for categories, to a project',
    question({ product: 'category' }, bought({ product: 'project' })),
    'Промокод действует только для категорий',
  ],
  ['for projects', question({ product: 'project' }), 'Промокод действует только для проектов'],
  ['for groups', question({ product: 'group' }), 'Промокод действует только для групп'],
  ['for groups, to groups', question({ product: 'group' }, bought({ product: 'group' })), fits],

  [
    'for a trial, to a paid tariff',
    question({ tariffType: 'trial' }),
    'Промокод действует только для пробного доступа',
  ],
  [
    'for paid tariffs, to a trial',
    question({ tariffType: 'paid' }, bought({ type: 'trial' })),
    'Промокод действует только для платных тарифов',
  ],
  ['for a team, to one person', question({ tariffType: 'team' }), 'Промокод не подходит к этому типу тарифа'],
  [
    'for one person, to a team',
    question({ tariffType: 'regular' }, bought({ type: 'team' })),
    'Промокод не подходит к этому типу тарифа',
  ],
  [
    'for one person, to a trial',
    question({ tariffType: 'regular' }, bought({ type: 'trial' })),
    'Промокод не подходит к этому типу тарифа',
  ],
  [
    'nothing for tariffs by the day',
    question({ value2: 0 }, bought({ durationUnit: 'day' })),
    'Промокод не подходит к этому типу тарифа',
  ],
  ['nothing for tariffs by the day, to one by the month', question({ value2: 0 }), fits],
  [
    'nothing for tariffs by the day, while none is chosen',
    question({ value2: 0 }, bought({ durationUnit: null })),
    fits,
  ],

  ['for its category', question({ typeCtg: [1] }), fits],
  ['for two categories, both', question({ typeCtg: [1, 2] }, bought({ categories: [2, 1] })), fits],
  [
    'for its category, beside another',
    question({ typeCtg: [1] }, bought({ categories: [1, 2] })),
    'Промокод действует только для категории «Ремонт»',
  ],
  ['for two others', question({ typeCtg: [2, 3] }), 'Промокод действует только для категорий «Фотографы», «Авто»'],
  [
    'for six others',
    question({ typeCtg: [2, 3, 4, 5, 6, 7] }),
    'Промокод действует только для категорий «Фотографы», «Авто», «Дизайн», «Кино», «Музыка» и ещё 1',
  ],
  ['for a category that is no more', question({ typeCtg: [99] }), 'Промокод действует только для отдельных категорий'],
  ['for its category, while none is chosen', question({ typeCtg: [1] }, bought({ categories: [] })), fits],
  [
    'for its category, to a project',
    question({ typeCtg: [1] }, bought({ product: 'project', categories: [] })),
    'Промокод действует только для категории «Ремонт»',
  ],

  [
    'expired and for another product: first what can not be helped',
    question({ product: 'group', endsAt: new Date(0) }),
    'Срок действия промокода истёк',
  ],
])('%s', (_, asked, error) => {
  expect(decidePromo(asked)).toEqual({ applies: error === fits, error })
})

// Which types of codes (down) fit which types of tariffs (across).
test.each<[PromoTerms['tariffType'], boolean, boolean, boolean, boolean]>([
  ['trial', true, false, false, false],
  ['regular', false, true, false, false],
  ['team', false, false, true, false],
  ['paid', false, true, true, true],
  ['all', true, true, true, true],
])('a code for %s: trial %s, regular %s, team %s, package %s', (tariffType, ...fitting) => {
  expect(tariffTypes.map((type) => decidePromo(question({ tariffType }, bought({ type }))).applies)).toEqual(fitting)
})

describe('any question', () => {
  it('is answered: it applies, or a sentence says why not', () => {
    const moment = fc.option(
      fc.date({ min: new Date('2026-11-01T00:00:00Z'), max: new Date('2026-12-31T00:00:00Z'), noInvalidDate: true }),
    )
    const code = fc.record({
      product: fc.constantFrom(null, 'category' as const, 'project' as const, 'group' as const),
      tariffType: fc.constantFrom(...promoTariffTypes),
      typeCtg: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 8 }),
      startsAt: moment,
      endsAt: moment,
      maxUses: fc.option(fc.integer({ min: 1, max: 3 })),
      maxUsesEach: fc.option(fc.integer({ min: 1, max: 3 })),
      firstPurchase: fc.boolean(),
    })
    const uses = fc.record({ inAll: fc.nat(3), byPerson: fc.nat(3) })
    const type = fc.constantFrom(...tariffTypes)
    fc.assert(
      fc.property(code, uses, type, fc.uniqueArray(fc.integer({ min: 1, max: 9 })), (terms, used, of, categories) => {
        const asked = question(terms, { uses: used, ...bought({ type: of, categories }) })
        const { applies, error } = decidePromo(asked)
        expect(error === '').toBe(applies)
        if (!applies) return
        expect(terms.maxUses === null || used.inAll < terms.maxUses).toBe(true)
        expect(terms.maxUsesEach === null || used.byPerson < terms.maxUsesEach).toBe(true)
        expect(terms.typeCtg.length === 0 || categories.every((id) => terms.typeCtg.includes(id))).toBe(true)
        expect(terms.endsAt === null || asked.now < terms.endsAt).toBe(true)
      }),
    )
  })
})
