/** A message on its way through the model, but for phrases. */
import type { Features } from './features.ts'
import { MEMBER_WIDTH, OUTPUTS, WIDTH, runLayers, type Model, type Pass } from './model.ts'
import { EMBEDDING_AT, LINEAR_AT, recordOf, rowTableOf, scaleAt, type RowTable } from './row-table.ts'

const { fround } = Math

/** Fills `pass` for a message; without the features of the word or mark `without`, when there is one. */
export function forward(model: Model, features: Features, pass: Pass, without?: number): void {
  const table = rowTableOf(model)
  const { linearScales } = model
  const { divisor } = features
  const { pooled, linear: added } = pass
  const seen = findRows(table, features, pass, without)
  for (let start = 0; start < WIDTH; start += MEMBER_WIDTH) addMember(table, pass, seen, start)
  addLinear(table, pass, seen)
  for (let k = 0; k < WIDTH; k++) pooled[k] = pooled[k]! / divisor
  for (let o = 0; o < OUTPUTS; o++) added[o] = (added[o]! * linearScales[o]!) / divisor
  runLayers(model.layers, pass)
}

/** All rows are asked for before anything is done with one: then the memory looks for many of them at once. Returns how many there are. */
function findRows({ index, scales }: RowTable, features: Features, pass: Pass, without: number | undefined): number {
  const { rows, weights, first, last, count } = features
  const { records, shares, weighed } = pass
  let seen = 0
  for (let i = 0; i < count; i++) {
    if (without !== undefined && (first[i] === without || last[i] === without)) continue
    const record = recordOf(index, rows[i]!)
    if (record < 0) continue
    const share = weights[i]!
    records[seen] = record
    weighed[seen] = share * scaleAt(scales, record)
    shares[seen++] = share
  }
  return seen
}

/** The four sums stay in registers. They are rounded at each step as the array they go to would round them, which training does. */
function addMember({ numbers }: RowTable, { records, weighed, pooled }: Pass, seen: number, start: number): void {
  const from = EMBEDDING_AT + start
  let [first, second, third, fourth] = [0, 0, 0, 0]
  for (let i = 0; i < seen; i++) {
    const at = records[i]! + from
    const weight = weighed[i]!
    first = fround(first + weight * numbers[at]!)
    second = fround(second + weight * numbers[at + 1]!)
    third = fround(third + weight * numbers[at + 2]!)
    fourth = fround(fourth + weight * numbers[at + 3]!)
  }
  pooled[start] = first
  pooled[start + 1] = second
  pooled[start + 2] = third
  pooled[start + 3] = fourth
}

function addLinear({ numbers }: RowTable, { records, shares, linear }: Pass, seen: number): void {
  let [unwanted, intent] = [0, 0]
  for (let i = 0; i < seen; i++) {
    const at = records[i]! + LINEAR_AT
    unwanted = fround(unwanted + shares[i]! * numbers[at]!)
    intent = fround(intent + shares[i]! * numbers[at + 1]!)
  }
  linear[0] = unwanted
  linear[1] = intent
}
