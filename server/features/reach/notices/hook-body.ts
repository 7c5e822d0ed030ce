/** What the webhooks of messengers have in common. */
import { asObject } from '../../../kit/as-object.ts'

/** Null: it is none. */
export function readJsonObject(body: Buffer): Record<string, unknown> | null {
  try {
    return asObject(JSON.parse(body.toString('utf8')))
  } catch {
    return null
  }
}

export const hookText = (body: string, status = 200) => ({ status, type: 'text/plain; charset=utf-8', body })
