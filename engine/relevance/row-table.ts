/**
 * The rows of a model as `forward` looks them up: those that training has seen lie side by side, 24 bytes each, and which they are
 * is a bit of each row. A message asks for some hundred rows from all over the table, three of four of them never seen; reading
 * took most of its time waiting for memory.
 */
import { ROWS } from './features.ts'
import { OUTPUTS, WIDTH, type Model } from './model.ts'

/** Bytes of a record: its scale, then the embedding, then the linear part, then what rounds it up to whole scales. */
const SCALE_BYTES = 4
const LINEAR_FROM = SCALE_BYTES + WIDTH
const RECORD_BYTES = Math.ceil((LINEAR_FROM + OUTPUTS) / SCALE_BYTES) * SCALE_BYTES

export interface RowTable {
  /** In twos: the bits of 32 rows, and how many rows were seen before these. */
  index: Int32Array
  /** Records, as numbers of 8 bits and as scales. */
  numbers: Int8Array
  scales: Float32Array
}

const tables = new WeakMap<Model, RowTable>()

/** Made once for a model, whose rows must not change afterwards. */
export function rowTableOf(model: Model): RowTable {
  let table = tables.get(model)
  if (!table) tables.set(model, (table = buildTable(model)))
  return table
}

function buildTable({ embeddings, scales, linear }: Model): RowTable {
  const seen = scales.reduce((count, scale) => count + (scale === 0 ? 0 : 1), 0)
  const index = new Int32Array((ROWS / 32) * 2)
  const bytes = new ArrayBuffer(seen * RECORD_BYTES)
  const table = { index, numbers: new Int8Array(bytes), scales: new Float32Array(bytes) }
  let at = 0
  for (let row = 0; row < ROWS; row++) {
    const word = (row >>> 5) * 2
    if ((row & 31) === 0) index[word + 1] = at
    if (scales[row] === 0) continue
    index[word] = index[word]! | (1 << (row & 31))
    const start = at++ * RECORD_BYTES
    table.scales[start / SCALE_BYTES] = scales[row]!
    table.numbers.set(embeddings.subarray(row * WIDTH, (row + 1) * WIDTH), start + SCALE_BYTES)
    table.numbers.set(linear.subarray(row * OUTPUTS, (row + 1) * OUTPUTS), start + LINEAR_FROM)
  }
  return table
}

/** Where the record of a row begins, in bytes; below zero for a row never seen. */
export function recordOf(index: Int32Array, row: number): number {
  const word = (row >>> 5) * 2
  const bits = index[word]!
  const bit = row & 31
  if (((bits >>> bit) & 1) === 0) return -1
  return (index[word + 1]! + countBits(bits & ((1 << bit) - 1))) * RECORD_BYTES
}

export const scaleAt = (scales: Float32Array, record: number): number => scales[record >> 2]!
export const EMBEDDING_AT = SCALE_BYTES
export const LINEAR_AT = LINEAR_FROM

function countBits(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555)
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333)
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
