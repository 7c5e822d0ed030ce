/**
 * A message as 48 bytes that are nearly the same for nearly the same text: MinHash (Broder 1997) over runs of nine letters.
 * Each of 24 slots keeps 16 bits of the least hash under its own permutation; two texts agree in a slot as probably as
 * a run of letters that one has stands in both (Jaccard similarity). Runs of letters know no word borders, so a lost or an
 * added space changes nothing. The last 8 slots see only the beginning: a cut tail leaves them as they were, and posts of
 * a series, which share a long explanation under a few lines of their own, differ there. All seeds are fixed: a fingerprint
 * may be stored and read by another process.
 */
import { Letters } from './letters.ts'

/** 24 slots of 16 bits, low byte first: a `bytea` of 48 bytes. */
export type Fingerprint = Uint8Array

export const SLOTS = 24
/** Slots from this one on see only the first `HEAD_LETTERS`. */
const HEAD_SLOTS_FROM = 16
const HEAD_LETTERS = 200
/** Of the slots of the beginning so many have to agree, or the texts are no copies. */
const FEWEST_HEAD_SLOTS = 4
export const FINGERPRINT_BYTES = SLOTS * 2
/** Shorter texts have no fingerprint: two people can write the same by chance. */
export const FEWEST_LETTERS = 30
/** Texts below this are alike only when all their letters and small numbers are the same. */
const FEWEST_LETTERS_TO_VARY = 60
/** Letters in one shingle: less than two words, and more than most endings and common words. */
const SHINGLE = 9

const BASE = 0x01000193
const DROP = Array.from({ length: SHINGLE }).reduce((power: number) => Math.imul(power, BASE), 1)

/** Murmur3's last step: every bit of the number depends on every other. */
const mix = (value: number): number => {
  let mixed = value ^ (value >>> 16)
  mixed = Math.imul(mixed, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}

const MULTIPLIERS = Int32Array.from({ length: SLOTS }, (_, slot) => mix(0x51ed270b + slot) | 1)
const ADDENDS = Int32Array.from({ length: SLOTS }, (_, slot) => mix(0x2545f491 + slot))

const letters = new Letters()
const least = new Int32Array(SLOTS)

/** Null when there are fewer than 30 letters to tell it by. Never throws. Linear in the text, and no more than 4,000 letters are hashed. */
export function fingerprint(text: string): Fingerprint | null {
  letters.read(text)
  if (letters.count < FEWEST_LETTERS) return null
  if (letters.count < FEWEST_LETTERS_TO_VARY) hashWhole()
  else hashShingles()
  const bytes = new Uint8Array(FINGERPRINT_BYTES)
  for (let slot = 0; slot < SLOTS; slot++) {
    // The least of many numbers has few high bits: mixed again, its bits are worth keeping.
    const kept = mix(least[slot]! ^ ADDENDS[slot]!)
    bytes[slot * 2] = kept
    bytes[slot * 2 + 1] = kept >>> 8
  }
  return bytes
}

function hashWhole(): void {
  let hash = letters.numbers
  for (let i = 0; i < letters.count; i++) hash = mix(Math.imul(hash, BASE) + letters.codes[i]!)
  for (let slot = 0; slot < SLOTS; slot++) least[slot] = mix(hash ^ MULTIPLIERS[slot]!)
}

function hashShingles(): void {
  const { codes, count } = letters
  least.fill(0x7fffffff)
  let rolling = 0
  for (let i = 0; i < count; i++) {
    rolling = (Math.imul(rolling, BASE) + codes[i]!) | 0
    if (i >= SHINGLE) rolling = (rolling - Math.imul(codes[i - SHINGLE]!, DROP)) | 0
    if (i < SHINGLE - 1) continue
    const hash = mix(rolling)
    const slots = i < HEAD_LETTERS ? SLOTS : HEAD_SLOTS_FROM
    for (let slot = 0; slot < slots; slot++) {
      const permuted = (Math.imul(hash, MULTIPLIERS[slot]!) + ADDENDS[slot]!) | 0
      if (permuted < least[slot]!) least[slot] = permuted
    }
  }
}

export const slotOf = (fingerprint: Fingerprint, slot: number): number =>
  fingerprint[slot * 2]! | (fingerprint[slot * 2 + 1]! << 8)

/**
 * In how many of the 24 slots a fingerprint agrees with the 24 numbers at `base`; 0 when the beginnings are too unlike.
 */
export function agreement(fingerprint: Fingerprint, slots: Uint16Array, base: number): number {
  let [same, before] = [0, 0]
  for (let slot = 0; slot < SLOTS; slot++) {
    if (slot === HEAD_SLOTS_FROM) before = same
    if (slots[base + slot] === slotOf(fingerprint, slot)) same++
  }
  return same - before < FEWEST_HEAD_SLOTS ? 0 : same
}
