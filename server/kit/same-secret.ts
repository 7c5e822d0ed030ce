import { createHash, timingSafeEqual } from 'node:crypto'

/** Takes the same time wherever the difference is, and however long they are. No secret fits nothing. */
export function isSameSecret(expected: string, given: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
  return expected !== '' && timingSafeEqual(hash(expected), hash(given))
}
