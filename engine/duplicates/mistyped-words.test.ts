import { describe, expect, test } from 'vitest'
import { shippedWordPrintLists } from '../data/data.samples.ts'
import { createWordPrinter } from './word-print.ts'

const wordPrint = createWordPrinter(shippedWordPrintLists())

describe('slips of the pen', () => {
  test.each([
    ['a letter for another by ear', 'Продам детский {веласипед|велосипед} на шесть лет, цвет красный'],
    ['two letters swapped', 'Ищу {попутчкиов|попутчиков} до Перми на воскресенье, выезд в восемь'],
    ['a letter left out', 'Поставим забор на даче до {празников|праздников}, выезд по району'],
    ['a letter too many', 'Кто подскажет хорошую {парикмахерсткую|парикмахерскую} возле рынка'],
    ['a letter of the next key', 'В четверг отключат {электричемтво|электричество} на улице Садовой'],
    ['capitals', 'ИЩУ {ПОПУТЧКИОВ|ПОПУТЧИКОВ} ДО ПЕРМИ НА ВОСКРЕСЕНЬЕ'],
    ['a sentence that begins so', '{Веласипед|Велосипед} детский продам, цвет красный, самовывоз'],
  ])('are read as what was meant: %s', (_, text) => {
    const [written, meant] = writings(text)
    expect(wordPrint(written)).toEqual(wordPrint(meant))
  })

  test.each([
    ['two words of the language', 'Подскажите хорошего {невролога|нефролога} в областной больнице'],
    ['two words of the language, one listed', 'Продам старинный {диван|динар}, отдам недорого, самовывоз'],
    ['a short word', 'Продам старинный {дивон|диван}, отдам недорого, самовывоз'],
    ['a name', 'Сдам комнату в посёлке {Покровика|Покровка}, рядом остановка'],
  ])('are none: %s', (_, text) => {
    const [written, meant] = writings(text)
    expect(wordPrint(written)).not.toEqual(wordPrint(meant))
  })
})

/** Both that a text may have in its braces. */
const writings = (text: string): readonly [string, string] => [
  text.replace(/\{(.*)\|.*\}/, '$1'),
  text.replace(/\{.*\|(.*)\}/, '$1'),
]
