import { describe, expect, it, test } from 'vitest'
import { shippedElsewhere, shippedGazetteer, shippedSignWords } from '../data/data.samples.ts'
import { growth } from '../growth.samples.ts'
import { createPlaceFinder, type PlaceSigns } from './find-place.ts'

const russia = shippedGazetteer()
const finder = createPlaceFinder(russia, shippedElsewhere(), shippedSignWords())
const names = new Map(russia.map(({ id, name }) => [id, name]))

function found(signs: string | PlaceSigns): string | null {
  const place = finder.find(typeof signs === 'string' ? { text: signs } : signs)
  return place && (names.get(place.locationId) ?? null)
}

describe('a place in the text', () => {
  it.each([
    ['Ищу фотографа в Твери', 'Тверь'],
    ['ищу фотографа в твери, недорого', 'Тверь'],
    ['Нужен сантехник, г. Тверь', 'Тверь'],
    ['Тверь, Заволжский район. Посоветуйте мастера', 'Тверь'],
    ['Посоветуйте мастера маникюра\nКазань', 'Казань'],
    ['Нужна няня #казань', 'Казань'],
    ['Нужна няня #НижнийНовгород', 'Нижний Новгород'],
    ['Кто делает ремонт в Химках?', 'Химки'],
    ['Переезд из Набережных Челнов', 'Набережные Челны'],
    ['Ребята из Челнов есть?', 'Набережные Челны'],
    ['Кто в Питере занимается ремонтом?', 'Санкт-Петербург'],
    ['посоветуйте врача в спб', 'Санкт-Петербург'],
    ['Есть кто из ЕКБ?', 'Екатеринбург'],
    ['Ремонт в Ростове', 'Ростов-на-Дону'],
    ['Ремонт в Ростове на Дону', 'Ростов-на-Дону'],
    ['Ищем жильё в Комсомольске-на-Амуре', 'Комсомольск-на-Амуре'],
    ['Нужна уборка, метро рядом, Южное Бутово', 'Москва'],
    ['Тверская область, ищу плотника', 'Тверская область'],
    ['Работа вахтой, Тверская обл., питание', 'Тверская область'],
    ['Дом в Подмосковье под ключ', 'Московская область'],
    ['Есть мастера в Татарстане?', 'Республика Татарстан'],
    ['Отдых в Крыму', 'Республика Крым'],
  ])('%s → %s', (text, place) => expect(found(text)).toBe(place))
})

describe('names that mean something else', () => {
  it.each([
    'Владимир, посоветуйте мастера',
    'Спасибо, Артём!',
    'Видели орла над полем',
    'Антон Чехов написал рассказ',
    'А. П. Чехов',
    'чистка ковров на дому',
    'Улица Кирова, дом 5',
    'Жду на Кирова 10',
    'Площадь Гагарина',
    'Живу в Октябрьском районе',
    'остановились в гостинице Москва',
    'Купил торт «Москва»',
    'ЖК «Казань» сдан',
    'Деревня Каменка',
    'В. Г. Белинский писал об этом',
    'понадобится 700 г рыбного филе',
    'московский стиль',
    'жду поезд до Воронежа',
    'живу далеко от Москвы',
    'Подписаться на Москву',
    'в Брянском районе',
    'Мария Иванова',
    'Реклама. ООО «Ромашка», ОГРН 1157746000000, 123290, г. Москва',
    'Питер Паркер спас всех',
    'встреча в 19:00 по Москве',
    'начало в 18 мск',
    'поставил тулу и забыл',
    'где купить клин и топор',
    'Москва-река замёрзла',
    'мечтаю о тишине',
    'большой камень лежал у дороги',
    '',
  ])('%s → nothing', (text) => expect(found(text)).toBeNull())

  it.each([
    ['Снимем квартиру во Владимире', 'Владимир'],
    ['г. Орёл, нужен электрик', 'Орёл'],
    ['Нужен электрик в Орле', 'Орёл'],
    ['В Клину нужен мастер', 'Клин'],
    ['Клин, Московская область', 'Клин'],
    ['Ищу мастера в Грозном', 'Грозный'],
    ['город Мирный, Республика Саха, Якутия', 'Мирный'],
  ])('%s → %s', (text, place) => expect(found(text)).toBe(place))
})

