import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readShippedModel } from '../../server/kit/shipped-model.ts'
import { lawRuns } from '../../tools/law-runs.ts'
import { createFeatures, readFeatures, ROWS, type Features } from './features.ts'
import { forward } from './forward.ts'
import { createPass, OUTPUTS, runLayers, WIDTH, type Pass } from './model.ts'
import { recordOf, rowTableOf, scaleAt } from './row-table.ts'

const { model } = await readShippedModel()
const seen = model.scales.reduce((count, scale) => count + (scale === 0 ? 0 : 1), 0)

/** As `model.ts` describes it: every feature's row, one after another, added up in the arrays themselves. */
function forwardPlainly({ rows, weights, first, last, count, divisor }: Features, pass: Pass, without?: number): void {
  const { embeddings, scales, linear, linearScales } = model
  pass.pooled.fill(0)
  pass.linear.fill(0)
  for (let i = 0; i < count; i++) {
    const row = rows[i]!
    if (scales[row] === 0 || (without !== undefined && (first[i] === without || last[i] === without))) continue
    const weight = weights[i]! * scales[row]!
    for (let k = 0; k < WIDTH; k++) pass.pooled[k] = pass.pooled[k]! + weight * embeddings[row * WIDTH + k]!
    for (let o = 0; o < OUTPUTS; o++) pass.linear[o] = pass.linear[o]! + weights[i]! * linear[row * OUTPUTS + o]!
  }
  for (let k = 0; k < WIDTH; k++) pass.pooled[k] = pass.pooled[k]! / divisor
  for (let o = 0; o < OUTPUTS; o++) pass.linear[o] = (pass.linear[o]! * linearScales[o]!) / divisor
  runLayers(model.layers, pass)
}

describe('forward', () => {
  const words =
    'ищу мастера по ремонту стиральных машин срочно посоветуйте 500 рублей http://a.example/1 @name #тег заработок звоните 🔥 сегодня'.split(
      ' ',
    )

  test('says to the bit what adding row after row says, also without one of the words', () => {
    const [features, pass, plain] = [createFeatures(), createPass(), createPass()]
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'grapheme', maxLength: 12 })), {
          maxLength: 150,
        }),
        fc.option(fc.nat(20), { nil: undefined }),
        (parts, without) => {
          readFeatures(parts.join(' '), features)
          forward(model, features, pass, without)
          forwardPlainly(features, plain, without)
          expect([...pass.logits]).toEqual([...plain.logits])
          expect([...pass.pooled]).toEqual([...plain.pooled])
        },
      ),
      { numRuns: lawRuns(200) },
    )
  })

  test('the table has each row that training has seen, and no other', () => {
    const { index, scales, numbers } = rowTableOf(model)
    let [kept, wrong] = [0, 0]
    for (let row = 0; row < ROWS; row++) {
      const record = recordOf(index, row)
      const scale = record < 0 ? 0 : scaleAt(scales, record)
      if (scale !== model.scales[row]) wrong++
      if (record < 0) continue
      if (record !== kept++ * (numbers.length / seen)) wrong++
    }
    expect([kept, wrong]).toEqual([seen, 0])
  })
})
