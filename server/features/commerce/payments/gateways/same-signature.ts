import { timingSafeEqual } from 'node:crypto'

/** Takes the same time wherever the difference is. An empty signature fits nothing. */
export function isSameSignature(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length > 0 && one.length === other.length && timingSafeEqual(one, other)
}
