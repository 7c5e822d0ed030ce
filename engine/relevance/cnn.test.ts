import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readShippedModel } from '../../server/kit/shipped-model.ts'
import { lawRuns } from '../../tools/law-runs.ts'
import {
  CNN_CHANNELS,
  CNN_GAPS,
  CNN_WIDTH,
  cnnBytes,
  createCnnPass,
  createCnnReader,
  MAX_TOKENS,
  partsOf,
  readCnn,
  readTokens,
  writeCnn,
} from './cnn.ts'
import { createFeatures, readFeatures, type Features } from './features.ts'

const { cnn } = (await readShippedModel()).model
const read = createCnnReader(cnn)

const featuresOf = (text: string): Features => {
  const features = createFeatures()
  readFeatures(text, features)
  return features
}
function tokensOf(text: string): number[] {
  const pass = createCnnPass()
  readTokens(featuresOf(text), pass)
  return [...pass.tokens.subarray(0, pass.length)]
}

/** As `cnn.ts` describes it, number by number. */
function readPlainly(features: Features, without?: number): number {
  const { convolutions, signs, output, bias } = partsOf(cnn.layers)
  const wordOf = (word: number): number[] => {
    const rows = [...features.rows.subarray(0, features.count).entries()].flatMap(([i, row]) => {
      const place = cnn.kept.indexOf(row)
      const isOwn = features.first[i] === word && features.last[i] === word && place >= 0
      return isOwn ? [{ place, share: features.weights[i]! }] : []
    })
    const whole = rows.reduce((sum, { share }) => sum + share, 0)
    return Array.from({ length: CNN_WIDTH }, (_, k) =>
      rows.reduce(
        (sum, { place, share }) => sum + (share / whole) * cnn.numbers[place * CNN_WIDTH + k]! * cnn.scale,
        0,
      ),
    )
  }
  const pass = createCnnPass()
  readTokens(features, pass)
  let sums = [...pass.tokens.subarray(0, pass.length)].map((token) => {
    if (token < 0) return [...signs.subarray((-1 - token) * CNN_WIDTH, -token * CNN_WIDTH)]
    return token === without ? Array.from({ length: CNN_WIDTH }, () => 0) : wordOf(token)
  })
  CNN_GAPS.forEach((gap, layer) => {
    const { weights, bias: own } = convolutions[layer]!
    sums = sums.map((before, at) =>
      Array.from({ length: CNN_CHANNELS }, (_, o) => {
        let total = own[o]!
        for (const tap of [0, 1, 2]) {
          const seen = sums[at + (tap - 1) * gap] ?? []
          seen.forEach((value, i) => (total += value * weights[(tap * seen.length + i) * CNN_CHANNELS + o]!))
        }
        return (layer === 0 ? 0 : before[o]!) + Math.max(0, total)
      }),
    )
  })
  return Array.from({ length: CNN_CHANNELS }, (_, channel) => {
    const values = sums.map((sum) => sum[channel]!)
    const mean = values.reduce((sum, value) => sum + value, 0) / Math.sqrt(values.length + 2)
    return output[channel]! * Math.max(...(values.length > 0 ? values : [0])) + output[CNN_CHANNELS + channel]! * mean
  }).reduce((sum, value) => sum + value, bias[0]!)
}

describe('the convolutional network', () => {
  const words =
    'ищу мастера по ремонту, кто посоветует? продам (недорого) 89001234567 http://a.example/1 @name 🔥'.split(' ')

  test('says what its numbers say one by one, also without one of the words', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'grapheme', maxLength: 12 })), {
          maxLength: 40,
        }),
        fc.option(fc.nat(20), { nil: undefined }),
        (parts, without) => {
          const features = featuresOf(parts.join(' '))
          const plain = readPlainly(features, without)
          expect(Math.abs(read(features, without) - plain)).toBeLessThan(1e-3 * (1 + Math.abs(plain)))
        },
      ),
      { numRuns: lawRuns(60) },
    )
  })

  test('knows the order of words', () => {
    expect(read(featuresOf('кто ищет мастера'))).not.toBeCloseTo(read(featuresOf('мастера ищет кто')), 3)
  })

  test('reads words and the signs between them, a sign once', () => {
    expect(tokensOf('Кто чинит?? Где…')).toEqual([0, 1, expect.any(Number), 2, expect.any(Number)])
    expect(tokensOf('Кто, где')[1]).toBe(tokensOf('Мама, папа')[1])
    expect(tokensOf('Кто, где')[1]).not.toBe(tokensOf('Кто. Где')[1])
    expect(tokensOf('')).toEqual([])
    expect(tokensOf('слово, '.repeat(100))).toHaveLength(MAX_TOKENS)
  })

  test('is kept by its bytes, and what is cut off is refused', () => {
    const view = new DataView(new ArrayBuffer(cnnBytes(cnn) + 3))
    writeCnn(cnn, view, 3)
    expect(readCnn(view, 3)).toEqual(cnn)
    expect(readCnn(new DataView(view.buffer, 0, view.byteLength - 1), 3)).toBeNull()
    expect(readCnn(new DataView(new ArrayBuffer(8)), 0)).toBeNull()
  })
})
