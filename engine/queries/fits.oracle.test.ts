import { beforeAll, describe, expect, test } from 'vitest'
import { shippedWordLists } from '../data/data.samples.ts'
import { loadDictionary } from '../language/az.ts'
import { createLanguage } from '../language/language.ts'
import type { Language } from '../language/language.ts'
import { oracleSpans, queryFits, standingQueryFits } from './fits.oracle.ts'
import { parseQuery } from './parse.ts'
import type { Query } from './query.ts'

let language: Language

beforeAll(async () => {
  language = createLanguage(
    await loadDictionary(`${import.meta.dirname}/../../node_modules/az/dicts`, shippedWordLists()),
  )
})

function query(text: string): Query {
  const result = parseQuery(text)
  if (!result.ok) throw new Error(result.mistakes[0]!.message)
  return result.query
}

describe('what fits what', () => {
  test.each([
    ['ремонт', 'Ремонта не будет', true],
    ['ремонт квартиры', 'нужен ремонт в нашей двухкомнатной квартире', true],
    ['ремонт квартиры', 'квартире нужен ремонт', true],
    ['ремонт квартиры', 'ремонт раз два три квартира', true],
    ['ремонт квартиры', 'ремонт раз два три четыре квартира', false],
    ['ремонт квартиры', 'Ремонт. Квартира', false],
    ['ремонт квартиры', 'Ремонт\nквартира', false],
    ['(ремонт) (квартиры)', 'Ремонт. Квартира', true],
    ['ремонт ремонт', 'ремонт', false],
    ['ремонт ремонт', 'ремонт и ремонт', true],
    ['"ремонт квартир"', 'РЕМОНТ КВАРТИР!', true],
    ['"ремонт квартир"', 'ремонт квартиры', false],
    ['"ремонт квартир"', 'ремонт, квартир', true],
    ['"ремонт квартир"', 'ремонт. Квартир', false],
    ['"ремонт квартир"', 'квартир ремонт', false],
    ['"кот"', 'кота', false],
    ['а /5 б', 'а 1 2 3 4 б', true],
    ['а /5 б', 'а 1 2 3 4 5 б', false],
    ['а /1 б', 'б а', true],
    ['а /1 б /1 в', 'б а в', false],
    ['а /1 б /1 в', 'в б а', true],
    ['(ищу | нужен) /3 мастер', 'мастера очень срочно ищем', true],
    ['фотограф*', 'фотографируем', true],
    ['фотограф*', '#фотографмосква', true],
    ['кот -собака', 'кот и собаки', false],
    ['кот -"собака"', 'кот и собаки', true],
    ['кот -(собака | мышь)', 'кот и мышка', true],
    ['(кот | пёс) дом', 'Пёс сбежал. Дома нет', true],
    ['#ремонт', 'ремонт', false],
    ['ремонт', '#ремонт', true],
    ['ищу фотографа', '#ищу_фотографа', true],
    ['c++', 'программист на С++', true],
    ['с', 'c++', false],
    ['1с', 'бухгалтер 1C', true],
    ['москва', 'Москва-Питер', true],
    ['квартира 45 м²', 'квартира на 45 кв. м', true],
    ['квартира 45 м²', 'квартира 45, домофон', false],
    ['квартира 45 этаж 3', 'кв. 45, эт. 3', true],
    ['брус 150×150', 'брус 150x150', true],
    ['брус 150*150', 'брус 150 х 150', true],
    ['брус 150x150', 'брус 150×150', true],
    ['брус 150x150', 'брус 100×150', false],
    ['р-н Тракторный', 'Тракторный район', true],
    ['Тракторный район', 'из р-на Тракторного', true],
    ['б-р Гагарина', 'на б-ре Гагарина', true],
    ['Xiaomi Redmi Note 12', 'редми ноут 12 от сяоми', true],
    ['Xiaomi Redmi Note 12', 'сяоми редми ноут 10', false],
    ['Ford Focus', 'форд фокус 2', true],
    ['Nike Air Max', '#nikeairmax', true],
    ['Tiggo 7', 'Чери Тигго 7', true],
    ['Рыжий Лис', 'ужинали в #рыжийлис', true],
    ['Рыжий Лис', 'торт от @ryzhiy_lis', true],
    ['рыжий лис', 'торт от @ryzhiy_lis', false],
    ['Студия 17', 'зал в «Студия17»', true],
    ['Вет Плюс', 'были в ВетПлюсе', true],
    ['Окна Плюс', 'заказ у @okna_plus', true],
    ['Лофт Цветы', 'букет от @loft_cvety', true],
    ['МатрасТорг', 'купили в матрас-торге', true],
    ['МатрасТорг', 'купили в Матрас Торге', true],
    ['Алиса Терехова', 'фото @alisa_terehova', true],
    ['Смайл Хаус', 'ходил в Smile House', true],
    ['Иван Петров', '#иванпетрович', false],
    ['Госуслуги Дом', 'Госуслуги не открываются', false],
    ['Банки.ру', 'отзыв на https://banki.ru/response/1', true],
    ['Лента.ру', 'журналист Ленты.ру', true],
    ['hh.ru', 'вакансия на HH ru', true],
    ['кто-нибудь', 'есть кто-нибудь?', true],
    ['нибудь', 'есть кто-нибудь?', true],
    ['"интернет-магазин обуви"', 'Интернет-магазин обуви', true],
    ['елка', 'ЁЛКИ', true],
    ['см', 'смотрим', false],
    ['🔥 ремонт', 'ремонт! 🔥', true],
    ['vk.com/club', 'пишите https://vk.com/club/', true],
    ['node.js', 'ищу Node.js разработчика', true],
    ['node.js', 'ищу nodejs разработчика', true],
    // a compound with a point is the one with a hyphen
    ['кино.поиск', 'скачал кино.поиск', true],
    ['кино.поиск', 'скачал кинопоиск', true],
    ['кино.поиск', 'смотрим на кинопоиске', true],
    ['кино.поиск', 'смотрим на кино поиске', true],
    ['кино.поиск', 'смотрим на Кино-Поиске', true],
    ['яндекс такси', 'Яндекс.Такси опоздало', true],
    ['Яндекс.Такси', 'опаздывает на Яндекс.Такси', true],
    ['Яндекс.Такси', 'Яндекс.Такси опоздало', true],
    ['яндекс такси', 'звоню в яндекс.Такси нет', false],
    ['кино.поиск', 'кино, для поиска', false],
    ['кино.поиск', 'Смотрю кино. Поиск идёт', false],
    ['кинопоиск', 'скачал кино.поиск', true],
    ['кино-поиск', 'скачал кино.поиск', true],
    ['кино поиск', 'скачал кино.поиск', true],
    ['ищу веб.дизайнера', 'ищем на проект вебдизайнера', true],
    ['ищу веб.дизайнера', 'ищем на проект web дизайнеров', true],
    ['яндекс.такси', 'вызвал яндекстакси', true],
    ['кот -кино.поиск', 'кот с кинопоиска', false],
    ['"кино.поиск"', 'скачал кинопоиск', false],
    ['"кино.поиск"', 'смотрим на кино поиске', false],
    ['т.к', 'отправим через тк', false],
    ['им.Ленина', 'у них Ленин', false],
    // a unit or an abbreviation alone is itself, but for those that mean one thing
    ['метр', 'труба 6 м', false],
    ['м', 'труба 6 метров', false],
    ['6 м', 'труба 6 метров', true],
    ['6 метров', 'труба 6м', true],
    ['сантиметр', 'стол 120 см', false],
    ['минута', '10 мин до метро', false],
    ['мин', 'мины', false],
    ['час', 'буду в 2 ч', false],
    ['рубль', 'цена 200 р.', false],
    ['рубль', 'цена 200 руб.', true],
    ['км', 'пять километров', true],
    ['килограмм', '2 кг', true],
    ['штука', 'осталось 3 шт', true],
    ['квартира', 'живу на Ленина 5, кв 12', false],
    ['квартира 12', 'живу на Ленина 5, кв 12', true],
    ['дом', 'ул. Ленина, д. 5', false],
    ['улица', 'ул. Ленина, д. 5', true],
    ['год', '2025 г.', false],
    ['2025 год', '2025 г.', true],
    // adverbs in -о are their adjective, others are not
    ['срочно', 'срочный ремонт', true],
    ['бесплатный', 'отдам бесплатно', true],
    ['удаленная работа', 'работать удалённо: работа есть', true],
    ['по-русски', 'русский язык', false],
    ['русский', 'говорит по-русски', false],
    ['вручную', 'ручная работа', false],
    ['дома', 'домашний торт', false],
    // the name of one is not the noun of several
    ['Марк', 'коллекция: марки СССР', false],
    ['Марк', 'разбираюсь в марках', false],
    ['Марк', 'спросите Марка', true],
    ['марки', 'Марк приехал', false],
    ['Костя', 'суп с костями', false],
    ['Костя', 'Косте привет', true],
    ['Саня', 'катались на санях', false],
    ['Серёга', 'Серёг, ты где', true],
    ['Роза', 'букет роз', true],
    // what people write instead
    ['ищу веб-дизайнера', 'ищем на проект веб дизайнера', true],
    ['ищу веб-дизайнера', 'ищем на проект вебдизайнера', true],
    ['ищу веб дизайнера', 'ищем на проект вебдизайнера', true],
    ['ищу веб дизайнера', 'дизайнера ищет веб', true],
    ['"веб дизайнера"', 'вебдизайнера', false],
    ['(веб-дизайнер | программист) /2 нужен', 'нужен веб дизайнер', true],
    ['дизайнер -веб-дизайнер', 'дизайнер, только не веб дизайнер', false],
    ['+7 (912) 345-67-89', 'тел. 8-912-345-67-89', true],
    ['+7 (912) 345-67-89', '7 раз (912) и 345-67-89', false],
    ['позвонить 89123456789', 'позвоните мне: 8 912 345 67 89', true],
    ['example.ru', 'https://www.example.ru/page?id=1', true],
    ['example.ru', 'https://example.ru.com/', false],
    ['"example.ru"', 'https://example.ru/page', false],
    ['комната 10 м²', 'сдам комнату 10 кв. м', true],
    ['10 м²', '10 м', false],
    ['10кв.м', 'площадь 10м²', true],
    ['бюджет 15 тысяч', 'бюджет: 15к', true],
    ['500₽', 'за 500 рублей', true],
    ['500', '500₽', true],
    ['сделать', 'делаю', false],
    ['~сделать', 'делаю', true],
    ['~делать ремонт', 'кто сделает хороший ремонт', true],
    ['ремонт -~делать', 'ремонт сделан', false],
  ])('%s in «%s»: %s', (written, text, expected) => {
    expect(queryFits(language, query(written), text)).toBe(expected)
  })
})

