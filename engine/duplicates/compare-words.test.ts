/** What is a copy of a line or two and what is not: by the words, through the index, as the stream asks. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shippedWordPrintLists } from '../data/data.samples.ts'
import { checkWordPrint, WordComparison } from './compare-words.ts'
import { createDuplicateIndex } from './duplicate-index.ts'
import { madePosts, seededRandom, shortEdits } from './edits.samples.ts'
import { fingerprint } from './fingerprint.ts'
import { createWordPrinter, CUT, WORD_PRINT_BYTES, WORDS_VERSION } from './word-print.ts'
import { lawRuns } from '../../tools/law-runs.ts'

const wordPrint = createWordPrinter(shippedWordPrintLists())

/** As the stream looks. */
const areCopies = (one: string, other: string): boolean => {
  const index = createDuplicateIndex({ threshold: 0.8 })
  index.add(1, fingerprint(one)!, 0, wordPrint(one))
  return index.find(fingerprint(other)!, 0, wordPrint(other)) !== null
}

const REQUEST = 'Посоветуйте хорошего плиточника в Сортавале, нужно сделать ванную до конца августа'

describe('copies by their words', () => {
  test.each([
    [
      'two words put otherwise',
      'Порекомендуйте толкового плиточника в Сортавале, нужно сделать ванную до конца августа',
    ],
    ['another word of a buyer and of a seller', REQUEST.replace('нужно', 'требуется')],
    ['a number in digits', `${REQUEST}, два санузла`, `${REQUEST}, 2 санузла`],
    ['a greeting', `Всем добрый вечер! ${REQUEST}`],
    ['thanks and a name', `${REQUEST}. Заранее спасибо, Марина`],
    ['another order', 'Нужно сделать ванную до конца августа, посоветуйте хорошего плиточника в Сортавале'],
    ['a phone and a name', `${REQUEST}. Писать в вотсап +79001234567, Марина`],
    ['a price added', `${REQUEST}. Бюджет до 60 000`],
    ['lost spaces', REQUEST.replace('нужно сделать', 'нужносделать')],
    ['the whole said twice', `${REQUEST}. ${REQUEST}`],
    ['today in one', `${REQUEST}, можно сегодня`],
    ['other cases', REQUEST.replace('плиточника', 'плиточников').replace('ванную', 'ванные')],
  ])('are found with %s', (_, changed, text = REQUEST) => {
    expect(areCopies(text, changed)).toBe(true)
    expect(areCopies(changed, text)).toBe(true)
  })

  test('are found with a half missing, when it has enough significant words', () => {
    const long = `${REQUEST}. Плитка куплена, гидроизоляция сделана, осталось положить пол, стены и затирку, работаем по договору`
    expect(areCopies(long, long.slice(0, long.indexOf(', осталось')))).toBe(true)
    expect(areCopies(long, 'Посоветуйте хорошего плиточника в Сортавале')).toBe(false)
  })

  test.each([
    ['Ищу фотографа на свадьбу, август, Сортавала', 'Ищу видеографа на свадьбу, август, Сортавала'],
    ['Сдам двухкомнатную квартиру на Ленина, есть мебель', 'Сниму двухкомнатную квартиру на Ленина, есть мебель'],
    [
      'Сдам комнату на улице Гагарина, звоните: 8 900 123-45-67',
      'Сдам комнату на улице Гагарина, звоните: 8 900 765-43-21',
    ],
    ['Продам коляску в отличном состоянии за 5000 рублей', 'Продам коляску в отличном состоянии за 7000 рублей'],
    ['Продам коляску в отличном состоянии, самовывоз', 'Продам кроватку в отличном состоянии, самовывоз'],
    ['Подскажите хорошего стоматолога в районе Кукковки', 'Подскажите хорошего гинеколога в районе Кукковки'],
    [
      'Столовая на Лесной нам понравилась, брали борщ, котлеты и салаты, дети довольны',
      'Столовая на Лесной нам не понравилась, брали борщ, котлеты и салаты, дети довольны',
    ],
    [
      'Насчёт ворот в арке: мы голосуем за, скорой и пожарным проезд важнее',
      'Насчёт ворот в арке: мы голосуем против, скорой и пожарным проезд важнее',
    ],
    ['Сниму маленький гараж у рынка, свет не обязателен', 'Сниму крупный гараж у рынка, свет не обязателен'],
    [
      'Собрание садоводов в клубе на Лесной в пятницу состоится, приходите все',
      'Собрание садоводов в клубе на Лесной в пятницу отменяется, приходите все',
    ],
    ['Подскажите хорошего стоматолога в Петрозаводске', 'Подскажите хорошего стоматолога в Костомукше'],
    ['Ищу фотографа на свадьбу, первый раз в этом году', 'Ищу фотографа на свадьбу, второй раз в этом году'],
    ['Сдам на длительный срок две комнаты на Кукковке', 'Сдам на длительный срок три комнаты на Кукковке'],
    ['Сдам трёхкомнатную квартиру, улица Ленина 15', 'Сдам трёхкомнатную квартиру, улица Ленина 17'],
    [
      'Спасибо большое за подробный ответ, обязательно посмотрю',
      'Спасибо большое за развёрнутый ответ, обязательно изучу',
    ],
    ['С днём рождения! Счастья, здоровья и всех благ', 'С днём рождения! Здоровья, удачи и долгих лет жизни'],
    [
      'Доллар поднялся выше 104 рублей по данным московских торгов',
      'Доллар поднялся выше 108 рублей по данным московских торгов',
    ],
    ['Начало зимы. Фото Виктора Петрова, г. Сортавала.', 'Причуды зимы. Фото Виктора Петрова, г. Сортавала.'],
    ['Утренний берег. Фото: Анна Ильина, Ладога', 'Остров Мантсинсаари. Фото: Анна Ильина, Ладога'],
    ['Туман на шхерах © Анна Ильина, Приладожье', 'Рассвет на шхерах © Анна Ильина, Приладожье'],
    ['Экспедиция в Рускеалу | Центр приладожской культуры', 'Экспедиция в Летний | Центр приладожской культуры'],
    ['Программа XVI фестиваля «Ладожские сказки»', 'Программа XXI фестиваля «Ладожские сказки»'],
    [
      'Собрание жильцов в четверг в 19.00 во дворе у третьего подъезда',
      'Собрание жильцов сегодня в 19.00 во дворе у третьего подъезда',
    ],
    ['Репетиция хора в среду в клубе на Лесной, приходите', 'Репетиция хора в пятницу в клубе на Лесной, приходите'],
    ['Что вам больше всего запомнилось на ярмарке ремёсел?', 'Что вам меньше всего запомнилось на ярмарке ремёсел?'],
    ['Опять отключили горячую воду на улице Гагарина', 'Наконец включили горячую воду на улице Гагарина'],
    ['Друзья, в группе ткачества новый опрос, голосуйте', 'Друзья, в группе ткачества вязальный опрос, голосуйте'],
    ['Выставка рисунков в доме 2 на Лесной, снимки, часть 2', 'Выставка рисунков в доме 2 на Лесной, снимки, часть 3'],
    ['Патруль задержал ночью одного угонщика в Сортавале', 'Патруль задержал ночью 3 угонщиков в Сортавале'],
    ['С днём рождения, мамуля, здоровья тебе', 'С днём рождения, мамуля! Здоровья большого'],
    [
      'О сайте «Архив ладожских рыбаков» | Архив ладожских рыбаков',
      'Друзьям архива ладожских рыбаков | Архив ладожских рыбаков',
    ],
    [
      'Куплю дачу в Перми без посредников, от 6 соток, дом с печью, рассмотрим все варианты, звоните',
      'Куплю дачу в Омске без посредников, от 6 соток, дом с печью, рассмотрим все варианты, звоните',
    ],
    [
      'С днём рождения нашего вожатого Дениса! Здоровья и побед!',
      'С днём рождения нашего вожатого Андрея! Здоровья и побед!',
    ],
    [
      'Потерялась собака, хаски, район Кукковки, вознаграждение',
      'Потерялась собака, такса, район Кукковки, вознаграждение',
    ],
    [
      'Еду из Суоярви в Лахденпохью завтра утром, есть два места',
      'Еду из Лахденпохьи в Суоярви завтра утром, есть два места',
    ],
    [
      'Везу груз в субботу из Суоярви в Лахденпохью, возьму попутный',
      'Везу груз в субботу из Лахденпохьи в Суоярви, возьму попутный',
    ],
    ['Рейсы от Суоярви до Лахденпохьи, ежедневно, недорого', 'Рейсы от Лахденпохьи до Суоярви, ежедневно, недорого'],
    ['Меняю двушку на однушку с доплатой, Древлянка', 'Меняю однушку на двушку с доплатой, Древлянка'],
    ['Велосипед поменяю на самокат, состояние отличное', 'Самокат поменяю на велосипед, состояние отличное'],
    ['Нужны услуги электрика, замена проводки в квартире', 'Окажу услуги электрика, замена проводки в квартире'],
    ['Ищу водителя категории Е на работу, Сортавала', 'Ищу работу водителем категории Е, Сортавала'],
    ['Швея на дому ищет заказы, постельное бельё, халаты', 'Требуется швея на дому, постельное бельё, халаты'],
    ['Вот запрос для графика, с которого поступают данные', 'Вот запрос для графика, с которого не поступают данные'],
  ])('are not «%s» and «%s»', (one, other) => {
    expect(areCopies(one, other)).toBe(false)
    expect(areCopies(other, one)).toBe(false)
  })

  test.each([
    ['another credit', 'Рыбаки вернулись в Сортавалу с уловом ряпушки', '. Фото: Анна Ильина', '. Фото: Виктор Петров'],
    ['a credit lost', 'Рыбаки вернулись в Сортавалу с уловом ряпушки', '. Фото Анны Ильиной, г. Питкяранта', ''],
    [
      'the mark of an account',
      'Рыбаки вернулись в Сортавалу с уловом ряпушки',
      '. Рассказал [id12345|Виктор]',
      '. Рассказал Виктор',
    ],
    ['«не» of politeness', 'подскажете толкового плиточника в Сортавале', '', ''],
  ])('are found with %s', (_, text, one, other) => {
    const polite = one === '' && other === '' ? `Не ${text}` : text
    expect(areCopies(text + one, polite + other)).toBe(true)
    expect(areCopies(polite + other, text + one)).toBe(true)
  })

  test('are told apart by a number also where one of them has more words than are kept', () => {
    const meeting = (day: string) =>
      `Тренировка по городкам состоится ${day} сентября на стадионе за педагогической академией`
    const long = `${meeting('17')}. Приносите запасные биты, перчатки, верёвку, мел, рулетку, аптечку, воду, бутерброды, палатку, скамейку, термос, фонарь, карту, зонт`
    expect(wordPrint(long)![1]! & CUT).toBe(CUT)
    expect(areCopies(meeting('17'), long)).toBe(areCopies(long, meeting('17')))
    const print = (text: string) => {
      const comparison = new WordComparison()
      comparison.read(wordPrint(long)!)
      const bytes = new Uint8Array(WORD_PRINT_BYTES)
      bytes.set(wordPrint(text)!)
      return comparison.compare(bytes, 0)
    }
    expect(print(meeting('24'))).toBeLessThan(0)
    expect(print(meeting('17'))).toBeGreaterThanOrEqual(0)
  })

  test('are the same text, whatever its words weigh', () => {
    for (const text of [
      'Как это что | Центр приладожской культуры',
      'Ветеран труда | Центр приладожской культуры',
      'Что это, как это, на что это, по что это, что как, как это на что',
    ])
      expect(areCopies(text, text)).toBe(true)
  })

  test.each([
    [
      'Нужна газель на переезд. Из Суоярви в Лахденпохью. Вещей мало',
      'Из Суоярви в Лахденпохью нужна газель на переезд. Вещей мало',
    ],
    [
      'Продам дачу в Рускеале. Баня, теплица, колодец. Свет есть',
      'Продам дачу в Рускеале. Колодец, теплица, баня. Свет есть',
    ],
    [
      'Уборка в квартирах, офисах и коттеджах, химчистка диванов',
      'Уборка в коттеджах, офисах и квартирах, химчистка диванов',
    ],
  ])('are found with clauses and lists in another order: «%s»', (one, other) => {
    expect(areCopies(one, other)).toBe(true)
    expect(areCopies(other, one)).toBe(true)
  })

  test.each([
    [
      'Сниму однушку в Сортавале на длительный срок, оплата вовремя',
      'Сниму 1-комнатную квартиру в Сортавале на долгий срок, оплата вовремя',
    ],
    [
      'Посоветуйте недорогого фотографа на выписку из роддома',
      'Порекомендуйте бюджетного фотографа на выписку из роддома',
    ],
    ['Куплю гараж возле Кукковки, в хорошем состоянии', 'Приобрету гараж в районе Кукковки, в отличном состоянии'],
    ['Продам велосипед и стиральную машину, самовывоз с Лесной', 'Продаю велик и стиралку, самовывоз с Лесной'],
    ['Пропала собака в районе рынка, помогите найти', 'Потерялась собака возле рынка, помогите найти'],
    ['Продам аквариум 100 литров с тумбой, фильтр и свет', 'Продаю аквариум 100л с тумбой, фильтр и свет'],
    ['Отдам котят в добрые руки, к лотку приучены', 'Отдаю котяток в хорошие руки, знают лоток'],
  ])('are found with words put for others that say the same: «%s»', (one, other) => {
    expect(areCopies(one, other)).toBe(true)
    expect(areCopies(other, one)).toBe(true)
  })

  test('are found with a word more in the middle where the rest stands in a row', () => {
    const text = 'Ищем поющих в хор «Кантеле», репетиции по вторникам в клубе на Лесной, опыт не обязателен'
    expect(areCopies(text, text.replace('в клубе', 'всегда в клубе'))).toBe(true)
    expect(areCopies(text, text.replace('репетиции', 'вечерние репетиции'))).toBe(true)
  })

  const trades =
    `фотографа видеографа ведущего репетитора электрика сантехника плиточника маляра каменщика сварщика логопеда массажиста
кондитера флориста юриста нотариуса бухгалтера риелтора программиста дизайнера переводчика грузчика водителя сиделку няню
уборщицу швею парикмахера визажиста стоматолога педиатра ветеринара кинолога тренера`.split(/\s+/)
  const frames = [
    'Ищу _ на свадьбу, желательно недорого',
    'Посоветуйте, пожалуйста, хорошего _ в нашем районе',
    'Добрый день! Кто может порекомендовать проверенного _?',
    'Нужен контакт _, очень срочно, сегодня или завтра, район вокзала, оплата сразу наличными',
    'Девочки, подскажите толкового _, который не дерёт три шкуры и приезжает вовремя, заранее всем спасибо за советы',
  ]
  test('are never requests for two trades, whatever is said around', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...frames),
        fc.subarray(trades, { minLength: 2, maxLength: 2 }),
        fc.constantFrom('', 'Всем привет! ', 'Соседи, '),
        (frame, [one, other], greeting) => {
          expect(areCopies(frame.replace('_', one!), greeting + frame.replace('_', other!))).toBe(false)
        },
      ),
      { numRuns: lawRuns(300) },
    )
  })
})

