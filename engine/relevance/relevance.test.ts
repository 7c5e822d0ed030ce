import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shippedWordKinds } from '../data/data.samples.ts'
import { categorySamples } from '../../server/features/watching/categories/categories.samples.ts'
import { readShippedModel } from '../../server/kit/shipped-model.ts'
import { createFeatures, dropInsignificant, markNames, MAX_WORDS, readFeatures } from './features.ts'
import { createJudge } from './judge.ts'
import { createMeaningReader } from './meaning.ts'
import { joinModel, loadModel, saveModel, splitModel } from './model-file.ts'
import { createScorer } from './score.ts'

const { model } = await readShippedModel()
const wordKinds = shippedWordKinds()
const scorer = createScorer(model, wordKinds)

describe('the committed model', () => {
  test('is small, and saved again it is the same file', () => {
    const bytes = saveModel(model)
    expect(bytes.length).toBeLessThan(10 * 2 ** 20)
    expect(Buffer.from(saveModel(loadModel(bytes))).equals(Buffer.from(bytes))).toBe(true)
    expect(Buffer.from(joinModel(splitModel(model))).equals(Buffer.from(bytes))).toBe(true)
  })

  test('says the same about the same text, whatever it read before', () => {
    const text = 'Соседи, посоветуйте хорошего электрика, выбивает пробки'
    const first = scorer.score(text)
    scorer.score('Казино! Бонус за депозит, жми https://win.example')
    expect(scorer.score(text)).toEqual(first)
    expect(createScorer(model, wordKinds).score(text)).toEqual(first)
  })

  test.each([
    'Соседи, посоветуйте хорошего сантехника, кран течёт',
    'Ищу фотографа на свадьбу, пишите в личку',
    'Девочки, кто может порекомендовать косметолога?',
    'Нужен репетитор по химии для девятиклассника',
  ])('a request: %s', (text) => {
    const { intentLevel: level, isUnwanted } = scorer.score(text)
    expect(level).not.toBe('cold')
    expect(isUnwanted).toBe(false)
  })

  test('a request among other talk counts as much as by itself, and its words are the reason', () => {
    const text =
      'Всем привет из Твери. Второй день дождь, сидим дома и смотрим кино. Посоветуйте хорошего сантехника. Кот передаёт вам привет'
    expect(scorer.score(text).intentLevel).not.toBe('cold')
    const reasons = scorer.reasons(text, 'intent')
    expect(reasons.map(({ words }) => words)).toContain('Посоветуйте')
    for (const { words, span } of reasons) if (span) expect(text.slice(...span)).toBe(words)
  })

  test('what is added after a request does not talk it away', () => {
    const request = 'А у кого-нибудь есть мастер, который чинит стиральные машины?'
    const story = 'У нас течёт третий день, соседи снизу уже приходили. Там и в других квартирах такое бывало.'
    expect(scorer.score(request).intentLevel).not.toBe('cold')
    expect(scorer.score(`${request} ${story}`).intentLevel).not.toBe('cold')
  })

  test('a few words count for less than the same words would in a longer message', () => {
    const judged = createJudge(model, createMeaningReader(model.meaning), wordKinds)
    const [few, eight] = ['нужен мастер по окнам', 'нужен мастер по окнам на завтра с утра']
    const short = judged.read(few!)[1]!
    // The network knows for itself how few they are.
    expect(judged.turnTo(few!, 'intent') - short).toBeCloseTo(1 - model.cnn.share, 4)
    const long = judged.read(eight!)[1]!
    expect(judged.turnTo(eight!, 'intent') - long).toBeCloseTo(0, 4)
  })

  test.each([
    [3, -0.8],
    [4, -0.8],
    [8, 0],
    [16, 0.8],
    [32, 1.6],
    [60, 1.6],
  ])('what sounds unwanted is so the more surely the more words it has: of %i by %d', (words, more) => {
    const judged = createJudge(model, createMeaningReader(model.meaning), wordKinds)
    const added = (count: number): number => {
      const text = 'доход '.repeat(count)
      return judged.read(text)[0]! - judged.turnTo(text, 'unwanted')
    }
    expect(added(words) - added(8)).toBeCloseTo(more, 4)
  })

  test('what neither asks nor offers is unwanted the less surely, and so is what surely asks', () => {
    const judged = createJudge(model, createMeaningReader(model.meaning), wordKinds)
    // Of eight words each: length adds nothing.
    const talk = 'доход '.repeat(8)
    expect(judged.read(talk)[0]! - judged.turnTo(talk, 'unwanted')).toBeCloseTo(-0.12, 4)
    const request = 'ищу мастера по окнам на завтра с утра'
    const [unwanted, intent] = judged.read(request)
    expect(intent).toBeGreaterThan(1)
    expect(unwanted! - judged.turnTo(request, 'unwanted')).toBeCloseTo(0.68 - 0.5 * (intent! - 1), 4)
  })

  test('in a long post a sentence of asking does not make a request', () => {
    const news = 'Администрация района сообщает о ходе работ на набережной. '.repeat(14)
    expect(scorer.score(`${news}Ищем подрядчика.`).intentLevel).toBe('cold')
  })

  test.each([
    'Подскажите, какая версия джавы нужна для запуска теста?',
    'Сегодня утром на трассе столкнулись две фуры, движение перекрыто',
    'да нормально всё, завтра сдадим лабу',
    'Спасибо, электрика уже нашли',
    '14 этаж, второй подъезд',
    'Продаю двушку в нашем доме, 61 метр, пишите в личку',
    'а кто платит за ремонт?',
    'У них сантехник есть, он же и электрик',
    'Номер скиньте',
    'Ищу того, кто за меня поработает в понедельник, ахаха',
    'Долго искали няню, в итоге сидит бабушка',
    'Вы тогда нашли электрика или так и сидели без света?',
    'Товарищу нужен был адвокат, но он сам справился',
    'Мне не нужен юрист, сам разберусь',
    'Требуется сантехник в управляющую компанию, график 2/2, зарплата 60 000',
    '',
    '?!',
  ])('no request: %s', (text) => {
    expect(scorer.score(text).intentLevel).toBe('cold')
  })

  test.each([
    'Ищу людей в команду, удалённый заработок от 100$ в день, обучение бесплатно, пишите в лс',
    'ᴛᴩᴇбуюᴛᴄя ᴧюди нᴀ ʙᴀᴋᴀнᴄию, удᴀᴧённый зᴀᴩᴀбᴏᴛᴏᴋ ᴏᴛ 100$ ʙ дᴇнь, пишитᴇ ʙ ᴧᴄ',
    'Haбиpaю пapтнepoв, apбитpaж кpиптoвaлюты, дoхoд oт 500$ в нeдeлю. Пишитe в личныe cooбщeния',
    'Нужен человек на 15 минут, 1500 рублей, пишите в лс',
    'Нужны 3 человека на подработку, оплата каждый день, пишите в личку',
    '🎰 Фриспины за регистрацию, бонус на первый депозит https://bonus.example',
  ])('unwanted: %s', (text) => {
    expect(scorer.score(text).isUnwanted).toBe(true)
  })

  test.each([
    'МегаФон расширил покрытие в Подмосковье https://t.example/a1',
    '@ivanov_88 у Билайна опять не работает интернет',
    'Сбербанк снизил ставки по ипотеке, подробнее https://news.example/2 @sber_news',
    'второй час не могу дозвониться до МТС http://t.example/3',
  ])('wanted, links and names of accounts or not: %s', (text) => {
    const { isUnwanted, isPlainlyUnwanted } = scorer.score(text)
    expect({ isUnwanted, isPlainlyUnwanted }).toEqual({ isUnwanted: false, isPlainlyUnwanted: false })
  })

  test('what is plainly unwanted is unwanted, and links are never a reason', () => {
    const words = fc.constantFrom(
      ...'заработок ставка доход пишите в лс https://win.example @bot от 100$ банк сегодня бесплатно кредит'.split(' '),
    )
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), (made) => {
        const text = made.join(' ')
        const { isUnwanted, isPlainlyUnwanted } = scorer.score(text)
        if (isPlainlyUnwanted) expect(isUnwanted).toBe(true)
        const shown = scorer.reasons(text, 'unwanted').map((reason) => reason.words)
        expect(shown.filter((each) => each === markNames[0] || each === markNames[1])).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  test('names the significant words', () => {
    const text = 'Добрый вечер! Посоветуйте, пожалуйста, сантехника'
    const reasons = scorer.reasons(text, 'intent')
    expect(reasons.map(({ words }) => words)).toContain('Посоветуйте')
    for (const { words, span, weight } of reasons) {
      if (span) expect(text.slice(...span)).toBe(words)
      expect(weight).toBeGreaterThan(0)
    }
    expect(scorer.explain(text)).toMatch(/^(Горячий|Тёплый): .*«Посоветуйте»/)
    expect(scorer.explain('Удалённый заработок, доход от 100$ в день, пишите в лс')).toMatch(
      /^Похоже на спам или рекламу: .*«/,
    )
    expect(scorer.explain('ну ладно')).toBe('Холодный')
  })

  test('asks more of a comment than of a post, whose scores are the same', () => {
    const requests = Object.values(categorySamples).flatMap(({ leads }) => leads)
    const levels = requests
      .flatMap((text) => [text, `${text}. Пишите в личку`])
      .map((text) => {
        const { intentLevel: post, ...scores } = scorer.score(text)
        const { intentLevel: comment, ...same } = scorer.score(text, 'comment')
        expect(same).toEqual(scores)
        return `${post} ${comment}`
      })
    // Of one text the comment is never above the post.
    expect(new Set(levels)).toEqual(new Set(['hot hot', 'hot warm', 'warm warm', 'warm cold', 'cold cold']))
  })

  test('bears any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const { unwantedScore: unwanted, intentScore: intent } = scorer.score(text)
        expect(unwanted).toBeGreaterThanOrEqual(0)
        expect(unwanted).toBeLessThanOrEqual(1)
        expect(Number.isNaN(intent)).toBe(false)
      }),
    )
    expect(scorer.score('ищу мастера '.repeat(100_000)).intentLevel).toBeDefined()
    expect(scorer.score('а'.repeat(1_000_000)).intentLevel).toBeDefined()
  })
})

