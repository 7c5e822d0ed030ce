import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { shippedWordLists } from '../data/data.samples.ts'
import { loadDictionary, loadReadings } from './az.ts'
import { createLanguage } from './language.ts'
import type { Language, Morphology } from './language.ts'
import { createStemmer } from './stemmer.ts'
import { LONGEST_TERM, textTerms, wordTerms } from './terms.ts'

const DICTIONARY = `${import.meta.dirname}/../../node_modules/az/dicts`
const lists = shippedWordLists()

let russian: Language

beforeAll(async () => {
  russian = createLanguage(await loadDictionary(DICTIONARY, lists))
})

function meet(language: Language, a: string, b: string): boolean {
  return language.lemmas(a).some((lemma) => language.lemmas(b).includes(lemma))
}

describe('the dictionary', () => {
  test.each([
    ['ищу', 'искать ищем ищут ищите искали ищущий'],
    ['сын', 'сыновья сыновей сына'],
    ['человек', 'люди людям человека'],
    ['ребенок', 'дети детей ребенка'],
    ['нужен', 'нужна нужно нужны нужный'],
    ['посоветуйте', 'посоветовать посоветуете посоветовал'],
    ['хороший', 'лучше хорошего'],
    ['лучший', 'лучшая лучших'],
    ['первый', 'первая первых'],
    ['ильич', 'ильича ильичу'],
    ['елка', 'елки елок елку'],
    ['маша', 'маши машу'],
    ['интернет-магазин', 'интернет-магазина интернет-магазинов'],
    ['диван-кровать', 'диван-кровати дивана-кровати'],
    // words it does not know
    ['таргетолог', 'таргетолога таргетологи таргетологов таргетологу'],
    ['лендинг', 'лендинга лендинги лендингов'],
    ['маникюрщица', 'маникюрщицу маникюрщицы'],
    ['нейросеть', 'нейросети нейросетями'],
    ['видосик', 'видосики видосиков'],
    ['вайбер', 'вайбера вайбере'],
    ['срочно', 'срочнооо сроооочно'],
    ['нужен', 'нужеееен'],
    // abbreviations
    ['зп', 'зарплату зарплаты'],
    ['тел', 'телефон телефону'],
    ['руб', 'рублей'],
    // brands in either alphabet
    ['iphone', 'айфон айфоны айфонов'],
    ['ватсап', 'whatsapp вотсапе'],
    ['мтс', 'mts'],
    ['тинькофф', 'тинькофф tinkoff тинькофа'],
    // words that are written in several ways
    ['риэлтор', 'риелтора риелтором риэлторы'],
    ['кешбэк', 'кэшбэк кэшбэка кешбека cashback кэш-бэк'],
    ['wi-fi', 'wifi вайфай вай-фай'],
    ['смм', 'smm'],
    ['e-mail', 'email имейл емейлы'],
    ['двухкомнатная', '2-комнатную 2-комнатные'],
    ['minecraft', 'майнкрафт майнкрафта майнкрафте'],
    // compounds with a hyphen are the glued word as well, and inflected by their last part
    ['веб-дизайнер', 'вебдизайнер вебдизайнера'],
    ['1с-программист', '1с-программиста 1с-программисты'],
    ['hr-менеджер', 'hr-менеджеры hr-менеджером'],
    ['маркет-плейс', 'маркет-плейсов маркетплейсы'],
    ['шиномонтаж', 'шиномонтажом шиномонтажей'],
    // and those glued to a listed first part, whatever their ending looks like
    ['фотозона', 'фотозоны фотозону фотозоной фотозон фотозонами фотозонах'],
    ['вебмастер', 'вебмастера вебмастерами вебмастеров'],
    ['кофеточка', 'кофеточки кофеточку кофеточкой кофеточек кофеточками'],
    ['кофемашина', 'кофемашину кофемашиной кофемашин кофемашинами'],
    ['юрлицо', 'юрлица юрлиц юрлицу юрлицам юрлицами'],
    ['госуслуга', 'госуслуги госуслуг госуслугами'],
    // what is read as the listed part and something else stays what its ending says
    ['геймдев', 'геймдева геймдеве'],
    ['дропнуть', 'дропнули'],
    // names, in all forms that one bearer has
    ['марк', 'марка марку марком марке марков'],
    ['костя', 'кости косте костю костей'],
    ['саня', 'сани сане саню саней'],
    // calling one sounds like several of them
    ['серега', 'серег'],
    ['маргарита', 'маргарит'],
    ['маша', 'маш'],
    // a name that is a form of the noun is that noun
    ['гор', 'горах горам горами'],
    ['лики', 'ликами'],
    // a name and a noun that are one word in all forms
    ['роза', 'роз розах'],
    ['вера', 'вер верах'],
    // adverbs in -о are their adjective; those that were a noun once are still its case
    ['срочно', 'срочный срочная'],
    ['бесплатный', 'бесплатно'],
    ['удаленно', 'удаленная'],
    ['качественно', 'качественные'],
    ['недорого', 'недорогой недорогие'],
    ['вечер', 'вечером'],
    ['лето', 'летом'],
    // words that the dictionary is too old for
    ['подкаст', 'подкаста подкастов подкасте'],
    ['бывший', 'бывшая бывшего'],
    ['данные', 'данных данными'],
    ['ведущий', 'ведущая ведущих'],
  ])('%s meets %s', (word, others) => {
    for (const other of others.split(' ')) expect(meet(russian, word, other), other).toBe(true)
  })

  test.each([
    ['см', 'смотреть'],
    ['тел', 'тело'],
    ['мин', 'мина'],
    ['кв', 'квартира'],
    ['в', 'век'],
    ['при', 'переть'],
    ['для', 'длить'],
    ['им', 'имя'],
    ['кот', 'котлета'],
    ['ремонт', 'монтаж'],
    ['первый', 'один'],
    ['вторая', 'два'],
    ['ильич', 'илья'],
    ['лучший', 'хороший'],
    // readings that are hardly ever meant
    ['уже', 'уж'],
    ['дела', 'деть'],
    ['день', 'деть'],
    ['были', 'быль'],
    ['мой', 'мыть'],
    ['стали', 'сталь'],
    // participles that are words of their own
    ['бывший', 'быть'],
    ['любимая', 'любить'],
    ['данных', 'дать'],
    ['следующую', 'следовать'],
    ['ведущего', 'вести'],
    // gerunds that sound like names
    ['катя', 'катить'],
    ['паша', 'пахать'],
    // the names of several people are an ordinary noun
    ['марк', 'марки'],
    ['марк', 'марках'],
    ['костя', 'костями'],
    ['саня', 'санях'],
    ['сеня', 'сенях'],
    ['семен', 'семенами'],
    ['майк', 'майках'],
    ['ося', 'осях'],
    ['алла', 'аллах'],
    // adverbs of another make than their adjective
    ['дома', 'домашний'],
    ['по-русски', 'русский'],
    ['завтра', 'завтрашний'],
    ['вручную', 'ручной'],
    ['впервые', 'первый'],
    ['оптом', 'оптовый'],
    // newer words are no mistyped ones
    ['подкаста', 'подкат'],
  ])('%s is not %s', (a, b) => {
    expect(meet(russian, a, b)).toBe(false)
  })

  test('nothing but an ordinary noun or adjective makes a compound behind a listed part', async () => {
    const without = createLanguage(await loadDictionary(DICTIONARY, { ...lists, compounds: new Map() }))
    for (const form of ['фотогуляли', 'фанлермонтов', 'вебоченьо', 'топмосква', 'чатдля', 'попури'])
      expect(russian.lemmas(form), form).toEqual(without.lemmas(form))
    expect(russian.lemmas('юрлицами')).not.toEqual(without.lemmas('юрлицами'))
    // All that the ending says is still there: nothing that was found is lost.
    for (const form of ['фотозоны', 'кофеточек', 'вебкамер', 'юрлиц', 'геймдева', 'гостинной'])
      expect(russian.lemmas(form), form).toEqual(expect.arrayContaining([...without.lemmas(form)]))
  })

  test('an ambiguous form has all its readings', () => {
    expect(russian.lemmas('стекла')).toEqual(expect.arrayContaining(['стекло', 'стечь']))
    expect(russian.lemmas('мыла')).toEqual(expect.arrayContaining(['мыло', 'мыть']))
    expect(russian.lemmas('белка')).toEqual(expect.arrayContaining(['белка', 'белок']))
  })

  test('what is no Russian word stays itself', () => {
    for (const form of [
      'c++',
      '1с',
      '#ремонт',
      '@имя',
      'vk.com/a',
      'iphone',
      '10.5',
      '🔥',
      '.net',
      'см',
      'црм',
      'vkшный',
      'я',
    ]) {
      expect(russian.lemmas(form)).toEqual([form])
    }
  })

  test('lemmas are folded and never missing', () => {
    for (const form of [
      'ребенок',
      'пчел',
      'ъъъъ',
      'а-а-а',
      '-',
      "об'явление",
      'щ'.repeat(300),
      'кто-нибудь-кто',
      'ы-',
    ]) {
      expect(russian.lemmas(form).length, form).toBeGreaterThan(0)
      expect(russian.lemmas(form).join(''), form).not.toContain('ё')
    }
  })

  test('a mistyped long word is read as the only known one that is like it, and as any like it when asked for', async () => {
    const strict = createLanguage(await loadDictionary(DICTIONARY, lists, { typos: 'none' }))
    const forgiving = createLanguage(await loadDictionary(DICTIONARY, lists, { typos: 'all' }))
    for (const [typo, word, isSure] of [
      ['квартра', 'квартиры', false],
      ['фтограф', 'фотографа', true],
      ['сантехинк', 'сантехника', true],
      ['програмист', 'программиста', true],
      ['холодилник', 'холодильника', true],
    ] as const) {
      expect(meet(strict, typo, word), typo).toBe(false)
      expect(meet(russian, typo, word), typo).toBe(isSure)
      expect(meet(forgiving, typo, word), typo).toBe(true)
    }
    // By ear, and not by a neighbouring key.
    for (const [typo, word] of [
      ['сантихника', 'сантехник'],
      ['стаматолог', 'стоматолога'],
    ] as const)
      expect(meet(russian, typo, word), typo).toBe(true)
    // What firms are called is an ordinary word as a rule, and the name of a town may be long enough.
    for (const [typo, word] of [
      ['стоматалогию', 'стоматология'],
      ['автосирвис', 'автосервис'],
      ['росгострах', 'росгосстраха'],
      ['екатеринбуге', 'екатеринбург'],
      ['шереметево', 'шереметьево'],
    ] as const)
      expect(meet(russian, typo, word), typo).toBe(true)
    for (const surname of ['дмитровой', 'зарицкого', 'понятовой'])
      expect(russian.lemmas(surname), surname).toEqual(strict.lemmas(surname))
    // Names, and short words with a letter too many or a wrong one.
    for (const form of ['зеленского', 'джиметр', 'кинерма']) expect(russian.lemmas(form)).toEqual(strict.lemmas(form))
    for (const form of ['фотограф', 'кит', 'срочнооо', 'стекла'])
      expect(forgiving.lemmas(form)).toEqual(russian.lemmas(form))
  })

  test('a short adjective or the plural of a science that sounds like an ordinary noun is none', () => {
    for (const [form, other] of [
      ['сыр', 'сырая'],
      ['лев', 'левый'],
      ['резка', 'резкий'],
      ['звонок', 'звонкая'],
      ['сантехник', 'сантехникой'],
      ['физик', 'физикой'],
    ] as const)
      expect(meet(russian, form, other), form).toBe(false)
    // Where the adjective is what is mostly meant, it stays.
    expect(meet(russian, 'силен', 'сильная')).toBe(true)
    expect(meet(russian, 'полон', 'полный')).toBe(true)
  })

  test('the short adjective of what mostly is an adverb is none, but for what is said of offers', () => {
    expect(russian.lemmas('больно')).toEqual(['больно'])
    expect(russian.lemmas('громко')).toEqual(['громко'])
    expect(russian.lemmas('недорого')).toContain('недорогой')
    expect(russian.lemmas('бесплатно')).toContain('бесплатный')
    expect(russian.lemmas('нужно')).toContain('нужный')
  })

  test('an abbreviation with a hyphen stands for its word in any form', () => {
    for (const form of ['пр-т', 'пр-те']) expect(russian.lemmas(form)).toEqual([form, 'проспект'])
    expect(russian.lemmas('р-на')).toContain('район')
    expect(russian.lemmas('б-ра')).not.toContain('бра')
  })

  test('loan words are written with either letter', () => {
    expect(meet(russian, 'каршэрингом', 'каршеринг')).toBe(true)
    expect(meet(russian, 'кэйтеринга', 'кейтеринг')).toBe(true)
  })

  test('a participle that is a word of its own is that in all its forms', () => {
    expect(meet(russian, 'пострадавшей', 'пострадавший')).toBe(true)
    expect(meet(russian, 'обманутые', 'обманутого')).toBe(true)
    expect(meet(russian, 'обманутые', 'обманули')).toBe(false)
  })

  test('whatever is learnt to be rare leaves at least one reading', async () => {
    const readings = await loadReadings(DICTIONARY, lists)
    for (const [form, rare] of lists.rareReadings) {
      const all = new Set(readings(form).map(({ lemma }) => lemma))
      for (const lemma of rare) expect(all, form).toContain(lemma)
      expect(all.size, form).toBeGreaterThan(rare.length)
      expect(
        russian.lemmas(form).filter((lemma) => rare.includes(lemma)),
        form,
      ).toEqual([])
    }
  })

  test('any form gets the same answer again, from another language too', async () => {
    const other = createLanguage(await loadDictionary(DICTIONARY, lists), { memoSize: 2 })
    const letters = fc.array(fc.constantFrom(...'абвгдежзийклмнопрстуфхцчшщъыьэюя--', "'"), {
      minLength: 1,
      maxLength: 12,
    })
    fc.assert(
      fc.property(letters, (form) => {
        const found = russian.lemmas(form.join(''))
        expect(found.every((lemma) => lemma !== '')).toBe(true)
        expect(found.length).toBeGreaterThan(0)
        expect(other.lemmas(form.join(''))).toEqual(found)
      }),
    )
  })

  test('a missing folder is refused', async () => {
    await expect(loadDictionary('/nowhere', lists)).rejects.toThrow()
  })
})

