/** Articles promise what an example of a query finds, and how sure a request an example is: the engine has to agree. */
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import type { Language } from '../../../../engine/language/language.ts'
import { queryFits } from '../../../../engine/queries/fits.oracle.ts'
import { parseQuery } from '../../../../engine/queries/parse.ts'
import { loadLanguage } from '../../../kit/language.ts'
import { loadScorer } from '../../../kit/relevance.ts'

const article = (slug: string): string =>
  readFileSync(new URL(`first-articles/${slug}.html`, import.meta.url), 'utf8').replaceAll(/<\/?code>/g, '')

let language: Language
beforeAll(async () => {
  language = await loadLanguage()
})

const looking = '("ищу" | "посоветуйте" | "подскажите" | "нужен" | "нужна") /5 юрист'
const careful = '("ищу" | "посоветуйте" | "подскажите" | "нужен") /5 юрист -"звоните" -опыт -консультаци*'
const who = 'кто /5 (делать | ставить | чинить) /4 (плитка | кондиционер | окно)'

const promises: [slug: string, query: string, finds: string[], leaves: string[]][] = [
  ['kak-napisat-zapros', 'электрик', ['ищу электрика', 'электрики в чате есть?', 'услуги электрика, недорого'], []],
  ['kak-napisat-zapros', 'стиралка', ['стиральную машину'], []],
  ['kak-napisat-zapros', 'билайн', ['Beeline', '#билайн'], []],
  ['kak-napisat-zapros', 'сделать ремонт', ['хотим сделать ремонт'], ['кто делал ремонт?']],
  ['kak-napisat-zapros', '~сделать ремонт', ['хотим сделать ремонт', 'кто делал ремонт?'], []],
  [
    'kak-napisat-zapros',
    'нужен электрик',
    ['Срочно нужен электрик, выбивает пробки'],
    ['Электрик приходил вчера. Нужен совет по люстре'],
  ],
  [
    'kak-napisat-zapros',
    'ремонт квартиры',
    ['Ищем бригаду на ремонт двухкомнатной квартиры'],
    ['Сдаю квартиру. Рядом рынок и ремонт обуви'],
  ],
  ['kak-napisat-zapros', 'фотограф /5 свадьба', ['ищем фотографа для съёмки нашей свадьбы'], []],
  ['kak-napisat-zapros', '"ремонт квартир"', ['ремонт квартир под ключ'], ['ремонт квартиры']],
  [
    'kak-napisat-zapros',
    'ищу юриста',
    ['Ищу хорошего юриста по недвижимости', 'Наш юрист ищет решение вашего вопроса! Звоните'],
    [],
  ],
  [
    'kak-napisat-zapros',
    '"ищу" /5 юрист',
    ['Ищу хорошего юриста по недвижимости'],
    ['Наш юрист ищет решение вашего вопроса! Звоните'],
  ],
  [
    'kak-napisat-zapros',
    looking,
    ['посоветуйте, пожалуйста, толкового юриста', 'нужен юрист по наследству', 'Нужна помощь юриста? Звоните!'],
    ['юридические услуги, юрист с опытом 10 лет'],
  ],
  [
    'kak-napisat-zapros',
    who,
    ['Кто у нас ставил кондиционер?', 'Кто делает плитку в ванной?', 'Соседи, кто чинил окна после сдачи?'],
    ['Делаем окна под ключ'],
  ],
  [
    'kak-napisat-zapros',
    '(контакт | номер | телефон) /4 (сантехник | электрик)',
    ['киньте номер сантехника, пожалуйста', 'есть у кого телефон электрика?'],
    [],
  ],
  [
    'kak-napisat-zapros',
    careful,
    ['посоветуйте, пожалуйста, толкового юриста'],
    ['Нужен юрист? Звоните!', 'Нужен юрист? Бесплатная консультация', 'нужен юрист, опыт по банкротству обязателен'],
  ],
  ['kak-napisat-zapros', 'репетитор (егэ | огэ)', ['Поделитесь репетитором по физике, ЕГЭ в этом году'], []],
  ['kak-napisat-zapros', 'фотограф (недорого | бюджет*)', ['Ищу фотографа на выписку. Недорого!'], []],
  [
    'upominaniya-brenda',
    '(салон | кафе | магазин) /3 лаванда',
    ['в кафе Лаванда теперь завтраки'],
    ['посадили лаванду у забора', 'вчера сидели в Лаванде, принесли холодный суп'],
  ],
  [
    'rabota-s-zhalobami',
    'не /3 (привезли | доставили | отвечают | перезвонили)',
    ['заказ так и не привезли', 'третий день не отвечают на звонки'],
    ['привезли в срок, спасибо'],
  ],
  ['rabota-s-zhalobami', 'вернуть /5 деньги', ['верните деньги за шкаф', 'деньги мне так и не вернули'], []],
]

test.each(promises)('%s: %s', (slug, written, finds, leaves) => {
  const text = article(slug)
  for (const phrase of [written, ...finds, ...leaves]) expect(text).toContain(phrase)
  const parsed = parseQuery(written)
  if (!parsed.ok) throw new Error(parsed.mistakes.map(({ message }) => message).join('\n'))
  const fits = (message: string): boolean => queryFits(language, parsed.query, message)
  expect(finds.filter((message) => !fits(message))).toEqual([])
  expect(leaves.filter(fits)).toEqual([])
})

test('what the article says is refused, is refused', () => {
  expect(parseQuery('-вакансия')).toMatchObject({ ok: false })
  expect(parseQuery('ремонт, квартира')).toMatchObject({ ok: false })
})

/** The table of «Просьба, вопрос, реклама». */
const levels: Record<string, string> = { Горячий: 'hot', Тёплый: 'warm', Холодный: 'cold' }

test('an example of a request is as sure a one as the article says', async () => {
  const scorer = await loadScorer()
  const rows = [...article('prosba-vopros-reklama').matchAll(/<tr><td>([^<]+)<\/td><td>([^<]+)<\/td><\/tr>/g)]
  expect(rows.length).toBeGreaterThan(8)
  for (const [, message = '', verdict = ''] of rows) {
    const { intentLevel, isUnwanted } = scorer.score(message)
    if (verdict === 'Похоже на рекламу') expect({ message, isUnwanted }).toEqual({ message, isUnwanted: true })
    else expect({ message, intentLevel }).toEqual({ message, intentLevel: levels[verdict] })
  }
})
