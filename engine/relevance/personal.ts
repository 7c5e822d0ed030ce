/**
 * What one customer's marks teach: a layer of numbers over the frozen model. It learns which messages are wanted and not
 * how many, so its bias only serves learning. Before a mark is learnt it is predicted; the layer moves scores only as far
 * as those predictions have been better than none, so marks without sense leave the scores as they are.
 */
import { sigmoid } from './model.ts'
import type { Traits } from './traits.ts'
import { TRAITS } from './traits.ts'

export type Reaction = 'like' | 'dislike' | 'spam'

/** Never changed in place: `learnMark` makes a new one. */
export interface Personal {
  marks: number
  /** By how much, in log loss, the layer has predicted the marks better than their mere frequency did. */
  lead: number
  bias: Belief
  weights: Float32Array
  /** How sure each weight is; grows with the marks that spoke of it, so that what is well known is not forgotten. */
  sureness: Float32Array
}

/** A number and how sure it is. */
interface Belief {
  value: number
  sureness: number
}

/** A weight of which nothing is known yet is held to be about 0 ± 1 / √PRIOR. */
const PRIOR = 3
const BIAS_PRIOR = 0.25
/** A spam mark says it louder than a dislike. */
const SPAM_WEIGHT = 2
/** Of what was learnt so far, so much is used to predict the next mark: a layer that is sure too soon predicts badly. */
const PREDICTION = 0.3
/** The lead that chance gives now and then, and how much above it half of the correction is believed. */
const LEAD_OF_CHANCE = 0.1
const HALF_TRUST = 0.1
/** Scores of the model are spread wide; what a customer says must be able to move them. */
const STRENGTH = 8
/** No single surprise may undo the trust of many marks. */
const MOST_LEAD = 30
const MOST_LOSS = 2
/** The largest correction in log-odds. */
const MOST_SHIFT = 6

export const createPersonal = (): Personal => ({
  marks: 0,
  lead: 0,
  bias: { value: 0, sureness: BIAS_PRIOR },
  weights: new Float32Array(TRAITS),
  sureness: new Float32Array(TRAITS).fill(PRIOR),
})

export function learnMark(personal: Personal, mark: Reaction, traits: Traits): Personal {
  const wanted = mark === 'like' ? 1 : 0
  const times = mark === 'spam' ? SPAM_WEIGHT : 1
  const { bias } = personal
  const leaning = lean(personal, traits)
  const chance = sigmoid(bias.value + leaning)
  const error = times * (wanted - chance)
  const uncertainty = times * Math.max(0.05, chance * (1 - chance))
  const weights = personal.weights.slice()
  const sureness = personal.sureness.slice()
  for (let i = 0; i < TRAITS; i++) {
    const trait = traits[i]!
    if (trait === 0) continue
    sureness[i] = sureness[i]! + uncertainty * trait * trait
    weights[i] = weights[i]! + (error * trait) / sureness[i]!
  }
  const sure = bias.sureness + uncertainty
  const gain = loss(sigmoid(bias.value), wanted) - loss(sigmoid(bias.value + PREDICTION * leaning), wanted)
  return {
    marks: personal.marks + 1,
    lead: Math.min(MOST_LEAD, Math.max(-MOST_LOSS, personal.lead + Math.max(-MOST_LOSS, gain))),
    bias: { value: bias.value + error / sure, sureness: sure },
    weights,
    sureness,
  }
}

const loss = (chance: number, wanted: number): number => -Math.log(Math.max(1e-6, wanted === 1 ? chance : 1 - chance))

function lean({ weights }: Personal, traits: Traits): number {
  let sum = 0
  for (let i = 0; i < TRAITS; i++) sum += weights[i]! * traits[i]!
  return sum
}

/** How far the log-odds of a message move for this customer; above zero when they would like it. */
export function personalShift(personal: Personal, traits: Traits): number {
  return Math.max(-MOST_SHIFT, Math.min(MOST_SHIFT, unboundedShift(personal, traits)))
}

/** The same before it is bounded, so that each word's part in it can still be reported. */
export function unboundedShift(personal: Personal, traits: Traits): number {
  const lead = personal.lead - LEAD_OF_CHANCE
  return lead <= 0 ? 0 : (STRENGTH * lead * lean(personal, traits)) / (lead + HALF_TRUST)
}

/** A score of 0 to 1 for this customer; for `unwanted` pass `-shift`. */
export function shiftScore(score: number, shift: number): number {
  const held = Math.min(1 - 1e-6, Math.max(1e-6, score))
  return sigmoid(Math.log(held / (1 - held)) + shift)
}

/** «ЭХП» and the version of the layer; the places of the traits belong to it. */
const MAGIC = 0x45485001
const HEAD = 5
/** Bytes of a saved layer. */
export const PERSONAL_BYTES = 4 * (HEAD + 2 * TRAITS)

/** Little-endian: magic, marks, lead, bias and its sureness, then weights and sureness of all traits, 4 bytes each. */
export function savePersonal({ marks, lead, bias, weights, sureness }: Personal): Uint8Array {
  const view = new DataView(new ArrayBuffer(PERSONAL_BYTES))
  view.setUint32(0, MAGIC, true)
  view.setUint32(4, marks, true)
  ;[lead, bias.value, bias.sureness, ...weights, ...sureness].forEach((value, i) =>
    view.setFloat32(8 + i * 4, value, true),
  )
  return new Uint8Array(view.buffer)
}

/** Error when the bytes are no layer of this version: begin again with `createPersonal` then. */
export function loadPersonal(bytes: Uint8Array): Personal {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length !== PERSONAL_BYTES || view.getUint32(0, true) !== MAGIC)
    throw new Error('not a personal layer of this version')
  const numbers = Float32Array.from({ length: 3 + 2 * TRAITS }, (_, i) => view.getFloat32(8 + i * 4, true))
  if (!numbers.every(Number.isFinite)) throw new Error('not a personal layer of this version')
  return {
    marks: view.getUint32(4, true),
    lead: numbers[0]!,
    bias: { value: numbers[1]!, sureness: numbers[2]! },
    weights: numbers.slice(3, 3 + TRAITS),
    sureness: numbers.slice(3 + TRAITS),
  }
}
