import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEEPEST, LONGEST_QUERY, MOST_ATOMS, MOST_SLOTS } from './mistakes.ts'
import { parseQuery } from './parse.ts'
import { printQuery } from './print.ts'
import type { Atom, Query } from './query.ts'
import { queries, scribbles } from './query.samples.ts'
import { lawRuns } from '../../tools/law-runs.ts'

const word = (form: string): Atom => ({ kind: 'word', form })
const exact = (form: string): Atom => ({ kind: 'exact', form })
const prefix = (stem: string): Atom => ({ kind: 'prefix', stem })
const phrase = (...forms: string[]): Atom => ({ kind: 'phrase', forms })
const slashed = (...forms: string[]): Atom => ({ kind: 'phrase', forms, slashed: true })
const pointed = (...forms: string[]): Atom => ({ kind: 'phrase', forms, pointed: true })
const one = (atom: Atom): Query => ({ kind: 'atom', atom })
const near = (...atoms: Atom[]): Query => ({ kind: 'near', slots: atoms.map((atom) => [atom]), gap: 3 })
const named = (...atoms: Atom[]): Query => ({ ...near(...atoms), isName: true }) as Query
const all = (...parts: Query[]): Query => ({ kind: 'all', parts })
const any = (...parts: Query[]): Query => ({ kind: 'any', parts })
const not = (part: Query): Query => ({ kind: 'not', part })

function parsed(text: string): Query {
  const result = parseQuery(text)
  if (!result.ok) throw new Error(result.mistakes.map((mistake) => mistake.message).join(' '))
  return result.query
}