describe('features', () => {
  const count = (text: string): number => {
    const features = createFeatures()
    readFeatures(text, features)
    return features.count
  }

  test('are bounded however long the text', () => {
    const long = Array.from({ length: 5000 }, (_, i) => `слово${i}`).join(' ')
    expect(count(long)).toBeLessThanOrEqual(MAX_WORDS * 27 + 14)
  })

  test('names and numbers of the same kind look alike', () => {
    const rows = (text: string): number[] => {
      const features = createFeatures()
      readFeatures(text, features)
      return [...features.rows.subarray(0, features.count)]
    }
    expect(rows('пишите @anna 12345')).toEqual(rows('пишите @boris 54321'))
  })

  test.each([
    ['300р', '300 р'],
    ['15к', '15 тыс'],
    ['2,5тыс', '2,5 тыс'],
    ['10тр', '10 тыс'],
  ])('a sum and the unit glued to it are two words: %s', (glued, apart) => {
    const readSum = (sum: string): string[] => {
      const features = createFeatures()
      readFeatures(`возьму за это ${sum} сразу`, features)
      const { rows, weights, count, divisor } = features
      return [divisor.toFixed(5), ...[...rows.subarray(0, count)].map((row, at) => `${row} ${weights[at]!.toFixed(5)}`)]
    }
    expect(readSum(glued)).toEqual(readSum(apart))
  })

  test.each(['1с', '2к', '4к2', '5т', 'к15'])('%s is one word', (word) => {
    expect(count(`купить ${word}`)).toBe(count('купить дом'))
  })
})

