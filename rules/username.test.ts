import { expect, test } from 'vitest'
import { hasUnseenSigns } from './username.ts'

test.each(['\u200b', '\u200d', '\u202e', '\u2066', '\u3164', '\u2800', '\ufeff', '\u00ad', '\u2028', '\n', '\ue000'])(
  'a name with %j in it is refused',
  (sign) => {
    expect(hasUnseenSigns(`Ан${sign}на`)).toBe(true)
  },
)

test.each([
  'Анна Петрова',
  "Жан-Поль д'Арк",
  'Мария 🌷',
  'José',
  'И\u0306ван',
  'Ким 金',
  'ООО «Ромашка», №1',
  'Оля 👩‍🎨',
])('%s is a name', (name) => {
  expect(hasUnseenSigns(name)).toBe(false)
})
