import { describe, expect, test } from 'vitest'
import { filledTariff, groupTariffs, tariffMistakes, tariffRequest, type AdminTariff } from './tariff-form.ts'

const tariff: AdminTariff = {
  id: 7,
  product: 'group',
  type: 'team',
  title: 'Командный',
  rate: 149.5,
  fee: 1000,
  duration: 3,
  durationUnit: 'month',
  durationTitle: '3 месяца',
  teamSize: 5,
  maxQuantity: 500,
  position: 20,
  archived: false,
}

test('a tariff goes into the form and comes out of it as it was', () => {
  const { id, position, archived, ...fields } = tariff
  expect(id).toBe(7)
  expect(filledTariff(tariff)).toMatchObject({ rate: '149,5', teamSize: '5' })
  expect(tariffRequest(filledTariff(tariff))).toEqual({ fields, position, archived })
})

describe('a form', () => {
  test('that is blank says what is missing', () => {
    expect(tariffMistakes(filledTariff(null))).toEqual({
      title: 'Укажите название',
      rate: 'Сумма в рублях, не больше 10 миллионов',
      durationTitle: 'Укажите срок словами',
    })
  })

  test('of a team wants its size, and of anything else lets go of it', () => {
    const form = filledTariff({ ...tariff, teamSize: null })
    expect(tariffMistakes(form)).toEqual({ teamSize: 'Целое число от 2 до 1000' })
    expect(tariffMistakes({ ...form, type: 'regular' })).toEqual({})
    expect(tariffRequest({ ...filledTariff(tariff), type: 'regular' }).fields.teamSize).toBeNull()
  })

  test('of categories knows no maximum; of groups it may be left out, but not be wrong', () => {
    expect(tariffRequest({ ...filledTariff(tariff), product: 'category' }).fields.maxQuantity).toBeNull()
    expect(tariffMistakes({ ...filledTariff(tariff), maxQuantity: '' })).toEqual({})
    expect(tariffMistakes({ ...filledTariff(tariff), maxQuantity: 'много' })).toEqual({
      maxQuantity: 'Целое число от 1 до миллиона',
    })
  })

  test('has a fee of a team or of groups, and of nothing else', () => {
    expect(tariffRequest({ ...filledTariff(tariff), product: 'project' }).fields.fee).toBe(1000)
    expect(tariffRequest({ ...filledTariff(tariff), type: 'regular' }).fields.fee).toBe(1000)
    const regular = { ...filledTariff(tariff), product: 'category', type: 'regular', fee: 'сто' } as const
    expect([tariffMistakes(regular), tariffRequest(regular).fields.fee]).toEqual([{}, 0])
  })

  test('takes no parts of a kopeck and no sum too large', () => {
    expect(Object.keys(tariffMistakes({ ...filledTariff(tariff), rate: '1,234', fee: '10000001' }))).toEqual([
      'rate',
      'fee',
    ])
  })
})

test('the list is by product, and in it by position', () => {
  const list = [
    { ...tariff, id: 1, position: 30 },
    { ...tariff, id: 2, position: 10 },
    { ...tariff, id: 3, product: 'category' as const, position: 99 },
  ]
  expect(groupTariffs(list).map((group) => [group.product, group.tariffs.map(({ id }) => id)])).toEqual([
    ['category', [3]],
    ['group', [2, 1]],
  ])
})