describe('a query', () => {
  const cases: [string, Query][] = [
    ['ремонт', one(word('ремонт'))],
    ['РЕМОНТ ёлки', near(word('ремонт'), word('елки'))],
    ['Рыжий Лис', named(word('рыжий'), word('лис'))],
    ['Студия 17', named(word('студия'), word('17'))],
    ['ВТБ Страхование', named(word('втб'), word('страхование'))],
    ['РЫЖИЙ ЛИС', near(word('рыжий'), word('лис'))],
    ['Рыжий лис', near(word('рыжий'), word('лис'))],
    ['17 Студий', near(word('17'), word('студий'))],
    ['МатрасТорг', one({ ...word('матрасторг'), parts: ['матрас', 'торг'] } as Atom)],
    ['МойСклад', one(word('мойсклад'))],
    ['iPhone', one(word('iphone'))],
    ['Рыжий "Лис"', near(word('рыжий'), exact('лис'))],
    ['"ремонт квартир"', one(phrase('ремонт', 'квартир'))],
    ['«ремонт квартир»', one(phrase('ремонт', 'квартир'))],
    ['"Кот!"', one(exact('кот'))],
    ['фотограф*', one(prefix('фотограф'))],
    ['ищу "под ключ" ремонт*', near(word('ищу'), phrase('под', 'ключ'), prefix('ремонт'))],
    ['а /5 б', { kind: 'chain', slots: [[word('а')], [word('б')]], gaps: [4] }],
    ['а/1 б', { kind: 'chain', slots: [[word('а')], [word('б')]], gaps: [0] }],
    [
      'ищу мастера /5 ремонт',
      { kind: 'chain', slots: [[word('ищу')], [word('мастера')], [word('ремонт')]], gaps: [3, 4] },
    ],
    [
      '(ищу | "нужен") /3 (мастер)',
      { kind: 'chain', slots: [[word('ищу'), exact('нужен')], [word('мастер')]], gaps: [2] },
    ],
    ['кот -собака', all(one(word('кот')), not(one(word('собака'))))],
    ['-собака кот -"рыжий кот"', all(not(one(word('собака'))), one(word('кот')), not(one(phrase('рыжий', 'кот'))))],
    ['рыжий -пёс кот', all(near(word('рыжий'), word('кот')), not(one(word('пес'))))],
    ['кот –собака', all(one(word('кот')), not(one(word('собака'))))],
    ['а -(б | в г)', all(one(word('а')), not(any(one(word('б')), near(word('в'), word('г')))))],
    ['(а | б) в', all(any(one(word('а')), one(word('б'))), one(word('в')))],
    ['(а) (б)', all(one(word('а')), one(word('б')))],
    ['а б (в) г', all(near(word('а'), word('б')), one(word('в')), one(word('г')))],
    [
      '(а | б) в /3 г',
      all(any(one(word('а')), one(word('б'))), { kind: 'chain', slots: [[word('в')], [word('г')]], gaps: [2] }),
    ],
    ['а | б в | г -д', any(one(word('а')), near(word('б'), word('в')), all(one(word('г')), not(one(word('д')))))],
    ['(((а)))', one(word('а'))],
    ['(а -б) в', all(all(one(word('а')), not(one(word('б')))), one(word('в')))],
    ['#Тег @Имя c++ С# 1C .NET', near(word('#тег'), word('@имя'), word('c++'), word('c#'), word('1с'), word('.net'))],
    ['кто-нибудь "кто-нибудь"', near(word('кто-нибудь'), exact('кто-нибудь'))],
    ['"интернет-магазин обуви"', one(phrase('интернет', 'магазин', 'обуви'))],
    ['#ремонт_квартир', one(word('#ремонт_квартир'))],
    ['150×150 2*3', near(word('150х150'), word('2х3'))],
    ['node.js 24/7', near(phrase('node', 'js'), phrase('24', '7'))],
    ['Кино.поиск', one(pointed('кино', 'поиск'))],
    ['М.Видео', one(pointed('м', 'видео'))],
    ['Б/у', one(slashed('б', 'у'))],
    ['б/у телефон', near(slashed('б', 'у'), word('телефон'))],
    ['телефон -б/у', all(one(word('телефон')), not(one(slashed('б', 'у'))))],
    ['(б/у | новый) телефон', all(any(one(slashed('б', 'у')), one(word('новый'))), one(word('телефон')))],
    ['мой.кино.поиск', one(pointed('мой', 'кино', 'поиск'))],
    ['кот -кино.поиск', all(one(word('кот')), not(one(pointed('кино', 'поиск'))))],
    ['"кино.поиск"', one(phrase('кино', 'поиск'))],
    ['кино:поиск', one(phrase('кино', 'поиск'))],
    ['кв.м т.к', near(phrase('кв', 'м'), phrase('т', 'к'))],
    ['им.Ленина', one(phrase('им', 'ленина'))],
    ['кино.поиск.ру', one(phrase('кино', 'поиск', 'ру'))],
    ['Кино.Поиск', one(pointed('кино', 'поиск'))],
    ['Dr.Web', one(pointed('dr', 'web'))],
    ['https://vk.com/a_(b)/', one(word('vk.com/a_(b)'))],
    ['10,5', one(word('10.5'))],
    ['ремонт — квартира!', near(word('ремонт'), word('квартира'))],
    ['🔥 ремонт', all(one(word('🔥')), one(word('ремонт')))],
    ['кот -🔥🔥', all(one(word('кот')), not(all(one(word('🔥')), one(word('🔥')))))],
    ['"ё"', one(exact('е'))],
  ]
  test.each(cases)('%s', (text, query) => {
    expect(parsed(text)).toEqual(query)
  })
})

