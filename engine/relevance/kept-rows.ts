/** Rows of a table that training has seen, with their numbers of 8 bits, as they lie in a file. The rest of the table is not kept. */

export interface KeptRows {
  /** Ascending. */
  kept: Int32Array
  /** As many as a row is wide for each that is kept, one row after another. */
  numbers: Int8Array
}

export const keptRowsBytes = ({ kept, numbers }: KeptRows): number => kept.length * 4 + numbers.length

/** Little-endian: which rows are kept, and their numbers, the first of all rows, then the second … */
export function writeKeptRows({ kept, numbers }: KeptRows, view: DataView, start: number): void {
  const width = numbers.length / kept.length
  let at = start
  // Differences are small and alike, which packs.
  let before = 0
  for (const row of kept) {
    view.setUint32(at, row - before, true)
    before = row
    at += 4
  }
  for (let k = 0; k < width; k++)
    for (let place = 0; place < kept.length; place++) view.setInt8(at++, numbers[place * width + k]!)
}

/**
 * Reads into `into` what `writeKeptRows` wrote; its arrays say how many rows and numbers there are.
 * @param rows of the whole table
 * @returns false when there is a row that the table does not have
 */
export function readKeptRows({ kept, numbers }: KeptRows, view: DataView, start: number, rows: number): boolean {
  const width = numbers.length / kept.length
  let at = start
  let row = 0
  for (let place = 0; place < kept.length; place++, at += 4) {
    row += view.getUint32(at, true)
    if (row >= rows) return false
    kept[place] = row
  }
  for (let k = 0; k < width; k++)
    for (let place = 0; place < kept.length; place++) numbers[place * width + k] = view.getInt8(at++)
  return true
}
