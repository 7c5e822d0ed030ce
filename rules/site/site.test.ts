/** What visitors are shown: addresses of cities, and numbers. */
import { expect, test } from 'vitest'
import { roundedDown } from './rounded-count.ts'
import { citySlugOf } from './city-slug.ts'

test.each([
  ['Москва', 'moskva'],
  ['Санкт-Петербург', 'sankt-peterburg'],
  ['Нижний Новгород', 'nizhnij-novgorod'],
  ['Ростов-на-Дону', 'rostov-na-donu'],
  ['Орёл', 'oryol'],
  ['Йошкар-Ола', 'joshkar-ola'],
  ['Тольятти', 'tolyatti'],
  [' «Щёлково» ', 'shchyolkovo'],
  ['Район 42', 'rajon-42'],
  ['абвгдеёжзийклмнопрстуфхцчшщъыьэюя', 'abvgdeyozhzijklmnoprstufhcchshshchyeyuya'],
  ['…', ''],
])('%s is %s in an address', (name, slug) => expect(citySlugOf(name)).toBe(slug))

test.each([
  [0, 0],
  [7, 7],
  [99, 99],
  [100, 100],
  [129, 120],
  [1_999, 1_900],
  [12_345, 12_000],
  [1_000_000, 1_000_000],
  [1_999_999, 1_900_000],
])('%i messages are said to be %i', (count, expected) => expect(roundedDown(count)).toBe(expected))
