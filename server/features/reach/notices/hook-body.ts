/** What the webhooks of messengers have in common. */
import { createHash, timingSafeEqual } from 'node:crypto'

/** Takes the same time wherever the difference is, and however long they are. No secret fits nothing. */
export function isSameSecret(expected: string, given: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
  return expected !== '' && timingSafeEqual(hash(expected), hash(given))
}

/** Null: it is none. */
export function readJsonObject(body: Buffer): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(body.toString('utf8'))
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Record<string, unknown>) : null
  } catch {
    return null
  }
}

export const hookText = (body: string, status = 200) => ({ status, type: 'text/plain; charset=utf-8', body })
