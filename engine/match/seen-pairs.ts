/**
 * Which pairs of the index were met in the current message, so that a text that repeats itself does not try their keywords
 * again. A hash set of slots that is emptied by counting on, not by clearing.
 */
export class SeenPairs {
  /** [slot, round] × room */
  #cells = new Int32Array(256 * 2)
  #round = 1
  #count = 0

  clear(): void {
    this.#count = 0
    if (++this.#round === 0x7fffffff) {
      this.#cells.fill(0)
      this.#round = 1
    }
  }

  /** False when the slot was there. */
  add(slot: number): boolean {
    if (this.#count * 4 >= this.#cells.length) this.#grow()
    const cells = this.#cells
    const at = this.#locate(slot)
    if (cells[at + 1] === this.#round) return false
    cells[at] = slot
    cells[at + 1] = this.#round
    this.#count++
    return true
  }

  /** Where the slot is, or where it would be put. */
  #locate(slot: number): number {
    const cells = this.#cells
    const mask = cells.length - 1
    let at = ((Math.imul(slot, 0x9e3779b1) >>> 8) << 1) & mask
    while (cells[at + 1] === this.#round && cells[at] !== slot) at = (at + 2) & mask
    return at
  }

  #grow(): void {
    const old = this.#cells
    this.#cells = new Int32Array(old.length * 2)
    for (let from = 0; from < old.length; from += 2) {
      if (old[from + 1] !== this.#round) continue
      const to = this.#locate(old[from]!)
      this.#cells[to] = old[from]!
      this.#cells[to + 1] = this.#round
    }
  }
}