describe('towns of one name', () => {
  it('takes the one that is much larger', () => {
    expect(finder.find({ text: 'Ищу маляра в Кирове' })?.locationId).toBe(43001)
    expect(finder.find({ text: 'Ищу маляра в Благовещенске' })?.locationId).toBe(28001)
  })

  it('takes the one whose region is named, or is the group’s or the author’s', () => {
    expect(finder.find({ text: 'Ищу маляра в Кирове Калужской области' })?.locationId).toBe(40004)
    expect(finder.find({ text: 'Ищу маляра в Железногорске', groupCity: 'Курск' })?.locationId).toBe(46002)
    expect(finder.find({ text: 'Ищу маляра в Железногорске', authorCity: 'Красноярск' })?.locationId).toBe(24005)
  })

  it('keeps silent when it cannot be said', () => {
    expect(found('Ищу маляра в Железногорске')).toBeNull()
  })
})

describe('several places', () => {
  it.each([
    ['Перевезти вещи из Москвы в Казань', null],
    ['Попутчики Москва-Казань', null],
    ['Доставка: Тверь, Казань, Самара, Омск', null],
    ['Летим из Минска в Калининград', null],
    ['Тверь, Тверская область', 'Тверь'],
    ['Москва и Подмосковье, ремонт', 'Москва'],
    ['Работаем: Химки, Мытищи, Королёв, Люберцы', 'Московская область'],
    ['В Твери прошёл концерт. Жители Твери довольны: в Тверь приехал хор. Тверь ждёт гостей из Москвы.', 'Тверь'],
  ])('%s → %s', (text, place) => expect(found(text)).toBe(place))
})

describe('the group and the author', () => {
  test.each([
    ['Подслушано Тверь', 'Тверь'],
    ['Барахолка Казань', 'Казань'],
    ['Типичный Орёл', 'Орёл'],
    ['Работа Владимир', 'Владимир'],
    ['МОСКВА | Объявления', 'Москва'],
    ['Мамы Челны', 'Набережные Челны'],
    ['Советский спорт', null],
    ['Антон Чехов. Рассказы', null],
    ['Рецепты на каждый день', null],
  ])('the group «%s» → %s', (groupName, place) => expect(found({ text: 'Посоветуйте мастера', groupName })).toBe(place))

  it('reads a field that holds a town', () => {
    for (const groupCity of ['Тверь', 'г. Тверь', 'Россия, Тверь', 'Тверская область, Тверь']) {
      expect(found({ text: 'Посоветуйте мастера', groupCity })).toBe('Тверь')
    }
    expect(found({ text: 'Посоветуйте мастера', groupCity: 'Владимир' })).toBe('Владимир')
    expect(found({ text: 'Посоветуйте мастера', groupCity: 'Железногорск' })).toBeNull()
    expect(found({ text: 'Посоветуйте мастера', groupCity: 'где-то' })).toBeNull()
  })

  it('hears the text before the group, and the group before the author', () => {
    expect(finder.find({ text: 'Мастер в Казани', groupCity: 'Тверь', authorCity: 'Москва' })).toMatchObject({
      locationId: 16001,
      source: 'text',
    })
    expect(finder.find({ text: 'Нужен мастер', groupCity: 'Тверь', authorCity: 'Москва' })).toMatchObject({
      locationId: 69001,
      source: 'group',
    })
    expect(finder.find({ text: 'Нужен мастер', authorCity: 'Москва' })).toMatchObject({
      locationId: 77,
      regionId: 77,
      source: 'author',
    })
  })

  it('is surer when they agree, less sure when they do not', () => {
    const sure = (signs: Partial<PlaceSigns>): number =>
      finder.find({ text: 'Мастер в Казани', ...signs })?.confidence ?? 0
    expect(sure({ groupCity: 'Казань' })).toBeGreaterThan(sure({}))
    expect(sure({ groupCity: 'Казань', authorCity: 'Казань' })).toBeGreaterThan(sure({ groupCity: 'Казань' }))
    expect(sure({ groupCity: 'Тверь' })).toBeLessThan(sure({}))
  })

  it('believes a weak word of the text that the group confirms', () => {
    expect(found({ text: 'Владимир. Посоветуйте мастера', groupCity: 'Владимир' })).toBe('Владимир')
    expect(found({ text: 'Владимир, посоветуйте мастера', groupCity: 'Тверь' })).toBe('Тверь')
  })

  it('does not take the author’s town for a message that names several', () => {
    expect(found({ text: 'Доставка из Казани в Омск', authorCity: 'Москва' })).toBeNull()
  })
})

it('reads long and odd texts in linear time', () => {
  expect(found('Владимир '.repeat(50_000))).toBeNull()
  expect(found('из Москвы в Казань '.repeat(50_000))).toBeNull()
  for (const piece of ['Владимир ', 'из Москвы в Казань ', '#', 'Москва-']) {
    expect(
      growth((size) => found(piece.repeat(size)), 5_000),
      piece,
    ).toBeLessThan(32)
  }
})
