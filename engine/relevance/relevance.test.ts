import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writtenExamples } from './examples/examples.ts'
import { createFeatures, MAX_WORDS, readFeatures } from './features.ts'
import { emptyMeaning } from './meaning.ts'
import { createPass, forward, loadModel, OUTPUTS, quantise, runLayers, saveModel, sigmoid, WIDTH } from './model.ts'
import type { Model } from './model.ts'
import { createScorer } from './score.ts'
import type { Example } from './train.ts'
import { train } from './train.ts'

const bytes = new Uint8Array(readFileSync(new URL('model.bin', import.meta.url)))
const scorer = createScorer(loadModel(bytes))
const even = { unwanted: 0.5, warm: 0.5, hot: 0.9 }

describe('the committed model', () => {
  test('is small, and saved again it is the same file', () => {
    expect(bytes.length).toBeLessThan(8 * 2 ** 20)
    expect(Buffer.from(saveModel(loadModel(bytes))).equals(Buffer.from(bytes))).toBe(true)
  })

  test('says the same about the same text, whatever it read before', () => {
    const text = 'Соседи, посоветуйте хорошего электрика, выбивает пробки'
    const first = scorer.score(text)
    scorer.score('Казино! Бонус за депозит, жми https://win.example')
    expect(scorer.score(text)).toEqual(first)
    expect(createScorer(loadModel(bytes)).score(text)).toEqual(first)
  })

  test.each([
    'Соседи, посоветуйте хорошего сантехника, кран течёт',
    'Ищу фотографа на свадьбу, пишите в личку',
    'Девочки, кто может порекомендовать косметолога?',
    'Нужен репетитор по химии для девятиклассника',
  ])('a request: %s', (text) => {
    const { level, isUnwanted } = scorer.score(text)
    expect(level).not.toBe('cold')
    expect(isUnwanted).toBe(false)
  })

  test('a request among other talk counts as much as by itself, and its words are the reason', () => {
    const text =
      'Всем привет из Твери. Второй день дождь, сидим дома и смотрим кино. Посоветуйте хорошего сантехника. Кот передаёт вам привет'
    expect(scorer.score(text).level).not.toBe('cold')
    const reasons = scorer.reasons(text, 'intent')
    expect(reasons.map(({ words }) => words)).toContain('Посоветуйте')
    for (const { words, span } of reasons) if (span) expect(text.slice(...span)).toBe(words)
  })

  test('in a long post a sentence of asking does not make a request', () => {
    const news = 'Администрация района сообщает о ходе работ на набережной. '.repeat(14)
    expect(scorer.score(`${news}Ищем подрядчика.`).level).toBe('cold')
  })

  test.each([
    'Подскажите, какая версия джавы нужна для запуска теста?',
    'Сегодня утром на трассе столкнулись две фуры, движение перекрыто',
    'да нормально всё, завтра сдадим лабу',
    'Спасибо, электрика уже нашли',
    '',
    '?!',
  ])('no request: %s', (text) => {
    expect(scorer.score(text).level).toBe('cold')
  })

  test.each([
    'Ищу людей в команду, удалённый заработок от 100$ в день, обучение бесплатно, пишите в лс',
    'ᴛᴩᴇбуюᴛᴄя ᴧюди нᴀ ʙᴀᴋᴀнᴄию, удᴀᴧённый зᴀᴩᴀбᴏᴛᴏᴋ ᴏᴛ 100$ ʙ дᴇнь, пишитᴇ ʙ ᴧᴄ',
    'Haбиpaю пapтнepoв, apбитpaж кpиптoвaлюты, дoхoд oт 500$ в нeдeлю. Пишитe в личныe cooбщeния',
    '🎰 Фриспины за регистрацию, бонус на первый депозит https://bonus.example',
  ])('unwanted: %s', (text) => {
    expect(scorer.score(text).isUnwanted).toBe(true)
  })

  test('names the words that tell', () => {
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

  test('bears any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const { unwanted, intent } = scorer.score(text)
        expect(unwanted).toBeGreaterThanOrEqual(0)
        expect(unwanted).toBeLessThanOrEqual(1)
        expect(Number.isNaN(intent)).toBe(false)
      }),
    )
    expect(scorer.score('ищу мастера '.repeat(100_000)).level).toBeDefined()
    expect(scorer.score('а'.repeat(1_000_000)).level).toBeDefined()
  }, 20_000)
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
})

