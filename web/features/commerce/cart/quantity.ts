/** How many projects or groups someone wants. */

/** Null when it is no number one can have. More than `max` is `max`. */
export function readQuantity(typed: string, max: number | null): number | null {
  const digits = typed.replaceAll(/\s/g, '')
  if (!/^\d{1,7}$/.test(digits)) return null
  const number = Number(digits)
  return number < 1 ? null : Math.min(number, max ?? Infinity, 1_000_000)
}

/** To the next round number: 1, 10, 20 … and back. */
export function stepQuantity(quantity: number, by: number, max: number | null): number {
  const size = Math.abs(by)
  const next = by > 0 ? Math.floor(quantity / size) * size + size : Math.ceil(quantity / size) * size - size
  return Math.min(Math.max(next, 1), max ?? Infinity, 1_000_000)
}