describe('WordComparison', () => {
  const posts = madePosts(40, 3, 4)
  const edits = Object.values(shortEdits(['слово', 'дело', 'тело']))
  const compare = (one: string, other: string): number => {
    const comparison = new WordComparison()
    const [read, print] = [wordPrint(one)!, wordPrint(other)!]
    comparison.read(read)
    const prints = new Uint8Array(WORD_PRINT_BYTES * 2)
    prints.set(print, WORD_PRINT_BYTES)
    return comparison.compare(prints, WORD_PRINT_BYTES)
  }

  test('says the same of two texts from either side, and never more than 1', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...posts),
        fc.constantFrom(...posts),
        fc.nat(),
        fc.constantFrom(...edits),
        (one, another, seed, edit) => {
          const random = seededRandom(seed)
          for (const other of [another, edit(one, random), edit(edit(one, random), random)]) {
            if (fingerprint(other) === null) continue
            const likeness = compare(one, other)
            expect(compare(other, one)).toBe(likeness)
            expect(likeness).toBeLessThanOrEqual(1)
            expect(compare(other, other)).toBe(1)
          }
        },
      ),
      { numRuns: lawRuns(300) },
    )
  })

  test('finds nothing alike in words of another version', () => {
    const [one] = posts as [string]
    const comparison = new WordComparison()
    const later = wordPrint(one)!.with(0, WORDS_VERSION + 1)
    comparison.read(wordPrint(one)!)
    expect(comparison.compare(later, 0)).toBe(0)
    comparison.read(later)
    expect(comparison.compare(wordPrint(one)!, 0)).toBe(0)
  })

  test('refuses what is no word print', () => {
    for (const bytes of [[], [WORDS_VERSION], [WORDS_VERSION, 1, 0], [WORDS_VERSION, 25, ...new Uint8Array(75)]]) {
      expect(() => checkWordPrint(Uint8Array.from(bytes))).toThrow(RangeError)
    }
    for (const text of posts) checkWordPrint(wordPrint(text)!)
  })
})
