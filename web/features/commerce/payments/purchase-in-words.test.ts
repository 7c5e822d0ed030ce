import { expect, test } from 'vitest'
import { boughtInWords, purchaseInWords, boughtTariffInWords } from './purchase-in-words.ts'

const Tariff = { title: 'Обычный', durationTitle: '3 месяца' }

test.each([
  [['Фотографы'], 'Фотографы'],
  [['а', 'б', 'в', 'г'], 'а, б, в, г'],
  [['а', 'б', 'в', 'г', 'д'], 'а, б, в и ещё 2'],
  [[], 'Обычный'],
])('%j was bought: «%s»', (productNames, words) => {
  expect(boughtInWords({ productNames, Tariff })).toBe(words)
})

test('a tariff without a length is its title', () => {
  expect(boughtTariffInWords({ Tariff })).toBe('Обычный, 3 месяца')
  expect(boughtTariffInWords({ Tariff: { title: 'Пакет', durationTitle: '' } })).toBe('Пакет')
})

test.each([
  [2_990, ', и всё уже работает.', '1 проект: оплачено 2 990 руб., и всё уже работает.'],
  [2_990, 'Осталось назвать слова.', '1 проект: оплачено 2 990 руб. Осталось назвать слова.'],
  [2_990, '', '1 проект: оплачено 2 990 руб.'],
  [0, 'Осталось назвать слова.', '1 проект: платить ничего не нужно. Осталось назвать слова.'],
  [0, '', '1 проект: платить ничего не нужно.'],
])('%d roubles and «%s»', (sum, sentence, words) => {
  const result = purchaseInWords({ productNames: ['1 проект'], Tariff, sum }, sentence)
  expect(result.replaceAll('\u00A0', ' ')).toBe(words)
})
