import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutQuotations } from './quotations.ts'

const quotation = 'лёгкий заработок на дому'

test.each([
  ['«', '»'],
  ['„', '“'],
  ['“', '”'],
  ['"', '"'],
])('what stands between %s and %s is left out, and all else keeps its place', (open, close) => {
  const text = `Опять пишут: ${open}${quotation}${close}, ну сколько можно`
  const rest = withoutQuotations(text)
  expect(rest).not.toContain('заработок')
  expect(rest).toHaveLength(text.length)
  expect(rest!.indexOf('сколько')).toBe(text.indexOf('сколько'))
})

test.each([
  ['a name', 'Хлебозавод «Колосок» набирает сотрудников'],
  ['a mark that is never closed', `Пишут мне: «${quotation}, и так каждый день`],
  ['no marks', `Пишут мне: ${quotation}, и так каждый день`],
  ['a quotation beside a word or two', `Срочно! «${quotation}», пишите`],
])('the message counts whole: %s', (_, text) => {
  expect(withoutQuotations(text)).toBeNull()
})

test('of any text it leaves as many characters', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('«', '»', '"', '„', '“', '”', ' ', 'слово', quotation)), (parts) => {
      const text = parts.join('')
      expect((withoutQuotations(text) ?? text).length).toBe(text.length)
    }),
  )
})
