import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { shippedWordKinds } from '../engine/data/data.samples.ts'
import { createFeatures, readFeatures } from '../engine/relevance/features.ts'
import { emptyMeaning } from './empty-meaning.samples.ts'
import type { Model } from '../engine/relevance/model.ts'
import { loadModel, saveModel, splitModel } from '../engine/relevance/model-file.ts'
import { forward } from '../engine/relevance/forward.ts'
import { createPass, OUTPUTS, runLayers, sigmoid, WIDTH } from '../engine/relevance/model.ts'
import { createScorer } from '../engine/relevance/score.ts'
import { fine, quantise } from './quantise.ts'
import type { Example } from './train-heads.ts'
import { trainHeads } from './train-heads.ts'

const wordKinds = shippedWordKinds()
const even = { unwanted: 0.5, warm: 0.5, hot: 0.9 }

describe('training', () => {
  const tiny: Example[] = [
    ...['ищу кота', 'ищу пса', 'ищу ежа', 'ищу кота и пса'].map((text) => ({ text, intent: true })),
    ...['вижу кота', 'вижу пса', 'вижу ежа', 'вижу кота и пса'].map((text) => ({ text, intent: false })),
    ...['казино кота', 'казино пса'].map((text) => ({ text, unwanted: true })),
    ...['музей кота', 'музей пса'].map((text) => ({ text, unwanted: false })),
  ]
  const trained = trainHeads(tiny, { epochs: 60, rate: 0.1, hide: 0 })
  const model = quantise(trained, even, emptyMeaning())

  test('learns both heads from examples that speak of one each', () => {
    const tinyScorer = createScorer(model, wordKinds)
    expect(tinyScorer.score('ищу козла').intentScore).toBeGreaterThan(0.7)
    expect(tinyScorer.score('вижу козла').intentScore).toBeLessThan(0.3)
    expect(tinyScorer.score('казино козла').unwantedScore).toBeGreaterThan(0.7)
    expect(tinyScorer.score('музей козла').unwantedScore).toBeLessThan(0.3)
    expect(tinyScorer.reasons('я ищу козла', 'intent')[0]).toMatchObject({ words: 'ищу', span: [2, 5] })
  })

  test('learns to be half sure of what is said to be so', () => {
    const half = ['рынок кота', 'рынок пса'].map((text) => ({ text, unwanted: true, unwantedChance: 0.5 }))
    const learnt = trainHeads([...tiny, ...half], { epochs: 60, rate: 0.1, hide: 0 })
    const { unwantedScore } = createScorer(quantise(learnt, even, emptyMeaning()), wordKinds).score('рынок кота')
    expect(unwantedScore).toBeGreaterThan(0.3)
    expect(unwantedScore).toBeLessThan(0.7)
  })

  test('learns from the other words what the links would have said, where it reads without them', () => {
    const linked = ['казино', 'слоты'].flatMap((word) => [
      { text: `${word} https://win.example/1`, unwanted: true },
      { text: `музей ${word}`, unwanted: false },
    ])
    const suspicion = (bare: number): number => {
      const { unwantedScore } = createScorer(
        quantise(trainHeads(linked, { epochs: 60, rate: 0.1, hide: 0, bare }), even, emptyMeaning()),
        wordKinds,
      ).score('слоты https://win.example/1')
      return unwantedScore
    }
    expect(suspicion(1)).toBeGreaterThan(suspicion(0))
  })

  test('reasons count the linear part too', () => {
    const linearOnly = createScorer({ ...model, embeddings: new Int8Array(model.embeddings.length) }, wordKinds)
    expect(linearOnly.score('ищу козла').intentScore).toBeGreaterThan(linearOnly.score('вижу козла').intentScore)
    expect(linearOnly.reasons('я ищу козла', 'intent')[0]).toMatchObject({ words: 'ищу', span: [2, 5] })
    const [whole, linear] = [createScorer(model, wordKinds), linearOnly].map(
      (each) => each.reasons('я ищу козла', 'intent')[0]!.weight,
    )
    expect(whole).toBeGreaterThan(linear!)
  })

  test('is the same for the same seed', () => {
    const again = trainHeads(tiny, { epochs: 60, rate: 0.1, hide: 0 })
    expect(again.layers).toEqual(trained.layers)
    expect(Buffer.from(again.embeddings.buffer).equals(Buffer.from(trained.embeddings.buffer))).toBe(true)
    expect(Buffer.from(again.linear.buffer).equals(Buffer.from(trained.linear.buffer))).toBe(true)
    expect(trainHeads(tiny, { epochs: 1, seed: 2 }).layers.hidden).not.toEqual(
      trainHeads(tiny, { epochs: 1, seed: 3 }).layers.hidden,
    )
  })

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

  test('rounded coarsely it says much the same and packs smaller', () => {
    const packed = (of: Model): number => deflateSync(splitModel(of).rows, { level: 9 }).length
    const coarse = quantise(trained, even, emptyMeaning(), { ...fine, step: 0.05, linear: 32 })
    expect(packed(coarse)).toBeLessThan(0.9 * packed(model))
    const [exact, rough] = [createScorer(model, wordKinds), createScorer(coarse, wordKinds)]
    for (const { text } of tiny) expect(rough.score(text).intentScore).toBeCloseTo(exact.score(text).intentScore, 1)
  })

  test('of what is learnt more finely than it is rounded the linear part is left', () => {
    const linearOnly = createScorer(quantise(trained, even, emptyMeaning(), { ...fine, step: 1000 }), wordKinds)
    expect(linearOnly.score('ищу козла').intentScore).toBeGreaterThan(linearOnly.score('вижу козла').intentScore)
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