test('links and names of accounts are taken out of what speaks for the unwanted, and nothing else', () => {
  const [features, bare] = [createFeatures(), createFeatures()]
  const partsOf = ({ rows, weights, count }: typeof features): string[] =>
    [...rows.subarray(0, count)].map((row, at) => `${row} ${weights[at]!.toFixed(5)}`).sort()
  readFeatures('СРОЧНО СКИДКИ СЕГОДНЯ!!! 🔥 @bot', features)
  expect(dropInsignificant(features)).toBe(true)
  expect(dropInsignificant(features)).toBe(false)
  readFeatures('СРОЧНО СКИДКИ СЕГОДНЯ!!! 🔥', bare)
  expect(features.marks).toEqual(bare.marks.filter((mark) => markNames[mark] !== 'имя аккаунта'))
  // But for marks, which weigh by the number of words: the name was one.
  const withoutMarks = (of: typeof features): string[] => partsOf({ ...of, count: of.count - of.marks.length })
  expect(withoutMarks(features)).toEqual(withoutMarks(bare))
  readFeatures('Подробности https://win.example/1 здесь', features)
  const before = features.count
  expect(dropInsignificant(features)).toBe(true)
  expect(features.count).toBe(before - 1)
})

test('what a message quotes does not make it unwanted', () => {
  const offer = 'Набираем людей на удалённую работу, доход от 5000 в день, пишите в лс'
  const message = (quoted: string): string => `Третий раз за утро прислали: «${quoted}». Сколько можно, соседи?`
  expect(scorer.score(offer).isUnwanted).toBe(true)
  expect(scorer.score(`«${offer}»`).isUnwanted).toBe(true)
  const { unwantedScore } = scorer.score(message(offer))
  expect(unwantedScore).toBeLessThanOrEqual(scorer.score(message(' '.repeat(offer.length))).unwantedScore)
  for (const { words } of scorer.reasons(message(offer), 'unwanted')) expect(offer).not.toContain(words)
})

test.each([
  ['зaрaбoтoк бeз влoжeний', true],
  ['Программиcт ищет работу', false],
  ['автобус А64R42 и заявка АДС-A3', false],
  ['читаем: гиsсоv аиssиа', false],
])('letters that look alike are a disguise in two words and more, whole words of them: %s', (text, isMasked) => {
  const features = createFeatures()
  readFeatures(text, features)
  expect(features.marks.some((mark) => markNames[mark] === 'чужие буквы вместо русских')).toBe(isMasked)
})
