/** Weights of stems by their hashes, as a map has them, in a table without objects: every word of every text is asked for. */
const NONE = -1
/** So many cells for each stem. */
const ROOM = 4

export class StemTable {
  readonly #hashes: Int32Array
  readonly #weights: Int8Array
  readonly #mask: number

  /** @param weights hash of a stem -> its weight, none less than 0 */
  constructor(weights: ReadonlyMap<number, number>) {
    let cells = 1
    while (cells < weights.size * ROOM) cells *= 2
    this.#mask = cells - 1
    this.#hashes = new Int32Array(cells)
    this.#weights = new Int8Array(cells).fill(NONE)
    for (const [hash, weight] of weights) {
      const cell = this.#cellOf(hash)
      this.#hashes[cell] = hash
      this.#weights[cell] = weight
    }
  }

  /** Less than 0 of a stem that is not listed. */
  get(hash: number): number {
    return this.#weights[this.#cellOf(hash)]!
  }

  /** Where it stands, or would. */
  #cellOf(hash: number): number {
    let cell = (hash ^ (hash >>> 15)) & this.#mask
    while (this.#weights[cell] !== NONE && this.#hashes[cell] !== hash) cell = (cell + 1) & this.#mask
    return cell
  }
}
