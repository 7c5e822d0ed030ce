/** Sums as gateways write them: roubles with two decimals. What is signed and what is counted is one and the same text. */

/** «1500.00» */
export function writeSum(kopecks: number): string {
  const rest = kopecks % 100
  return `${(kopecks - rest) / 100}.${String(rest).padStart(2, '0')}`
}

/** Kopecks, or null when it is no sum. No part of a kopeck is rounded away. */
export function readSum(text: string): number | null {
  const found = /^(\d{1,10})(?:\.(\d{1,2})0*)?$/.exec(text)
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : null
}