describe('training', () => {
  const tiny: Example[] = [
    ...['ищу кота', 'ищу пса', 'ищу ежа', 'ищу кота и пса'].map((text) => ({ text, intent: true })),
    ...['вижу кота', 'вижу пса', 'вижу ежа', 'вижу кота и пса'].map((text) => ({ text, intent: false })),
    ...['казино кота', 'казино пса'].map((text) => ({ text, unwanted: true })),
    ...['музей кота', 'музей пса'].map((text) => ({ text, unwanted: false })),
  ]
  const trained = train(tiny, { epochs: 60, rate: 0.1, hide: 0 })
  const model = quantise(trained, even, emptyMeaning())

  test('learns both heads from examples that speak of one each', () => {
    const tinyScorer = createScorer(model)
    expect(tinyScorer.score('ищу козла').intent).toBeGreaterThan(0.7)
    expect(tinyScorer.score('вижу козла').intent).toBeLessThan(0.3)
    expect(tinyScorer.score('казино козла').unwanted).toBeGreaterThan(0.7)
    expect(tinyScorer.score('музей козла').unwanted).toBeLessThan(0.3)
    expect(tinyScorer.reasons('я ищу козла', 'intent')[0]).toMatchObject({ words: 'ищу', span: [2, 5] })
  })

  test('reasons count the linear part too', () => {
    const linearOnly = createScorer({ ...model, embeddings: new Int8Array(model.embeddings.length) })
    expect(linearOnly.score('ищу козла').intent).toBeGreaterThan(linearOnly.score('вижу козла').intent)
    expect(linearOnly.reasons('я ищу козла', 'intent')[0]).toMatchObject({ words: 'ищу', span: [2, 5] })
    const [whole, linear] = [createScorer(model), linearOnly].map(
      (each) => each.reasons('я ищу козла', 'intent')[0]!.weight,
    )
    expect(whole).toBeGreaterThan(linear!)
  })

  test('is the same for the same seed', () => {
    const again = train(tiny, { epochs: 60, rate: 0.1, hide: 0 })
    expect(again.layers).toEqual(trained.layers)
    expect(Buffer.from(again.embeddings.buffer).equals(Buffer.from(trained.embeddings.buffer))).toBe(true)
    expect(Buffer.from(again.linear.buffer).equals(Buffer.from(trained.linear.buffer))).toBe(true)
    expect(train(tiny, { epochs: 1, seed: 2 }).layers.hidden).not.toEqual(
      train(tiny, { epochs: 1, seed: 3 }).layers.hidden,
    )
  }, 20_000)

  test('rounding to 8 bits changes next to nothing', () => {
    const features = createFeatures()
    const pass = createPass()
    for (const { text } of tiny) {
      readFeatures(text, features)
      pass.pooled.fill(0)
      pass.linear.fill(0)
      for (let i = 0; i < features.count; i++) {
        for (let k = 0; k < WIDTH; k++) {
          const value = trained.embeddings[features.rows[i]! * WIDTH + k]!
          pass.pooled[k] = pass.pooled[k]! + (value * features.weights[i]!) / features.divisor
        }
        for (let o = 0; o < OUTPUTS; o++) {
          const value = trained.linear[features.rows[i]! * OUTPUTS + o]!
          pass.linear[o] = pass.linear[o]! + (value * features.weights[i]!) / features.divisor
        }
      }
      runLayers(trained.layers, pass)
      const exact = [...pass.logits].map(sigmoid)
      forward(model, features, pass)
      ;[...pass.logits].map(sigmoid).forEach((rounded, o) => expect(rounded).toBeCloseTo(exact[o]!, 2))
    }
  })

  test('a saved model is the same when loaded, and no other bytes are a model', () => {
    const saved = saveModel(model)
    const loaded: Model = loadModel(saved)
    expect(loaded.layers).toEqual(model.layers)
    expect(Buffer.from(saveModel(loaded)).equals(Buffer.from(saved))).toBe(true)
    for (const broken of [new Uint8Array(0), saved.slice(0, -1), saved.slice(1), new Uint8Array(5000)]) {
      expect(() => loadModel(broken)).toThrow('not a relevance model')
    }
  })
})

test('the written examples are the same each time and have no empty place', () => {
  const examples = writtenExamples(2)
  expect(writtenExamples(2)).toEqual(examples)
  expect(examples.filter(({ text }) => /[{}]|undefined/.test(text) || text.trim() === '')).toEqual([])
  expect(examples.filter(({ intent }) => intent === true).length).toBeGreaterThan(300)
})