/** Where our language says the same as the rules of VK Streaming. */
describe('the rules of VK Streaming', () => {
  test.each([
    ['кот', 'Котами', true],
    ['кот', 'котлета', false],
    ['"кот"', 'КОТ', true],
    ['"кот"', 'кота', false],
    ['кот -собака', 'кот', true],
    ['кот -собака', 'кот с собакой', false],
    ['-собака кот', 'кот', true],
    ['кот -"собака"', 'кот без собаки', true],
  ])('%s in «%s»: %s', (written, text, expected) => {
    expect(queryFits(language, query(written), text)).toBe(expected)
  })

  test('unbalanced quotes and a rule of minuses only are refused', () => {
    expect(parseQuery('"кот').ok).toBe(false)
    expect(parseQuery('-кот -собака').ok).toBe(false)
  })
})

test('a standing query wants a keyword, a context when it has one, and nothing excluded', () => {
  const standing = { keywords: [query('кот'), query('пёс')], context: [query('купить')], excluded: [query('игрушка')] }
  expect(standingQueryFits(language, standing, 'куплю пса')).toBe(true)
  expect(standingQueryFits(language, standing, 'пёс гуляет')).toBe(false)
  expect(standingQueryFits(language, { ...standing, context: [] }, 'пёс гуляет')).toBe(true)
  expect(standingQueryFits(language, standing, 'куплю пса-игрушку')).toBe(false)
})

test('spans are the places that make it fit', () => {
  const spans = (written: string, text: string): string[] =>
    oracleSpans(language, query(written), text).map((span) => text.slice(span.start, span.end))
  expect(spans('ремонт квартиры -дача', 'Ремонт! Нужен ремонт квартиры. Квартира')).toEqual(['ремонт', 'квартиры'])
  expect(spans('"ремонт, квартир" | кот', 'Ремонт, квартир и котов')).toEqual(['Ремонт, квартир', 'котов'])
  expect(spans('кот -пёс', 'кот и пёс')).toEqual([])
})
