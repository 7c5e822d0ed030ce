/**
 * What words have to do with each other, learnt from unmarked messages: a direction of 32 numbers for each common word.
 * Words met in the same company point the same way, so two texts can be compared that share no word. The personal
 * layer and `mention` stand on it, and phrases, which have a share in intent.
 */
import { createStemmer } from '../language/stemmer.ts'
import type { Token } from '../language/tokenise.ts'

export const MEANING_WIDTH = 32

export interface Meaning {
  /** From the hash of a stem to its row. */
  rows: Map<number, number>
  /** Row by row, 8 bits each, multiplied by the scale of the row. The rarer a word, the longer its vector. */
  vectors: Int8Array
  scales: Float32Array
}

export interface MeaningReader {
  /** `stemOf`, remembered. */
  stem(form: string): string
  /** The word's place in `Meaning`; below zero when it is not known. */
  row(form: string): number
  /** Adds the word's vector to `sum`; false when the word is not known. */
  add(form: string, sum: Float32Array): boolean
  /** The direction of all known words together, of length 1; all zeroes when none is known. */
  direction(words: readonly Token[], sum: Float32Array): void
}

/** Messages repeat their words; beyond this the memory of stems starts again. */
const REMEMBERED = 20_000

const stemmer = createStemmer()
export const stemOf = (form: string): string => stemmer.lemmas(form)[0]!

/** 32 bits are enough to keep some ten thousand stems apart. */
export function hashStem(stem: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < stem.length; i++) hash = Math.imul(hash ^ stem.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** Words and hashtags say what a text is about; numbers, names, addresses and pictures do not. */
export const speaks = ({ kind }: Token): boolean => kind === 'word' || kind === 'hashtag'

const UNKNOWN = -1

export function createMeaningReader({ rows, vectors, scales }: Meaning): MeaningReader {
  const known = new Map<string, { stem: string; row: number }>()

  function look(form: string): { stem: string; row: number } {
    let found = known.get(form)
    if (!found) {
      const stem = stemOf(form)
      found = { stem, row: rows.get(hashStem(stem)) ?? UNKNOWN }
      if (known.size >= REMEMBERED) known.clear()
      known.set(form, found)
    }
    return found
  }

  function add(form: string, sum: Float32Array): boolean {
    const { row } = look(form)
    if (row === UNKNOWN) return false
    const scale = scales[row]!
    for (let k = 0; k < MEANING_WIDTH; k++) sum[k] = sum[k]! + scale * vectors[row * MEANING_WIDTH + k]!
    return true
  }

  return {
    stem: (form) => look(form).stem,
    row: (form) => look(form).row,
    add,
    direction(words, sum) {
      sum.fill(0)
      for (const word of words) if (speaks(word)) add(plainForm(word), sum)
      normaliseVector(sum)
    },
  }
}

/** A hashtag means its word. */
export const plainForm = ({ form, kind }: Token): string => (kind === 'hashtag' ? form.slice(1) : form)

export function normaliseVector(vector: Float32Array): void {
  const length = Math.sqrt(dot(vector, vector))
  if (length > 0) for (let k = 0; k < vector.length; k++) vector[k] = vector[k]! / length
}

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!
  return sum
}

const ROW_BYTES = 8 + MEANING_WIDTH

export const meaningBytes = ({ rows }: Meaning): number => 4 + rows.size * ROW_BYTES

/** Little-endian: number of rows, then each row as hash (4 bytes), scale (4) and its numbers of 8 bits. */
export function writeMeaning({ rows, vectors, scales }: Meaning, view: DataView, start: number): void {
  view.setUint32(start, rows.size, true)
  let at = start + 4
  for (const [hash, row] of rows) {
    view.setUint32(at, hash, true)
    view.setFloat32(at + 4, scales[row]!, true)
    for (let k = 0; k < MEANING_WIDTH; k++) view.setInt8(at + 8 + k, vectors[row * MEANING_WIDTH + k]!)
    at += ROW_BYTES
  }
}

/** What `writeMeaning` wrote up to the end of the view; null when it is not that. */
export function readMeaning(view: DataView, start: number): Meaning | null {
  const left = view.byteLength - start
  const count = left < 4 ? 0 : view.getUint32(start, true)
  if (left !== 4 + count * ROW_BYTES) return null
  const rows = new Map<number, number>()
  const vectors = new Int8Array(count * MEANING_WIDTH)
  const scales = new Float32Array(count)
  for (let row = 0; row < count; row++) {
    const at = start + 4 + row * ROW_BYTES
    rows.set(view.getUint32(at, true), row)
    scales[row] = view.getFloat32(at + 4, true)
    for (let k = 0; k < MEANING_WIDTH; k++) vectors[row * MEANING_WIDTH + k] = view.getInt8(at + 8 + k)
  }
  return { rows, vectors, scales }
}