describe('a mistake', () => {
  /** The text with the faulty place between ‹ and ›, and a word of the sentence. */
  test.each([
    ['‹›', 'пуст'],
    ['‹   ›', 'пуст'],
    ['‹-кот›', 'из одних минусов'],
    ['а | ‹-б›', 'из одних минусов'],
    ['а -(‹-б›)', 'из одних минусов'],
    ['‹()›', 'пусто'],
    ['а ‹(›б', 'не закрыта'],
    ['а‹)›', 'Лишняя'],
    ['а ‹|›', 'ничего нет'],
    ['‹|› а', 'ничего нет'],
    ['а ‹|›| б', 'ничего нет'],
    ['а ‹"б›', 'Кавычка'],
    ['‹""›', 'ни одного слова'],
    ['а ‹-›', 'нет слова'],
    ['‹-› кот', 'нет слова'],
    ['а ‹--›б', 'Два минуса'],
    ['а /3 ‹-б›', 'минус не действует'],
    ['‹-а› /3 б', 'минус не действует'],
    ['‹/3› а', 'между словами'],
    ['а ‹/3›', 'между словами'],
    ['а /3 ‹/4› б', 'между словами'],
    ['а ‹/0› б', 'от 1 до 100'],
    ['а ‹/101› б', 'от 1 до 100'],
    ['а ‹/›б', 'Косая черта'],
    ['‹(а б)› /3 в', 'только слова и фразы'],
    ['‹🔥› /3 ремонт', 'Смайлик'],
    ['а‹,› б', 'Запятая'],
    ['а‹,›б', 'Запятая'],
    ['‹фот*›', 'не меньше 4 букв'],
    ['‹*›фото', 'конце слова'],
    ['фото‹*›граф', 'конце слова'],
    ['"фото‹*› граф"', 'звёздочка не действует'],
    ['‹"Привет! Ищу"›', 'из предложения'],
    ['‹!›кот', 'Восклицательный'],
    ['кот ‹&› пёс', 'ничего не значит'],
  ])('%s', (marked, expected) => {
    const start = marked.indexOf('‹')
    const end = marked.indexOf('›') - 1
    const result = parseQuery(marked.replace(/[‹›]/g, ''))
    expect(result.ok).toBe(false)
    if (result.ok) return
    expect(result.mistakes[0]).toMatchObject({ start, end })
    expect(result.mistakes[0]!.message).toContain(expected)
  })

  test('several are reported at once', () => {
    const result = parseQuery('фо* , "')
    expect(!result.ok && result.mistakes.map((mistake) => mistake.start)).toEqual([0, 4, 6])
  })

  test('limits', () => {
    const answerTo = (text: string): string => {
      const result = parseQuery(text)
      return result.ok ? 'ok' : result.mistakes[0]!.message
    }
    expect(answerTo('а'.repeat(LONGEST_QUERY))).toBe('ok')
    expect(answerTo('а'.repeat(LONGEST_QUERY + 1))).toContain('длиннее')
    expect(answerTo(Array(MOST_ATOMS).fill('а').join('|'))).toBe('ok')
    expect(
      answerTo(
        Array(MOST_ATOMS + 1)
          .fill('а')
          .join('|'),
      ),
    ).toContain('больше 200 слов')
    expect(answerTo('('.repeat(DEEPEST) + 'а' + ')'.repeat(DEEPEST))).toBe('ok')
    expect(answerTo('('.repeat(DEEPEST + 1) + 'а' + ')'.repeat(DEEPEST + 1))).toContain('глубже')
    expect(answerTo(Array(MOST_SLOTS).fill('а').join(' '))).toBe('ok')
    expect(
      answerTo(
        Array(MOST_SLOTS + 1)
          .fill('а')
          .join(' '),
      ),
    ).toContain('Рядом')
  })
})

describe('parse and print', () => {
  test('agree on every query', () => {
    fc.assert(
      fc.property(queries, (query) => {
        const printed = printQuery(query)
        fc.pre(printed.length <= LONGEST_QUERY)
        expect(parsed(printed)).toEqual(query)
      }),
      { numRuns: lawRuns(1000) },
    )
  })

  test('agree on an amount that a sentence has grown to', () => {
    const query = parsed('15 000₽Веб.мастер!24/7')
    expect(parsed(printQuery(query))).toEqual(query)
  })

  test('agree on whatever is typed, and mistakes lie in the text', () => {
    fc.assert(
      fc.property(scribbles, (text) => {
        const result = parseQuery(text)
        if (result.ok) {
          expect(parsed(printQuery(result.query))).toEqual(result.query)
          return
        }
        expect(result.mistakes.length).toBeGreaterThan(0)
        for (const { start, end } of result.mistakes) {
          expect(start).toBeGreaterThanOrEqual(0)
          expect(end).toBeGreaterThanOrEqual(text === '' ? start : start + 1)
          expect(end).toBeLessThanOrEqual(text.length)
        }
      }),
      { numRuns: lawRuns(1000) },
    )
  })
})