describe('the stemmer', () => {
  const stems = createLanguage(createStemmer())

  test('joins endings, and knows no words', () => {
    expect(meet(stems, 'квартира', 'квартирами')).toBe(true)
    expect(meet(stems, 'ищу', 'искать')).toBe(false)
    expect(stems.lemmas('см')).toEqual(['см'])
    expect(stems.lemmas('c++')).toEqual(['c++'])
  })
})

describe('the memo', () => {
  function counting(): { asked: string[]; morphology: Morphology } {
    const asked: string[] = []
    return { asked, morphology: { lemmas: (form) => (asked.push(form), [form]) } }
  }

  test('asks once for a word in use and forgets one that is not', () => {
    const { asked, morphology } = counting()
    const language = createLanguage(morphology, { memoSize: 3 })
    for (let i = 0; i < 20; i++) {
      language.lemmas('дом')
      language.lemmas('а'.repeat(2 + i))
    }
    expect(asked.filter((form) => form === 'дом')).toHaveLength(1)
    language.lemmas('аа')
    expect(asked.filter((form) => form === 'аа')).toHaveLength(2)
  })
})

describe('terms for filters', () => {
  test('are lemmas and exact forms, each once', () => {
    expect(textTerms(russian, 'Ищу кота. КОТА!').sort()).toEqual(['=ищу', '=кота', 'искать', 'кот'])
  })

  test('a filter word fits by any form, or exactly', () => {
    const fits = (word: string, exact: boolean, text: string): boolean =>
      wordTerms(russian, word, exact).some((term) => textTerms(russian, text).includes(term))
    expect(fits('Котов', false, 'видел кота')).toBe(true)
    expect(fits('Котов', true, 'видел кота')).toBe(false)
    expect(fits('кота', true, 'видел КОТА')).toBe(true)
    expect(fits('#кот', false, 'видел кота')).toBe(false)
    expect(fits('кот', false, '#Кот')).toBe(true)
    expect(fits('C++', true, 'учу с++')).toBe(true)
    expect(fits('магазин', false, 'интернет-магазины')).toBe(true)
    expect(fits('интернет-магазин', false, 'интернет-магазины')).toBe(true)
    expect(wordTerms(russian, ' !? ', false)).toEqual([])
  })

  test('stay short and few', () => {
    const terms = textTerms(
      russian,
      `vk.com/${'a'.repeat(900)} ` + Array.from({ length: 9000 }, (_, i) => `слово${i}`).join(' '),
    )
    expect(Math.max(...terms.map((term) => term.length))).toBe(LONGEST_TERM)
    expect(terms.length).toBeLessThanOrEqual(4000)
    expect(wordTerms(russian, `vk.com/${'a'.repeat(900)}`, true)[0]).toBe(terms.find((term) => term.startsWith('=vk')))
  })
})
