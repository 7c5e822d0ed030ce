import { beforeAll, describe, expect, test } from 'vitest'
import { shippedWordLists } from '../data/data.samples.ts'
import { loadDictionary } from './az.ts'
import { createLanguage } from './language.ts'
import type { Language } from './language.ts'
import { phoneOf } from './writings.ts'

let language: Language

beforeAll(async () => {
  language = createLanguage(
    await loadDictionary(`${import.meta.dirname}/../../node_modules/az/dicts`, shippedWordLists()),
  )
})

/** `*` behind what only begins so. */
const written = (query: string): string[] =>
  language.writings!(query.split(' ')).map((writing) =>
    writing.kind === 'row' ? writing.forms.join(' ') : `${writing.stem}*`,
  )

describe('what else is written for the words of a query', () => {
  test.each([
    ['веб-дизайнер', ['веб дизайнер', 'web дизайнер', 'webдизайнер']],
    ['вебдизайнер', ['веб дизайнер']],
    ['веб дизайнер', ['вебдизайнер', 'web дизайнер']],
    ['автосервис', ['авто сервис']],
    ['смм специалист', ['smm специалист']],
    ['nodejs', ['node js']],
    ['node js', ['nodejs']],
    ['example.ru', ['example.ru/*', 'example.ru?*']],
    ['vk.com/club1', ['vk.com/club1/*', 'vk.com/club1?*']],
    ['10 м2', ['10м2', '10 кв м', '10 квадратный метр']],
    ['10м2', ['10 м2', '10 кв м']],
    ['15 тысяч', ['15к', '15 т р', '15 000 руб', '15000', '15.000']],
    ['15 000 рублей', ['15 000 руб', '15000р', '15 т р', '15тыс']],
    ['500', ['500р']],
    ['89123456789', ['912 345 67 89', '8912 3456789', '9123456789', '79123456789', '8.912.345.67.89']],
    ['сбербанк', ['@sberbank', '@sberbank*', '#сбербанк*', '#sberbank*']],
    ['мтс', ['@mts', '@mts_*', '@mtsrussia', '#мтс*', '#mts*']],
    ['kfc', ['@kfcclub', '#kfc*', '#кфс*']],
    ['зара', ['@zaraonline', '#зара_*', '#зарароссия', '#zara_*', '#zarashop']],
    ['вк', ['#вк_*', '#вкклуб', '#vknews']],
    ['ozon', ['@ozon_*', '#ozonотзывы', 'ozon1*', 'озон9*']],
    ['пятерочка', ['@pyaterochka*', '#пятерочка*', '#pyaterochka*']],
    ['магнит', ['@magnit_*', '#магнит_*', '#магнитотзывы', '#магнитmusic']],
    ['гибдд', ['#гибдд*', 'gibdd', '@gibdd_*']],
    ['вкусбери', ['vkusberi', '@vkusberi*', '#вкусбери*']],
    ['росгосстрах', ['rosgosstrakh1*', '@rosgosstrakh*']],
    ['хоумбокс', ['khoumboks', 'houmbox']],
    ['vkusberi', ['вкусбери', '@vkusberi*', '#vkusberi*']],
    [
      'леруа мерлен',
      [
        'leroy merlin',
        'леруа мерлин',
        'леруамерлен',
        'leroymerlin',
        '#леруамерлен*',
        '@leroymerlin*',
        '@leroy_merlin*',
      ],
    ],
    ['leroymerlin', ['леруа мерлен', 'leroy merlin']],
    ['вита дент', ['#витадент*', '@vitadent*', '@vita_dent*']],
    ['анна ковалева', ['#аннаковалева*']],
    ['нижний тагил', ['#нижнийтагил*']],
    ['сбербанк', ['сбер банк']],
    ['вейпшоп', ['вейп шоп']],
    ['вейп шоп', ['вейпшоп']],
    ['камаз 5490', ['камаз5490', '#камаз5490']],
    ['айфон 15', ['айфон15', '#айфон15', 'iphone15', '#iphone15']],
    ['ту 154', ['ту154', '#ту154', 'tu154']],
    ['ps 5', ['ps5', 'пс5']],
    ['м 4', ['м4', 'm4']],
    ['ps5', ['ps 5', 'пс5']],
    ['r16', ['р16']],
    ['р16', ['r16', 'p16']],
    ['а4', ['a4']],
    ['x5', ['х5']],
    ['s23', ['с23']],
    ['с23', ['s23', 'c23']],
    ['b52', ['б52', 'в52', 'b-52', 'b 52']],
    ['м300', ['м-300']],
    ['иван петров', ['#иванпетров', 'ivan petrov', '@ivan_petrov']],
    ['тик-ток', ['tiktok', '@tiktok']],
    ['iphone 15 pro', ['iphone 15pro', 'iphone15 pro', 'iphone 15 про', '#iphone15pro']],
    ['220в', ['220 в', '220 вольт', '220v']],
    ['220 вольт', ['220в', '220v']],
    ['avito.ru', ['m.avito.ru', 'm.avito.ru/*', 'avito ru', 'avito ру', 'авито ру']],
    ['auto.ru', ['авто ру']],
    ['авто ру', ['auto.ru', 'auto.ru/*', 'avto.ru']],
    ['beauty point', ['бьюти поинт', 'бьюти пойнт']],
    ['tiggo', ['тигго']],
    ['б у', ['бу']],
    ['бу', ['б у']],
    ['город Сортавала', ['г Сортавала', 'гор Сортавала']],
    ['г Сортавала', ['город Сортавала']],
    ['деревня Верховье', ['д Верховье', 'дер Верховье']],
    ['имени Ленина', ['им Ленина']],
    ['дом 5', ['д 5', 'д5']],
    ['д 5', ['дом 5', 'д5']],
    ['квартира 12', ['кв 12', 'кв12']],
    ['то есть', ['т е']],
    ['2025 год', ['2025 г']],
    ['2025 г', ['2025 год']],
    ['район', ['р н']],
    ['яндекс такси', ['яндекстакси', '#яндекстакси*']],
    ['двухкомнатная', ['2х комнатный', '2 х комнатный']],
    ['день рождения', ['на др', 'днюха']],
    ['на др', ['днюха', 'день рождения']],
    ['пр-т Победы', ['проспект Победы', 'пр Победы']],
    ['бульвар Гагарина', ['бул Гагарина']],
    ['шоссе Энтузиастов', ['ш Энтузиастов']],
    ['150х150', ['150x150', '150 х 150', '150 x 150', '150 на 150', '150 150']],
    ['150 x 150', ['150х150', '150x150', '150 на 150']],
    ['50х150х6000', ['50x150x6000', '50 х 150 х 6000', '50 150 6000']],
    ['60х60 см', ['60x60', '60x60см', '60x60 см', '60 х 60']],
    ['10 соток', ['10соток', '10сот', '10 сот']],
    ['nike air max', ['nike эйр макс', 'nike аир макс', '#nikeairmax*']],
    ['nike air max 90', ['nike эйр макс 90', 'nike air max90', '#nikeairmax90']],
    ['redmi note 12', ['redmi ноут 12', 'redmi note12', 'redmi ноут12', '#redminote12']],
    ['airpods pro', ['airpods про', '#airpodspro*']],
    ['фольксваген поло', ['#volkswagenpolo*', 'фольксваген polo']],
    ['лада веста', ['лада vesta', '#ladavesta*']],
    ['анна ковалева', ['anna kovaleva']],
    ['солярис', ['solaris']],
    ['solaris', ['солярис']],
  ])('«%s»', (query, some) => {
    expect(written(query)).toEqual(expect.arrayContaining(some))
  })

  test.each([
    'ремонт',
    'ремонт квартиры',
    'автомат',
    'кто-нибудь',
    'по-русски',
    'из-за',
    '2024',
    '24',
    'info@example.ru',
    '10.5',
    '12345678901',
    'имя Ленина',
    'дом мечты',
    'город 5',
    'до 5',
    'с 23',
    'школа 57',
    '#тег',
    '@имя',
    'c++',
    '-',
    '.',
    '1'.repeat(300),
  ])('«%s» is written in one way', (query) => {
    expect(written(query).filter((other) => other !== `${query}р`)).toEqual([])
  })

  test('beside other words a name is asked for in the other alphabet, and for no tag', () => {
    const beside = (form: string, ...others: string[]): string[] =>
      language.writings!([form], false, [form, ...others]).map((writing) =>
        writing.kind === 'row' ? writing.forms.join(' ') : `${writing.stem}*`,
      )
    expect(beside('вкусберри', 'пермь')).toEqual(['vkusberri'])
    expect(beside('vkusberi', 'пермь')).toEqual(['вкусбери'])
    expect(beside('nota', 'пермь')).toEqual([])
    expect(beside('гипсокартонщик', 'пермь')).toEqual([])
    expect(beside('видеонаблюдение', 'пермь')).toEqual(['видео наблюдение'])
    // «Фокус» is a car beside a brand alone.
    expect(beside('фокус', 'форд')).toEqual(['focus'])
    expect(beside('фокус', 'дети')).toEqual([])
    expect(beside('note', 'redmi')).toEqual(expect.arrayContaining(['ноут']))
  })

  test('a letter that is a unit stands apart from its number where another word has to stand near', () => {
    const besideConcrete = language.writings!(['м300'], false, ['бетон', 'м300'])
    expect(besideConcrete).toContainEqual({ kind: 'row', forms: ['м', '300'] })
    expect(written('м300')).not.toContain('м 300')
  })

  test('a unit that is another word stands apart from its number only when it is asked for so', () => {
    expect(written('220 вольт')).not.toContain('220 в')
  })

  test('what is glued is no other word', () => {
    expect(written('авто ру')).not.toContain('авто' + 'ру')
    expect(written('новый магазин')).toEqual([])
  })

  test('a short name is the beginning of nothing else', () => {
    for (const [name, others] of [
      ['зара', ['#заработок', '#заразаотзывы']],
      ['стим', ['#стимул', '#стимулы']],
      ['вк', ['#вкарелии', '#вкусно', '#вконтакте']],
      ['киа', ['#киану']],
      ['мтс', ['@mtskheta', '#омтс']],
      ['kfc', ['@kfcevich']],
    ] as const) {
      const writings = written(name)
      for (const other of others) {
        expect(writings).not.toContain(other)
        const begun = writings.filter((written) => written.endsWith('*') && other.startsWith(written.slice(0, -1)))
        expect(begun, `${other} for ${name}`).toEqual([])
      }
    }
  })

  test('never as it was asked', () => {
    for (const query of ['10 м2', '15к', '89123456789', 'веб дизайнер', 'днюха', 'сбербанк'])
      expect(written(query)).not.toContain(query)
  })

  test('a telephone number is ten digits, with the country before them or a nine', () => {
    expect(phoneOf('89123456789')).toBe('9123456789')
    expect(phoneOf('74951234567')).toBe('4951234567')
    expect(phoneOf('9123456789')).toBe('9123456789')
    for (const form of ['4951234567', '12345678901', '8912345678', '81123456789', '89123456789а'])
      expect(phoneOf(form)).toBeUndefined()
  })
})
